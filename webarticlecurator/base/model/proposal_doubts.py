"""What is doubtful about a proposed portal file: ``curator new`` and the file say it first."""

from __future__ import annotations

from collections.abc import Iterator

from webarticlecurator.base.doubts.doubt_table import DOUBT_KINDS, phrase_doubt
from webarticlecurator.base.doubts.witness import WRONG, Claim, judge_claim
from webarticlecurator.base.model.doubts import Doubt, make_doubt, sort_doubts
from webarticlecurator.base.model.proposal import Proposal
from webarticlecurator.base.model.verdict import NOT_LISTED

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
_WHOLE_LIST = Claim("the list has all articles", frozenset(("walk", "rule")))


def make_proposal_doubt(
    kind: str, first: str, message: str = "", count: int = 1, field: str = ""
) -> Doubt:
    """Return a doubt of a kind that a proposal is asked for."""
    return make_doubt(DOUBT_KINDS[kind], count, first, message, field)


def list_doubts(found: Proposal) -> tuple[Doubt, ...]:
    """Return all that is doubtful about a proposal, the dearest first."""
    return sort_doubts((*found.doubts, *_doubt_list(found), *_doubt_articles(found)))


def _doubt_list(found: Proposal) -> Iterator[Doubt]:
    """Yield what is doubtful about the list: whether there is one, and whether it is whole."""
    has_list = found.links or found.data or found.sitemap or not found.has_list
    if found.feed:
        newest = phrase_doubt(NO_LIST, "feed", number=found.feed.entries)
        yield make_proposal_doubt(NO_LIST, found.feed.url, newest)
    elif not has_list and all(each.kind != NO_LIST for each in found.doubts):
        yield make_proposal_doubt(NO_LIST, found.url)
    whole = found.whole
    if whole is not None and (whole.is_section or whole.lacking):
        finding = judge_claim(_WHOLE_LIST, [whole.testify()])
        if finding.standing == WRONG and finding.decisive is not None:
            witness = finding.decisive
            number = witness.of - witness.counted
            yield make_proposal_doubt(NOT_LISTED, witness.seen, witness.words, number)
    grows = found.growing is not None and found.growing.added is not None
    has_pages = found.data is not None and bool(found.data.template)
    walks = (found.next, found.numbered, found.dated, found.sitemap, whole)
    is_whole = any(walks) or found.is_rendered or grows or has_pages
    if (found.links or found.data) and not is_whole:
        yield make_proposal_doubt(NO_NEXT_PAGE, found.url)


def _doubt_articles(found: Proposal) -> Iterator[Doubt]:
    if not found.articles and all(each.kind != NO_ARTICLES for each in found.doubts):
        yield make_proposal_doubt(NO_ARTICLES, found.url, phrase_doubt(NO_ARTICLES))
