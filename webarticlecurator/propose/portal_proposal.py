"""``curator new``: reads a page of a portal, the next one, and some of the articles that they seem
to list.

They come from the portal, or from files. Nothing is stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from urllib.parse import urljoin

from webarticlecurator.archive import normalize_address
from webarticlecurator.archive.feeds import FeedFile, is_feed, read_feed
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
from webarticlecurator.article import read_metadata
from webarticlecurator.article.page_checks import check_by_words
from webarticlecurator.config.expressions import parse_address_template
from webarticlecurator.crawl.page_errors import require_no_wall, require_page, unreachable
from webarticlecurator.crawl.page_visits import PageVisit, PageVisitor
from webarticlecurator.dataclasses import replace
from webarticlecurator.errors import PortalRefused
from webarticlecurator.fetch import ConnectionSettings
from webarticlecurator.model.hosts import PortalHosts, host_of
from webarticlecurator.model.portal import FetchPolicy, NamedFile, Portal
from webarticlecurator.model.proposal import (
    Board,
    FeedProposal,
    GrowingList,
    MoreButton,
    Proposal,
    SitemapProposal,
)
from webarticlecurator.page import Page
from webarticlecurator.propose.article_samples import (
    add_articles,
    compare_windows,
    compare_with_home,
    list_addresses,
    make_portal,
)
from webarticlecurator.propose.boards_and_sections import find_boards, find_sections
from webarticlecurator.propose.link_rules import (
    has_scripts,
    propose_data_list,
    propose_listed_date,
)
from webarticlecurator.propose.list_proposals import propose_whole_list
from webarticlecurator.propose.next_links import find_numbered, propose_next_link
from webarticlecurator.propose.paging import (
    find_dated_address,
    find_dated_archives,
    find_more_button,
    find_page_template,
    find_paged_window,
    find_windows,
    propose_numbered,
)
from webarticlecurator.propose.visits import (
    MAX_REQUESTS,
    GivenVisits,
    LimitedVisits,
    Visits,
    browser_command,
    describe_empty,
    find_article_match,
    find_list_page,
    render_page,
    visit_page,
)
from webarticlecurator.propose.whole_archive import (
    NEEDS_BROWSER,
    add_page_numbers,
    add_set_apart,
    compare_with_sitemap,
    find_data,
    find_first_window,
    find_fuller_list,
    find_list_behind,
    list_data_addresses,
)
from webarticlecurator.stored_pages.page_store import StoredPages
from webarticlecurator.stored_pages.page_store_opening import open_page_store
from webarticlecurator.text.translation import as_message, join_messages, make_message
from webarticlecurator.warc.warc_reader import Finding
from webarticlecurator.workers.executor import Runtime


def propose_portal(
    urls: Sequence[str],
    proxy: str | None = None,
    ca_file: str | None = None,
    runtime: Runtime | None = None,
    classifier: NamedFile | None = None,
    fetched: list[PageVisit] | None = None,
) -> Proposal:
    """Return what the page at the first of ``urls`` (absolute) suggests for a portal file, with
    the others, which are pages of the same list, or of lists of the same form.

    ``proxy`` and ``ca_file`` are as for a crawl; ``classifier`` judges the text of articles, in
    place of that of the package; what was fetched is added to ``fetched``. Raises
    PortalUnreachable if nothing answers, UsageError if the address is wrong, PortalRefused if the
    portal refuses it: with the reason in words.
    """
    runtime = runtime or Runtime()
    settings = ConnectionSettings(
        FetchPolicy(), PortalHosts.of(urls), proxy, ca_file, notify=runtime.progress.show_message
    )
    runtime.progress.show_message(
        make_message(
            "sends at most {max_requests} requests to {host}, one a second,"
            " as its robots.txt allows",
            max_requests=MAX_REQUESTS,
            host=host_of(urls[0]),
        )
    )
    with PageVisitor(settings, runtime.clock) as visitor:
        visits = LimitedVisits(visitor)
        try:
            return propose_from_visits(urls, visits, runtime, classifier)
        except PortalRefused as refusal:
            failure = visitor.robots_failure
            if failure is None:
                raise
            raise unreachable(urls[0], failure.kind, failure.message) or refusal from None
        finally:
            if fetched is not None:
                fetched.extend(visits.visited)


def propose_from_files(
    given: StoredPages, runtime: Runtime, classifier: NamedFile | None = None
) -> tuple[Proposal, Sequence[Finding]]:
    """Return what a list page among the given pages and the articles that it lists suggest, and
    the damage of the files.

    The list pages are those of ``urls``, or else the page whose list names most of the others.
    ``classifier`` as for ``propose_portal``. Raises UsageError if no page lists any other, or the
    named one is not there; WarcUnreadable.
    """
    with open_page_store(Portal("new", ""), given, runtime.progress) as store:
        visits = GivenVisits(store, given)
        urls = given.urls or (find_list_page(visits, given, runtime, declares_day),)
        if urls == ("",):
            pages = LimitedVisits(visits)
            match, urls = find_article_match(visits) if given.warcs else ("", visits.articles)
            found = _propose_from_articles(pages, runtime, classifier, urls or visits.articles)
            return replace(found, match=match), store.damage
        visits.list_page = normalize_address(urls[0])
        proposal = propose_from_visits(urls, LimitedVisits(visits), runtime, classifier)
        return proposal, store.damage


_DECLARED = ("meta:", "jsonld:", "microdata:")
"""How the source of a value begins that a page declares."""


def declares_day(visit: PageVisit) -> bool:
    """Return True for a page that says when it was published, not only to who reads it."""
    if visit.trouble:
        return False
    portal = make_portal(Proposal(visit.answered))
    values = read_metadata(visit.read(), portal, portal.article)[0].all("published")
    return any(each.source.startswith(_DECLARED) for each in values)


def _propose_from_articles(
    visits: LimitedVisits, runtime: Runtime, classifier: NamedFile | None, urls: Sequence[str]
) -> Proposal:
    """Return what articles without a list of them suggest."""
    first = propose_from_page(visits.get(urls[0]).read())
    known = Proposal(
        first.url,
        title=first.title,
        language=first.language,
        classifier=classifier,
        has_list=False,
    )
    return add_articles(known, tuple(urls), visits, runtime)


def propose_from_visits(
    urls: Sequence[str],
    visits: LimitedVisits,
    runtime: Runtime,
    classifier: NamedFile | None = None,
) -> Proposal:
    """Return what the page or feed at the first of ``urls``, the other list pages, its articles and
    the site's robots.txt suggest. ``classifier`` as for ``propose_portal``.

    Raises like ``propose_portal``.
    """
    url = urls[0]
    runtime.progress.show_message(make_message("looking at {url}", url=url))
    visit = visits.get(url)
    require_page(visit)
    robots = urljoin(visit.answered, "/robots.txt")
    sitemaps = find_sitemaps(robots, visits.robots_text(visit.answered))
    known = Proposal(url, sitemaps=sitemaps, classifier=classifier)
    if is_feed(visit.content):
        feed = read_feed(visit.answered, visit.content, visit.content_type)
        if feed.entries:
            return _propose_from_feed(known, feed, visits, runtime)
    page = visit.read()
    require_no_wall(page)
    others = _read_others(urls[1:], visits, runtime)
    proposal = _prove(page, others, visits, runtime)
    proposal = replace(proposal, sitemaps=sitemaps, classifier=classifier)
    boards = () if _has_pages(proposal) else find_boards(page, visits, runtime)
    if boards:
        return _propose_from_boards(proposal, boards, visits, runtime)
    if not proposal.links and page.json is None:
        fuller = find_fuller_list(proposal, page, visits, runtime)
        if fuller is not None:
            return _propose_from_fuller(proposal, fuller, visits, runtime)
    loaded = _try_data(proposal, page, visits, runtime)
    if loaded is not None:
        return loaded
    if check_by_words(page) and page.json is None:
        raise describe_empty(page)
    if _may_load_list(proposal, page):
        proposal = _with_trouble(proposal, join_messages("", [NEEDS_BROWSER, browser_command()]))
    return _try_list(proposal, page, visits, runtime)


def _has_pages(proposal: Proposal) -> bool:
    """Return True if the list goes on."""
    return bool(proposal.next or proposal.numbered or proposal.dated)


def _take_site(proposal: Proposal, front: Proposal) -> Proposal:
    """Return the proposal with what is known of the site from another page of it."""
    return replace(
        proposal,
        title=front.title,
        feeds=front.feeds,
        sitemaps=front.sitemaps,
        classifier=front.classifier,
    )


def _propose_from_boards(
    front: Proposal, boards: tuple[Board, ...], visits: Visits, runtime: Runtime
) -> Proposal:
    """Return the proposal for the boards that a page lists, from some of them."""
    pages = _read_others([board.url for board in boards[:MAX_BOARDS]], visits, runtime)
    pages.sort(key=lambda page: propose_next_link([page]) is None)
    proposal = _prove(pages[0], pages[1:], visits, runtime)
    proposal = replace(
        _take_site(proposal, front), numbered=None, language=front.language, boards=boards
    )
    proposal, links = try_next_page(proposal, visits, runtime)
    css = proposal.links[0].css if proposal.links else ""
    more = (link for page in pages[1:] for link in list_addresses(page, css) if css)
    return add_articles(proposal, tuple(dict.fromkeys((*links, *more))), visits, runtime)


def _read_others(urls: Sequence[str], visits: Visits, runtime: Runtime) -> list[Page]:
    """Return the other list pages that can be read as pages."""
    visited = (visit_page(url, visits, runtime) for url in urls)
    pages = (visit.read() for visit in visited if visit is not None)
    return [page for page in pages if page.json is None]


def _prove(page: Page, others: Sequence[Page], visits: Visits, runtime: Runtime) -> Proposal:
    """Return what a page suggests and what holds on its next page and on the first page of the
    list, too: the list is what differs, and a link to a page without another list is none to the
    next page."""
    wrong: frozenset[str] = frozenset()
    for _ in range(MAX_WRONG):
        proposal = propose_from_page(page, others, wrong)
        following = proposal.next.url if proposal.next else ""
        if not following or not proposal.links or following in map(_address_of, others):
            break
        visit = visit_page(following, visits, runtime)
        if visit is None or is_feed(visit.content):
            break
        other = visit.read()
        known = {*list_addresses(page, proposal.links[0].css)}
        if known < {*list_addresses(other, proposal.links[0].css)}:
            break  # a list that grows: its second page has the articles of the first
        both = propose_from_page(page, [*others, other], wrong)
        if both.links and list_addresses(other, both.links[0].css):
            proposal = both
            break
        wrong |= {following}
    return _find_first_page(proposal, visits, runtime)


def _address_of(page: Page) -> str:
    return normalize_address(page.url)


def _find_first_page(proposal: Proposal, visits: Visits, runtime: Runtime) -> Proposal:
    """Return the proposal without page numbers if the first page by them is none."""
    first, following = proposal.first_page, proposal.next
    if first in ("", proposal.url, following.url if following else "") or not visits.can_visit(
        first
    ):
        return proposal
    return proposal if visit_page(first, visits, runtime) else replace(proposal, numbered=None)


# A feed names its site and its newest articles. A list on the page of the site that has these
# articles leads to all of them, so it is proposed in place of the feed.

MAX_BOARDS = 4
"""Boards of a forum from which its portal file is made."""

MAX_WRONG = 3
"""Links that are tried as that to the next page."""

MIN_IN_FEED = 0.5
"""Share of the links of a list that the feed must have: front pages also list older articles."""


def _propose_from_feed(
    known: Proposal, feed: FeedFile, visits: Visits, runtime: Runtime
) -> Proposal:
    """Return the proposal for the site of a feed, if a list on its page has the articles of the
    feed, else the one to read the feed itself. ``known``: what is known apart from the feed."""
    links = (normalize_address(entry.address) for entry in feed.entries if entry.address)
    entries = tuple(dict.fromkeys(links))
    visit = None
    if feed.home and host_of(feed.home) == host_of(known.url):
        visit = visit_page(feed.home, visits, runtime)
    if visit is not None and not is_feed(visit.content):
        site = visit.read()
        proposal = propose_from_page(site)
        shares = {
            n: len({*entries}.intersection(found.links)) / len(found.links)
            for n, found in enumerate(proposal.links)
            if found.links
        }
        best = max(shares, key=shares.__getitem__, default=0)
        if not proposal.troubles and shares.get(best, 0) >= MIN_IN_FEED:
            chosen = replace(
                proposal,
                language=proposal.language or feed.language,
                links=(proposal.links[best], *proposal.links[:best], *proposal.links[best + 1 :]),
                feeds=tuple(dict.fromkeys((known.url, *proposal.feeds))),
                sitemaps=known.sitemaps,
                classifier=known.classifier,
            )
            return _try_list(chosen, site, visits, runtime)
    found = FeedProposal(known.url, len(entries))
    proposal = replace(known, title=feed.title, language=feed.language, feed=found)
    return add_articles(proposal, entries, visits, runtime)


MAX_BESIDE = 4
"""Articles that only the sitemap names, among those that are read."""


def _try_list(proposal: Proposal, page: Page, visits: Visits, runtime: Runtime) -> Proposal:
    """Return the proposal after other pages of the list and some articles were looked at."""
    links: tuple[str, ...] = ()
    if proposal.windows:
        proposal, links = compare_windows(proposal, page, visits, runtime)
    else:
        proposal = compare_with_home(proposal, page, visits, runtime)
    proposal, more = try_next_page(proposal, visits, runtime)
    second = visit_page(proposal.next.url, visits, runtime) if proposal.next and more else None
    pages = [page, *([second.read()] if second is not None else [])]
    apart = add_set_apart(proposal, pages, visits, runtime)
    more = (*more, *(url for url in apart.links[0].links if url not in more)) if more else more
    proposal = apart
    links = (*links, *more)
    if not (_has_pages(proposal) or proposal.sitemap):
        fuller = find_fuller_list(proposal, page, visits, runtime)
        if fuller is not None:
            return _propose_from_fuller(proposal, fuller, visits, runtime)
        sections = find_sections(proposal, page, visits, runtime)
        if sections:
            return _propose_from_boards(proposal, sections, visits, runtime)
        proposal, more = add_growth(proposal, page, visits, runtime)
        links = (*links, *more)
    links = tuple(dict.fromkeys(links))
    proposal = add_articles(proposal, links, visits, runtime)
    proposal = compare_with_sitemap(proposal, page, visits, runtime)
    proposal = find_first_window(proposal, page, visits, runtime)
    whole = proposal.whole
    if whole is None or not whole.missing or whole.is_section:
        return proposal
    # what no list names may be of another kind, for which the rules must hold, too
    beside = whole.missing[:: -(-len(whole.missing) // MAX_BESIDE)]
    return add_articles(proposal, links, visits, runtime, beside)


def _propose_from_fuller(front: Proposal, page: Page, visits: Visits, runtime: Runtime) -> Proposal:
    """Return the proposal for the list on ``page``, which the front page leads to."""
    return _try_list(_take_site(_prove(page, (), visits, runtime), front), page, visits, runtime)


def _may_load_list(proposal: Proposal, page: Page) -> bool:
    """Return True for a page without a list, whose scripts may load one."""
    is_empty = page.json is None and not proposal.links and not proposal.troubles
    return is_empty and has_scripts(page)


def _try_data(proposal: Proposal, page: Page, visits: Visits, runtime: Runtime) -> Proposal | None:
    """Return the proposal for data, or for a page without a list: the data that its scripts load,
    else the page as a browser renders it. None if there is no list in any of them."""
    if page.json is not None:
        data = propose_data_list(page)
        rendered = None
        data = add_page_numbers(data, visits, runtime) if data is not None else None
    elif _may_load_list(proposal, page):
        data, rendered = find_list_behind(page, visits, runtime)
    else:
        return None
    if data is not None:
        return add_articles(replace(proposal, data=data, troubles=()), data.links, visits, runtime)
    if rendered is None:
        return None
    seen = propose_from_page(rendered)
    if not seen.links:
        return None
    classifier, sitemaps = proposal.classifier, proposal.sitemaps
    seen = replace(seen, classifier=classifier, sitemaps=sitemaps, is_rendered=True)
    button = find_more_button(rendered)
    more = _list_more(seen, rendered, button, visits, runtime)[0] if button is not None else None
    seen = replace(seen, growing=GrowingList(button, len(more))) if more else seen
    return add_articles(seen, seen.links[0].links, visits, runtime)


def propose_from_page(
    page: Page, others: Sequence[Page] = (), without: frozenset[str] = frozenset()
) -> Proposal:
    """Return what the page itself suggests, and other pages of the same list, without its articles
    and the sitemaps. What is at the addresses ``without`` is known to be no next page."""
    pages = [page, *others]
    url = normalize_address(page.url)
    dated = find_dated_address(url)
    numbered = propose_numbered(page)
    following = propose_next_link(pages, without)
    counted = find_numbered(page, following.url) if following else None
    if counted and (numbered is None or numbered.template != counted.template):
        numbered = counted
    links = propose_whole_list(pages, numbered, following)
    addresses = [anchor.address for anchor in find_anchors(page)]
    archives = find_dated_archives(addresses)
    windows = find_windows(dated, addresses) if dated else {}
    if dated and numbered:
        # With date fields in its address, too; its numbers may be the dates.
        other = find_dated_address(numbered.template)
        is_same = other is not None and other.step == dated.step
        numbered = replace(numbered, template=other.template) if other and is_same else None
    if dated and following:
        # A link to another date does not lead to the next page of this list.
        other = find_dated_address(following.url)
        is_other = other is not None and (other.step, other.day) != (dated.step, dated.day)
        following = None if is_other else following
    paged = find_paged_window(url)
    counter = find_page_template(dated.template if dated else url)
    return Proposal(
        url,
        title=find_site_name(page),
        language=find_language(page),
        links=links,
        listed_date=propose_listed_date(page, links[0].css) if links else None,
        dated=dated,
        windows=tuple(windows),
        first_day=min((dated.day, *windows.values())) if dated and windows else None,
        archives=tuple(
            template for template in archives if dated is None or template != dated.template
        ),
        next=following,
        numbered=numbered,
        counter=paged[0].template if paged is not None else counter,
        feeds=find_feeds(page),
        troubles=_find_troubles(page),
    )


def _find_troubles(page: Page) -> tuple[str, ...]:
    if page.json is not None:
        return (
            make_message(
                "the answer is JSON: its links are rules such as  {rule}",
                rule="links: {json: items[].url}",
            ),
        )
    return ()


# The second page of a list, for ``curator new URL``: whether the proposed rules find articles
# there, too, and what to do where robots.txt forbids it.

MIN_IN_SITEMAP = 0.5
"""Share of the articles of a page that a sitemap must list to be used in place of the lists."""
FEW_LINKS = 4
"""Links below which it is worth looking at other windows for more articles."""
MAX_WINDOWS = 4


def try_next_page(
    proposal: Proposal, visits: Visits, runtime: Runtime
) -> tuple[Proposal, tuple[str, ...]]:
    """Request the next page of the list and read its links by the best rule. Return the proposal
    and the articles of both pages."""
    links = proposal.links[0].links if proposal.links else ()
    url = ""
    if proposal.next:
        url = proposal.next.url
    elif proposal.numbered and not proposal.dated:
        number = proposal.numbered.first + proposal.numbered.step
        url = proposal.numbered.template.replace("{page}", str(number))
    if not url or not links or not visits.can_visit(url):
        return proposal, _add_earlier_links(proposal, links, visits, runtime)
    runtime.progress.show_message(make_message("looking at {url}", url=url))
    visit = visits.get(url)
    if visit.is_forbidden:
        return _replace_list(proposal, links, visits, runtime), links
    if visit.trouble:
        trouble = make_message(
            "next page: {url} ({trouble})", url=url, trouble=as_message(visit.trouble)
        )
        return _with_trouble(proposal, trouble), links
    found = list_addresses(visit.read(), proposal.links[0].css)
    more = [link for link in found if link not in links]
    if not more:
        trouble = make_message(
            "the links rule finds no further articles on the next page, {url}", url=url
        )
        proposal = _with_trouble(proposal, trouble)
    return proposal, (*links, *more)


def _add_earlier_links(
    proposal: Proposal, links: tuple[str, ...], visits: Visits, runtime: Runtime
) -> tuple[str, ...]:
    """Return ``links`` with those of the windows before, as long as there are few."""
    dated = proposal.dated
    if dated is None or not links:
        return links
    found = dict.fromkeys(links)
    template = parse_address_template(dated.template)
    window = Window.around(dated.day, dated.step)
    for _ in range(MAX_WINDOWS):
        if len(found) >= FEW_LINKS:
            break
        window = Window.around(window.first - timedelta(days=1), dated.step)
        visit = visit_page(fill_template(template, window=window), visits, runtime)
        if visit is not None:
            found |= dict.fromkeys(list_addresses(visit.read(), proposal.links[0].css))
    return tuple(found)


def _with_trouble(proposal: Proposal, trouble: str) -> Proposal:
    return replace(proposal, troubles=(*proposal.troubles, trouble))


def _replace_list(
    proposal: Proposal, links: tuple[str, ...], visits: Visits, runtime: Runtime
) -> Proposal:
    """Return the proposal with the first sitemap that lists the articles of the page."""
    for address in proposal.sitemaps:
        runtime.progress.show_message(make_message("looking at {url}", url=address))
        # The addresses of the sitemap, or of the first file that an index of sitemaps names.
        url = address
        file = SitemapFile()
        for _ in range(2):
            visit = visits.get(url) if visits.can_visit(url) else None
            file = SitemapFile() if visit is None or visit.trouble else read_sitemap(visit.content)
            if file.root != "sitemapindex" or not file.entries:
                break
            url = file.entries[0].address
        addresses = frozenset(
            normalize_address(entry.address) for entry in file.entries if entry.address
        )
        shared = sum(link in addresses for link in links)
        if shared >= MIN_IN_SITEMAP * len(links):
            found = SitemapProposal(address, len(addresses), shared, len(links))
            return replace(proposal, sitemap=found)
    trouble = make_message("robots.txt forbids the next page, and no sitemap lists these")
    return _with_trouble(proposal, trouble)


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
    if not listed or not has_scripts(page):
        return proposal, ()
    button = find_more_button(page)
    more, loaded = _list_more(proposal, page, button, visits, runtime)
    if not more and (button is None or more is not None):
        return proposal, ()
    data = find_data([*loaded, *list_data_addresses(page, visits, runtime)], visits, runtime)
    if data is not None and not {*data.links}.isdisjoint(listed):
        return replace(proposal, data=data), data.links
    growing = GrowingList(button, None if more is None else len(more))
    return replace(proposal, growing=growing), more or ()


def _list_more(
    proposal: Proposal, page: Page, button: MoreButton | None, visits: Visits, runtime: Runtime
) -> tuple[tuple[str, ...] | None, dict[str, None]]:
    """Return the links that one round in a browser adds to the best list, None without a browser;
    and the addresses of the data that the page loads."""
    click = button.css if button is not None else ""
    what = (
        make_message("clicking {click} on", click=click) if click else make_message("scrolling on")
    )
    visit, loaded = render_page(page, what, visits, runtime, click)
    if visit is None:
        return None, loaded
    best = proposal.links[0]
    found = list_addresses(visit.read(), best.css) if not visit.trouble else []
    return tuple(link for link in found if link not in best.links), loaded
