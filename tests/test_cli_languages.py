"""Commands in Icelandic and French, and what does not change with the language."""

import json
import re
import shlex
from functools import partial
from pathlib import Path
from unicodedata import normalize

import pytest
from commands import error, manni, output, run

from manni.cli.board.requests import read_message
from manni.solver import i18n
from manni.solver.files.reading import pasted_entries

TRICK = ["solve", "--hands", "QJ... K3... A4...", "--contract", "NT"]


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


def test_what_cannot_be_shown_loses_its_accents() -> None:
    found = run("--language", "is", *TRICK, env={"PYTHONIOENCODING": "ascii"})
    assert "forhond a ut" in found.stdout
    assert "?" not in found.stdout


MANILLE = ("play", "--variant", "encheres-sans", "--seed", "1", "--seat", "F")


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
    # not 6.9·10¹⁰ and 18,000: they differ
    decimals = re.compile(r"[-+]?\d+\.\d\d?(?![\d·])%?")
    own = re.compile(r"[-+]?\d+,\d\d?(?![\d·])(?:\xa0%)?")
    for language in ("is", "fr"):
        text = output("--language", language, *words)
        said = text.partition("\n")[2] if "{deals}" in call else text  # after the deal's name
        assert not ENGLISH.findall(said), text
        numbers = [number.replace(",", ".").replace("\xa0", "") for number in own.findall(text)]
        assert numbers == decimals.findall(plain)
        assert not decimals.findall(said)
        assert text.count("\n\n") == plain.count("\n\n")
