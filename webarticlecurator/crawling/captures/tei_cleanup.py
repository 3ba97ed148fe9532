"""Keep ``tei/`` in step with the index: only files that an article owns, also after a build or a
renaming was killed.

A build writes files before it commits the index. A killed build may leave files that the index
does not know, and known files with content of its own rules. So a build first writes a note to
the index with the digest of its rules, and removes the note at its end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from webarticlecurator.articles.by_rules.identity import article_id
from webarticlecurator.base.errors import CuratorError
from webarticlecurator.storage.index.disk import SWEEP_KEY, locate_stored_file
from webarticlecurator.storage.store.withdrawn_texts import read_tombstones

if TYPE_CHECKING:
    from webarticlecurator.storage.frontier.index_values import ArticleRow
    from webarticlecurator.storage.store.corpus import WritableCorpus

BUILD_NOTE = "tei-build"
OURS = re.compile(r"a[a-z2-7]{16}\.xml(\.new)?")


def clean_before_build(corpus: WritableCorpus, key: str) -> None:
    """Prepare a build with ``key`` (``build.build.build_key``). Needs ``corpus.commit``.

    If the last build did not end and had another key, everything is built again, since it is not
    known which files that build wrote.
    """
    interrupted_key = corpus.run_log.get_meta(BUILD_NOTE)
    if interrupted_key:
        mark_for_sweep(corpus)
        if interrupted_key != key:
            corpus.index_reset.forget_builds()


def note_build(corpus: WritableCorpus, key: str) -> None:
    """Note that a build with ``key`` is running, before it writes anything; commits."""
    corpus.run_log.set_meta(BUILD_NOTE, key)
    corpus.commit()


def mark_for_sweep(corpus: WritableCorpus) -> None:
    """Have the next build remove files without an article, in case this process is killed before it
    does so itself. Needs ``corpus.commit``."""
    corpus.run_log.set_meta(SWEEP_KEY, "yes")


def clean_after_build(corpus: WritableCorpus) -> None:
    """Note that the build is done, and remove files without an article if there may be any (always
    after a rebuild of the index), unless they are the last copies of their texts; commits."""
    if corpus.run_log.get_meta(SWEEP_KEY) != "no":
        for path in list(_files_without_article(corpus)):
            take_tei(corpus, path)
        corpus.tei_files.forget_unowned()
    corpus.run_log.set_meta(SWEEP_KEY, "no")
    corpus.run_log.set_meta(BUILD_NOTE, "")
    corpus.commit()


def find_tei_of_articles(corpus: WritableCorpus) -> None:
    """Let articles without TEI have the files of their names again, if the index was made again: no
    build takes them without counting them. Needs ``corpus.commit``."""
    top = corpus.folder / "tei"
    if corpus.run_log.get_meta(SWEEP_KEY) is not None or not top.is_dir():
        return
    files = (
        (path.stem, path.relative_to(top).as_posix())
        for path in top.rglob("*.xml")
        if OURS.fullmatch(path.name)
    )
    corpus.frontier.find_tei(files, article_id)


def remove_tei(corpus: WritableCorpus, article: ArticleRow) -> None:
    """Remove the TEI file of an article, if it has one. Needs ``corpus.commit``; after a kill
    before the commit, the next build finds the file missing and writes it again."""
    if article.tei is not None:
        kept = take_tei(corpus, article.tei)
        corpus.frontier.set_build(article.canonical, kept, None)


def take_tei(corpus: WritableCorpus, path: str) -> str | None:
    """Remove the TEI file at ``path`` below tei/, and return None; return the path where it stays:
    as the last copy of its text, unless that was withdrawn under another address."""
    if is_last_copy(corpus, path) and not _is_withdrawn(corpus, path):
        return path
    remove_tei_file(corpus.folder / "tei", path)
    return None


def is_last_copy(corpus: WritableCorpus, path: str) -> bool:
    """Return True if a record that a TEI file was made of is in no WARC file any more: no build can
    make the file again."""
    # a crawl with nothing new reads no TEI
    from webarticlecurator.tei.documents.read import read_header

    try:
        header = read_header(locate_stored_file(corpus.folder / "tei", path).read_bytes())
    except (CuratorError, OSError):  # a part of a file, after a kill
        return False
    records = (each.record_id for each in header.captures)
    return any(corpus.captures.by_id(record) is None for record in records)


def _is_withdrawn(corpus: WritableCorpus, path: str) -> bool:
    """Return True if a TEI file has the very text of a withdrawn article."""
    texts = {each.text for each in read_tombstones(corpus.folder).values() if each.text}
    if not texts:
        return False
    from webarticlecurator.tei.documents.document_facts import read_facts

    content = locate_stored_file(corpus.folder / "tei", path).read_bytes()
    return read_facts(content, "UTC").text_digest.hex() in texts


def remove_tei_file(top: Path, path: str) -> None:
    """Remove the TEI file at ``path`` below ``top``, if it is there, and folders that are empty
    then. Raises StoreDamaged for a path that leads out of it, CorpusMismatch for a link."""
    place = locate_stored_file(top, path)
    place.unlink(missing_ok=True)
    prune_folders(place.parent, top)


def prune_folders(folder: Path, top: Path) -> None:
    """Remove ``folder`` and its parents below ``top`` as far as they are empty."""
    while folder != top and folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent


def _files_without_article(corpus: WritableCorpus) -> Iterator[str]:
    """Yield TEI files that the index does not know, one year at a time to save memory."""
    top = corpus.folder / "tei"
    for year in sorted(top.iterdir()) if top.is_dir() else ():
        known = corpus.index_reset.tei_below(year.name)
        for path in sorted(year.rglob("*")):
            name = path.relative_to(top).as_posix()
            if OURS.fullmatch(path.name) and name not in known:
                yield name
