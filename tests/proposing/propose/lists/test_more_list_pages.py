"""More evidence is never worse: what ``new`` has right with one list page of a portal stays right
with more of them, on real pages with known answers (bench/portals/proposed_lists.py)."""

from __future__ import annotations

from pathlib import Path

import pytest
from benches import import_bench
from checkout import SHARED
from long_parameters import always

FOLDER = SHARED / "cases" / "wac"
QUICK = ("valasz",)
"""A newspaper with small pages; forums are read by tests/proposing/propose/lists/test_forums.py."""


def _names() -> list[str]:
    # Parameters are needed before there are fixtures: none without the folder.
    return sorted(path.name.split(".")[0] for path in FOLDER.glob("*.warc.gz"))


@pytest.mark.parametrize("name", always(QUICK, _names()))
def test_what_is_right_with_one_list_page_is_right_with_more(
    name: str, shared: Path, pytestconfig: pytest.Config
) -> None:
    bench = import_bench("portals.proposed_lists")
    (known,) = bench.read_known(shared / "cases" / "wac", name)
    for start in range(len(known.lists)):
        one, *more = bench.list_series(known.lists, start)
        # the second page changes most; all of them have most that can disagree
        tried = more if pytestconfig.getoption("long") else dict.fromkeys((*more[:1], *more[-1:]))
        right = known.list_right(one)
        assert {len(urls): right - known.list_right(urls) for urls in tried} == {
            len(urls): set() for urls in tried
        }
