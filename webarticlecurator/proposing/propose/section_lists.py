"""The sections of a portal whose front page shows only the newest articles."""

from __future__ import annotations

from urllib.parse import urlsplit

from webarticlecurator.articles.units.class_names import find_class_word
from webarticlecurator.base.proposal.proposal import Board, Proposal
from webarticlecurator.crawling.archive.link_anchors import find_all_anchors
from webarticlecurator.crawling.archive.page_address import is_front_page
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.pages.page.page import Page
from webarticlecurator.proposing.list_pages.list_proposals import propose_link_rules
from webarticlecurator.proposing.list_pages.next_links import propose_next_link
from webarticlecurator.proposing.propose.boards_and_sections import Form
from webarticlecurator.proposing.propose.fuller_lists import list_near_pages
from webarticlecurator.proposing.propose.visits import Visits, read_list_pages
from webarticlecurator.proposing.propose.whole_archive import MIN_LISTED, find_sitemap_articles

MAX_TRIED = 14
"""Pages that are looked at to see which are sections."""
MIN_COVERED = 0.8
"""Share of the articles of the front page that the sections must list."""
_OTHER_PAGES = ("pages of keywords", "pages of authors")


def find_sections(
    proposal: Proposal, page: Page, visits: Visits, runtime: Runtime
) -> tuple[Board, ...]:
    """Return the sections to which the front page ``page`` leads, where it has no next page and no
    sitemap its articles; () if there are none, or if they lack articles of the front page.

    They are links of one form (``/sport/``, ``/category/sport/``), behind each of them a list that
    goes on and has articles of the front page. Of ``/category/…`` the further ones are believed to
    be like those that were looked at.
    """
    listed = {*proposal.links[0].links} if proposal.links else set[str]()
    if (
        not listed
        or not is_front_page(page.url)
        or find_sitemap_articles(proposal, visits, runtime) is not None
    ):
        return ()
    groups: dict[Form, list[str]] = {}
    for url in list_near_pages(page, listed):
        first, *others = urlsplit(url).path.strip("/").split("/")
        if not any(find_class_word(words, first) for words in _OTHER_PAGES):
            groups.setdefault((first if others else "", str(len(others))), []).append(url)
    best: tuple[tuple[str, ...], float] = ((), 0.0)
    left = MAX_TRIED
    for form, urls in sorted(groups.items(), key=lambda each: -len(each[1])):
        looked, left = urls[:left], max(0, left - len(urls))
        found = {url: _list_articles(url, listed, visits, runtime) for url in looked}
        sections = [url for url in looked if found[url]]
        if form[0] and len(sections) == len(looked):
            sections = urls
        covered = len(set().union(*found.values())) / len(listed)
        if len(sections) > 1 and covered > best[1]:
            best = tuple(sections), covered
    if best[1] < MIN_COVERED:
        return ()
    names = {each.address: each.text for each in reversed(find_all_anchors(page)) if each.text}
    return tuple(Board(names.get(url, ""), url) for url in best[0])


def _list_articles(url: str, listed: set[str], visits: Visits, runtime: Runtime) -> set[str]:
    """Return which articles of the front page are on a page with a list that goes on."""
    for page in read_list_pages([url], visits, runtime):
        rules = propose_link_rules([page])
        if rules and len(rules[0].links) >= MIN_LISTED and propose_next_link([page]) is not None:
            return listed.intersection(rules[0].links)
    return set()
