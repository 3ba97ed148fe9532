"""Authors by the line that names them, where no class name tells which line it is. The names are
the rest of the line without the affix that nearly all articles share, without the day, and without
words behind a separator or in the menu.

No word says what a label or a separator is; words only tell two names apart.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice, product, takewhile
from urllib.parse import urljoin

from lxml import etree

from webarticlecurator.articles.facts.name_candidates import is_full_name
from webarticlecurator.articles.units.page_hints import collect_hints, find_title_position
from webarticlecurator.articles.units.text_units import (
    Unit,
    fold_text,
    has_sentence_end,
    list_page_units,
)
from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.text.dates import DateContext
from webarticlecurator.base.text.word_borders import count_words
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.elements import collapse_white_space, text_of
from webarticlecurator.pages.rules.own_pager import find_own_pager
from webarticlecurator.proposing.fields.byline_cuts import (
    MIN_SHARE,
    LineCut,
    find_line_cut,
    is_day,
    make_joiner,
)
from webarticlecurator.proposing.fields.element_selectors import PLACES, list_selectors
from webarticlecurator.proposing.fields.field_selectors import MAX_VALUE_SIZE, is_person_name
from webarticlecurator.proposing.fields.shown_language import list_month_languages
from webarticlecurator.proposing.fields.written_days import find_date_shape

MIN_PAGES = 4
"""Pages on which a line must stand."""
REPEAT_SHARE = 0.5
"""Share of the pages whose names stand on others, too, where nothing else shows what they are."""
MAX_LINES = 8
"""Units below the title in which the authors may be named."""
MAX_LAST = 2
"""Units at the end of the text in which they may be."""
MAX_SIZE = 160
"""Characters of the longest line."""
MAX_NAMES = 6
_LABEL = re.compile(r"[^\W\d_][^\d,;:·•|/()–—]{0,29}[:\uff1a]")
"""A label that a sign ends, as it begins a line: an element is known by it, wherever it is."""


@dataclass(frozen=True)
class Byline:
    """The line that ``css`` selects alone: ``split`` is the regex of what is between two names and
    at its ends; number of the page → names. ``starts``: the regex of how it begins, where the
    selector finds something else on other pages."""

    css: str
    split: str
    names: Mapping[int, tuple[str, ...]]
    starts: str = ""


@dataclass(frozen=True)
class _Place:
    """Where a line stands: the only element that ``css`` selects, or, with a ``label``, the only
    one of these that begins with it."""

    css: str
    label: str = ""

    def select_from(self, page: Page) -> list[etree._Element]:
        """Return all elements of a page that are at the place."""
        found = page.root.cssselect(self.css)
        return [each for each in found if text_of(each).startswith(self.label)]


def find_byline(
    pages: Sequence[Page],
    titles: Sequence[str],
    language: str,
    writers: Sequence[Collection[str]] = (),
) -> Byline | None:
    """Return the line that names the authors of nearly all pages; None if there is none. ``titles``
    are those of the articles, ``writers`` the authors that reading without rules names of each."""
    if len(pages) < MIN_PAGES:
        return None
    units = [[*_list_units(page, title)] for page, title in zip(pages, titles, strict=True)]
    lines = [_list_placed_lines(own) for own in units]
    language = language if language not in ("", "und") else _find_language(lines)
    counts = Counter(place for own in lines for place in own)
    menu = frozenset[str].intersection(*(_list_linked(page) for page in pages))
    known = frozenset(map(fold_text, titles)) | menu
    counted = Counter(fold_text(name) for own in writers for name in {*own})
    sole = frozenset(name for name, count in counted.items() if count >= MIN_PAGES)
    # a line at the end of an article of several pages is on the last one
    whole = sum(not find_own_pager(page).address for page in pages)
    number = whole if whole >= MIN_PAGES else len(pages)
    found = [
        byline
        for place, count in counts.items()
        if count >= MIN_SHARE * number
        and (byline := _read_lines(place, pages, lines, known, sole, language, number)) is not None
    ]
    best = max(found, key=_rate, default=None)
    # a box about the first author stands below the text
    fuller = (each for each in found if best is not None and _adds_authors(each, best))
    return max(fuller, key=_rate, default=best)


def _adds_authors(line: Byline, other: Byline) -> bool:
    """Return True if a line names all whom another one does, and on some pages further ones, most
    of whom that one names on other pages."""
    named = {name for own in other.names.values() for name in own}
    added = {
        name
        for number, own in other.names.items()
        for name in {*line.names.get(number, ())}.difference(own)
    }
    has_all = all({*own} <= {*line.names.get(n, ())} for n, own in other.names.items())
    return has_all and bool(added) and 2 * len(added & named) >= len(added)


def _find_language(lines: Iterable[Mapping[_Place, etree._Element]]) -> str:
    """Return the language in whose words the lines have the most of their days, with weekdays."""
    sizes = Counter[str]()
    for own in lines:
        for text in {text_of(element) for element in own.values()}:
            for language in list_month_languages(text):
                day = re.search(find_date_shape(text, DateContext(None, language)), text)
                sizes[language] += len(day[0]) if day else 0
    return min(sizes, key=lambda each: (-sizes[each], each), default="")


def find_day_line(pages: Sequence[Page], language: str) -> str:
    """Return the selector of the line below the title of nearly all pages that has nothing but a
    day; "" if there is none."""
    if len(pages) < MIN_PAGES:
        return ""
    context = DateContext(None, language or "und")
    lines = [_list_lines(_list_units(page)) for page in pages]
    has_day = {e: is_day(text_of(e), context) for own in lines for e in {*own.values()}}
    counts = Counter(css for own in lines for css, element in own.items() if has_day[element])
    likely = [css for css, count in counts.items() if count >= MIN_SHARE * len(pages)]
    for css in sorted(likely, key=lambda css: (_is_placed(css), len(css), css)):
        found = [page.root.cssselect(css) for page in pages]
        if all(len(each) <= 1 and (not each or has_day.get(each[0], False)) for each in found):
            return css
    return ""


def _is_placed(css: str) -> bool:
    """Return True for a selector that goes by the place of an element."""
    return " + " in css or ":nth-" in css or ":last-" in css


def _rate(byline: Byline) -> tuple[int, bool, int, int, str]:
    """Return a sort key: on how many pages it names how few, the rule that will hold longest."""
    names = {fold_text(name) for own in byline.names.values() for name in own}
    return len(byline.names), not _is_placed(byline.css), -len(names), -len(byline.css), byline.css


def _list_linked(page: Page) -> frozenset[str]:
    """Return the folded texts of the links of a page."""
    return frozenset(
        fold_text("".join(map(str, link.itertext()))) for link in page.root.iter("a")
    ) - {""}


def _list_lines(units: Iterable[Unit]) -> dict[str, etree._Element]:
    """Return the elements of lines, and what is in them, each by its selectors."""
    lines: dict[str, etree._Element] = {}
    for unit in units:
        for element in (unit.element, *unit.element.iterchildren(etree.Element)):
            if element.tag not in ("a", "time", "br", "img"):
                for css in list_selectors(element, *PLACES):
                    lines.setdefault(css, element)
    return lines


def _list_placed_lines(units: Sequence[Unit]) -> dict[_Place, etree._Element]:
    """Return the elements of lines, and what is in them, each by its places."""
    lines = {_Place(css): element for css, element in _list_lines(units).items()}
    for unit in units:
        for element in (unit.element, *unit.element.iterchildren("em", "i", "b", "strong", "span")):
            if label := _LABEL.match(text_of(element)):
                lines.setdefault(_Place(str(element.tag), label[0]), element)
    return lines


def _list_units(page: Page, title_text: str = "") -> Iterator[Unit]:
    """Yield the short lines below the title, which is that given, if the page shows it, and at the
    end of the text."""
    units = list_page_units(page)
    folded_title = fold_text(title_text)
    shown = (n for n, each in enumerate(units) if folded_title and each.folded_text == folded_title)
    title = next(shown, find_title_position(units, collect_hints(page)))
    if title is None:
        return
    # a line with three names is as long as a paragraph
    below = range(title + 1, len(units))
    prose = [n for n in below if units[n].is_running_text and has_sentence_end(units[n].text)]
    # the first may be a lead above the line
    first = prose[1] if len(prose) > 1 else len(units)
    for unit in units[title + 1 : min(first, title + 1 + MAX_LINES)]:
        if len(unit.text) <= MAX_SIZE:
            yield unit
    sizes = Counter[etree._Element | None]()
    for unit in units[title:]:
        parent = unit.element.getparent()
        if parent is not None and parent.tag == "blockquote":
            parent = parent.getparent()
        sizes[parent] += unit.size if unit.is_running_text else 0
    (around, size), *_ = sizes.most_common(1)
    if around is not None and size:
        inside = [unit for unit in units if unit.is_in(around)]
        running = [n for n, unit in enumerate(inside) if unit.is_running_text]
        # the last paragraph may be about the author
        for paragraph in running[-2:]:
            later = takewhile(lambda unit: not unit.is_running_text, inside[paragraph + 1 :])
            ends = islice((unit for unit in later if unit.element.tag != "li"), MAX_LAST)
            yield from (u for u in ends if len(u.text) <= MAX_SIZE and not u.linked)


def _read_lines(
    place: _Place,
    pages: Sequence[Page],
    lines: Sequence[Mapping[_Place, etree._Element]],
    known: frozenset[str],
    sole: frozenset[str],
    language: str,
    possible: int,
) -> Byline | None:
    """Return whom the only element at a place names on the pages; None if it is another one than
    the line and begins like it, or names nobody. ``possible``: how many pages can have the line;
    ``sole``: who may have written all."""
    elements: dict[int, etree._Element] = {}
    others: list[str] = []
    for number, page in enumerate(pages):
        found = place.select_from(page)
        if len(found) > 1:
            return None
        line = lines[number].get(place)
        if found and line is not None and found[0] is line:
            elements[number] = line
        elif found:
            others.append(text_of(found[0]))
    if len(elements) < len(others):
        return None
    cut = find_line_cut(elements, known, language)
    if cut is None:
        return None
    texts = {number: text_of(element) for number, element in elements.items()}
    # without an author, another line has the place
    unlabelled = {
        n
        for n, text in replace(cut, start="").apply(texts).items()
        if not re.match(cut.start, text)
    }
    others += [texts[n] for n in unlabelled]
    elements = {n: each for n, each in elements.items() if n not in unlabelled}
    texts = {n: each for n, each in texts.items() if n not in unlabelled}
    split = f"{cut.expression}|{make_joiner(cut.apply(texts), language)}"
    whole = {number: text for number, text in texts.items() if cut.apply({0: text})[0]}
    names = _split_all(split, whole)
    if joiners := {*_find_joiners({name for own in names.values() for name in own})}:
        split += rf"|\s+(?:{'|'.join(map(re.escape, sorted(joiners)))})\s+"
        names = _split_all(split, whole)
    is_whole = all(
        _is_in_pieces(name, elements[number]) for number, own in names.items() for name in own
    )
    is_cut = not is_whole or _lead_elsewhere(elements, pages)
    if is_cut or not _are_names(names, possible, known, sole, least=_choose_least(cut)):
        return None
    starts = f"^{cut.start}" if others else ""
    if others and (not cut.start or any(re.match(starts, each) for each in others)):
        return None
    label = f"^{re.escape(place.label)}" if place.label else ""
    return Byline(place.css, split, names, label or starts)


def _lead_elsewhere(elements: Mapping[int, etree._Element], pages: Sequence[Page]) -> bool:
    """Return True if links with the same words lead to another page on each: *Previous* and *Next*
    do, a name leads to its writer. A query may say where one comes from, unless it alone tells
    the pages of the portal apart."""
    is_told_by_query = len({page.url.partition("?")[0] for page in pages}) == 1
    targets: dict[str, list[str]] = {}
    for number, element in elements.items():
        for link in element.iter("a"):
            if link.get("href"):
                address = urljoin(pages[number].base, link.get("href") or "")
                address = address if is_told_by_query else address.partition("?")[0]
                targets.setdefault(fold_text(text_of(link)), []).append(address)
    return any(len(each) >= MIN_PAGES and len({*each}) == len(each) for each in targets.values())


def _is_in_pieces(name: str, element: etree._Element) -> bool:
    """Return True if a name is in one piece of a line: *Ann Small* and *Travel* in two links are
    not one."""
    return any(name in collapse_white_space(str(piece)) for piece in element.itertext())


def _split_all(split: str, texts: Mapping[int, str]) -> dict[int, tuple[str, ...]]:
    """Return what is between the matches of a regex in each text, each once."""
    return {
        number: tuple(dict.fromkeys(filter(None, map(str.strip, re.split(split, text)))))
        for number, text in texts.items()
    }


def _find_joiners(names: Collection[str]) -> Iterator[str]:
    """Yield what is between two full names in a value, both of which are values of other lines."""
    full = [name for name in names if count_words(name) > 1]
    for value in full:
        begins = [name for name in full if name != value and value.startswith(f"{name} ")]
        ends = [name for name in full if name != value and value.endswith(f" {name}")]
        for first, last in product(begins, ends):
            if joiner := value[len(first) : len(value) - len(last)].strip():
                yield joiner


def _are_names(
    names: Mapping[int, tuple[str, ...]],
    pages: int,
    known: frozenset[str],
    sole: frozenset[str],
    *,
    least: float,
) -> bool:
    """Return True if all values may be names, and are such of the writers of a portal: those of a
    share of the pages, ``least``, are on others, too; or one of ``sole`` has written all."""
    if len(names) < max(MIN_PAGES, MIN_SHARE * pages):
        return False
    every = [name for own in names.values() for name in own]
    if any(len(own) > MAX_NAMES or not own for own in names.values()) or not all(
        len(name) <= MAX_VALUE_SIZE and is_person_name(name) and fold_text(name) not in known
        for name in every
    ):
        return False
    counts = Counter(fold_text(name) for own in names.values() for name in {*own})
    others = [name for name in every if not _is_written_as_name(name)]
    if len(others) > (1 - MIN_SHARE) * len(every) and not (
        # agencies, beside which persons write
        2 * len({*others}) <= len(counts)
        and all(len(name.split()) == 1 for name in others)
        and 2 * sum(counts[fold_text(name)] > 1 for name in {*others}) >= len({*others})
    ):
        return False
    repeated = sum(any(counts[fold_text(name)] > 1 for name in own) for own in names.values())
    return repeated >= least * pages if len(counts) > 1 else sole.issuperset(counts)


def _choose_least(cut: LineCut) -> float:
    """Return on which share of the pages names must be those of others, too."""
    if cut.start or cut.end:
        return 0
    return REPEAT_SHARE if cut == LineCut() else REPEAT_SHARE / 2


def _is_written_as_name(text: str) -> bool:
    """Return True for several words with capitals, in scripts that begin words with these."""
    return is_full_name(text) or text[0].lower() == text[0].title()
