"""``curator report duplicates``: find the duplicates in corpora, record and list them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import timezone as zones

from webarticlecurator.export import find_tei
from webarticlecurator.model.iso_time import parse_iso_time
from webarticlecurator.model.text_signature import (
    DUPLICATE_KINDS,
    FIRST,
    Duplicate,
)
from webarticlecurator.model.timezone import find_zone
from webarticlecurator.model.verdict import Problem
from webarticlecurator.run.derived_update import update_derived
from webarticlecurator.run.duplicates.candidate_pairs import CandidatePairs
from webarticlecurator.run.duplicates.grouping import (
    ComparedArticle,
    FoundDuplicate,
    group_duplicates,
)
from webarticlecurator.run.duplicates.selected_groups import read_groups
from webarticlecurator.run.duplicates.shingles import (
    check_datasketch,
    sign_article,
    split_words,
)
from webarticlecurator.run.duplicates.similarity import SimilarityFinder
from webarticlecurator.run.exporting import Convert, ExportedCorpus
from webarticlecurator.store.duplicate_file import DuplicateFile, open_duplicates
from webarticlecurator.tei import read_lines

THRESHOLD = 0.5
"""The default Jaccard similarity: two texts of one length share two thirds of their shingles."""
LOWEST_THRESHOLD = 0.3
"""Below it, most pairs are not found by their signatures."""
HEAD = (
    "group", "kind", "share", "of", "published", "portal", "id", "title", "authors", "sources",
    "words", "url",
)  # fmt: skip


@dataclass(frozen=True)
class ListedDuplicate:
    """A row of the report: an article of a group, numbered from 1. ``kind``, ``share``, ``of``
    (the id of an article): see ``Duplicate``; those of the first one are ``first``, None, empty."""

    group: int
    kind: str
    share: float | None
    of: str
    article: ComparedArticle

    def row(self) -> tuple[str, ...]:
        """Return the cells of ``HEAD``."""
        text = self.article.text
        return (
            str(self.group),
            self.kind,
            "" if self.share is None else f"{self.share:.3f}",
            self.of,
            text.published,
            self.article.portal,
            text.article,
            text.title,
            "; ".join(text.authors),
            "; ".join(text.sources),
            str(text.words),
            text.url,
        )


@dataclass(frozen=True)
class DuplicateReport:
    """The duplicates of corpora: ``rows`` by group, the number of articles that were compared, and
    the files that could not be read. ``listed``: the numbers of the groups with a selected article;
    ``undated``: articles in groups that have no date to compare with the selection."""

    rows: tuple[ListedDuplicate, ...]
    compared: int
    problems: tuple[Problem, ...]
    listed: frozenset[int]
    undated: int = 0

    def list_selected(self) -> Iterator[ListedDuplicate]:
        """Yield the rows of the groups with a selected article."""
        return (row for row in self.rows if row.group in self.listed)

    def summary(self) -> list[str]:
        """Return the numbers in words."""
        repeated = [row for row in self.rows if row.kind != FIRST]
        groups = len({row.group for row in self.rows})
        is_part = len(self.listed) < groups
        lines = [
            f"{self.compared:,} articles compared: {len(repeated):,} repeat another one"
            f" ({_percent(len(repeated), self.compared)}), in {groups:,} groups"
        ]
        kinds = Counter(row.kind for row in repeated)
        lines += [f"  {kinds[kind]:,} {kind}: {DUPLICATE_KINDS[kind]}" for kind in kinds]
        portals, sources = defaultdict(set), set()
        for row in self.rows:
            portals[row.group].add(row.article.portal)
            if row.article.text.sources:
                sources.add(row.group)
        between = sum(len(each) > 1 for each in portals.values())
        copies = sum(row.group in sources for row in repeated)
        lines.append(f"  {between:,} groups have articles of several portals")
        lines.append(
            f"  {copies:,} repeat a text of which an article names the agency or medium that it is"
            f" from ({_percent(copies, len(repeated))})"
        )
        if is_part:
            lines.append(f"listed are the {len(self.listed):,} groups with a selected article")
        return lines


def _percent(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "0 %"


def report_duplicates(
    corpora: Sequence[ExportedCorpus], threshold: float = THRESHOLD, jobs: int | None = None
) -> DuplicateReport:
    """Find the articles of corpora that repeat another one of them, and record them in
    ``duplicates.sqlite`` of each corpus, where exports find them.

    All articles are compared; the selections of the corpora say which groups are listed. Only
    articles that are new are read, and only pairs that are new are compared. Raises UsageError,
    CorpusMismatch, StoreDamaged, DiskFull.
    """
    check_datasketch()
    with ExitStack() as stack:
        files, problems = [], []
        for corpus in corpora:
            find_tei(corpus.folder)
            file = open_duplicates(corpus.folder)
            stack.callback(file.close)
            problems += update_derived(file, corpus, _make_signing, file.record, jobs)
            files.append(file)
        compared = _Comparison(corpora, files)
        found = compared.find(threshold)
        compared.record(found)
        rows = tuple(compared.list_rows(found))
        groups = read_groups(((row.group, row.article) for row in rows), corpora)
        listed = frozenset(_list_groups(rows, corpora, groups))
        return DuplicateReport(
            rows,
            len(compared.places),
            (*problems, *groups.problems),
            listed,
            groups.undated,
        )


def _list_groups(
    rows: Iterable[ListedDuplicate], corpora: Iterable[ExportedCorpus], selected: Iterable[int]
) -> Iterable[int]:
    """Return the numbers of the groups that are listed: all, or the ``selected`` ones."""
    is_whole = all(corpus.selection.is_everything for corpus in corpora)
    return (row.group for row in rows) if is_whole else selected


def _make_signing() -> Convert:
    return sign_article


class _Comparison:
    """All articles of some corpora, numbered by date: those without one come last.

    ``places``: the corpus of each, and its number in the file of that corpus.
    """

    def __init__(self, corpora: Sequence[ExportedCorpus], files: Sequence[DuplicateFile]) -> None:
        self._corpora, self._files = corpora, files
        texts = [
            (_sort_key(published, corpus.portal.timezone), place, number)
            for place, (corpus, file) in enumerate(zip(corpora, files, strict=True))
            for number, published in file.list_texts()
        ]
        texts.sort()
        self.places = [(place, number) for _, place, number in texts]

    def find(self, threshold: float) -> list[FoundDuplicate]:
        """Return the duplicates."""
        digests: list[bytes] = []
        different: dict[bytes, int] = {}
        pairs, numbers = CandidatePairs(), []
        for article, (place, number) in enumerate(self.places):
            digest, signature = self._files[place].find_signature(number)
            digests.append(digest)
            # of articles with the same text, the first one is compared with others
            if signature and different.setdefault(digest, article) == article:
                pairs.add(signature)
                numbers.append(article)
        finder = SimilarityFinder(self._files[0], digests, self._read_words)
        candidates = ((numbers[one], numbers[other]) for one, other in pairs.list_pairs())
        found = group_duplicates(digests, candidates, finder.compare, self.read, threshold)
        self._files[0].commit()
        return found

    def read(self, article: int) -> ComparedArticle:
        """Return an article."""
        place, number = self.places[article]
        portal = self._corpora[place].portal
        path, text = self._files[place].of(number)
        return ComparedArticle(portal.id, portal.timezone, path, text)

    def _read_words(self, article: int) -> list[str]:
        place, number = self.places[article]
        path, _ = self._files[place].of(number)
        return split_words(read_lines((find_tei(self._corpora[place].folder) / path).read_bytes()))

    def record(self, found: Sequence[FoundDuplicate]) -> None:
        """Record the duplicates in the file of the corpus of each."""
        for place, file in enumerate(self._files):
            file.replace_duplicates(
                self._describe(each) for each in found if self.places[each.number][0] == place
            )
            file.commit()

    def _describe(self, each: FoundDuplicate) -> Duplicate:
        of = self.read(each.of)
        text = self.read(each.number).text
        return Duplicate(text.article, each.kind, of.text.article, of.portal, each.share)

    def list_rows(self, found: Sequence[FoundDuplicate]) -> Iterator[ListedDuplicate]:
        """Yield the rows of the report: groups by the date of their first article, which comes
        first, then those that repeat it."""
        repeated = {each.number: each for each in found}
        members: dict[int, list[FoundDuplicate]] = defaultdict(list)
        for each in found:
            first = each.of
            while first in repeated:
                first = repeated[first].of
            members[first].append(each)
        for group, first in enumerate(sorted(members), 1):
            yield ListedDuplicate(group, FIRST, None, "", self.read(first))
            for each in members[first]:
                of = self.read(each.of).text.article
                article = self.read(each.number)
                yield ListedDuplicate(group, each.kind, each.share, of, article)


def _sort_key(published: str, timezone: str) -> str:
    """Return what dates of several zones are sorted by: the moment in UTC, or the day, which comes
    before its moments."""
    if not published:
        return "~"
    try:
        moment = parse_iso_time(published)
    except ValueError:
        return published
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=find_zone(timezone))
    return moment.astimezone(zones.utc).isoformat()
