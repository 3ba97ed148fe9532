"""A key of the portal file in action: the same scenario without it and with it, and what is to be
seen in each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from webarticlecurator.articles.by_rules.layout_choice import select_layout
from webarticlecurator.articles.by_rules.metadata import read_metadata
from webarticlecurator.articles.by_rules.one_page import read_article_page
from webarticlecurator.articles.by_rules.split_parts import split_page
from webarticlecurator.articles.walls.page_checks import check_page
from webarticlecurator.base.model.article import Article, PageExtract
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.archive.entry import start_walk
from webarticlecurator.crawling.archive.state import PageRead, RunContext
from webarticlecurator.crawling.archive.walk import advance
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.proposing.trial.one_article import extract
from webarticlecurator.tei.documents.document import build_document

HOME = "https://echo.example"
ARTICLE = f"{HOME}/news/article-1"
HEAD = f"portal: echo\nhome: {HOME}/\n"
ARCHIVE = f"archive: {{url: {HOME}/list, links: h2}}\n"
FILES = {
    "echo_hook.py": "def nothing(text, url):\n    return []\n\n\ndef something(text, url):\n    return [url[-9:]]\n",
    "table.tsv": "x\tq\n",
    "echo.tags.tsv": "signature\toperation\ndiv.hint\tbox\n",
    "names.txt": "news\nsport\n",
}
TODAY = date(2024, 5, 2)

See = Callable[[Path, str], Any]
"""Given a folder and the text of a portal file: what is to be observed."""


@dataclass(frozen=True)
class Case:
    """``off`` and ``on`` are portal files (with HEAD and ARCHIVE where they have none); ``see``
    gives ``was`` and ``becomes``."""

    see: See
    off: str
    on: str
    was: Any
    becomes: Any


def loaded(folder: Path, text: str) -> Portal:
    """The portal of a text, HEAD and ARCHIVE put before it where it has none of its own."""
    for name, content in FILES.items():
        (folder / name).write_text(content, encoding="utf-8", newline="\n")
    path = folder / "portal.yaml"
    whole = (
        (HEAD if "portal:" not in text else "") + (ARCHIVE if "archive:" not in text else "") + text
    )
    path.write_text(whole, encoding="utf-8", newline="\n")
    return load_portal(path, allow_hooks=True)


def page(html: str, **more: Any) -> Page:
    return Page(ARTICLE, html, **more)


def sees(look: Callable[[Portal, Page], Any], html: str, **more: Any) -> See:
    """What ``look`` says of a page under the portal file."""
    return lambda folder, text: look(loaded(folder, text), page(html, **more))


def field(name: str) -> Callable[[Portal, Page], tuple[str, ...]]:
    """The values of a metadata field."""
    return lambda portal, seen: tuple(
        v.value for v in read_metadata(seen, portal, portal.article)[0].all(name)
    )


def rejected(portal: Portal, seen: Page) -> str | None:
    found = check_page(seen, portal.article)
    return found.reason if found else None


def layout(portal: Portal, seen: Page) -> str:
    return select_layout(portal, seen).name


def parts(portal: Portal, seen: Page) -> tuple[str, ...]:
    """The ids of the articles on a page (article.split)."""
    assert portal.article.split is not None
    return tuple(part.id for part in split_page(seen, portal.article.split))


def blocks(portal: Portal, seen: Page) -> str:
    """The text of a page's blocks, each behind its name; or why there are none."""
    read = read_article_page(portal, seen)
    if not isinstance(read, PageExtract):
        return read.reason
    return " ".join(f"{node.name}:{''.join(node.texts())}" for node in read.blocks)


def tei_has(needle: str, html: str = "<article><p>Words.</p></article>") -> See:
    """Whether the TEI of a page holds a text."""

    def see(folder: Path, text: str) -> bool:
        portal = loaded(folder, text)
        article = extract(portal, ARTICLE, html.encode("utf-8"))
        assert isinstance(article, Article)
        # the digest of the rules differs by itself
        return needle in build_document(article, replace(portal, tei_digest="")).content.decode(
            "utf-8"
        )

    return see


Site = Callable[[str], tuple[tuple[str, ...], str | None]]
"""Address → the articles that the page lists, and its next page."""


def walks(site: Site, today: date = TODAY) -> See:
    """The addresses that a walk of the first window of the first span requests."""

    def see(folder: Path, text: str) -> list[str]:
        portal = loaded(folder, text)
        span = portal.columns[0].spans[0]
        state, seen, asked = start_walk(portal, span, None, None, RunContext(today)), set[str](), []
        while state.address is not None:
            asked.append(state.address.removeprefix(HOME))
            links, following = site(asked[-1])
            new = len(set(links) - seen)
            seen.update(links)
            address = HOME + following if following else None
            read = PageRead(
                state.address,
                200 if links else 404,
                links,
                address,
                new,
                False,
                {HOME + a for a in asked}.__contains__,
            )
            state = advance(portal, span, state, read)
        return asked

    return see
