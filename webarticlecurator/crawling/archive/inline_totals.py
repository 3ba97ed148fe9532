"""What a list page counts of its list where no reader sees it: in attributes around its links
(``data-total``) and beside them, in its microdata, and in the data of its scripts.

Other numbers are there, too: of comments, columns, milliseconds. So the names must be those that
programs agree on. A total must stand at the list itself, or have the number of the page, or of its
first article, beside it; a number of pages must have the number of the page.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING
from zlib import crc32

if TYPE_CHECKING:  # `status` reads no page
    from lxml import etree

    from webarticlecurator.pages.page.page import Page

TOTALS = frozenset(
    "total totalarticles totalcount totalhits totalitems totalposts totalrecords totalresults"
    " foundposts numberofitems numfound".split()
)
TOTALS_OF_PAGES = frozenset(
    "totalpages totalpage maxpages maxpage maxnumpages lastpage last numpages pagecount"
    " pages".split()
)
"""Names in attributes and objects, without their signs."""
OF_LIST = "~"
"""First character of the form of a total beside a list in data: its second number is a digest of
that list."""
MAX_SCRIPT = 1_000_000
"""Characters of a script that is read."""
MAX_DEPTH = 8
"""Objects and lists inside each other in which totals are looked for."""
MAX_OTHERS = 0.2
"""Pictures and other things beside the articles of a list, for each of these, that its total may
well count, too."""
_NO_LETTERS = re.compile(r"[^a-z]+")
_WRITTEN = re.compile(r"\d{1,9}|\d{1,3}(?:[.,'’ \u00a0\u2009\u202f]\d{3}){1,2}")
_NO_DIGITS = re.compile(r"\D")
_NAMES_TOTAL = re.compile(r'"(?:total|found|num|max|last|page)\w*"\s*:\s*"?\d', re.IGNORECASE)
_IS_DATA = re.compile(r"application/(?:[\w.-]+\+)?json", re.IGNORECASE)
_ASSIGNED = re.compile(r"""\s*(?:var |let |const )?[\w.$[\]"']+\s*=\s*(?=[{[])""")

Count = tuple[str, tuple[int, ...]]


def list_inline_totals(
    page: Page,
    around: Sequence[etree._Element],
    beside: Iterable[etree._Element],
    links: Sequence[etree._Element],
) -> Iterator[Count]:
    """Yield the named totals of a list with their numbers, and each with each other number of its
    element or object. ``around``: the elements around all ``links``; ``beside``: those that are
    next to them."""
    for outer in around:
        numbers = _read_attributes(outer)
        yield from _pair_totals(numbers)
        if not TOTALS.isdisjoint(map(_read_name, numbers)) and not _has_others(
            outer, around, links
        ):
            yield from _list_totals(numbers)
    for each in beside:
        yield from _pair_totals(_read_attributes(each))
    holders = {None, *links[0].iterancestors()}
    for each in page.elements.with_attribute("itemprop"):
        outers = (outer for outer in each.iterancestors() if outer.get("itemscope") is not None)
        if next(outers, None) in holders:
            said = (each.get("itemprop", ""), each.get("content") or (each.text or "").strip())
            yield from _list_totals(read_numbers([said]))
    names: set[str] = set()
    for script in page.elements.with_tag("script"):
        text = _read_data(script)
        if len(text) <= MAX_SCRIPT and _NAMES_TOTAL.search(text):
            names = names or {name for link in links for name in _name_link(link)}
            yield from _list_totals_of_data(_parse(text), len(links), names, MAX_DEPTH)


def counts_articles(form: str) -> bool:
    """Return True if the last number of a form is a total of articles, no number of pages."""
    return _read_name(form.rpartition(", ")[2]) in TOTALS


def _list_totals(numbers: Mapping[str, int]) -> Iterator[Count]:
    for name, total in numbers.items():
        if _read_name(name) in TOTALS:
            yield f"{name}: #", (total,)


def _pair_totals(numbers: Mapping[str, int]) -> Iterator[Count]:
    for name, total in numbers.items() if len(numbers) > 1 else ():
        word = _read_name(name)
        for other, number in numbers.items() if word in TOTALS or word in TOTALS_OF_PAGES else ():
            if other != name:
                yield f"{other}: #, {name}: #", (number, total)


