"""Find TEI files that were deleted, truncated or edited since they were written.

What is looked at does not grow with the corpus: the files of folders that have changed, in which
files were added, removed or replaced; and of the others, where only an edit in place can have
changed a file, as many as one build looks at, each build going on where the last one ended.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.captures.tei_cleanup import is_last_copy
from webarticlecurator.crawling.workers.progress import Progress
from webarticlecurator.storage.index.disk import digest_of, locate_stored_file
from webarticlecurator.storage.store.corpus import WritableCorpus
from webarticlecurator.storage.store.view import CorpusView
from webarticlecurator.storage.texts.tei_files import TeiFile

BATCH = 1000
FILES_PER_BUILD = 5_000
"""Files in unchanged folders that one build looks at: all of them in most corpora."""
NEXT_NOTE = "tei-looked-at"
"""Name of the note with the path of the file that was looked at last; "" after the last one."""


def mark_changed_files(
    corpus: WritableCorpus, build_again: Callable[[TeiFile], None], progress: Progress
) -> None:
    """Call ``build_again`` for every TEI file that is found to have changed since it was written;
    commits.

    A file with unchanged size and modification time is not read; `curator verify` reads every file.
    """
    folder = corpus.folder / "tei"
    changed = 0
    for number, file in enumerate(_files_to_look_at(corpus), 1):
        stat = file.on_disk(folder)
        if stat is None or (stat != file.stat and not _is_unchanged(corpus, folder, file)):
            changed += 1
            build_again(file)
        if number % BATCH == 0:
            corpus.commit()
    corpus.commit()
    if changed:
        progress.show_message(
            make_message(
                "{number} TEI files are missing or have changed, so they are built again",
                number=changed,
            )
        )


def _files_to_look_at(corpus: WritableCorpus) -> Iterator[TeiFile]:
    """Yield the files of changed folders, then some of the others, each once."""
    changed = corpus.tei_folders.changed()
    for folder in changed:
        yield from corpus.tei_files.in_folder(folder.path)
        corpus.tei_folders.note(folder)

    last = corpus.run_log.get_meta(NEXT_NOTE) or ""
    files = list(islice(corpus.tei_files.by_path(last), FILES_PER_BUILD))
    changed_paths = {folder.path for folder in changed}
    yield from (file for file in files if file.path.rpartition("/")[0] not in changed_paths)
    is_end = not files or len(files) < FILES_PER_BUILD
    if (last, is_end) != ("", True):
        corpus.run_log.set_meta(NEXT_NOTE, "" if is_end else files[-1].path)


def was_edited(corpus: CorpusView, canonical: str, path: str) -> bool:
    """Return True if the TEI file of an article exists, and is not as it was written."""
    folder = corpus.folder / "tei"
    file = corpus.tei_files.of(canonical, path)
    stat = file.on_disk(folder)
    if stat is None or file.digest is None or stat == file.stat:
        return False
    return digest_of(locate_stored_file(folder, path).read_bytes()) != file.digest


def _is_unchanged(corpus: WritableCorpus, folder: Path, file: TeiFile) -> bool:
    """Compare the content of a file, and note its new modification time if it is the same."""
    content = locate_stored_file(folder, file.path).read_bytes()
    digest, stat = digest_of(content), file.on_disk(folder)
    # an index that was made again has no digest of what no build can make again
    is_known = file.digest is not None
    unchanged = digest == file.digest if is_known else is_last_copy(corpus, file.path)
    if unchanged and stat is not None:
        corpus.tei_files.record(file.path, digest, stat)
    return unchanged
