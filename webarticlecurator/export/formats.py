"""The export formats by name, and the destination of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from webarticlecurator.export.json_lines import jsonl_chunks
from webarticlecurator.export.output import write_file, write_folder, write_stream
from webarticlecurator.export.plain_text import txt_chunks, txt_files
from webarticlecurator.export.selection import StoredArticle
from webarticlecurator.export.spreadsheet import csv_chunks

FORMATS: dict[str, Callable[[Iterable[StoredArticle]], Iterator[bytes]]] = {
    "csv": csv_chunks,
    "txt": txt_chunks,
    "jsonl": jsonl_chunks,
}
"""Name of a format → function that turns articles into a stream of bytes."""


def export(articles: Iterable[StoredArticle], form: str, output: Path | BinaryIO) -> None:
    """Write ``articles`` in one of FORMATS to an open binary stream or to a path.

    The path is that of a file. For ``txt`` it is a new folder with a file per article, unless its
    name ends in ``.txt``. Raises UsageError for an output that cannot be written, DiskFull.
    """
    if not isinstance(output, Path):
        write_stream(output, FORMATS[form](articles))
    elif form == "txt" and output.suffix.lower() != ".txt":
        write_folder(output, txt_files(articles))
    else:
        write_file(output, FORMATS[form](articles))
