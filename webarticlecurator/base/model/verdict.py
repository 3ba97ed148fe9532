"""How an address ends: the closed list of reasons, the states, the kinds of problems."""

from __future__ import annotations

from collections.abc import Iterable

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.text.translation import make_message


@dataclass(frozen=True)
class Reason:
    """Why an article is rejected. ``meaning``: for the user, after the address and a colon.

    ``cure``: what the user can do about it. ``counts_as_missing``: False where there is no article
    that the corpus could lack.
    ``transient``: the answer is odd, so the article is ``failed`` and asked for at every crawl; it
    is rejected when ``judge_looks`` says that this is final.
    ``seen_once``: a plain "nothing here", which is asked for again before it is final.
    ``page_check``: found on a page without a rule; ``article.gate_off`` switches it off.
    ``wall``: found on a page that the portal sends in place of any other, archive pages included.
    ``without_page``: no page is stored that could be read, so that no build changes it.
    ``fetch_failure``: found without an answer, and no later try can mend it.
    ``problem``: also a problem (exit code 1): the rules or a bound of this program may be at fault.
    """

    name: str
    meaning: str
    cure: str
    counts_as_missing: bool = True
    transient: bool = False
    seen_once: bool = False
    page_check: bool = False
    wall: bool = False
    without_page: bool = False
    fetch_failure: bool = False
    problem: bool = False


