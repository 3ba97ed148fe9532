"""The fields of an address of the archive that has no TEI, so that it can be selected, too."""

from __future__ import annotations

from webarticlecurator.articles.by_rules.identity import article_id
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.corpora.partial_header import make_partial_header
from webarticlecurator.corpus.export.article_fields import Cell, ReadField, make_field_reader
from webarticlecurator.corpus.export.stored_article import StoredArticle
from webarticlecurator.crawling.states.article_days import find_listed_day
from webarticlecurator.storage.frontier.index_values import ArticleRow
from webarticlecurator.storage.store.view import CorpusView

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
