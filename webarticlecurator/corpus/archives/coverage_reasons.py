"""What an address that a web archive knows can be to the corpus: a closed list."""

from __future__ import annotations

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.reasons import REASONS

KNOWN, MISSING, POSSIBLE, OTHER = "known", "missing", "possible", "other"
"""The corpus has the article; it has not; it may be an article, which the corpus has not; the
address is not that of an article of its own."""


@dataclass(frozen=True)
class CoverageReason:
    """A reason with its group: KNOWN, MISSING, POSSIBLE or OTHER, and its meaning for the user."""

    name: str
    group: str
    meaning: str


_OWN_REASONS = (
    CoverageReason("in-corpus", KNOWN, "the article is in the corpus"),
    CoverageReason("pending", MISSING, "it is listed, and the next crawl requests it"),
    CoverageReason(
        "archive-listed", MISSING, "only list pages of the web archive name it, which were copied"
    ),
    CoverageReason("failed", MISSING, "it is listed, but could not be fetched or built"),
    CoverageReason("left-out", MISSING, "a filter of the link rules leaves such addresses out"),
    CoverageReason(
        "not-selected", MISSING, "a stored archive page links it, but no link rule selects it"
    ),
    CoverageReason("never-listed", MISSING, "no stored archive page links it"),
    CoverageReason(
        "other-section",
        POSSIBLE,
        "no link rule selects it; it looks like an article, but the corpus has no article under"
        " the first part of its path",
    ),
    CoverageReason("variant", OTHER, "another form of an address that is already counted"),
    CoverageReason("redirected", OTHER, "the portal redirected it when the corpus was crawled"),
    CoverageReason("archive-page", OTHER, "it is an archive page, or the home page"),
    CoverageReason("article-page", OTHER, "it is a later page, or a part, of an article"),
    CoverageReason("file", OTHER, "it is not a page but an image, a style sheet, a feed, a PDF …"),
    CoverageReason("no-match", OTHER, "`article.match` says that it is not an article"),
    CoverageReason("other-form", OTHER, "no article of the corpus has an address of this form"),
    CoverageReason("other-host", OTHER, "its host does not belong to the portal"),
    CoverageReason("on-exclude-list", OTHER, "it is on the portal's exclude list"),
)

REJECTED = "rejected-"
"""Before the reason of a rejection."""

COVERAGE_REASONS = {
    reason.name: reason
    for reason in (
        *_OWN_REASONS,
        *(
            CoverageReason(
                f"{REJECTED}{each.name}",
                MISSING if each.counts_as_missing else OTHER,
                each.meaning,
            )
            for each in REASONS
        ),
    )
}
"""Name → reason, in the order of the account."""

ARCHIVE_LISTED = "archive-listed"
"""The reason with which ``warc adopt --cdx`` also copies list pages."""
DEFAULT_REASONS = (
    ARCHIVE_LISTED,
    "never-listed",
    "failed",
    "rejected-gone",
    "rejected-soft-404",
)
"""Reasons of addresses that ``warc adopt --cdx`` copies: what is listed and not requested
yet comes from the portal, and so does what a better link rule would select; what a filter leaves
out was left out by its user."""
