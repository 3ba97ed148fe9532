"""``curator report``: tables of a corpus for a person to read; each gives its rows, head first, and
writes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from webarticlecurator.config import builtin_rules
from webarticlecurator.extract.metadata.candidates import FieldCandidate
from webarticlecurator.model.article import DATES, FIELDS
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.sheet_text import report_line
from webarticlecurator.model.timezone import day_in_zone, to_zone
from webarticlecurator.run.analysis.survey import StoredPages, read_stored_pages
from webarticlecurator.run.reports import HEAD
from webarticlecurator.run.reports import report_rows as problem_rows
from webarticlecurator.run.setup import Runtime
from webarticlecurator.store import view_corpus
from webarticlecurator.tei import read_header

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
EXAMPLES = 3
NOTHING = "nothing"
"""In place of the source that counts where no rule of the portal gives a value, and a built-in one
does."""
BUILT_IN = " (built in)"
_ORDER = {name: number for number, (name, _, _) in enumerate(FIELDS)}


@dataclass
class _Pair:
    """The source in force and another: on how many articles both give something, on how many
    something else."""

    both: int = 0
    differ: int = 0
    values: tuple[str, str] = ("", "")
    examples: list[str] = field(default_factory=list)

    def add(self, url: str, one: FieldCandidate, other: FieldCandidate, zone_name: str) -> None:
        self.both += 1
        if _same(one, other, zone_name):
            return
        self.differ += 1
        if len(self.examples) < EXAMPLES:
            self.values = (
                (" | ".join(one.values), " | ".join(other.values))
                if not self.examples
                else self.values
            )
            self.examples.append(url)


def list_conflicts(
    portal: Portal, pages: StoredPages, effects: Runtime | None = None
) -> Iterator[Row]:
    """For each field the source that counts and every other one, built-in sources among them, where
    they differ on some article: most frequent first. The values are those of the first example.
    Dates differ if they name other moments, or other days where one names no moment; letter case
    and the order of lists do not count."""
    pairs: dict[tuple[str, str, str], _Pair] = {}
    for found in read_stored_pages(portal, replace(pages, besides=builtin_rules()), effects):
        in_force: dict[str, FieldCandidate] = {}
        for offer in found.offers:
            one = in_force.setdefault(
                offer.field, offer if offer.counts else FieldCandidate(offer.field, NOTHING, ())
            )
            if one is not offer:
                key = (offer.field, one.source, offer.source + ("" if offer.counts else BUILT_IN))
                pairs.setdefault(key, _Pair()).add(found.url, one, offer, portal.timezone)
    yield CONFLICTS
    known = [(key, pair) for key, pair in pairs.items() if pair.differ]
    for key, pair in sorted(known, key=lambda item: (-item[1].differ, _ORDER[item[0][0]], item[0])):
        yield (*key, str(pair.both), str(pair.differ), *pair.values, " ".join(pair.examples))


def _same(one: FieldCandidate, other: FieldCandidate, zone_name: str) -> bool:
    if one.values and one.field in DATES:
        return _same_time(one.values[0], other.values[0], zone_name)
    return sorted(value.casefold() for value in one.values) == sorted(
        value.casefold() for value in other.values
    )


def _same_time(one: str, other: str, zone_name: str) -> bool:
    if len(one) > len("2019-03-15") < len(other):
        return to_zone(one, zone_name) == to_zone(other, zone_name)
    return day_in_zone(one, zone_name) == day_in_zone(other, zone_name)


@dataclass
class _Value:
    articles: int = 0
    sources: dict[str, None] = field(default_factory=dict)
    examples: list[str] = field(default_factory=list)


def list_values(portal: Portal, folder: Path, name: str) -> Iterator[Row]:
    """Every value of the metadata field ``name`` in the TEI, most frequent first, with the sources
    it comes from."""
    found: dict[str, _Value] = {}
    with view_corpus(folder, portal.id) as corpus:
        for row in corpus.frontier.articles("tei"):
            for value in read_header((folder / "tei" / (row.tei or "")).read_bytes()).metadata.all(
                name
            ):
                known = found.setdefault(value.value, _Value())
                known.articles += 1
                known.sources.setdefault(value.source)
                if len(known.examples) < EXAMPLES:
                    known.examples.append(row.canonical)
    yield VALUES
    for text, each in sorted(found.items(), key=lambda item: (-item[1].articles, item[0])):
        yield (text, str(each.articles), ", ".join(each.sources), " ".join(each.examples))


def list_problems(portal: Portal, folder: Path) -> Iterator[Row]:
    """What stands in reports/problems.tsv after a build, as the index has it now."""
    with view_corpus(folder, portal.id) as corpus:
        yield HEAD
        yield from problem_rows(corpus)


def to_tsv(rows: Iterable[Row]) -> Iterator[bytes]:
    """UTF-8, a line each, as ``report_line`` writes them."""
    return (report_line(row).encode("utf-8", "replace") for row in rows)
