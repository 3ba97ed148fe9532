"""Files that ``curator tags`` writes: tag dictionaries and content trees."""

from __future__ import annotations

from pathlib import Path

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.system.output_files import write_file
from webarticlecurator.cli.output import print_message, write_data


def write_result(path: Path | None, text: str) -> None:
    """Write a table to a file, completely or not at all, or to standard output."""
    if path is None:
        write_data(text)
        return
    write_file(path, [text.encode("utf-8", "replace")])
    print_message(f"wrote {path}")


def check_output_paths(*paths: Path | None) -> None:
    """Raise UsageError if a file cannot be written, or two results would go to the same file.

    Called before any page is read, since reading a corpus takes long.
    """
    given = [path for path in paths if path is not None]
    for path in given:
        if path.is_dir():
            raise UsageError(f"{path} is a folder", "Give the name of a file.")
        if not path.parent.is_dir():
            raise UsageError(
                f"{path} cannot be written: there is no folder {path.parent}",
                "Create it, or choose another place.",
            )
    # Several results may go to a device such as /dev/null.
    files = [path.resolve() for path in given if path.is_file() or not path.exists()]
    if len(set(files)) < len(files):
        raise UsageError(
            "two results cannot be written to the same file", "Give each its own name."
        )
