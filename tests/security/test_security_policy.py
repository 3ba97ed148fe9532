"""SECURITY.md: its links lead somewhere, and none of its addresses is invented."""

from __future__ import annotations

import re

from checkout import CHECKOUT

TEXT = (CHECKOUT / "SECURITY.md").read_text(encoding="utf-8")


def test_every_promise_links_to_a_test_that_is_there() -> None:
    table = [
        line for line in TEXT.splitlines() if line.startswith("| ") and not line.startswith("| |")
    ]
    assert len(table) >= 12
    for line in table:
        links = re.findall(r"\]\(([^)]+)\)", line.rsplit("|", 2)[1])
        assert links, line
        assert [link for link in links if not (CHECKOUT / link).is_file()] == []


def test_the_readme_leads_to_it_and_no_address_is_invented() -> None:
    assert "(SECURITY.md)" in (CHECKOUT / "README.md").read_text(encoding="utf-8")
    assert "private security advisories" in TEXT
    assert not re.search(r"[\w.-]+@[\w-]+\.\w+", TEXT)
