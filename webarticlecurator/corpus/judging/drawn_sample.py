"""Draw the articles that people judge: at random from each stratum, a year and a layout."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.judging.judgements import (
    JudgedSample,
    SampledArticle,
    read_judged_text,
)
from webarticlecurator.corpus.judging.stratified_sample import (
    allocate_sample,
    choose_sample_size,
    join_strata,
    rank_articles,
)
from webarticlecurator.storage.index.disk import locate_stored_file
from webarticlecurator.storage.store.view import CorpusView

_TEMPLATE_FIELDS = ("title", "published")
"""The fields whose kinds of sources tell one template of a portal from another."""


class Stratum(NamedTuple):
    """A layout and a year."""

    layout: str
    year: str


def draw_sample(
    portal: Portal, view: CorpusView, seed: int, half_width: float, today: date
) -> JudgedSample:
    """Return the sample of the articles in TEI. Raises UsageError if there are none, or the index
    lacks what it knows of some."""
    if view.article_facts.count_missing():
        raise UsageError(
            "the index lacks the years of some articles", "Run `curator build`, then this again."
        )
    members: dict[Stratum, list[str]] = {}
    for url, stratum in _list_strata(portal, view):
        members.setdefault(stratum, []).append(url)
    if not members:
        raise UsageError("no article is in TEI", "Run `curator crawl` first.")
    order = sorted(members)
    sizes = [len(members[each]) for each in order]
    wanted = choose_sample_size(sum(sizes), half_width)
    groups: list[list[Stratum]] = []
    for place, stratum in zip(join_strata(sizes, wanted), order, strict=True):
        groups[place:] = [[*(groups[place] if place < len(groups) else ()), stratum]]
    urls = [[url for each in group for url in members[each]] for group in groups]
    counts = allocate_sample([len(each) for each in urls], wanted)
    drawn = {
        url: number
        for number, (each, count) in enumerate(zip(urls, counts, strict=True))
        for url in rank_articles(each, seed)[:count]
    }
    return JudgedSample(
        seed,
        half_width,
        today.isoformat(),
        tuple((_name_group(group), len(each)) for group, each in zip(groups, urls, strict=True)),
        tuple(SampledArticle(url, drawn[url]) for url in rank_articles(drawn, seed)),
    )


def read_text_digests(view: CorpusView, sample: JudgedSample) -> dict[str, str]:
    """Return the digest of the present text of each article of a sample that is in TEI."""
    digests = {}
    for url, _ in sample.articles:
        content = read_tei(view, url)
        if content is not None:
            digests[url] = read_judged_text(content).digest
    return digests


def read_tei(view: CorpusView, url: str) -> bytes | None:
    """Return the TEI document of an article; None if it has none, or it cannot be read."""
    row = view.frontier.article(url)
    if row is None or row.tei is None:
        return None
    try:
        return locate_stored_file(view.folder / "tei", row.tei).read_bytes()
    except OSError:
        return None


def _list_strata(portal: Portal, view: CorpusView) -> Iterator[tuple[str, Stratum]]:
    for url, column, published, stored, sources in view.fact_rows.list_origins():
        words = json.loads(sources)
        kinds = dict(zip(words[::2], words[1::2], strict=True))
        template = ", ".join(kinds.get(name, "–") for name in _TEMPLATE_FIELDS)
        layout = _find_layout(portal, column, published, stored)
        yield url, Stratum(f"{layout} ({template})".lstrip(), published[:4])


def _find_layout(portal: Portal, column: str, published: str, stored: str) -> str:
    """Return the name of the layout whose dates and columns an article has, "" for none; what else
    tells layouts apart is on the page."""
    for layout in portal.layouts:
        when = layout.when
        is_of_column = not when.has and (not when.columns or column in when.columns)
        if is_of_column and all(
            span is None or _is_within(day, span)
            for day, span in ((stored, when.captured), (published, when.published))
        ):
            return layout.name
    return ""


def _is_within(day: str, span: tuple[date | None, date | None]) -> bool:
    first, last = (None if each is None else each.isoformat() for each in span)
    return (
        bool(day) and (first is None or day >= first[: len(day)]) and (last is None or day <= last)
    )


def _name_group(group: Sequence[Stratum]) -> str:
    years = sorted({each.year or "?" for each in group})
    layouts = sorted({each.layout for each in group})
    return (
        f"{years[0]}–{years[-1]} · {' / '.join(layouts)}"
        if len(years) > 1
        else (f"{years[0]} · {' / '.join(layouts)}")
    )
