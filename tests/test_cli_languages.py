"""Commands in Icelandic and French, and what does not change with the language."""

from __future__ import annotations

import json
import re
import shlex
from functools import partial
from pathlib import Path
from unicodedata import normalize

import pytest
from commands import error, json_of, manni, output, run

from manni.cli.board.requests import read_message
from manni.solver import i18n
from manni.solver.files.reading import pasted_entries
from manni.solver.rules.games import VARIANTS

HANDS = "AKQ.T9.432.5432 J98.AK.AK5.9876 T76.8765.T9.KQJ"
TRICK = ["solve", "--hands", "QJ... K3... A4...", "--contract", "NT"]


@pytest.mark.parametrize("place", [0, 1, 2])
def test_the_language_may_stand_anywhere(place: int) -> None:
    said = list(TRICK)
    said[place:place] = ["--language", "is"] if place < 2 else []
    if place == 2:
        said += ["--language=is_IS"]
    assert "forhönd á út" in output(*said)


def test_variable_and_locale_choose_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "is_IS.UTF-8")
    assert "forehand leads" in output(*TRICK)  # the tests say MANNI_LANGUAGE=en
    monkeypatch.setenv("MANNI_LANGUAGE", "fr")
    assert "le premier entame" in output(*TRICK)
    assert "forhönd á út" in output("--language", "is", *TRICK)
    monkeypatch.setenv("MANNI_LANGUAGE", "")
    assert "forhönd á út" in output(*TRICK)
    monkeypatch.setenv("LC_ALL", "xx_XX")
    assert "forehand leads" in output(*TRICK)


def test_a_language_there_is_not_is_wrong_usage(monkeypatch: pytest.MonkeyPatch) -> None:
    assert error("--language", "de", *TRICK, code=2) == (
        "--language: no language 'de': there are en fr is."
    )
    monkeypatch.setenv("MANNI_LANGUAGE", "klingon")
    assert "MANNI_LANGUAGE: no language 'klingon'" in error(*TRICK, code=2)


@pytest.mark.parametrize(
    ("language", "start", "said"),
    [
        ("is", "GR · 2 slagir · forhönd á út\n\nForhönd á út  ",
         ["♠ D G ", "tryggt  best  hlutur", "Spil þar sem forhönd fær sitt:\n 1  F ♠"]),
        ("fr", "SA · 2 levées · le premier entame\n\nPremier entame  ",
         ["♠ D V ", "garantie  au mieux  part",
          "Une suite où le premier obtient sa garantie :\n 1  P ♠"]),
    ],
)  # fmt: skip
def test_a_position_in_other_languages(language: str, start: str, said: list[str]) -> None:
    text = output("--language", language, *TRICK, "--cards", "--line", "F")
    assert text.startswith(start)
    for part in said:
        assert part in text


def test_cards_are_typed_in_the_letters_of_the_language() -> None:
    icelandic = ("--language", "is")
    hands = ("--hands", "ÁD... 109... K8...")
    assert "♠ Á D" in output(*icelandic, "show", *hands)
    assert "♠ A Q" in output("show", *hands)  # a whole deal in another language too
    asked = ("solve", "--hands", "32... ..K2. ..G5.", "--contract", "nóló", "--leader", "G")
    assert output(*icelandic, *asked).startswith("NÓLÓ · 2 slagir · gjafari á út")
    played = ("solve", "--leader", "F", "--contract", "T", "--hands", "2... ..K2. ..G5.", "--trick")
    text = output(*icelandic, *played, "TD")
    assert "♦ tromp" in text
    assert "♦D" in text
    assert "could be T10 or TD" in error(*icelandic, *played, "DT", code=2)


def test_programs_read_the_same_in_every_language(root: Path) -> None:
    file = root / "data" / "sample_deals" / "hornafjordur.manni"
    game = root / "data" / "sample_games" / "laugavatn.manni"
    for call in (
        ["solve", file, "--deal", "1", "--cards", "--line", "F", "--json"],
        ["solve", file, "--deal", "1", "--cards", "--format", "tsv"],
        ["variants", "encheres-grande+miseres", "--json"],
        ["score", game, "--json"],
        ["deal", "--variant", "laugavatn", "--seed", "7", "--json"],
        ["convert", game, "--to", "manni"],
        ["schema"],
    ):
        plain = output(*call)
        for language in ("is", "fr"):
            assert output("--language", language, *call) == plain


def test_a_picture_has_the_letters_of_the_language(root: Path) -> None:
    file = root / "data" / "sample_deals" / "encheres-petite.manni"
    picture = output("--language", "fr", "show", file, "--deal", "1", "--picture", "-", "--values")
    assert ">V</text>" in picture
    assert ">Premier" in picture
    assert "le donneur entame" in picture
    assert ">Q</text>" not in picture
    assert "dealer" not in picture


