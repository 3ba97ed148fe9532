"""``curator verify --drill``: restore a corpus from a copy, before that is needed."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.system.output_files import draft_folder, write_file
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.corpus.keeping.manifest_checking import (
    ManifestFinding,
    check_corpus_manifest,
)
from webarticlecurator.corpus.keeping.manifests import ManifestMaker, view_locked_corpus
from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.building.recovery import rebuild_corpus
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.storage.index.disk import FOLDER, convert_os_errors, warc_files
from webarticlecurator.storage.store.withdrawn_texts import NAME as WITHDRAWN
from webarticlecurator.storage.texts.manifest_file import manifest_chunks


def restore_copy(portal: Portal, copies: Sequence[Path], output: Path, runtime: Runtime) -> Path:
    """Restore the first of the copies that is there into the new folder ``output``: its WARC files
    are copied, index and TEI are made of them alone. Return the copy.

    A run that was killed leaves no such folder. Raises UsageError (no copy, ``output`` is there),
    CorpusMismatch, StoreDamaged, DiskFull.
    """
    copy = next((each for each in copies if (each / FOLDER).is_dir()), None)
    if copy is None:
        raise UsageError(
            make_message("no copy of {portal} is there", portal=portal.id),
            "Name folders with copies in settings.yaml of the corpus folder: `copies: [DIR]`.",
        )
    if output.exists():
        raise UsageError(
            make_message("{path} already exists", path=output), "Give a new folder with --drill."
        )
    names = [name.file for name in warc_files(copy, portal.id)]
    with draft_folder(output) as draft, convert_os_errors(draft):
        (draft / FOLDER).mkdir()
        for name in (*names, WITHDRAWN):
            if (copy / name).is_file():
                shutil.copyfile(copy / name, draft / name)
        rebuild_corpus(portal, draft, runtime)
        build(portal, draft, None, runtime)
    return copy


@contextmanager
def compare_restored(
    portal: Portal, folder: Path, restored: Path, manifest: Path | None, runtime: Runtime
) -> Iterator[Iterator[ManifestFinding]]:
    """Yield where a restored corpus differs from a manifest, by default that of the corpus as it is
    now. Raises as ``check_corpus_manifest``."""
    with TemporaryDirectory() as temporary:
        if manifest is None:
            manifest = Path(temporary) / f"{portal.id}.manifest.jsonl"
            with view_locked_corpus(folder, portal) as corpus:
                entries = ManifestMaker(portal, corpus, runtime).entries()
                write_file(manifest, manifest_chunks(entries))
        yield check_corpus_manifest(portal, restored, manifest, runtime)
