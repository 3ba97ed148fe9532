"""Further pages of articles, and what these have in common that is no text: the link back, *Page
2*, a notice below the end of the last one. First pages have none of it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.proposal.proposal import LearnedRules, Proposal
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.own_pager import find_own_pager
from webarticlecurator.proposing.propose.visits import Visits
from webarticlecurator.proposing.text_rules.block_drops import learn_block_drops
from webarticlecurator.proposing.text_rules.reading_choice import list_comments, read_kept
from webarticlecurator.proposing.text_rules.shared_blocks import (
    ArticleFacts,
    JudgedPage,
    judge_blocks,
)

MAX_ARTICLES = 4
MAX_PAGES = 3
"""Articles whose further pages are read, and how many of each."""
MIN_PAGES = 2


@dataclass(frozen=True)
class LaterPage:
    """A further page of the article whose first page has this ``number``."""

    number: int
    page: Page


def visit_later_pages(
    pages: Sequence[Page],
    visits: Visits,
    is_other: Callable[[Page, str, Page | None], bool],
) -> list[LaterPage]:
    """Return further pages of some of the articles. ``is_other`` says of a first page and an
    address, with the page there if it was visited, that this is an article of its own."""
    found: list[LaterPage] = []
    for number, first in enumerate(pages):
        page, articles = first, {each.number for each in found}
        for _ in range(MAX_PAGES if len(articles) < MAX_ARTICLES else 0):
            url = find_own_pager(page).address
            if not url or is_other(first, url, None) or not visits.can_visit(url):
                break
            visit = visits.get(url)
            if visit.trouble:
                break
            page = visit.read(first.url)
            if is_other(first, url, page):
                break
            found.append(LaterPage(number, page))
    return found


def add_later_drops(
    rules: LearnedRules,
    proposal: Proposal,
    pages: Sequence[Page],
    later: Sequence[LaterPage],
    facts: Sequence[ArticleFacts],
    listed: Collection[str],
) -> LearnedRules:
    """Return the rules with the drops of what they leave on further pages. ``facts``: what is known
    of the article on each first page, ``listed``: the addresses of the articles in the list."""
    if len(later) < MIN_PAGES:
        return rules
    further = [each.page for each in later]
    kept = read_kept(rules, proposal, further)
    own = [facts[each.number] for each in later]
    blocks = judge_blocks(further, [units for _, units in kept], own, listed, proposal.language)
    # The first and the further page show the same comments; their links are to the article.
    template = [bad - list_comments(rules, page) for bad, page in zip(blocks, further, strict=True)]
    judged = [
        JudgedPage(
            page,
            roots,
            tuple(unit for unit in units if unit in bad),
            tuple(unit for unit in units if unit not in bad),
        )
        for page, (roots, units), bad in zip(further, kept, template, strict=True)
    ]
    firsts = [
        JudgedPage(page, roots, (), tuple(units))
        for page, (roots, units) in zip(pages, read_kept(rules, proposal, pages), strict=True)
    ]
    lines = learn_block_drops([*judged, *firsts], [line.rule for line in rules.roots])
    return replace(rules, drops=(*rules.drops, *lines))
