"""A blog of two archive pages and twelve articles: its pages, its rules, and where they lie."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from small_portal import SmallPortal

RULES = """\
language: en
fetch: {delay: 0}
archive:
  url: BASE/list
  links: h2
  pagination: {mode: next-link, next: a.next}
article:
  body: {root: div.text}
  metadata: {title: h1}
"""
WORDS = tuple(
    "rudder harbour anchor tiller galley cabin lantern compass mast keel sail pump".split()
)
PER_LIST = 6
ARTICLES = tuple(f"/posts/{word}" for word in WORDS)
Answer = tuple[int, str, str]


def article_page(word: str, head: str = "") -> str:
    sentence = f"The {word} was mended before the ship left, and nobody on board knew the price."
    return (
        f"<html><head><title>On the {word} of ships - Boats</title>{head}</head><body>"
        f'<div class="menu"><a href="/">Home</a></div><h1>On the {word} of ships</h1>'
        f'<div class="text"><p>{sentence}</p><p>Later the {word} broke again, far from any'
        " coast that we had a map of, and we rowed.</p></div></body></html>"
    )


def list_page(words: tuple[str, ...], more: str = "") -> str:
    links = "".join(
        f'<h2><a href="/posts/{word}">On the {word} of ships</a></h2>' for word in words
    )
    return f'<html><head><title>Boats</title></head><body><div id="list">{links}</div>{more}</body></html>'


@dataclass(frozen=True)
class Blog:
    """The crawled blog, its WARC files, and a folder with its pages as files."""

    portal: SmallPortal
    saved: Path

    @property
    def base(self) -> str:
        return self.portal.base

    @property
    def config(self) -> str:
        return str(self.portal.folder / "portal.yaml")

    @property
    def corpus(self) -> str:
        return str(self.portal.corpus)

    @property
    def warcs(self) -> list[str]:
        return [str(path) for path in sorted((self.portal.corpus / "warc").iterdir())]
