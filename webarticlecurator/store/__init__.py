"""The only archive disk: appends what was fetched to WARC files, reads it back, and keeps the index and the frontier in SQLite.

The WARC files are the truth, ``corpus.sqlite`` is made of them. Begin reading in ``corpus.py`` (what a change is and when it
counts), then ``record.py`` and ``draft.py`` (what is written), ``reconcile.py`` (what opening does after a kill),
``frontier.py`` and ``walks.py`` (what a crawl asks).
"""

from webarticlecurator.store.captures import Captures, Fetch
from webarticlecurator.store.corpus import Corpus, open_corpus, read_body, read_record
from webarticlecurator.store.frontier import ArticleRow, Counts, Frontier, Link, Listing, ListingResult, PageRow
from webarticlecurator.store.ledger import Ledger, Run
from webarticlecurator.store.options import EVENTS, StoreOptions
from webarticlecurator.store.reconcile import Reconciled
from webarticlecurator.store.walks import Walk, WalkKey, Walks

__all__ = [
    "EVENTS",
    "ArticleRow",
    "Captures",
    "Corpus",
    "Counts",
    "Fetch",
    "Frontier",
    "Ledger",
    "Link",
    "Listing",
    "ListingResult",
    "PageRow",
    "Reconciled",
    "Run",
    "StoreOptions",
    "Walk",
    "WalkKey",
    "Walks",
    "open_corpus",
    "read_body",
    "read_record",
]
