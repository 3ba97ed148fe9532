"""Lists of the same kind beside the one that was given: those of other sections, which have other
articles, and which nobody would miss.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from urllib.parse import unquote, urlsplit

from webarticlecurator.base.model.verdict import make_problem
from webarticlecurator.base.portal.hosts import is_same_site
from webarticlecurator.base.text.character_patterns import DIGIT
from webarticlecurator.crawling.archive.link_anchors import find_all_anchors
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.pages.page.page import Page
from webarticlecurator.proposing.propose.page_comparison import list_addresses
from webarticlecurator.proposing.propose.proposal_draft import Draft
from webarticlecurator.proposing.propose.visits import Visits, read_page

MAX_TRIED = 6
"""Pages that are looked at."""
MIN_OTHER = 3
"""Articles of another list."""
MIN_SECTION = 0.8
"""Share of the articles of a list that have its section in their addresses."""


def note_sibling_lists(draft: Draft, visits: Visits, runtime: Runtime) -> Draft:
    """Add the doubt that other lists are not in the file: pages that the list links, whose
    addresses differ from its own in one name, and that list other articles by the same rule.

    A page that shares an article with the list is a part of it, or the other way round; and if one
    does so, the list is perhaps that of all. Where not all of them are looked at, unless they are
    letters, or the list may be an older part of one, the sections must be in the addresses of the
    articles.
    """
    found: dict[str, list[str]] = {}
    css = draft.proposal.links[0].css
    own = {*draft.proposal.links[0].links, *draft.listed}
    siblings = [*_list_siblings(draft.page, own)]
    # no article is below two letters of an alphabet: not all of them need be looked at
    letters = sum(len(unquote(theirs)) == 1 for _, _, theirs in siblings)
    is_sure = len(siblings) <= max(MAX_TRIED, 2 * letters) and not _has_window(draft.page.url)
    for url, ours, theirs in siblings[:MAX_TRIED]:
        page = read_page(url, visits, runtime) if visits.can_visit(url) else None
        listed = list_addresses(page, css) if page is not None else []
        if not own.isdisjoint(listed):
            return draft
        if len(listed) >= MIN_OTHER and (
            is_sure or (_are_in_section(own, ours) and _are_in_section(listed, theirs))
        ):
            found[url] = listed
    if not found:
        return draft
    first = next(iter(found))
    others = make_problem("other-lists", first, number=len(found[first]), url=found[first][0])
    return draft.update(draft.proposal.add_doubt(others, len(found)))


def _list_siblings(page: Page, own: Collection[str]) -> Iterator[tuple[str, str, str]]:
    """Yield the addresses that a page links and that differ from its own in one name of the path;
    and that name in its own, and in theirs. Numbers at the end are dates and pages of lists."""
    names = _split(page.url)
    done = set()
    for anchor in find_all_anchors(page):
        others = _split(anchor.address)
        if (
            not names
            or len(others) != len(names)
            or _has_window(anchor.address)
            or anchor.address in own
            or not is_same_site(page.url, anchor.address)
        ):
            continue
        changed = [(a, b) for a, b in zip(names, others, strict=True) if a != b]
        if len(changed) == 1 and not DIGIT.search(changed[0][1]) and changed[0] not in done:
            done.add(changed[0])
            yield (anchor.address, *changed[0])


def _split(url: str) -> list[str]:
    """Return the names in the path of an address, without numbers at its end."""
    parts = urlsplit(url)
    names = [each for each in parts.path.split("/") if each] if not parts.query else []
    while names and DIGIT.search(names[-1]):
        names.pop()
    return names


def _has_window(url: str) -> bool:
    """Return True for an address that may be of an older part of a list."""
    return bool(DIGIT.search(urlsplit(url).path))


def _are_in_section(urls: Collection[str] | Sequence[str], name: str) -> bool:
    within = sum(f"/{name}/" in urlsplit(url).path for url in urls)
    return within >= MIN_SECTION * len(urls)
