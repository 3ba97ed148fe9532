"""``curator report duplicates``: find the duplicates in corpora, record and list them."""

from __future__ import annotations

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from datetime import timezone as zones

from webarticlecurator.corpora.exporting import (
    ExportedCorpus,
    update_derived,
    with_lookups,
)
from webarticlecurator.corpora.similar_texts import (
    CONTAINED_SHARE,
    ComparedArticle,
    FoundDuplicate,
    SimilarityFinder,
    choose_fingerprints,
    find_similar_texts,
    group_duplicates,
)
from webarticlecurator.dataclasses import dataclass
from webarticlecurator.export import Articles, ReadFile, StoredArticle, find_tei, read_file
from webarticlecurator.export.article_fields import make_field_reader
from webarticlecurator.export.selection import SampleChooser, find_rank
from webarticlecurator.installation import require_extra
from webarticlecurator.model.verdict import Problem
from webarticlecurator.store.duplicate_file import DuplicateFile, open_duplicates
from webarticlecurator.store.search_file import CUT, cut_words
from webarticlecurator.tei import read_lines
from webarticlecurator.text.times import find_zone, parse_iso_time
from webarticlecurator.text.words import DUPLICATE_KINDS, FIRST, Duplicate, TextSignature

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
            of = read(each.of).text.article
            yield ListedDuplicate(group, each.kind, each.share, of, read(each.number))


# The corpora that are compared, and those of their articles that may be duplicates.


class ComparedCorpora:
    """Some corpora with the files of their signatures. Articles whose text is the same as another
    one, or similar to it, are numbered by date: those without one come last."""

    def __init__(self, corpora: Sequence[ExportedCorpus], files: Sequence[DuplicateFile]) -> None:
        self._corpora, self._files = corpora, files
        self._finder = SimilarityFinder(files, self._read_words)
        self._places: list[tuple[int, int]] = []

    def count_articles(self) -> int:
        """Return the number of all articles."""
        return sum(file.count_texts() for file in self._files)

    def find_duplicates(self, threshold: float) -> list[FoundDuplicate]:
        """Compare what is new, and return the duplicates among all articles."""
        find_similar_texts(self._files, self._finder.compare)
        similar = [
            (one, other)
            for file in self._files
            for one, other, _ in file.list_similarities(threshold, CONTAINED_SHARE)
        ]
        repeated = {digest for file in self._files for digest in file.contents.list_repeated()}
        repeated.update(digest for pair in similar for digest in pair)
        # the articles with these texts are numbered by date
        dated = [
            (_sort_key(published, corpus.portal.timezone), place, number, digest)
            for place, (corpus, file) in enumerate(zip(self._corpora, self._files, strict=True))
            for digest in repeated
            for number, published in file.list_articles(digest)
        ]
        dated.sort()
        self._places = [(place, number) for _, place, number, _ in dated]
        digests = [digest for *_, digest in dated]
        first_of: dict[bytes, int] = {}
        for number, digest in enumerate(digests):
            first_of.setdefault(digest, number)
        # texts of a corpus that is not among these, or of articles that are gone, have no number
        pairs = [
            (first_of[one], first_of[other])
            for one, other in sorted(set(similar))
            if one != other and one in first_of and other in first_of
        ]

        def compare(one: int, other: int) -> tuple[float, float]:
            return self._finder.compare_and_record(digests[one], digests[other])

        found = group_duplicates(digests, pairs, compare, self.read, threshold)
        self._files[0].commit()
        return found

    def read(self, article: int) -> ComparedArticle:
        """Return an article."""
        place, number = self._places[article]
        portal = self._corpora[place].portal
        path, text = self._files[place].find_signature(number)
        return ComparedArticle(portal.id, portal.timezone, path, text)

    def _read_words(self, digest: bytes) -> list[str]:
        for corpus, file in zip(self._corpora, self._files, strict=True):
            for number, _ in file.list_articles(digest):
                path, _ = file.find_signature(number)
                return words_of_lines(read_lines((find_tei(corpus.folder) / path).read_bytes()))
        raise KeyError(digest)

    def record(self, found: Sequence[FoundDuplicate]) -> None:
        """Record the duplicates in the file of the corpus of each."""
        for place, file in enumerate(self._files):
            file.replace_duplicates(
                self._describe(each) for each in found if self._places[each.number][0] == place
            )
            file.commit()

    def _describe(self, each: FoundDuplicate) -> Duplicate:
        of = self.read(each.of)
        text = self.read(each.number).text
        return Duplicate(text.article, each.kind, of.text.article, of.portal, each.share)


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


# The groups of duplicates with an article that a user has selected.


def _read_groups(
    members: Iterable[tuple[int, ComparedArticle]], corpora: Mapping[str, ExportedCorpus]
) -> Iterator[ReadFile[int]]:
    sample = next(iter(corpora.values())).selection.sample
    chooser = None if sample is None else SampleChooser[int](sample.size)
    for group, article in members:
        corpus = corpora[article.portal]
        selection = with_lookups(corpus.selection, corpus.folder)
        read = read_file(article.path, find_tei(corpus.folder), selection)
        if read.item is not None and chooser is not None and sample is not None:
            chooser.add(find_rank(make_field_reader(read.item), sample), group)
        else:
            item = None if read.item is None else group
            yield ReadFile(read.path, item, read.problem, read.is_undated)
    if chooser is not None:
        yield from (ReadFile("", group) for group in chooser.chosen())


# The signature of an article, by which it is compared with others.

_WORD = re.compile(f"[^\\W_{CUT}]+")
_DIGEST_BYTES = 16


def words_of_lines(lines: Sequence[str]) -> list[str]:
    """Return the words of a text in small letters, without punctuation; of scripts without white
    space the characters, so that one other character is no other sentence."""
    return _WORD.findall(cut_words("\n".join(lines)).casefold())


def sign_article(article: StoredArticle) -> TextSignature:
    """Return an article as it is compared with others."""
    header = article.header
    words = words_of_lines(article.lines())
    # articles without text are not the same
    text = " ".join(words) or header.id
    digest = hashlib.sha256(text.encode("utf-8")).digest()[:_DIGEST_BYTES]
    runs, fingerprints = choose_fingerprints(words, digest)
    return TextSignature(
        header.id,
        header.url,
        header.metadata.first("title") or "",
        header.metadata.first("published") or "",
        tuple(header.metadata.texts("authors")),
        tuple(header.metadata.texts("sources")),
        len(words),
        digest,
        runs,
        fingerprints,
    )
