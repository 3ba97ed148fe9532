"""A portal that has moved to another host: which addresses and patterns of its file follow.

An address follows where pages of its host that were asked for again are at the same path of the
new one. Patterns find addresses of both hosts, since those of stored pages stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from urllib.parse import urlsplit

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.hosts import origin_of
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.portal_file.keys.keys import TABLES
from webarticlecurator.portal_file.yaml_file.yaml_edit import parse_value, set_value
from webarticlecurator.portal_file.yaml_file.yaml_text import YamlValue
from webarticlecurator.proposing.repair.list_rules import KeyPath, strip_host

_ADDRESSES = frozenset(
    key.name
    for keys in TABLES.values()
    for key in keys
    if key.type in ("archive address", "sitemap address", "sitemap")
)
_PATTERNS = ("include", "exclude", "match", "continuation")
"""Keys with addresses in ``archive``, and those with regular expressions anywhere."""

Moved = Mapping[str, str]
"""Old origin → the one that all known pages of it have now."""


def find_moved(pairs: Iterable[tuple[StoredPage, StoredPage]]) -> Moved:
    """Return the origins that have moved, from pairs of an old page and what it is now; those of
    pages that are older than the known ones have not."""
    found: dict[str, set[str]] = {}
    for old, new in pairs:
        is_earlier = bool(old.captured and new.captured and new.captured < old.captured)
        is_there = strip_host(old.url) == strip_host(new.url) and not is_earlier
        now = origin_of(new.url) if is_there else ""
        found.setdefault(origin_of(old.url), set()).add(now)
    return {old: min(now) for old, now in found.items() if len(now) == 1 and not now & {"", old}}


def widen_patterns(text: str, moved: Moved) -> str:
    """Return the text of a portal file whose patterns with an old host find the new one, too."""
    hosts = {urlsplit(old).netloc: urlsplit(new).netloc for old, new in moved.items()}
    for path, value in _list_texts(parse_value(text)):
        wider = value
        for old, new in hosts.items() if any(key in _PATTERNS for key in path) else ():
            either = f"(?:{re.escape(old)}|{re.escape(new)})"
            for written in (re.escape(old), old):
                if old != new and written in value and re.escape(new) not in value:
                    wider = wider.replace(written, either)
                    break
        text = _set(text, path, wider) if wider != value else text
    return text


def follow_moved(text: str, moved: Moved, listed: Collection[str]) -> str:
    """Return the text of a portal file with the new host in ``home``, and in the addresses of the
    archive with an origin whose lists are read the same there: ``listed``."""
    for path, value in _list_texts(parse_value(text)):
        old = origin_of(value)
        is_listed = path[0] == "archive" and path[-1] in _ADDRESSES and old in listed
        if old in moved and value.startswith(old) and (path == ("home",) or is_listed):
            text = _set(text, path, f"{moved[old]}{value.removeprefix(old)}")
    return text


def _set(text: str, path: KeyPath, value: str) -> str:
    """Return the text with a value; as it is where that would change more, as in merged mappings:
    the old host leads to the new one."""
    with suppress(UsageError):
        return set_value(text, path, value)
    return text


def _list_texts(value: YamlValue, path: KeyPath = ()) -> Iterator[tuple[KeyPath, str]]:
    if isinstance(value, str) and path:
        yield path, value
    inner: Iterable[tuple[object, YamlValue]] = ()
    if isinstance(value, Mapping):
        inner = value.items()
    elif isinstance(value, Sequence) and not isinstance(value, str):
        inner = enumerate(value)
    for key, each in inner:
        yield from _list_texts(each, (*path, str(key)))
