"""``curator verify --rebuild``: make the index of a corpus again from its WARC files."""

from __future__ import annotations

from pathlib import Path

from webarticlecurator.model.portal import Portal
from webarticlecurator.run.recovery import catch_up, update_pending_articles
from webarticlecurator.run.setup import Runtime
from webarticlecurator.store import Reconciled, open_corpus
from webarticlecurator.store.verify import rebuild_index


def rebuild_corpus(portal: Portal, folder: Path, runtime: Runtime | None = None) -> Reconciled:
    """Rebuild the index of the corpus in ``folder`` from its WARC files.

    Listings, walks and verdicts follow from the current rules; the next ``build`` builds the TEI.
    Raises CorpusLocked, CorpusMismatch, DiskFull.
    """
    runtime = runtime or Runtime()
    reconciled = rebuild_index(folder, portal.id, runtime.store_options())
    with open_corpus(folder, portal.id, runtime.store_options(), create=False) as corpus:
        catch_up(portal, corpus, runtime.progress)
        update_pending_articles(portal, corpus, inspect=True)
    return reconciled
