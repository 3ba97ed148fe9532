"""What the proposed portal file makes of the articles that were looked at, and what is doubtful."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from statistics import median

from webarticlecurator.articles.by_rules.last_page_authors import add_signature, is_unsigned
from webarticlecurator.articles.by_rules.one_page import find_next_page, read_article_page
from webarticlecurator.articles.by_rules.split_pages import read_split_page
from webarticlecurator.articles.facts.name_candidates import is_full_name
from webarticlecurator.articles.units.text_units import fold_text
from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.model.article import ORGANISATION, PageExtract, Rejected
from webarticlecurator.base.model.blocks import block_words, blocks_below
from webarticlecurator.base.model.doubts import Doubt, doubt_problems
from webarticlecurator.base.model.verdict import Problem, make_problem
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.proposal.article_readings import (
    FIELDS,
    ArticleReading,
    FieldReading,
    describe_rejection,
)
from webarticlecurator.crawling.crawl.page_visits import PageVisit
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.load import load_portal

FIRST_WORDS = 24
"""Words at the beginning of a text that are shown."""
SURE_CONFIDENCE = 900
"""Expected token F1 in per mille from which on a text that no rule has found is sure."""
MIN_USUAL_SHARE = 0.1
"""Share of the usual words of a text up to which it is probably no whole one."""
MAX_LACKING = {"title": 0.0, "published": 0.0, "authors": 0.1}
"""Field → the share of the articles that may be without it. Not each portal has the others."""
MIN_COMPARED = 4
"""Articles from which on it is no chance what they have in common."""
OF_ARTICLES = frozenset(
    "articles-not-read not-articles few-articles kind-unsure text-without-rules field-not-found"
    " loaded-later".split()
)
"""Kinds of doubts about the articles that were read."""
_SEPARATOR = re.compile(r"\s+(?:[|·•:–—-]|::)\s+")
"""What is between the title of a page and that of the site."""


@dataclass(frozen=True)
class SampleReading:
    """What a portal file reads of the page at ``url``, and whether a page follows. ``is_signed``:
    whether the last page names the authors, None if none was visited or the first one names them.
    """

    url: str
    read: PageExtract | Rejected
    has_next: bool
    is_signed: bool | None = None


def read_samples(
    text: str, pages: Sequence[Page], last_of: Mapping[Page, Page] | None = None
) -> tuple[SampleReading, ...]:
    """Return what the portal file ``text``, which names no other file, reads on each of
    ``pages``. ``last_of``: first page of an article → its last one, where it was visited."""
    portal = load_portal(Path("new.yaml"), learned=False, content=text.encode("utf-8"))
    known = last_of or {}
    if portal.article.split is not None:
        found = [read_split_page(portal, page) for page in pages]
        read = (
            each
            for parts in found
            for each in ([parts] if isinstance(parts, Rejected) else [part for _, part in parts])
        )
        return tuple(SampleReading(each.url, each, has_next=False) for each in read)
    return tuple(_read_sample(portal, page, known.get(page)) for page in pages)


def _read_sample(portal: Portal, page: Page, last: Page | None) -> SampleReading:
    read = read_article_page(portal, page)
    has_next = bool(find_next_page(portal, page))
    if last is None or isinstance(read, Rejected) or not is_unsigned(read.metadata):
        return SampleReading(page.url, read, has_next)
    metadata = add_signature(read.metadata, portal, last)
    is_signed = not is_unsigned(metadata)
    return SampleReading(page.url, replace(read, metadata=metadata), has_next, is_signed)


def collect_readings(samples: Sequence[SampleReading]) -> tuple[ArticleReading, ...]:
    """Return what was read of each page, and which of it is sure: what an article must have, and
    others have in another way."""
    extracts = list_extracts(samples)
    titles = Counter(title for each in extracts for title in each.metadata.texts("title"))
    moments = {*chain.from_iterable(each.metadata.texts("published") for each in extracts)}
    is_one_moment = len(moments) == 1 and len(extracts) >= MIN_COMPARED
    usual = median([each.account.kept for each in extracts] or [0])

    def read_field(extract: PageExtract, name: str) -> FieldReading:
        values = extract.metadata.all(name)
        is_doubtful = (
            (name in MAX_LACKING and not values)
            or (name == "title" and any(titles[each.value] > 1 for each in values))
            or (name == "published" and is_one_moment)
            or (name == "authors" and any(each.source.endswith(ORGANISATION) for each in values))
        )
        texts = tuple(each.value for each in values)
        return FieldReading(name, texts, values[0].source if values else "", not is_doubtful)

    def read_sample(sample: SampleReading) -> ArticleReading:
        read = sample.read
        if isinstance(read, Rejected):
            return ArticleReading(sample.url, rejected=read.reason)
        guessed = read.confidence is not None and read.confidence < SURE_CONFIDENCE
        return ArticleReading(
            read.url,
            fields=tuple(read_field(read, name) for name in FIELDS),
            start=" ".join(block_words(read.blocks)[:FIRST_WORDS]),
            words=read.account.kept,
            dropped=read.account.dropped,
            is_sure=not guessed and read.account.kept > usual * MIN_USUAL_SHARE,
            has_next=sample.has_next,
            comments=sum(node.name == "comment" for node in blocks_below(read.blocks)),
        )

    return tuple(map(read_sample, samples))


def list_extracts(samples: Sequence[SampleReading]) -> list[PageExtract]:
    """Return what was read of the pages that are articles."""
    return [each.read for each in samples if isinstance(each.read, PageExtract)]


def doubt_pages(unread: Sequence[PageVisit], unsure: Sequence[Page], total: int) -> Iterator[Doubt]:
    """Yield the doubts about pages that could not be read, and about those of ``total`` that may be
    threads or articles; ``total`` is 0 if who wrote their first posts says so."""
    for visit in unread[:1]:
        problem = Problem("articles-not-read", visit.answered, visit.trouble)
        yield doubt_problems(problem, len(unread))
    for page in unsure[:1]:
        counts = {"number": len(unsure), "total": total} if total else {}
        problem = make_problem("kind-unsure", page.url, "some" if total else "", **counts)
        yield doubt_problems(problem)


def doubt_readings(samples: Sequence[SampleReading], site: str = "") -> Iterator[Doubt]:
    """Yield the doubts about what was read of the ``site`` of this title: pages that are no
    articles, texts that no rule has found, fields that were not found. Of authors, one in ten
    articles may have none."""
    rejected = [each.read for each in samples if isinstance(each.read, Rejected)]
    for each in rejected[:1]:
        refused = Problem("not-articles", each.url, describe_rejection(each.reason))
        yield doubt_problems(refused, len(rejected))
    extracts = list_extracts(samples)
    if 0 < len(extracts) < MIN_COMPARED:
        yield doubt_problems(make_problem("few-articles", extracts[0].url, number=len(extracts)))
    loaded = [p for each in extracts for p in each.problems if p.kind == "loaded-later"]
    if loaded:
        yield doubt_problems(loaded[0], len(loaded))
    guessed = [each for each in extracts if each.confidence is not None]
    for first in guessed[:1]:
        share = f"{(first.confidence or 0) / 1000:.2f}"
        yield doubt_problems(
            make_problem("text-without-rules", first.url, share=share), len(guessed)
        )
    paged = {each.url for each in samples if each.has_next}
    visited = {each.is_signed for each in samples} - {None}
    # the last pages that were visited name the authors, so those of other articles do
    unknown = {each.url for each in extracts if is_unsigned(each.metadata) and each.url in paged}
    signing = [each for each in extracts if visited != {True} or each.url not in unknown]
    yield from _doubt_authors(signing, site)
    for name, most in MAX_LACKING.items():
        known = signing if name == "authors" else extracts
        lacking = [each.url for each in known if not each.metadata.all(name)]
        if paged and paged == {*lacking}:
            problem = make_problem(
                "field-not-found", lacking[0], "first-pages", field=name, number=len(lacking)
            )
            yield doubt_problems(problem, len(lacking), name)
        elif len(lacking) > most * len(known):
            problem = make_problem(
                "field-not-found", lacking[0], field=name, number=len(lacking), total=len(known)
            )
            yield doubt_problems(problem, len(lacking), name)


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
    is_house = names == houses or all(source.endswith(ORGANISATION) for _, source in declared)
    if len(names) == 1 and is_house and len(filled) == len(extracts) >= MIN_COMPARED:
        problem = make_problem(
            "field-not-found", extracts[0].url, "organization", number=len(filled), name=names.pop()
        )
        yield doubt_problems(problem, len(filled), "authors")
        return
    unnamed = [each for each, values in filled if {value.value for value in values} <= houses]
    if len(unnamed) > MAX_LACKING["authors"] * len(extracts) and len(extracts) >= MIN_COMPARED:
        problem = make_problem(
            "field-not-found", unnamed[0].url, "site", number=len(unnamed), total=len(extracts)
        )
        yield doubt_problems(problem, len(unnamed), "authors")
