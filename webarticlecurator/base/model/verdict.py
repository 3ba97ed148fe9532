"""How an address ends: what follows from the reasons, the states, the kinds of problems."""

from __future__ import annotations

from collections.abc import Iterable

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.reasons import REASONS
from webarticlecurator.base.text.translation import make_message

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
            f"page checks of {where} and REASONS of base/model/reasons.py differ:"
            f" {', '.join(wrong)};"
            " add the check, or take `page_check` from the row"
        )


REFRESHED_REASONS = ("gone", "empty", "no-root", "split")
"""Reasons of rejected articles that are asked for again like kept ones: their pages may become
articles, and the page of a thread that is split grows."""

BUILD_FAILURES: dict[str, str] = {
    "rule-timeout": make_message(
        "a rule of the portal file took too long on a page, or reading the page did"
    ),
    "worker-killed": make_message("the process that built the article was killed or crashed"),
    "out-of-memory": make_message("the process that built the article ran out of memory"),
    "program-error": make_message("an error in this program; please report it"),
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
FIELD_AFFIX = "field-affix"
REPEATED_TEXT = "repeated-text"
POST_WITHOUT_ID = "post-without-id"
UNFOLLOWED_PAGE = "unfollowed-page"
NOT_LISTED = "not-listed"
WALK_LOOPED = "walk-looped"
LIST_NOT_WHOLE = "list-not-whole"
SKIPPED_LINKS = "skipped-links"
WRONG_CLOCK = "wrong-clock"
OVERSIGHTS = (SAME_TITLE, FIELD_EMPTY, FIELD_AFFIX, REPEATED_TEXT, UNFOLLOWED_PAGE)
"""Faults that no rule and no reader has noticed (``crawling/building/build_doubts.py``)."""


COSTS = ("articles", "texts", "fields", "later")
"""What a problem may cost, the dearest first: articles, parts of texts, values of fields, or
nothing but time."""


@dataclass(frozen=True)
class ProblemKind:
    """A kind of problems: what it costs (one of COSTS), and the one thing to do about it.

    ``is_serious``: it ends a command with exit code 1; the others are remarks: they are written to
    the reports and the TEI header, and nothing is missing.
    """

    name: str
    meaning: str
    cure: str = ""
    cost: str = "later"
    is_serious: bool = True


_CRAWL_AGAIN = make_message("crawl again to fetch what is missing")
_SEE_LINKS = make_message(
    "run `curator links` to see what the rules find on it, and correct `links` or `pagination`"
)
_SEE_ARTICLE = make_message("look at it with `curator extract --explain`, and correct the rule")

_SERIOUS_KINDS = (
    ProblemKind(
        "archive-page-failed",
        "an archive page could not be fetched or read",
        _CRAWL_AGAIN,
        "articles",
    ),
    ProblemKind(
        UNREAD,
        "the links of a stored archive page cannot be read",
        "build again; if the problem remains, correct the rule that the message names",
        "articles",
    ),
    ProblemKind(
        OUT_OF_ORDER,
        "the portal seems to have been out of order: many pages in a row, or all dates of a"
        " column, were not as expected",
        "crawl again when the portal works",
        "articles",
    ),
    ProblemKind(
        WRONG_CLOCK,
        "the clock of this computer and that of the portal differ by an hour or more",
        "set the clock of this computer, and crawl again",
        "articles",
    ),
    ProblemKind(
        "missing-archive-page",
        "an archive page does not exist, although another one links it or the portal file names it",
        "look at its address in a browser, and correct `url` or `pagination` of the column",
        "articles",
    ),
    ProblemKind(
        "empty-archive-page",
        "an archive page lists nothing where it should",
        _SEE_LINKS,
        "articles",
    ),
    ProblemKind(
        NO_LINKS,
        "the link rules of a column match nothing on any of its archive pages, or on the newest of"
        " them where they did before",
        "run `curator repair` if they matched before; otherwise correct `links`",
        "articles",
    ),
    ProblemKind(
        RULES_TAKE_TEI,
        "the rules of the portal file would remove the TEI of many articles, so the build wrote"
        " nothing",
        "undo the change, or run `build --prune` if you mean it",
        "articles",
    ),
    ProblemKind(
        UNLISTED_ARTICLES,
        "no rule of the portal file lists many of the articles any more; they keep their TEI",
        "undo the change, or run `build --prune` to remove the TEI",
        "articles",
    ),
    ProblemKind(
        "damaged-source",
        "a part of a sitemap or a feed could not be read",
        _CRAWL_AGAIN,
        "articles",
    ),
    ProblemKind(
        "wrong-order",
        "a list grows at its end, which the portal file does not expect; all of it was walked",
        "write `order: oldest-first` beside its `url`",
    ),
    ProblemKind(
        "layout-drift",
        "many new articles have no root, lack a field or differ in length: the portal has probably"
        " changed its pages",
        "run `curator repair`",
        "texts",
    ),
    ProblemKind(
        "beyond-last",
        "an archive page links a page after the last one that the portal file names",
        "raise `last` in `pagination`, or remove it",
        "articles",
    ),
    ProblemKind(
        "pager-current",
        "an archive page has a pager whose `current` selects no number, so the next page is not"
        " known",
        _SEE_LINKS,
        "articles",
    ),
    ProblemKind(
        "next-off-portal",
        "the next link of an archive page leaves the portal",
        _SEE_LINKS,
        "articles",
    ),
    ProblemKind(
        "page-limit",
        "a walk reached the default limit of pages; the rest of the archive is not walked",
        "write `stop: {max_pages: …}` with a larger number into the span",
        "articles",
    ),
    ProblemKind(
        WALK_LOOPED,
        "the next link of an archive page leads back to a page that was read before, so the rest of"
        " the list may be missing",
        _SEE_LINKS,
        "articles",
    ),
    ProblemKind(
        LIST_NOT_WHOLE,
        "the end of a list is not proved, because there are signs of further pages",
        _SEE_LINKS,
        "articles",
    ),
    ProblemKind(
        SKIPPED_LINKS,
        "the link rules select an element that has several articles, of which they take the first",
        _SEE_LINKS,
        "articles",
    ),
    ProblemKind(
        NOT_LISTED,
        "the portal's own sitemaps have articles that no list names",
        "look at the first one, and add a column that lists it",
        "articles",
    ),
    ProblemKind(
        SAME_TITLE, "many articles have the same title, or that of the site", _SEE_ARTICLE, "fields"
    ),
    ProblemKind(
        FIELD_EMPTY,
        "a field for which the portal file has rules is empty on all articles",
        _SEE_ARTICLE,
        "fields",
    ),
    ProblemKind(
        FIELD_AFFIX,
        "values of a field contain too much: nearly all begin or end in the same way, or one"
        " holds several names",
        "write the `replace` or `split` that the message names into the rule of the field",
        "fields",
    ),
    ProblemKind(
        REPEATED_TEXT,
        "texts have lines that do not belong to them: links to other articles, or the same"
        " words in most texts",
        "write the `drop` that the message names into `article.body`",
        "texts",
    ),
    ProblemKind(
        UNFOLLOWED_PAGE,
        "an article leads to a further page that no rule follows; its text is cut",
        "write `article.next_page`",
        "texts",
    ),
    ProblemKind(
        "first-page-missing",
        "a later page of an article is stored, but its first page is not",
        _CRAWL_AGAIN,
        "articles",
    ),
    ProblemKind(
        "page-missing",
        "a page of an article was not captured; its text has a gap there",
        _CRAWL_AGAIN,
        "texts",
    ),
    ProblemKind(
        "part-missing",
        "content that a page loads separately (comments, entries …) was not captured",
        _CRAWL_AGAIN,
        "texts",
    ),
    ProblemKind(
        "later-capture",
        "the rules cannot read a later capture of an article, so its text is that of an earlier"
        " one",
        "run `curator repair`",
        "texts",
    ),
    ProblemKind(
        "page-rejected",
        "a later page of an article is not an article page; its text has a gap there",
        _SEE_ARTICLE,
        "texts",
    ),
    ProblemKind(
        "next-page",
        "the next page of an article is the page itself, an earlier one, or unknown",
        "correct `article.next_page`",
        "texts",
    ),
    ProblemKind(
        COMMENTERS_UNKNOWN,
        "the names of readers must be replaced, but the writers of the comments are not known",
        "give the element of the name the block `comment-author`, or drop it",
        "fields",
    ),
    ProblemKind(
        "unclassified",
        "a page of a WARC file is neither an archive page nor an article",
        "if it should be one of them, add a column or `article.match` for its address",
        "articles",
    ),
    ProblemKind(
        "warc-damaged",
        "a part of a WARC file cannot be read; the records after it were read",
        "copy the file from a backup",
        "articles",
    ),
    ProblemKind(
        "revisit-unresolved",
        "a WARC record repeats one that is in none of the files",
        "give the file that has it, too",
        "articles",
    ),
    ProblemKind(
        "invalid-tei",
        "the TEI violates its schema, which is an error in this program",
        "please report it (`build --all --validate all` checks every file)",
    ),
    ProblemKind(
        "rule-timeout", BUILD_FAILURES["rule-timeout"], "make the rule simpler", "articles"
    ),
    ProblemKind("worker-killed", BUILD_FAILURES["worker-killed"], "build again", "articles"),
    ProblemKind(
        "out-of-memory", BUILD_FAILURES["out-of-memory"], "build with fewer `--jobs`", "articles"
    ),
    ProblemKind("program-error", BUILD_FAILURES["program-error"], "report its message", "articles"),
)
_REMARKS = {
    UNCONFIRMED: "an address is final because it was asked for often, not since two answers agree",
    SHORTENED: "the index keeps a part of a value; the WARC file and the TEI have all of it",
    POST_WITHOUT_ID: "a post of a page with several has no id, and is told by what is in it",
    "teaser": "the page shows a part of the text to those who do not pay",
    "published-unknown": "no date of publication was found",
    "date-unreadable": "a date cannot be read",
    "date-impossible": "a date cannot be that of the article",
    "charset-ignored": "the page is not in the encoding that it, or the portal file, names",
    "undecodable": "the page has bytes that its encoding does not allow",
    "parser-difference": "two parsers read the page in different ways",
    "microdata-cut": "the microdata of the page are too many or too deep; a part was read",
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
        *_SERIOUS_KINDS,
        *(ProblemKind(name, meaning, is_serious=False) for name, meaning in _REMARKS.items()),
    )
}
"""All kinds of problems, by name. A new one is a row above."""
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
