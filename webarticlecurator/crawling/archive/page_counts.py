"""What the pages of a list count of themselves: "page 20 of 30", "191–200 of 300", a total.

No word is read. A text says where its page is if one of its numbers grows from page to page, as the
number of pages or articles does, and another one stays. A total stays, and fits the articles of a
page. A number that stays alone may count anything: growing_totals.py.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.portal.hosts import join_address, split_address
from webarticlecurator.crawling.archive.inline_totals import (
    OF_LIST,
    TOTALS,
    TOTALS_OF_PAGES,
    counts_articles,
    list_inline_totals,
    read_numbers,
)

if TYPE_CHECKING:  # `status` judges the counts, and reads no page
    from lxml import etree

    from webarticlecurator.pages.page.page import Page

MAX_COUNTS = 200
"""Texts with numbers that are kept of the first page; later ones only leave some out."""
MAX_LENGTH, MAX_PROSE = 80, 400
"""Characters of a text that counts; longer ones are prose, in which a number may grow with the
list."""
MAX_NUMBERS = 8
MAX_BESIDE = 3
"""Numbers of a text at most, if one may be the total of the list, and another one its pages."""
MAX_CHILDREN, MAX_DEPTH = 20, 4
LEVELS = 3
"""Elements around the lists of a page in which a single number may be its total."""
MAX_SHRINK, MIN_SHRUNK = 1000, 3
"""By how many a number of what is left may shrink from page to page, and on how many pages of a
list it must be seen."""
MIN_MARKED = 3
"""Numbers beside each other of which one is marked: a pager."""
MIN_MORE, MAX_MORE = 1.2, 100
"""How many times as many articles as were listed a single number means, if it is their total: the
rules may leave out some of them, and a larger number is something else."""
_NUMBER = re.compile(r"\d+(?:[.,'’٬]\d{3}(?!\d))*")
_SPACED = re.compile(r"(?<!\d)(?<!\d )\d{1,3}(?: \d{3})+(?! ?\d)")
_SPACED_OR_NOT = re.compile(f"{_SPACED.pattern}|{_NUMBER.pattern}")
_DIGIT, _NO_DIGITS = re.compile(r"\d"), re.compile(r"\D")
_ORDINAL = re.compile(
    r"(?<=[^\W\d_])\.? ?#$|#\.(?= ?[^\W\d_])|#(?: ?[%°ºª€$£¥]|-?(?![\u2e80-\ud7ff])[^\W\d_])"
)
"""A number that names or measures: "Issue 40", "40. szám", "40th", "40 %"; one that counts is
before its word ("40 articles"), alone, or behind a sign ("total: 40")."""
_CLAUSES = frozenset(",.;:")
_PRESSED = frozenset(("a", "button"))
_UNREAD = _PRESSED | {"option", "script", "style", "template", "time"}
_SIGNS = " |·•‹›«»<>[](){}=–-"
"""Around texts, and first characters of forms of other kinds."""
_ASIDE = frozenset(("aside", "footer", "nav"))
_HEADER, _OBJECT, _MARKED, _INLINE, _WEAK = "=", "{", "[", "<", "?"
"""First characters of the forms of headers, of objects of JSON, of marked numbers, of totals that
no reader sees, and of texts that count nothing unless they grow with the list."""


class ListCount(NamedTuple):
    """A text with numbers that the pages of a walk share: its ``form``, with # in their places, the
    ``numbers`` of the last page, and by how many each grows from page to page, which is less than
    -1 where it shrinks by as many: 0 for one that stays, -1 for any other; () after one page."""

    form: str
    numbers: Sequence[int]
    steps: Sequence[int] = ()

    @property
    def is_data(self) -> bool:
        """True for values of JSON and headers."""
        return self.form.startswith((_HEADER, _OBJECT))

    @property
    def is_inline(self) -> bool:
        """True for totals that no reader sees, and those beside the number of the articles."""
        return self.form.startswith(_INLINE)

    @property
    def is_paged_total(self) -> bool:
        """True for a total of articles that has the number of the page beside it."""
        return self.is_inline and counts_articles(self.form) and max(self.steps, default=0) == 1

    @property
    def may_be_total(self) -> bool:
        """True if a number that stays may be the total of the list: in data that has two numbers,
        the other one must be that of the page, or the digest of a list that changes."""
        if self.is_inline and len(self.numbers) > 1:
            is_of_list = self.form.startswith(_INLINE + OF_LIST) and list(self.steps[1:]) == [-1]
            return self.is_paged_total or is_of_list
        is_marked = self.form.startswith(_MARKED)
        return self.is_data or self.is_inline or (bool(self.steps) and not is_marked)

    @property
    def is_shown(self) -> bool:
        """True for a text."""
        return not self.form.startswith((_HEADER, _OBJECT, _MARKED, _INLINE))

    @property
    def is_weak(self) -> bool:
        """True for a text that counts nothing unless it grows with the list."""
        return self.form.startswith(_WEAK)

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
        text = re.sub("#", lambda _: str(next(numbers, "#")), self.form.lstrip("={<~?"))
        # the form lacks the signs around it: the end of "Sport (120)"
        for opened, closed in ("()", "[]"):
            more = text.count(opened) - text.count(closed)
            text = f"{opened * -more}{text}{closed * more}"
        return text


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
    single = (each.pop() for each in found.values() if len(each) == 1)
    counts = (each for each in single if each.numbers)
    return tuple(sorted(counts, key=lambda each: each.is_weak)[:MAX_COUNTS])


def _list_counts(
    page: Page, links: Sequence[etree._Element]
) -> Iterator[tuple[str, tuple[int, ...]]]:
    for name, value in page.headers:
        # Content-Range: items 0-9/300
        number = value.rpartition("/")[2]
        if number.isdecimal() and len(number) < 10 and _names_total(name, *TOTALS_OF_PAGES):
            yield f"{_HEADER}{name}: #", (int(number),)
    if isinstance(page.json, dict | list):
        yield from _list_json_counts(page.json, "", MAX_DEPTH)
        return
    elements = page.elements.all
    owners = [each for each in elements if each.text and _DIGIT.search(each.text)]
    yield from _list_marked_numbers(owners)
    parents = (each.getparent() for each in elements if each.tail and _DIGIT.search(each.tail))
    owners += [each for each in parents if each is not None]
    for select in page.elements.with_tag("select"):
        yield from _list_selected_number(select)
    around = _find_scope(links)
    beside = _list_neighbours(around)
    inner = (each for outer in around for child in outer for each in (child, *child))
    totals = list_inline_totals(page, around, (*beside, *inner), links) if around else ()
    for form, numbers in totals:
        yield f"{_INLINE}{form}", numbers
    reader = _TextReader(page.url, (*around, *beside), around[0] if around else None, links)
    for owner in owners:
        yield from reader.count_around(owner)
    for labelled in page.elements.with_attribute("aria-label"):
        yield from reader.count_label(labelled)


def _names_total(header: str, *others: str) -> bool:
    """Return True for the name of a header with a total: X-WP-Total, X-Total-Count."""
    name = header.lower().replace("-", "")
    return name == "contentrange" or name.endswith((*TOTALS, *others))


def _list_json_counts(
    value: object, path: str, depth: int
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the whole numbers of each object of JSON that is in no list."""
    if not isinstance(value, dict) or depth == 0:
        return
    numbers = read_numbers(value.items())
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


