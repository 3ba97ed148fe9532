"""The articles of a corpus that a user has selected, for reports and for commands that read their
pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from webarticlecurator.article import article_id
from webarticlecurator.corpora.exporting import make_partial_header, with_lookups
from webarticlecurator.export import (
    Articles,
    ReadFile,
    Selection,
    StoredArticle,
    read_file,
    read_files,
)
from webarticlecurator.export.article_fields import Cell, ReadField, make_field_reader
from webarticlecurator.export.selection import Choice, SampleChooser, find_rank
from webarticlecurator.export.tei_articles import FOLDER, can_contain, describe_unreadable
from webarticlecurator.model.portal import Portal
from webarticlecurator.states.doubtful_answers import find_listed_day
from webarticlecurator.store import ArticleRow, CorpusView, view_corpus

IsCandidate = Callable[[ArticleRow], bool]
"""Whether an address without TEI may be selected."""


@dataclass(frozen=True)
class SelectedAddress:
    """A selected address of the archive; ``article`` is None if it has no TEI."""

    row: ArticleRow
    article: StoredArticle | None


def read_selected(folder: Path, selection: Selection) -> Articles[StoredArticle]:
    """Return the selected articles in TEI of the corpus in ``folder``, in the order of listing.

    Files that cannot be read are added to its ``problems``. The iteration raises CorpusMismatch,
    StoreDamaged.
    """
    selection = with_lookups(selection, folder)
    return Articles(read_files(_list_files(folder, selection), folder / FOLDER, selection))


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
                    read = self._read_fields(corpus, file.item)
                    chooser.add(find_rank(read, sample), file.item.row)
            yield from (self._choose(corpus, row) for row in chooser.chosen())

    def _may_be_selected(self, row: ArticleRow) -> bool:
        if row.state == "tei":
            return _is_in_range(row, self.selection)
        return self.is_candidate(row)

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


# The fields of an address of the archive that has no TEI, so that it can be selected, too.

_KNOWN = frozenset(
    {"id", "url", "column", "portal", "problems", "published", "year", "month", "day"}
)


def make_address_reader(portal: Portal, corpus: CorpusView, row: ArticleRow) -> ReadField:
    """Return what reads the fields of an address by name; most are not known.

    ``problems`` are the reason of its state, or the state, and the problems at the address.
    ``published`` is the day beside its link, or the last day of the window that lists it.
    """
    kinds = [row.reason or row.state]
    kinds += [problem.kind for problem in corpus.run_log.problems_at(row.requested)]
    header = make_partial_header(
        article_id(row.canonical),
        find_listed_day(portal, corpus.listings, row.requested) or "",
        url=row.canonical,
        column=row.column,
        problems=tuple((kind, "") for kind in dict.fromkeys(kinds)),
    )
    read = make_field_reader(StoredArticle("", header, b"", portal.id, portal.timezone))

    def read_known(name: str) -> tuple[Cell, ...]:
        return read(name) if name in _KNOWN else ()

    return read_known
