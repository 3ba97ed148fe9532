"""``curator report``: tables of a corpus for a person to read.

Each function yields rows, the header first, and writes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.base.model.fields import FIELD_NAMES, FIELDS_BY_NAME, FieldKind
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.published_days import parse_days
from webarticlecurator.base.text.table_text import report_line
from webarticlecurator.base.text.times import DAY_LENGTH, to_zone
from webarticlecurator.corpus.export.stored_article import StoredArticle
from webarticlecurator.corpus.stored_pages.article_survey import read_candidates
from webarticlecurator.corpus.stored_pages.page_store import StoredPages
from webarticlecurator.crawling.states.problem_report import HEAD, report_rows
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.portal_file.config.load import builtin_rules
from webarticlecurator.storage.store.view import view_corpus

if TYPE_CHECKING:
    from webarticlecurator.articles.by_rules.field_candidates import FieldCandidate

Row = tuple[str, ...]

CONFLICTS: Row = (
    "field",
    "in_force",
    "other",
    "both",
    "differ",
    "value_in_force",
    "value_other",
    "examples",
)
VALUES: Row = ("value", "articles", "sources", "examples")
MAX_EXAMPLES = 3
NOTHING = "nothing"
"""In place of the source in force if only a built-in rule finds a value."""
BUILT_IN = " (built in)"
_ORDER = {name: number for number, name in enumerate(FIELD_NAMES)}


@dataclass
class _Pair:
    """Counts for the source in force and another one: articles on which both find something, and
    articles on which they differ."""

    both: int = 0
    differ: int = 0
    values: tuple[str, str] = ("", "")
    examples: list[str] = field(default_factory=list)

    def add(self, url: str, one: FieldCandidate, other: FieldCandidate, zone_name: str) -> None:
        self.both += 1
        if not _are_equal(one, other, zone_name):
            self.add_example(url, (" | ".join(one.values), " | ".join(other.values)))

    def add_example(self, url: str, values: tuple[str, str]) -> None:
        """Count an article on which the two are doubtful."""
        self.differ += 1
        if not self.examples:
            self.values = values
        if len(self.examples) < MAX_EXAMPLES:
            self.examples.append(url)


def list_conflicts(
    portal: Portal, pages: StoredPages, runtime: Runtime | None = None
) -> Iterator[Row]:
    """Yield, for each field, the source in force with every other source that differs from it on
    some article, most frequent first.

    A title that is not the visible headline, and an author that is the name of the site, are rows,
    too; there ``both`` and ``differ`` count these articles. Built-in sources are among the others.
    The values are those of the first example. Dates differ if they are different moments, or
    different days if one of them has no time; a month or a year is any of its days. Letter case and
    the order of lists do not count.
    """
    from webarticlecurator.articles.by_rules.field_candidates import FieldCandidate

    pairs: dict[tuple[str, str, str], _Pair] = {}
    for article in read_candidates(portal, pages, runtime, builtin_rules()):
        in_force: dict[str, FieldCandidate] = {}
        for candidate in article.candidates:
            field_name = candidate.field
            one = in_force.setdefault(
                field_name,
                candidate if candidate.counts else FieldCandidate(field_name, NOTHING, ()),
            )
            if one is not candidate:
                other_source = candidate.source + ("" if candidate.counts else BUILT_IN)
                pair = pairs.setdefault((field_name, one.source, other_source), _Pair())
                pair.add(article.url, one, candidate, portal.timezone)
        for remark in article.remarks:
            key = (remark.field, remark.source, remark.other)
            pair = pairs.setdefault(key, _Pair())
            pair.both += 1
            pair.add_example(article.url, (remark.value, remark.other_value))
    yield CONFLICTS
    differing = [(key, pair) for key, pair in pairs.items() if pair.differ]
    differing.sort(key=lambda item: (-item[1].differ, _ORDER[item[0][0]], item[0]))
    for key, pair in differing:
        yield (*key, str(pair.both), str(pair.differ), *pair.values, " ".join(pair.examples))


def _are_equal(one: FieldCandidate, other: FieldCandidate, zone_name: str) -> bool:
    if one.values and FIELDS_BY_NAME[one.field].kind is FieldKind.DATE:
        return _are_same_time(one.values[0], other.values[0], zone_name)
    return sorted(value.casefold() for value in one.values) == sorted(
        value.casefold() for value in other.values
    )


def _are_same_time(one: str, other: str, zone_name: str) -> bool:
    if len(one) > DAY_LENGTH < len(other):
        return to_zone(one, zone_name) == to_zone(other, zone_name)
    first, second = parse_days(one, zone_name), parse_days(other, zone_name)
    return bool(first and second and first[0] <= second[1] and second[0] <= first[1])


@dataclass
class CountedArticles:
    """A number of articles, their different sources, and the first ones of them."""

    number: int = 0
    sources: dict[str, None] = field(default_factory=dict)
    examples: list[str] = field(default_factory=list)

    def add(self, url: str, sources: Iterable[str]) -> None:
        self.number += 1
        self.sources.update(dict.fromkeys(sources))
        if len(self.examples) < MAX_EXAMPLES:
            self.examples.append(url)


def list_field_values(articles: Iterable[StoredArticle], name: str) -> Iterator[Row]:
    """Yield the values of the metadata field ``name`` in the TEI of articles with their sources,
    most frequent first."""
    counts: dict[str, CountedArticles] = {}
    for article in articles:
        for value in article.header.metadata.all(name):
            counts.setdefault(value.value, CountedArticles()).add(
                article.header.url, (value.source,)
            )
    yield VALUES
    for text, count in sorted(counts.items(), key=lambda item: (-item[1].number, item[0])):
        yield (text, str(count.number), ", ".join(count.sources), " ".join(count.examples))


def list_problems(portal: Portal, folder: Path) -> Iterator[Row]:
    """Yield the rows of reports/problems.tsv, as the index has them now."""
    with view_corpus(folder, portal.id) as corpus:
        yield HEAD
        yield from report_rows(portal, corpus)


def to_tsv(rows: Iterable[Row]) -> Iterator[bytes]:
    """Return rows as lines of TSV in UTF-8."""
    return (report_line(row).encode("utf-8", "replace") for row in rows)
