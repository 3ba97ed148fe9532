"""The articles of a corpus that a user has selected, for reports and for commands that read their
pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.corpora.address_fields import make_address_reader
from webarticlecurator.corpus.corpora.exporting import with_lookups
from webarticlecurator.corpus.export.article_fields import ReadField, make_field_reader
from webarticlecurator.corpus.export.sampling import SampleChooser, find_rank
from webarticlecurator.corpus.export.selection import Choice, Selection
from webarticlecurator.corpus.export.stored_article import StoredArticle
from webarticlecurator.corpus.export.tei_articles import (
    FOLDER,
    Articles,
    ReadFile,
    can_contain,
    describe_unreadable,
    read_file,
    read_places,
)
from webarticlecurator.storage.frontier.index_values import ArticleRow
from webarticlecurator.storage.store.view import CorpusView, view_corpus

IsCandidate = Callable[[ArticleRow], bool]
"""Whether an address without TEI may be selected."""


@dataclass(frozen=True)
class SelectedAddress:
    """A selected address of the archive; ``article`` is None if it has no TEI."""

    row: ArticleRow
    article: StoredArticle | None


def read_selected(*places: tuple[Path, Selection]) -> Articles[StoredArticle]:
    """Return the selected articles in TEI of the corpora in some folders, in the order of listing;
    a sample is one of the articles of all of them.

    Files that cannot be read are added to its ``problems``. The iteration raises CorpusMismatch,
    StoreDamaged.
    """
    read_files = [
        (_list_files(folder, selection), folder / FOLDER, with_lookups(selection, folder))
        for folder, selection in places
    ]
    return Articles(file for _, file in read_places(read_files))


def read_addresses(
    portal: Portal, folder: Path, selection: Selection, is_candidate: IsCandidate
) -> Articles[SelectedAddress]:
    """Return the selected articles in TEI, and those of the addresses without TEI that
    ``is_candidate`` takes and of which what is known fits the selection; in the order of listing.

    As ``read_selected`` otherwise.
    """
    selection = with_lookups(selection, folder)
    return Articles(_AddressReader(portal, folder, selection, is_candidate).read())


def find_page_addresses(rows: Iterable[ArticleRow]) -> frozenset[str]:
    """Return the addresses under which the first pages of articles were fetched; a page that holds
    several articles counts if one of those on it is there."""
    return frozenset(row.requested.partition("#")[0] for row in rows)


def list_rows(addresses: Articles[SelectedAddress]) -> list[ArticleRow]:
    """Return the rows of addresses. Raises CorpusMismatch, and StoreDamaged for TEI that cannot be
    read, since an article must not be left out."""
    rows = [address.row for address in addresses]
    if addresses.problems:
        raise describe_unreadable(addresses.problems[0].where)
    return rows


@dataclass(frozen=True)
class _AddressReader:
    portal: Portal
    folder: Path
    selection: Selection
    is_candidate: IsCandidate

    def read(self) -> Iterator[ReadFile[SelectedAddress]]:
        """Yield what became of each address: selected, left out, or a problem."""
        sample = self.selection.sample
        with view_corpus(self.folder, self.portal.id) as corpus:
            rows = corpus.frontier.articles()
            found = (self._choose(corpus, row) for row in rows if self._may_be_selected(row))
            if sample is None:
                yield from found
                return
            chooser = SampleChooser[ArticleRow](sample.size)
            for file in found:
                if file.item is None:
                    yield file
                else:
                    chooser.add(
                        find_rank(self._read_fields(corpus, file.item), sample), file.item.row
                    )
            yield from (self._choose(corpus, row) for row in chooser.chosen())

    def _may_be_selected(self, row: ArticleRow) -> bool:
        return _is_in_range(row, self.selection) if row.state == "tei" else self.is_candidate(row)

    def _choose(self, corpus: CorpusView, row: ArticleRow) -> ReadFile[SelectedAddress]:
        if row.state == "tei":
            read: ReadFile[Any] = read_file(row.tei or "", self.folder / FOLDER, self.selection)
            item = None if read.item is None else SelectedAddress(row, read.item)
            return replace(read, item=item)
        address = SelectedAddress(row, None)
        choice = self.selection.choose(self._read_fields(corpus, address))
        is_selected = choice is Choice.SELECTED
        return ReadFile("", address if is_selected else None, None, choice is Choice.UNDATED)

    def _read_fields(self, corpus: CorpusView, address: SelectedAddress) -> ReadField:
        if address.article is not None:
            return make_field_reader(address.article)
        return make_address_reader(self.portal, corpus, address.row)


def _list_files(folder: Path, selection: Selection) -> Iterator[ReadFile[Any]]:
    with view_corpus(folder, selection.portal) as corpus:
        for row in corpus.frontier.articles("tei"):
            if _is_in_range(row, selection):
                yield ReadFile(row.tei or "")


def _is_in_range(row: ArticleRow, selection: Selection) -> bool:
    """Return False for TEI in the folder of a month outside the date range."""
    return can_contain((row.tei or "").rpartition("/")[0], selection)
