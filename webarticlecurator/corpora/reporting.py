"""``curator report``: tables of a corpus for a person to read.

Each function yields rows, the header first, and writes nothing.
"""

from __future__ import annotations

import heapq
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from webarticlecurator.article import read_reservations
from webarticlecurator.article.diagnostics import FieldCandidate
from webarticlecurator.config import builtin_rules
from webarticlecurator.corpora.exporting import ExportedCorpus, SelectedAddress, update_derived
from webarticlecurator.dataclasses import dataclass, field
from webarticlecurator.export import StoredArticle
from webarticlecurator.export.article_fields import (
    detect_language,
    is_conflict,
    require_detection,
)
from webarticlecurator.model.article import TDMREP_PATH, ArticleLanguage
from webarticlecurator.model.fields import FIELD_NAMES, FIELDS_BY_NAME, FieldKind
from webarticlecurator.model.hosts import origin_of
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.verdict import SERIOUS, Problem
from webarticlecurator.states.summary import HEAD, report_rows
from webarticlecurator.store import CorpusView, Fetch, view_corpus
from webarticlecurator.store.search_file import LanguageFile, open_languages
from webarticlecurator.stored_pages.captured_pages import read_candidates
from webarticlecurator.stored_pages.page_store import StoredPages
from webarticlecurator.tei.header import format_share
from webarticlecurator.text.characters import report_line
from webarticlecurator.text.times import DAY_LENGTH, day_in_zone, to_zone
from webarticlecurator.warc.record import warc_date
from webarticlecurator.workers.executor import Runtime

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
    different days if one of them has no time. Letter case and the order of lists do not count.
    """
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
    return day_in_zone(one, zone_name) == day_in_zone(other, zone_name)


@dataclass
class _Counted:
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
    counts: dict[str, _Counted] = {}
    for article in articles:
        for value in article.header.metadata.all(name):
            counts.setdefault(value.value, _Counted()).add(article.header.url, (value.source,))
    yield VALUES
    for text, count in sorted(counts.items(), key=lambda item: (-item[1].number, item[0])):
        yield (text, str(count.number), ", ".join(count.sources), " ".join(count.examples))


def list_problems(portal: Portal, folder: Path) -> Iterator[Row]:
    """Yield the rows of reports/problems.tsv, as the index has them now."""
    with view_corpus(folder, portal.id) as corpus:
        yield HEAD
        yield from report_rows(corpus)


def to_tsv(rows: Iterable[Row]) -> Iterator[bytes]:
    """Return rows as lines of TSV in UTF-8."""
    return (report_line(row).encode("utf-8", "replace") for row in rows)


# The problems of the articles and addresses that a user has selected.

ProblemRow = tuple[str, str, str, str]


def list_selected_problems(
    portal: str, folder: Path, addresses: Iterable[SelectedAddress]
) -> Iterator[ProblemRow]:
    """Yield the rows of ``report_rows`` at one of the addresses, or at a page of one, after the
    header; and what their TEI says further, such as a page that was not stored, at their own
    address.

    Serious rows come first. Raises CorpusMismatch, StoreDamaged.
    """
    owners: dict[str, str] = {}
    in_tei: set[tuple[str, str, str]] = set()
    for address in addresses:
        row = address.row
        owners.update(dict.fromkeys((row.requested, row.canonical), row.canonical))
        if address.article is not None:
            header = address.article.header
            # of the article and of its stored pages
            captures = (*header.captures, *header.versions, *header.unused)
            urls = (header.url, *header.aliases, *(capture.url for capture in captures))
            owners.update(dict.fromkeys(urls, header.url))
            in_tei.update((header.url, kind, message) for kind, message in header.problems)
    with view_corpus(folder, portal) as corpus:
        rows = [row for row in report_rows(corpus) if row[2] in owners]
    in_tei -= {(owners[address], kind, message) for _, kind, address, message in rows}
    rows += [
        ("yes" if kind in SERIOUS else "no", kind, url, message)
        for url, kind, message in sorted(in_tei)
    ]
    yield HEAD
    yield from sorted(rows, key=lambda row: row[0] != "yes")


# ``curator report unsure``: the articles that were read without rules, the least sure first.

UNSURE: Row = ("confidence", "words", "url", "remarks", "tei")
_Key = tuple[int, int, str]


@dataclass(frozen=True)
class UnsureArticles:
    """``rows``: the head of the table and the least sure articles; ``without_rules`` and
    ``by_rules``: how many articles of the corpus were read so."""

    rows: tuple[Row, ...]
    without_rules: int
    by_rules: int

    def summary(self) -> str:
        """Return what the table leaves out."""
        shown = len(self.rows) - 1
        return (
            f"articles read without rules: {self.without_rules}, of which {shown} are listed; read"
            f" by rules and not listed: {self.by_rules}"
        )


def list_unsure(articles: Iterable[StoredArticle], limit: int | None = None) -> UnsureArticles:
    """Return those of the articles that were read without rules, sorted by confidence, length and
    address; at most ``limit`` of them, all for None."""
    by_rules = without_rules = 0

    def read_rows() -> Iterator[tuple[_Key, Row]]:
        nonlocal by_rules, without_rules
        for article in articles:
            header = article.header
            if header.confidence is None:
                by_rules += 1
                continue
            without_rules += 1
            key = (header.confidence, header.words, header.url)
            remarks = " | ".join(f"{kind}: {message}" for kind, message in header.problems)
            confidence = format_share(header.confidence)
            path = f"tei/{article.path}"
            yield key, (confidence, str(header.words), header.url, remarks, path)

    rows: Iterable[tuple[_Key, Row]]
    rows = sorted(read_rows()) if limit is None else heapq.nsmallest(limit, read_rows())
    return UnsureArticles((UNSURE, *(row for _, row in rows)), without_rules, by_rules)


# ``curator report permissions``: what each host said about the use of its texts, day by day.

PERMISSIONS: Row = ("host", "day", "source", "said", "articles")
_SIGNAL = re.compile(r"\s*(content-(?:signal|usage)\s*:.*)", re.IGNORECASE)
"""Lines of robots.txt that speak of the use of contents, not of requests."""
_StatementKey = tuple[str, str, str, str]


def list_permissions(portal: Portal, folder: Path) -> Iterator[Row]:
    """Yield what was said: per host and day (UTC) the answers for robots.txt and tdmrep.json with
    their statements, then the statements of articles that were captured that day, with how many
    articles have them."""
    counts: Counter[_StatementKey] = Counter()
    with view_corpus(folder, portal.id) as corpus:
        for fetch in corpus.captures.fetches_of_levels("permissions", "robots", "home"):
            host, day = _place(fetch)
            for source, text in _describe_answer(corpus, fetch):
                counts[host, day, source, text] += 0
        for statement, url, time in corpus.tei_files.captured_rights():
            counts[origin_of(url), time[:10], statement.source, statement.value] += 1
    yield PERMISSIONS
    for key, articles in sorted(counts.items()):
        yield (*key, str(articles) if articles else "")


def _place(fetch: Fetch) -> tuple[str, str]:
    time = fetch.captures[0].time if fetch.captures else None
    if time is None and fetch.failure is not None:
        time = fetch.failure.time
    return origin_of(fetch.url), warc_date(time)[:10] if time else ""


def _describe_answer(corpus: CorpusView, fetch: Fetch) -> Iterator[tuple[str, str]]:
    """Yield source and text of what a robots.txt or tdmrep.json said."""
    name = fetch.url.rpartition("/")[2]
    final = fetch.final
    if final is None:
        kind = fetch.failure.kind if fetch.failure else "no answer"
        yield name, f"not answered: {kind}"
        return
    digest = f", sha256 {final.body_digest}" if final.status == 200 else ""
    yield name, f"status {final.status}{digest}"
    if final.status == 200:
        content = corpus.read(final).content
        if fetch.url.endswith(TDMREP_PATH):
            rules = read_reservations(content)
            if not rules:
                yield "tdmrep.json", "no rule that can be read"
            for rule in rules:
                for statement in rule.statements:
                    yield statement.source, f"{rule.location} {statement.value}"
        else:
            yield from (("robots.txt", line) for line in list_signals(content))


def list_signals(content: bytes) -> Iterator[str]:
    """Yield the lines of a robots.txt that speak of the use of contents."""
    for line in content.decode("utf-8", "replace").splitlines():
        if found := _SIGNAL.match(line):
            yield " ".join(found[1].split())


# ``curator report language``: the language that articles declare beside that of their text.

LANGUAGES: Row = ("declared", "detected", "articles", "conflict", "sources", "examples")


@dataclass(frozen=True)
class CorpusLanguages:
    """The languages of a corpus, and the TEI that could not be read."""

    file: LanguageFile
    problems: tuple[Problem, ...]

    def of(self, articles: Iterable[StoredArticle]) -> Iterator[ArticleLanguage]:
        """Yield the languages of some articles of the corpus."""
        for article in articles:
            found = self.file.find_language(article.path)
            if found is not None:
                yield found


@contextmanager
def detect_languages(corpus: ExportedCorpus, jobs: int | None = None) -> Iterator[CorpusLanguages]:
    """Recognise the languages of what is new or changed in a corpus, and open them all.

    Raises UsageError (py3langid is not installed), CorpusMismatch, StoreDamaged, DiskFull.
    """
    require_detection()
    with closing(open_languages(corpus.folder)) as file:
        problems = update_derived(file, corpus, _read_language, file.record, jobs)
        yield CorpusLanguages(file, tuple(problems))


def _read_language(article: StoredArticle) -> ArticleLanguage:
    header = article.header
    return ArticleLanguage(
        header.url,
        header.language,
        detect_language(article.lines()),
        tuple(dict.fromkeys(value.source for value in header.metadata.all("language"))),
        header.words,
    )


def list_languages(articles: Iterable[ArticleLanguage]) -> Iterator[Row]:
    """Yield the pairs of a declared and a detected language, conflicts first, most frequent first.

    The declared one is that of the TEI: what the page says, or the portal file.
    """
    counts: dict[tuple[str, str], _Counted] = {}
    for article in articles:
        found = counts.setdefault((article.declared, article.detected), _Counted())
        found.add(article.url, article.sources)
    yield LANGUAGES
    rows = sorted(
        counts.items(), key=lambda item: (not is_conflict(*item[0]), -item[1].number, item[0])
    )
    for (declared, detected), found in rows:
        conflict = "yes" if is_conflict(declared, detected) else "no"
        sources = ", ".join(found.sources) or "portal file"
        yield (declared, detected, str(found.number), conflict, sources, " ".join(found.examples))
