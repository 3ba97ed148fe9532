"""``curator report duplicates``: find the duplicates in corpora, record and list them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from webarticlecurator.export import find_tei
from webarticlecurator.model.text_signature import DUPLICATE_KINDS, FIRST
from webarticlecurator.model.verdict import Problem
from webarticlecurator.run.derived_update import update_derived
from webarticlecurator.run.duplicates.compared_corpora import ComparedCorpora
from webarticlecurator.run.duplicates.grouping import ComparedArticle, FoundDuplicate
from webarticlecurator.run.duplicates.selected_groups import read_groups
from webarticlecurator.run.duplicates.signing import check_numpy, sign_article
from webarticlecurator.run.exporting import Convert, ExportedCorpus
from webarticlecurator.store.duplicate_file import open_duplicates

THRESHOLD = 0.5
"""The default Jaccard similarity: two texts of one length share two thirds of their shingles."""
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
    check_numpy()
    with ExitStack() as stack:
        files, problems = [], []
        for corpus in corpora:
            find_tei(corpus.folder)
            file = open_duplicates(corpus.folder)
            stack.callback(file.close)
            problems += update_derived(file, corpus, _make_signing, file.record, jobs)
            files.append(file)
        compared = ComparedCorpora(corpora, files)
        found = compared.find_duplicates(threshold)
        compared.record(found)
        rows = tuple(_list_rows(found, compared.read))
        groups = read_groups(((row.group, row.article) for row in rows), corpora)
        listed = frozenset(_list_groups(rows, corpora, groups))
        return DuplicateReport(
            rows,
            compared.count_articles(),
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


def _list_rows(
    found: Sequence[FoundDuplicate], read: Callable[[int], ComparedArticle]
) -> Iterator[ListedDuplicate]:
    """Yield the rows of the report: groups by the date of their first article, which comes first,
    then those that repeat it."""
    repeated = {each.number: each for each in found}
    members: dict[int, list[FoundDuplicate]] = defaultdict(list)
    for each in found:
        first = each.of
        while first in repeated:
            first = repeated[first].of
        members[first].append(each)
    for group, first in enumerate(sorted(members), 1):
        yield ListedDuplicate(group, FIRST, None, "", read(first))
        for each in members[first]:
            of = read(each.of).text.article
            yield ListedDuplicate(group, each.kind, each.share, of, read(each.number))
