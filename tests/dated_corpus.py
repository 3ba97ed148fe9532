"""Corpora of articles with given titles, dates and texts, crawled from a portal on loopback."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from small_portal import listing, small_portal

from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.workers.run_options import Runtime

FILE = """\
portal: {portal}
language: en
timezone: UTC
archive:
  url: BASE/list
  links: h2
fetch: {{delay: 0}}
article:
  body: {{root: article}}
  metadata: {{title: h1, authors: .by, sources: .source, published: {{css: time, attr: datetime}}}}
"""


@dataclass(frozen=True)
class DatedArticle:
    """An article: its ``path`` begins with a slash; ``text`` has a paragraph per line."""

    path: str
    published: str
    title: str
    text: str
    author: str = ""
    source: str = ""

    def page(self) -> str:
        """Return its page."""
        paragraphs = "".join(f"<p>{line}</p>" for line in self.text.split("\n"))
        by = f'<p class="by">{self.author}</p>' if self.author else ""
        source = f'<p class="source">{self.source}</p>' if self.source else ""
        return (
            f"<html><head><title>{self.title}</title></head><body><h1>{self.title}</h1>{by}{source}"
            f'<time datetime="{self.published}"></time><article>{paragraphs}</article>'
            "</body></html>"
        )


def crawl_articles(parent: Path, portal: str, articles: Sequence[DatedArticle]) -> Path:
    """Crawl them into ``parent/portal``; return the portal file, beside it."""
    pages = {article.path: article.page() for article in articles}
    with small_portal(parent, {"/list": listing(*pages), **pages}) as server:
        made = server.write(FILE.format(portal=portal))
        crawl(made, parent / portal, None, Runtime(clock=server.clock))
    return (parent / "portal.yaml").rename(parent / f"{portal}.yaml")


def make_words(number: int, seed: int) -> list[str]:
    """Return made-up words, the same ones for a seed."""
    chance = random.Random(seed)
    return ["".join(chance.choices("abcdefghijklmnop", k=6)) for _ in range(number)]


def make_text(number: int, seed: int) -> str:
    """Return made-up words as a text."""
    return " ".join(make_words(number, seed))
