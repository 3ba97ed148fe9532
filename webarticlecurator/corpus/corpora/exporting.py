"""What is made of the TEI of a corpus: exports, derived files, the articles that a user selects.

``curator export``: read the selected TEI files, in several processes or on a cluster, and write
what the format makes of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from functools import lru_cache, partial
from itertools import groupby, islice
from pathlib import Path
from typing import Any, BinaryIO

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.errors import CorpusLocked, StoreDamaged
from webarticlecurator.base.model.verdict import Problem
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.export.article_fields import make_field_reader
from webarticlecurator.corpus.export.exporter import ExportOptions
from webarticlecurator.corpus.export.formats import find_exporter, write_converted
from webarticlecurator.corpus.export.sampling import Sample, SampleChooser, find_rank
from webarticlecurator.corpus.export.selection import Selection
from webarticlecurator.corpus.export.stored_article import StoredArticle
from webarticlecurator.corpus.export.tei_articles import (
    UNREADABLE,
    Articles,
    ReadFile,
    TeiSource,
    can_contain,
    find_tei,
    list_files,
    read_file,
)
from webarticlecurator.corpus.judging.judged_shares import read_sentences
from webarticlecurator.crawling.workers.executor import Job, LostTask, run_task
from webarticlecurator.crawling.workers.executor_kinds import choose_processes, open_executor
from webarticlecurator.crawling.workers.progress import progress_stage
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.storage.frontier.unlisted_articles import UnlistedLookup
from webarticlecurator.storage.index.disk import warc_files
from webarticlecurator.storage.index.index import NAME as INDEX_NAME
from webarticlecurator.storage.store.file_systems import RemoteFolder
from webarticlecurator.storage.store.view import view_corpus
from webarticlecurator.storage.texts.duplicate_file import DuplicateLookup
from webarticlecurator.storage.texts.fact_rows import FactRows

TEI_OPTION = "--tei-at"
"""The option that says where the workers of a cluster find the TEI."""

FILES_IN_TASK = 20
"""Files that a process reads at once: it takes a millisecond to read one, and a tenth of it to send
a task."""
Convert = Callable[[StoredArticle], Any]
MakeConvert = Callable[[], Convert]
"""Makes, in any process, what converts an article. It can be pickled."""


@dataclass(frozen=True)
class ExportedCorpus:
    """The corpus of a portal in ``folder``, which of its articles to write, and what reads them."""

    portal: Portal
    folder: Path
    selection: Selection
    runtime: Runtime


def export_corpora(
    corpora: Sequence[ExportedCorpus],
    format_name: str,
    output: Path | BinaryIO,
    jobs: int | None = None,
    options: ExportOptions | None = None,
) -> Articles[Any]:
    """Write the selected articles of corpora, one corpus after the other, in a format; return their
    numbers, and the files that were left out.

    A sample is one of the articles of all corpora. The portals of ``options`` are those of
    ``corpora``. ``jobs`` is the number of processes, None for an automatic choice; it does not
    change the result. Raises UsageError (no such format, no TEI, ``output`` cannot be written),
    PlugInError, CorpusMismatch, DiskFull; on a cluster also StoreDamaged (a worker cannot read a
    file).
    """
    chosen = options or ExportOptions()
    exporter = find_exporter(
        format_name,
        replace(
            chosen,
            portals=tuple(corpus.portal for corpus in corpora),
            judged={corpus.portal.id: read_sentences(corpus.folder) for corpus in corpora},
        ),
    )
    for corpus in corpora:
        # raises CorpusMismatch for the corpus of another portal
        warc_files(corpus.folder, corpus.portal.id)
        find_tei(corpus.folder)
    convert = partial(_make_converter, format_name, chosen, len(corpora) > 1)
    repeated: list[str] = []
    articles: Articles[Any] = Articles(_read_corpora(corpora, convert, jobs, repeated))
    summary = write_converted(articles, exporter, output)
    if summary is not None:
        articles.remarks = list(summary.list_remarks())
        # the summary of a plug-in need not have it
        articles.selected -= getattr(summary, "left_out", 0)
    if repeated:
        articles.remarks.append(
            f"{len(repeated)} articles left out, because an earlier portal has the same address,"
            f" such as {repeated[0]}"
        )
    return articles


def _leave_out_repeated(
    files: Iterable[ReadFile[Any]], repeated: list[str], seen: set[str] | None
) -> Iterator[ReadFile[Any]]:
    """Yield files, without articles whose id, which is that of their address, is among those
    ``seen``; their paths are added to ``repeated``. Of one corpus none is (None)."""
    for file in files:
        name = file.path.rpartition("/")[2]
        if seen is not None and file.item is not None and name in seen:
            repeated.append(file.path)
            continue
        if seen is not None and file.item is not None:
            seen.add(name)
        yield file


def _read_corpora(
    corpora: Sequence[ExportedCorpus], convert: MakeConvert, jobs: int | None, repeated: list[str]
) -> Iterator[ReadFile[Any]]:
    """Yield what was made of the files of all corpora, in their order; see
    ``_leave_out_repeated``."""
    sample, seen = corpora[0].selection.sample, None if len(corpora) < 2 else set[str]()
    if sample is None:
        for corpus in corpora:
            listed = _order_by_day(corpus, list_tei(corpus))
            files = read_converted(corpus, convert, listed, jobs)
            yield from _leave_out_repeated(files, repeated, seen)
        return
    chooser = SampleChooser[tuple[int, str]](sample.size)
    ranker = partial(_make_ranker, sample)
    for number, corpus in enumerate(corpora):
        files = read_converted(corpus, ranker, list_tei(corpus), jobs)
        for file in _leave_out_repeated(files, repeated, seen):
            if file.item is None:
                yield file
            else:
                chooser.add(file.item, (number, file.path))
    chosen = chooser.chosen()
    for number, corpus in enumerate(corpora):
        paths = (ReadFile[Any](path) for place, path in chosen if place == number)
        yield from read_converted(corpus, convert, _order_by_day(corpus, paths), jobs)


def _order_by_day(
    corpus: ExportedCorpus, files: Iterable[ReadFile[Any]]
) -> Iterator[ReadFile[Any]]:
    """Yield files that are sorted by month in the order of their day, as far as the index knows it:
    TEI that was copied without one, or whose index cannot be read, stays in that of the paths."""
    with ExitStack() as opened:
        rows: FactRows | None = None
        if (corpus.folder / INDEX_NAME).is_file():
            with suppress(CorpusLocked, StoreDamaged):  # `list_tei` has said so
                view = opened.enter_context(view_corpus(corpus.folder, corpus.portal.id))
                rows = view.fact_rows
        for folder, each in groupby(files, key=lambda file: file.path.rpartition("/")[0]):
            moments = {} if rows is None else rows.list_moments(folder)
            yield from sorted(each, key=lambda file: moments.get(file.path, ""))


def list_tei(corpus: ExportedCorpus) -> Iterator[ReadFile[Any]]:
    """Yield the TEI files that may have selected articles, by path, with those that the index knows
    and that are missing, which are problems."""
    root, faults = find_tei(corpus.folder), list[Problem]()
    files = list_files(root, corpus.selection)
    file = next(files, None)
    for path in _list_known_paths(corpus, faults):
        place = path.split("/")
        while file is not None and file.path.split("/") < place:
            yield file
            file = next(files, None)
        if file is None or file.path != path:
            known = read_file(path, root, corpus.selection)
            yield known if known.problem else ReadFile(path)  # written after its folder was listed
    if file is not None:
        yield file
        yield from files
    yield from (ReadFile(fault.where, problem=fault) for fault in faults)


def _list_known_paths(corpus: ExportedCorpus, faults: list[Problem]) -> Iterator[str]:
    """Yield the path of the TEI of every article that may be selected, by path; none of TEI that
    was copied without its index. What the index cannot say is added to ``faults``."""
    if not (corpus.folder / INDEX_NAME).is_file():
        return
    try:
        with view_corpus(corpus.folder, corpus.portal.id) as view:
            for file in view.tei_files.by_path():
                if can_contain(file.path.rpartition("/")[0], corpus.selection):
                    yield file.path
    except (CorpusLocked, StoreDamaged) as error:
        message = f"whether TEI is missing is not known: {error.message}. {error.cure}"
        faults.append(Problem(UNREADABLE, str(corpus.folder / INDEX_NAME), message))


def with_lookups(selection: Selection, folder: Path) -> Selection:
    """Return a selection that can ask the corpus in ``folder`` for what its TEI does not say."""
    return replace(
        selection, find_duplicate=DuplicateLookup(folder), is_unlisted=UnlistedLookup(folder)
    )


def read_converted(
    corpus: ExportedCorpus,
    convert: MakeConvert,
    files: Iterator[ReadFile[Any]],
    jobs: int | None,
    stage: str = "export",
) -> Iterator[ReadFile[Any]]:
    """Yield what ``convert`` makes of the selected ones of some files of a corpus, in their order.
    ``stage`` is the name of the work in its progress."""
    runtime = corpus.runtime
    address = None if runtime.cluster is None else runtime.cluster.files
    selection = with_lookups(corpus.selection, corpus.folder)
    work = partial(_convert_files, convert, find_tei(corpus.folder), address, selection)
    # a process reads the files of a task one after the other
    batches = iter(lambda: tuple(islice(files, FILES_IN_TASK)), ())
    processes, tasks = choose_processes(batches, jobs)
    kind = "serial" if processes < 2 and runtime.cluster is None else runtime.executor
    job = Job(corpus.portal, None, runtime.cluster, runtime.progress.show_message)
    with (
        open_executor(kind, job, processes) as executor,
        progress_stage(runtime.progress, stage, None, "articles"),
    ):
        for result in executor.results(work, tasks):
            if isinstance(result, LostTask):
                result = [_describe_lost(file, result, len(result.task)) for file in result.task]
            for file in result:
                yield file
                runtime.progress.step(file.path)


def _describe_lost(file: ReadFile[Any], lost: LostTask, number: int) -> ReadFile[Any]:
    """Return a file that was lost with the others of its task."""
    others = f" (or another of the {number} files that were read with it)" if number > 1 else ""
    return replace(
        file, problem=Problem(lost.reason, file.path, f"{lost.evidence}{others}. It was left out.")
    )


def return_convert(convert: Convert) -> Convert:
    """Make a function that every process has already."""
    return convert


def _make_converter(format_name: str, options: ExportOptions, is_path_prefixed: bool) -> Convert:
    """Return what converts an article for a format."""
    convert = find_exporter(format_name, options).convert
    if not is_path_prefixed:
        return convert
    return lambda article: convert(replace(article, path=f"{article.portal}/{article.path}"))


def _make_ranker(sample: Sample) -> Convert:
    """Return what finds the rank of an article in a sample."""
    return lambda article: find_rank(make_field_reader(article), sample)


def _convert_files(
    convert: MakeConvert,
    root: Path,
    address: str | None,
    selection: Selection,
    portal: Portal,
    source: object,
    files: tuple[ReadFile[Any], ...],
) -> list[ReadFile[Any]]:
    """Read files and convert the selected ones; any process may do that.

    ``address`` is where the workers of a cluster find what the command finds at ``root``. Raises
    StoreDamaged, PlugInError.
    """
    folder: TeiSource = root if address is None else _open_folder(address)
    work = partial(_convert_file, convert(), folder, selection)
    results = (run_task(work, portal, source, file) for file in files)
    return [
        _describe_lost(file, result, 1) if isinstance(result, LostTask) else result
        for file, result in zip(files, results, strict=True)
    ]


def _convert_file(
    convert: Convert,
    folder: TeiSource,
    selection: Selection,
    _portal: Portal,
    _source: object,
    file: ReadFile[Any],
) -> ReadFile[Any]:
    if file.problem is not None:
        return file
    read = read_file(file.path, folder, selection)
    return read if read.item is None else replace(read, item=convert(read.item))


@lru_cache(maxsize=2)
def _open_folder(address: str) -> RemoteFolder:
    return RemoteFolder(address, TEI_OPTION)
