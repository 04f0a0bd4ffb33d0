"""Other ways to play a deal, and remarks on its cards, in a file."""

import pytest

from manni import solve
from manni.cli.board.address import LONGEST, address_of, deal_of
from manni.solver.errors import NotationError
from manni.solver.files.dealfile import format_deal, parse_deals
from manni.solver.files.jsonfile import deal_from_json, deal_to_json
from manni.solver.files.variations import MARKS, Remark, parse_remark, remarks_of, variations_of
from manni.solver.notation import parse_cards

TEXT = """\
[Variation "SA SQ S7"]
[Variation "SA S3 S7 H4"]
[Remark "SA SQ: ?! \\"wait\\" for the king"]
[Remark "SA: !"]
[Remark "SA S3: low, !important"]
[Deal "F:AK.42.. Q3..A.2 7.A.K.A"]
[Contract "H"]
[Leader "F"]
[Play "F"]
SA S3 S7
"""


def test_a_file_keeps_them_and_commands_pass_them_by() -> None:
    [deal] = parse_deals(TEXT)
    assert format_deal(deal) == TEXT
    assert deal_from_json(deal_to_json(deal)) == deal
    assert variations_of(deal) == (parse_cards("SA SQ S7"), parse_cards("SA S3 S7 H4"))
    assert [tuple(remark)[1:] for remark in remarks_of(deal)] == [
        ("?!", '"wait" for the king'), ("!", ""), ("", "low, !important"),
    ]  # fmt: skip
    [plain] = parse_deals(TEXT[TEXT.index("[Deal") :])
    assert solve(deal.position()).guarantee == solve(plain.position()).guarantee


def test_a_remark_is_read_as_it_is_written() -> None:
    for mark in ("", *MARKS):
        for comment in ("", "x", "x: y", "!x", "é “”"):
            if mark or (comment and comment[0] not in "!?"):
                remark = Remark(parse_cards("SA S3"), mark, comment)
                assert parse_remark(str(remark)) == remark
    for text, wrong in {
        "": "expected cards",
        "SA S3": "expected cards",
        "SA:": "expected cards",
        "SX: !": "SX",
        "SA: ?! ": None,
        "SA: !?": None,
    }.items():
        if wrong is None:
            assert parse_remark(text).mark
        else:
            with pytest.raises(NotationError, match=wrong):
                parse_remark(text)


def test_an_address_has_them_where_there_is_room() -> None:
    [deal] = parse_deals(TEXT)
    assert deal_of(address_of(deal))[0] == deal
    noise = "".join(f"{number * number:x}" for number in range(3000))
    [long] = parse_deals(f'[Remark "SA: {noise}"]\n' + TEXT)
    assert len(address_of(long)) <= LONGEST
    assert not remarks_of(deal_of(address_of(long))[0])
