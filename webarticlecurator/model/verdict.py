"""How an address ends. The closed list of reasons stands here and nowhere else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

REJECTIONS: dict[str, str] = {
    "gone": "the portal answers 404 or 410 for it",
    "robots": "robots.txt forbids it",
    "bad-address": (
        "it is no address that can be asked for: no http(s), no such host or port, control"
        " characters, too long"
    ),
    "private-address": (
        "it leads to a private, loopback or link-local address, where the portal itself is not"
    ),
    "off-portal": "it redirects to a page outside the portal",
    "not-article": "a reject rule of the portal file says that this page is no article",
    "consent-wall": "a cookie-consent page was stored instead of the article",
    "challenge": "a bot challenge was stored instead of the article",
    "geo-block": (
        "the portal does not show the article to readers of the country from which it was fetched"
    ),
    "login-wall": "a page that asks to log in was stored instead of the article",
    "maintenance": "the portal was closed for maintenance when the page was fetched",
    "soft-404": (
        "the page says 'not found' although its status is 200, or the address leads to the home"
        " page or the archive"
    ),
    "too-large": "the page is larger than a page of text can be",
    "empty": "the page has no text where the article should be",
    "no-root": "no root rule matches: the article's place on the page was not found",
    "continuation": "it is a later page of another article",
    "duplicate": "it redirects to the address of another listed article",
    "excluded": "it is on the portal's exclude list",
    "shared-redirect": (
        "it redirects to a page to which other listed addresses redirect, too, and which is not"
        " listed itself"
    ),
    "truncated": "the answer broke off, every time",
    "split": "it holds several articles, each of which is kept at an address of its own",
}
"""Reason → what it means, in words for the user."""

FINAL_FAILURES: dict[str, str] = {
    name: name for name in ("robots", "bad-address", "private-address")
}
"""Kind of a failure that no later try can mend → the reason with which the article is rejected;
others are ``failed``."""

GATED = ("consent-wall", "challenge", "geo-block", "login-wall", "maintenance", "soft-404", "empty")
"""Rejections that the gate finds without a rule (``article.gate_off`` switches them off)."""

TRANSIENT = (
    "challenge",
    "consent-wall",
    "login-wall",
    "maintenance",
    "geo-block",
    "soft-404",
    "shared-redirect",
    "truncated",
)
"""Reasons that may pass: such an article is ``failed`` until ``is_final``, then rejected."""

WALLS = ("challenge", "consent-wall", "login-wall", "maintenance", "geo-block")
"""What the gate finds on a page that the portal sends in place of any other, archive pages
included."""

TRIES = 5
TRIED_FOR = timedelta(days=14)
"""So often, and from the first to the last over so long, an article is tried before a transient
reason becomes final."""

PROBLEM_REASONS = ("no-root", "too-large")
"""Rejections that are also problems (exit code 1): not the page, but the rules or a bound of this
program may be at fault."""

BUILD_FAILURES: dict[str, str] = {
    "rule-timeout": (
        "a rule of the portal file, or the reading of the page, took longer than a page may take"
    ),
    "worker-killed": "the process that built the article was ended from outside, or crashed",
    "out-of-memory": "the process that built the article got no more memory",
    "program-error": "an error of this program, please report it",
}
"""Reasons of ``failed`` that a build gives although the page is stored: the next build tries again,
without a request."""

STATES = ("pending", "failed", "rejected", "stored", "tei")
"""State of a listed article: not requested yet · last attempt got no usable response · ended with a
REJECTIONS reason · captured, not built yet · its TEI is written."""


UNREAD = "archive-page-unread"

SERIOUS: dict[str, str] = {
    "archive-page-failed": (
        "an archive page could not be fetched, or not be read; the next crawl tries again"
    ),
    UNREAD: "what a stored archive page lists could not be read; the next command tries again",
    "missing-archive-page": (
        "an archive page that another one links, or the portal file names, is not there"
    ),
    "empty-archive-page": "an archive page lists nothing where it should",
    "wrong-order": (
        "a list grows at the end where the portal file does not expect it; it was walked whole"
    ),
    "beyond-last": "an archive page links a page after the last one that the portal file names",
    "pager-current": (
        "an archive page has a pager whose `current` selects no number, so the next page is not"
        " known"
    ),
    "next-off-portal": "the next link of an archive page leaves the portal",
    "page-limit": (
        "a walk came to the default limit of pages; the rest of the archive is not walked"
    ),
    "first-page-missing": "a later page of an article is stored, its first page is not",
    "page-missing": "a page of an article was not captured; its text has a gap there",
    "page-rejected": "a later page of an article is no article page; its text has a gap there",
    "next-page": "the next page of an article is the page itself, was met before, or is not known",
    "unclassified": "a page of a WARC file is neither an archive page nor an article",
    "warc-damaged": "a place in a WARC file cannot be read; the records behind it were",
    "revisit-unresolved": "a WARC record repeats one that is in none of the files",
    "invalid-tei": "the TEI breaks our own schema: an error of this program, please report it",
    **BUILD_FAILURES,
}
"""Kinds of problems that end a command with exit code 1. Others (an unreadable date, undecodable
bytes …) are remarks: they are written to the reports and the TEI header, and nothing is missing."""


@dataclass(frozen=True)
class Problem:
    """Something the user should look at. ``kind`` is a short stable name, ``where`` an address or
    record."""

    kind: str
    where: str
    message: str


def is_final(tries: Sequence[datetime]) -> bool:
    """Whether an article that was tried at these times, in order, is tried no more where the reason
    is a transient one."""
    return len(tries) >= TRIES and tries[-1] - tries[0] >= TRIED_FOR
