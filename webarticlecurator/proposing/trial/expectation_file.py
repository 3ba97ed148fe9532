"""Reads and changes ``<portal>.tests.yaml``: entries are added or replaced, the rest of the file
stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import ConfigError, UsageError
from webarticlecurator.base.portal.expectation import Expectation
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.system.input_files import MAX_YAML, read_regular
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.archive.page_address import normalize_address
from webarticlecurator.portal_file.config.expectations import expectations_path, read_expectations
from webarticlecurator.portal_file.written.expectation_yaml import entry_text

HEAD = (
    "# What is expected of stored pages: `curator check CONFIG --tests` compares. See"
    " docs/what-it-says.md.\n"
)


@dataclass(frozen=True)
class RecordedEntry:
    """An entry that was written, with its file, its line (from 1) and its text there."""

    file: Path
    line: int
    entry: Expectation
    text: str


def is_same_page(first: Expectation, second: Expectation) -> bool:
    """Return True if two entries are about the same page."""
    addresses = {normalize_address(first.url), normalize_address(second.url)}
    return first.kind == second.kind and len(addresses) == 1


def read_entries(portal: Portal) -> tuple[Expectation, ...]:
    """Return the entries of the portal's file of expectations; none without the file. Raises
    ConfigError with the problems of the file, UsageError if it cannot be read."""
    path = expectations_path(portal)
    with _naming_file(path):
        return _parse_entries(portal, _read_entries(path))


def write_entries(portal: Portal, entries: Sequence[Expectation]) -> tuple[RecordedEntry, ...]:
    """Write entries to the portal's file of expectations: all, or none. An entry takes the place of
    that of the same page; others are added at the end. The rest of the file stays as it is.

    Raises UsageError if the file cannot be changed so; ConfigError if it has problems.
    """
    path = expectations_path(portal)
    with _naming_file(path):
        content = _read_entries(path)
        texts = []
        for entry in entries:
            content, text = _put_entry(portal, content, entry)
            texts.append(text)
        # Completely or not at all: if the process is killed, the old file remains.
        temporary = path.with_name(f"{path.name}.new")
        temporary.write_bytes(content)
        temporary.replace(path)
    lines = {each.url: each.place.line for each in _parse_entries(portal, content)}
    return tuple(
        RecordedEntry(path, lines[entry.url], entry, text)
        for entry, text in zip(entries, texts, strict=True)
    )


@contextmanager
def _naming_file(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise UsageError(
            make_message(
                "{path} cannot be written ({strerror})", path=path, strerror=error.strerror
            ),
            "Copy the portal file to a folder of your own.",
        ) from error


def _read_entries(path: Path) -> bytes:
    return read_regular(path, MAX_YAML) if path.exists() else HEAD.encode("utf-8")


def _parse_entries(portal: Portal, content: bytes) -> tuple[Expectation, ...]:
    return read_expectations(
        content, str(expectations_path(portal)), tuple(column.name for column in portal.columns)
    )


def _put_entry(portal: Portal, before: bytes, entry: Expectation) -> tuple[bytes, str]:
    """Return the content of the file with an entry, and the text of the entry."""
    old = _parse_entries(portal, before)
    text = entry_text(entry, old[0].place.column - 3 if old else 0)
    place = next((n for n, each in enumerate(old) if is_same_page(each, entry)), None)
    if place is None:
        # One more entry, after an empty line, with the line ends of the file.
        end = _line_end(before)
        start = before if before.endswith(b"\n") or not before else before + end
        after = start + end + text.encode("utf-8").replace(b"\n", end)
        expected = (*old, entry)
    else:
        after = _replace_text(before, text, [each.place.line for each in old], place)
        expected = (*old[:place], entry, *old[place + 1 :])
    try:
        is_right = _parse_entries(portal, after) == expected
    except ConfigError:
        is_right = False
    if not is_right:
        path = expectations_path(portal)
        if place is None:
            message = make_message(
                "{path} has a form to which curator cannot add anything", path=path
            )
            cure = make_message(
                "Write the file as a list whose entries begin with `- ` on lines of their own, or"
                " add this by hand:\n{text}",
                text=text,
            )
        else:
            message = make_message("{path} has a form that curator cannot change", path=path)
            cure = make_message(
                "Write the file as a list whose entries begin with `- ` on lines of their own, or"
                " change this by hand:\n{text}",
                text=text,
            )
        raise UsageError(message, cure)
    return after, text


def _replace_text(before: bytes, text: str, starts: Sequence[int], place: int) -> bytes:
    """Return the file with the text of the entry number ``place`` replaced; entries begin on the
    lines ``starts``. Comments and empty lines before the next entry stay."""
    lines = before.splitlines(keepends=True)
    start = starts[place] - 1
    end = starts[place + 1] - 1 if place + 1 < len(starts) else len(lines)
    while end > start and (not lines[end - 1].strip() or lines[end - 1].lstrip()[:1] == b"#"):
        end -= 1
    new = text.encode("utf-8").replace(b"\n", _line_end(before))
    return b"".join((*lines[:start], new, *lines[end:]))


def _line_end(content: bytes) -> bytes:
    return b"\r\n" if b"\r\n" in content else b"\n"
