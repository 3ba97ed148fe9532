"""The corpora that are compared, and those of their articles that may be duplicates."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timezone as zones

from webarticlecurator.base.grouping import first_values
from webarticlecurator.base.text.text_signature import Duplicate
from webarticlecurator.base.text.times import find_zone, parse_iso_time
from webarticlecurator.base.text.word_borders import list_counted
from webarticlecurator.corpus.corpora.exporting import ExportedCorpus
from webarticlecurator.corpus.duplicates.duplicate_groups import (
    CONTAINED_SHARE,
    ComparedArticle,
    FoundDuplicate,
    group_duplicates,
)
from webarticlecurator.corpus.duplicates.similar_texts import find_similar_texts
from webarticlecurator.corpus.duplicates.similarity import SimilarityFinder
from webarticlecurator.corpus.export.tei_articles import find_tei
from webarticlecurator.storage.index.disk import locate_stored_file
from webarticlecurator.storage.texts.duplicate_file import DuplicateFile
from webarticlecurator.tei.documents.plain_text import read_lines


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
        first_of = first_values((digest, number) for number, digest in enumerate(digests))
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
                place = locate_stored_file(find_tei(corpus.folder), path)
                return list_counted("\n".join(read_lines(place.read_bytes())))
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
        return Duplicate(
            self.read(each.number).text.article, each.kind, of.text.article, of.portal, each.share
        )


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
