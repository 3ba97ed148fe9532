"""``curator new``: reads a page of a portal, the next one, and some of the articles that they seem
to list.

They come from the portal, or from files (``given_visits.py``). Nothing is stored.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from urllib.parse import urljoin

from webarticlecurator import propose
from webarticlecurator.archive import normalize_address
from webarticlecurator.archive.link_sources import (
    find_anchors,
    find_feeds,
    find_language,
    find_site_name,
    find_sitemaps,
)
from webarticlecurator.archive.page_address import fill_template
from webarticlecurator.archive.sitemaps import SitemapFile, read_sitemap
from webarticlecurator.archive.windows import Window
from webarticlecurator.article.page_checks import check_by_words
from webarticlecurator.config.expressions import parse_address_template
from webarticlecurator.crawl.requester import PageVisitor
from webarticlecurator.errors import PortalRefused
from webarticlecurator.fetch import ConnectionSettings
from webarticlecurator.model.capture import Exchange
from webarticlecurator.model.hosts import PortalHosts
from webarticlecurator.model.portal import FetchPolicy, NamedFile
from webarticlecurator.model.proposal import (
    DatedAddress,
    GrowingList,
    MoreButton,
    NextProposal,
    NumberedProposal,
    Proposal,
    SitemapProposal,
)
from webarticlecurator.page import Page
from webarticlecurator.propose.article_samples import (
    Visits,
    add_articles,
    compare_windows,
    compare_with_home,
    list_addresses,
    visit_page,
)
from webarticlecurator.propose.feed_proposal import (
    NEEDS_BROWSER,
    add_page_numbers,
    choose_list,
    find_data,
    find_list_behind,
    list_data_addresses,
    list_entries,
    propose_feed,
    read_feed_of,
    visit_site,
)
from webarticlecurator.workers.executor import Runtime


def propose_portal(
    url: str,
    proxy: str | None = None,
    ca_file: str | None = None,
    runtime: Runtime | None = None,
    classifier: NamedFile | None = None,
) -> Proposal:
    """Return what the page at ``url`` (absolute) suggests for a portal file.

    ``proxy`` and ``ca_file`` are as for a crawl; ``classifier`` judges the text of articles, in
    place of that of the package. Raises PortalRefused, with the reason in words, if
    the page cannot be fetched.
    """
    runtime = runtime or Runtime()
    settings = ConnectionSettings(
        FetchPolicy(), PortalHosts.of([url]), proxy, ca_file, notify=runtime.progress.show_message
    )
    with PageVisitor(settings, runtime.clock) as visitor:
        return propose_from_visits(url, visitor, runtime, classifier)


def propose_from_visits(
    url: str, visits: Visits, runtime: Runtime, classifier: NamedFile | None = None
) -> Proposal:
    """Return what the page or feed at ``url``, its articles and the site's robots.txt suggest.
    ``classifier`` as for ``propose_portal``.

    Raises PortalRefused as ``propose_portal`` does.
    """
    runtime.progress.show_message(f"looking at {url}")
    visit = visits.get(url)
    if visit.trouble:
        raise PortalRefused(
            f"{url}: {visit.trouble}",
            "Is it the right address? --offline writes a file without looking.",
        )
    robots = urljoin(visit.answered, "/robots.txt")
    sitemaps = find_sitemaps(robots, visits.robots_text(visit.answered))
    feed = read_feed_of(visit)
    if feed is None:
        page = visit.read()
        proposal = replace(propose_from_page(page), classifier=classifier)
        loaded = _try_data(replace(proposal, sitemaps=sitemaps), page, visits, runtime)
        if loaded is not None:
            return loaded
        if _may_load_list(proposal, page):
            proposal = replace(proposal, troubles=(*proposal.troubles, NEEDS_BROWSER))
        return _try_list(proposal, page, sitemaps, visits, runtime)
    site = visit_site(url, feed, visits, runtime)
    chosen = choose_list(propose_from_page(site), url, feed) if site is not None else None
    if site is not None and chosen is not None:
        chosen = replace(chosen, classifier=classifier)
        return _try_list(chosen, site, sitemaps, visits, runtime)
    proposal = replace(propose_feed(url, feed), sitemaps=sitemaps, classifier=classifier)
    return add_articles(proposal, list_entries(feed), visits, runtime)


def _try_list(
    proposal: Proposal, page: Page, sitemaps: tuple[str, ...], visits: Visits, runtime: Runtime
) -> Proposal:
    """Return the proposal after other pages of the list and some articles were looked at."""
    proposal = replace(proposal, sitemaps=sitemaps)
    links: tuple[str, ...] = ()
    if proposal.windows:
        proposal, links = compare_windows(proposal, page, visits, runtime)
    else:
        proposal = compare_with_home(proposal, page, visits, runtime)
    trial = try_next_page(proposal, visits, runtime)
    proposal, links = trial.proposal, (*links, *trial.links)
    if not (proposal.next or proposal.numbered or proposal.dated or proposal.sitemap):
        proposal, more = add_growth(proposal, page, visits, runtime)
        links = (*links, *more)
    return add_articles(proposal, tuple(dict.fromkeys(links)), visits, runtime)


def _may_load_list(proposal: Proposal, page: Page) -> bool:
    """Return True for a page without a list, whose scripts may load one."""
    is_empty = page.json is None and not proposal.links and not proposal.troubles
    return is_empty and propose.has_scripts(page)


def _try_data(proposal: Proposal, page: Page, visits: Visits, runtime: Runtime) -> Proposal | None:
    """Return the proposal for data, or for a page without a list: the data that its scripts load,
    else the page as a browser renders it. None if there is no list in any of them."""
    if page.json is not None:
        data, rendered = propose.propose_data_list(page), None
        data = add_page_numbers(data, visits, runtime) if data is not None else None
    elif _may_load_list(proposal, page):
        data, rendered = find_list_behind(page, visits, runtime)
    else:
        return None
    if data is not None:
        found = replace(proposal, data=data, troubles=())
        return add_articles(found, data.links, visits, runtime)
    if rendered is None:
        return None
    seen = propose_from_page(rendered)
    if not seen.links:
        return None
    classifier, sitemaps = proposal.classifier, proposal.sitemaps
    seen = replace(seen, classifier=classifier, sitemaps=sitemaps, is_rendered=True)
    seen = propose_button(seen, rendered, visits, runtime)
    return add_articles(seen, seen.links[0].links, visits, runtime)


def propose_from_page(page: Page) -> Proposal:
    """Return what the page itself suggests, without its articles and the sitemaps."""
    url = normalize_address(page.url)
    dated = propose.find_dated_address(url)
    numbered = propose.propose_numbered(page)
    following = propose.propose_next_link(page)
    links = propose.propose_whole_list(page, numbered, following)
    addresses = [anchor.address for anchor in find_anchors(page)]
    archives = propose.find_dated_archives(addresses)
    windows = propose.find_windows(dated, addresses) if dated else {}
    return Proposal(
        url,
        title=find_site_name(page),
        language=find_language(page),
        links=links,
        listed_date=propose.propose_listed_date(page, links[0].css) if links else None,
        dated=dated,
        windows=tuple(windows),
        first_day=min((dated.day, *windows.values())) if dated and windows else None,
        archives=tuple(
            template for template in archives if dated is None or template != dated.template
        ),
        next=(
            following
            if dated is None or following is None or not _is_other_date(following, dated)
            else None
        ),
        numbered=_with_dates(numbered, dated) if dated and numbered else numbered,
        counter=_find_counter(url),
        feeds=find_feeds(page),
        troubles=_find_troubles(page),
    )


def _find_counter(url: str) -> str:
    """Return the address with its dates as fields and ``{page}`` for a number that may count pages;
    "" if it has none."""
    paged = propose.find_paged_window(url)
    if paged is not None:
        return paged[0].template
    dated = propose.find_dated_address(url)
    return propose.find_page_template(dated.template if dated else url)


def _find_troubles(page: Page) -> tuple[str, ...]:
    if page.json is not None:
        return ("the answer is JSON: its links are rules such as  links: {json: items[].url}",)
    wall = check_by_words(page)
    return (
        (f"this page looks like no archive page ({wall.reason}: {wall.evidence})",) if wall else ()
    )


def _with_dates(numbered: NumberedProposal, window: DatedAddress) -> NumberedProposal | None:
    """Return the proposal with date fields in its address, too; None if its numbers are dates."""
    dated = propose.find_dated_address(numbered.template)
    return (
        replace(numbered, template=dated.template) if dated and dated.step == window.step else None
    )


def _is_other_date(following: NextProposal, window: DatedAddress) -> bool:
    """True if the link leads to another date, so that it is not the next page of this list."""
    dated = propose.find_dated_address(following.url)
    return dated is not None and (dated.step, dated.day) != (window.step, window.day)


# The second page of a list, for ``curator new URL``: whether the proposed rules find articles
# there, too, and what to do where robots.txt forbids it.

MIN_SHARED = 0.5
"""Share of the articles of a page that a sitemap must list to be used in place of the lists."""
FEW_LINKS = 4
"""Links below which it is worth looking at other windows for more articles."""
MAX_WINDOWS = 4


@dataclass(frozen=True)
class ArchiveTrial:
    """The proposal after the second page was tried, and the articles of both pages by its rule."""

    proposal: Proposal
    links: tuple[str, ...]


def try_next_page(proposal: Proposal, visits: Visits, runtime: Runtime) -> ArchiveTrial:
    """Request the next page of the list and read its links by the best rule."""
    links = proposal.links[0].links if proposal.links else ()
    url = _next_address(proposal)
    if not url or not links or not visits.can_visit(url):
        return ArchiveTrial(proposal, _add_earlier_links(proposal, links, visits, runtime))
    runtime.progress.show_message(f"looking at {url}")
    visit = visits.get(url)
    if visit.is_forbidden:
        return ArchiveTrial(_replace_list(proposal, links, visits, runtime), links)
    if visit.trouble:
        return ArchiveTrial(_with_trouble(proposal, f"next page: {url} ({visit.trouble})"), links)
    more = [
        link for link in list_addresses(visit.read(), proposal.links[0].css) if link not in links
    ]
    if not more:
        trouble = f"the links rule finds no further articles on the next page, {url}"
        proposal = _with_trouble(proposal, trouble)
    return ArchiveTrial(proposal, (*links, *more))


def _next_address(proposal: Proposal) -> str:
    """Return the address of the second page of the list; empty if it is not known."""
    if proposal.next:
        return proposal.next.url
    if proposal.numbered and not proposal.dated:
        number = proposal.numbered.first + proposal.numbered.step
        return proposal.numbered.template.replace("{page}", str(number))
    return ""


def _add_earlier_links(
    proposal: Proposal, links: tuple[str, ...], visits: Visits, runtime: Runtime
) -> tuple[str, ...]:
    """Return ``links`` with those of the windows before, as long as there are few."""
    found = dict.fromkeys(links)
    for url in _earlier_addresses(proposal.dated) if proposal.dated and links else ():
        if len(found) >= FEW_LINKS:
            break
        visit = visit_page(url, visits, runtime)
        if visit is not None:
            found.update(dict.fromkeys(list_addresses(visit.read(), proposal.links[0].css)))
    return tuple(found)


def _earlier_addresses(dated: DatedAddress) -> Iterator[str]:
    template = parse_address_template(dated.template)
    window = Window.around(dated.day, dated.step)
    for _ in range(MAX_WINDOWS):
        window = Window.around(window.first - timedelta(days=1), dated.step)
        yield fill_template(template, window=window)


def _with_trouble(proposal: Proposal, trouble: str) -> Proposal:
    return replace(proposal, troubles=(*proposal.troubles, trouble))


def _replace_list(
    proposal: Proposal, links: tuple[str, ...], visits: Visits, runtime: Runtime
) -> Proposal:
    """Return the proposal with the first sitemap that lists the articles of the page."""
    for address in proposal.sitemaps:
        runtime.progress.show_message(f"looking at {address}")
        addresses = _read_addresses(address, visits)
        shared = sum(link in addresses for link in links)
        if shared >= MIN_SHARED * len(links):
            found = SitemapProposal(address, len(addresses), shared, len(links))
            return replace(proposal, sitemap=found)
    return _with_trouble(proposal, "robots.txt forbids the next page, and no sitemap lists these")


def _read_addresses(url: str, visits: Visits) -> frozenset[str]:
    """Return the addresses of a sitemap, or of the first file that an index of sitemaps names."""
    file = _read_sitemap(url, visits)
    if file.root == "sitemapindex" and file.entries:
        file = _read_sitemap(file.entries[0].address, visits)
    return frozenset(normalize_address(entry.address) for entry in file.entries if entry.address)


def _read_sitemap(url: str, visits: Visits) -> SitemapFile:
    visit = visits.get(url) if visits.can_visit(url) else None
    return SitemapFile() if visit is None or visit.trouble else read_sitemap(visit.content)


# ``curator new``: a list that a button or scrolling makes longer.


def add_growth(
    proposal: Proposal, page: Page, visits: Visits, runtime: Runtime
) -> tuple[Proposal, tuple[str, ...]]:
    """Return the proposal for a list without a second page, with how it is made longer, and the
    links that were added.

    A button is clicked once in a browser, or the page is scrolled. Where that adds links of the
    best list, or there is a button and no browser, data with the same list are preferred.
    """
    listed = proposal.links[0].links if proposal.links else ()
    if not listed or not propose.has_scripts(page):
        return proposal, ()
    button = propose.find_more_button(page)
    loaded: dict[str, None] = {}
    more = _list_more(proposal, page, button, visits, runtime, loaded)
    if not more and (button is None or more is not None):
        return proposal, ()
    addresses = [*loaded, *list_data_addresses(page, visits, runtime)]
    data = find_data(addresses, visits, runtime)
    if data is not None and not {*data.links}.isdisjoint(listed):
        return replace(proposal, data=data), data.links
    growing = GrowingList(button, None if more is None else len(more))
    return replace(proposal, growing=growing), more or ()


def propose_button(
    proposal: Proposal, rendered: Page, visits: Visits, runtime: Runtime
) -> Proposal:
    """Return the proposal for a list that only a browser shows, with the button that makes it
    longer, if a click on it does."""
    button = propose.find_more_button(rendered)
    if button is None:
        return proposal
    more = _list_more(proposal, rendered, button, visits, runtime, {})
    return replace(proposal, growing=GrowingList(button, len(more))) if more else proposal


def _list_more(
    proposal: Proposal,
    page: Page,
    button: MoreButton | None,
    visits: Visits,
    runtime: Runtime,
    loaded: dict[str, None],
) -> tuple[str, ...] | None:
    """Return the links that one round in a browser adds to the best list; None without a browser.
    ``loaded`` gets the addresses of the data that the page loads."""

    def see_loaded(exchange: Exchange, kind: str) -> None:
        if kind in ("xhr", "fetch"):
            loaded[exchange.url] = None

    what = f"clicking {button.css}" if button is not None else "scrolling"
    runtime.progress.show_message(f"{what} on {page.url} in a browser")
    visit = visits.render(page.url, see_loaded, button.css if button is not None else "")
    if visit is None:
        return None
    if visit.trouble:
        return ()
    listed = {*proposal.links[0].links}
    found = list_addresses(visit.read(), proposal.links[0].css)
    return tuple(link for link in found if link not in listed)
