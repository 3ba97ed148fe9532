"""TEI files that were deleted, cut or edited since they were written are built again; the others
are left alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from lxml import etree

from webarticlecurator.run.progress import Progress
from webarticlecurator.store import Corpus, TeiFile, digest_of

BATCH = 1000


def mend(corpus: Corpus, build_again: Callable[[TeiFile], None], progress: Progress) -> None:
    """Call ``build_again`` for every TEI file that is not what was written; committed when it
    returns.

    Where size and time of change are those that were noted, the file is not read; `curator verify`
    reads every file. A file without a digest (an older version wrote it) is taken as it is if it is
    well-formed, and said so.
    """
    folder = corpus.folder / "tei"
    changed = unknown = 0
    for number, file in enumerate(corpus.tei_files.all(), 1):
        found = file.on_disk(folder)
        if found is None or (found != file.stat and not _is_sound(corpus, folder, file)):
            changed += 1
            build_again(file)
        elif file.digest is None:
            unknown += 1
        if number % BATCH == 0:
            corpus.commit()
    corpus.commit()
    if changed:
        progress.say(
            f"{changed} TEI files are missing or not as they were written: they are built again"
        )
    if unknown:
        progress.say(
            f"{unknown} TEI files of an older version have a digest now, as they are; `--all`"
            " builds them again"
        )


def _is_sound(corpus: Corpus, folder: Path, file: TeiFile) -> bool:
    """Compare the content, and note it with the time of change that the file has now."""
    content = (folder / file.path).read_bytes()
    sound = (
        digest_of(content) == file.digest if file.digest is not None else _is_well_formed(content)
    )
    if sound:
        corpus.tei_files.record(folder, file.path, content)
    return sound


def _is_well_formed(content: bytes) -> bool:
    try:
        etree.fromstring(
            content, etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True)
        )
    except etree.XMLSyntaxError:
        return False
    return True
