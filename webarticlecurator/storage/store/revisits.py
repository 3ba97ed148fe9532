"""Revisit records (WARC 1.1 §6.7): captures of pages that are as they were stored before.

A revisit refers to the response record that holds the page. Replay tools show that page under the
headers of the revisit, so these must describe its body: its codings and its length.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path, PurePosixPath

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import CuratorError
from webarticlecurator.base.model.capture import Capture, Exchange, Hop
from webarticlecurator.storage.answers.captures import Captures
from webarticlecurator.storage.index.disk import ARTICLES, parse_name
from webarticlecurator.storage.store.view import read_record
from webarticlecurator.storage.warc.message import Response, read_response
from webarticlecurator.storage.warc.record import Record

_PROFILES = "http://netpreserve.org/warc/1.1/revisit/"
NOT_MODIFIED = f"{_PROFILES}server-not-modified"
IDENTICAL_PAYLOAD = f"{_PROFILES}identical-payload-digest"

_VALIDATORS = (("etag", "If-None-Match"), ("last-modified", "If-Modified-Since"))
"""Header of a response → header of the request that asks whether it still holds."""
_SENDABLE = re.compile(r"[\x20-\x7e]{1,1000}")
_FRAMING = ("transfer-encoding", "content-encoding", "content-length")
"""Headers that say how the stored body is to be read."""


@dataclass(frozen=True)
class Revisit:
    """How a hop is stored: by reference to the response record ``original``."""

    profile: str
    original: Record


def conditional_headers(original: Record) -> dict[str, str]:
    """Return the headers that ask whether a stored page has changed.

    There are none if the server sent it without ETag and Last-Modified.
    """
    response = read_response(original.url, original.block)
    values = ((name, response.get(header) or "") for header, name in _VALIDATORS)
    return {name: value for name, value in values if _SENDABLE.fullmatch(value)}


class OriginalFinder:
    """Finds the response records of a corpus that revisits can refer to.

    They are in the WARC files of articles, so that they come before the revisit in the order in
    which the files are indexed.
    """

    def __init__(self, folder: Path, portal: str, captures: Captures) -> None:
        self._folder, self._portal, self._captures = folder, portal, captures

    def latest(self, url: str) -> Record | None:
        """Return the response record of the latest complete page of exactly this address."""
        pages = self._captures.complete_pages(url)
        return self._read(pages[-1]) if pages else None

    def find_revisits(
        self, exchange: Exchange, revalidated: Mapping[str, Record]
    ) -> dict[int, Revisit]:
        """Return the hops of an exchange that repeat a stored page: number → revisit.

        ``revalidated`` has the pages that conditional requests named, by address.
        """
        found: dict[int, Revisit] = {}
        for number, hop in enumerate(exchange.hops):
            revisit = self._find_revisit(hop, revalidated.get(hop.url))
            if revisit is not None:
                found[number] = revisit
        return found

    def _find_revisit(self, hop: Hop, revalidated: Record | None) -> Revisit | None:
        if hop.status == 304 and revalidated is not None:
            return Revisit(NOT_MODIFIED, revalidated)
        if hop.status != 200 or hop.truncated:
            return None
        pages = self._captures.complete_pages(hop.url)
        if not pages:
            return None

        response = read_response(hop.url, hop.response)
        decoded = response.decoded()
        if decoded.fault or not decoded.content:
            return None
        digest = hashlib.sha256(decoded.content).hexdigest()
        same_page = next((page for page in pages if page.body_digest == digest), None)
        original = self._read(same_page) if same_page else None
        if original is None or not _has_same_framing(original, response):
            return None
        return Revisit(IDENTICAL_PAYLOAD, original)

    def _read(self, capture: Capture) -> Record | None:
        """Return the record that holds the page of a capture; None if it cannot be referred to."""
        name = parse_name(self._portal, PurePosixPath(capture.file).name)
        if name is None or name.kind != ARTICLES:
            return None
        with suppress(CuratorError):  # a damaged record: `verify` names it, the page is stored
            record = read_record(self._folder, capture)
            return record if record.kind == "response" else None
        return None


def _has_same_framing(original: Record, response: Response) -> bool:
    """Return True if the headers of ``response`` also describe the stored body of ``original``.

    Chunks may be cut differently, since the name of the coding says how they are read.
    """
    stored = read_response(original.url, original.block)
    return all(stored.joined_header(name) == response.joined_header(name) for name in _FRAMING)
