"""``curator warc redact``: WARC files are append-only, so what must go is left out of new ones.

Left out is the whole fetch: the responses for an unwanted address, the redirects that led to it,
its requests, the record that says why it was asked for, the later pages that were asked for because
of it, and revisits of what is left out.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from webarticlecurator.errors import UsageError
from webarticlecurator.store.foreign import WarcReader
from webarticlecurator.store.message import read_response
from webarticlecurator.store.record import Record, address_in, encode_record, target_address
from webarticlecurator.store.warc_fields import FetchMetadata, read_fetch_metadata

Unwanted = Callable[[str], bool]
"""True for an address that must not occur."""
_MADE_OF = re.compile(r"urn:[a-zA-Z0-9.-]+:(?=https?://)")
"""In front of the page's address in what browser crawlers store beside it:
``urn:screenshot:https://…``, ``urn:text:https://…``."""


@dataclass(frozen=True)
class Redaction:
    """What is to be left out: records of these ids, and all about unwanted addresses; ``urls`` are
    those that led to one."""

    unwanted: Unwanted
    ids: frozenset[str]
    urls: frozenset[str]

    def concerns(self, record: Record) -> bool:
        named = (record.id, *record.all("WARC-Concurrent-To"), record.get("WARC-Refers-To"))
        urls = (page_of_record(record), address_in(record.get("WARC-Refers-To-Target-URI")))
        return any(name in self.ids for name in named) or any(
            u in self.urls or self.unwanted(u) for u in urls if u
        )


@dataclass(frozen=True)
class _Redirect:
    """A stored answer at ``url`` that led to ``to``; ``ids`` of it and of the records that belong
    to it."""

    url: str
    to: str
    ids: frozenset[str]


@dataclass(frozen=True)
class Redacted:
    """Numbers of records."""

    kept: int
    left_out: int


def plan_redaction(paths: Sequence[Path], unwanted: Unwanted) -> Redaction:
    """Which records go: known only when all files have been read. Raises UsageError (no such file),
    WarcUnreadable."""
    ids: set[str] = set()
    urls: set[str] = set()
    redirects: list[_Redirect] = []
    account: FetchMetadata | None = None
    for record in _records(paths):
        account = read_fetch_metadata(record) or account
        redirects += _redirect(record)
        if (
            _about(record, lambda url: url in urls or unwanted(url))
            or record.get("WARC-Refers-To") in ids
        ):
            named = {record.id, *record.all("WARC-Concurrent-To")}
            ids |= named
            if account and not named.isdisjoint(account.responses):
                ids.update(account.responses)  # the redirects before it
                urls.add(account.url)  # under which its later pages were asked for
    for redirect in _leading(redirects, lambda url: url in urls or unwanted(url)):
        ids |= redirect.ids
    return Redaction(unwanted, frozenset(ids), frozenset(urls))


def page_of_record(record: Record) -> str:
    """The address of the page that a record is of, or was made of."""
    return _MADE_OF.sub("", record.url, count=1)


def _redirect(record: Record) -> list[_Redirect]:
    if record.kind not in ("response", "revisit"):
        return []
    to = read_response(record.url, record.block).location(record.url)
    ids = frozenset((record.id, *record.all("WARC-Concurrent-To")))
    return [_Redirect(record.url, target_address(to).partition("#")[0], ids)] if to else []


def _leading(redirects: Sequence[_Redirect], unwanted: Unwanted) -> list[_Redirect]:
    """Those that lead to an unwanted address, at once or by way of others."""
    found: list[_Redirect] = []
    ways: set[str] = set()
    waiting = list(redirects)
    while True:
        more = [redirect for redirect in waiting if redirect.to in ways or unwanted(redirect.to)]
        if not more:
            return found
        found += more
        ways |= {redirect.url for redirect in more}
        waiting = [redirect for redirect in waiting if redirect not in more]


def redact(paths: Sequence[Path], output: Path, redaction: Redaction) -> Redacted:
    """Write the records that stay, in their order, to one new file. A single file that loses
    nothing is copied byte by byte. Raises UsageError if ``output`` is there already,
    WarcUnreadable."""
    if output.exists():
        raise UsageError(f"{output} already exists", "Give another name with --output.")
    if not output.parent.is_dir():
        raise UsageError(
            f"{output} cannot be written: there is no folder {output.parent}",
            "Give another place with --output.",
        )
    draft = output.with_name(output.name + ".new")
    kept = left_out = 0
    try:
        with draft.open("wb") as out:
            for record in _records(paths):
                if redaction.concerns(record):
                    left_out += 1
                else:
                    kept += 1
                    out.write(encode_record(record))
        if not left_out and len(paths) == 1:
            shutil.copyfile(paths[0], draft)
        draft.replace(output)
    finally:
        draft.unlink(missing_ok=True)
    return Redacted(kept, left_out)


def _about(record: Record, unwanted: Unwanted) -> bool:
    found = read_fetch_metadata(record)
    later_page_of = found.origin.via if found and found.origin.level == "continuation" else None
    return any(url and unwanted(url) for url in (page_of_record(record), later_page_of))


def _records(paths: Sequence[Path]) -> Iterator[Record]:
    reader = WarcReader()
    try:
        for path in paths:
            for located in reader.records(path):
                yield located.record
    finally:
        reader.close()
