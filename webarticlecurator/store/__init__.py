"""The store of the archive on disk: WARC files, and an SQLite index with the frontier.

Responses are appended to WARC files, which are authoritative; ``corpus.sqlite`` is derived from
them. Read first ``corpus.py`` (what a change is and when it counts), then ``record.py`` and
``record_builder.py`` (what is written), ``reconcile.py`` (what opening does after a kill),
``frontier.py``, ``listings.py`` and ``walks.py`` (what a crawl queries).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from webarticlecurator.lazy_names import import_lazily

if TYPE_CHECKING:
    from webarticlecurator.store.adopted_captures import OTHER_HOST, Adopted, adopt_captures
    from webarticlecurator.store.captures import Captures
    from webarticlecurator.store.corpus import WritableCorpus, open_corpus
    from webarticlecurator.store.corpus_cut import CorpusCut, index_state
    from webarticlecurator.store.dated_articles import (
        FIRST_PLACE,
        ArticlePlace,
        ArticleSelection,
        ArticlesPage,
    )
    from webarticlecurator.store.disk import SWEEP_KEY, convert_os_errors, digest_of, sync_files
    from webarticlecurator.store.facts_table import FactCount, FactsTable, make_temporary_facts
    from webarticlecurator.store.fetches import Fetch
    from webarticlecurator.store.file_systems import RemoteFolder
    from webarticlecurator.store.foreign import ForeignWarcs, is_parsable_url, open_warcs
    from webarticlecurator.store.frontier import Frontier
    from webarticlecurator.store.index_opening import open_index_read_only
    from webarticlecurator.store.index_rebuild import rebuild_index
    from webarticlecurator.store.index_reset import IndexReset
    from webarticlecurator.store.index_values import (
        ArticleRow,
        Counts,
        Listing,
        ListingResult,
        PageRow,
    )
    from webarticlecurator.store.inspect import (
        RecordRow,
        cat_record,
        cat_url,
        check_records,
        list_records,
        sample,
    )
    from webarticlecurator.store.joined_corpus import JoinedCorpus
    from webarticlecurator.store.named_pages import MAX_NAMED, NamedPages
    from webarticlecurator.store.reconcile import Reconciled
    from webarticlecurator.store.record_builder import RecordBuilder
    from webarticlecurator.store.record_cleaning import Redaction
    from webarticlecurator.store.redact import Redacted, plan_redaction, redact_warcs
    from webarticlecurator.store.remote_records import RemoteWarcs
    from webarticlecurator.store.run_log import RunLog
    from webarticlecurator.store.run_shapes import ShapeKey
    from webarticlecurator.store.store_options import EVENTS, StoreOptions
    from webarticlecurator.store.tei_files import TeiFile
    from webarticlecurator.store.verify import Verified, verify_corpus
    from webarticlecurator.store.view import (
        CorpusView,
        find_owner,
        find_saved_name,
        read_capture_body,
        read_record,
        view_corpus,
    )
    from webarticlecurator.store.walks import Walk, WalkKey, Walks

__all__ = [
    "EVENTS",
    "FIRST_PLACE",
    "MAX_NAMED",
    "OTHER_HOST",
    "SWEEP_KEY",
    "Adopted",
    "ArticlePlace",
    "ArticleRow",
    "ArticleSelection",
    "ArticlesPage",
    "Captures",
    "CorpusCut",
    "CorpusView",
    "Counts",
    "FactCount",
    "FactsTable",
    "Fetch",
    "ForeignWarcs",
    "Frontier",
    "IndexReset",
    "JoinedCorpus",
    "Listing",
    "ListingResult",
    "NamedPages",
    "PageRow",
    "Reconciled",
    "RecordBuilder",
    "RecordRow",
    "Redacted",
    "Redaction",
    "RemoteFolder",
    "RemoteWarcs",
    "RunLog",
    "ShapeKey",
    "StoreOptions",
    "TeiFile",
    "Verified",
    "Walk",
    "WalkKey",
    "Walks",
    "WritableCorpus",
    "adopt_captures",
    "cat_record",
    "cat_url",
    "check_records",
    "convert_os_errors",
    "digest_of",
    "find_owner",
    "find_saved_name",
    "index_state",
    "is_parsable_url",
    "list_records",
    "make_temporary_facts",
    "open_corpus",
    "open_index_read_only",
    "open_warcs",
    "plan_redaction",
    "read_capture_body",
    "read_record",
    "rebuild_index",
    "redact_warcs",
    "sample",
    "sync_files",
    "verify_corpus",
    "view_corpus",
]

__getattr__ = import_lazily(__name__)