def test_files_are_read_alike(root: Path, tmp_path: Path) -> None:
    file = tmp_path / "one.manni"
    file.write_text('[Deal "F:Q... T... 2..."]\n[Contract "C"]\n', encoding="utf-8")
    for language in ("en", "is", "fr"):
        data = json_of("--language", language, "solve", file)
        assert data["contract"] == "C"
        assert data["guarantee"] == {"F": 1, "M": 0, "D": 0}
    assert "is no rank" in error("solve", "-", text='[Deal "F:Á... T... 2..."]')


def test_what_cannot_be_shown_loses_its_accents() -> None:
    found = run("--language", "is", *TRICK, env={"PYTHONIOENCODING": "ascii"})
    assert "forhond a ut" in found.stdout
    assert "?" not in found.stdout


TRAIN = ("puzzle", "train", "--deal", "25")
MANILLE = ("play", "--variant", "encheres-sans", "--seed", "1", "--seat", "F")


@pytest.mark.parametrize(
    ("language", "call", "typed", "said"),
    [
        ("is", TRAIN, "T7\nDT\nhætta\n",
         ["miðhönd er ekki með ♦7", "'DT' gæti verið T10 eða TD"]),
        ("fr", TRAIN, "K7\nCK\nquitter\n",
         ["le second n’a pas ♦7", "'CK' peut être CR ou TR"]),
        ("en", MANILLE, "general\nS\nX\n",
         ["'X' is no card: expected a suit S H D C and a rank T A K Q J 9 8 7, such as HT"]),
        ("is", MANILLE, "general\nS\nX\n",
         ["'X' er ekkert spil: lit S H T L og gildi 10 Á K D G 9 8 7 þarf, til dæmis H10"]),
        *((language, (*MANILLE[:2], variant, *MANILLE[3:]), typed, []) for language in ("is", "fr")
          for variant, typed in [
            ("encheres-petite", "x\n71\n45\nS7 S7\nS7\nS2\n♠7 ♠7\n♠9\nnone\nX\nNULLO\n"),
            ("laugavatn", "great x\npass\nS\n" + "♠9 " * 53 + "\n♥2 ♥2\n♦A\n"),
            ("basic", "♠K\n"), ("envers-3", "x\n"), ("dix-sept-3", "x\n30\n")]),
    ],
)  # fmt: skip
def test_a_wrong_answer_is_told_in_the_language(
    language: str, call: tuple[str, ...], typed: str, said: list[str]
) -> None:
    found = manni("--language", language, *call, text=typed).stderr
    for text in said:
        assert text in found
    if language != "en":
        assert not ENGLISH.findall(found.partition("\n")[2]), found


def test_every_rule_of_every_game_is_translated() -> None:
    def told(language: str) -> set[str]:
        lines = output("--language", language, "variants").splitlines()[1:]
        for code in VARIANTS:
            lines += output("--language", language, "variants", code).splitlines()[1:]
        return {line.partition("  ")[2].strip() for line in lines if not line.startswith("+")}

    plain = told("en")
    for language in ("is", "fr"):
        same = {text for text in plain & told(language) if re.search("[a-z]{4}", text)}
        assert same <= {"general"}  # the name of the bid


def test_a_score_sheet_in_two_languages(root: Path) -> None:
    games = root / "data" / "sample_games"
    text = output("--language", "is", "score", games / "trjamann.manni")
    assert text.startswith("Trjámann, 12 gjafir: 12 gjafir spilaðar\n")
    assert "NÓLÓ  Dóra" in text
    assert "annað (T), GR, NÓLÓ  ekkert" in text
    assert text.endswith("Dóra hefur unnið með +5.\n")
    text = output("--language", "fr", "score", games / "envers-3.manni")
    assert "levées" not in text
    assert re.search(r"(a|ont) perdu avec \d+", text)


