"""The node total that guards the search."""

import pytest
import signature


@pytest.mark.parametrize("part", signature.PARTS)
def test_the_search_finds_the_stored_values_with_as_many_nodes(part: str) -> None:
    stored = signature.stored()[part]
    assert {"NT", "NULLO", "S", "H"} <= {record["contract"] for record in stored}
    assert signature.counted(stored) == stored, (
        "the search has changed: benchmarks/signature.py --update, and say so in the commit"
    )
