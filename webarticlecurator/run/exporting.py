"""``curator export``: read the selected TEI files, in several processes or on a cluster, and write
what the format makes of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache, partial
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

from webarticlecurator.export import (
    Articles,
    Exporter,
    ReadFile,
    Selection,
    TeiSource,
    find_exporter,
    find_tei,
    list_files,
    read_file,
    write_converted,
)
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.verdict import Problem
from webarticlecurator.run.executors.executor import Job, LostTask, run_task
from webarticlecurator.run.executors.registry import choose_processes, open_executor
from webarticlecurator.run.setup import Runtime
from webarticlecurator.store import RemoteFolder
from webarticlecurator.store.disk import warc_files

TEI_OPTION = "--tei-at"
"""The option that says where the workers of a cluster find the TEI."""

FILES_IN_TASK = 20
"""Files that a process reads at once: it takes a millisecond to read one, and a tenth of it to send
a task."""


def export_corpus(
    portal: Portal,
    folder: Path,
    format_name: str,
    output: Path | BinaryIO,
    selection: Selection,
    jobs: int | None = None,
    runtime: Runtime | None = None,
) -> Articles[Any]:
    """Write the selected articles of the corpus in ``folder`` in a format; return their numbers,
    and the files that were left out.

    ``jobs`` is the number of processes, None for an automatic choice; it does not change the
    result. Raises UsageError (no such format, no TEI, ``output`` cannot be written), PlugInError,
    CorpusMismatch, DiskFull; on a cluster also StoreDamaged (a worker cannot read a file).
    """
    runtime = runtime or Runtime()
    exporter = find_exporter(format_name)
    warc_files(folder, portal.id)  # raises CorpusMismatch for the corpus of another portal
    root = find_tei(folder)
    address = None if runtime.cluster is None else runtime.cluster.files
    work = partial(_convert_files, format_name, root, address, selection)
    processes, tasks = choose_processes(_divide(list_files(root, selection)), jobs)
    kind = "serial" if processes < 2 and runtime.cluster is None else runtime.executor
    job = Job(portal, None, runtime.cluster, runtime.progress.show_message)
    with open_executor(kind, job, processes) as executor:
        runtime.progress.begin("export", None, "articles")
        try:
            articles = Articles(_list_converted(executor.results(work, tasks), runtime))
            write_converted(articles, exporter, output)
        finally:
            runtime.progress.end()
    return articles


def _divide(files: Iterator[ReadFile[Any]]) -> Iterator[tuple[ReadFile[Any], ...]]:
    """Yield tasks: files that a process reads one after the other."""
    while task := tuple(islice(files, FILES_IN_TASK)):
        yield task


def _list_converted(
    results: Iterator[list[ReadFile[Any]] | LostTask], runtime: Runtime
) -> Iterator[ReadFile[Any]]:
    """Yield what was made of each file, in their order."""
    for result in results:
        if isinstance(result, LostTask):
            result = [_describe_lost(file, result, len(result.task)) for file in result.task]
        for file in result:
            yield file
            runtime.progress.step(file.path)


def _describe_lost(file: ReadFile[Any], lost: LostTask, number: int) -> ReadFile[Any]:
    """Return a file that was lost with the others of its task."""
    others = f" (or another of the {number} files that were read with it)" if number > 1 else ""
    problem = Problem(lost.reason, file.path, f"{lost.evidence}{others}. Left out.")
    return replace(file, problem=problem)


def _convert_files(
    format_name: str,
    root: Path,
    address: str | None,
    selection: Selection,
    portal: Portal,
    source: object,
    files: tuple[ReadFile[Any], ...],
) -> list[ReadFile[Any]]:
    """Read files and convert the selected ones for a format; any process may do that.

    ``address`` is where the workers of a cluster find what the command finds at ``root``. Raises
    StoreDamaged, PlugInError.
    """
    folder: TeiSource = root if address is None else _open_folder(address)
    work = partial(_convert_file, find_exporter(format_name), folder, selection)
    results = (run_task(work, portal, source, file) for file in files)
    return [
        _describe_lost(file, result, 1) if isinstance(result, LostTask) else result
        for file, result in zip(files, results, strict=True)
    ]


def _convert_file(
    exporter: Exporter,
    folder: TeiSource,
    selection: Selection,
    _portal: Portal,
    _source: object,
    file: ReadFile[Any],
) -> ReadFile[Any]:
    if file.problem is not None:
        return file
    read = read_file(file.path, folder, selection)
    return read if read.item is None else replace(read, item=exporter.convert(read.item))


@lru_cache(maxsize=2)
def _open_folder(address: str) -> RemoteFolder:
    return RemoteFolder(address, TEI_OPTION)