def _list_selected_number(select: etree._Element) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the number that is selected among others, and the largest one: a menu of pages."""
    numbers: list[int] = []
    selected = 0
    for option in select.iter("option"):
        # "2", "page 2", "page 2 of 8", or the value alone
        written = _NUMBER.findall(option.text or "") or _NUMBER.findall(option.get("value", ""))
        if not written:
            return
        numbers.append(int(_NO_DIGITS.sub("", written[0])))
        selected = numbers[-1] if option.get("selected") is not None else selected
    if len(numbers) > 1:
        form = f"{_MARKED}select {select.get('name', '')} {_DIGIT.sub('', select.get('class', ''))}"
        yield form, (selected or numbers[0], max(numbers))


def _find_scope(links: Sequence[etree._Element]) -> list[etree._Element]:
    """Return the elements around all links to articles, the innermost ones without ``body``."""
    if not links:
        return []
    around = list(links[0].iterancestors())
    for link in links[1:]:
        outer = set(link.iterancestors())
        around = [each for each in around if each in outer]
    inner = [each for each in around if each.tag not in ("html", "body")]
    return inner[:LEVELS] or around[:1]


def _list_neighbours(around: Sequence[etree._Element]) -> list[etree._Element]:
    """Return the elements next to a list that stands in ``body`` itself."""
    parent = around[0].getparent() if len(around) == 1 else None
    if parent is None or parent.tag != "body":
        return []
    before = islice(around[0].itersiblings(preceding=True), LEVELS)
    found = [*before, *islice(around[0].itersiblings(), LEVELS)]
    return [each for each in found if each.tag != "header"]


class _TextReader:
    """Reads the texts of a page at ``url`` that have numbers. ``scope``: the elements around and
    beside the list, in which a single number may be its total; ``around``: the innermost one around
    all ``links``."""

    def __init__(
        self,
        url: str,
        scope: Iterable[etree._Element],
        around: etree._Element | None,
        links: Sequence[etree._Element],
    ) -> None:
        self.url = url
        self.scope = frozenset(scope)
        self.size = len(links)
        inside = {each for link in links for each in (link, *link.iterancestors())}
        self.entries = set() if around is None else inside.intersection(around)
        self.texts: dict[etree._Element, str] = {}

    def count_around(self, owner: etree._Element) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Yield the text of an element, and of short ones around it, that were not read before;
        that of a link without numbers: it counts nothing, and nothing of that form does."""
        around = [owner, *islice(owner.iterancestors(), MAX_DEPTH)]
        tags = {each.tag for each in around}
        is_beside = self._is_beside(around)
        if not tags.isdisjoint(_UNREAD):
            text = _join_text([owner.text or ""])
            yield _NUMBER.sub("#", text).strip(_SIGNS), ()
            is_pressed = is_beside and tags.isdisjoint(_UNREAD - _PRESSED)
            if is_pressed and not self._leads_elsewhere(around):
                yield from _count_weakly(text)
            return
        for element in around[:LEVELS]:
            if element in self.texts:
                return
            parts: list[str] = []
            is_short = _collect_text(element, parts, MAX_DEPTH)
            self.texts[element] = text = _join_text(parts)
            if not is_short or len(text) > MAX_LENGTH:
                if is_beside and element is owner:
                    yield from _count_weakly(text)
                return
            yield from self._count(text, is_beside=is_beside)

    def _leads_elsewhere(self, around: Iterable[etree._Element]) -> bool:
        """Return True in a link to what is no page of this list, by the beginning of its path: it
        counts what it leads to."""
        links = ["", *(each.get("href", "") for each in around if each.tag == "a")]
        joined = (split_address(join_address(self.url, each)) for each in links)
        own, *paths = (f"{each.path.rstrip('/')}/" for each in joined)
        return any(not (path.startswith(own) or own.startswith(path)) for path in paths)

    def count_label(self, labelled: etree._Element) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Yield the label of an element that a screen reader says."""
        is_beside = self._is_beside([labelled, *islice(labelled.iterancestors(), MAX_DEPTH)])
        text = _join_text([labelled.get("aria-label", "")])
        yield from self._count(text, is_beside=is_beside) if len(text) <= MAX_LENGTH else ()

    def _is_beside(self, around: Sequence[etree._Element]) -> bool:
        """Return True if one of the elements around a text is beside the list, and none in it."""
        is_aside = any(each.tag in _ASIDE or each in self.entries for each in around)
        return not is_aside and not self.scope.isdisjoint(around)

    def _count(self, text: str, *, is_beside: bool) -> Iterator[tuple[str, tuple[int, ...]]]:
        # "page 20 300 articles" may be two numbers or one
        for pattern in (_NUMBER, _SPACED_OR_NOT) if _SPACED.search(text) else (_NUMBER,):
            form = pattern.sub("#", text).strip(_SIGNS)
            numbers = tuple(int(_NO_DIGITS.sub("", each)) for each in pattern.findall(text))
            is_counted = len(numbers) == 1 and is_beside and not _ORDINAL.search(form)
            if 1 < len(numbers) <= MAX_NUMBERS or is_counted:
                yield form, numbers
            # "15 of 40", "1–15 of 40", in one clause; two days of a calendar have nothing between
            is_of_shown = is_beside and numbers[:-1] in ((self.size,), (1, self.size))
            between = form.split("#")[-2].strip() if is_of_shown else ""
            if between and _CLAUSES.isdisjoint(between):
                for each in numbers[:-1]:
                    form = form.replace("#", str(each), 1)
                yield f"{_INLINE}{form}", numbers[-1:]


def _count_weakly(text: str) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the numbers of a text that may grow with the list."""
    found = _SPACED_OR_NOT.findall(text) if len(text) <= MAX_PROSE else []
    if 0 < len(found) <= MAX_NUMBERS:
        numbers = tuple(int(_NO_DIGITS.sub("", each)) for each in found)
        yield _WEAK + _SPACED_OR_NOT.sub("#", text).strip(_SIGNS), numbers


