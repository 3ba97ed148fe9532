"""What the proposed portal file makes of the articles that were looked at, as lines to read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from webarticlecurator.articles.by_rules.one_page import find_next_page, read_article_page
from webarticlecurator.base.errors import ConfigError
from webarticlecurator.base.model.article import PageExtract, Rejected
from webarticlecurator.base.model.blocks import blocks_below
from webarticlecurator.base.text.translation import Message, join_messages, make_message, translate
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.load import load_portal

FIELDS = ("title", "published", "authors", "section", "keywords")
MAX_CELL = 28
"""Characters of a value that are shown."""
_HEAD = (
    make_message("words kept"),
    *FIELDS,
    make_message("next page"),
    make_message("comments"),
    make_message("address"),
)


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
            none = make_message("none: {reason}", reason=each.reason)
            rows.append((none, *[""] * (len(_HEAD) - 2), page.url))
        else:
            rows.append(_row(each, bool(find_next_page(portal, page))))
    # as wide as they are shown; the words of the table itself are translated
    widths = [max(len(_show(row[n])) for row in rows) for n in range(len(_HEAD) - 1)]
    names = [f"cell{number}" for number in range(len(_HEAD))]
    forms = [f"{{{name}:<{width}}}" for name, width in zip(names, widths, strict=False)]
    template = "  ".join([*forms, f"{{{names[-1]}}}"])
    lines = [Message(template, "", dict(zip(names, row, strict=True))) for row in rows]
    first = make_message("{number} articles read with this file:", number=len(pages))
    return (first, *lines, *_list_sources(read))


def _show(cell: str) -> str:
    return translate(cell) if isinstance(cell, Message) else cell


def _row(read: PageExtract, has_next: bool) -> tuple[str, ...]:
    dropped = sum(count for _, count in read.account.dropped)
    words = make_message(
        "{kept} of {kept2}", kept=read.account.kept, kept2=read.account.kept + dropped
    )
    cells = ["; ".join(read.metadata.texts(name)) or "-" for name in FIELDS]
    cells[1] = cells[1][: len("2024-01-31T10:00")]
    shown = [f"{cell[: MAX_CELL - 1]}…" if len(cell) > MAX_CELL else cell for cell in cells]
    comments = sum(node.name == "comment" for node in blocks_below(read.blocks))
    return (words, *shown, make_message("yes") if has_next else "-", str(comments or "-"), read.url)


def _list_sources(read: Sequence[PageExtract | Rejected]) -> Iterator[str]:
    """Yield, for each field, its sources and on how many pages, and a page without it; then the
    pages that were read without rules."""
    extracts = [each for each in read if isinstance(each, PageExtract)]
    for name in FIELDS:
        counts = Counter(value.source for each in extracts for value in each.metadata.all(name)[:1])
        sources = ", ".join(f"{source} ({count})" for source, count in counts.most_common())
        lacking = [each.url for each in extracts if not each.metadata.all(name)]
        found = sources or make_message("not found")
        if lacking:
            found = make_message(
                "{sources}; none on {number}, such as {url}",
                sources=found,
                number=len(lacking),
                url=lacking[0],
            )
        yield join_messages(": ", (name, found))
    for each in extracts:
        if each.confidence is not None:
            share = f"{each.confidence / 1000:.2f}"
            words = make_message(
                "read without a root, confidence {share}: {url}", share=share, url=each.url
            )
            yield make_message("unsure: {text}", text=words)
