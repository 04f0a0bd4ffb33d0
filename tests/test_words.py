"""The catalogues: complete, of one mind with the sentences, and read as they are written."""

import ast
import re
import runpy
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from manni.solver import i18n, localized_input
from manni.solver.cards import CARDS, Contract, Seat, card_name, contract_words
from manni.solver.errors import NotationError
from manni.solver.notation import parse_card, parse_contract
from manni.solver.report import text as report_text
from manni.solver.report.text import Column, Table, call_text, fill
from manni.solver.rules.auction import Call
from manni.solver.rules.games import get_variant

LANGUAGES = ("fr", "is")
FORMS = {"", "the", "object", "of", "to"}
_PLACE = re.compile(r"\{(\w*)(?::(\w*))?\}")


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    """A language that is spoken in a test."""
    with i18n.speaking(request.param):
        yield request.param


@pytest.fixture(scope="module")
def tools(root: Path) -> dict[str, Any]:
    """The program that makes the catalogues."""
    if not (root / "solver" / "data" / "languages" / "is.po").exists():
        pytest.skip("installed without the sources of the catalogues")
    found = runpy.run_path(str(root / "docs" / "make_words.py"))
    return found | {"extracted": cache(found["extracted"])}


def pairs(catalogue: Any) -> Iterator[tuple[str, str]]:
    """Yield each form of each sentence with each of its translations."""
    for message in catalogue:
        if not message.id:
            continue
        if isinstance(message.id, str):
            yield message.id, message.string
        else:  # every form has to say what the one for many says
            for text in message.string:
                yield message.id[1], text


def test_there_are_three_languages() -> None:
    assert i18n.languages() == ("en", *LANGUAGES)


@pytest.mark.parametrize("name", LANGUAGES)
def test_a_catalogue_has_every_sentence_and_no_other(name: str, tools: dict[str, Any]) -> None:
    def keys(catalogue: Any) -> set[tuple[str, str]]:
        return {(message.context or "", str(message.id)) for message in catalogue if message.id}

    catalogue = tools["read"](tools["FOLDER"] / f"{name}.po")
    assert keys(catalogue) == keys(tools["extracted"]()), "run docs/make_words.py"
    assert not tools["missing"](catalogue)
    assert not [message.id for message in catalogue if message.fuzzy]


FOR_PROGRAMS = {"ace low", "chance", "leader", "seat"}
"""Heads of columns that people never see."""


def heads(call: ast.Call) -> Iterator[str]:
    """Yield the heads of columns that a call in a report names."""
    texts = [arg.value if isinstance(arg, ast.Constant) else None for arg in call.args]
    name = ast.unparse(call.func)
    if name in ("fields", "comparison"):
        specs = report_text._FIELD_SPEC.findall(" ".join(filter(None, texts[1:3])))
        yield from (head[1:] if head else key for _left, key, head, _form in specs)
    elif name in ("columns", "Column"):
        yield from (
            text for text in texts[: 1 if name == "Column" else None] if isinstance(text, str)
        )


def test_every_head_of_a_column_is_in_the_catalogue(tools: dict[str, Any], root: Path) -> None:
    there = {message.id for message in tools["extracted"]() if message.context == "column"}
    files = (root / "solver" / "report").glob("*.py")
    nodes = (node for file in files for node in ast.walk(ast.parse(file.read_text("utf-8"))))
    found = {head for node in nodes if isinstance(node, ast.Call) for head in heads(node)}
    words = {head.replace("_", " ") for head in found if re.search("[a-z]{2}", head)}
    assert len(words) > 30
    assert words - FOR_PROGRAMS <= there


@pytest.mark.parametrize("name", LANGUAGES)
def test_placeholders_agree(name: str, tools: dict[str, Any]) -> None:
    catalogue = tools["read"](tools["FOLDER"] / f"{name}.po")
    for text, said in pairs(catalogue):
        wanted, found = _PLACE.findall(text), _PLACE.findall(said)
        assert {place for place, _ in wanted} == {place for place, _ in found}, said
        assert all(form.lower() in FORMS for _, form in found), said
        for sign in "{}":  # nothing but places
            assert said.count(sign) == len(found), said


def test_no_line_breaks_before_a_sign_of_french(tools: dict[str, Any]) -> None:
    wrong = re.compile(r"(?<!;) \?|[ \w][:;!]|\w\?|[« ]»|« ")
    said = (_PLACE.sub("x", said) for _, said in pairs(tools["read"](tools["FOLDER"] / "fr.po")))
    assert not [text for text in said if wrong.search(text)]