REASONS = (
    Reason(
        "gone",
        "the portal answers 404 or 410 for it",
        "nothing; `warc adopt` reads it from a web archive that has it",
        seen_once=True,
        without_page=True,
    ),
    Reason(
        "robots",
        "robots.txt forbids it",
        "nothing, unless the portal allows it: then `fetch.robots` of the portal file",
        without_page=True,
        fetch_failure=True,
    ),
    Reason(
        "bad-address",
        "it is not an address that can be requested: not http(s), no such host or port, control"
        " characters, too long",
        "mend it with `address.replace` in the portal file if it should be an article",
        without_page=True,
        fetch_failure=True,
    ),
    Reason(
        "private-address",
        "it leads to a private, loopback or link-local address, where the portal itself is not",
        "nothing; a line in <portal>.exclude.tsv leaves it out",
        without_page=True,
        fetch_failure=True,
    ),
    Reason(
        "off-portal",
        "it redirects to a page outside the portal",
        "nothing, unless the portal has moved: then write its new address as `home`",
        counts_as_missing=False,
        seen_once=True,
        without_page=True,
    ),
    Reason(
        "not-article",
        "a reject rule of the portal file matches: the page is not an article",
        "nothing; change `article.reject` in the portal file if it is an article",
        counts_as_missing=False,
    ),
    Reason(
        "consent-wall",
        "a cookie-consent page was stored instead of the article",
        "set the cookie of the consent under `fetch.cookies`, or use `fetch.consent`",
        transient=True,
        page_check=True,
        wall=True,
    ),
    Reason(
        "challenge",
        "a bot challenge was stored instead of the article",
        "ask the portal for access, or crawl slower (`fetch.delay`)",
        transient=True,
        page_check=True,
        wall=True,
    ),
    Reason(
        "geo-block",
        "the portal does not show the article to readers of the country from which it was fetched",
        "crawl from a country to which the portal shows the article",
        transient=True,
        page_check=True,
        wall=True,
    ),
    Reason(
        "login-wall",
        "a page that asks to log in was stored instead of the article",
        "give a session with `fetch.cookies`, or leave such addresses out (`article.match`)",
        transient=True,
        page_check=True,
        wall=True,
    ),
    Reason(
        "maintenance",
        "the portal was closed for maintenance when the page was fetched",
        "crawl again later",
        transient=True,
        page_check=True,
        wall=True,
    ),
    Reason(
        "error-page",
        "the portal sent an error of its database or programs, or JSON, in place of the page",
        "crawl again later",
        transient=True,
        page_check=True,
        wall=True,
    ),
    Reason(
        "soft-404",
        "the page says 'not found' although its status is 200, or the address leads to the home"
        " page or the archive",
        "nothing; if it is an article, name `soft-404` under `article.gate_off`",
        transient=True,
        page_check=True,
    ),
    Reason(
        "not-html",
        "the portal sends a file (a PDF, an image, a film), not a page",
        "nothing; leave such addresses out with `article.match`",
        counts_as_missing=False,
    ),
    Reason(
        "too-large",
        "the page is larger than a page of text can be",
        "look at it with `curator warc cat`; a line in <portal>.exclude.tsv leaves it out",
        problem=True,
    ),
    Reason(
        "empty",
        "the page has no text where the article should be",
        "look at the page with `curator extract`: it may need `fetch.browser` or `article.page`",
        transient=True,  # a page without any text; one whose text the rules drop is rejected
        seen_once=True,
        page_check=True,
    ),
    Reason(
        "no-root",
        "no root rule finds the article on the page",
        "add a root for its layout (`article.body.root`), or reject the page (`article.reject`)",
        seen_once=True,
        problem=True,
    ),
    Reason(
        "continuation",
        "it is a later page of another article",
        "nothing: its text is that of its first page",
        counts_as_missing=False,
    ),
    Reason(
        "duplicate",
        "it redirects to the address of another listed article",
        "nothing: the article is at the other address",
        counts_as_missing=False,
    ),
    Reason(
        "excluded",
        "it is on the portal's exclude list",
        "nothing; remove its line from the exclude list to have it",
        counts_as_missing=False,
    ),
    Reason(
        "unlisted",
        "no rule of the portal file lists it any more, and `build --prune` took its TEI",
        "add a column or a link rule that lists it, then crawl",
        without_page=True,
    ),
    Reason(
        "shared-redirect",
        "it redirects to a page to which other listed addresses redirect, too, and which is not"
        " listed itself",
        "look where it leads: `address.replace` follows articles that the portal has moved",
        transient=True,
        without_page=True,
    ),
    Reason(
        "truncated",
        "the answer broke off, every time",
        "crawl again later; raise `fetch.timeout` if it always breaks off",
        transient=True,
        without_page=True,
    ),
    Reason(
        "out-of-order",
        "the portal was out of order when it answered: of many articles in a row, none was as"
        " expected",
        "crawl again later",
        transient=True,
        without_page=True,
    ),
    Reason(
        "shared-text",
        "the page shows what it shows at other addresses, too: a notice, not an article",
        "look at the page; if it is an article, name `shared-text` under `article.gate_off`",
        transient=True,
        page_check=True,
        without_page=True,
    ),
    Reason(
        "split",
        "it contains several articles, each of which is stored at its own address",
        "nothing: its articles have addresses of their own",
        counts_as_missing=False,
    ),
)
"""The closed list of reasons, in the order of the documents. A new one is a row here; the portal
file, its schema, the reference, ``curator why`` and the account follow."""

REJECTIONS = {reason.name: reason.meaning for reason in REASONS}
"""Name → meaning."""
CURES = {reason.name: reason.cure for reason in REASONS}
"""Name → what the user can do."""
WITHOUT_PAGE = frozenset(reason.name for reason in REASONS if reason.without_page)
FINAL_FAILURES = frozenset(reason.name for reason in REASONS if reason.fetch_failure)
GATED = tuple(reason.name for reason in REASONS if reason.page_check)
GATED_BY_RUN = frozenset(r.name for r in REASONS if r.page_check and r.without_page)
"""Page checks that compare the pages of a run; the others look at one page."""
TRANSIENT = frozenset(reason.name for reason in REASONS if reason.transient)
SEEN_ONCE = tuple(reason.name for reason in REASONS if reason.seen_once)
WALLS = frozenset(reason.name for reason in REASONS if reason.wall)
PROBLEM_REASONS = tuple(reason.name for reason in REASONS if reason.problem)


