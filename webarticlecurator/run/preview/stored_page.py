"""A page to try rules on: saved to a file, or stored in WARC files or a corpus."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from difflib import get_close_matches
from typing import TYPE_CHECKING, Protocol

from webarticlecurator.archive import LocatedPage, normalize_address, today_in
from webarticlecurator.errors import UsageError, WarcUnreadable
from webarticlecurator.model.capture import GONE, TOO_LARGE, TRUNCATED, Body, Capture
from webarticlecurator.model.portal import Portal
from webarticlecurator.page import Page, read_page

if TYPE_CHECKING:
    from webarticlecurator.store import Captures

MAX_COMPARED = 10_000
"""Addresses among which the nearest one to a missing address is searched."""


@dataclass(frozen=True)
class StoredPage:
    """A page to try rules on.

    ``url`` is its absolute address, ``content`` the body without transfer and content codings,
    ``content_type`` the HTTP header, ``captured`` the day on which it was fetched (None if not
    known), ``status`` the HTTP status. ``located`` is its place in the archive, where it is known
    from more than its address.
    """

    url: str
    content: bytes
    content_type: str | None = None
    captured: date | None = None
    status: int = 200
    located: LocatedPage | None = None

    def page(self, portal: Portal, column: str | None = None) -> Page:
        """Parse the page, which was listed in ``column``."""
        return read_page(
            self.url,
            self.content,
            self.content_type,
            encoding=portal.encoding,
            column=column,
            captured=self.captured,
            classifier=portal.classifier_content,
        )


class StoredSource(Protocol):
    """A store of pages: a corpus, or WARC files of any origin."""

    @property
    def captures(self) -> Captures: ...

    def read(self, capture: Capture) -> Body: ...


def find_capture(store: StoredSource, url: str, policy: str = "latest") -> Capture | None:
    """Return the capture of an address that ``captures:`` of the portal file (``policy``) chooses.

    Without a complete answer with status 200, it is the last answer; None without any.
    """
    best = store.captures.best([url], policy)
    return best or next(iter(reversed(store.captures.by_url(url))), None)


def find_stored_page(
    store: StoredSource, url: str, where: str, *, zone: str = "UTC", policy: str = "latest"
) -> StoredPage:
    """Return the stored page at ``url``, whose fragment it keeps; where that redirects, the page
    at the other end, with its address.

    ``where`` names the store in messages; ``zone`` is the time zone (IANA) of the day of its
    capture. Raises UsageError if the page is not there, WarcUnreadable if only its beginning is.
    """
    address = url.partition("#")[0]
    capture = find_capture(store, address, policy) or _find_normalized(store, address, policy)
    if capture is None:
        raise UsageError(f"{url} is not in {where}", _nearest_address(store, address))
    page = read_capture(store, capture, zone)
    is_redirected = normalize_address(capture.url) != normalize_address(address)
    return page if is_redirected else replace(page, url=url)


def require_stored(store: StoredSource, urls: Sequence[str], where: str) -> None:
    """Raise UsageError for the first of ``urls`` that is not in the store."""
    for url in urls:
        if find_capture(store, url.partition("#")[0]) is None:
            raise UsageError(f"{url} is not in {where}", _nearest_address(store, url))


def read_capture(
    store: StoredSource, capture: Capture, zone: str, located: LocatedPage | None = None
) -> StoredPage:
    """Return the page of a capture. Raises WarcUnreadable if only its beginning is stored."""
    body = store.read(capture)
    if body.fault in (TRUNCATED, TOO_LARGE):
        raise WarcUnreadable(
            f"{capture.file}: only the beginning of {capture.url}: {body.words}",
            "Fetch the page again.",
        )
    return to_stored_page(body, zone, located)


def to_stored_page(body: Body, zone: str, located: LocatedPage | None = None) -> StoredPage:
    """Return the page of a body that was read, in a time zone."""
    capture = body.capture
    status = capture.status if capture.status in GONE else 200
    day = today_in(zone, capture.time)
    return StoredPage(capture.url, body.content, body.content_type, day, status, located)


def _find_normalized(store: StoredSource, url: str, policy: str) -> Capture | None:
    """Return the capture of an address that is written in another way in the store."""
    normalized = normalize_address(url)
    written = next(
        (other for other in _urls(store) if normalize_address(other) == normalized), None
    )
    return None if written is None else find_capture(store, written, policy)


def _nearest_address(store: StoredSource, url: str) -> str:
    others = list(dict.fromkeys(_urls(store)))[:MAX_COMPARED]
    near = get_close_matches(url, others, 1) or others[:1]
    return f"The nearest address in it is {near[0]}" if near else "It holds no pages."


def _urls(store: StoredSource) -> Iterator[str]:
    return (capture.url for capture in store.captures.all())
