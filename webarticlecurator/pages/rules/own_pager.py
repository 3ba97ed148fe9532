"""The pager of an article on several pages, found by its addresses: they are the address of the
page with a counter put in, or with another one in place of its own.

``/story/`` has ``/story/2/``, ``/story?page=2``, ``/story-2.html``, ``/story.html/seite-2``; the
number of the page itself may be plain, marked, or a link to the page. What a link says counts only
where its address alone could be that of another article: ``-2`` is also behind the second article
of one title.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple
from urllib.parse import parse_qsl, unquote, urljoin, urlsplit

from lxml import etree

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.text.character_patterns import DIGIT
from webarticlecurator.base.text.word_borders import list_letter_runs
from webarticlecurator.pages.page.ancestors import is_inside
from webarticlecurator.pages.page.page import Page, once_per_page
from webarticlecurator.pages.rules.elements import text_of

MAX_LEVELS = 4
"""Elements around a number in which the number of the page is looked for."""
MAX_LINKS = 50
"""Links to other pages of the article, at most, around which the pager is looked for."""
MAX_LENGTH = 200
"""Characters of a pager; in a longer text numbers may mean anything."""
MAX_COUNTER = 30
"""Characters of a counter, with the word before it."""
MAX_SEGMENTS = 3
"""Segments at the end of an address in which those of other pages may differ."""
MAX_LABEL = 40
"""Characters of a link to the next page; a longer one is a headline."""
ADDRESS_ENDING = re.compile(r"(?:/index)?(?:\.[a-z]{2,5})?/?$")
_COUNTER = re.compile(r"(?<!\d)\d{1,3}(?![^\W_])")
_BEFORE = (re.compile(r"(?:[^\w%]|_)$"), re.compile(r"(?:[^\w%]|_)[^\W\d_]+(?:[^\w%]|_)?$"))
"""What is between the address of the first page and a number: ``/``, ``-``, ``/p``, ``,seite-``."""
_PARTS = "/?,"
"""First characters of counters that are no part of another article's name."""
_OF_COMMENTS = re.compile(r"comment|cpage|repl(?:y|ies)", re.IGNORECASE)
_NUMBER = re.compile(r"(?<!\d)\d{1,3}(?!\d)")
_QUERY_COUNTER = re.compile(r"((?:0,)*)(\d{1,3})")
"""A number; *0,1* is the second page of the second pager of a page, as Drupal counts."""
_APART = re.compile(r"#.|javascript:", re.IGNORECASE)
_WHOLE = frozenset(("html", "body", "main", "article"))
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))

_Key = tuple[str, str, tuple[tuple[str, str], ...]]


@dataclass(frozen=True)
class OwnPager:
    """``scope`` holds the numbers, ``following`` is the link to the next page at ``address``; each
    is empty where the page has none. ``others`` are the addresses of all pages but this one that
    the numbers lead to; ``apart`` is that of a number that leads nowhere, neither on the page nor
    to another, or of a second page whose link has a title. ``back`` are the links to earlier pages
    where no numbers are around them.
    """

    scope: etree._Element | None = None
    following: etree._Element | None = None
    address: str = ""
    others: tuple[str, ...] = ()
    apart: str = ""
    back: tuple[etree._Element, ...] = ()

    @property
    def elements(self) -> tuple[etree._Element, ...]:
        """Everything on the page that is of the pager, and so no text."""
        if self.scope is not None:
            return (self.scope,)
        return self.back if self.following is None else (self.following, *self.back)


class _Place(NamedTuple):
    """A page of an article: the address of the first one, what the counter stands behind, "" where
    there is none, and the number. ``is_known``: its article is."""

    first: _Key
    form: str
    number: int
    is_known: bool = False


class _Link(NamedTuple):
    """A link to another page of the article, with the number of that page by its address."""

    element: etree._Element
    address: str
    form: str
    number: int
    text: str

    @property
    def shown(self) -> int | None:
        """The only number in its text."""
        found = _NUMBER.findall(self.text)
        return int(found[0]) if len(found) == 1 else None