def _read_name(name: str) -> str:
    return _NO_LETTERS.sub("", name.lower().removeprefix("data-"))


def _read_attributes(element: etree._Element) -> dict[str, int]:
    data = ((str(name), value) for name, value in element.items())
    return read_numbers((name, value) for name, value in data if name.startswith("data-"))


def read_numbers(values: Iterable[tuple[str, object]]) -> dict[str, int]:
    """Return the whole numbers among named values, also those that are written as text."""
    numbers = {}
    for name, value in values:
        if type(value) is int:
            numbers[name] = value
        elif isinstance(value, str) and _WRITTEN.fullmatch(value):
            numbers[name] = int(_NO_DIGITS.sub("", value))
    return numbers


def _has_others(
    outer: etree._Element, around: Sequence[etree._Element], links: Sequence[etree._Element]
) -> bool:
    """Return True if an element around a list shows more things than its articles, which a total
    may count with these: entries without an article, pictures beside the list."""
    inside = {each for link in links for each in (link, *link.iterancestors())}
    entries = [each for each in around[0] if each in inside]
    tags = {each.tag for each in entries}
    others = sum(
        each not in inside and each.tag in tags and next(each.iter("a", "img"), None) is not None
        for each in around[0]
    )
    pictures = len(list(outer.iter("img"))) - len(list(around[0].iter("img")))
    return others + pictures > max(1, MAX_OTHERS * len(links))


def _name_link(link: etree._Element) -> Iterator[str]:
    """Yield what data may call the article of a link: its headline, the end of its address, a long
    number in that."""
    for element in (link, *link.iter("a"), *link.iterancestors("a")):
        end = (element.get("href") or "").rstrip("/").rpartition("/")[2]
        yield from re.findall(r"\d{3,}", end)
        yield end
    yield " ".join(" ".join(map(str, link.itertext())).split())


def _read_data(script: etree._Element) -> str:
    """Return the data of a script, "" for a program."""
    text = script.text or ""
    if _IS_DATA.match(script.get("type", "")):
        return text.strip()
    assigned = _ASSIGNED.match(text)
    return text[assigned.end() :] if assigned else ""


def _parse(text: str) -> object:
    try:
        return json.JSONDecoder(strict=False).raw_decode(text)[0]
    except (ValueError, RecursionError):
        return None


def _list_totals_of_data(value: object, size: int, names: set[str], depth: int) -> Iterator[Count]:
    """Yield the totals of the objects in data. One without the number of the page beside it must
    stand beside a list of ``size`` things, or in an object there: a list that names the articles of
    the page, or is another one on each page."""
    if depth == 0 or not isinstance(value, dict | list):
        return
    inner = list(value.values()) if isinstance(value, dict) else value
    if isinstance(value, dict):
        numbers = read_numbers(value.items())
        yield from _pair_totals(numbers)
        for found in inner:
            if isinstance(found, list) and len(found) == size:
                beside = [read_numbers(each.items()) for each in inner if isinstance(each, dict)]
                yield from _list_totals_of(found, [numbers, *beside], names)
    for each in inner:
        yield from _list_totals_of_data(each, size, names, depth - 1)


def _list_totals_of(
    found: list[object], holders: Iterable[Mapping[str, int]], names: set[str]
) -> Iterator[Count]:
    is_named = 2 * sum(not names.isdisjoint(_list_words(each, 3)) for each in found) > len(found)
    digest = () if is_named else (crc32(json.dumps(found, sort_keys=True).encode()),)
    for numbers in holders:
        for form, total in _list_totals(numbers):
            yield ("" if is_named else OF_LIST) + form, (*total, *digest)


def _list_words(value: object, depth: int) -> Iterator[str]:
    """Yield the texts and numbers of an entry, and the ends of its addresses."""
    if isinstance(value, dict | list) and depth:
        for each in value.values() if isinstance(value, dict) else value:
            yield from _list_words(each, depth - 1)
    elif isinstance(value, str | int):
        text = str(value).strip().rstrip("/")
        yield text
        yield text.rpartition("/")[2]