def require_checks(made: Iterable[str], gated: Iterable[str], where: str) -> None:
    """Raise TypeError unless the checks that are made in the module ``where`` are those that
    ``article.gate_off`` can switch off."""
    if wrong := sorted(set(made) ^ set(gated)):
        raise TypeError(
            f"page checks of {where} and REASONS of base/model/verdict.py differ:"
            f" {', '.join(wrong)};"
            " add the check, or take `page_check` from the row"
        )


REFRESHED_REASONS = ("gone", "empty", "no-root", "split")
"""Reasons of rejected articles that are asked for again like kept ones: their pages may become
articles, and the page of a thread that is split grows."""

BUILD_FAILURES: dict[str, str] = {
    "rule-timeout": make_message(
        "a rule of the portal file, or the reading of the page, took longer than a page may take"
    ),
    "worker-killed": make_message(
        "the process that built the article was ended from outside, or crashed"
    ),
    "out-of-memory": make_message("the process that built the article got no more memory"),
    "program-error": make_message("an error of this program, please report it"),
}
"""Reasons of ``failed`` for a page that is stored but could not be built: the next build tries
again, without a request."""

STATES = ("pending", "failed", "rejected", "stored", "tei")
"""States of a listed article: not requested yet · no usable response at the last attempt · rejected
with a reason of REJECTIONS · captured, but not built yet · TEI written."""
ANSWERED_STATES = ("stored", "tei", "rejected")
"""The states of an article whose request was answered."""


UNREAD = "archive-page-unread"
NO_LINKS = "no-links"
OUT_OF_ORDER = "out-of-order"
UNCONFIRMED = "unconfirmed"
SHORTENED = "shortened"
RULES_TAKE_TEI = "rules-take-tei"
UNLISTED_ARTICLES = "unlisted-articles"
COMMENTERS_UNKNOWN = "commenters-unknown"
SAME_TITLE = "same-title"
FIELD_EMPTY = "field-empty"
PAGER_UNFOLLOWED = "pager-unfollowed"
NOT_LISTED = "not-listed"
WALK_LOOPED = "walk-looped"
LIST_NOT_WHOLE = "list-not-whole"
OVERSIGHTS = (SAME_TITLE, FIELD_EMPTY, PAGER_UNFOLLOWED)
"""Faults that no rule and no reader has noticed (``crawling/building/build_doubts.py``)."""


@dataclass(frozen=True)
class ProblemKind:
    """A kind of problems. ``is_serious``: it ends a command with exit code 1; the others are
    remarks: they are written to the reports and the TEI header, and nothing is missing."""

    name: str
    meaning: str
    is_serious: bool = True