@once_per_page("rules.own_pager")
def find_own_pager(page: Page) -> OwnPager:
    """Return the pager of the article on ``page``."""
    here = _split_address(page.url)
    if here is None or here[1:] == ("", ()):
        return OwnPager()
    counted = [*_list_links(page, has_digit=True)]
    linked: list[_Anchor] = []
    here, first = _leave_out_added(here, _split_address(page.first_url), counted)
    as_sorted = _find_sorted_places(here, counted)
    plain = _find_plain_places(here, counted)
    for place in (*_list_places(here, first), *plain, *as_sorted):
        group = [*_list_pages(counted, place)]
        is_later = place.is_known and place.form != ""
        if not is_later and not any(each.form for each in group):
            continue
        linked = linked or [*counted, *_list_links(page, has_digit=False)]
        group = [*_list_pages(linked, place)]
        # the last of two pages has but the link to the first one
        for form in dict.fromkeys(each.form or place.form for each in group):
            if not form:
                continue
            same = [each for each in group if each.form in (form, "")]
            found = _read_group(page, place, same, linked)
            # a number with further parameters alone may mean anything
            if found is not None and (found.scope is not None or place not in as_sorted):
                return found
    return OwnPager(apart=_find_apart(page, counted) or _find_titled(here, counted))


def is_counted_address(url: str, target: str) -> bool:
    """Return True if an address is that of a later page of the article that begins at ``url``: the
    same with a counter in it."""
    return any(True for _ in _list_counters(url, target))


def is_part_address(url: str, target: str) -> bool:
    """Return True for such a counter that is no part of the name of another article, as in
    ``/story-2``; it may stand beside how the pages are sorted."""
    if any(form[0] in _PARTS for form in _list_counters(url, target)):
        return True
    first, other = _split_address(url), _split_address(target)
    if first is None or other is None or first[:2] != other[:2]:
        return False
    places = (each for each in _list_counted(other) if each.form[0] == "?" and each.number > 1)
    return any({*first[2]} <= {*each.first[2]} for each in places)


def _list_counters(url: str, target: str) -> Iterator[str]:
    """Yield the forms of the counters by which an address is that of a page after ``url``."""
    first, other = _split_address(url), _split_address(target)
    for each in _list_counted(other) if first is not None and other is not None else ():
        if each.first == first and each.number > 0:
            yield each.form


def _list_places(here: _Key, first: _Key | None) -> list[_Place]:
    """Return which page of which article a page may be, by its address and that of the first."""
    start, counted = _Place(here, "", 1), [*_list_counted(here)]
    if first is None:
        return [start, *counted]
    if first == here:
        return [start, *(each for each in counted if each.number in (0, 1))]
    opening = {each[:2] for each in _list_counted(first) if each.number in (0, 1)}
    known = [each for each in counted if each.first == first or each[:2] in opening]
    return [each._replace(is_known=True) for each in known] or [start, *counted]


def _leave_out_added(
    here: _Key, first: _Key | None, links: Sequence[_Anchor]
) -> tuple[_Key, _Key | None]:
    """Return the address of a page without the parameters that that of the first page has not, but
    for counters; and that of the first page. What all links to its path have, both keep: the
    address rules leave it out, the portal does not."""
    if first is None or first[:2] != here[:2] or not {*here[2]} - {*first[2]}:
        return here, first
    names = {name for name, _ in first[2]}
    keys = (each.key for each in links if each.key is not None and each.key != here)
    others = [key[2] for key in keys if key[:2] == here[:2]]
    shared = {pair for pair in here[2] if others and all(pair in each for each in others)}
    kept = (
        pair
        for pair in here[2]
        if pair[0] in names or pair in shared or _QUERY_COUNTER.fullmatch(pair[1])
    )
    first_query = (*first[2], *(pair for pair in shared if pair[0] not in names))
    return (*here[:2], tuple(kept)), (*first[:2], tuple(sorted(first_query)))


def _find_plain_places(here: _Key, links: Sequence[_Anchor]) -> list[_Place]:
    """Return the first page of an article without the parameters that a list adds to its address,
    as ``?from=list``; none where a link of the page has one of them, so that it names an article,
    as in ``?id=12``."""
    host, path, query = here
    names = {name for name, _ in query}
    alike = [each.key for each in links if each.key is not None and each.key[:2] == (host, path)]
    is_part = any(names & {name for name, _ in key[2]} for key in alike if key != here)
    return [_Place((host, path, ()), "", 1)] if path and query and not is_part else []


