"""``curator check --record``: writes down what the rules find on one stored page, for a person to
read and accept.
"""

from __future__ import annotations

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.model.capture import Capture
from webarticlecurator.base.portal.expectation import (
    ARCHIVE,
    ARTICLE,
    ARTICLE_VALUES,
    Expectation,
    ExpectedLinks,
    ExpectedValue,
)
from webarticlecurator.base.portal.patterns import search_pattern
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.corpus.stored_pages.captured_pages import CapturedPages
from webarticlecurator.crawling.archive.page_address import normalize_address
from webarticlecurator.crawling.archive.page_location import locate_page
from webarticlecurator.portal_file.config.expectations import expectations_path
from webarticlecurator.proposing.trial.expectation_file import (
    RecordedEntry,
    is_same_page,
    read_entries,
    write_entries,
)
from webarticlecurator.proposing.trial.page_observation import (
    ObservedPage,
    find_noted_location,
    observe_archive_page,
    observe_article_page,
)

MAX_LINKS = 12
"""Links that are written down one by one; of more, only their number and the first and last two."""
RECORDED_WORDS = 6
"""Words of the beginning and of the end of a text that are written down."""


def record_expectations(
    portal: Portal, store: CapturedPages, url: str, column: str | None = None
) -> RecordedEntry:
    """Add what the rules find now on the page at ``url`` to the portal's file of expectations.

    The entry is not yet accepted; the rest of the file stays as it is. ``column`` means that the
    page is an archive page of this column.

    Raises UsageError if the page is not stored, the file has an entry for it already, or the file
    cannot be extended; ConfigError if the file has problems.
    """
    entry = prepare_entry(portal, store, url, column)
    if entry is None:
        raise UsageError(
            make_message("no complete answer with status 200 is stored for {url}", url=url),
            make_message("Crawl it first, or give a WARC file that has it with --warc."),
        )
    path = expectations_path(portal)
    for other in read_entries(portal):
        if is_same_page(other, entry):
            where = f"{path}:{other.place.line}"
            raise UsageError(
                make_message("{url} is already in {where}", url=entry.url, where=where),
                "Remove that entry to record it again.",
            )
    (recorded,) = write_entries(portal, [entry])
    return recorded


def prepare_entry(
    portal: Portal, store: CapturedPages, url: str, column: str | None = None
) -> Expectation | None:
    """Return the entry for what the rules find now on the page at ``url``, not yet accepted; None
    if it is not stored. Arguments as for ``record_expectations``."""
    written, url = url.strip().partition("#")[0], normalize_address(url)
    capture = store.choose_capture(url)
    if capture is None:  # other crawlers store letters that a URI has encoded as they are written
        url, capture = written, store.choose_capture(written)
    if capture is None:
        return None
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
    if portal.match is None:
        return locate_page(portal, url) is not None
    return not search_pattern(portal.match, url, portal.match_rule)


def _expected_values(observed: ObservedPage) -> tuple[ExpectedValue, ...]:
    is_rejected = bool(observed.values.get("rejected"))
    slices = {"first_words": slice(0, RECORDED_WORDS), "last_words": slice(-RECORDED_WORDS, None)}
    expected = []
    for name in ARTICLE_VALUES:
        # Of a page that is rejected, only that is recorded.
        if (name == "rejected") == is_rejected:
            values = observed.values[name]
            if name in slices and values:
                values = (" ".join(values[slices[name]]),)
            expected.append(ExpectedValue(name, values))
    return tuple(expected)
