"""``curator build --as-of`` and ``--manifest``: make the TEI of an earlier state of a corpus.

The index of that state is made of the WARC records that the corpus had then, so that all that a
build depends on (listings, aliases, redirects, captures) is as it was. It is written to a folder of
its own, which gets its name when the TEI is complete.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.errors import StoreDamaged, UsageError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.building.build import build_what_is_new
from webarticlecurator.crawling.building.recovery import catch_up, update_pending_articles
from webarticlecurator.crawling.states.problem_report import write_reports
from webarticlecurator.crawling.states.summary import Summary, summarise
from webarticlecurator.crawling.workers.run_options import (
    BuildOptions,
    Runtime,
    check_overrides,
    check_template,
)
from webarticlecurator.storage.index.disk import digest_of, locate_stored_file
from webarticlecurator.storage.index.index import index_files
from webarticlecurator.storage.index.lock import NAME as LOCK_NAME
from webarticlecurator.storage.index.lock import Lock
from webarticlecurator.storage.store.corpus import open_corpus
from webarticlecurator.storage.store.corpus_cut import CorpusCut, index_state
from webarticlecurator.storage.store.view import view_corpus
from webarticlecurator.storage.texts.manifest_entries import (
    ArticleEntry,
    ManifestHead,
    WarcFileEntry,
)
from webarticlecurator.storage.texts.manifest_file import read_manifest
from webarticlecurator.tei.documents.output_version import OUTPUT_VERSION

_INTERNAL = (*index_files(), LOCK_NAME)
"""What a state needs while it is made; the corpus has the index that lasts."""


def build_state(
    portal: Portal,
    folder: Path,
    output: Path,
    cut: CorpusCut,
    options: BuildOptions,
    runtime: Runtime,
) -> Summary:
    """Make the TEI of a state of the corpus in ``folder``, in the new folder ``output``.

    Raises UsageError (``output`` is not empty or in the corpus, no capture belongs to the state),
    CorpusLocked, CorpusMismatch, StoreDamaged, DiskFull.
    """
    check_template(portal)
    check_overrides(portal)
    if output.exists() and (not output.is_dir() or any(output.iterdir())):
        raise UsageError(f"{output} is not an empty folder", "Give a new folder with --output.")
    if output.resolve().is_relative_to(folder.resolve()):
        raise UsageError(
            f"{output} is in the corpus {folder}, which holds today's TEI",
            "Give a folder outside it with --output.",
        )
    began = runtime.clock.monotonic()
    draft = output.with_name(f"{output.name}.new")
    _make_draft(portal, folder, draft, cut, runtime)
    store = replace(runtime.store_options(), records=folder)
    with open_corpus(draft, portal.id, store, create=False) as state:
        catch_up(portal, state, runtime.progress)
        update_pending_articles(portal, state, inspect=True)
        made = build_what_is_new(portal, state, options, runtime)
        write_reports(portal, state)
        seconds = runtime.clock.monotonic() - began
        summary = summarise(portal, state, Summary(built=made.written, seconds=seconds))
    for name in _INTERNAL:
        (draft / name).unlink(missing_ok=True)
    if output.is_dir():
        output.rmdir()  # it is empty
    draft.replace(output)
    return summary


def build_manifest_state(
    portal: Portal,
    folder: Path,
    output: Path,
    manifest: Path,
    options: BuildOptions,
    runtime: Runtime,
) -> tuple[Summary, tuple[str, ...]]:
    """Make the TEI of the state of a manifest, and compare it with the digests of the manifest.

    Returns the summary of the build, and the TEI files that are not as the manifest says, with the
    reason.

    Raises ManifestDamaged, and what ``build_state`` raises; StoreDamaged also if a WARC file of the
    corpus is not the one of the manifest.
    """
    summary = build_state(
        portal, folder, output, _read_cut(portal, folder, manifest, runtime), options, runtime
    )
    differing = tuple(_find_differing(output, manifest))
    if not differing:
        summary = replace(
            summary, remarks=(*summary.remarks, f"all TEI files are those of {manifest}")
        )
    return summary, differing


def _make_draft(
    portal: Portal, folder: Path, draft: Path, cut: CorpusCut, runtime: Runtime
) -> None:
    """Make the index of the state in the folder ``draft``; one of a run that was killed goes."""
    runtime.progress.show_message(f"corpus {folder}: reading the records of the state")
    with view_corpus(folder, portal.id):  # it is a corpus, and of this portal
        lock = Lock(folder)
    with closing(lock):
        _remove_draft(draft)
        draft.mkdir(parents=True)
        records = index_state(folder, portal.id, cut, draft, runtime.store_options())
    if not records:
        shutil.rmtree(draft)
        raise UsageError(
            f"{folder} had no records at that time",
            "`curator warc list` shows when they were captured.",
        )


def _remove_draft(draft: Path) -> None:
    """Remove what a killed run left. Raises UsageError if the folder holds anything else."""
    if not draft.exists():
        return
    names = {path.name for path in draft.iterdir()} if draft.is_dir() else {draft.name}
    if not names <= {*_INTERNAL, "tei", "reports"}:
        raise UsageError(f"{draft} is in the way", "Choose another folder with --output.")
    shutil.rmtree(draft)


def _read_cut(portal: Portal, folder: Path, manifest: Path, runtime: Runtime) -> CorpusCut:
    """Return the WARC files of a manifest, after comparing them with those of the corpus."""
    sizes: dict[str, int] = {}
    with view_corpus(folder, portal.id) as corpus:
        for entry in read_manifest(manifest):
            if isinstance(entry, ManifestHead):
                if entry.portal != portal.id:
                    raise UsageError(
                        f"{manifest} is the manifest of {entry.portal}, not of {portal.id}",
                        "Give the manifest of this corpus, or the portal file of that one.",
                    )
                if entry.rules != portal.tei_digest:
                    runtime.progress.show_message(
                        f"the rules of the portal file are not those of {manifest}: the TEI will"
                        " differ. The portal file of that time is in the WARC files of the"
                        " archive (`curator warc list`)"
                    )
                if entry.output_version != OUTPUT_VERSION:
                    runtime.progress.show_message(
                        f"{manifest} was made by {entry.tool}, with output version"
                        f" {entry.output_version} (this is {OUTPUT_VERSION}): the TEI will differ"
                    )
            elif isinstance(entry, WarcFileEntry):
                sizes[entry.path] = entry.size
                if corpus.digest_warc(entry.path, entry.size) != entry.sha256:
                    raise StoreDamaged(
                        f"{entry.path}: its first {entry.size} bytes are not those of {manifest}",
                        "Put the file back from a copy; `curator verify --manifest` says more, also"
                        " whether `curator warc redact --secrets` has changed it.",
                    )
    if not sizes:
        raise UsageError(
            f"{manifest} names no WARC file", "A state without captures cannot have TEI."
        )
    return CorpusCut(sizes=sizes)


def _find_differing(output: Path, manifest: Path) -> Iterator[str]:
    """Yield the TEI files that are not as the manifest says, and those that it does not name."""
    expected: set[str] = set()
    for entry in read_manifest(manifest):
        if isinstance(entry, ArticleEntry) and entry.tei is not None:
            expected.add(entry.tei.path)
            path = locate_stored_file(output, entry.tei.path)
            if not path.is_file():
                yield f"{entry.tei.path}: not made (expected the TEI of {entry.url})"
            elif digest_of(path.read_bytes()) != entry.tei.sha256:
                yield f"{entry.tei.path}: not the TEI of the manifest: {entry.url}"
    for path in sorted((output / "tei").rglob("*.xml")):
        name = path.relative_to(output).as_posix()
        if name not in expected:
            yield f"{name}: not in the manifest"