@pytest.mark.parametrize(
    ("language", "variant", "typed", "plain", "said"),
    [
        ("is", "trjamann", "nóló ekkert L9 hætta ", "NULLO none C9 quit ",
         "Sögn þín (S, H, T, L, GR, NÓLÓ; ? fyrir ráð): Þú spilar gegn hinum tveimur: nóló. "),
        ("fr", "encheres-petite", "40 passe P10 PV quitter ", "40 pass ST SJ quit ",
         "Votre enchère (1 à 70, général ; ou passe ; ? pour un conseil) : Le second passe.\n"),
    ],
)  # fmt: skip
def test_a_table_speaks_and_reads_a_language_and_records_what_it_always_did(
    language: str, variant: str, typed: str, plain: str, said: str
) -> None:
    call = ("play", "--variant", variant, "--seed", "3", "--seat", "F")
    found = manni("--language", language, *call, text=typed.replace(" ", "\n"))
    assert said in found.stderr
    assert found.stdout == manni(*call, text=plain.replace(" ", "\n")).stdout


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (("solve", "--hands", "ÁD... K3... G2...", "--contract", "nóló"), None),
        (("solve", "ÁD... K3... G2...", "--contract", "grand"), None),
        (("solve", "--hands", "D... K3... G2...", "--contract", "grand", "--trick", "SÁ"), None),
        (("solve", "F: S ÁD", "M: S K3", "G: S G2", "--contract", "grand"), None),
        (("advise", "claim", "--variant", "manille-3", "--hand", "10ÁK98.10Á9.10Á.-", "--seat", "M",
          "--cut", "SÁ", "--worlds", "2"), None),
        (("show", "-"), '[Players "Ásta Björn Dóra"]\n[Deal "A... K... Q..."]\n[Name "Sjöa"]\n'),
        (TRAIN, "TÁ\nDÁ\nhætta\n"),
        (MANILLE, "general\nS\nSÁ\nhætta\n"),
    ],
)  # fmt: skip
def test_accents_on_their_own_are_read_as_with_their_letters(
    call: tuple[str, ...], text: str | None
) -> None:
    """As macOS writes them."""
    apart = partial(normalize, "NFD")
    whole = manni("--language", "is", *call, text=text)
    found = manni("--language", "is", *map(apart, call), text=text and apart(text))
    assert (found.stdout, found.stderr) == (whole.stdout, whole.stderr)
    assert found.exit_code in (0, 1)


def test_the_board_reads_accents_on_their_own() -> None:
    pasted = "F: ♠ÁD\nM: ♠K3\nG: ♠G2"
    with i18n.speaking("is"):
        assert list(pasted_entries(normalize("NFD", pasted))) == list(pasted_entries(pasted))
        assert [entry.error for entry in pasted_entries(pasted)] == [None]
    message = json.dumps({"text": pasted}, ensure_ascii=False)
    assert read_message(normalize("NFD", message), 1000) == {"text": pasted}


ENGLISH = re.compile(
    r"\b(the|with|which|and|are|was|from|takes|deals?|cards?|guarantee|twice|cannot|expected)\b",
    re.I,
)
"""Words that no sentence in English is long without, and none in the other languages has."""

CALLS = (
    "advise card --hand AQ5.K84.J962.T7 --seat D --variant hornafjordur --contract NT "
    "--played '♣8 ♣9' --worlds 40",
    "advise card --hand T8.Q987.T9.KT --seat D --variant encheres-petite --declarer F --contract ♥ "
    "--bid 22 --played '♥10 ♥J' --worlds 12",
    "advise exchange --hand AKJ.K52.AQ97.K3 --seat D --taken 7,5 --variant hornafjordur "
    "--contract NT --worlds 4",
    "advise exchange --hand AQ8.Q74.J975.T6 --seat D --taken 0,0 --variant basic --contract ♥ "
    "--worlds 6",
    "advise exchange --variant encheres-petite --hand AJ.TA.Q87.AQ9 --surprise '♥7 ♣7' --bid 25 "
    "--worlds 12",
    "advise call --hand T83.J742.K96.J7652A --variant laugavatn --calls ♥ --worlds 4",
    "advise bid --variant encheres-petite --hand AJ.TA.Q87.AQ9 --worlds 20",
    "advise call --variant envers-3 --hand AQ9.98.KQ7.K8 --worlds 12",
    "advise claim --variant manille-3 --hand TAK98.TA9.TA.- --seat M --cut ♠7 --worlds 12",
    "exchange {deals}/hornafjordur.manni --deal 1",
    "table {deals}/hornafjordur.manni --deal 1",
    "exchange {deals}/encheres-petite.manni --deal 1",
    "review {deals}/played.manni --deal 1 --exchange --seen --worlds 4",
    "review {deals}/encheres-petite.manni --deal 3",
    "review {deals}/played.manni --deal 4 --why",
    "solve --hands 'Q42... K73... A65...' --contract NULLO --why",
)


@pytest.mark.parametrize(
    "call",
    [
        pytest.param(call, marks=[pytest.mark.slow] * ("laugavatn" in call or "--why" in call))
        for call in CALLS
    ],
)
def test_an_answer_is_in_the_language_and_else_the_same(call: str, root: Path) -> None:
    words = shlex.split(call.format(deals=root / "data" / "sample_deals"))
    plain = output(*words)
    decimals = re.compile(r"[-+]?\d+\.\d\d?(?![\d·])%?")  # not 6.9·10¹⁰ and 18,000: they differ
    for language in ("is", "fr"):
        text = output("--language", language, *words)
        said = text.partition("\n")[2] if "{deals}" in call else text  # after the deal's name
        assert not ENGLISH.findall(said), text
        assert decimals.findall(text) == decimals.findall(plain)
        assert text.count("\n\n") == plain.count("\n\n")
