"""The tournament of lists: where no list is known that goes on, other ways into the archive become
candidates, all are walked for a few pages, and the best one is chosen.

1. **The list** that the steps before have found is the first candidate.
2. **Indexes** on the page that was given and on the list page: groups of sibling links.
3. **Near pages**: of a front page, the indexes on the pages that it leads to.
4. **Walks**: each candidate is written as a portal file and walked as by a crawl, over the answers
   that are kept and a few more (``candidate_walk.py``).
5. **Scorecards** (``scorecards.py``): a candidate must reach all that the one before it does and
   clearly more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.verdict import Problem, make_problem
from webarticlecurator.base.proposal.proposal import Proposal
from webarticlecurator.crawling.archive.feed_file import is_feed, read_feed
from webarticlecurator.crawling.archive.link_anchors import find_anchors, find_article_addresses
from webarticlecurator.crawling.archive.page_address import (
    find_address_structure,
    is_front_page,
    normalize_address,
)
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.written.proposed_file import proposed_yaml
from webarticlecurator.proposing.list_pages.link_groups import has_sending_form
from webarticlecurator.proposing.list_pages.other_windows import list_other_windows
from webarticlecurator.proposing.propose.added_parameters import make_plain_key
from webarticlecurator.proposing.propose.archive_span import estimate_first_window
from webarticlecurator.proposing.propose.candidate_walk import MAX_WINDOWS, WalkedList, walk_list
from webarticlecurator.proposing.propose.fuller_lists import list_near_pages
from webarticlecurator.proposing.propose.further_articles import leave_out_copies
from webarticlecurator.proposing.propose.index_lists import (
    FoundIndex,
    find_common_links,
    find_indexes,
    find_listed_lists,
)
from webarticlecurator.proposing.propose.page_comparison import list_addresses
from webarticlecurator.proposing.propose.proposal_draft import Draft, take_site
from webarticlecurator.proposing.propose.scorecards import judge_walks
from webarticlecurator.proposing.propose.visits import Visits, read_page, visit_page
from webarticlecurator.proposing.propose.whole_archive import find_sitemap_articles

MAX_NEAR = 8
"""Pages behind a front page on which indexes are looked for."""
MAX_FURTHER = 2 * MAX_WINDOWS
"""Windows of an index that are walked once it is chosen; and of other candidates to see what it
lacks, where no sitemap says."""
MAX_LONG, MAX_LONG_PAGES = 4, 8
"""Lists of an index of which more pages are walked where they go on, and these pages."""
MAX_FEEDS = 4
"""Files of a feed that are read to see what an index lacks."""
MIN_AGREED = 0.5
"""Share of the articles of a list that others must have, and no others, to say that it is whole."""


def choose_list(draft: Draft, visits: Visits, runtime: Runtime) -> Draft:
    """Return the draft with the best of all candidates for the list."""
    is_front = is_front_page((draft.origin or draft.page).url)
    indexes = [
        each
        for each in _find_indexes(draft, visits, runtime)
        if is_front or not _is_menu_beside(each, draft.proposal)
    ]
    if not is_front:  # the menu of all pages says less than what the page that was given has alone
        indexes = [each for each in indexes if not each.is_menu] or indexes
    if not indexes:
        return draft if _is_proved(draft.proposal) else _doubt_form(draft)
    own = _find_beginning(draft, visits, runtime)
    candidates = [own, *(_make_draft(draft, index) for index in indexes)]
    walks = [_walk(each.proposal, visits, runtime) for each in candidates]
    key = make_plain_key(*(walk.reached for walk in walks))
    known = find_sitemap_articles(draft.proposal, visits, runtime) if draft.proposal.links else None
    cards = judge_walks(walks, key, known.urls if known is not None else ())
    best = 0
    for number in range(1, len(cards)):
        if cards[number].is_better(cards[best]):
            best = number
    chosen, walk = candidates[best], walks[best]
    index = chosen.proposal.index
    if index is None:
        is_agreed = _is_agreed(walk, walks, key)
        return chosen.update(replace(chosen.proposal, is_agreed=is_agreed))
    found = leave_out_copies(chosen, visits, runtime)
    if found is not chosen:
        chosen, walk = found, _walk(found.proposal, visits, runtime)
    walks[best] = walk = _walk_further(chosen.proposal, walk, visits, runtime)
    is_estimate = bool(walk.unread) or walk.goes_on
    index = replace(
        index,
        articles=round(walk.expected),
        is_estimate=is_estimate,
        repeats=_count_repeats(walk, walks, key),
    )
    proposal = replace(chosen.proposal, index=index)
    if proposal.next is None and walk.is_cut(walks[0].sizes):
        proposal = proposal.add_doubt(Problem("no-next-page", chosen.page.url, ""))
    if not is_estimate:
        seen = walks if known is not None else _walk_all(candidates, walks, visits, runtime)
        proposal = _doubt_unreached(proposal, find_unreached(walk, seen, key))
    return _doubt_form(chosen.update(proposal, walk.reached))


def _doubt_unreached(proposal: Proposal, others: Sequence[str]) -> Proposal:
    if not others:
        return proposal
    first = make_problem("not-listed", others[0], "elsewhere", number=len(others))
    return proposal.add_doubt(first, len(others))


def _walk_feed(proposal: Proposal, visits: Visits, runtime: Runtime) -> WalkedList:
    """Return the articles of the newest entries of the first feed, and of those before them."""
    reached: list[str] = []
    url = proposal.feeds[0] if proposal.feeds else ""
    for _ in range(MAX_FEEDS):
        visit = visit_page(url, visits, runtime) if url else None
        if visit is None or not is_feed(visit.content):
            break
        feed = read_feed(visit.answered, visit.content, visit.content_type)
        reached += (normalize_address(each.address) for each in feed.entries if each.address)
        url = feed.older
    return WalkedList(tuple(reached))


def _find_beginning(draft: Draft, visits: Visits, runtime: Runtime) -> Draft:
    """Return the draft of a list by years or months with its first day, as far as that is found:
    what it has before its page counts, too. That of days takes too many requests."""
    dated = draft.proposal.dated
    if dated is None or dated.step == "day" or not draft.proposal.links:
        return draft
    return estimate_first_window(draft, visits, runtime)


def _walk(
    proposal: Proposal, visits: Visits, runtime: Runtime, most: int = MAX_WINDOWS
) -> WalkedList:
    if not (proposal.links or proposal.data):
        return WalkedList()
    walk = partial(walk_list, proposed_yaml(proposal), visits, runtime, most)
    found = walk()
    # of a few long lists the first pages would count for all
    are_few = proposal.index is not None and not found.unread and len(found.sizes) <= MAX_LONG
    return walk(MAX_LONG_PAGES) if found.goes_on and are_few else found


def _walk_further(
    proposal: Proposal, seen: WalkedList, visits: Visits, runtime: Runtime
) -> WalkedList:
    """Return the walk of a candidate through more of its windows, if some were not read."""
    return _walk(proposal, visits, runtime, MAX_FURTHER) if seen.unread else seen


def _walk_all(
    candidates: Sequence[Draft], walks: Sequence[WalkedList], visits: Visits, runtime: Runtime
) -> list[WalkedList]:
    """Return the walks of all candidates through more of their windows, and that of the feed."""
    further = [
        _walk_further(each.proposal, seen, visits, runtime)
        for each, seen in zip(candidates, walks, strict=True)
    ]
    return [*further, _walk_feed(candidates[0].proposal, visits, runtime)]


def _is_agreed(chosen: WalkedList, walks: Sequence[WalkedList], key: Callable[[str], str]) -> bool:
    """Return True if other candidates have much of what a list has that was read whole, and nothing
    else: a part of an archive would lack older articles of topics or months."""
    own = {*map(key, chosen.reached)}
    others = {key(url) for walk in walks if walk is not chosen for url in walk.reached}
    is_end = not (chosen.goes_on or chosen.is_paged)
    return is_end and others <= own and len(others) >= MIN_AGREED * len(own) > 0


def _count_repeats(
    chosen: WalkedList, walks: Sequence[WalkedList], key: Callable[[str], str]
) -> int:
    """Return how many lists other indexes have that reach nothing but what the chosen one does."""
    own, lists = {*map(key, chosen.reached)}, {*chosen.lists}
    others = (each for each in walks if len(each.sizes) > 1 and lists.isdisjoint(each.lists))
    repeating = [each for each in others if own.issuperset(map(key, each.reached))]
    return sum(len(each.sizes) + each.unread for each in repeating)


def find_unreached(
    chosen: WalkedList, walks: Sequence[WalkedList], key: Callable[[str], str]
) -> list[str]:
    """Return what other candidates reach and the chosen one, which was walked to its end, does not,
    at addresses of the form of its own articles; a list is no article. ``key`` as for
    ``judge_walks``."""
    known = {key(url) for walk in walks for url in walk.lists}.union(map(key, chosen.reached))
    forms = {find_address_structure(key(url)) for url in chosen.reached}
    others = dict.fromkeys(url for walk in walks for url in walk.reached)
    return [
        url for url in others if key(url) not in known and find_address_structure(key(url)) in forms
    ]


def _doubt_form(draft: Draft) -> Draft:
    """Return the draft with the doubt that a form asks for the lists as no crawl does."""
    page = draft.origin or draft.page
    if not has_sending_form(page):
        return draft
    return draft.update(draft.proposal.add_doubt(make_problem("no-list", page.url, "post-form")))


def _is_proved(proposal: Proposal) -> bool:
    """Return True for a list with a next page that was looked at and has other articles."""
    has_next = proposal.next is not None or proposal.numbered is not None
    return (
        bool(proposal.links)
        and has_next
        and all(each.kind != "next-not-proved" for each in proposal.doubts)
    )


def _is_menu_beside(found: FoundIndex, proposal: Proposal) -> bool:
    """Return True for a menu that stands on all pages, beside a list that does not: the archive of
    a whole portal beside the list of a section."""
    listed = {url for links in proposal.links[:1] for url in links.links}
    return found.is_menu and not listed <= found.common


def _find_indexes(draft: Draft, visits: Visits, runtime: Runtime) -> Iterator[FoundIndex]:
    """Yield the indexes of the first page that has any."""
    origin = draft.origin or draft.page
    if _is_proved(draft.proposal):
        yield from find_listed_lists(draft.proposal.links[0], draft.page, visits, runtime)
        return
    for page, known in _list_pages(origin, draft, visits, runtime):
        # what leads to lists may all be chrome, as of a single year
        found = [each for each in find_indexes(page, visits, runtime, known) if each.proposal.links]
        yield from found
        if found:
            return


def _list_pages(
    origin: Page, draft: Draft, visits: Visits, runtime: Runtime
) -> Iterator[tuple[Page, frozenset[str]]]:
    """Yield the pages that may have an index, with the links that are no part of it: the page that
    was given, the list page, and those that a front page leads to."""
    menus = _find_menus(draft, visits, runtime)
    yield from ((page, menus) for page in dict.fromkeys((origin, draft.page)))
    if is_front_page(origin.url):
        listed = {*draft.proposal.links[0].links} if draft.proposal.links else set[str]()
        known = frozenset(anchor.address for anchor in find_anchors(origin))
        for url in islice(list_near_pages(origin, listed), MAX_NEAR):
            near = read_page(url, visits, runtime)
            if near is not None:
                yield near, known


def _find_menus(draft: Draft, visits: Visits, runtime: Runtime) -> frozenset[str]:
    """Return what leads to no index from a page by date, if another one lists other articles: what
    both link, and their articles."""
    if draft.proposal.dated is None or not draft.proposal.links or is_front_page(draft.page.url):
        return frozenset()
    css = draft.proposal.links[0].css
    own = {*list_addresses(draft.page, css)}
    for url in islice(list_other_windows(draft.proposal, runtime.clock.now().date()), MAX_NEAR):
        other = read_page(url, visits, runtime)
        if other is not None and not {*list_addresses(other, css)} <= own:
            articles = own & find_article_addresses(find_anchors(draft.page))
            return find_common_links((draft.page, other)) | articles
    return frozenset()


def _make_draft(draft: Draft, found: FoundIndex) -> Draft:
    """Return the draft for an index, with what is known of the site from the page before."""
    known, page = draft.proposal, found.lists[0]
    proposal = replace(
        take_site(found.proposal, known),
        language=known.language or found.proposal.language,
        from_front_page=known.from_front_page,
    )
    css = proposal.links[0].css
    listed = [url for each in found.lists for url in list_addresses(each, css)]
    return replace(
        draft, proposal=proposal, page=page, others=found.lists[1:], listed=tuple(listed)
    )
