"""The whole beside the part, for ``curator new``: which articles of the sitemap no list page names;
a page that lists more than the one that was given; articles that stand apart above the list; a list
that a script loads.

The list is walked as far as the requests allow. Only where it was walked to its end, what is
missing is missing; of a list by dates, single windows are looked at instead, spread over the years.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import islice
from operator import itemgetter
from urllib.parse import urljoin, urlsplit

from webarticlecurator.archive import normalize_address
from webarticlecurator.archive.feeds import read_feed
from webarticlecurator.archive.link_sources import Anchor, find_all_anchors
from webarticlecurator.archive.page_address import address_key, fill_template, is_front_page
from webarticlecurator.archive.sitemaps import (
    SitemapArticles,
    choose_articles,
    follow_sitemaps,
)
from webarticlecurator.archive.windows import Window, Windows
from webarticlecurator.article import read_metadata
from webarticlecurator.config.expressions import parse_address_template
from webarticlecurator.dataclasses import replace
from webarticlecurator.model.hosts import is_same_site
from webarticlecurator.model.proposal import (
    DataProposal,
    LeftOut,
    LinkProposal,
    Proposal,
    WholeArchive,
)
from webarticlecurator.page import Page
from webarticlecurator.propose.article_samples import list_addresses, make_portal
from webarticlecurator.propose.link_rules import (
    find_data_addresses,
    find_script_addresses,
    group_links,
    list_link_selectors,
    propose_data_list,
)
from webarticlecurator.propose.list_proposals import propose_link_rules
from webarticlecurator.propose.next_links import is_list_address, propose_next_link
from webarticlecurator.propose.paging import find_dated_address, find_page_template
from webarticlecurator.propose.proposal_draft import Draft
from webarticlecurator.propose.visits import Visits, render_page, visit_page
from webarticlecurator.rules import select_first
from webarticlecurator.text.translation import make_message
from webarticlecurator.workers.executor import Runtime

MAX_FILES = 8
POSTS = 100
"""Posts of one answer of WordPress, which gives no more."""
MAX_PAGES = 40
MAX_SAMPLE = 12
"""Windows that are looked at, of a list by dates."""
MIN_SHARED = 0.5
"""Share of the articles of the first list page that a sitemap must have."""
MIN_LISTED = 3
"""Links to articles, beside those of boxes that all articles have, from which a page is a list."""
MAX_OF_FOLDER, MAX_SINGLE = 3, 6
"""Pages of a folder without known articles that are looked at; and pages that no list names in the
folder of the articles up to which each is."""
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
    if proposal.dated is not None:
        whole = _sample_windows(proposal, known, visits, runtime)
    else:
        whole = _walk(proposal, page, known, visits, runtime)
    if whole is None:
        return draft
    if whole.missing:
        whole = _leave_out_lists(whole, known, proposal, visits, runtime)
    return draft.update(replace(proposal, whole=replace(whole, data=data)))


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
        data = _read_list(f"{start}{number * POSTS}", visits, runtime)
        best = best or data
        links.update(dict.fromkeys(data.links if data is not None else ()))
        if data is None or len(data.links) < POSTS:
            break
    listed = {*map(address_key, proposal.links[0].links)}
    shared = listed & {*map(address_key, links)}
    if best is None or len(shared) < max(1, MIN_SHARED * len(listed)):
        return None
    return replace(best, links=tuple(links), template=f"{start}{{page}}", first=0, step=POSTS)


def find_sitemap_articles(
    proposal: Proposal, visits: Visits, runtime: Runtime
) -> SitemapArticles | None:
    """Return the articles of the sitemaps, by the files that have articles of the list; None if no
    sitemap has them."""
    listed = {*map(address_key, proposal.links[0].links)}
    named = proposal.sitemaps or (urljoin(proposal.url, "/sitemap.xml"),)

    def read(url: str) -> bytes | None:
        visit = visit_page(url, visits, runtime)
        return visit.content if visit is not None else None

    files = dict(follow_sitemaps(named, read, MAX_FILES))
    shared = listed & {address_key(url) for urls in files.values() for url in urls}
    if not shared or len(shared) < MIN_SHARED * len(listed):
        return None
    found = choose_articles(files, lambda url: address_key(url) in listed)
    other = {address_key(proposal.url), address_key(urljoin(proposal.url, "/"))}
    urls = tuple(url for url in found.urls if address_key(url) not in other)
    every = dict.fromkeys(url for file in found.files for url in files[file])
    return replace(found, urls=urls, others=tuple(url for url in every if url not in {*urls}))


def _walk(
    proposal: Proposal, page: Page, known: SitemapArticles, visits: Visits, runtime: Runtime
) -> WholeArchive | None:
    """Return what is missing after a walk to the end of the list; None if that is too far."""
    listed: set[str] = set()
    seen: set[str] = set()
    here: Page | None = page
    first = proposal.first_page
    if first and first != normalize_address(page.url):
        visit = visit_page(first, visits, runtime)
        here = visit.read() if visit is not None else None
    while here is not None:
        seen.add(normalize_address(here.url))
        listed |= {*list_addresses(here, proposal.links[0].css)}
        following = _find_next(proposal, here)
        if not following or following in seen:
            return _count_missing(known, listed, len(seen), proposal.url)
        visit = visit_page(following, visits, runtime) if len(seen) < MAX_PAGES else None
        here = visit.read() if visit is not None else None
    return None


def _find_next(proposal: Proposal, page: Page) -> str:
    rules = proposal.next.rules[:1] if proposal.next else ()
    url = select_first(rules, page, link=True) if rules else None
    return normalize_address(url) if url is not None else ""


def _count_missing(
    known: SitemapArticles, listed: Iterable[str], pages: int, home: str
) -> WholeArchive:
    keys = {*map(address_key, listed)}
    others = [url for url in known.urls if address_key(url) not in keys]
    missing = tuple(url for url in others if not is_list_address(home, url))
    return WholeArchive(known.files, len(known.urls) - len(others) + len(missing), missing, pages)


def _sample_windows(
    proposal: Proposal, known: SitemapArticles, visits: Visits, runtime: Runtime
) -> WholeArchive | None:
    """Return what is missing of some articles whose address has a date: those in windows spread
    over the years, each with all its pages."""
    assert proposal.dated is not None
    template, step = parse_address_template(proposal.dated.template), proposal.dated.step
    windows: dict[date, list[str]] = {}
    for url in known.urls:
        day = _find_day(url)
        if day is not None and (step != "day" or day[1]):
            windows.setdefault(Window.around(day[0], step).first, []).append(url)
    days = sorted(windows)
    places = Counter(round(n * (len(days) - 1) / (MAX_SAMPLE - 1)) for n in range(MAX_SAMPLE))
    sample = [days[place] for place in places] if days else []
    urls: list[str] = []
    missing: list[str] = []
    number = 0
    for first in sample:
        listed: set[str] = set()
        address = fill_template(template, window=Window.around(first, step))
        while address and (visit := visit_page(address, visits, runtime)) is not None:
            page = visit.read()
            number += 1
            listed |= {*map(address_key, list_addresses(page, proposal.links[0].css))}
            following = _find_next(proposal, page)
            address = following if following != address else ""
        else:
            if address:
                continue  # not read to its end
            urls += windows[first]
            missing += (url for url in windows[first] if address_key(url) not in listed)
    if not urls:
        return None
    return WholeArchive(known.files, len(urls), tuple(missing), number, is_sample=True)


EARLIEST = date(1990, 1, 1)
"""Day before which no portal had an archive: one that lists articles there answers any date."""
_GAP = 2
"""Windows in a row without articles, from which on there are none: weekends have none."""


def find_first_window(draft: Draft, visits: Visits, runtime: Runtime) -> Draft:
    """Add to a list by dates the first day of the earliest window that lists articles, others than
    the page: windows are looked at ever farther back, then between.

    Where the requests end before, or a window of any date lists articles, the first day stays as it
    is, and is called doubtful.
    """
    proposal, page = draft.proposal, draft.page
    assert proposal.dated is not None
    template, step = parse_address_template(proposal.dated.template), proposal.dated.step
    css, listed = proposal.links[0].css, {*list_addresses(page, proposal.links[0].css)}
    windows = Windows(EARLIEST, proposal.first_day or proposal.dated.day, step, newest_first=True)
    is_known = True

    def lists_articles(number: int) -> bool:
        nonlocal is_known
        for window in windows[number : number + _GAP]:
            address = fill_template(template, window=window)
            visit = visit_page(address, visits, runtime)
            if visit is not None and not listed.issuperset(list_addresses(visit.read(), css)):
                return True
            # only what is answered, with 404 as well, says that there is nothing
            is_known = is_known and visits.can_visit(address)
            is_known = is_known and (visits.get(address).status or 500) < 500
        return False

    last, beyond = 0, 1
    while beyond < len(windows) and is_known and lists_articles(beyond):
        last, beyond = beyond, 2 * beyond
    is_known = is_known and beyond < len(windows)
    while beyond - last > 1 and is_known:
        middle = (last + beyond) // 2
        last, beyond = (middle, beyond) if lists_articles(middle) else (last, middle)
    if is_known:
        first_day = windows[last].first
        return draft.update(replace(proposal, first_day=first_day, has_beginning=True))
    trouble = make_message(
        "the archive may begin before {day}, the first day in dates: its beginning was not found",
        day=proposal.first_day or proposal.dated.day,
    )
    return draft.update(proposal.add_trouble(trouble))


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
    look = _ArticleTest(proposal, listed, visits, runtime)
    own = {_find_folder(url) for url in listed}
    groups: dict[str, list[str]] = {}
    for url in dict.fromkeys((*whole.missing, *known.others)):
        groups.setdefault(_find_folder(url), []).append(url)
    excluded: dict[str, LeftOut] = {}
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
            for url in wrong:
                pattern = f"^{re.escape(url)}$".replace(r"\-", "-")
                excluded[pattern] = LeftOut(pattern, 1, 1)
            missing.difference_update(wrong)
    kept = tuple(url for url in whole.missing if url in missing)
    total = whole.total - len(whole.missing) + len(kept)
    return replace(whole, total=total, missing=kept, excluded=tuple(excluded.values()))


class _ArticleTest:
    """What is an article beside the ``listed`` ones, by its page."""

    def __init__(
        self, proposal: Proposal, listed: set[str], visits: Visits, runtime: Runtime
    ) -> None:
        self._listed, self._visits, self._runtime = listed, visits, runtime
        self._portal = make_portal(proposal)
        read = (visit_page(url, visits, runtime) for url in proposal.articles)
        pages = [visit.read() for visit in read if visit is not None]
        links = [self._list_articles(page) for page in pages]
        # a page is left out of its own boxes
        counts = Counter(url for found in links for url in found)
        self._boxes = {url for url, count in counts.items() if 2 * count > len(links)}
        self._most = max((len(found - self._boxes) for found in links), default=0)
        self._are_dated = bool(pages) and all(map(self._has_date, pages))

    def may_be_article(self, url: str) -> bool:
        """Return False for a page that is none; True, too, where it cannot be seen."""
        visit = visit_page(url, self._visits, self._runtime)
        if visit is None:
            return self._visits.can_visit(url)
        page = visit.read()
        links = self._list_articles(page) - self._boxes
        is_list = len(links) >= max(MIN_LISTED, self._most + 1)
        return not is_list and (self._has_date(page) or not self._are_dated)

    def _list_articles(self, page: Page) -> set[str]:
        return {anchor.address for anchor in find_all_anchors(page)} & self._listed

    def _has_date(self, page: Page) -> bool:
        metadata = read_metadata(page, self._portal, self._portal.article)[0]
        return metadata.first("published") is not None


def _find_folder(url: str) -> str:
    """Return the regex of the folder of an address; numbers in it are any numbers."""
    start = "://".join(urlsplit(url)[:2])
    folder = url[len(start) :].partition("?")[0].rstrip("/").rpartition("/")[0]
    numbered = re.sub(r"\d+", r"\\d+", re.escape(f"{folder}/").replace(r"\-", "-"))
    return re.escape(start).replace(r"\-", "-") + numbered


def _find_day(url: str) -> tuple[date, bool] | None:
    """Return the day in an address, or the first of its month, and whether it names the day."""
    found = _DAY.search(urlsplit(url).path)
    if found is None:
        return None
    try:
        return date(int(found[1]), int(found[2]), int(found[3] or 1)), found[3] is not None
    except ValueError:
        return None


# A page of the site that lists more, and the articles at the top of the first page.


MAX_TRIED = 8
"""Pages that are looked at."""
MAX_DEPTH = 2
"""Parts of the path of a page that lists everything."""
MIN_SHARED_BY_FULLER = 0.8
"""Share of the articles of a front page that a fuller list has."""
MIN_WINDOWS = 3
"""Pages by date that a front page links."""
MAX_SET_APART = 3
"""Articles above the list of a front page."""
_FILE = re.compile(r"\.(?!html?$|php$|aspx?$)\w{1,5}$")


def find_fuller_list(
    proposal: Proposal, page: Page, visits: Visits, runtime: Runtime
) -> Page | None:
    """Return the page that lists the articles of the front page ``page`` and most others beside
    them, or goes on where that has no next page; or the newest of those by month or year. Of a
    front page that lists nothing, it is the page with the longest list, one that goes on before all
    others. None if no link on it leads to such a page."""
    if not is_front_page(page.url):
        return None
    listed = {*proposal.links[0].links} if proposal.links else set[str]()
    window = _find_window(page, listed, visits, runtime) if listed else None
    if window is not None:
        return window
    best: tuple[bool, int, Page] | None = None
    for url in islice(list_near_pages(page, listed), MAX_TRIED):
        visit = visit_page(url, visits, runtime)
        if visit is None or visit.answered == page.url or _is_other_file(visit.content_type):
            continue
        other = visit.read()
        found = max(
            (_count_listed(each, listed) for each in propose_link_rules([other])), default=0
        )
        is_list = found >= max(MIN_LISTED, len(listed))
        goes_on = is_list and propose_next_link([other]) is not None
        rank = goes_on and not listed, found
        if (found > len(listed) or goes_on) and is_list and (best is None or rank > best[:2]):
            best = (*rank, other)
    return best[2] if best is not None else None


def _find_window(page: Page, listed: set[str], visits: Visits, runtime: Runtime) -> Page | None:
    """Return the newest page by date that ``page`` links, if that is one of several, and lists some
    articles of ``page``."""
    windows: dict[tuple[str, str], dict[date, str]] = {}
    for anchor in find_all_anchors(page):
        dated = find_dated_address(anchor.address)
        if dated is not None and anchor.address not in listed:
            windows.setdefault((dated.template, dated.step), {})[dated.day] = anchor.address
    several = [found for found in windows.values() if len(found) >= MIN_WINDOWS]
    for found in sorted(several, key=len, reverse=True)[:1]:
        visit = visit_page(found[max(found)], visits, runtime)
        other = visit.read() if visit is not None else None
        links = {each.address for each in find_all_anchors(other)} if other is not None else set()
        if links & listed:
            return other
    return None


def _is_other_file(content_type: str | None) -> bool:
    return bool(content_type) and "html" not in str(content_type)


def _count_listed(found: LinkProposal, listed: set[str]) -> int:
    """Return how many links a list has, 0 if it lacks what is listed."""
    shared = len(listed.intersection(found.links))
    return len(found.links) if shared >= MIN_SHARED_BY_FULLER * len(listed) else 0


def list_near_pages(page: Page, listed: set[str]) -> Iterator[str]:
    """Yield the addresses of pages near the root that a page links, without what it lists, those
    with the shortest paths first."""
    usual = max(Counter(map(_folder_of, listed)).items(), key=itemgetter(1), default=("", 0))[0]
    found = dict.fromkeys(
        anchor.address
        for anchor in find_all_anchors(page)
        if (anchor.address not in listed or _folder_of(anchor.address) != usual)
        and is_same_site(page.url, anchor.address)
        and anchor.address != normalize_address(page.url)
    )
    near = [url for url in found if len(_path_of(url)) <= MAX_DEPTH and not _FILE.search(url)]
    yield from sorted(near, key=lambda url: len(_path_of(url)))


def _folder_of(url: str) -> str:
    return url.rstrip("/").rpartition("/")[0]


def _path_of(url: str) -> list[str]:
    return [each for each in urlsplit(url).path.split("/") if each]


def add_set_apart(draft: Draft, visits: Visits, runtime: Runtime) -> Draft:
    """Add the articles that stand apart from the list on its first page, as one with a large
    picture: those that the feed of the site has, and no list."""
    proposal, following = draft.proposal, draft.proposal.next
    second = visit_page(following.url, visits, runtime) if following and draft.listed else None
    if second is None or not proposal.feeds:
        return draft
    pages = [draft.page, second.read()]
    visit = visit_page(proposal.feeds[0], visits, runtime)
    if visit is None:
        return draft
    feed = read_feed(visit.answered, visit.content, visit.content_type)
    newest = {normalize_address(each.address) for each in feed.entries if each.address}
    best = proposal.links[0]
    known = {url for page in pages for url in list_addresses(page, best.css)}
    apart = [each for each in find_all_anchors(pages[0]) if each.address in newest - known]
    if not known & newest or not 0 < len({each.address for each in apart}) <= MAX_SET_APART:
        return draft
    for css in dict.fromkeys(_list_selectors(apart, pages[0])):
        found = {*list_addresses(pages[0], css)}
        others = {url for page in pages[1:] for url in list_addresses(page, css)}
        if found >= {each.address for each in apart} and found | others <= newest | known:
            links = tuple(dict.fromkeys((*list_addresses(pages[0], css), *best.links)))
            both = LinkProposal(f"{best.css}, {css}", links)
            return draft.update(replace(proposal, links=(both, *proposal.links)), links)
    return draft


def _list_selectors(apart: Sequence[Anchor], page: Page) -> Iterator[str]:
    groups = group_links(find_all_anchors(page))
    for anchor in apart:
        yield from list_link_selectors(anchor, groups)


# A page whose list is loaded by a script. Its data are looked for in its source and its scripts,
# then among what it loads in a browser.

MAX_SCRIPTS = 3
MAX_ADDRESSES, MAX_TRIED_DATA = 30, 6
NEEDS_BROWSER = make_message(
    "this page lists nothing in its source, but has scripts that may load the list: look for the"
    " address of the data (docs/cookbook.md), or let a browser render it (docs/browser.md)"
)


def find_list_behind(
    page: Page, visits: Visits, runtime: Runtime
) -> tuple[DataProposal | None, Page | None]:
    """Return the data with the list that scripts of a page load; if none are found, also the page
    as a browser renders it. Each is None where it is not found."""
    found = find_data(list_data_addresses(page, visits, runtime), visits, runtime)
    if found is not None:
        return found, None
    visit, loaded = render_page(page, "looking at", visits, runtime)
    if visit is None or visit.trouble:
        return None, None
    return find_data(loaded, visits, runtime), visit.read()


def find_data(urls: Iterable[str], visits: Visits, runtime: Runtime) -> DataProposal | None:
    """Return the first list of articles in the data at some addresses."""
    tried = islice(dict.fromkeys(islice(urls, MAX_ADDRESSES)), MAX_TRIED_DATA)
    found = (_read_data(url, visits, runtime) for url in tried)
    return next((data for data in found if data is not None), None)


def list_data_addresses(page: Page, visits: Visits, runtime: Runtime) -> Iterator[str]:
    """Yield addresses of data in the page, then in script files of the same site."""
    yield from find_data_addresses(page)
    for url in find_script_addresses(page)[:MAX_SCRIPTS]:
        visit = visit_page(url, visits, runtime)
        if visit is not None:
            yield from find_data_addresses(page, visit.content.decode("utf-8", "replace"))


def _read_data(url: str, visits: Visits, runtime: Runtime) -> DataProposal | None:
    """Return the list in the data at ``url``; an address that ends in ``=`` is that of page 1, or
    0 where that is another page."""
    lacks_number = url.endswith("=")
    found = _read_list(f"{url}1" if lacks_number else url, visits, runtime)
    template = f"{url}{{page}}" if lacks_number else ""
    return None if found is None else add_page_numbers(found, visits, runtime, template)


def add_page_numbers(
    found: DataProposal, visits: Visits, runtime: Runtime, template: str = ""
) -> DataProposal:
    """Return the proposal with the address of all pages (``template``; else by the number of a page
    in its address, if it has one), and the first page: 0 if that lists other articles than
    page 1."""
    template = template or find_page_template(found.url)
    first = _read_list(template.replace("{page}", "1"), visits, runtime) if template else None
    if first is None:
        return found
    zero = _read_list(template.replace("{page}", "0"), visits, runtime)
    if zero is not None and zero.links != first.links:
        return replace(zero, template=template, first=0)
    return replace(first, template=template, first=1)


def _read_list(url: str, visits: Visits, runtime: Runtime) -> DataProposal | None:
    visit = visit_page(url, visits, runtime)
    return propose_data_list(visit.read()) if visit is not None else None
