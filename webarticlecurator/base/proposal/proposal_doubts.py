"""What is doubtful about a proposed portal file: ``curator new`` and the file say it first."""

from __future__ import annotations

from collections.abc import Iterator

from webarticlecurator.base.doubts.witness import WRONG, Claim, judge_claim
from webarticlecurator.base.model.doubts import Doubt, doubt_problems, sort_doubts
from webarticlecurator.base.model.verdict import Problem, make_problem
from webarticlecurator.base.proposal.proposal import Proposal

_WHOLE_LIST = Claim("the list has all articles", frozenset(("walk", "rule")))


def list_doubts(found: Proposal) -> tuple[Doubt, ...]:
    """Return all that is doubtful about a proposal, the dearest first."""
    return sort_doubts((*found.doubts, *_doubt_list(found), *_doubt_articles(found)))


def _doubt_list(found: Proposal) -> Iterator[Doubt]:
    """Yield what is doubtful about the list: whether there is one, and whether it is whole."""
    if found.feed:
        newest = make_problem("no-list", found.feed.url, "feed", number=found.feed.entries)
        yield doubt_problems(newest)
    elif not _has_list(found) and all(each.kind != "no-list" for each in found.doubts):
        yield doubt_problems(Problem("no-list", found.url, ""))
    whole = found.whole
    if whole is not None and (whole.is_section or whole.lacking or found.boards):
        finding = judge_claim(_WHOLE_LIST, [whole.testify()])
        if finding.standing == WRONG and finding.decisive is not None:
            witness = finding.decisive
            missing = Problem("not-listed", witness.seen, witness.words)
            yield doubt_problems(missing, witness.of - witness.counted)
    grows = found.growing is not None and found.growing.added is not None
    has_pages = found.data is not None and found.data.goes_on
    walks = (found.next, found.numbered, found.dated, found.sitemap, whole, found.index)
    is_whole = any(walks) or found.is_rendered or grows or has_pages or found.is_agreed
    if (found.links or found.data) and not is_whole:
        yield doubt_problems(Problem("no-next-page", found.url, ""))


def _has_list(found: Proposal) -> bool:
    """Return True if a list was found, or none is needed."""
    return bool(found.links or found.data or found.sitemap or not found.has_list)


def _doubt_articles(found: Proposal) -> Iterator[Doubt]:
    """Yield that no article was read, where a list or a feed names some."""
    names_some = found.feed or _has_list(found)
    if (
        names_some
        and not found.articles
        and all(each.kind != "articles-not-read" for each in found.doubts)
    ):
        yield doubt_problems(make_problem("articles-not-read", found.url))
