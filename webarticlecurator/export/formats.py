"""The export formats by name: those of this package, and those that other packages register."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from webarticlecurator.errors import CuratorError, PlugInError, UsageError
from webarticlecurator.export import json_lines, plain_text, spreadsheet
from webarticlecurator.export.exporter import Exporter
from webarticlecurator.export.output import write_file, write_folder, write_stream
from webarticlecurator.export.stored_article import StoredArticle
from webarticlecurator.model.plug_in import (
    EXPORTER,
    PlugIn,
    describe_plug_in_failure,
    find_plug_in,
    list_plug_ins,
    load_plug_in,
)

EXPORTERS: dict[str, Exporter] = {
    "csv": spreadsheet.EXPORTER,
    "txt": plain_text.EXPORTER,
    "jsonl": json_lines.EXPORTER,
}
"""Name of a format (``--format``) → its exporter."""
WACZ = "wacz"
"""The format that is made of the WARC files, not of articles (``run/packing.py``)."""
ZIP = "zip"
"""The format that holds the TEI files as they are (``run/tei_zips.py``)."""
WHOLE_CORPUS = (WACZ, ZIP)
"""The formats that hold the whole corpus."""


def find_exporter(name: str) -> Exporter:
    """Return the exporter of a format.

    Raises UsageError if there is none, PlugInError if several have the name or if it cannot be
    imported.
    """
    plug_in = find_plug_in(EXPORTER, name)
    if plug_in is None:
        if name in EXPORTERS:
            return EXPORTERS[name]
        names = ", ".join(
            [*EXPORTERS, *WHOLE_CORPUS, *(each.name for each in list_plug_ins(EXPORTER))]
        )
        raise UsageError(
            f"not an export format: {name!r} (expected {names})",
            "Give one of them, or install the package that has it.",
        )
    if name in (*EXPORTERS, *WHOLE_CORPUS):
        raise PlugInError(
            f"{plug_in} has the name of a format of curator", f"Uninstall {plug_in.package}."
        )
    return _guard_exporter(plug_in, load_plug_in(plug_in, Exporter))


def export(articles: Iterable[StoredArticle], exporter: Exporter, output: Path | BinaryIO) -> None:
    """Write ``articles`` to an open binary stream or to a path, as ``write_converted``."""
    write_converted(map(exporter.convert, articles), exporter, output)


def write_converted(converted: Iterable[Any], exporter: Exporter, output: Path | BinaryIO) -> None:
    """Write the results of ``exporter.convert`` to an open binary stream or to a path.

    The path is that of a file. For an exporter with ``files`` it is a new folder with a file per
    article, unless its name ends in ``suffix``. Raises UsageError for an output that cannot be
    written, DiskFull.
    """
    if not isinstance(output, Path):
        write_stream(output, exporter.chunks(converted))
    elif exporter.files is not None and output.suffix.lower() != exporter.suffix:
        write_folder(output, exporter.files(converted))
    else:
        write_file(output, exporter.chunks(converted))


def _guard_exporter(plug_in: PlugIn, exporter: Exporter) -> Exporter:
    """Return the exporter of a plug-in, whose errors name the plug-in."""
    chunks = partial(_guard, plug_in, exporter.chunks, is_part=_is_content)
    files = exporter.files and partial(_guard, plug_in, exporter.files, is_part=_is_file)
    convert = partial(_guard_convert, plug_in, exporter.convert)
    return replace(exporter, chunks=chunks, files=files, convert=convert)


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
