"""What the proposed portal file makes of the articles that were looked at, as lines to read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from webarticlecurator.articles.by_rules.one_page import find_next_page, read_article_page
from webarticlecurator.articles.without_rules.name_candidates import is_full_name
from webarticlecurator.articles.without_rules.text_units import fold_text
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.article import PageExtract, Rejected
from webarticlecurator.base.model.blocks import blocks_below
from webarticlecurator.base.model.doubts import Doubt
from webarticlecurator.base.model.proposal_doubts import (
    FEW_ARTICLES,
    GUESSED_TEXT,
    NO_ARTICLES,
    NO_FIELD,
    NOT_ARTICLES,
    make_proposal_doubt,
)
from webarticlecurator.base.text.translation import Message, join_messages, make_message, translate
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.load import load_portal

FIELDS = ("title", "published", "authors", "section", "keywords")
MAX_CELL = 28
"""Characters of a value that are shown."""
MAX_LACKING = {"title": 0.0, "published": 0.0, "authors": 0.1}
"""Field → the share of the articles that may be without it. Not each portal has the others."""
MIN_COMPARED = 4
"""Articles from which on it is no chance what they have in common."""
OF_ARTICLES = frozenset({NO_ARTICLES, NOT_ARTICLES, FEW_ARTICLES, GUESSED_TEXT, NO_FIELD})
"""Kinds of doubts about the articles that were read."""
_SEPARATOR = re.compile(r"\s+(?:[|·•:–—-]|::)\s+")
"""What is between the title of a page and that of the site."""
_HEAD: tuple[str, ...] = (
    make_message("words kept"),
    *FIELDS,
    make_message("next page"),
    make_message("comments"),
    make_message("address"),
)


@dataclass(frozen=True)
class SampleReading:
    """What a portal file reads of the page at ``url``, and whether a page follows."""

    url: str
    read: PageExtract | Rejected
    has_next: bool


def read_samples(text: str, pages: Sequence[Page]) -> tuple[SampleReading, ...]:
    """Return what the portal file ``text``, which names no other file, reads on each of
    ``pages``."""
    portal = load_portal(Path("new.yaml"), learned=False, content=text.encode("utf-8"))
    return tuple(
        SampleReading(page.url, read_article_page(portal, page), bool(find_next_page(portal, page)))
        for page in pages
    )


def describe_readings(samples: Sequence[SampleReading]) -> tuple[str, ...]:
    """Return a table of what was read on pages, one line for each, then where the values are from.
    Empty without pages."""
    if not samples:
        return ()
    rows = [_HEAD, *map(_row, samples)]
    # as wide as they are shown; the words of the table itself are translated
    widths = [max(len(_show(row[n])) for row in rows) for n in range(len(_HEAD) - 1)]
    names = [f"cell{number}" for number in range(len(_HEAD))]
    forms = [f"{{{name}:<{width}}}" for name, width in zip(names, widths, strict=False)]
    template = "  ".join([*forms, f"{{{names[-1]}}}"])
    lines = [Message(template, "", dict(zip(names, row, strict=True))) for row in rows]
    first = make_message("{number} articles read with this file:", number=len(samples))
    return (first, *lines, *_list_sources(samples))


def _show(cell: str) -> str:
    return translate(cell) if isinstance(cell, Message) else cell


def _row(sample: SampleReading) -> tuple[str, ...]:
    read = sample.read
    if isinstance(read, Rejected):
        none = make_message("none: {reason}", reason=read.reason)
        return (none, *[""] * (len(_HEAD) - 2), sample.url)
    dropped = sum(count for _, count in read.account.dropped)
    words = make_message(
        "{kept} of {kept2}", kept=read.account.kept, kept2=read.account.kept + dropped
    )
    cells = ["; ".join(read.metadata.texts(name)) or "-" for name in FIELDS]
    cells[1] = cells[1][: len("2024-01-31T10:00")]
    shown = [f"{cell[: MAX_CELL - 1]}…" if len(cell) > MAX_CELL else cell for cell in cells]
    comments = sum(node.name == "comment" for node in blocks_below(read.blocks))
    following = make_message("yes") if sample.has_next else "-"
    return (words, *shown, following, str(comments or "-"), read.url)


def _list_sources(samples: Sequence[SampleReading]) -> Iterator[str]:
    """Yield, for each field, its sources and on how many pages."""
    extracts = list_extracts(samples)
    for name in FIELDS:
        counts = Counter(value.source for each in extracts for value in each.metadata.all(name)[:1])
        sources = ", ".join(f"{source} ({count})" for source, count in counts.most_common())
        yield join_messages(": ", (name, sources or make_message("not found")))


def list_extracts(samples: Sequence[SampleReading]) -> list[PageExtract]:
    """Return what was read of the pages that are articles."""
    return [each.read for each in samples if isinstance(each.read, PageExtract)]


def doubt_readings(samples: Sequence[SampleReading], site: str = "") -> Iterator[Doubt]:
    """Yield the doubts about what was read of the ``site`` of this title: pages that are no
    articles, texts that no rule has found, fields that were not found. Of authors, one in ten
    articles may have none."""
    rejected = [each for each in samples if isinstance(each.read, Rejected)]
    for each in rejected[:1]:
        yield make_proposal_doubt(NOT_ARTICLES, each.url, _row(each)[0], len(rejected))
    extracts = list_extracts(samples)
    if 0 < len(extracts) < MIN_COMPARED:
        words = make_message("{number} articles", number=len(extracts))
        yield make_proposal_doubt(FEW_ARTICLES, extracts[0].url, words)
    guessed = [each for each in extracts if each.confidence is not None]
    for first in guessed[:1]:
        share = f"{(first.confidence or 0) / 1000:.2f}"
        words = make_message("read without a root, confidence {share}", share=share)
        yield make_proposal_doubt(GUESSED_TEXT, first.url, words, len(guessed))
    yield from _doubt_authors(extracts, site)
    paged = {each.url for each in samples if each.has_next}
    for name, most in MAX_LACKING.items():
        lacking = [each.url for each in extracts if not each.metadata.all(name)]
        if paged and paged == {*lacking}:
            words = make_message(
                "{field} not found on {number} of {number} articles of several pages, of which the"
                " first is read for it",
                field=name,
                number=len(lacking),
            )
            yield make_proposal_doubt(NO_FIELD, lacking[0], words, len(lacking))
        elif len(lacking) > most * len(extracts):
            words = make_message(
                "{field} not found on {number} of {total}",
                field=name,
                number=len(lacking),
                total=len(extracts),
            )
            yield make_proposal_doubt(NO_FIELD, lacking[0], words, len(lacking))


def _doubt_authors(extracts: Sequence[PageExtract], site: str) -> Iterator[Doubt]:
    """Yield the doubt about authors that are an organization on all pages, or on some the ``site``:
    the portal itself, which its pages declare, whoever has written the article."""
    authors = [(each, each.metadata.all("authors")) for each in extracts]
    filled = [(each, values) for each, values in authors if values]
    declared = {(value.value, value.source) for _, values in filled for value in values}
    parts = {*map(fold_text, _SEPARATOR.split(site))}
    # a blog may be called by the name of its writer
    houses = {name for name, _ in declared if fold_text(name) in parts and not is_full_name(name)}
    names = {name for name, _ in declared}
    is_house = names == houses or all(source.endswith("(Organization)") for _, source in declared)
    if len(names) == 1 and is_house and len(filled) == len(extracts) >= MIN_COMPARED:
        words = make_message(
            "authors not found on {number} of {number}: all declare {name}, an organization",
            number=len(filled),
            name=names.pop(),
        )
        yield make_proposal_doubt(NO_FIELD, extracts[0].url, words, len(filled))
        return
    unnamed = [each for each, values in filled if {value.value for value in values} <= houses]
    if len(unnamed) > MAX_LACKING["authors"] * len(extracts) and len(extracts) >= MIN_COMPARED:
        words = make_message(
            "authors not found on {number} of {total}, which declare the site alone",
            number=len(unnamed),
            total=len(extracts),
        )
        yield make_proposal_doubt(NO_FIELD, unnamed[0].url, words, len(unnamed))
