"""``curator warc adopt``: foreign captures become the corpus's own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from webarticlecurator.model.portal import Portal
from webarticlecurator.run.classifying import Classifier
from webarticlecurator.run.recovery import catch_up, settle_pending
from webarticlecurator.run.setup import Runtime
from webarticlecurator.store import (
    Adopted,
    adopt_captures,
    check_files,
    open_corpus,
    open_warcs,
)


def adopt(
    portal: Portal, folder: Path, files: Sequence[Path], effects: Runtime | None = None
) -> Adopted:
    """Copy the responses of ``files`` that are pages of the portal into the corpus in ``folder``:
    what is known or listed there, archive pages by the portal's address templates, articles by
    ``article.match`` or because an archive page lists them. The rest is refused, with the reason.
    What is new of an article is built by the next build.

    Raises UsageError (no such file), CorpusLocked, CorpusMismatch, WarcUnreadable, DiskFull.
    """
    effects = effects or Runtime()
    check_files(files)
    with open_corpus(folder, portal.id, effects.store_options()) as corpus:
        catch_up(portal, corpus, effects.progress)
        with open_warcs(files) as foreign:
            classifier = Classifier(portal, corpus, foreign)
            classifier.run()
            found = adopt_captures(corpus, files, classifier.decide)
        catch_up(portal, corpus, effects.progress)
        settle_pending(portal, corpus, look=True)
        corpus.commit()
        return found
