"""``curator warc adopt``: foreign captures become the corpus's own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from webarticlecurator.model.capture import Capture, Origin
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.catching_up import catch_up, list_adopted, settle_pending
from webarticlecurator.run.replaying import place_of
from webarticlecurator.run.setup import Effects
from webarticlecurator.store import Adopted, Corpus, check_files, open_corpus
from webarticlecurator.store import adopt as copy


def adopt(portal: Portal, folder: Path, files: Sequence[Path], effects: Effects | None = None) -> Adopted:
    """Copy the responses of ``files`` that are pages of the portal into the corpus in ``folder``: archive pages by the portal's
    address templates, articles by ``article.match`` or because an archive page lists them. The rest is refused, with the reason.

    Raises UsageError (no such file), CorpusLocked, CorpusMismatch, WarcUnreadable, DiskFull.
    """
    effects = effects or Effects()
    check_files(files)
    with open_corpus(folder, portal.id, effects.store_options()) as corpus:
        found = copy(corpus, files, lambda capture: _origin(portal, corpus, capture))
        catch_up(portal, corpus, effects.progress)
        list_adopted(portal, corpus)
        settle_pending(portal, corpus)
        corpus.commit()
        return found


def _origin(portal: Portal, corpus: Corpus, capture: Capture) -> Origin | None:
    if portal.match and re.search(portal.match, capture.url):
        return Origin("article")
    place = place_of(portal, None, capture.url)
    if place is not None:
        return Origin("archive", place.span.column, place.span.number, place.key.window or None)
    return Origin("article") if corpus.frontier.article(capture.url) else None
