"""``curator check --record``: writes down what the rules find on one stored page, for a person to
read and accept."""

from __future__ import annotations

from webarticlecurator.archive import locate_page, normalize_address
from webarticlecurator.config.expectations import expectations_path
from webarticlecurator.errors import UsageError
from webarticlecurator.model.capture import Capture
from webarticlecurator.model.expectation import (
    ARCHIVE,
    ARTICLE,
    ARTICLE_VALUES,
    Expectation,
    ExpectedLinks,
    ExpectedValue,
)
from webarticlecurator.model.patterns import search_pattern
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.preview.expectation_file import (
    RecordedEntry,
    is_same_page,
    read_entries,
    write_entries,
)
from webarticlecurator.run.preview.observing import (
    ObservedPage,
    choose_capture,
    find_noted_location,
    observe_archive_page,
    observe_article_page,
)
from webarticlecurator.run.preview.stored_page import StoredSource

MAX_LINKS = 12
"""Links that are written down one by one; of more, only their number and the first and last two."""
RECORDED_WORDS = 6
"""Words of the beginning and of the end of a text that are written down."""


def record_expectations(
    portal: Portal, store: StoredSource, url: str, column: str | None = None
) -> RecordedEntry:
    """Add what the rules find now on the page at ``url`` to the portal's file of expectations.

    The entry is not yet accepted; the rest of the file stays as it is. ``column`` means that the
    page is an archive page of this column.

    Raises UsageError if the page is not stored, the file has an entry for it already, or the file
    cannot be extended; ConfigError if the file has problems.
    """
    entry = prepare_entry(portal, store, url, column)
    if entry is None:
        cure = "Crawl it first, or give a WARC file that holds it with --warc."
        raise UsageError(f"no complete answer with status 200 is stored for {url}", cure)
    path = expectations_path(portal)
    for other in read_entries(portal):
        if is_same_page(other, entry):
            where = f"{path}:{other.place.line}"
            raise UsageError(
                f"{entry.url} is already in {where}", "Remove that entry to record it again."
            )
    (recorded,) = write_entries(portal, [entry])
    return recorded


def prepare_entry(
    portal: Portal, store: StoredSource, url: str, column: str | None = None
) -> Expectation | None:
    """Return the entry for what the rules find now on the page at ``url``, not yet accepted; None
    if it is not stored. Arguments as for ``record_expectations``."""
    url = normalize_address(url)
    capture = choose_capture(portal, store, url)
    return None if capture is None else build_entry(portal, store, capture, (url, column))


def build_entry(
    portal: Portal, store: StoredSource, capture: Capture, page: tuple[str, str | None]
) -> Expectation:
    """Return the entry for what the rules find now.

    ``page`` is its address, and the column that the user gave.
    """
    url, column = page
    if not _is_archive_page(portal, capture, url, column):
        article = observe_article_page(portal, store, capture)
        return Expectation(ARTICLE, url, accepted=False, values=_expected_values(article))
    observed = observe_archive_page(portal, store, capture, url, column)
    addresses = observed.links
    complete = len(addresses) <= MAX_LINKS
    links = ExpectedLinks(
        addresses if complete else (*addresses[:2], *addresses[-2:]),
        whole=complete,
        count=len(addresses),
    )
    values = (ExpectedValue("next_page", observed.values["next_page"]),)
    return Expectation(ARCHIVE, url, accepted=False, column=column, links=links, values=values)


def _is_archive_page(portal: Portal, capture: Capture, url: str, column: str | None) -> bool:
    """Return True if the user or the corpus calls it one; otherwise as ``article.match`` or the
    columns decide."""
    if column is not None or find_noted_location(portal, capture) is not None:
        return True
    if capture.origin is not None:
        return False
    return (
        locate_page(portal, url) is not None
        if portal.match is None
        else not search_pattern(portal.match, url, portal.match_rule)
    )


def _expected_values(observed: ObservedPage) -> tuple[ExpectedValue, ...]:
    if observed.values.get("rejected"):
        return (ExpectedValue("rejected", observed.values["rejected"]),)
    slices = {"first_words": slice(0, RECORDED_WORDS), "last_words": slice(-RECORDED_WORDS, None)}
    expected = []
    for name in ARTICLE_VALUES:
        if name == "rejected":
            continue
        values = observed.values[name]
        if name in slices:
            words = values[slices[name]]
            values = (" ".join(words),) if words else ()
        expected.append(ExpectedValue(name, values))
    return tuple(expected)
