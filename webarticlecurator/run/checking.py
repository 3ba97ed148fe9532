"""``curator verify``: is everything still as written? And the index made anew."""

from __future__ import annotations

from pathlib import Path

from webarticlecurator.model.portal import Portal
from webarticlecurator.run.recovery import catch_up, settle_pending
from webarticlecurator.run.setup import Runtime
from webarticlecurator.store import Reconciled, open_corpus
from webarticlecurator.store.verify import rebuild_index


def rebuild(portal: Portal, folder: Path, effects: Runtime | None = None) -> Reconciled:
    """Make the index of the corpus in ``folder`` anew from its WARC files, with listings, walks and
    verdicts by the rules as they are now; TEI is built by the next ``build``. Raises CorpusLocked,
    CorpusMismatch, DiskFull."""
    effects = effects or Runtime()
    found = rebuild_index(folder, portal.id, effects.store_options())
    with open_corpus(folder, portal.id, effects.store_options(), create=False) as corpus:
        catch_up(portal, corpus, effects.progress)
        settle_pending(portal, corpus, look=True)
    return found
