"""What is doubtful about a proposed portal file: ``curator new`` and the file say it first."""

from __future__ import annotations

from collections.abc import Iterator

from webarticlecurator.base.model.doubts import Doubt, make_doubt, sort_doubts
from webarticlecurator.base.model.proposal import Proposal
from webarticlecurator.base.model.verdict import NOT_LISTED, PROBLEM_KINDS, ProblemKind
from webarticlecurator.base.text.translation import make_message

NO_LIST = "no-list"
NO_NEXT_PAGE = "no-next-page"
NEXT_NOT_PROVED = "next-not-proved"
FIRST_DAY = "first-day-unknown"
NO_ARTICLES = "articles-not-read"
NOT_ARTICLES = "not-articles"
OTHER_LISTS = "other-lists"
FEW_ARTICLES = "few-articles"
GUESSED_TEXT = "text-without-rules"
NO_FIELD = "field-not-found"
PROPOSAL_KINDS = {
    kind.name: kind
    for kind in (
        ProblemKind(
            NO_LIST,
            "no list of all articles was recognised",
            "give `curator new` the address of a page that lists articles, or write `links`",
            "articles",
        ),
        ProblemKind(
            NO_NEXT_PAGE,
            "no next page of the list was recognised, so the file reads only this page",
            "write `pagination`, or `pagination: none` if no page follows",
            "articles",
        ),
        ProblemKind(
            NEXT_NOT_PROVED,
            "the next page of the list was not tried, or lists no other articles",
            "run `curator links` to see what the rules find there, and correct `links` or"
            " `pagination`",
            "articles",
        ),
        ProblemKind(
            OTHER_LISTS,
            "pages of the same kind list other articles, but are not in the file",
            "if you want them, give `curator new` the front page, or write them as `columns`",
            "articles",
        ),
        ProblemKind(
            FIRST_DAY,
            "the first day of the archive was not found",
            "write the day of the first article into `dates`",
            "articles",
        ),
        ProblemKind(
            NOT_ARTICLES,
            "these rules reject pages that the list names",
            "look at the first one in a browser, and correct `links` or `article`",
            "articles",
        ),
        ProblemKind(
            NO_ARTICLES,
            "articles of the list were not read, so no rule was tried on them",
            "crawl a few with `--limit 20`, and look at their texts",
            "texts",
        ),
        ProblemKind(
            FEW_ARTICLES,
            "too few articles were read to know what is the same on all of them",
            "give `curator new` a page that lists more, or compare each text with its page",
            "texts",
        ),
        ProblemKind(
            GUESSED_TEXT,
            "no rule finds the text better than the reader without rules, so the file uses that"
            " reader",
            "compare the first text with its page; if they differ, write `article.body.root`",
            "texts",
        ),
        ProblemKind(
            NO_FIELD,
            "a field was not found on articles that were read",
            "write a rule for it into `article.metadata`, or `none` if the portal does not show it",
            "fields",
        ),
        PROBLEM_KINDS[NOT_LISTED],
    )
}
"""Kinds of doubts about a proposal, by name."""


def make_proposal_doubt(
    kind: str, first: str, message: str = "", count: int = 1, field: str = ""
) -> Doubt:
    """Return a doubt of one of PROPOSAL_KINDS."""
    return make_doubt(PROPOSAL_KINDS[kind], count, first, message, field)


def list_doubts(found: Proposal) -> tuple[Doubt, ...]:
    """Return all that is doubtful about a proposal, the dearest first."""
    return sort_doubts((*found.doubts, *_doubt_list(found), *_doubt_articles(found)))


def _doubt_list(found: Proposal) -> Iterator[Doubt]:
    """Yield what is doubtful about the list: whether there is one, and whether it is whole."""
    has_list = found.links or found.data or found.sitemap or not found.has_list
    if found.feed:
        newest = make_message("a feed with the newest {number}", number=found.feed.entries)
        yield make_proposal_doubt(NO_LIST, found.feed.url, newest)
    elif not has_list and all(each.kind != NO_LIST for each in found.doubts):
        yield make_proposal_doubt(NO_LIST, found.url)
    whole = found.whole
    if whole is not None and whole.missing and (whole.is_section or whole.lacking):
        number = len(whole.missing)
        yield make_proposal_doubt(NOT_LISTED, whole.missing[0], whole.describe(), number)
    grows = found.growing is not None and found.growing.added is not None
    has_pages = found.data is not None and bool(found.data.template)
    walks = (found.next, found.numbered, found.dated, found.sitemap, whole)
    is_whole = any(walks) or found.is_rendered or grows or has_pages
    if (found.links or found.data) and not is_whole:
        yield make_proposal_doubt(NO_NEXT_PAGE, found.url)


def _doubt_articles(found: Proposal) -> Iterator[Doubt]:
    if not found.articles and all(each.kind != NO_ARTICLES for each in found.doubts):
        yield make_proposal_doubt(NO_ARTICLES, found.url, make_message("none was read"))