_SERIOUS_KINDS = {
    "archive-page-failed": (
        "an archive page could not be fetched, or not be read; the next crawl tries again"
    ),
    UNREAD: "the links of a stored archive page could not be read; the next command tries again",
    OUT_OF_ORDER: (
        "the portal seems to have been out of order: of many pages in a row, or of all dates of a"
        " column, none was well"
    ),
    "missing-archive-page": (
        "an archive page that another one links, or the portal file names, does not exist"
    ),
    "empty-archive-page": "an archive page lists nothing where it should",
    NO_LINKS: "the link rules of a column match nothing on any of its archive pages",
    RULES_TAKE_TEI: (
        "the rules of the portal file would take the TEI of many articles, so the build has written"
        " nothing; `build --prune` does it"
    ),
    UNLISTED_ARTICLES: (
        "no rule of the portal file lists many of the articles any more; they keep their TEI, and"
        " `build --prune` takes it"
    ),
    "damaged-source": (
        "a part of a sitemap or a feed could not be read; the next crawl reads it again"
    ),
    "wrong-order": (
        "a list grows at its end, which the portal file does not expect; all of it was walked"
    ),
    "layout-drift": (
        "many new articles have no root, lack a field or differ in length: the portal has probably"
        " changed its pages"
    ),
    "beyond-last": "an archive page links a page after the last one that the portal file names",
    "pager-current": (
        "an archive page has a pager whose `current` selects no number, so the next page is not"
        " known"
    ),
    "next-off-portal": "the next link of an archive page leaves the portal",
    "page-limit": (
        "a walk reached the default limit of pages; the rest of the archive is not walked"
    ),
    WALK_LOOPED: (
        "the next link of an archive page leads back to a page that was read before, so the rest of"
        " the list may be missing"
    ),
    LIST_NOT_WHOLE: "the end of a list is not proved: there are signs of more of its pages",
    NOT_LISTED: "the portal's own sitemaps have articles that no list names",
    SAME_TITLE: "many articles have the same title, or that of the site",
    FIELD_EMPTY: "a field for which the portal file has rules is empty on all articles",
    PAGER_UNFOLLOWED: "an article leads to a further page that no rule follows; its text is cut",
    "first-page-missing": "a later page of an article is stored, its first page is not",
    "page-missing": "a page of an article was not captured; its text has a gap there",
    "part-missing": "what a page loads apart (comments, entries …) was not captured",
    "later-capture": (
        "a later capture of an article cannot be read by the rules; its text is that of an earlier"
        " one"
    ),
    "page-rejected": "a later page of an article is not an article page; its text has a gap there",
    "next-page": "the next page of an article is the page itself, an earlier one, or unknown",
    COMMENTERS_UNKNOWN: (
        "the names of readers are to be replaced, but the writers of the comments are not known"
    ),
    "unclassified": "a page of a WARC file is neither an archive page nor an article",
    "warc-damaged": "a part of a WARC file cannot be read; the records after it were",
    "revisit-unresolved": "a WARC record repeats one that is in none of the files",
    "invalid-tei": (
        "the TEI violates our own schema: an error of this program, please report it"
        " (`build --all --validate all` looks at every file)"
    ),
    **BUILD_FAILURES,
}
_REMARKS = {
    UNCONFIRMED: "an address is final because it was asked for often, not since two answers agree",
    SHORTENED: "the index keeps a part of a value; the WARC file and the TEI have all of it",
    "teaser": "the page shows a part of the text to those who do not pay",
    "published-unknown": "no date of publication was found",
    "date-unreadable": "a date cannot be read",
    "date-impossible": "a date cannot be that of the article",
    "charset-ignored": "the page is not in the encoding that it, or the portal file, names",
    "undecodable": "the page has bytes that its encoding does not allow",
    "parser-difference": "two parsers read the page in different ways",
    "microdata-cut": "the microdata of the page are too many or too deep; a part was read",
    "root-replaced": "the root that was found without rules was replaced by a better one",
    "tag-tie": "two rows of a tag dictionary fit an element equally well, and differ",
    "tag-row": "a row of a tag dictionary cannot be used",
    "body-damaged": "the stored body of a page is damaged; what could be read was read",
    "version-shrunk": "an article shows much less than before, which is to be confirmed",
    "by-hand-unknown": "a value or an address given by hand is of no article of the corpus",
    "asset-missing": "a picture, style sheet or font that a page uses was not captured",
    "not-packed": "an article is not in the package, since a page of it is not",
    "unreadable-tei": "a TEI file cannot be read, and was left out",
}
PROBLEM_KINDS = {
    kind.name: kind
    for kind in (
        *(ProblemKind(name, meaning) for name, meaning in _SERIOUS_KINDS.items()),
        *(ProblemKind(name, meaning, is_serious=False) for name, meaning in _REMARKS.items()),
    )
}
"""All kinds of problems, by name. A new one is a line above."""
SERIOUS = {kind.name: kind.meaning for kind in PROBLEM_KINDS.values() if kind.is_serious}
"""Kinds of problems that end a command with exit code 1 → their meanings."""


@dataclass(frozen=True)
class Problem:
    """Something to check: ``kind`` is one of PROBLEM_KINDS, ``where`` an address or a record."""

    kind: str
    where: str
    message: str


MAX_FIRST_PROBLEMS = 8
"""Problems that a summary lists; ``reports/problems.tsv`` lists all of them."""
