"""The list of articles on archive pages: which of the lists of links it is, and a selector for it.

Every link that looks like an article's proposes selectors of its heading, of itself, and of the
elements that contain only this link, each also inside the elements that contain several links. The
rule engine then shows which links each selector finds on each page. The best one finds many links
to articles, few others, and all of them in the same kind of place.

Boxes beside the list look like it. The list is what is beside the pager, what has the dates of the
window or the section that the address of the page names; and on several pages, what differs.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise
from posixpath import commonpath, dirname
from urllib.parse import urljoin, urlsplit

from lxml import etree

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.grouping import first_values, group_values
from webarticlecurator.base.proposal.proposal import LinkProposal
from webarticlecurator.base.text.character_patterns import LETTER
from webarticlecurator.base.text.word_borders import count_words
from webarticlecurator.crawling.archive.link_anchors import (
    Anchor,
    find_anchors,
    find_article_addresses,
)
from webarticlecurator.crawling.archive.page_address import (
    normalize_address,
)
from webarticlecurator.crawling.archive.skipped_links import find_skipped_links
from webarticlecurator.crawling.archive.windows import Window
from webarticlecurator.pages.page.ancestors import is_inside, self_and_ancestors
from webarticlecurator.pages.page.class_tokens import DISTINCTIVE_TAGS, ITEM_TAGS
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.results import select_elements, select_link_elements
from webarticlecurator.proposing.list_pages.archive_addresses import find_dated_address
from webarticlecurator.proposing.list_pages.link_rules import (
    HEADING_TAGS,
    MAX_PROPOSALS,
    MAX_SELECTORS,
    group_links,
    list_link_selectors,
    rate_places,
)
from webarticlecurator.proposing.list_pages.next_links import find_pager, is_list_address
from webarticlecurator.proposing.list_pages.page_numbers import is_other_window
from webarticlecurator.proposing.list_pages.paging import find_address_shape

MAX_PAGES = 8
"""Pages on which the selectors are tried."""
MIN_OF_SECTION = 3
MIN_SHARE = 0.4
"""Articles of the section that the address of a page names: so many, and this share of all."""
MIN_OF_DATED = 2
"""Articles in folders with a date that make all in such folders articles."""
MAX_FEATURED = 2
"""Articles above a list that look otherwise than the rest of it."""
MIN_LABELLED = 3
"""Addresses that one text links, from which on it is no title."""
MIN_WORDS = 3
"""Words of the text of a link that is not a page number, or a button beside it."""
MIN_TITLE = 4
"""Words of a text that is no name of a day: *Tuesday, 30 April*."""
MIN_ENTRY = 20
"""Words of an entry of a diary."""
_DIGIT = re.compile(r"\d")
_NUMBER, _YEAR = re.compile(r"\d+"), re.compile(r"(?:19|20)\d\d")
_NAMED_FOLDER = re.compile(r"(?:/[a-z.~_-]+)+/", re.IGNORECASE | re.ASCII)
_QUERY_START = re.compile(
    r"[\w.~-]+\?(?:[\w-]+=[a-z_-]+&)*[\w-]+=(?=\d+$)", re.IGNORECASE | re.ASCII
)
"""A file and the name of the number behind it: ``article.php?id=``."""
_DAMPING = 0.7
"""The power of the number of links: a box with all the news is not better for its length."""
_OF_OTHER_WINDOW, _OF_OTHER_SECTION, _IN_BOX = 0.05, 0.5, 0.1
MIN_SAME = 0.9
"""Share of the links of a page that another address of the same page has, too."""


@dataclass(frozen=True)
class ListPage:
    """An archive page: its links to articles, and how much each counts (0 to 1); ``main`` is the
    element with the list that the pager of the page continues, if it has one. ``pages`` are the
    addresses of further pages of the list."""

    page: Page
    anchors: tuple[Anchor, ...]
    weights: dict[str, float]
    main: etree._Element | None
    pages: frozenset[str]

    def has_page(self, url: str) -> bool:
        """Return True for the address of a page of the list, as its pager links them: its own among
        the others."""
        is_own = bool(self.pages) and url == normalize_address(self.page.url)
        return is_own or url in self.pages


@dataclass(frozen=True)
class RatedList:
    """A selector, what it lists on each page, its points, and how many articles it skips."""

    css: str
    found: tuple[tuple[str, ...], ...]
    score: float
    skipped: int

    @property
    def complexity(self) -> tuple[int, bool, int, int]:
        """Whether the selector has a name, is that of an address or has tags alone; whether it ends
        with a mere tag; its spaces, its characters."""
        kind = 1 if self.css.startswith("a[") else 2 if self.css.startswith("body >") else 0
        is_mere_tag = self.css.split(" ")[-1] in ITEM_TAGS - DISTINCTIVE_TAGS
        return kind, is_mere_tag, self.css.count(" "), len(self.css)


def propose_link_rules(
    pages: Sequence[Page], without: frozenset[str] = frozenset()
) -> tuple[LinkProposal, ...]:
    """Return up to five selectors for ``archive.links`` with different results, the best first,
    with the links on the first of the pages.

    The result is () for pages without a list. Articles at the addresses ``without`` do not count.
    """
    known = read_list_links(pages[:MAX_PAGES], without)
    selectors = _propose_selectors(known)
    if all(css.startswith("body >") for css in selectors):
        selectors += _propose_folder(known)
    rated = [each for css in selectors if (each := _rate(css, known)) is not None]
    rated.sort(key=lambda each: (-each.score, each.complexity, each.css))
    best = first_values((tuple(map(frozenset, each.found)), each) for each in rated)
    ranked = [*best.values()]
    fuller = [each for each in ranked[1:] if _adds_featured(each, ranked[0], known)]
    chosen = [*fuller[:1], *(each for each in ranked if each not in fuller[:1])][:MAX_PROPOSALS]
    return tuple(LinkProposal(each.css, each.found[0]) for each in chosen)


def _adds_featured(fuller: RatedList, other: RatedList, pages: Sequence[ListPage]) -> bool:
    """Return True if a selector lists what another one does, and articles in another form, as those
    with a large picture, or every second one: on several pages beside the pager, each on one page
    alone or the same on all; or on one page an article or two; or of a single page the first one
    beside the pager."""
    added: list[str] = []
    if fuller.skipped:
        return False
    number = 0
    is_beside_pager = True
    rule = LinkProposal(fuller.css, ()).rule()
    for each, more, links in zip(pages, fuller.found, other.found, strict=True):
        new = set(more).difference(links)
        if not {*links} <= {*more} or any(each.weights.get(link, 0) < 1 for link in new):
            return False
        # an arrow of several words between two parts of the list is as long as a title
        own = normalize_address(each.page.url)
        if any(_are_alike(own, link) for link in new):
            return False
        elements = select_elements((rule,), each.page) if each.main is not None else ()
        is_beside_pager &= each.main is None or all(is_inside(e, each.main) for e in elements)
        number += bool(new)
        added += new
    # On one page alone it may stand anywhere, as the newest article above all others does, if no
    # other page lists it.
    listed = {link for links in other.found for link in links}
    if number == len(pages) == 1:
        is_above = added == [*fuller.found[0][:1]]
        return is_above and is_beside_pager and pages[0].main is not None
    if number == 1 < len(pages):
        return len(added) <= MAX_FEATURED and not listed.intersection(added)
    is_sticky = len({*added}) <= MAX_FEATURED and len(added) == len(pages) * len({*added})
    return number > 1 and is_beside_pager and (is_sticky or len(added) == len({*added}))


def read_list_links(
    pages: Sequence[Page], without: frozenset[str] = frozenset()
) -> tuple[ListPage, ...]:
    """Return what pages of one list link, each page once."""
    known: list[ListPage] = []
    for page in pages:
        each = _read_list_page(page, without)
        if not any(_is_same_page(each, other) for other in known):
            known.append(each)
    # a day may have one article, and show no label twice
    anchors = tuple(anchor for each in known for anchor in each.anchors)
    seconds = find_second_addresses(anchors, {url for each in known for url in each.weights})
    return read_list_links(pages, without.union(seconds)) if seconds else tuple(known)


def _are_alike(one: str, two: str) -> bool:
    """Return True for the addresses of two pages of a list, whichever is the later one."""
    return is_list_address(one, two) or is_list_address(two, one)


def _is_same_page(page: ListPage, other: ListPage) -> bool:
    """Return True for a first page with its number in its address and without."""
    one, two = normalize_address(page.page.url), normalize_address(other.page.url)
    shared = len(page.weights.keys() & other.weights.keys())
    return _are_alike(one, two) and shared >= MIN_SAME * max(
        len(page.weights), len(other.weights), 1
    )


def _read_list_page(page: Page, without: frozenset[str]) -> ListPage:
    anchors = find_anchors(page)
    alike = _find_alike(anchors, find_article_addresses(anchors))
    titled = {anchor.address for anchor in anchors if count_words(anchor.text) >= MIN_WORDS}
    pages = {url for url in alike - titled if is_list_address(page.url, url)}
    pages |= _find_other_queries(page.url, anchors, alike)
    front = _find_other_queries(urljoin(page.url, "/"), anchors, alike)  # as a banner links it
    calendar = _find_calendar(page.url, anchors)
    articles = alike - without - pages - front - calendar
    # few others stand beside the days of a diary: a manual, the days before these
    articles = max(articles, find_diary_entries(page) - without, key=len)
    pages.update(each for each in calendar - articles if is_other_window(page.url, each))
    articles -= _list_pager_links(page, anchors, articles)
    window = _find_window(page.url)
    section = _find_section(page.url, articles)
    weights = {
        url: _rate_date(url, window)
        * (1 if not section or section in urlsplit(url).path else _OF_OTHER_SECTION)
        for url in articles
    }
    main = _find_main(page, anchors, articles)
    own = normalize_address(page.url)
    # an item of the list may hold its pager, with a link to the first page
    others = {anchor.address for anchor in anchors} - alike - titled
    pages.update(url for url in others if _are_alike(own, url))
    return ListPage(page, anchors, weights, main, frozenset(pages))


def _find_other_queries(
    url: str, anchors: tuple[Anchor, ...], articles: frozenset[str]
) -> set[str]:
    """Return the addresses that differ from ``url`` in their query alone, unless articles do:
    further pages of the list at this address."""
    own = normalize_address(url).partition("?")[0]
    same = [each for each in articles if each.partition("?")[0] == own]
    linked = {each.address for each in anchors if each.address.partition("?")[0] == own}
    return linked if 2 * len(same) < len(articles) else set()


def _list_pager_links(
    page: Page, anchors: tuple[Anchor, ...], articles: frozenset[str]
) -> set[str]:
    """Return the few addresses in the pager of a page, whose words may be as long as a title."""
    pager = find_pager(page)
    own = (each for each in anchors if pager is not None and is_inside(each.element, pager))
    found = {each.address for each in own}
    return found if 2 * len(found & articles) < len(articles) else set()


def find_second_addresses(
    anchors: tuple[Anchor, ...], articles: Collection[str]
) -> Collection[str]:
    """Return the further addresses of a list in which each article has several, as that to print
    it: each stands next to an article with a title, and is linked by nothing, by a label that
    several have, or by that title again."""
    texts = group_values((each.address, each.text) for each in anchors if each.address in articles)
    shared = Counter(text for found in texts.values() for text in {*found})
    # a number is that of comments
    words = [{text for text in found if LETTER.search(text)} for found in texts.values()]
    titles = [{text for text in found if shared[text] < MIN_LABELLED} for found in words]
    seconds: list[int] = []
    for place, own in enumerate(titles):
        # a picture may stand beside a label, too
        telling = titles if words[place] else words
        # two seconds may stand beside one article
        near = (each for each in (place - 1, place - 2) if each >= 0 and each not in seconds)
        before = next((telling[each] for each in near), set[str]())
        after = titles[place + 1] if not before and place + 1 < len(titles) else set()
        is_again = all(any(text in longer for longer in before) for text in own)
        if (before or after) and is_again:
            seconds.append(place)
    # a weekly column has one title each time, but no article between any two of them
    close = sum(two - one <= 2 for one, two in pairwise(seconds))
    is_list = len(seconds) >= MIN_LABELLED and 2 * close > len(seconds)
    urls = [*texts]
    return [urls[place] for place in seconds] if is_list else ()


def _find_alike(anchors: tuple[Anchor, ...], articles: frozenset[str]) -> frozenset[str]:
    """Return the addresses of articles, with those of the same form as most of them, and those in
    folders with a date as far down as some of them."""
    forms: dict[str, set[str]] = {}
    dated: dict[str, set[str]] = {}
    for address in (anchor.address for anchor in anchors):
        forms.setdefault(find_address_shape(address), set()).add(address)
        folder = address.rstrip("/").rpartition("/")[0]
        if _DATE_IN_PATH.search(urlsplit(f"{folder}/").path):
            dated.setdefault(find_address_shape(folder), set()).add(address)
    alike = (found for form, found in forms.items() if "#" in form)
    more = (found for found in alike if 2 * len(found & articles) > len(found))
    # titles of a word or two make no address that looks like an article's by itself
    in_dated = (found for found in dated.values() if len(found & articles) >= MIN_OF_DATED)
    return articles.union(*more, *in_dated)


def _find_calendar(url: str, anchors: tuple[Anchor, ...]) -> set[str]:
    """Return the addresses that differ in nothing but a date, from each other or from that of the
    page at ``url``: days, months or years of an archive, whose names are often as long as a title.
    """
    titled = {each.address for each in anchors if _is_title(each.text)}
    urls = {normalize_address(url), *(each.address for each in anchors)}
    dated = ((find_dated_address(each), each) for each in urls)
    groups = group_values((each.template, url) for each, url in dated if each is not None)
    return {
        url
        for urls in groups.values()
        if len(urls) > 1 and 2 * len(titled.intersection(urls)) <= len(urls)
        for url in urls
    }


def find_diary_entries(page: Page) -> frozenset[str]:
    """Return the days of a calendar that headings link with a text below each: the entries of a
    diary. They are of one form."""
    anchors = find_anchors(page)
    calendar = _find_calendar(page.url, anchors)
    headed = {
        anchor.address
        for anchor in anchors
        if anchor.address in calendar
        and any(each.tag in HEADING_TAGS for each in self_and_ancestors(anchor.element))
    }
    forms = {*map(find_address_shape, headed)}
    words = sum(count_words(each.text_content()) for each in page.root.iter("p"))
    is_diary = len(forms) == 1 and words >= MIN_ENTRY * len(headed)
    return frozenset(headed) if is_diary else frozenset()


def _is_title(text: str) -> bool:
    """Return True for words that are no date: ``/2024/12`` may be an article."""
    return count_words(_NUMBER.sub("", text)) >= MIN_TITLE and not _YEAR.search(text)


def _find_window(url: str) -> Window | None:
    dated = find_dated_address(normalize_address(url))
    return Window.around(dated.day, dated.step) if dated is not None else None


_DATE_IN_PATH = re.compile(r"/((?:19|20)\d\d|1[5-8]\d\d)[/-]?(\d\d)(?:[/-]?(\d\d))?(?=[/_-]|\b)")


def _rate_date(url: str, window: Window | None) -> float:
    """Return how well the date in the address of an article fits the window of its list."""
    date = _DATE_IN_PATH.search(urlsplit(url).path)
    if window is None or date is None:
        return 1
    first, last = window.first.isoformat(), window.last.isoformat()
    day = "-".join(filter(None, date.groups()))
    return 1 if first[: len(day)] <= day <= last[: len(day)] else _OF_OTHER_WINDOW


def _find_section(url: str, articles: frozenset[str]) -> str:
    """Return the first folder of the address of a page, if several articles are in it, and not all:
    the others may be those of a box."""
    folders = [each for each in urlsplit(url).path.split("/") if re.search(r"[^\W\d_]", each)]
    if not folders:
        return ""
    section = f"/{folders[0]}/"
    own = sum(section in urlsplit(each).path for each in articles)
    return section if own >= max(MIN_OF_SECTION, MIN_SHARE * len(articles)) else ""


def _find_main(
    page: Page, anchors: tuple[Anchor, ...], articles: Iterable[str]
) -> etree._Element | None:
    """Return the nearest element around the pager that has several links to articles."""
    pager = find_pager(page)
    if pager is None:
        return None
    groups = group_links(anchor for anchor in anchors if anchor.address in {*articles})
    return next(
        (outer for outer in self_and_ancestors(pager) if len(groups.get(outer, ())) > 1), None
    )


def _propose_selectors(pages: Sequence[ListPage]) -> list[str]:
    """Return the selectors that several addresses propose: first those of links in the places where
    lists are."""
    votes: dict[str, set[str]] = {}
    for each in pages:
        links = [anchor for anchor in each.anchors if anchor.address in each.weights]
        groups = group_links(links)
        for anchor in links:
            for css in list_link_selectors(anchor, groups):
                votes.setdefault(css, set()).add(anchor.address)
    weights: dict[str, float] = {}
    for each in pages:
        # what several pages link is a box: its many links would leave no room for the lists
        for url, weight in each.weights.items():
            weights[url] = weight if url not in weights else _IN_BOX * min(weight, weights[url])
    inside = {
        anchor.address
        for each in pages
        for anchor in each.anchors
        if each.main is None or is_inside(anchor.element, each.main)
    }
    # A selector of one address is the address itself, and lists nothing tomorrow.
    shared = [
        (sum(weights[url] * (1 if url in inside else 0.2) for url in urls), css)
        for css, urls in votes.items()
        if len(urls) > 1
    ]
    ranked = sorted(shared, key=lambda each: (-each[0], len(each[1]), each[1]))
    return [css for _, css in ranked][:MAX_SELECTORS]


def _propose_folder(pages: Sequence[ListPage]) -> list[str]:
    """Return a selector of links by the beginning that all their addresses share: the folder that
    they are in, up to a number, which may be a date, or the name of the value in their query; none
    if that is the whole site."""
    urls = {url for each in pages for url in each.weights}
    if len(urls) < 2:
        return []
    folders = [dirname(urlsplit(url).path.rstrip("/")) or "/" for url in urls]
    folder = _NAMED_FOLDER.match(f"{commonpath(folders)}/")
    if folder is not None:
        return [f'a[href*="{folder[0]}"]']
    queries = {_QUERY_START.search(url) for url in urls}
    starts = {"" if found is None else found[0] for found in queries}
    return [f'a[href*="{start}"]' for start in starts if start] if len(starts) == 1 else []


def _rate(css: str, pages: Sequence[ListPage]) -> RatedList | None:
    """Return a selector with what it lists, or None if it lists nothing. Links to further pages of
    the list among those to articles are left out of it."""
    selected = _select(css, pages)
    pagers = [
        (url, element)
        for each, some in zip(pages, selected, strict=True)
        for url, element in some
        if element is not None and each.has_page(normalize_address(url))
    ]
    if pagers and len(pagers) < sum(map(len, selected)):
        every, left_out = Counter(url for some in selected for url, _ in some), dict(pagers)
        forms = {_DIGIT.sub("0", url) for url in left_out}
        articles = {url for each in pages for url in each.weights}
        for is_exact in (False, True):
            shorter = _leave_out(css, [element for _, element in pagers], is_exact)
            selected = _select(shorter, pages)
            gone = every - Counter(url for some in selected for url, _ in some)
            # what goes with them is no article, and has such an address: pages not looked at
            others = gone.keys() - left_out.keys()
            is_like = forms.issuperset(_DIGIT.sub("0", url) for url in others)
            is_kept = articles.isdisjoint(map(normalize_address, others))
            if is_like and is_kept and gone.keys() >= left_out.keys():
                break
        css = shorter
    found = [tuple(dict.fromkeys(normalize_address(url) for url, _ in some)) for some in selected]
    # What is the same on several pages is a box.
    times = Counter(link for links in found for link in set(links))
    score = hits = 0.0
    all_skipped = 0
    for each, links, some in zip(pages, found, selected, strict=True):
        if links:
            own = sum(each.weights.get(link, 0) for link in links if times[link] == 1)
            hits += sum(link in each.weights for link in links)
            places = rate_places([element for _, element in some if element is not None], each.main)
            skipped = len(find_skipped_links(each.page, some))
            all_skipped += skipped
            score += own**_DAMPING * own / (len(links) + skipped) * places
    if hits < 2 or not score:
        return None
    repeated = sum(count > 1 for count in times.values()) / len(times)
    # other links that differ, as those to other views of a month, make no list of the same articles
    known = {link for each in pages for link in each.weights} & times.keys()
    repeated = max(repeated, sum(times[link] > 1 for link in known) / max(1, len(known)))
    heading = re.split(r"[.[]", css.split(" ")[-1])[0] in HEADING_TAGS
    score *= (1 - repeated) ** 2 * (1.1 if heading else 1)
    return RatedList(css, tuple(found), round(score, 6), all_skipped)


def _select(
    css: str, pages: Sequence[ListPage]
) -> list[Sequence[tuple[str, etree._Element | None]]]:
    rule = LinkProposal(css, ()).rule()
    return [select_link_elements((rule,), each.page) for each in pages]


def _leave_out(css: str, pagers: Sequence[etree._Element], is_exact: bool) -> str:
    """Return a selector without the elements that are links to further pages, or hold one: those
    whose addresses begin as theirs, up to the number in the query or, unless ``is_exact``, in the
    path."""
    parts: dict[str, None] = {}
    for element in pagers:
        for link in element.iter("a"):
            path, mark, query = (link.get("href") or "").partition("?")
            folder = re.split(r"\d", path)[0] if not is_exact else path
            is_part = folder != path and folder.strip("/")
            start = f"{path}{mark}{query.partition('=')[0]}=" if mark else folder
            test = f'[href^="{start}"]' if mark or is_part else f'[href="{path}"]'
            parts[f":not({test})" if link is element else f":not(:has({test}))"] = None
    return f"{css}{''.join(parts)}"
