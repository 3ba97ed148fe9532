"""The whole beside the part, for ``curator new``: which articles of the sitemap no list page names;
a page that lists more than the one that was given; articles that stand apart above the list; a list
that a script loads.

The list is walked as far as the requests allow. Only where it was walked to its end, what is
missing is missing. A list by dates has too many windows; a crawl compares it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from urllib.parse import urljoin, urlsplit

from webarticlecurator.articles.by_rules.metadata import read_metadata
from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.grouping import group_values
from webarticlecurator.base.proposal.proposal import DataProposal, LeftOut, Proposal, WholeArchive
from webarticlecurator.crawling.archive.link_anchors import Anchor, find_all_anchors
from webarticlecurator.crawling.archive.page_address import (
    address_key,
    find_address_structure,
    is_front_page,
)
from webarticlecurator.crawling.archive.portal_sitemaps import (
    SitemapArticles,
    choose_articles,
    choose_sources,
    follow_sitemaps,
)
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.written.proposed_file import proposed_yaml
from webarticlecurator.proposing.list_pages.next_links import is_list_address
from webarticlecurator.proposing.propose.added_parameters import make_plain_key
from webarticlecurator.proposing.propose.article_samples import make_portal
from webarticlecurator.proposing.propose.candidate_walk import WalkedList, walk_list
from webarticlecurator.proposing.propose.loaded_lists import read_list
from webarticlecurator.proposing.propose.proposal_draft import Draft
from webarticlecurator.proposing.propose.visits import Visits, read_page, visit_page

MAX_FILES = 8
POSTS = 100
"""Posts of one answer of WordPress, which gives no more."""
MAX_PAGES, MAX_LISTS = 40, 24
"""Pages of a list, and lists of an index, that are walked."""
MIN_SHARED = 0.5
"""Share of the articles of the first list page that a sitemap must have."""
MIN_LISTED = 3
"""Links to articles, beside those of boxes that all articles have, from which a page is a list."""
MAX_OF_FOLDER, MAX_SINGLE = 3, 6
"""Pages of a folder without known articles that are looked at; and pages that no list names in the
folder of the articles up to which each is."""
MAX_UNKNOWN, MAX_UNKNOWN_SHARE = 2, 0.25
"""Articles of the list, and their share, that the sitemap of a whole portal may lack."""
_DAY = re.compile(r"(?<!\d)((?:19|20)\d\d)[-/._]?(0[1-9]|1[0-2])(?:[-/._]?(0[1-9]|[12]\d|3[01]))?")


def compare_with_sitemap(draft: Draft, visits: Visits, runtime: Runtime) -> Draft:
    """Add what the sitemap has and the list on the page and the pages after it do not name; nothing
    if there is no sitemap with its articles, or the list has no end within the requests."""
    proposal, page = draft.proposal, draft.page
    known = find_sitemap_articles(proposal, visits, runtime)
    data = _list_posts(proposal, page, visits, runtime) if known is None else None
    if data is not None:
        known = SitemapArticles((data.url,), data.links)
    if known is None:
        return draft
    whole = _walk(proposal, known, visits, runtime)
    if whole is None:
        return draft
    not_listed = {*whole.missing}
    if whole.missing:
        whole = _leave_out_lists(whole, known, proposal, visits, runtime)
    not_articles = not_listed - {*whole.missing}
    articles = [url for url in known.urls if url not in not_articles]
    start = proposal.index.url if proposal.index is not None else proposal.url
    is_front = proposal.from_front_page or is_front_page(start)
    of_portal = is_front or _are_at_end(articles, {*whole.missing})
    key = make_plain_key(draft.listed)
    keys = {*map(key, known.urls)}
    lacking = tuple(url for url in draft.listed if key(url) not in keys)
    # a list may have an advertisement, or an article that the sitemap has not yet
    is_partial = len(lacking) > max(MAX_UNKNOWN, MAX_UNKNOWN_SHARE * len(draft.listed))
    lacking = lacking if whole.missing and is_partial else ()
    whole = replace(whole, data=data, of_portal=of_portal, lacking=lacking)
    return draft.update(replace(proposal, whole=whole))


def agree_with_articles(draft: Draft, visits: Visits, runtime: Runtime) -> Draft:
    """Note of a list of one page that its articles link many others of it and none besides: a list
    that is cut would lack what the last of them lead to."""
    proposal, listed = draft.proposal, draft.proposal.links[0].links
    pages = [page for url in proposal.articles if (page := read_page(url, visits, runtime))]
    key = make_plain_key(listed)
    own = {*map(key, listed)}
    anchors = [find_all_anchors(page) for page in pages]
    linked = [{key(each.address) for each in found} for found in anchors]
    counts = Counter(url for found in linked for url in found)
    boxes = {url for url, count in counts.items() if 2 * count > len(linked)}
    forms = {*map(find_address_structure, own)}
    hosts = {url.partition("/")[0] for url in own}
    inside = (url for url in counts if url.partition("/")[0] in hosts)
    alike = {url for url in inside if find_address_structure(url) in forms}
    is_last_read = listed[-1:] == tuple(each for each in proposal.articles if each == listed[-1])
    is_agreed = (
        is_last_read
        and alike - own <= boxes
        and not any(_has_box_with_both(found, own, alike - own, key) for found in anchors)
        and len(alike & own - boxes) >= MIN_SHARED * len(own) >= MIN_LISTED
    )
    return draft.update(replace(proposal, is_agreed=proposal.is_agreed or is_agreed))


def _has_box_with_both(
    anchors: Sequence[Anchor], own: set[str], others: set[str], key: Callable[[str], str]
) -> bool:
    """Return True if a link to one of ``others`` stands next to one to an article of the list, as
    among those that are read most: a menu has none of these. The links of one item lead to one."""
    keys = {anchor.element: key(anchor.address) for anchor in anchors}
    for element, address in keys.items():
        if address in others:
            around = (each.findall(".//a") for each in element.iterancestors())
            beside = ({keys[a] for a in each if a in keys} for each in around)
            if not own.isdisjoint(next((each for each in beside if len(each) > 1), ())):
                return True
    return False


def _list_posts(
    proposal: Proposal, page: Page, visits: Visits, runtime: Runtime
) -> DataProposal | None:
    """Return all posts that WordPress names to programs, by the address in its pages
    (https://developer.wordpress.org/rest-api/using-the-rest-api/discovery/); None where it names
    none, or not the articles of the list.

    They are asked for by their offset: beyond the last page of numbered ones it answers 400.
    """
    found = page.root.cssselect("link[rel='https://api.w.org/'][href]")
    if not found:
        return None
    address = urljoin(page.base, f"{found[0].get('href')}wp/v2/posts")
    sign = "&" if "?" in address else "?"
    start = f"{address}{sign}_fields=link&per_page={POSTS}&offset="
    best: DataProposal | None = None
    links: dict[str, None] = {}
    for number in range(MAX_FILES):
        data = read_list(f"{start}{number * POSTS}", visits, runtime)
        best = best or data
        links.update(dict.fromkeys(data.links if data is not None else ()))
        if data is None or len(data.links) < POSTS:
            break
    listed = {*map(address_key, proposal.links[0].links)}
    if best is None or len(listed & {*map(address_key, links)}) < max(1, MIN_SHARED * len(listed)):
        return None
    return replace(best, links=tuple(links), template=f"{start}{{page}}", first=0, step=POSTS)


def find_sitemap_articles(
    proposal: Proposal, visits: Visits, runtime: Runtime
) -> SitemapArticles | None:
    """Return the articles of the sitemaps, by the files that have articles of the list; None if no
    sitemap has them."""
    links = proposal.links[0].links
    key = make_plain_key(links)
    listed = {*map(key, links)}
    named = proposal.sitemaps or (urljoin(proposal.url, "/sitemap.xml"),)

    def read(url: str) -> bytes | None:
        visit = visit_page(url, visits, runtime)
        return visit.content if visit is not None else None

    followed = follow_sitemaps(named, read, MAX_FILES)
    files = followed.files
    shared = listed & {key(url) for urls in files.values() for url in urls}
    if not shared or len(shared) < MIN_SHARED * len(listed):
        return None
    found = choose_articles(files, lambda url: key(url) in listed, all_kinds=True)
    lists = _list_own_keys(proposal)
    urls = tuple(url for url in found.urls if address_key(url) not in lists)
    every = dict.fromkeys(url for file in found.files for url in files[file])
    others = tuple(url for url in every if url not in {*urls})
    sources = choose_sources(named, followed, found.files)
    return replace(found, urls=urls, others=others, sources=sources)


def _walk(
    proposal: Proposal, known: SitemapArticles, visits: Visits, runtime: Runtime
) -> WholeArchive | None:
    """Return what is missing after a walk to the end of the list; None if that is too far."""
    walk = walk_list(proposed_yaml(proposal), visits, runtime, MAX_LISTS, MAX_PAGES)
    if walk.goes_on or walk.unread:
        return None
    return _count_missing(known, walk, proposal.url)


def _count_missing(known: SitemapArticles, walk: WalkedList, home: str) -> WholeArchive:
    key = make_plain_key(walk.reached)
    keys = {*map(key, walk.reached)}
    others = [url for url in known.urls if key(url) not in keys]
    missing = tuple(url for url in others if not is_list_address(home, url))
    total = len(known.urls) - len(others) + len(missing)
    return WholeArchive(known.sources, total, missing, walk.pages, is_paged=walk.is_paged)


def _are_at_end(urls: Sequence[str], missing: set[str]) -> bool:
    """Return True if the articles that are not missing are all at the beginning or all at the end
    of the sitemap: they are the newest of the portal. Those of a section are among others."""
    are_listed = [url not in missing for url in urls]
    ends = (are_listed, are_listed[::-1])
    return sum(are_listed) >= MIN_LISTED and any(all(each[: sum(are_listed)]) for each in ends)


def _leave_out_lists(
    whole: WholeArchive,
    known: SitemapArticles,
    proposal: Proposal,
    visits: Visits,
    runtime: Runtime,
) -> WholeArchive:
    """Return what is missing without what is no article: pages that list articles, such as those of
    sections and tags, and pages without a date where articles have one. Some pages of each folder
    of the sitemap are looked at."""
    missing = {*whole.missing}
    listed = {url for url in known.urls if url not in missing}
    look = _ArticleTest(proposal, listed, {*known.urls}, visits, runtime)
    own = {_find_folder(url) for url in listed}
    others = dict.fromkeys((*whole.missing, *known.others))
    lists = _list_own_keys(proposal)
    front = [url for url in others if address_key(url) in lists]
    groups = group_values((_find_folder(url), url) for url in others if url not in front)
    excluded = _exclude_each(front)
    for folder, urls in sorted(groups.items(), key=lambda each: len(each[0])):
        above = next((each for each in excluded if folder.startswith(each[1:])), None)
        if above is not None:
            found = excluded[above]
            excluded[above] = replace(found, addresses=found.addresses + len(urls))
            missing.difference_update(urls)
        elif folder not in own:
            some = urls[:: max(1, len(urls) // MAX_OF_FOLDER)][:MAX_OF_FOLDER]
            if not any(look.may_be_article(url) for url in some):
                is_above = any(each.startswith(folder) for each in own)
                pattern = f"^{folder}[^/]*/?$" if is_above else f"^{folder}"
                excluded[pattern] = LeftOut(pattern, len(urls), len(some))
                missing.difference_update(urls)
        elif len(urls) <= MAX_SINGLE:
            wrong = [url for url in urls if not look.may_be_article(url)]
            excluded |= _exclude_each(wrong)
            missing.difference_update(wrong)
    kept = tuple(url for url in whole.missing if url in missing)
    total = whole.total - len(whole.missing) + len(kept)
    return replace(whole, total=total, missing=kept, excluded=tuple(excluded.values()))


def _list_own_keys(proposal: Proposal) -> set[str]:
    """Return the keys of the list and of the front page. Neither is an article."""
    return {address_key(url) for url in (proposal.url, urljoin(proposal.url, "/"))}


def _exclude_each(urls: Iterable[str]) -> dict[str, LeftOut]:
    """Return the regex of each address alone, and what it leaves out."""
    patterns = (f"^{re.escape(url)}$".replace(r"\-", "-") for url in urls)
    return {pattern: LeftOut(pattern, 1, 1) for pattern in patterns}


class _ArticleTest:
    """What is an article beside the ``listed`` ones among ``every`` address, by its page."""

    def __init__(
        self,
        proposal: Proposal,
        listed: set[str],
        every: set[str],
        visits: Visits,
        runtime: Runtime,
    ) -> None:
        self._listed, self._every = listed, every
        self._visits, self._runtime = visits, runtime
        self._portal = make_portal(proposal)
        read = (read_page(url, visits, runtime) for url in proposal.articles)
        pages = [page for page in read if page is not None]
        links = [self._list_articles(page) for page in pages]
        # a page is left out of its own boxes
        counts = Counter(url for found in links for url in found)
        self._boxes = {url for url, count in counts.items() if 2 * count > len(links)}
        self._menu = _find_menu(pages, {*map(address_key, listed)})
        self._most = max((len(found - self._boxes) for found in links), default=0)
        self._are_dated = bool(pages) and all(map(self._has_date, pages))

    def may_be_article(self, url: str) -> bool:
        """Return False for a page that is none; True, too, where it cannot be seen."""
        page = read_page(url, self._visits, self._runtime)
        if page is None:
            return self._visits.can_visit(url)
        if address_key(url) in self._menu:  # a section may have but one article
            linked = {*map(address_key, self._list_links(page) & self._every)}
            is_list = not linked <= {*self._menu, *map(address_key, self._boxes)}
        else:
            found = len(self._list_articles(page) - self._boxes)
            is_list = found >= max(MIN_LISTED, self._most + 1)
        return not is_list and (self._has_date(page) or not self._are_dated)

    def _list_articles(self, page: Page) -> set[str]:
        return self._list_links(page) & self._listed

    def _list_links(self, page: Page) -> set[str]:
        return {anchor.address for anchor in find_all_anchors(page)}

    def _has_date(self, page: Page) -> bool:
        metadata = read_metadata(page, self._portal, self._portal.article)[0]
        return metadata.first("published") is not None


def _find_menu(pages: Sequence[Page], listed: set[str]) -> set[str]:
    """Return the addresses that all pages link, in boxes that have no others and none of the
    articles that are ``listed``, as the box of the most read has."""
    anchors = [find_all_anchors(page) for page in pages]
    linked = [{address_key(each.address) for each in own} for own in anchors]
    if len(linked) < 2:
        return set()
    menu = set[str]()
    common = set[str].intersection(*linked) - listed
    keys = {each.element: address_key(each.address) for each in anchors[0]}
    for element, key in keys.items():
        boxes = ([*outer.iter("a")] for outer in element.iterancestors())
        box = next((found for found in boxes if len(found) > 1), [])
        if key in common and all(keys.get(each, key) in common for each in box):
            menu.add(key)
    return menu


def _find_folder(url: str) -> str:
    """Return the regex of the folder of an address; numbers in it are any numbers."""
    start = "://".join(urlsplit(url)[:2])
    folder = url[len(start) :].partition("?")[0].rstrip("/").rpartition("/")[0]
    numbered = re.sub(r"\d+", r"\\d+", re.escape(f"{folder}/").replace(r"\-", "-"))
    return re.escape(start).replace(r"\-", "-") + numbered


def find_address_day(url: str) -> tuple[date, bool] | None:
    """Return the day in an address, or the first of its month, and whether it names the day."""
    found = _DAY.search(urlsplit(url).path)
    if found is None:
        return None
    try:
        return date(int(found[1]), int(found[2]), int(found[3] or 1)), found[3] is not None
    except ValueError:
        return None
