"""A page to try rules on: given as a file, or read from a WARC file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from webarticlecurator.archive import normalize_address, today_in
from webarticlecurator.errors import UsageError, WarcUnreadable
from webarticlecurator.model.capture import GONE, TOO_LARGE, TRUNCATED
from webarticlecurator.model.portal import Portal
from webarticlecurator.page import Page, read_page

if TYPE_CHECKING:
    from webarticlecurator.store.message import Response


@dataclass(frozen=True)
class StoredPage:
    """A page to try rules on.

    ``url`` is its absolute address, ``content`` the body without transfer and content codings,
    ``content_type`` the HTTP header, ``captured`` the day on which it was fetched (None if not
    known), ``status`` the HTTP status.
    """

    url: str
    content: bytes
    content_type: str | None = None
    captured: date | None = None
    status: int = 200

    def page(self, portal: Portal, column: str | None = None) -> Page:
        """Parse the page, which was listed in ``column``."""
        return read_page(
            self.url,
            self.content,
            self.content_type,
            encoding=portal.encoding,
            column=column,
            captured=self.captured,
        )


def read_warc_page(warc: Path, url: str, zone: str = "UTC") -> StoredPage:
    """Read the page at ``url`` from a WARC file of any origin.

    It is the last complete answer with status 200, or else the last answer. The day of its capture
    is in the time zone ``zone`` (IANA), as in a build. Raises UsageError if the page is not in the
    file; WarcUnreadable if the file cannot be read, or holds only the beginning of the page.
    """
    requested = normalize_address(url)
    found: tuple[Response, datetime] | None = None
    others: list[str] = []
    for address, response, time in _responses(warc):
        if normalize_address(address) != requested:
            others.append(address)
        elif found is None or _is_complete(response) or not _is_complete(found[0]):
            found = response, time
    if found is None:
        near = get_close_matches(requested, others, 1) or others[:1]
        cure = f"The nearest address in it is {near[0]}" if near else "It holds no responses."
        raise UsageError(f"{url} is not in {warc}", cure)
    response, time = found
    decoded = response.decoded()
    if decoded.fault in (TRUNCATED, TOO_LARGE):
        raise WarcUnreadable(
            f"{warc}: only the beginning of {url}: {decoded.words}", "Fetch the page again."
        )
    status = response.status if response.status in GONE else 200
    return StoredPage(
        url, decoded.content, response.get("content-type"), today_in(zone, time), status
    )


def _is_complete(response: Response) -> bool:
    return response.status == 200 and response.decoded().fault != TRUNCATED


def _responses(warc: Path) -> Iterator[tuple[str, Response, datetime]]:
    # a page that is given as a file needs no store
    from webarticlecurator.store.foreign import WarcReader
    from webarticlecurator.store.message import read_response

    reader = WarcReader()
    try:
        for located in reader.records(warc):
            if located.record.kind == "response":
                record = located.record
                yield record.url, read_response(record.url, record.block), record.time
    finally:
        reader.close()
