"""Write and read the file of a manifest, line by line: a million articles take no more memory.

The last line has the sha256 of all bytes before it: ``sed '$d' FILE | sha256sum``.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from webarticlecurator.dataclasses import dataclass
from webarticlecurator.errors import ManifestDamaged, UsageError
from webarticlecurator.model.article import RightsStatement
from webarticlecurator.model.plug_in import PlugIn

# The entries of a manifest: the state of a corpus without its text (``curator manifest``).


@dataclass(frozen=True)
class RuleFile:
    """The portal file or a file that it names; ``sha256`` is that of its bytes."""

    name: str
    sha256: str


@dataclass(frozen=True)
class ManifestHead:
    """The first line: whose state it is, and by which rules and programs the TEI was made.

    ``rules`` is the rules digest of the TEI headers. ``parsers`` are those that built the TEI of
    the corpus, each once.
    """

    portal: str
    home: str
    rules: str
    output_version: int
    tool: str
    parsers: tuple[str, ...] = ()
    plug_ins: tuple[PlugIn, ...] = ()
    rule_files: tuple[RuleFile, ...] = ()


@dataclass(frozen=True)
class WarcFileEntry:
    """A WARC file: its path in the corpus folder, and the sha256 of its first ``size`` bytes.

    WARC files only grow, so that an extended corpus still has these bytes.
    """

    path: str
    size: int
    sha256: str


@dataclass(frozen=True)
class PageEntry:
    """A page of an article; ``record`` is the record id of the capture that its text is from.

    None if the page was not captured.
    """

    url: str
    record: str | None


@dataclass(frozen=True)
class CaptureEntry:
    """A stored response to an address of an article; ``payload`` is its WARC-Payload-Digest.

    ``time`` is a WARC-Date with microseconds.
    """

    record: str
    url: str
    time: str
    status: int
    payload: str | None


@dataclass(frozen=True)
class TeiEntry:
    """The TEI file of an article: its path in the corpus folder, and what it was made with."""

    path: str
    sha256: str
    rules: str
    output_version: int


@dataclass(frozen=True)
class SiteAnswerEntry:
    """What a site answered for its robots.txt or tdmrep.json, at each crawl.

    ``requested`` is the address of the file, ``capture`` the answer, after redirects.
    """

    requested: str
    capture: CaptureEntry


@dataclass(frozen=True)
class ArticleEntry:
    """An article: its addresses, its state, every stored response to it, and its TEI file.

    ``url`` is the canonical address, ``aliases`` all others but ``requested``, sorted. ``state``
    and ``reason`` are those of ``model/verdict.py``; an article in TEI that no rule lists any more
    has the reason ``unlisted``. ``pages`` are in reading order, ``captures``
    by time. ``rights`` is what the TEI header says about the use of the article.
    """

    id: str
    url: str
    requested: str
    aliases: tuple[str, ...]
    column: str | None
    state: str
    reason: str | None
    pages: tuple[PageEntry, ...]
    captures: tuple[CaptureEntry, ...]
    rights: tuple[RightsStatement, ...]
    tei: TeiEntry | None


@dataclass(frozen=True)
class ManifestRoot:
    """The last line: the number of articles, and the sha256 of all lines before it."""

    articles: int
    sha256: str


ManifestEntry = ManifestHead | WarcFileEntry | SiteAnswerEntry | ArticleEntry | ManifestRoot


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
            f"{path}: line {line}: {message}", "Take the manifest from where it was published."
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


# The lines of a manifest: one JSON object each, with its keys in one order and in ASCII.
#
# There is one way to write an entry, so that equal states have equal bytes.

FORMAT_VERSION = 1
"""The number in the first line; raised when older readers would misread a manifest."""
_TYPE, _FORMAT = "type", "format"
_Reader = Callable[[Any], Any]


def _read_text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"not a text: {value!r:.40}")
    return value


def _read_count(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError(f"not a number: {value!r:.40}")
    return value


def _optional(read: _Reader) -> _Reader:
    return lambda value: None if value is None else read(value)


def _list_of(read: _Reader) -> _Reader:
    def read_list(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise ValueError(f"not a list: {value!r:.40}")
        return tuple(map(read, value))

    return read_list


def _object_of(kind: type) -> _Reader:
    return lambda value: _read_object(kind, value)


_KEYS: Mapping[type, Mapping[str, tuple[str, _Reader]]] = {
    RuleFile: {"name": ("name", _read_text), "sha256": ("sha256", _read_text)},
    PlugIn: {
        "role": ("role", _read_text),
        "name": ("name", _read_text),
        "package": ("package", _read_text),
        "version": ("version", _read_text),
    },
    PageEntry: {"url": ("url", _read_text), "record": ("record", _optional(_read_text))},
    CaptureEntry: {
        "record": ("record", _read_text),
        "url": ("url", _read_text),
        "time": ("time", _read_text),
        "status": ("status", _read_count),
        "payload": ("payload", _optional(_read_text)),
    },
    TeiEntry: {
        "path": ("path", _read_text),
        "sha256": ("sha256", _read_text),
        "rules": ("rules", _read_text),
        "output_version": ("output_version", _read_count),
    },
    ManifestHead: {
        "portal": ("portal", _read_text),
        "home": ("home", _read_text),
        "rules": ("rules", _read_text),
        "output_version": ("output_version", _read_count),
        "tool": ("tool", _read_text),
        "parsers": ("parsers", _list_of(_read_text)),
        "plug_ins": ("plug_ins", _list_of(_object_of(PlugIn))),
        "rule_files": ("files", _list_of(_object_of(RuleFile))),
    },
    WarcFileEntry: {
        "path": ("path", _read_text),
        "size": ("bytes", _read_count),
        "sha256": ("sha256", _read_text),
    },
    RightsStatement: {"source": ("source", _read_text), "value": ("value", _read_text)},
    SiteAnswerEntry: {
        "requested": ("requested", _read_text),
        "capture": ("capture", _object_of(CaptureEntry)),
    },
    ArticleEntry: {
        "id": ("id", _read_text),
        "url": ("url", _read_text),
        "requested": ("requested", _read_text),
        "aliases": ("aliases", _list_of(_read_text)),
        "column": ("column", _optional(_read_text)),
        "state": ("state", _read_text),
        "reason": ("reason", _optional(_read_text)),
        "pages": ("pages", _list_of(_object_of(PageEntry))),
        "captures": ("captures", _list_of(_object_of(CaptureEntry))),
        "rights": ("rights", _list_of(_object_of(RightsStatement))),
        "tei": ("tei", _optional(_object_of(TeiEntry))),
    },
    ManifestRoot: {"articles": ("articles", _read_count), "sha256": ("root", _read_text)},
}
"""Class → attribute → its key in the file, in the order of writing, and the reader of its value."""
_TYPES: Mapping[str, type] = {
    "manifest": ManifestHead,
    "warc": WarcFileEntry,
    "site": SiteAnswerEntry,
    "article": ArticleEntry,
    "root": ManifestRoot,
}
"""The key ``type`` of a line → its class."""
_NAMES = {kind: name for name, kind in _TYPES.items()}


def encode_entry(entry: ManifestEntry) -> bytes:
    """Return the line of an entry, with its line end."""
    head: dict[str, Any] = {_TYPE: _NAMES[type(entry)]}
    if isinstance(entry, ManifestHead):
        head[_FORMAT] = FORMAT_VERSION
    return json.dumps({**head, **_to_plain(entry)}, separators=(",", ":")).encode("ascii") + b"\n"


def decode_entry(line: bytes) -> ManifestEntry:
    """Return the entry of a line. Raises ValueError for anything that is not written this way."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        raise ValueError("not a JSON object") from None
    if not isinstance(value, dict):
        raise ValueError("not a JSON object")
    kind = value.pop(_TYPE, None)
    if not isinstance(kind, str) or kind not in _TYPES:
        raise ValueError(f"type {kind!r:.40} (expected {', '.join(_TYPES)})")
    if kind == _NAMES[ManifestHead]:
        found = value.pop(_FORMAT, None)
        if found != FORMAT_VERSION:
            raise ValueError(f"format {found!r:.40} (expected {FORMAT_VERSION})")
    entry: ManifestEntry = _read_object(_TYPES[kind], value)
    if encode_entry(entry) != line:
        raise ValueError("not written as curator writes it: white space, escapes, order of keys")
    return entry


def _to_plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_to_plain(item) for item in value]
    keys = _KEYS.get(type(value))
    if keys is None:
        return value
    return {key: _to_plain(getattr(value, attribute)) for attribute, (key, _) in keys.items()}


def _read_object(kind: type, value: Any) -> Any:
    if not isinstance(value, dict):
        raise ValueError(f"not an object: {value!r:.40}")
    keys = _KEYS[kind]
    expected = {key for key, _ in keys.values()}
    if set(value) != expected:
        wrong = ", ".join(sorted(expected ^ set(value)))
        raise ValueError(f"missing or unknown keys: {wrong:.200}")
    return kind(**{attribute: read(value[key]) for attribute, (key, read) in keys.items()})
