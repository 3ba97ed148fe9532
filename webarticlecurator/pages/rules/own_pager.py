"""The pager of an article on several pages, found by its addresses: the numbers in it lead to the
address of the page with a number behind it, or to other numbers in place of that of the page.

``/story/`` has ``/story/2/``, ``/story?page=2``, ``/story-2.html``; the number of the page itself
stands among the links, and is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile
from urllib.parse import urljoin, urlsplit

from lxml import etree

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.pages.page.page import Page, once_per_page
from webarticlecurator.pages.rules.elements import text_of

MAX_LEVELS = 4
"""Elements around a number in which the number of the page is looked for."""
MAX_LINKS = 50
"""Links to other pages of the article, at most, around which the pager is looked for."""
MAX_LENGTH = 200
"""Characters of a pager; in a longer text numbers may mean anything."""
_END = r"(?:/|\.[a-z]{2,5})?"
_BETWEEN = ("[^\\w%]", "[^\\w%][a-z]+[^\\w%]?")
"""What is between the address of the first page and a number: ``/``, ``-``, ``?page=``, ``/p``."""
_NUMBERED = tuple(re.compile(rf"(.+)({between})(\d{{1,3}}){_END}") for between in _BETWEEN)
_REST = re.compile(rf"/?({'|'.join(_BETWEEN)})(\d{{1,3}}){_END}")
_ENDING = re.compile(rf"{_END}$")
_OF_COMMENTS = re.compile(r"comment|cpage|repl(?:y|ies)", re.IGNORECASE)
_NUMBER = re.compile(r"(?<!\d)\d{1,3}(?!\d)")
_DIGIT = re.compile(r"\d")
_WHOLE = frozenset(("html", "body", "main", "article"))


@dataclass(frozen=True)
class OwnPager:
    """``scope`` holds the numbers, ``following`` is the link to the next page; each is None where
    the page has none."""

    scope: etree._Element | None
    following: etree._Element | None


@dataclass(frozen=True)
class _Place:
    """The address of a page of an article: that of its first page without its ending, what is
    before the number, and the number."""

    base: str
    between: str
    number: int


@once_per_page("rules.own_pager")
def find_own_pager(page: Page) -> OwnPager:
    """Return the pager of the article on ``page``."""
    here = _split_address(page.url)
    if not here[1]:
        return OwnPager(None, None)
    places = [_Place(_ENDING.sub("", here[1]), "", 1), *_list_numbered(here[1])]
    following = None
    tried = 0
    # The number at the end of an address is that of the link; only a later page has links to one
    # without.
    for link, text, numbers, is_next in _list_links(page, needs_digit=len(places) == 1):
        target = _resolve(page, link.get("href") or "")
        if target is None or target[0] != here[0] or _OF_COMMENTS.search(target[1]):
            continue
        for place in places:
            number = _number_of(target[1], place)
            if number is None or number == place.number:
                continue
            if numbers and int(numbers[0]) == number and tried < MAX_LINKS:
                tried += 1
                scope = _find_scope(link, place.number)
                if scope is not None:
                    return OwnPager(scope, _find_link(page, scope, here[0], place))
            # "On to page 2" is clear by itself, where a number alone may be anything
            says_so = place.number == 1 and text != str(number) and _is_part(target[1], place)
            is_told = is_next or (numbers and says_so)
            if number == place.number + 1 and is_told and following is None:
                following = link
    return OwnPager(None, following)


def _list_links(
    page: Page, *, needs_digit: bool
) -> Iterator[tuple[etree._Element, str, list[str], bool]]:
    """Yield the links that may lead to another page of the article, with their text, the numbers in
    it (one, unless the link says that it is the next), and whether it names one. ``needs_digit``:
    their addresses have one."""
    for link in page.root.iter("a", "link"):
        href = link.get("href") or ""
        # asked first: the texts of all links take half of the time
        if not href or (needs_digit and _DIGIT.search(href) is None):
            continue
        is_next = "next" in (link.get("rel") or "").lower().split()
        text = text_of(link) if link.tag == "a" else ""
        numbers = _NUMBER.findall(text) if len(text) <= MAX_LENGTH else []
        if is_next or len(numbers) == 1:
            yield link, text, numbers, is_next


def _find_link(
    page: Page, scope: etree._Element, host: str, place: _Place
) -> etree._Element | None:
    """Return the link in a pager to the page after that at ``place``."""
    for link in scope.iter("a"):
        target = _resolve(page, link.get("href") or "")
        if target and target[0] == host and _number_of(target[1], place) == place.number + 1:
            return link
    return None


def _split_address(url: str) -> tuple[str, str]:
    """Return the host, and the path with the query; empty where an address is none."""
    try:
        parts = urlsplit(url)
    except ValueError:  # http://[bad
        return "", ""
    path = parts.path if len(parts.path) > 1 else ""
    return parts.netloc, f"{path}?{parts.query}" if parts.query and path else path


def _resolve(page: Page, href: str) -> tuple[str, str] | None:
    try:
        return _split_address(urljoin(page.base, href))
    except ValueError:
        return None


def _list_numbered(address: str) -> Iterator[_Place]:
    for pattern in _NUMBERED:
        match = pattern.fullmatch(address)
        if match is not None:
            yield _Place(match[1], match[2], int(match[3]))


def _number_of(address: str, place: _Place) -> int | None:
    """Return the number of the page at an address, if it is one of the same article."""
    if _ENDING.sub("", address) == place.base:
        return 1
    if not address.startswith(place.base):
        return None
    match = _REST.fullmatch(address, len(place.base))
    is_same = match is not None and (not place.between or match[1] == place.between)
    return int(match[2]) if match is not None and is_same else None


def _is_part(address: str, place: _Place) -> bool:
    """True for a number in a folder or a query of its own: ``-2`` may be another article."""
    return address[len(place.base) : len(place.base) + 1] in ("/", "?", "&", ",")


def _find_scope(link: etree._Element, number: int) -> etree._Element | None:
    """Return the innermost element around a link where the number stands outside of links, or in
    one that is marked as that of the page; None if there is none nearby."""
    around = list(takewhile(lambda e: e.tag not in _WHOLE, link.iterancestors()))
    if any(_OF_COMMENTS.search(f"{e.get('id')} {e.get('class')}") for e in around):
        return None
    for scope in around[:MAX_LEVELS]:
        if len(text_of(scope)) > MAX_LENGTH:
            return None
        if number in map(int, _NUMBER.findall(_text_beside_links(scope))):
            return scope
    return None


def _text_beside_links(scope: etree._Element) -> str:
    """Return the text of an element without that of its links to other pages."""
    pieces: list[str] = []
    linked: set[etree._Element] = set()
    for element in scope.iter(etree.Element):
        parent = element.getparent()
        is_link = element.tag == "a" and element.get("href") and not element.get("aria-current")
        if parent in linked or is_link:
            linked.add(element)
        else:
            pieces.append(element.text or "")
        if element is not scope and parent not in linked:
            pieces.append(element.tail or "")
    return " ".join(pieces)
