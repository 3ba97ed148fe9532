"""The whole beside the part, for ``curator new``: which articles of the sitemap no list page names.

The list is walked as far as the requests allow. Only where it was walked to its end, what is
missing is missing; of a list by dates, single windows are looked at instead, spread over the years.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from datetime import date
from urllib.parse import urljoin, urlsplit

from webarticlecurator.archive import normalize_address
from webarticlecurator.archive.link_sources import find_all_anchors
from webarticlecurator.archive.page_address import address_key, fill_template
from webarticlecurator.archive.sitemaps import (
    SitemapArticles,
    choose_articles,
    follow_sitemaps,
)
from webarticlecurator.archive.windows import Window
from webarticlecurator.article import read_metadata
from webarticlecurator.config.expressions import parse_address_template
from webarticlecurator.dataclasses import replace
from webarticlecurator.model.proposal import Proposal, WholeArchive
from webarticlecurator.page import Page
from webarticlecurator.propose.article_samples import (
    Visits,
    list_addresses,
    make_portal,
    visit_page,
)
from webarticlecurator.propose.next_links import is_list_address
from webarticlecurator.rules import select_first
from webarticlecurator.workers.executor import Runtime

MAX_FILES = 8
MAX_PAGES = 40
MAX_SAMPLE = 12
"""Windows that are looked at, of a list by dates."""
MIN_SHARED = 0.5
"""Share of the articles of the first list page that a sitemap must have."""
MIN_LISTED = 3
"""Links to articles, beside those of boxes that all articles have, from which a page is a list."""
MAX_OF_FOLDER, MAX_SINGLE = 2, 6
"""Pages of a folder without known articles that are looked at; and pages that no list names in the
folder of the articles up to which each is."""
_DAY = re.compile(r"(?<!\d)((?:19|20)\d\d)[-/._]?(0[1-9]|1[0-2])(?:[-/._]?(0[1-9]|[12]\d|3[01]))?")


def compare_with_sitemap(
    proposal: Proposal, page: Page, visits: Visits, runtime: Runtime
) -> Proposal:
    """Return the proposal with what the sitemap has and the list on ``page`` and the pages after it
    do not name; as it is if there is no sitemap with its articles, or the list has no end within
    the requests."""
    if not proposal.links or proposal.sitemap or proposal.growing:
        return proposal
    known = _find_articles(proposal, visits, runtime)
    if known is None:
        return proposal
    if proposal.dated is not None:
        whole = _sample_windows(proposal, known, visits, runtime)
    else:
        whole = _walk(proposal, page, known, visits, runtime)
    if whole is None:
        return proposal
    if whole.missing:
        whole = _leave_out_lists(whole, known, proposal, visits, runtime)
    return replace(proposal, whole=whole)


def _find_articles(proposal: Proposal, visits: Visits, runtime: Runtime) -> SitemapArticles | None:
    """Return the articles of the sitemaps, by the files that have articles of the list."""
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
    excluded: list[str] = []
    for folder, urls in sorted(groups.items(), key=lambda each: len(each[0])):
        if any(folder.startswith(each[1:]) for each in excluded):
            missing.difference_update(urls)
        elif folder not in own:
            step = max(1, len(urls) // MAX_OF_FOLDER)
            if not any(look.may_be_article(url) for url in urls[::step][:MAX_OF_FOLDER]):
                is_above = any(each.startswith(folder) for each in own)
                excluded.append(f"^{folder}[^/]*/?$" if is_above else f"^{folder}")
                missing.difference_update(urls)
        elif len(urls) <= MAX_SINGLE:
            wrong = [url for url in urls if not look.may_be_article(url)]
            excluded += (f"^{re.escape(url)}$".replace(r"\-", "-") for url in wrong)
            missing.difference_update(wrong)
    kept = tuple(url for url in whole.missing if url in missing)
    total = whole.total - len(whole.missing) + len(kept)
    return replace(whole, total=total, missing=kept, excluded=tuple(excluded))


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
