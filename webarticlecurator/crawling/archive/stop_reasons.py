"""Why a walk ended, and why its next page is not known: closed lists, in words for the user."""

from __future__ import annotations

from webarticlecurator.base.portal.portal import DEFAULT_MAX_PAGES
from webarticlecurator.base.text.translation import make_message

STOP_REASONS: dict[str, str] = {
    "no-next": make_message("the page has no link to a next page"),
    "last-page": make_message("it was the last page that the portal file names"),
    "empty": make_message("the page lists nothing: the archive ends here"),
    "not-found": make_message("the portal answers 404 or 410: there is no such archive page"),
    "day-empty": make_message("the portal has nothing for this date"),
    "repeated-address": make_message("the next page was already requested in this span"),
    "nothing-new": make_message(
        "the last pages listed nothing that this walk had not listed before"
    ),
    "file-read": make_message("the file was read to its end, and has no next page"),
    "known": make_message(
        "every link of the last two pages was listed by an earlier, complete walk"
    ),
    "other-window": make_message(
        "the next page is the first one of another date, which this walk does not read"
    ),
    "off-portal": make_message("the next link leaves the portal"),
    "stop-at": make_message("the next page has an address at which the portal file stops the walk"),
    "max-pages": make_message("the portal file allows no more pages"),
    "page-limit": make_message(
        "without stop.max_pages, a walk ends after {number} pages", number=DEFAULT_MAX_PAGES
    ),
    "listed-stop": make_message(
        "the page lists an address at which the portal file stops the walk"
    ),
    "pager-current": make_message("the page has a pager, but its `current` selects no number"),
    "unsure": make_message(
        "the page lacks what the pages before it have; the next crawl looks at it again"
    ),
    "odd": make_message("the list is not like those of other dates; the next crawl asks again"),
    "shrunk": make_message("the page lists much less than before, and nothing new"),
    "same-page": make_message("the next link leads to the page itself"),
    "no-rule": make_message("the portal file has no rule for the next page of this article"),
    "failed": make_message("the page could not be fetched; the next crawl continues here"),
}
"""Stop reason of a walk → why there is no next page."""

UNKNOWN_REASONS: dict[str, str] = {
    "column-unknown": make_message(
        "it depends on the column, which the address does not contain; name it with --column"
    ),
    "page-unknown": make_message(
        "the address is not that of a page of the column, so its number is not known"
    ),
    "beyond-last": make_message("the page comes after the last one that the portal file names"),
    "window-unknown": make_message("the address does not contain the date of the page"),
}
"""Reason → why the next page of a page that is read alone is not known, if there is one at all."""


def describe_stop(reason: str) -> str:
    """Return in words why there is no next page, or why it is not known.

    ``reason`` is a key of ``STOP_REASONS`` or ``UNKNOWN_REASONS``.
    """
    if reason in STOP_REASONS:
        return make_message("none ({reason})", reason=STOP_REASONS[reason])
    return make_message("not known ({reason})", reason=UNKNOWN_REASONS[reason])


RESUMABLE = frozenset({"", "failed", "unsure", "nothing-new", "page-limit", "pager-current"})
"""Reasons after which an incomplete walk resumes where it stopped; after the others it starts again
at the top."""

CONFIGURED_STOPS = frozenset({"stop-at", "max-pages", "listed-stop"})
"""Stops that the portal file asks for, wherever the list ends."""

END_REACHED = frozenset({"last-page", "known", *CONFIGURED_STOPS})
"""Reasons at which a walk got through its list, even if some of its pages failed."""
