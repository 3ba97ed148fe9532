"""The lines of a manifest: one JSON object each, with its keys in one order and in ASCII.

There is one way to write an entry, so that equal states have equal bytes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from webarticlecurator.base.model.article import RightsStatement
from webarticlecurator.base.portal.plug_in import PlugIn
from webarticlecurator.storage.texts.manifest_entries import (
    ArticleEntry,
    CaptureEntry,
    ManifestEntry,
    ManifestHead,
    ManifestRoot,
    PageEntry,
    RuleFile,
    SiteAnswerEntry,
    TeiEntry,
    WarcFileEntry,
)

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