def _join_text(parts: Iterable[str]) -> str:
    return " ".join(" ".join(parts).split())


def _collect_text(element: etree._Element, parts: list[str], depth: int) -> bool:
    """Add the texts in an element to ``parts``, but those of links; False if it is too large."""
    if depth == 0 or len(element) > MAX_CHILDREN:
        return False
    parts.append(element.text or "")
    for child in element:
        is_read = isinstance(child.tag, str) and child.tag not in _UNREAD
        if is_read and not _collect_text(child, parts, depth - 1):
            return False
        if child.tag == "input" and child.get("type", "text") in ("text", "number"):
            parts.append(child.get("value", ""))
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
        if len(grown) == len(before) and {*grown} != {-1}:
            yield ListCount(form, now, grown)


def _find_step(before: int, now: int, step: int | None, place: int) -> int:
    """Return by how many a number grows from page to page; -1 for one that does otherwise. The
    first time, it must count the pages, or the articles on so many of them."""
    growth = now - before
    if growth == 0:
        return 0 if not step else -1
    if growth < 0:
        return growth if growth in (step, step or max(growth, -MAX_SHRINK)) else -1
    if step is None:
        counts = (place * growth, (place - 1) * growth, (place - 1) * growth + 1)
        return growth if growth > 0 and now in counts else -1
    return step if 0 < growth <= step else -1


