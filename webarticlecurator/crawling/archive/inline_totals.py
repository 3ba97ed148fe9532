"""What a list page counts of its list where no reader sees it: in attributes around its links
(``data-total``), and in the data of its scripts.

Other numbers are there, too: of comments, columns, milliseconds. So the names must be those that
programs agree on. A number of pages must have the number of the page beside it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # `status` reads no page
    from lxml import etree

TOTALS = frozenset(
    "total totalarticles totalcount totalhits totalitems totalposts totalrecords totalresults"
    " foundposts numberofitems numfound".split()
)
TOTALS_OF_PAGES = frozenset(
    "totalpages totalpage maxpages maxpage maxnumpages lastpage numpages pagecount pages".split()
)
"""Names in attributes and objects, without their signs."""
MAX_SCRIPT = 1_000_000
"""Characters of a script that is read."""
MAX_DEPTH = 6
"""Objects and lists inside each other in which the list is looked for."""
_NO_LETTERS = re.compile(r"[^a-z]+")
_NAMES_TOTAL = re.compile(r'"(?:total|found|num|max|last|page)\w*"\s*:\s*"?\d', re.IGNORECASE)
_IS_DATA = re.compile(r"application/(?:[\w.-]+\+)?json", re.IGNORECASE)
_ASSIGNED = re.compile(r"""\s*(?:var |let |const )?[\w.$[\]"']+\s*=\s*(?=[{[])""")


def list_inline_totals(
    root: etree._Element, around: Iterable[etree._Element], size: int
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the named totals of a list of ``size`` links with their numbers; before a number of
    pages each other number of its element or object. ``around``: the elements around all links."""
    for outer in around:
        yield from _list_totals(_read_attributes(outer), is_of_list=True)
        for child in outer:
            for each in (child, *child):
                yield from _list_totals(_read_attributes(each), is_of_list=False)
    for script in root.iter("script"):
        text = _read_data(script)
        if len(text) <= MAX_SCRIPT and _NAMES_TOTAL.search(text):
            for numbers in _find_numbers_beside_list(_parse(text), size, MAX_DEPTH):
                yield from _list_totals(numbers, is_of_list=True)


def _list_totals(
    numbers: Mapping[str, int], *, is_of_list: bool
) -> Iterator[tuple[str, tuple[int, ...]]]:
    for name, total in numbers.items():
        word = _NO_LETTERS.sub("", name.lower().removeprefix("data-"))
        if is_of_list and word in TOTALS:
            yield f"{name}: #", (total,)
        for other, number in numbers.items() if word in TOTALS_OF_PAGES else ():
            if other != name:
                yield f"{other}: #, {name}: #", (number, total)


def _read_attributes(element: etree._Element) -> dict[str, int]:
    data = ((str(name), str(value)) for name, value in element.items())
    return {
        name: int(value)
        for name, value in data
        if name.startswith("data-") and value.isdecimal() and len(value) < 10
    }


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


def _find_numbers_beside_list(value: object, size: int, depth: int) -> Iterator[dict[str, int]]:
    """Yield the numbers of each object that holds a list of ``size`` things, and of those in it."""
    if depth == 0 or not isinstance(value, dict | list):
        return
    inner = list(value.values()) if isinstance(value, dict) else value
    if isinstance(value, dict) and any(isinstance(x, list) and len(x) == size for x in inner):
        for holder in (value, *(each for each in inner if isinstance(each, dict))):
            yield {name: each for name, each in holder.items() if type(each) is int}
    for each in inner:
        yield from _find_numbers_beside_list(each, size, depth - 1)
