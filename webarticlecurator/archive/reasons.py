"""Why a walk ended: the closed list, in words for the user."""

from __future__ import annotations

ENDS: dict[str, str] = {
    "no-next": "the page has no link to a next page",
    "last-page": "it was the last page that the portal file names",
    "empty": "the page lists nothing: the archive ends here",
    "not-found": "the portal answers 404 or 410: there is no such archive page",
    "day-empty": "the portal has nothing for this date",
    "repeated-address": "the next page was already requested in this span",
    "nothing-new": "the last pages listed nothing that this walk had not listed before",
    "known": "every link of the last two pages was listed by an earlier, complete walk",
    "other-window": "the next page is the first one of another date, which belongs to another walk or to none",
    "stop-at": "the next page is an address at which the portal file says stop",
    "max-pages": "the portal file allows no more pages",
    "listed-stop": "the page lists an address at which the portal file says stop",
    "failed": "the page could not be fetched; the next crawl goes on from here",
}

UNFINISHED = frozenset({"", "failed", "nothing-new"})
"""Ends after which a walk that is not complete is taken up where it stood; after others it starts again at the top."""
