"""``curator report duplicates``: find the duplicates in corpora, record and list them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.verdict import Problem
from webarticlecurator.base.system.installation import require_extra
from webarticlecurator.base.text.text_signature import DUPLICATE_KINDS, FIRST
from webarticlecurator.corpus.corpora.derived_update import update_derived
from webarticlecurator.corpus.corpora.exporting import ExportedCorpus, with_lookups
from webarticlecurator.corpus.duplicates.article_signing import sign_article
from webarticlecurator.corpus.duplicates.compared_corpora import ComparedCorpora
from webarticlecurator.corpus.duplicates.duplicate_groups import ComparedArticle, FoundDuplicate
from webarticlecurator.corpus.export.article_fields import make_field_reader
from webarticlecurator.corpus.export.sampling import SampleChooser, find_rank
from webarticlecurator.corpus.export.tei_articles import Articles, ReadFile, find_tei, read_file
from webarticlecurator.storage.texts.duplicate_file import open_duplicates

THRESHOLD = 0.5
"""The default Jaccard similarity: two texts of one length share two thirds of their shingles."""
HEAD = (
    "group", "kind", "share", "of", "published", "portal", "id", "title", "authors", "sources",
    "words", "word_unit", "url",
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
            text.unit,
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
            f"  {copies:,} repeat a text whose agency or medium an article names"
            f" ({_percent(copies, len(repeated))})"
        )
        if len(self.listed) < groups:
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
    require_extra("duplicates", ("numpy",), "report duplicates")
    with ExitStack() as stack:
        files, problems = [], []
        for corpus in corpora:
            find_tei(corpus.folder)
            file = open_duplicates(corpus.folder)
            stack.callback(file.close)
            problems += update_derived(file, corpus, sign_article, file.record, jobs)
            files.append(file)
        compared = ComparedCorpora(corpora, files)
        found = compared.find_duplicates(threshold)
        compared.record(found)
        rows = tuple(_list_rows(found, compared.read))
        # the number of its group for each article that the selection of its corpus selects; of a
        # sample, for those in it
        groups = Articles(
            _read_groups(
                ((row.group, row.article) for row in rows),
                {corpus.portal.id: corpus for corpus in corpora},
            )
        )
        # all groups are listed, or those with a selected article
        is_whole = all(corpus.selection.is_everything for corpus in corpora)
        listed = frozenset((row.group for row in rows) if is_whole else groups)
        return DuplicateReport(
            rows,
            compared.count_articles(),
            (*problems, *groups.problems),
            listed,
            groups.undated,
        )


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
            yield ListedDuplicate(
                group, each.kind, each.share, read(each.of).text.article, read(each.number)
            )


def _read_groups(
    members: Iterable[tuple[int, ComparedArticle]], corpora: Mapping[str, ExportedCorpus]
) -> Iterator[ReadFile[int]]:
    sample = next(iter(corpora.values())).selection.sample
    chooser = None if sample is None else SampleChooser[int](sample.size)
    for group, article in members:
        corpus = corpora[article.portal]
        read = read_file(
            article.path, find_tei(corpus.folder), with_lookups(corpus.selection, corpus.folder)
        )
        if read.item is not None and chooser is not None and sample is not None:
            chooser.add(find_rank(make_field_reader(read.item), sample), group)
        else:
            item = None if read.item is None else group
            yield ReadFile(read.path, item, read.problem, read.is_undated)
    if chooser is not None:
        yield from (ReadFile("", group) for group in chooser.chosen())
