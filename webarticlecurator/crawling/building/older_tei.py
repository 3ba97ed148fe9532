"""The TEI files of a corpus that an older output version of the program has written."""

from __future__ import annotations

from collections.abc import Iterator

from webarticlecurator.storage.frontier.build_queue import KEPT
from webarticlecurator.storage.frontier.index_values import ArticleRow
from webarticlecurator.storage.index.disk import convert_os_errors, digest_of, locate_stored_file
from webarticlecurator.storage.store.corpus import WritableCorpus
from webarticlecurator.storage.store.tei_verification import FOLDER
from webarticlecurator.tei.documents.output_version import OUTPUT_VERSION, read_output_version


def read_older(corpus: WritableCorpus, row: ArticleRow) -> tuple[int, bytes] | None:
    """Return output version and content of the TEI file of an article, if it is older and as it was
    written; None otherwise. Raises StoreDamaged if it cannot be read."""
    path = locate_stored_file(corpus.folder / FOLDER, row.tei or "")
    with convert_os_errors(path):
        content = path.read_bytes() if row.tei and path.is_file() else b""
    version = read_output_version(content)
    if version is None or version >= OUTPUT_VERSION or row.tei is None:
        return None
    noted = corpus.tei_files.of(row.canonical, row.tei).digest
    return (version, content) if noted in (None, digest_of(content)) else None


def find_older(corpus: WritableCorpus, key: str) -> Iterator[ArticleRow]:
    """Yield the articles to build with ``key`` that have older TEI; of a page of several articles,
    its row and those of the parts that have it."""
    for row in corpus.build_queue.stale(key):
        pages = corpus.frontier.pages(row.canonical) if row.reason == "split" else ()
        parts = (part for page in pages for part in corpus.frontier.parts(page.url))
        older = [each for each in (row, *parts) if read_older(corpus, each)]
        yield from dict.fromkeys((row, *older)) if older else ()


def keep_older(corpus: WritableCorpus, key: str) -> None:
    """Let the articles to build with ``key`` that have older TEI keep it in this run; commits."""
    corpus.allow_large_transaction()
    for row in find_older(corpus, key):
        corpus.frontier.set_build(row.canonical, row.tei, KEPT)
    corpus.frontier.keep_tei()
    corpus.build_queue.keeps_older = True
    corpus.commit()
