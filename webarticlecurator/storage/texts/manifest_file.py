"""Write and read the file of a manifest, line by line: a million articles take no more memory.

The last line has the sha256 of all bytes before it: ``sed '$d' FILE | sha256sum``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import BinaryIO

from webarticlecurator.base.errors import ManifestDamaged, UsageError
from webarticlecurator.storage.texts.manifest_entries import (
    ArticleEntry,
    ManifestEntry,
    ManifestHead,
    ManifestRoot,
)
from webarticlecurator.storage.texts.manifest_lines import decode_entry, encode_entry

MAX_LINE_BYTES = 16 * 1024 * 1024
OnManifestDamage = Callable[[int, str], None]
"""Called with the number of a line, from 1, and what is wrong with it."""


def manifest_chunks(entries: Iterable[ManifestEntry]) -> Iterator[bytes]:
    """Yield the lines of all entries, and the last line with the root digest."""
    digest = hashlib.sha256()
    articles = 0
    for entry in entries:
        line = encode_entry(entry)
        digest.update(line)
        articles += isinstance(entry, ArticleEntry)
        yield line
    yield encode_entry(ManifestRoot(articles, digest.hexdigest()))


def read_manifest(path: Path) -> Iterator[ManifestEntry]:
    """Yield the entries of an intact manifest, from its head to its root.

    The whole file is checked before the first entry. Raises UsageError if it cannot be opened,
    ManifestDamaged.
    """

    def refuse(line: int, message: str) -> None:
        raise ManifestDamaged(
            f"{path}: line {line}: {message}", "Get the manifest again from where it was published."
        )

    for _ in check_manifest(path, refuse):
        pass
    yield from (entry for _, entry in check_manifest(path, refuse))


def check_manifest(path: Path, on_damage: OnManifestDamage) -> Iterator[tuple[int, ManifestEntry]]:
    """Yield the number and the entry of every line that can be read.

    What is wrong is reported and passed over: lines that cannot be read, a wrong root digest, a
    wrong number or order of lines. Raises UsageError if the file cannot be opened.
    """
    lines = _LineChecks(on_damage)
    with _open(path) as stream:
        for number, line in enumerate(iter(partial(stream.readline, MAX_LINE_BYTES), b""), 1):
            try:
                entry = decode_entry(line)
            except ValueError as error:
                first_bytes = line[:200].decode("ascii", "backslashreplace").strip()
                on_damage(number, f"{error}: {first_bytes!r}")
                lines.add_unreadable(line)
                continue
            lines.add(number, line, entry)
            yield number, entry
    lines.end()


class _LineChecks:
    """Compares the lines of a manifest with each other: order, number and root digest."""

    def __init__(self, on_damage: OnManifestDamage) -> None:
        self._on_damage = on_damage
        self._digest = hashlib.sha256()
        self._count = self._articles = self._unreadable = 0
        self._last_article: str | None = None
        self._root: ManifestRoot | None = None

    def add(self, number: int, line: bytes, entry: ManifestEntry) -> None:
        if self._root is not None:
            self._on_damage(number, "a line after the root (expected the end of the file)")
        elif isinstance(entry, ManifestHead) != (self._count == 0):
            self._on_damage(number, "the first line, and no other, must have the type manifest")
        elif isinstance(entry, ArticleEntry):
            self._articles += 1
            if self._last_article is not None and entry.url <= self._last_article:
                self._on_damage(
                    number, f"out of order: {entry.url} (expected after {self._last_article})"
                )
            self._last_article = entry.url
        self._count += 1
        if isinstance(entry, ManifestRoot):
            self._root = entry
            if entry.articles != self._articles and not self._unreadable:
                self._on_damage(
                    number,
                    f"{self._articles} articles in the lines above (expected {entry.articles})",
                )
            found = self._digest.hexdigest()
            if entry.sha256 != found:
                self._on_damage(
                    number, f"the sha256 of the lines above is {found} (expected {entry.sha256})"
                )
        else:
            self._digest.update(line)

    def add_unreadable(self, line: bytes) -> None:
        self._digest.update(line)
        self._count += 1
        self._unreadable += 1

    def end(self) -> None:
        if self._root is None:
            self._on_damage(
                max(self._count, 1), "the root line is missing: the end of the file was cut off"
            )


@contextmanager
def _open(path: Path) -> Iterator[BinaryIO]:
    try:
        with path.open("rb") as stream:
            yield stream
    except OSError as error:
        raise UsageError(
            f"{path}: {error.strerror or error}", "Give the file that `curator manifest` wrote."
        ) from error
