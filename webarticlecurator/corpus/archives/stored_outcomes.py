"""What became of addresses, as WARC files say it: there, redirected, gone, failed."""

from __future__ import annotations

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.capture import GONE, Capture
from webarticlecurator.storage.answers.captures import Captures

PAGE, REDIRECTED, GONE_WORD, ERROR = "page", "redirected", "gone", "error"
TRUNCATED_WORD, FAILED, NOT_THERE = "truncated", "failed", "missing"

OUTCOMES = {
    PAGE: "the file has the answer, with status 200",
    REDIRECTED: "it redirects to `final`; without a status, that is not in the files",
    GONE_WORD: "the answer, or that of the address it redirects to, is 404 or 410",
    ERROR: "the answer is another status",
    TRUNCATED_WORD: "the answer broke off",
    FAILED: "it was requested, but no answer came; `detail` says why",
    NOT_THERE: "it is not in the files",
}
"""Outcome → its meaning. A closed list."""

ANSWERED = frozenset({PAGE, REDIRECTED, GONE_WORD})
MAX_REDIRECTS = 10


@dataclass(frozen=True)
class AddressOutcome:
    """The outcome of an address by its last capture; ``final`` is where it leads, ``capture`` the
    last one on the way, ``detail`` the message of a failure."""

    url: str
    outcome: str
    final: str = ""
    capture: Capture | None = None
    detail: str = ""


def find_outcome(captures: Captures, url: str) -> AddressOutcome:
    """Return what became of one address, by its last capture that is whole."""
    capture = _last_capture(captures, url)
    if capture is None:
        fetch = captures.last_fetch(url)
        if fetch is None or fetch.failure is None:
            return AddressOutcome(url, NOT_THERE)
        return AddressOutcome(url, FAILED, detail=f"{fetch.failure.kind}: {fetch.failure.message}")
    seen = {url, capture.url}
    while capture.location and len(seen) <= MAX_REDIRECTS:
        target = capture.location.partition("#")[0]
        following = _last_capture(captures, target) if target not in seen else None
        if following is None:
            return AddressOutcome(url, REDIRECTED, target, capture, "not in the files")
        seen.add(target)
        capture = following
    return AddressOutcome(url, _judge(capture, url), capture.url, capture)


def _judge(capture: Capture, url: str) -> str:
    if capture.status in GONE:
        return GONE_WORD
    if capture.truncated:
        return TRUNCATED_WORD
    if capture.status != 200:
        return ERROR
    return PAGE if capture.url == url else REDIRECTED


def _last_capture(captures: Captures, url: str) -> Capture | None:
    found = captures.by_url(url)
    whole = [capture for capture in found if not capture.truncated and not capture.is_error]
    return next(reversed(whole or found), None)
