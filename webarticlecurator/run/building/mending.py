"""Find TEI files that were deleted, truncated or edited since they were written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from lxml import etree

from webarticlecurator.run.progress import Progress
from webarticlecurator.store import TeiFile, WritableCorpus, digest_of

BATCH = 1000


def mark_changed_files(
    corpus: WritableCorpus, build_again: Callable[[TeiFile], None], progress: Progress
) -> None:
    """Call ``build_again`` for every TEI file that has changed since it was written; commits.

    A file with unchanged size and modification time is not read; `curator verify` reads every file.
    A file of an older version has no digest: it is accepted if it is well-formed, with a message.
    """
    folder = corpus.folder / "tei"
    changed = unknown = 0
    for number, file in enumerate(corpus.tei_files.all(), 1):
        stat = file.on_disk(folder)
        if stat is None or (stat != file.stat and not _is_unchanged(corpus, folder, file)):
            changed += 1
            build_again(file)
        elif file.digest is None:
            unknown += 1
        if number % BATCH == 0:
            corpus.commit()
    corpus.commit()
    if changed:
        progress.show_message(
            f"{changed} TEI files are missing or have changed: they are built again"
        )
    if unknown:
        progress.show_message(
            f"{unknown} TEI files of an older version had no digest and are accepted as they are;"
            " `--all` builds them again"
        )


def _is_unchanged(corpus: WritableCorpus, folder: Path, file: TeiFile) -> bool:
    """Compare the content of a file, and note its new modification time if it is the same."""
    content = (folder / file.path).read_bytes()
    if file.digest is not None:
        unchanged = digest_of(content) == file.digest
    else:
        unchanged = _is_well_formed(content)
    if unchanged:
        corpus.tei_files.record(folder, file.path, content)
    return unchanged


def _is_well_formed(content: bytes) -> bool:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True)
    try:
        etree.fromstring(content, parser)
    except etree.XMLSyntaxError:
        return False
    return True
