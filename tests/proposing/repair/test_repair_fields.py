"""Rules for the title, the authors and the date that known values suggest."""

from __future__ import annotations

from pathlib import Path

import pytest
from daily_portal import RULES
from small_portal import small_portal

from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.proposing.repair.field_rules import (
    RIGHT,
    choose_rated_rules,
    rate_rules,
    suggest_rules,
)
from webarticlecurator.proposing.repair.known_articles import KnownArticle

ONE, TWO = ("Anna Kovacs",), ("Anna Kovacs", "Edit Szabo")


def known_page(
    number: int, authors: tuple[str, ...], shown: str
) -> tuple[StoredPage, KnownArticle]:
    url = f"http://example.org/{number}"
    html = f"<html><body><main><h1>A title</h1><p>Some text.</p><footer>{shown}</footer></main></body></html>"
    values = {"title": ("A title",), "authors": authors, "published": ()}
    return StoredPage(url, html.encode(), "text/html"), KnownArticle(url, ("Some", "text."), values)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (
            "<i>Anna Kovacs – Reporter</i>",
            "<i>Anna Kovacs – Reporter</i><i>Edit Szabo – Reporter in Vienna</i>",
        ),
        ("<i>Words: Anna Kovacs</i>", "<i>Words: Anna Kovacs and Edit Szabo</i>"),
        ("<i>Anna Kovacs</i>", "<i>Anna Kovacs</i><i>Edit Szabo</i>"),
        ("<b>Anna Kovacs</b><i>2 mei</i>", "<b>Anna Kovacs en Edit Szabo</b><i>2 mei</i>"),
    ],
    ids=["roles", "one line", "plain", "nothing around them"],
)
def test_one_or_several_authors_are_found(one: str, two: str, tmp_path: Path) -> None:
    pages = [known_page(1, ONE, one), known_page(2, TWO, two)]
    with small_portal(tmp_path, {}) as small:
        portal = small.write(RULES.replace("language: en", "language: nl"))
        found = [suggest_rules(portal, *page, ["authors"])["authors"] for page in pages]
        rules = list(dict.fromkeys(rule for each in found for rule in each))
        rated = [rate_rules(portal, *page, "authors", rules) for page in pages]
    chosen = choose_rated_rules(rules, rated, lambda _rule: ())
    numbers = [rules.index(rule) for rule in chosen]
    assert all(any(values[n] == RIGHT for n in numbers) for values in rated)
