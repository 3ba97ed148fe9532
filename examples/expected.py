"""What the corpus of the demo portal must hold, said by the portal's own model and never by a
crawl."""

from __future__ import annotations

import base64
import hashlib
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from .portal.blocks import Block, Box, Entry, Frame, Gallery, Picture, SocialPost, Table, count
from .portal.columns import also_in_news, listings, redirect_target, refusals
from .portal.layouts import HOST
from .portal.stories import SECTIONS, Story, stories


@dataclass(frozen=True)
class ExpectedArticle:
    """One article of the corpus. ``url`` canonical; ``aliases`` the other addresses that archives
    name; ``column`` the first that lists it, in the order of the portal file; ``pages`` the
    addresses of its pages; ``words`` all words of the TEI body in order; ``text`` its lines as
    ``curator extract --format text`` gives them: without title, captions, comments, boxes, embeds.
    """

    id: str
    url: str
    aliases: tuple[str, ...]
    column: str
    pages: tuple[str, ...]
    title: str
    subtitle: str | None
    authors: tuple[str, ...]
    sources: tuple[str, ...]
    published: str
    modified: str | None
    section: str
    keywords: tuple[str, ...]
    language: str
    access: str | None
    old_layout: bool
    words: tuple[str, ...]
    text: tuple[str, ...]


def article_id(url: str) -> str:
    """``a`` and 16 base32 digits of the address's sha256."""
    return "a" + base64.b32encode(hashlib.sha256(url.encode()).digest()).decode()[:16].lower()


def lines(block: Block) -> tuple[str, ...]:
    """The lines of running text a block gives."""
    if isinstance(block, (Picture, Gallery, Frame, SocialPost, Box)):
        return ()
    if isinstance(block, Entry):
        return (block.title, *(line for inner in block.blocks for line in lines(inner)))
    if isinstance(block, Table):
        return tuple(block.texts())[1:]
    return tuple(block.texts())


def words_of(story: Story) -> tuple[str, ...]:
    """All words of the body: the pages one after the other, the comments under them."""
    told = [text for page in story.pages for block in page for text in block.texts()]
    if story.comments:
        told.append(f"Hozzászólások ({count(story.comments)})")
    told.extend(text for comment in story.comments for text in comment.texts())
    return tuple(word for text in told for word in text.split())


def first_column(story: Story) -> str:
    return "hirek" if also_in_news(story) else story.column


def aliases_of(story: Story) -> tuple[str, ...]:
    """Every address by which an archive names the article but its own, sorted."""
    url = f"{HOST}{story.path}"
    named = {
        line.address for column in SECTIONS for line in listings(column) if line.story is story
    }
    if story is redirect_target():
        named |= {line.address for _, line in refusals() if line.reason == "alias"}
    return tuple(sorted(named - {url}))


def expected(story: Story) -> ExpectedArticle:
    url = f"{HOST}{story.path}"
    return ExpectedArticle(
        id=article_id(url), url=url, aliases=aliases_of(story), column=first_column(story),
        pages=tuple(f"{HOST}{story.page_path(n + 1)}" for n in range(len(story.pages))),
        title=story.title, subtitle=story.subtitle or None, authors=story.authors, sources=story.sources,
        published=story.when.date().isoformat() if story.day_only else story.when.isoformat(),
        modified=story.modified.isoformat() if story.modified else None,
        section=SECTIONS[story.column], keywords=story.keywords, language=story.language,
        access="closed" if story.paid else None, old_layout=story.old,
        words=words_of(story),
        text=tuple(" ".join(line.split()) for page in story.pages for block in page for line in lines(block) if line.strip()),
    )  # fmt: skip


@lru_cache(maxsize=1)
def expected_articles() -> tuple[ExpectedArticle, ...]:
    """Every article that must end as TEI, sorted by address."""
    return tuple(sorted(map(expected, stories()), key=lambda article: article.url))


def expected_rejections() -> dict[str, int]:
    """Reason → how many listed addresses end with it. One that leads to another listed article is
    its alias, not rejected."""
    return dict(
        sorted(Counter(line.reason for _, line in refusals() if line.reason != "alias").items())
    )


def expected_status() -> dict[str, object]:
    """The fields of ``curator status --json`` that follow from the portal alone, after a finished
    crawl."""
    rejected = expected_rejections()
    built = len(expected_articles())
    return {
        "portal": "demo",
        "articles": built + sum(rejected.values()),
        "tei": built,
        "rejected": rejected,
        "stored": 0,
        "pending": 0,
        "failed": 0,
    }
