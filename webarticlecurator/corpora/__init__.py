"""The operations on a corpus: crawl, build, preview of one page, status.

They join the core (``archive``, ``extract``, ``tei``), which does no I/O, with ``fetch`` and
``store``. Read ``crawling/crawl.py`` first, then ``article_state.py`` (the state of an article by
its stored fetches), ``building/build_article.py`` (one article from captures to TEI) and
``recovery.py`` (after a kill, a lost index or changed rules). ``preview`` reads one page,
``analysis`` all stored articles; neither changes a corpus.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from webarticlecurator.lazy_names import import_lazily

if TYPE_CHECKING:
    from webarticlecurator.corpora.address_history import AddressHistory
    from webarticlecurator.corpora.address_history import explain_address
    from webarticlecurator.corpora.tei_validating import rebuild_corpus


__all__ = [
    "AddressHistory",
    "explain_address",
    "rebuild_corpus",
]

__getattr__ = import_lazily(__name__)
