"""The problems of the articles and addresses that a user has selected."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from webarticlecurator.base.doubts.doubt_table import is_serious
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.corpora.selected_articles import SelectedAddress
from webarticlecurator.crawling.states.problem_report import HEAD, report_rows
from webarticlecurator.storage.store.view import view_corpus

ProblemRow = tuple[str, str, str, str]


def list_selected_problems(
    portal: Portal, folder: Path, addresses: Iterable[SelectedAddress]
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
    with view_corpus(folder, portal.id) as corpus:
        rows = [row for row in report_rows(portal, corpus) if row[2] in owners]
    in_tei -= {(owners[address], kind, message) for _, kind, address, message in rows}
    rows += [
        ("yes" if is_serious(kind) else "no", kind, url, message)
        for url, kind, message in sorted(in_tei)
    ]
    yield HEAD
    yield from sorted(rows, key=lambda row: row[0] != "yes")
