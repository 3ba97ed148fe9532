"""What the proposed portal file makes of the articles that were looked at, as lines to read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from webarticlecurator.article import read_article_page
from webarticlecurator.article.article_page import find_next_page
from webarticlecurator.config import load_portal
from webarticlecurator.errors import ConfigError
from webarticlecurator.model.article import PageExtract, Rejected
from webarticlecurator.model.blocks import blocks_below
from webarticlecurator.page import Page

FIELDS = ("title", "published", "authors", "section", "keywords")
MAX_CELL = 28
"""Characters of a value that are shown."""
_HEAD = ("words kept", *FIELDS, "next page", "comments", "address")


def describe_readings(text: str, pages: Sequence[Page]) -> tuple[str, ...]:
    """Return a table of what the portal file ``text`` reads on ``pages``, one line for each, then
    where the values are from and what is missing. Empty if the file names others, or no pages."""
    try:
        portal = load_portal(Path("new.yaml"), learned=False, content=text.encode("utf-8"))
    except ConfigError:  # a classifier that is not in this folder
        return ()
    if not pages:
        return ()
    read = [read_article_page(portal, page) for page in pages]
    rows: list[tuple[str, ...]] = [_HEAD]
    for page, each in zip(pages, read, strict=True):
        if isinstance(each, Rejected):
            rows.append((f"none: {each.reason}", *[""] * (len(_HEAD) - 2), page.url))
        else:
            rows.append(_row(each, bool(find_next_page(portal, page))))
    widths = [max(len(row[n]) for row in rows) for n in range(len(_HEAD) - 1)]
    lines = [
        "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[-1]])
        for row in rows
    ]
    return (f"{len(pages)} articles read with this file:", *lines, *_list_sources(read))


def _row(read: PageExtract, has_next: bool) -> tuple[str, ...]:
    dropped = sum(count for _, count in read.account.dropped)
    words = f"{read.account.kept} of {read.account.kept + dropped}"
    cells = ["; ".join(read.metadata.texts(name)) or "-" for name in FIELDS]
    cells[1] = cells[1][: len("2024-01-31T10:00")]
    shown = [f"{cell[: MAX_CELL - 1]}…" if len(cell) > MAX_CELL else cell for cell in cells]
    comments = sum(node.name == "comment" for node in blocks_below(read.blocks))
    return (words, *shown, "yes" if has_next else "-", str(comments or "-"), read.url)


def _list_sources(read: Sequence[PageExtract | Rejected]) -> Iterator[str]:
    """Yield, for each field, its sources and on how many pages, and a page without it; then the
    pages that were read without rules."""
    extracts = [each for each in read if isinstance(each, PageExtract)]
    for name in FIELDS:
        counts = Counter(value.source for each in extracts for value in each.metadata.all(name)[:1])
        sources = ", ".join(f"{source} ({count})" for source, count in counts.most_common())
        lacking = [each.url for each in extracts if not each.metadata.all(name)]
        missing = f"; none on {len(lacking)}, such as {lacking[0]}" if lacking else ""
        yield f"{name}: {sources or 'not found'}{missing}"
    for each in extracts:
        if each.confidence is not None:
            share = f"{each.confidence / 1000:.2f}"
            yield f"unsure: read without a root, confidence {share}: {each.url}"