def test_no_language_speaks_another(tools: dict[str, Any]) -> None:
    """Whole sentences differ; names of the games stay as they are."""
    names = {"manille à trois", "manille découverte", "talon, surprise"}
    names |= {"petite misère", "misère sur table", "grande misère", "misère suprême"}
    said = [
        {
            text: translation
            for text, translation in pairs(tools["read"](tools["FOLDER"] / f"{name}.po"))
            if len(re.findall(r"\w+", _PLACE.sub("", text))) > 1 and text not in names
        }
        for name in LANGUAGES
    ]
    assert not [text for text in said[0] if said[0][text] == said[1][text]]


def test_no_english_word_stays(tools: dict[str, Any]) -> None:
    """In Icelandic, which shares few: names of games, and what stands on keys and files, may."""
    names = (
        "best pass general manille surprise talon muette misère petite grande sur table trois aux "
        "dix sept envers cardgames Manni Laugavatnsmanni Manille Enter Tab Esc JSON SVG manni depth"
    )
    stay = set()
    for text, said in pairs(tools["read"](tools["FOLDER"] / "is.po")):
        english, own = (
            set(re.findall(r"[^\W\d]{3,}", _PLACE.sub("", each))) for each in (text, said)
        )
        stay |= {word for word in english & own if word.isascii()}
    assert stay <= set(names.split())


def test_one_player_is_spoken_to(tools: dict[str, Any]) -> None:
    """*Gefðu mér*, not *Gefið mér*, which is for several."""
    verbs = "Nefn|Spil|Legg|Velj|Skrif|Smell|Sýn|Haf|Reyn"
    many = re.compile(rf"^(Gefið (mér|mig)|({verbs})ið) (?!er|sem|ræ|v)")
    said = [said for _text, said in pairs(tools["read"](tools["FOLDER"] / "is.po"))]
    assert not [each for each in said if many.search(f"{each} ") or "ykkur" in each]


def test_cards_have_the_case_that_a_verb_wants(tools: dict[str, Any]) -> None:
    """At the table, whose sentences are heard: *Spilaðu tígulsjöu*."""
    bare = re.compile(
        r"\b(spila\w*|legg\w+|dregur|eftir|með)( frá| niður| þér)* \{(card|cards|other|drawn)\}",
        re.I,
    )
    heard = ("solver/table/commentary.py", "solver/report/advice.py")
    catalogue = tools["read"](tools["FOLDER"] / "is.po")
    said = [
        str(message.string)
        for message in catalogue
        if {*heard} & {at for at, _ in message.locations}
    ]
    assert not [each for each in said if bare.search(each)]


@pytest.mark.parametrize("name", LANGUAGES)
def test_what_the_program_reads_is_made_of_what_translators_edit(
    name: str, tools: dict[str, Any]
) -> None:
    path = tools["FOLDER"] / f"{name}.po"
    made = tools["as_mo"](tools["read"](path))
    assert path.with_suffix(".mo").read_bytes() == made, "run docs/make_words.py"


def test_english_looks_nothing_up() -> None:
    assert i18n.gettext("dealer") == "dealer"
    assert f"{i18n.seat_word(Seat.DEALER):Of}" == "Dealer"
    assert [str(i18n.amount(number, "tricks")) for number in (0, 1, 2)] == [
        "0 tricks",
        "1 trick",
        "2 tricks",
    ]
    assert i18n.letters().ranks["T"] == ("T",)


def test_words_take_the_form_a_sentence_asks_for() -> None:
    dealer = i18n.Word("dealer")
    with i18n.speaking("is"):
        assert f"{dealer} {dealer:object} {dealer:Of}" == "dealer gjafara Gjafara"
        assert f"{i18n.amount(21, 'tricks'):to}" == "21 slag"
        assert f"{i18n.amount(11, 'tricks'):to}" == "11 slögum"
    with i18n.speaking("fr"):
        assert f"{i18n.seat_word(Seat.FOREHAND):of}" == "du premier"
        assert str(i18n.amount(0, "tricks")) == "0 levée"


def test_sentences_are_filled_with_styled_texts() -> None:
    text = fill("{seat:The} plays {card}.", seat=i18n.seat_word(Seat.DEALER), card="♥T")
    assert str(text) == "Dealer plays ♥T."