def find_counted_parts(counts: Sequence[ListCount], size: ListSize) -> Iterator[CountedPart]:
    """Yield how much of a list was read, by what its pages count."""
    totals = []
    for count in counts:
        yield from _read_rest(count, size)
        if count.is_weak:
            continue
        growing = [each for each in zip(count.numbers, count.steps, strict=False) if each[1] > 0]
        if growing and not count.is_paged_total:
            yield from _read_place(count, growing, size)
        elif count.may_be_total:
            totals.append(count)
    yield from _compare_totals(totals, size)


def _read_rest(count: ListCount, size: ListSize) -> Iterator[CountedPart]:
    """Yield the part of a list that was read, by a number of what is left that shrinks from page to
    page by the articles of one."""
    for number, step in zip(count.numbers, count.steps, strict=False):
        if step == -size.first < -1 and number > 0 and size.pages >= MIN_SHRUNK:
            yield CountedPart(count.describe(), size.articles, size.articles + number)


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
    fits = _count_pages(total, size) == pages or total / max(size.articles, 1) < MIN_MORE
    return fits and total >= size.articles


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
    that is named, or as large as the list."""
    of_data = {number for count in counts if count.is_data for number in count.constants}
    for count in counts:
        # two numbers of different texts may well fit by chance
        of_text = {*count.constants} if len(count.numbers) <= MAX_BESIDE else set()
        constants = of_data if count.is_data else of_text
        totals = [each for each in count.constants if each > size.first]
        is_alone = len(totals) == 1 and _is_total(count, size)
        for total in totals:
            pages = _count_pages(total, size)
            is_paged = pages in constants - {total} and pages > size.pages
            is_lone = count.is_shown and len({*count.numbers}) == 1
            is_more = is_alone and not is_lone and is_much_more(total, size.articles)
            is_unread = size.is_full and (is_paged or is_more)
            if is_unread or (is_alone and total == size.articles):
                yield CountedPart(count.describe(), size.articles, total)


def is_much_more(total: int, articles: int) -> bool:
    """Return True for a number that may be the total of a list of which so many were read."""
    return MIN_MORE <= total / max(articles, 1) <= MAX_MORE


def _is_total(count: ListCount, size: ListSize) -> bool:
    """Return True if the one large number of a text or value may be the total of the list."""
    if count.form.startswith(_HEADER):
        return _names_total(count.form[1:].partition(":")[0])
    is_named = count.is_data or count.is_inline
    return is_named or {*count.numbers} <= {size.first, max(count.constants)}
