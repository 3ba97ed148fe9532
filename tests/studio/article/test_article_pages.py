"""An article of several pages in the article view: joined as a build joins it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from long_article import LONG, RULES, build_long_corpus, long_address, write_long_portal

pytest.importorskip("nicegui")

from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.service.reader_processes import PagePool
from webarticlecurator.studio.frame.page_sources import PageSources
from webarticlecurator.studio.shown_page.article_loading import open_article, read_article
from webarticlecurator.studio.shown_page.screen import ArticleScreen
from webarticlecurator.studio.shown_page.screen_index import ScreenIndex
from webarticlecurator.studio.shown_page.screen_lines import make_block_lines, make_tei_lines


@contextmanager
def opened_context(folder: Path) -> Iterator[Any]:
    """What the loading of articles needs of a studio: its sources and a worker process."""
    with PagePool(1) as pages:
        sources = PageSources(lambda portal_id: folder / "corpora" / portal_id)
        yield SimpleNamespace(sources=sources, pages=pages)
        sources.close()


def read_screens(file: Path, url: str, *readings: tuple[str, str]) -> list[ArticleScreen]:
    """Read an article at an address, by rules and with a page that is shown, one after the other;
    what was loaded is kept."""

    async def read(context: Any) -> list[ArticleScreen]:
        article, screens = None, []
        for rules, shown in readings:
            portal = load_portal(file, content=rules.encode())
            article = article or await open_article(context, portal, url)
            article, screen = await read_article(context, portal, article, url, shown)
            screens.append(screen)
        return screens

    with opened_context(file.parent) as context:
        return asyncio.run(read(context))


def texts_by_page(screen: ArticleScreen) -> list[tuple[str, int]]:
    return [(block.text, block.page) for block in screen.blocks if block.text]


JOINED = [
    ("What every page says.", 0),
    ("The first words of page 1 are these, and they go on for a while.", 0),
    ("Buy one on page 1!", 0),
    ("The first words of page 2 are these, and they go on for a while.", 1),
    ("Buy one on page 2!", 1),
    ("The first words of page 3 are these, and they go on for a while.", 2),
    ("Buy one on page 3!", 2),
]


def test_the_pages_are_joined_to_the_bytes_that_a_build_writes(tmp_path: Path):
    file = write_long_portal(tmp_path)
    tei = build_long_corpus(file)
    first, second = read_screens(
        file, long_address(2), (RULES, ""), (RULES, long_address(3))
    )  # the address of a later page finds the article, too
    assert "\n".join(first.tei) + "\n" == tei.read_text(encoding="utf-8")
    assert [page.url for page in first.pages] == [long_address(number) for number in (1, 2, 3)]
    assert (first.shown, second.shown) == (1, 2)
    assert texts_by_page(first) == texts_by_page(second) == JOINED
    # `once` is dropped on later pages
    assert {each.reason for each in first.verdicts.values() if each.state == "dropped"} == {
        "drop: .head"
    }


def test_elements_belong_to_blocks_of_the_page_that_is_shown(tmp_path: Path):
    file = write_long_portal(tmp_path)
    (screen,) = read_screens(file, LONG, (RULES, long_address(2)))
    assert texts_by_page(screen) == JOINED
    index = ScreenIndex(screen)
    (node,) = screen.blocks[4].nodes
    assert index.link_node(node).blocks == (4,)
    assert index.link_block(1).nodes == ()  # the same number on another page is no element of it
    assert index.link_block(1).lines
    # a page break is of the page that begins
    assert screen.blocks[3].name == "page-break"
    assert screen.blocks[3].page == 1
    lines = make_block_lines(screen)
    assert [line.note for line in lines] == ["page 1"] * 3 + ["page 2"] * 3 + ["page 3"] * 3
    notes = [line.note for line in lines if line.text]
    assert "other-page" in make_block_lines(screen)[0].style
    assert [line.note for line in make_tei_lines(screen) if line.note] == notes


def test_a_rule_that_leads_to_further_pages_loads_them(tmp_path: Path):
    file = write_long_portal(tmp_path)
    alone = RULES.replace("  next_page: a.next\n", "").replace("    once: .head\n", "")
    one, all_pages, again = read_screens(file, LONG, (alone, ""), (RULES, ""), (alone, ""))
    assert texts_by_page(one) == texts_by_page(again) == JOINED[:3]
    assert [page.url for page in one.pages] == [LONG]
    assert [line.note for line in make_block_lines(one)] == ["", "", ""]
    assert texts_by_page(all_pages) == JOINED


def test_a_page_that_is_not_stored_is_named(tmp_path: Path):
    file = write_long_portal(tmp_path, pages=2)
    (screen,) = read_screens(file, LONG, (RULES, long_address(3)))
    assert [page.trouble for page in screen.pages] == ["", "", "not stored"]
    assert texts_by_page(screen) == JOINED[:5]
    assert screen.shown == 2
    assert screen.verdicts == {}
