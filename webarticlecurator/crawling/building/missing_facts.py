"""Read the facts of articles from their TEI, where the index does not have them: it is of an older
version.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from webarticlecurator.base.errors import CuratorError
from webarticlecurator.base.model.article_facts import ArticleFacts
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.building.writing import note_shortened
from webarticlecurator.crawling.workers.progress import Progress, progress_stage
from webarticlecurator.storage.index.disk import locate_stored_file
from webarticlecurator.storage.store.corpus import WritableCorpus
from webarticlecurator.storage.store.view import CorpusView

FACTS_BATCH = 500
"""Articles between two commits."""


def record_missing_facts(portal: Portal, corpus: WritableCorpus, progress: Progress) -> None:
    """Record the facts that are missing; commits. Articles whose TEI cannot be read stay without
    them: a build writes such files again."""
    for number, (article, facts) in enumerate(read_missing_facts(portal, corpus, progress), 1):
        corpus.article_facts.record(article, facts)
        for row in corpus.frontier.with_ids([article] if facts.shortened else ()):
            note_shortened(corpus, row.canonical, facts)
        if number % FACTS_BATCH == 0:
            corpus.commit()
    corpus.commit()


def read_missing_facts(
    portal: Portal, corpus: CorpusView, progress: Progress
) -> Iterator[tuple[int, ArticleFacts]]:
    """Yield the facts of the articles without them, with the row ids of the articles; files that
    cannot be read are left out."""
    from webarticlecurator.tei.documents.document_facts import read_facts

    missing = corpus.article_facts.count_missing()
    if not missing:
        return
    with progress_stage(progress, "facts", missing, "articles"):
        for article, path in corpus.article_facts.missing():
            facts = None
            with suppress(OSError, CuratorError, ValueError):
                content = locate_stored_file(corpus.folder, f"tei/{path}").read_bytes()
                facts = read_facts(content, portal.timezone)
            if facts is not None:
                yield article, facts
            progress.step(path)
