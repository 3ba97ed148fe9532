"""``curator warc adopt``: copy captures of other WARC files into a corpus."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from webarticlecurator.model.portal import Portal
from webarticlecurator.run.classifying import Classifier
from webarticlecurator.run.recovery import catch_up, update_pending_articles
from webarticlecurator.run.setup import Runtime
from webarticlecurator.store import (
    Adopted,
    adopt_captures,
    check_files,
    open_corpus,
    open_warcs,
)


def adopt_warcs(
    portal: Portal, folder: Path, files: Sequence[Path], runtime: Runtime | None = None
) -> Adopted:
    """Copy the responses of ``files`` that are pages of the portal into the corpus in ``folder``.

    These are pages that the corpus knows or lists, archive pages that fit the portal's address
    templates, and articles that fit ``article.match`` or that an archive page lists. All others are
    refused with a reason. The next build builds the new articles.

    Raises UsageError (no such file), CorpusLocked, CorpusMismatch, WarcUnreadable, DiskFull.
    """
    runtime = runtime or Runtime()
    check_files(files)
    with open_corpus(folder, portal.id, runtime.store_options()) as corpus:
        catch_up(portal, corpus, runtime.progress)
        with open_warcs(files) as foreign:
            classifier = Classifier(portal, corpus, foreign)
            classifier.run()
            adopted = adopt_captures(corpus, files, classifier.decide)
        catch_up(portal, corpus, runtime.progress)
        update_pending_articles(portal, corpus, inspect=True)
        corpus.commit()
        return adopted
