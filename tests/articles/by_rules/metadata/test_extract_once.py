"""``body.once``: parts that every page of an article repeats are read on one of them."""

from __future__ import annotations

from pathlib import Path

from webarticlecurator.articles.by_rules.one_page import read_article_page
from webarticlecurator.base.model.article import PageExtract
from webarticlecurator.base.model.blocks import Node
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.load import load_portal

CONFIG = """portal: echo
home: https://echo.example/
archive: {url: "https://echo.example/all", links: h2}
article:
  next_page: a.next
  body: {root: article, drop: [.ad], once: [.lead]}
"""
HTML = "<article><p class=lead>In brief</p><p>Text</p><p class=ad>Buy</p></article>"


def read(folder: Path, *, later: bool) -> PageExtract:
    path = folder / "echo.yaml"
    path.write_text(CONFIG, encoding="utf-8", newline="\n")
    found = read_article_page(
        load_portal(path), Page("https://echo.example/a?page=2", HTML), is_continuation=later
    )
    assert isinstance(found, PageExtract)
    return found


def test_the_first_page_of_an_article_keeps_repeated_parts(tmp_path: Path) -> None:
    found = read(tmp_path, later=False)
    assert found.blocks == (Node("paragraph", ("In brief",)), Node("paragraph", ("Text",)))
    assert found.account.dropped == (("drop: .ad", 1),)


def test_a_continuation_drops_repeated_parts_by_name(tmp_path: Path) -> None:
    found = read(tmp_path, later=True)
    assert found.blocks == (Node("paragraph", ("Text",)),)
    assert found.account.dropped == (("drop: .ad", 1), ("drop: .lead", 2))
