"""What the pages of a list count of themselves: "page 20 of 30", "191–200 of 300", a total.

No word is read. A text says where its page is if one of its numbers grows from page to page, as the
number of pages or articles does, and another one stays. A total stays, and fits the articles of a
page.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.crawling.archive.inline_totals import list_inline_totals

if TYPE_CHECKING:  # `status` judges the counts, and reads no page
    from lxml import etree

    from webarticlecurator.pages.page.page import Page

MAX_COUNTS = 200
"""Texts with numbers that are kept of the first page; later ones only leave some out."""
MAX_LENGTH = 80
"""Characters of a text that counts; longer ones are prose."""
MAX_NUMBERS = 8
MAX_CHILDREN, MAX_DEPTH = 20, 4
LEVELS = 3
"""Elements around the lists of a page in which a single number may be its total."""
MIN_MARKED = 3
"""Numbers beside each other of which one is marked: a pager."""
MIN_MORE, MAX_MORE = 1.2, 100
"""How many times as many articles as were listed a single number means, if it is their total: the
rules may leave out some of them, and a larger number is something else."""
_NUMBER = re.compile(r"\d+(?:[.,'’\u00a0\u202f]\d{3}(?!\d))*")
_DIGIT, _NO_DIGITS = re.compile(r"\d"), re.compile(r"\D")
_UNREAD = frozenset(("a", "button", "option", "script", "style", "template", "time"))
_ASIDE = frozenset(("aside", "footer", "nav"))
_HEADER, _OBJECT, _MARKED, _INLINE = "=", "{", "[", "<"
"""First characters of the forms of headers, of objects of JSON, of marked numbers, and of totals
that no reader sees."""
_TOTALS = frozenset(("content-range", "x-total-count", "x-wp-total"))
"""Headers that have the total of a list, as programs agree."""


class ListCount(NamedTuple):
    """A text with numbers that the pages of a walk share: its ``form``, with # in their places, the
    ``numbers`` of the last page, and by how many each grows from page to page: 0 for one that
    stays, -1 for any other; () after one page."""

    form: str
    numbers: Sequence[int]
    steps: Sequence[int] = ()

    @property
    def is_data(self) -> bool:
        """True for values of JSON and headers."""
        return self.form.startswith((_HEADER, _OBJECT))

    @property
    def is_pair_of_data(self) -> bool:
        """True for a number of pages that no reader sees, and another number beside it."""
        return self.form.startswith(_INLINE) and len(self.numbers) > 1

    @property
    def constants(self) -> list[int]:
        """The numbers that have stayed, but for years."""
        steps = self.steps or [0] * len(self.numbers)
        stayed = [each for each, step in zip(self.numbers, steps, strict=True) if step == 0]
        return [each for each in stayed if not 1900 <= each < 2100]

    def describe(self) -> str:
        """Return the text as the last page has it."""
        if self.form.startswith(_MARKED):
            return "[{}] … {}".format(*self.numbers)
        numbers = iter(self.numbers)
        return re.sub("#", lambda _: str(next(numbers, "#")), self.form.lstrip("={<"))


@dataclass(frozen=True)
class ListSize:
    """What a walk has read of a list: ``pages`` that list something and the ``articles`` on them;
    ``first``: those of its first page; ``is_full``: its last page has as many as the one before."""

    pages: int
    articles: int
    first: int
    is_full: bool


class CountedPart(NamedTuple):
    """How much of a list was read, as a page ``says``: ``counted`` of ``of``."""

    says: str
    counted: int
    of: int


def read_page_counts(page: Page, links: Sequence[etree._Element]) -> tuple[ListCount, ...]:
    """Return the texts and values of a list page that have numbers, each form once: a form that has
    other numbers elsewhere on the page counts nothing. ``links`` are its links to articles."""
    found: dict[str, set[ListCount]] = defaultdict(set)
    for form, numbers in _list_counts(page, links):
        found[form].add(ListCount(form, numbers))
    return tuple(each.pop() for each in found.values() if len(each) == 1)[:MAX_COUNTS]


def _list_counts(
    page: Page, links: Sequence[etree._Element]
) -> Iterator[tuple[str, tuple[int, ...]]]:
    for name, value in page.headers:
        # Content-Range: items 0-9/300
        number = value.rpartition("/")[2] if name.lower() in _TOTALS else value
        if number.isdecimal() and len(number) < 10:
            yield f"{_HEADER}{name}: #", (int(number),)
    if isinstance(page.json, dict | list):
        yield from _list_json_counts(page.json, "", MAX_DEPTH)
        return
    elements = page.elements.all
    owners = [each for each in elements if each.text and _DIGIT.search(each.text)]
    yield from _list_marked_numbers(owners)
    parents = (each.getparent() for each in elements if each.tail and _DIGIT.search(each.tail))
    owners += [each for each in parents if each is not None]
    scope = _find_scope(links)
    for form, numbers in list_inline_totals(page.root, scope, len(links)) if scope else ():
        yield f"{_INLINE}{form}", numbers
    texts: dict[etree._Element, str] = {}
    for owner in owners:
        yield from _count_around(owner, scope, texts)


def _list_json_counts(
    value: object, path: str, depth: int
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the whole numbers of each object of JSON that is in no list."""
    if not isinstance(value, dict) or depth == 0:
        return
    numbers = {
        name: int(each)
        for name, each in value.items()
        if (isinstance(each, int) and not isinstance(each, bool))
        or (isinstance(each, str) and each.isdecimal() and len(each) < 8)
    }
    if numbers:
        names = ", ".join(f"{path}{name}: #" for name in numbers)
        yield f"{_OBJECT}{names}", tuple(numbers.values())
    for name, each in value.items():
        yield from _list_json_counts(each, f"{path}{name}.", depth - 1)