def test_what_is_spoken_for_a_while_is_spoken_in_this_thread_alone() -> None:
    from concurrent.futures import ThreadPoolExecutor

    with i18n.speaking("is"), ThreadPoolExecutor(1) as other:
        assert i18n.language() == "is"
        assert other.submit(i18n.language).result() == "en"
        with i18n.plain_english():
            assert i18n.language() == "en"
    assert i18n.language() == "en"


def test_a_language_is_chosen_for_all_threads() -> None:
    from concurrent.futures import ThreadPoolExecutor

    i18n.choose("fr")
    try:
        with ThreadPoolExecutor(1) as other:
            assert other.submit(i18n.language).result() == "fr"
    finally:
        i18n.choose("en")


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("is", "is"),
        ("is_IS.UTF-8", "is"),
        ("fr-CA", "fr"),
        ("FR@euro", "fr"),
        ("en_GB", "en"),
        ("de_DE", None),
        ("", None),
        ("../fr", None),
    ],
)
def test_names_of_languages(name: str, meant: str | None) -> None:
    assert i18n.language_of(name) == meant


@pytest.mark.parametrize(
    ("environment", "meant"),
    [
        ({}, "en"),
        ({"LANG": "is_IS.UTF-8"}, "is"),
        ({"LANG": "is_IS.UTF-8", "LC_MESSAGES": "fr_FR"}, "fr"),
        ({"LANG": "is_IS.UTF-8", "LC_MESSAGES": "fr_FR", "LC_ALL": "C"}, "en"),
        ({"LANG": "is_IS.UTF-8", "LC_ALL": ""}, "is"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
    ],
)
def test_the_locale_names_a_language(environment: dict[str, str], meant: str) -> None:
    assert i18n.language_of_locale(environment) == meant


# Letters ---------------------------------------------------------------------------------


def test_letters_tell_cards_and_seats_apart(language: str) -> None:
    letters = i18n.letters()
    for kind in letters:
        signs = [sign.lower() for signs in kind.values() for sign in signs]
        assert len(signs) == len(set(signs)), kind
    suits = {sign.lower() for signs in letters.suits.values() for sign in signs}
    ranks = {sign.lower() for signs in letters.ranks.values() for sign in signs}
    assert not suits & ranks


def test_every_card_is_read_as_it_is_written(language: str) -> None:
    for card in range(CARDS):
        written = i18n.card_written(card_name(card))
        assert localized_input.parse_card(written) == card
        assert localized_input.parse_card(written.lower()) == card
        symbol = "♠♥♦♣"[card // 13] + written[1:]
        assert localized_input.parse_card(symbol) == card


@pytest.mark.parametrize(
    ("language", "word", "card"),
    [
        ("is", "TD", "DQ"),
        ("is", "DH", "HQ"),
        ("is", "T10", "DT"),
        ("is", "LA", "CA"),
        ("is", "HT", "HT"),  # no other card: the notation is read too
        ("is", "tg", "DJ"),
        ("is", "♦️D", "DQ"),
        ("fr", "KR", "DK"),
        ("fr", "Ca10", "DT"),
        ("fr", "CœD", "HQ"),
        ("fr", "TD", "CQ"),
        ("en", "TD", "DT"),
    ],
)
def test_cards_are_read(language: str, word: str, card: str) -> None:
    with i18n.speaking(language):
        assert localized_input.parse_card(word) == parse_card(card)
        assert localized_input.parse_cards(f" {word}, 9♥") == (parse_card(card), parse_card("H9"))


@pytest.mark.parametrize(
    ("language", "word", "names"),
    [
        ("is", "DT", "T10 or TD"),
        ("fr", "AC", "CA or TA"),
        ("fr", "CK", "CR or TR"),
    ],
)
def test_what_could_be_two_cards_is_refused_with_both(language: str, word: str, names: str) -> None:
    with i18n.speaking(language):
        with pytest.raises(NotationError, match=f"'{word}' could be {names}") as found:
            localized_input.parse_cards(f"♠A {word}")
        assert found.value.column == 4
        for name in names.split(" or "):  # what it says to write is read
            localized_input.parse_card(name)


def test_letters_of_a_language_are_read_in_that_language_alone() -> None:
    for word in ("LÁ", "HG", "PR", "KV"):
        with pytest.raises(NotationError, match="no card: expected a suit S H D C and a rank A K"):
            localized_input.parse_card(word)
    with i18n.speaking("is"):
        with pytest.raises(NotationError, match="a suit S H T L and a rank Á K D G 10 9 … 2"):
            localized_input.parse_card("PR")
        with pytest.raises(NotationError, match="a rank 10 Á K D G 9 8 7, such as H10"):
            localized_input.parse_card("PR", "TAKQJ987")


def test_contracts_and_seats_are_read(language: str) -> None:
    letters = i18n.letters()
    for contract in Contract:
        assert localized_input.parse_contract(i18n.contract_code(contract.name)) is contract
        assert all(
            localized_input.parse_contract(each) is contract
            for each in letters.contracts[contract.name]
        )
    for seat in Seat:
        assert localized_input.parse_seat(i18n.seat_letter(seat)) is seat
        assert localized_input.parse_seat(i18n.seat_word(seat).upper()) is seat
        assert localized_input.parse_seat(seat.word) is seat


@pytest.mark.parametrize(
    ("language", "sentence", "contracts", "great"),
    [
        (
            "is",
            "Segðu {}.",
            "spaða hjarta tígul lauf grand nóló",
            ("stóran spaða", "stórt hjarta", "stóran tígul", "stórt lauf", "stórt grand"),
        ),
        (
            "fr",
            "Demandez {}.",
            "pique cœur carreau trèfle sans-atout nullo",
            ("grand pique", "grand cœur", "grand carreau", "grand trèfle", "grand sans-atout"),
        ),
    ],
)
def test_a_call_is_said_in_its_gender_and_case_and_read_again(
    language: str, sentence: str, contracts: str, great: tuple[str, ...]
) -> None:
    with i18n.speaking(language):
        for words, is_great in ((contracts.split(), False), (great, True)):
            for contract, word in zip(Contract, words, strict=False):
                call = contract_words(contract, is_great)
                assert i18n.gettext("Declare {call:object}.", call=call) == sentence.format(word)
                for said in (word, call, call_text(Call(contract, is_great))):
                    assert localized_input.parse_call(said) == (contract, is_great)


@pytest.mark.parametrize(
    ("english", "icelandic"),
    [
        ("1,050.5", "1.050,5"),
        ("-0.5", "-0,5"),
        ("+1.2..+3.0", "+1,2..+3,0"),
        ("60% (55%..65%)", "60\u00a0% (55\u00a0%..65\u00a0%)"),
        ("≥4 60%", "≥4 60\u00a0%"),
        ("93.87.54.62", "93.87.54.62"),  # a hand
        ("93.T..2", "93.T..2"),
        ("v1.5", "v1.5"),
    ],
)
def test_numbers_have_the_signs_of_the_language(english: str, icelandic: str) -> None:
    row = Table([Column("", "x")], [[english]])
    for language, said in (("en", english), ("is", icelandic)):
        with i18n.speaking(language):
            assert str(fill("{goal} in {contract}", goal="", contract=english)).endswith(said)
            assert i18n.gettext("Bid {bid}.", bid=english).rstrip(".").endswith(said)
            assert str(row.text_rows()[1][0]) == said
            assert next(row.values()) == [english]


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (0, "tricks levée slagir"),
        (1, "trick levée slagur"),
        ("0.9", "tricks levée slagir"),
        ("1.0", "tricks levée slagur"),
        ("1.9", "tricks levée slagir"),
        ("2.0", "tricks levées slagir"),
        (21, "tricks levées slagur"),
    ],
)
def test_many_are_what_is_many_in_the_language(number: float | str, said: str) -> None:
    for language, word in zip(("en", *LANGUAGES), said.split(), strict=True):
        with i18n.speaking(language):
            assert i18n.ngettext("{number} trick", "{number} tricks", number).endswith(f" {word}")


def test_points_that_are_counted_have_a_form_for_one(tools: dict[str, Any]) -> None:
    texts = [message.id for message in tools["extracted"]() if isinstance(message.id, str)]
    counted = [text for text in texts if re.search(r"\{\w+\} points", text)]
    assert [text.split(" pays")[0] for text in counted] == ["who is short of {number} points"]


def test_accents_do_not_matter_in_names() -> None:
    assert get_variant("hornafjörður").code == "hornafjordur"
    assert get_variant("HORNAFJÖRÐUR+ace-low").code == "hornafjordur+ace-low"
    assert get_variant("Trjámann").code == "trjamann"
    for name in ("nóló", "NÓLÓ", "Nullo", "nólo"):
        assert parse_contract(name) is Contract.NULLO
    with i18n.speaking("fr"):
        assert localized_input.parse_contract("coeur") is Contract.H
        assert localized_input.parse_contract("Trèfle") is Contract.C
        assert localized_input.parse_call("grand cœur") == (Contract.H, True)
