"""Rows of the tag dictionary for the names of a new design."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from daily_portal import RULES, article_page
from redesigns import make_word, redesign
from small_portal import SmallPortal, small_portal

from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.proposing.repair.dictionary_repair import propose_rows
from webarticlecurator.proposing.repair.layout_rules import PagePair

TAGGED = RULES.replace("drop: [.related]}", "drop: [.related], tags: {div.facts: box, p: lead}}")


def page_of(number: int) -> str:
    facts = f'<div class="facts">The river is {number} kilometres long and deep.</div>'
    return article_page(1, number).replace('<div class="related">', f'{facts}<div class="related">')


def pair_pages(portal: SmallPortal, changes: list[str]) -> list[PagePair]:
    """Return three articles in both designs."""

    def store(number: int, page: str) -> StoredPage:
        return StoredPage(f"{portal.base}/{number}", page.encode(), "text/html", date(2024, 5, 1))

    pages = {number: page_of(number) for number in (1, 2, 3)}
    return [(store(n, page), store(n, redesign(page, changes, 1))) for n, page in pages.items()]


def test_a_row_by_class_follows_the_new_name(tmp_path: Path) -> None:
    with small_portal(tmp_path, {}) as portal:
        rows = propose_rows(portal.write(TAGGED), pair_pages(portal, ["rename"]))
    assert rows == {f"div.{make_word(1, 'class facts')}": "box"}


def test_no_row_is_made_of_a_generated_name_nor_for_an_unchanged_one(tmp_path: Path) -> None:
    with small_portal(tmp_path, {}) as portal:
        file = portal.write(TAGGED)
        assert propose_rows(file, pair_pages(portal, ["hash"])) == {}
        assert propose_rows(file, pair_pages(portal, ["no-json"])) == {}


def test_a_name_that_other_elements_have_too_gets_no_row(tmp_path: Path) -> None:
    def rename(pairs: list[PagePair], *names: str) -> list[PagePair]:
        renamed = []
        for old, new in pairs:
            content = new.content
            for name in names:
                content = content.replace(f'class="{name}"'.encode(), b'class="lately"')
            renamed.append((old, StoredPage(new.url, content, "text/html")))
        return renamed

    with small_portal(tmp_path, {}) as portal:
        file, pairs = portal.write(TAGGED), pair_pages(portal, [])
        assert propose_rows(file, rename(pairs, "facts")) == {"div.lately": "box"}
        assert propose_rows(file, rename(pairs, "facts", "by")) == {}