def _find_sorted_places(here: _Key, links: Sequence[_Anchor]) -> list[_Place]:
    """Return the first page of an article as its own numbers name it, where they add how it is
    sorted, as in ``?sort=votes&page=2``."""
    found: dict[_Key, None] = {}
    for link in links:
        key = link.key
        if key is None or key[:2] != here[:2] or len(key[2]) < len(here[2]) + 2:
            continue
        if not {*here[2]} <= {*key[2]}:
            continue
        shown = text_of(link.element)
        for place in _list_counted(key):
            if place.form.startswith("?") and shown == str(place.number) and place.number > 1:
                found[place.first] = None
    return [_Place(first, "", 1) for first in found]


def _read_group(
    page: Page, place: _Place, links: Sequence[_Link], all_links: Sequence[_Anchor]
) -> OwnPager | None:
    """Return the pager that has the links to the pages of one form, None if they are none."""
    # ``?page=1`` may be the second page, and ``?start=10``
    shift = {each.shown - each.number for each in links if each.form and each.shown is not None}
    offset = 1 if shift == {1} else 0
    first = 1 - offset
    step = _find_step(links) if not shift & {0, 1} else 1
    own = place.number // step + (step > 1) if place.form else first
    links = [
        each._replace(number=each.number // step + (step > 1) if each.form else first)
        for each in links
        if each.number % step == 0 or not each.form
    ]
    links = [each for each in links if each.number != own]
    following = [
        each
        for each in links
        if each.form and each.number == own + 1 and each.address.partition("#")[0] != page.url
    ]
    is_later = place.is_known and place.form != ""
    numbered = [
        each for each in links if (each.form or is_later) and each.shown == each.number + offset
    ]
    for link in numbered[:MAX_LINKS]:
        here = place if place.form else place._replace(number=own)
        scope = _find_scope(link.element, own + offset, here, all_links)
        if scope is not None:
            inside = [each for each in following if is_inside(each.element, scope)]
            others = tuple(each.address for each in links if is_inside(each.element, scope))
            best = next(iter((*inside, *following)), None)
            element, address = (best.element, best.address) if best else (None, "")
            return OwnPager(scope, element, address, others)
    is_sure = place.is_known or not place.form or place.number < 2
    if not is_sure and not any(each.number < own for each in links):
        return None
    back = [each for each in links if is_later and each.number < own and _is_label(page, each)]
    back_links = tuple(each.element for each in back)
    for link in following:
        if _says_next(page, link, own + 1 + offset if is_sure else None):
            scope = _find_counter(link.element, own + offset)
            return OwnPager(scope, link.element, link.address, (link.address,), back=back_links)
    scopes = [_find_counter(each, own + offset) for each in back_links]
    found = [each for each in scopes if each is not None]
    return OwnPager(found[0] if found else None, back=back_links) if back else None


def _find_step(links: Sequence[_Link]) -> int:
    """Return by how much the numbers in the addresses of pages grow, where they count posts: those
    of the pages 2 and 3 may be 10 and 20."""
    steps = {
        each.number / (each.shown - 1)
        for each in links
        if each.form and each.shown is not None and each.shown > 1
    }
    return next((int(step) for step in steps if len(steps) == 1 and step.is_integer()), 1) or 1


def _is_label(page: Page, link: _Link) -> bool:
    """Return True for a short link that does not name the article, as its headline does."""
    is_heading = any(e.tag in _HEADINGS for e in link.element.iterancestors())
    is_named = is_heading or _names_article(page, link.text)
    return link.element.tag == "a" and len(link.text) <= MAX_LABEL and not is_named


def _names_article(page: Page, label: str, address: str = "") -> bool:
    """Return True if the longest word of a label is in the title; a shorter one may be *the*."""
    titles = map(text_of, page.root.iter("title", "h1"))
    own = {*list_letter_runs(" ".join((unquote(address), *titles)).casefold())}
    words = list_letter_runs(label.casefold())
    return any(word in own for word in words if len(word) == max(map(len, words)))


def _find_counter(link: etree._Element, number: int) -> etree._Element | None:
    """Return the element right around a link if it has the number of the page beside it, and little
    else: *‹ page 2 of 3 ›*."""
    around = link.getparent()
    if around is None or around.tag in _WHOLE or len(text_of(around)) > MAX_LABEL:
        return None
    numbers = _NUMBER.findall(_text_beside_links(around, set()))
    return around if number in map(int, numbers) else None


def _says_next(page: Page, link: _Link, shown: int | None) -> bool:
    """Return True if a link leads to the next page, which has the number ``shown``, by what it is,
    without numbers around it; with None, only if it is marked so."""
    element, numbers = link.element, [*map(int, _NUMBER.findall(link.text))]
    around = takewhile(lambda e: e.tag not in _WHOLE, element.iterancestors())
    if any(_OF_COMMENTS.search(f"{e.get('id')} {e.get('class')}") for e in (element, *around)):
        return False
    if "next" in (element.get("rel") or "").lower().split():
        return True
    is_heading = any(e.tag in _HEADINGS for e in element.iterancestors())
    if element.tag != "a" or is_heading or shown is None or (numbers and shown not in numbers):
        return False
    if link.form[0] in _PARTS:
        return bool(link.text) and len(link.text) <= (MAX_LENGTH if numbers else MAX_LABEL)
    # "Diary 2" is another article, "On to page 2" and "›" are not
    is_other = link.text.isdigit() or _names_article(page, link.text, link.address)
    return 0 < len(link.text) <= MAX_LABEL and not is_other


class _Anchor(NamedTuple):
    """A link of the page, or what a script takes for one: its address, absolute and as a key."""

    element: etree._Element
    address: str
    key: _Key | None


def _list_links(page: Page, *, has_digit: bool) -> Iterator[_Anchor]:
    """Yield the links of a page with a digit in the address, or those without; of one that a script
    follows, the address in another attribute."""
    start = _find_common_start(page.url)
    for element in page.root.iter("a", "link", "option"):
        href = element.get("href") or ""
        if element.tag == "link" and "next" not in (element.get("rel") or "").lower().split():
            continue
        if not href or _APART.match(href):
            href = next((v for n, v in element.items() if n != "href" and _is_address(v)), href)
        # asked first: to take all addresses apart takes most of the time
        if has_digit is (DIGIT.search(href) is None) or not _begins_with(href, *start):
            continue
        try:
            address = href if href.startswith("http") else urljoin(page.base, href)
        except ValueError:  # http://[bad
            continue
        yield _Anchor(element, address, _split_address(address) if href else None)


def _find_common_start(url: str) -> tuple[str, str]:
    """Return the host of an address, and the folders that all pages of its article have."""
    host, _, path = url.partition("://")[2].partition("/")
    folders = path.partition("?")[0].rstrip("/").split("/")[:-MAX_SEGMENTS]
    start = "/".join(("", *folders, ""))
    return host, "/" if "%" in start else start


def _begins_with(href: str, host: str, folders: str) -> bool:
    """Return False if an address, as it is written, cannot begin with a host and folders."""
    if href.startswith(("http://", "https://")):
        return href.startswith(f"{host}{folders}", href.index("//") + 2)
    return href[:1] != "/" or href[:2] == "//" or href.startswith(folders)


def _is_address(value: str) -> bool:
    return value.startswith(("/", "?", "http")) and DIGIT.search(value) is not None


def _split_address(url: str) -> _Key | None:
    """Return the host, the path without its ending, and the query of an address; None if it is
    none."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    path, query = unquote(parts.path), parse_qsl(parts.query, keep_blank_values=True)
    return parts.netloc, ADDRESS_ENDING.sub("", path), tuple(sorted(query))


def _list_counted(key: _Key) -> Iterator[_Place]:
    """Yield the pages that an address may be by a number in it."""
    host, path, query = key
    for match in [*_COUNTER.finditer(path)][-3:]:
        for pattern in _BEFORE:
            before = pattern.search(path, 0, match.start())
            if before is not None and before.end() == match.start():
                rest = f"{path[: before.start()]}{path[match.end() :]}"
                first = host, ADDRESS_ENDING.sub("", rest), query
                if first[1:] != ("", ()):
                    yield _Place(first, before[0].casefold(), int(match[0]))
    for number, (name, value) in enumerate(query):
        first = host, path, (*query[:number], *query[number + 1 :])
        counter = _QUERY_COUNTER.fullmatch(value)
        if counter is not None and first[1:] != ("", ()):
            yield _Place(first, f"?{name}", int(counter[2]) + bool(counter[1]))


def _list_pages(links: Sequence[_Anchor], place: _Place) -> Iterator[_Link]:
    """Yield the links to pages of the article that has its first page at ``place.first``."""
    host, path, query = place.first
    for element, address, key in links:
        if key is None or key[0] != host:
            continue
        if key == place.first:
            yield _Link(element, address, "", 1, text_of(element))
            continue
        longer = len(key[1]) - len(path), len(key[2]) - len(query)
        if longer[0] > MAX_COUNTER or longer not in ((longer[0], 0), (0, 1)) or longer[0] < 0:
            continue
        if longer == (0, 0) and not place.form:
            continue
        for other in _list_counted(key):
            is_page = other.first == place.first and place.form in ("", other.form)
            if is_page and not _OF_COMMENTS.search(other.form):
                yield _Link(element, address, other.form, other.number, text_of(element))
                break


def _find_scope(
    link: etree._Element, number: int, place: _Place, links: Sequence[_Anchor]
) -> etree._Element | None:
    """Return the innermost element around a link where the number of the page stands outside of
    links, or in one to the page itself; None if there is none nearby."""
    around = list(takewhile(lambda e: e.tag not in _WHOLE, link.iterancestors()))
    if any(_OF_COMMENTS.search(f"{e.get('id')} {e.get('class')}") for e in around):
        return None
    here = {
        each.element
        for each in links
        if each.element is not link and (each.key is None or _is_at(each, place, number))
    }
    for scope in around[:MAX_LEVELS]:
        if len(text_of(scope)) > MAX_LENGTH:
            return None
        if number in map(int, _NUMBER.findall(_text_beside_links(scope, here))):
            return scope
    return None


def _is_at(link: _Anchor, place: _Place, number: int) -> bool:
    """Return True if a link leads to the page at ``place``, which shows ``number``."""
    if link.key is None or (link.element.get("href") or "").startswith("#"):
        return True
    if link.key == place.first:
        return number == 1
    counted = _list_counted(link.key)
    return any(each.first == place.first and each.number == place.number for each in counted)


def _text_beside_links(scope: etree._Element, here: set[etree._Element]) -> str:
    """Return the text of an element without that of its links to other pages than ``here``."""
    pieces: list[str] = []
    linked: set[etree._Element] = set()
    for element in scope.iter(etree.Element):
        parent = element.getparent()
        is_link = element.tag == "a" and element.get("href") and not element.get("aria-current")
        if parent in linked or (is_link and element not in here):
            linked.add(element)
        else:
            pieces.append(element.text or "")
        if element is not scope and parent not in linked:
            pieces.append(element.tail or "")
    return " ".join(pieces)


def _find_apart(page: Page, links: Sequence[_Anchor]) -> str:
    """Return the first of the numbers 2, 3 … that lead to parts of the page which it has not."""
    for element, address, _ in links:
        href = element.get("href") or ""
        numbers = _NUMBER.findall(href)
        if href.startswith("#") and numbers[-1:] == ["2"] == [text_of(element)]:
            name = href[1:]
            if not any(name in (e.get("id"), e.get("name")) for e in page.root.iter(etree.Element)):
                return address
    return ""


def _find_titled(here: _Key, links: Sequence[_Anchor]) -> str:
    """Return the address of the second page of an article, as a table of contents has it: its link
    has a title, so that it may be another article."""
    pages = [each for each in _list_pages(links, _Place(here, "", 1)) if each.form]
    numbers = {(each.form, each.number) for each in pages}
    for link in pages:
        around = (link.element, *link.element.iterancestors())
        is_apart = any(
            e.tag in _HEADINGS or _OF_COMMENTS.search(f"{e.get('id')} {e.get('class')}")
            for e in around
        )
        is_page = link.form[0] in _PARTS or (link.form, 3) in numbers
        if link.number == 2 and is_page and link.text and not is_apart:
            return link.address
    return ""
