"""The addresses of archive pages: what in one is the day or the number of the page, which pages of
a list there are, and how one page leads to the next: by a link with a telling class or text, or by
page numbers among its links.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import date
from functools import lru_cache
from urllib.parse import urlsplit

from lxml import etree

from webarticlecurator.archive.link_sources import find_anchors
from webarticlecurator.archive.page_address import PAGE_WORD, normalize_address
from webarticlecurator.archive.windows import Window
from webarticlecurator.dataclasses import dataclass
from webarticlecurator.model.hosts import is_same_site
from webarticlecurator.model.proposal import DatedAddress, MoreButton, NumberedProposal
from webarticlecurator.model.rule import Rule
from webarticlecurator.page import Page
from webarticlecurator.page.css import to_css
from webarticlecurator.page.stable_names import (
    class_selectors,
    is_in_navigation,
    is_written_name,
)
from webarticlecurator.rules import select_elements, select_first
from webarticlecurator.rules.elements import NotAnAddress, resolve, text_of
from webarticlecurator.text.words import list_lines

_DIGITS = re.compile(r"\d+")
_NAME = "[a-z][a-z_-]*"
"""Names of columns in addresses; one with more words would be a headline."""
_COLUMN = re.compile(rf"(?<=/){_NAME}(?=/)")


@dataclass(frozen=True)
class ListAddress:
    """A template for ``archive.url``: with ``{page}``, date fields or none. ``fits`` of the known
    addresses of the list are of its form. With dates, ``first_day`` is the first of them, and
    ``step`` the window; ``first_page`` is the lowest page number among them. With ``{column}``,
    ``columns`` are the names that known addresses have in its place."""

    template: str
    fits: int
    first_day: date | None = None
    step: str = ""
    first_page: int | None = None
    columns: tuple[str, ...] = ()


def find_address_shape(url: str) -> str:
    """Return the address with ``#`` for each number after its host: pages of one list mostly differ
    in numbers only."""
    start = _after_host(url)
    return url[:start] + _DIGITS.sub("#", url[start:])


def find_common_beginning(url: str) -> str:
    """Return the address up to its first number, which others of the list have, too."""
    number = _DIGITS.search(url, _after_host(url))
    return url[: number.start()] if number else url


def propose_list_addresses(url: str, addresses: Sequence[str]) -> tuple[ListAddress, ...]:
    """Return templates for the list that the page at ``url`` is of, those of most addresses first;
    the last one is the address itself. ``addresses`` are those of other stored pages."""
    shape = find_address_shape(url)
    alike = sorted({url, *(each for each in addresses if find_address_shape(each) == shape)})
    found = [
        _propose_dated(url, alike),
        _propose_columns(url, addresses),
        _propose_numbered(url, alike),
    ]
    known = sorted((each for each in found if each is not None), key=lambda each: -each.fits)
    return (*known, ListAddress(url.replace("{", "%7B").replace("}", "%7D"), 1))


def _propose_dated(url: str, alike: Sequence[str]) -> ListAddress | None:
    """Return the template with date fields, and with ``{page}`` for a page number behind them."""
    dated, _ = _find_window(url)
    if dated is None:
        return None
    same = [
        (other.day, page)
        for other, page in map(_find_window, alike)
        if other is not None and other.template == dated.template
    ]
    pages = [page for _, page in same if page is not None]
    first_day = min(day for day, _ in same)
    return ListAddress(
        dated.template, len(same), first_day, dated.step, first_page=min(pages, default=None)
    )


def _find_window(url: str) -> tuple[DatedAddress | None, int | None]:
    """Return the address with date fields and ``{page}``, and its page number, as far as it has
    them."""
    return find_paged_window(url) or (find_dated_address(url), None)


def _propose_columns(url: str, addresses: Sequence[str]) -> ListAddress | None:
    """Return the template with ``{column}`` for a word of the path in place of which other
    addresses of the same form have others, with date fields or ``{page}`` for what is behind it."""
    start = _after_host(url)
    for word in _COLUMN.finditer(url[start:].partition("?")[0]):
        before, end = url[: start + word.start()], start + word.end()
        behind = _DIGITS.sub(r"\\d+", re.escape(url[end:]))
        form = re.compile(f"{re.escape(before)}({_NAME})({behind})")
        found = [match for match in map(form.fullmatch, {url, *addresses}) if match]
        names = tuple(sorted({match[1] for match in found}))
        after = _find_field(url, end)
        if len(names) > 1 and after:
            dated, _ = _find_window(url)
            days = (_find_window(match[0])[0] for match in found) if dated else ()
            return ListAddress(
                f"{before}{{column}}{after}",
                len(found),
                min((day.day for day in days if day is not None), default=None),
                dated.step if dated else "",
                columns=names,
            )
    return None


def _find_field(url: str, end: int) -> str:
    """Return what is behind a place of an address, with date fields, or with ``{page}`` for its
    only number; "" if it has several numbers."""
    dated, _ = _find_window(url)
    if dated is not None:
        return dated.template[end:] if dated.template.startswith(url[:end]) else ""
    rest, numbers = _DIGITS.subn("{page}", url[end:])
    return rest if numbers < 2 else ""


def _propose_numbered(url: str, alike: Sequence[str]) -> ListAddress | None:
    """Return the template with ``{page}`` for the only number in which the addresses differ."""
    start = _after_host(url)
    numbers = [_DIGITS.findall(each, start) for each in alike]
    places = [n for n in range(len(numbers[0])) if len({each[n] for each in numbers}) > 1]
    if not places:
        template = find_page_template(url)
        return ListAddress(template, 1, first_page=None) if template else None
    if len(places) > 1:
        return None
    (place,) = places
    match = list(_DIGITS.finditer(url, start))[place]
    template = f"{url[: match.start()]}{{page}}{url[match.end() :]}"
    return ListAddress(template, len(alike), first_page=min(int(each[place]) for each in numbers))


def _after_host(url: str) -> int:
    return len("://".join(urlsplit(url)[:2]))


# Dates in addresses: the template of an archive address, derived from one such address.

_DATE = re.compile(
    r"(?<!\d)(?P<y>(?:19|20)\d\d)"
    r"(?:(?P<s>[-/._])(?P<m>1[0-2]|0?[1-9])(?:(?P=s)(?P<d>3[01]|[12]\d|0?[1-9]))?"
    r"|(?P<m8>0[1-9]|1[0-2])(?P<d8>0[1-9]|[12]\d|3[01]))?(?!\d)"
)
_PAGE_IN_PATH = re.compile(rf"/{PAGE_WORD}/(?P<page>\d{{1,4}}|\{{page\}})(?=[/?]|\Z)")
_PAGE_IN_QUERY = re.compile(
    rf"(?P<before>[?&])(?:\w*_)?(?:page\w*|{PAGE_WORD})=(?P<page>\d{{1,4}})(?P<after>&|\Z)"
)
STEPS = ("day", "month", "year")
"""Window steps, the finest first."""

MAX_TEMPLATES = 3


def find_dated_address(url: str) -> DatedAddress | None:
    """Return the address with its dates as fields, or None.

    An address has one date, or the first and the last day of a window, or the first day and the day
    after the last. A page number behind them is left out, with its word; ``{page}`` stays. The
    result is None without a date, and where a headline follows the date, as in the address of an
    article.
    """
    dates = _find_dates(url)
    if not dates:
        return None
    last = dates[-1][0].end()
    # A word in the path behind the dates and before its file extension, other than one before a
    # page number, is that of a headline.
    path = "" if "?" in url[:last] else re.split(r"[?#]", url[last:])[0]
    if re.search(r"[^\W\d_]{2}", _PAGE_IN_PATH.sub("", path).partition(".")[0]):
        return None
    url = _without_page(url, last)

    match, first = dates[0]
    finest = "day" if match["d"] or match["d8"] else "month" if match["m"] else "year"
    step_and_field = _find_step(first, dates[1][1] if len(dates) > 1 else None, finest)
    if step_and_field is None:
        return None

    step, second_field = step_and_field
    template, end = "", 0
    for number, (match, _) in enumerate(dates):
        field = second_field if number else "date"
        template += f"{url[end : match.start()]}{{{field}:{_date_format(match)}}}"
        end = match.end()
    return DatedAddress(template + url[end:], Window.around(first, step).first, step)


def find_paged_window(url: str) -> tuple[DatedAddress, int] | None:
    """Return the address with its dates as fields and ``{page}`` for the page number behind them,
    and that number; None if it does not have both."""
    dates = _find_dates(url)
    end = dates[-1][0].end() if dates else len(url)
    number = _PAGE_IN_PATH.search(url, end) or _PAGE_IN_QUERY.search(url, end)
    if number is None or not number["page"].isdigit():
        return None
    dated = find_dated_address(f"{url[: number.start('page')]}{{page}}{url[number.end('page') :]}")
    return (dated, int(number["page"])) if dated is not None else None


def _find_dates(url: str) -> list[tuple[re.Match[str], date]]:
    """Return the dates in an address, each with its place and its first day."""
    found = []
    for match in _DATE.finditer(url, _after_host(url)):
        # 2019/02/31 is no date
        with suppress(ValueError):
            month, day = match["m"] or match["m8"] or 1, match["d"] or match["d8"] or 1
            found.append((match, date(int(match["y"]), int(month), int(day))))
    return found


def _without_page(url: str, end: int) -> str:
    """Return the address without the page number behind a place in it."""
    number = _PAGE_IN_PATH.search(url, end)
    if number is not None and number["page"].isdigit():
        return url[: number.start()] + url[number.end() :]
    number = _PAGE_IN_QUERY.search(url, end)
    if number is None:
        return url
    return (
        url[: number.start()] + (number["before"] if number["after"] else "") + url[number.end() :]
    )


def find_windows(dated: DatedAddress, addresses: Sequence[str]) -> dict[str, date]:
    """Return the addresses among ``addresses`` that are other windows of ``dated``, with the first
    day of each, the nearest first."""
    found = {
        address: other.day
        for address in addresses
        if (other := find_dated_address(address)) is not None
        and (other.template, other.step) == (dated.template, dated.step)
        and other.day != dated.day
    }
    return dict(sorted(found.items(), key=lambda item: (abs(item[1] - dated.day), item[0])))


def find_dated_archives(addresses: Sequence[str]) -> tuple[str, ...]:
    """Return the templates of dated archive addresses among ``addresses``, most frequent first."""
    counts = Counter(
        dated.template for dated in map(find_dated_address, addresses) if dated is not None
    )
    ranked = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple(template for template, _ in ranked[:MAX_TEMPLATES])


def _find_step(first: date, second: date | None, finest: str) -> tuple[str, str] | None:
    """Return the window step, and the name of the field for the second date.

    The result is None if the two dates do not delimit a whole day, month or year.
    """
    if second is None or second == first:
        return finest, "date"
    for step in STEPS[STEPS.index(finest) :]:
        window = Window.around(first, step)
        if window.first == first and second in (window.last, window.after):
            return step, "last" if second == window.last else "after"
    return None


def _date_format(match: re.Match[str]) -> str:
    if match["m8"]:
        return "%Y%m%d"
    parts = [f"%{'' if len(match[name]) == 2 else '-'}{name}" for name in "md" if match[name]]
    return (match["s"] or "").join(["%Y", *parts])


# How a page leads to the next one.


def propose_numbered(page: Page) -> NumberedProposal | None:
    """Return the address template of the links whose texts are page numbers, or None.

    The proposal has the value of page 1 and the step from page to page. It takes two such links at
    least, or a single one whose number is also that of its address.
    """
    groups: dict[str, dict[int, int]] = {}
    for anchor in find_anchors(page):
        if not re.fullmatch(r"[1-9]\d{0,4}", anchor.text):
            continue
        url = anchor.address
        for match in re.compile(r"\d+").finditer(url, len("://".join(urlsplit(url)[:2]))):
            value = match.group()
            # With leading zeros it is the part of a date or an id.
            if value == str(int(value)):
                template = f"{url[: match.start()]}{{page}}{url[match.end() :]}"
                groups.setdefault(template, {})[int(anchor.text)] = int(value)

    candidates = [
        (len(pages), template, progression)
        for template, pages in groups.items()
        if (progression := _find_progression(pages))
    ]
    if not candidates:
        return None
    # Of several templates that with most links: numbers are also on lists of years or comments.
    _, template, (start, step) = max(candidates, key=lambda candidate: candidate[:2])
    return NumberedProposal(template, start, step)


def _find_progression(pages: dict[int, int]) -> tuple[int, int] | None:
    """Return the value of page 1 and the step, if the values grow evenly with the page numbers."""
    (page, value), *others = sorted(pages.items())
    # One link alone proves a step only if it agrees with its own number; some portals count from
    # zero.
    if not others:
        return (1, 1) if page == value else (0, 1) if page == value + 1 else None

    last_page, last_value = others[-1]
    step, rest = divmod(last_value - value, last_page - page)
    first_value = value - (page - 1) * step
    if step <= 0 or rest or first_value < 0:
        return None
    is_even = all(other == value + (number - page) * step for number, other in others)
    return (first_value, step) if is_even else None


def find_page_template(url: str) -> str:
    """Return the address with ``{page}`` in place of the only small number in its path or query.

    The number has one to three digits and is a segment or a value of its own. The result is "" if
    there is none or more than one.
    """
    start = len("://".join(urlsplit(url)[:2]))
    numbers = list(re.finditer(r"(?<=[/=])\d{1,3}(?=[/&]|$)", url[start:]))
    # Of two small numbers none is known to be the page: it may be a month.
    if len(numbers) != 1:
        return ""
    (number,) = numbers
    return f"{url[: start + number.start()]}{{page}}{url[start + number.end() :]}"


# The button that loads more of a list, by its text, its classes or its attributes.

MAX_TEXT_LENGTH = 40
"""In characters; a longer text is not that of a button."""
_MORE_NAME = re.compile(
    r"(?:^|[^a-z])(?:load|show|view|fetch)[-_]?(?:more|next)"
    r"|(?:^|[^a-z])more[-_]?(?:btn|button|articles|posts|news|items|stories)",
    re.IGNORECASE,
)
"""Classes, ids and values of attributes such as ``load-more`` and ``btn-show-more``."""
_PROGRAM_ATTRIBUTES = ("id", "class", "name", "data-action", "data-role", "data-target", "onclick")
_LINK_TO_NOWHERE = re.compile(r"\s*(?:#|javascript:|$)", re.IGNORECASE)


def find_more_button(page: Page) -> MoreButton | None:
    """Return the button of a page that is the likeliest to load more of its list, with a selector;
    None if it has none.

    A link to another page is none. A name as ``load-more`` counts more than a text.
    """
    for element in sorted(filter(_rank, _list_buttons(page)), key=_rank, reverse=True):
        for css in _list_selectors(element):
            if select_elements((Rule(kind="css", expression=css),), page)[:1] == (element,):
                return MoreButton(css, _text_of(element))
    return None


_ADDRESS = re.compile(r"(?:https?:/)?/[^/\s]|\?\w")
_NEXT_NAME = re.compile(r"next|more|page", re.IGNORECASE)


def find_data_address(element: etree._Element, page: Page) -> tuple[str, str] | None:
    """Return the ``data-`` attribute in which an element has the address that a script loads, and
    that address; None without one of the same site."""
    for name, value in element.items():
        if str(name).startswith("data-") and _ADDRESS.match(str(value)):
            with suppress(NotAnAddress):
                address = normalize_address(resolve(page.base, str(value)))
                is_other = address != normalize_address(page.url)
                if is_other and is_same_site(page.url, address):
                    return str(name), address
    return None


def list_data_rules(element: etree._Element, page: Page) -> tuple[Rule, ...]:
    """Return rules that find the address which an element has for a script, the simplest first."""
    found = find_data_address(element, page)
    if found is None:
        return ()
    name, address = found
    selectors = dict.fromkeys((*_list_selectors(element), f"[{name}]"))
    rules = (Rule(kind="css", expression=css, attr=name) for css in selectors)
    return tuple(
        rule
        for rule in rules
        if (url := select_first((rule,), page, link=True)) and normalize_address(url) == address
    )


def find_more_address(page: Page) -> tuple[tuple[Rule, ...], str]:
    """Return rules that find the address which a button for more of the list has for a script, and
    the address; none and "" without such a button."""
    for element in page.root.iter(etree.Element):
        found = find_data_address(element, page)
        if found is not None and (_NEXT_NAME.search(found[0][5:]) or _rank(element)):
            rules = list_data_rules(element, page)
            if rules and not is_in_navigation(element):
                return rules, found[1]
    return (), ""


def _list_buttons(page: Page) -> Iterator[etree._Element]:
    for element in page.root.iter("button", "a", "input", "div", "span"):
        is_button = (
            element.tag == "button"
            or (element.tag in ("div", "span") and element.get("role") == "button")
            or (element.tag == "input" and element.get("type") in ("button", "submit"))
            or (element.tag == "a" and not _leads_elsewhere(page, element))
        )
        if is_button and not is_in_navigation(element):
            yield element


def _leads_elsewhere(page: Page, link: etree._Element) -> bool:
    href = link.get("href") or ""
    if _LINK_TO_NOWHERE.match(href):
        return False
    try:
        return normalize_address(resolve(page.base, href)) != normalize_address(page.url)
    except NotAnAddress:
        return False


def _rank(element: etree._Element) -> int:
    """Return how likely a button loads more; 0 for another one."""
    has_name = any(_MORE_NAME.search(element.get(name) or "") for name in _PROGRAM_ATTRIBUTES)
    has_name |= any(_MORE_NAME.search(str(name)) for name in element.attrib)
    text = _text_of(element)
    has_text = len(text) <= MAX_TEXT_LENGTH and match_more_text(text)
    # A name is written for the program that loads more, a text for any reader.
    return 2 * has_name + has_text


def _text_of(element: etree._Element) -> str:
    text = element.get("value") if element.tag == "input" else text_of(element)
    return " ".join((text or element.get("aria-label") or "").split())


def match_more_text(text: str) -> bool:
    """Return True for a text that buttons have that load more of a list."""
    return bool(_more_text().match(text))


@lru_cache(maxsize=1)
def _more_text() -> re.Pattern[str]:
    texts = "|".join(list_lines("more-buttons", "texts"))
    return re.compile(rf"\W*(?:{texts})".replace(" ", r"\s+").replace(r"\s+?", r"\s*"), re.I)


def _list_selectors(element: etree._Element) -> Iterator[str]:
    """Yield selectors of a button: by its id, its classes and data attributes, of which those that
    name what it does come first, then by what is around it."""
    tag, identity = str(element.tag), element.get("id") or ""
    if is_written_name(identity):
        yield f"#{identity}"
    attributes = ((str(name), str(value)) for name, value in element.items())
    own = [
        to_css(tag, (), (), ((name, value),)) if value else f"{tag}[{name}]"
        for name, value in attributes
        if name.startswith("data-") and _MORE_NAME.search(f"{value} {name[5:]}")
    ]
    own += (css for css in class_selectors(element) if css != tag)
    yield from sorted(own, key=lambda css: not _MORE_NAME.search(css))
    for outer in element.iterancestors():
        yield from (f"{css} {tag}" for css in class_selectors(outer) if outer.tag != "body")