def _list_marked_numbers(
    elements: Iterable[etree._Element],
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield for each pager the number that is marked unlike the others, and the largest one."""
    groups: dict[etree._Element, list[tuple[str, int]]] = defaultdict(list)
    for element in elements:
        text = (element.text or "").strip()
        parent = element.getparent()
        if not text.isdecimal() or len(text) > 5 or len(element) or parent is None:
            continue
        outer = parent.getparent() if len(parent) == 1 else parent
        marks = sorted(set(element.keys()) - {"href", "value", "title"})
        look = f"{element.tag}.{element.get('class', '')}.{marks}.{parent.get('class', '')}"
        if outer is not None and element.tag not in ("td", "th"):
            groups[outer].append((look, int(text)))
    for numbers in groups.values():
        looks = Counter(look for look, _ in numbers)
        for look, number in numbers if len(numbers) >= MIN_MARKED and len(looks) > 1 else ():
            if looks[look] == 1:
                form = _MARKED + _DIGIT.sub("", look)
                yield form, (number, max(each for _, each in numbers))


def _find_scope(links: Sequence[etree._Element]) -> frozenset[etree._Element]:
    """Return the elements around all links to articles, the innermost ones without ``body``."""
    if not links:
        return frozenset()
    around = list(links[0].iterancestors())
    for link in links[1:]:
        outer = set(link.iterancestors())
        around = [each for each in around if each in outer]
    inner = [each for each in around if each.tag not in ("html", "body")]
    return frozenset(inner[:LEVELS] or around[:1])


def _count_around(
    owner: etree._Element,
    scope: frozenset[etree._Element],
    texts: dict[etree._Element, str],
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the text of an element, and of short ones around it, that were not read before."""
    around = [owner, *islice(owner.iterancestors(), MAX_DEPTH)]
    tags = {each.tag for each in around}
    if not tags.isdisjoint(_UNREAD):
        return
    is_beside = not scope.isdisjoint(around) and tags.isdisjoint(_ASIDE)
    for element in around[:LEVELS]:
        if element in texts:
            return
        parts: list[str] = []
        is_short = _collect_text(element, parts, MAX_DEPTH)
        texts[element] = text = " ".join(" ".join(parts).split())
        if not is_short or len(text) > MAX_LENGTH:
            return
        written = _NUMBER.findall(text)
        if (0 if is_beside else 1) < len(written) <= MAX_NUMBERS:
            form = _NUMBER.sub("#", text).strip(" |·•‹›«»<>[](){}=–-")
            yield form, tuple(int(_NO_DIGITS.sub("", each)) for each in written)


def _collect_text(element: etree._Element, parts: list[str], depth: int) -> bool:
    """Add the texts in an element to ``parts``, but those of links; False if it is too large."""
    if depth == 0 or len(element) > MAX_CHILDREN:
        return False
    parts.append(element.text or "")
    for child in element:
        is_read = isinstance(child.tag, str) and child.tag not in _UNREAD
        if is_read and not _collect_text(child, parts, depth - 1):
            return False
        parts.append(child.tail or "")
    return True


def follow_counts(
    known: Iterable[ListCount], page: Iterable[ListCount], place: int
) -> Iterator[ListCount]:
    """Yield what is left of the counts of the pages before, beside those of one more page: its
    ``place`` in the list is counted from 1."""
    numbers = {each.form: each.numbers for each in page}
    for form, before, steps in known:
        now = numbers.get(form, ())
        earlier: Sequence[int | None] = steps or [None] * len(before)
        grown = [_find_step(*each, place) for each in zip(before, now, earlier, strict=False)]
        if len(grown) == len(before) and max(grown) >= 0:
            yield ListCount(form, now, grown)


def _find_step(before: int, now: int, step: int | None, place: int) -> int:
    """Return by how many a number grows from page to page; -1 for one that does otherwise. The
    first time, it must count the pages, or the articles on so many of them."""
    growth = now - before
    if growth == 0:
        return 0 if not step else -1
    if step is None:
        counts = (place * growth, (place - 1) * growth, (place - 1) * growth + 1)
        return growth if growth > 0 and now in counts else -1
    return step if 0 < growth <= step else -1


def find_counted_parts(counts: Sequence[ListCount], size: ListSize) -> Iterator[CountedPart]:
    """Yield how much of a list was read, by what its pages count."""
    totals = []
    for count in counts:
        growing = [each for each in zip(count.numbers, count.steps, strict=False) if each[1] > 0]
        if growing:
            yield from _read_place(count, growing, size)
        elif (count.steps and not count.is_pair_of_data) or count.is_data:
            totals.append(count)
    yield from _compare_totals(totals, size)


def _read_place(
    count: ListCount, growing: Sequence[tuple[int, int]], size: ListSize
) -> Iterator[CountedPart]:
    """Yield the part that numbers which grow, each with its step, are of one that stays."""
    larger = sorted(each for each in count.constants if each >= max(growing)[0])
    reached = max(_count_to_end(*each, size.pages) for each in growing)
    counts_pages = max(step for _, step in growing) == 1
    is_read = counts_pages and any(_is_read(each, reached, size) for each in larger)
    for total in larger[:1]:
        yield CountedPart(count.describe(), total if is_read else min(reached, total), total)


def _is_read(total: int, pages: int, size: ListSize) -> bool:
    """Return True if a total beside the number of a page counts the articles of so many pages."""
    return _count_pages(total, size) == pages or 1 <= total / max(size.articles, 1) < MIN_MORE


def _count_to_end(number: int, step: int, place: int) -> int:
    """Return up to which article or page a page reaches, by a number that counts its first or last
    one."""
    if number == (place - 1) * step:
        return number + step
    return number + step - 1 if number == (place - 1) * step + 1 else number


def _count_pages(total: int, size: ListSize) -> int:
    return -(-total // max(size.first, 1))


def _compare_totals(counts: Sequence[ListCount], size: ListSize) -> Iterator[CountedPart]:
    """Yield how much was read by numbers that stay: a total that fits a number of pages, or one
    alone."""
    constants = {number for count in counts for number in count.constants}
    for count in counts:
        totals = [each for each in count.constants if each > size.first]
        is_alone = len(totals) == 1 and _is_total(count, size)
        for total in totals:
            pages = _count_pages(total, size)
            is_paged = pages in constants - {total} and pages > size.pages
            is_more = is_alone and MIN_MORE <= total / max(size.articles, 1) <= MAX_MORE
            is_unread = size.is_full and (is_paged or is_more)
            if is_unread or (is_alone and total == size.articles):
                yield CountedPart(count.describe(), size.articles, total)


def _is_total(count: ListCount, size: ListSize) -> bool:
    """Return True if the one large number of a text or value may be the total of the list."""
    if count.form.startswith(_HEADER):
        return count.form[1:].partition(":")[0].lower() in _TOTALS
    return count.is_data or {*count.numbers} <= {size.first, max(count.constants)}
