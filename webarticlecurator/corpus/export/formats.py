"""The export formats by name: those of this package, and those that other packages register."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.errors import CuratorError, PlugInError, UsageError
from webarticlecurator.base.portal.plug_in import (
    EXPORTER,
    PlugIn,
    describe_plug_in_failure,
    find_plug_in,
    list_plug_ins,
    load_plug_in,
)
from webarticlecurator.base.system.installation import require_extra
from webarticlecurator.base.system.output_files import write_file, write_folder, write_stream
from webarticlecurator.corpus.export import (
    data_sets,
    documents,
    references,
    sheets,
    tei_corpus_format,
    vertical_format,
)
from webarticlecurator.corpus.export.detected_language import require_detection
from webarticlecurator.corpus.export.exporter import Exporter, ExportOptions, ExportSummary
from webarticlecurator.corpus.export.field_names import check_field_name
from webarticlecurator.corpus.export.stored_article import StoredArticle

WACZ, ZIP, EDITS = "wacz", "zip", "edits"
EXPORTERS: dict[str, Exporter] = {
    **tei_corpus_format.FORMATS,
    **sheets.FORMATS,
    **documents.FORMATS,
    **references.FORMATS,
    **data_sets.FORMATS,
    **vertical_format.FORMATS,
    EDITS: Exporter(
        "a table of what changed between the versions of articles, for a spreadsheet",
        None,
        holds_corpus=True,
    ),
    ZIP: Exporter("the TEI files, in one zip for each WARC file", None, holds_corpus=True),
    WACZ: Exporter(
        "the WARC files with an index, titles and texts, for ReplayWeb.page and pywb",
        None,
        holds_corpus=True,
    ),
}
"""Name of a format (``--format``) → its exporter."""
WHOLE_CORPUS = tuple(name for name, each in EXPORTERS.items() if each.holds_corpus)
"""The formats that are made of the whole corpus, not of the TEI of each article."""


@dataclass(frozen=True)
class FormatSummary:
    """A line about a format. ``extra``: the extra with what not every installation has; empty if
    nothing is needed."""

    name: str
    summary: str
    extra: str = ""


def list_formats() -> list[FormatSummary]:
    """Return a line about each format, of this package and of others."""
    own = [FormatSummary(name, each.summary, each.extra) for name, each in EXPORTERS.items()]
    others = [
        FormatSummary(each.name, f"of the package {each.package} {each.version}")
        for each in list_plug_ins(EXPORTER)
    ]
    return [*own, *others]


def find_exporter(name: str, options: ExportOptions | None = None) -> Exporter:
    """Return the exporter of a format, prepared for what the user chose.

    Raises UsageError if there is none, if a library that it needs is not installed, or if it does
    not have a chosen column, or no tokens for a model; PlugInError if several have the name or if
    it cannot be imported.
    """
    plug_in = _find_plug_in(name)
    exporter = EXPORTERS[name] if plug_in is None else load_plug_in(plug_in, Exporter)
    if exporter.libraries:
        require_extra(exporter.extra, exporter.libraries, f"--format {name}")
    options = options or ExportOptions()
    if options.columns and not exporter.columns:
        raise UsageError(
            f"--columns has no effect with --format {name}, which is not a table",
            "Leave it out, or choose another format.",
        )
    for number, column in enumerate(options.columns):
        check_field_name(column, exporter.columns, "--columns")
        if column in options.columns[:number]:
            raise UsageError(f"--columns: {column} is given twice", "Name each column once.")
    of_tokens = {
        "--model": options.model is not None,
        "--skip-language": options.skip_language,
        "--detect-language": options.detect_language,
    }
    given = [name for name, is_given in of_tokens.items() if is_given]
    if given and not exporter.has_tokens:
        names = ", ".join(each for each, found in EXPORTERS.items() if found.has_tokens)
        raise UsageError(
            f"{given[0]} has no effect with --format {name} (expected {names})",
            "Leave it out, or choose another format.",
        )
    if options.detect_language:
        require_detection()
    exporter = exporter.choose_columns(options)
    if exporter.prepare is not None:
        exporter = exporter.prepare(options)
    if plug_in is None:
        return exporter
    # the errors of a plug-in name it
    chunks = exporter.chunks and partial(_guard, plug_in, exporter.chunks, is_part=_is_content)
    files = exporter.files and partial(_guard, plug_in, exporter.files, is_part=_is_file)
    convert = partial(_guard_convert, plug_in, exporter.convert)
    return replace(exporter, chunks=chunks, files=files, convert=convert)


def _find_plug_in(name: str) -> PlugIn | None:
    """Return the plug-in of a format; None for one of this package."""
    plug_in = find_plug_in(EXPORTER, name)
    if plug_in is None:
        if name in EXPORTERS and name not in WHOLE_CORPUS:
            return None
        names = ", ".join(each.name for each in list_formats())
        raise UsageError(
            f"not an export format: {name!r} (expected {names})",
            "Give one of them, or install the package that provides it.",
        )
    if name in EXPORTERS:
        raise PlugInError(
            f"{plug_in} has the same name as a format of curator", f"Uninstall {plug_in.package}."
        )
    return plug_in


def write_converted(
    converted: Iterable[Any], exporter: Exporter, output: Path | BinaryIO
) -> ExportSummary | None:
    """Write the results of ``exporter.convert`` to an open binary stream or to a path; return what
    the format says of all of them.

    The path is that of a file. For an exporter with ``files`` it is a new folder, unless its name
    ends in ``suffix`` and the exporter has ``chunks``. Raises UsageError for an output that cannot
    be written, DiskFull.
    """
    if exporter.summarize is None:
        _write_items(converted, exporter, output)
        return None
    summary = exporter.summarize()
    _write_items(_count_items(converted, summary), exporter, output)
    if isinstance(output, Path) and output.is_file():
        for name, content in summary.list_files(output):
            write_file(output.with_name(name), [content])
    return summary


def _count_items(converted: Iterable[Any], summary: ExportSummary) -> Iterator[Any]:
    for item in converted:
        summary.add(item)
        yield item


def _write_items(converted: Iterable[Any], exporter: Exporter, output: Path | BinaryIO) -> None:
    is_folder = exporter.chunks is None or (
        isinstance(output, Path) and output.suffix.lower() != exporter.suffix
    )
    if isinstance(output, Path) and exporter.files is not None and is_folder:
        write_folder(output, exporter.files(converted))
    elif exporter.chunks is None:
        raise UsageError(
            "this format is a folder and cannot be written to a stream", "Give the folder."
        )
    elif isinstance(output, Path):
        write_file(output, exporter.chunks(converted))
    else:
        write_stream(output, exporter.chunks(converted))


def _guard_convert(plug_in: PlugIn, convert: Any, article: StoredArticle) -> Any:
    """Return what ``convert`` of a plug-in does. Raises PlugInError where it fails."""
    try:
        return convert(article)
    except CuratorError:
        raise
    except Exception as error:
        raise describe_plug_in_failure(plug_in, article.path, error) from error


def _guard(plug_in: PlugIn, write: Any, articles: Any, *, is_part: Any) -> Iterator[Any]:
    """Yield what an exporter yields. Raises PlugInError where it fails or yields anything else."""
    try:
        for part in write(articles):
            if not is_part(part):
                raise TypeError(f"not what an exporter yields: {part!r:.80}")
            yield part
    except (CuratorError, OSError):
        raise
    except Exception as error:
        raise describe_plug_in_failure(plug_in, "these articles", error) from error


def _is_content(part: object) -> bool:
    return isinstance(part, bytes)


def _is_file(part: object) -> bool:
    return isinstance(part, tuple) and list(map(type, part)) == [str, bytes]
