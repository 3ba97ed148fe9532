"""The page of the site has every kind of doubt with its cure."""

from __future__ import annotations

from doubts_page import write_page

from webarticlecurator.base.doubts.doubt_table import DOUBT_KINDS, list_kinds


def test_the_page_has_every_kind() -> None:
    page = write_page()
    kinds = [*(kind for kind in DOUBT_KINDS.values() if kind.is_serious), *list_kinds("proposal")]
    assert len(kinds) > 50
    missing = [kind.name for kind in kinds if f"| `{kind.name}` | {kind.meaning} |" not in page]
    assert missing == []
