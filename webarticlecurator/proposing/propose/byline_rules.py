"""Authors by the line that names them, where no class name tells which line it is. The names are
the rest of the line without the affix that nearly all articles share, without the day, and without
words behind a separator or in the menu.

No word says what a label or a separator is; words only tell two names apart.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice, product, takewhile
from urllib.parse import urljoin

from lxml import etree

from webarticlecurator.articles.without_rules.name_candidates import (
    PARTICLES,
    by_words,
    is_full_name,
)
from webarticlecurator.articles.without_rules.page_hints import collect_hints, find_title_position
from webarticlecurator.articles.without_rules.text_units import (
    Unit,
    fold_text,
    has_sentence_end,
    list_page_units,
)
from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.text.calendar_words import calendar_names
from webarticlecurator.base.text.dates import DateContext
from webarticlecurator.base.text.spaceless_scripts import count_words
from webarticlecurator.base.text.words import list_lines
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.elements import collapse_white_space, text_of
from webarticlecurator.pages.rules.own_pager import find_own_pager
from webarticlecurator.proposing.propose.field_selectors import MAX_VALUE_SIZE, is_person_name
from webarticlecurator.proposing.propose.place_selectors import list_place_selectors
from webarticlecurator.proposing.propose.shown_language import list_month_languages
from webarticlecurator.proposing.propose.written_days import find_date_shape

MIN_PAGES = 4
MIN_SHARE = 0.9
"""Pages on which a line must stand, and the share of its values that have a label."""
MIN_REMAINDERS = 3
"""Different values behind a label, unless its words are known to be one: all may be Annas."""
REPEAT_SHARE = 0.5
"""Share of the pages whose names stand on others, too, where nothing else shows what they are."""
MAX_LINES = 8
"""Units below the title in which the authors may be named."""
MAX_LAST = 2
"""Units at the end of the text in which they may be."""
MAX_SIZE = 160
"""Characters of the longest line."""
MAX_SHAPES = 12
"""Forms of the days in the lines of one portal."""
MAX_DAY_LETTERS = 16
"""Letters beside a date in an element that is nothing but a date: *Wednesday*."""
MAX_NAMES = 6
_LABEL = re.compile(r"[^\W\d_][^\d,;:·•|/()–—]{0,29}[:\uff1a]")
"""A label that a sign ends, as it begins a line: an element is known by it, wherever it is."""
_EDGES = r"[\s,;:·•|/()–—-]*"
_PARTS = re.compile(r"\s*[|·•/–—]\s*")
_TOKEN = re.compile(r"\s+|[^\s,;:·•|/()&–—]+|.")
_UNSPACED = re.compile("[\u0e00-\u0eff\u1780-\u17ff\u3040-\u9fff\uac00-\ud7af]")
"""Letters of scripts that write names without spaces."""
_NUMBER_OR_WORD = re.compile(r"\d+|[^\s\d,.·•|/()–—-]+|\s+|.")
_WORD = r"[^\s\d,.·•|/()–—-]+"
_DAY_WORD = rf"{_WORD}\.?"


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
    return max(found, key=_rate, default=None)


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
    is_day = {e: _is_day(text_of(e), context) for own in lines for e in {*own.values()}}
    counts = Counter(css for own in lines for css, element in own.items() if is_day[element])
    likely = [css for css, count in counts.items() if count >= MIN_SHARE * len(pages)]
    for css in sorted(likely, key=lambda css: (_is_placed(css), len(css), css)):
        found = [page.root.cssselect(css) for page in pages]
        if all(len(each) <= 1 and (not each or is_day.get(each[0], False)) for each in found):
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
                for css in list_place_selectors(element):
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
    texts = {number: text_of(element) for number, element in elements.items()}
    days = _list_days(elements, language)
    shapes = _list_day_shapes(days.values(), language)
    if len(shapes) > MAX_SHAPES:
        return None
    more = _list_further_shapes(texts, shapes, language)
    cut = _Cut(day=f"(?:{'|'.join(shapes)})(?:.*?(?:{more}))?" if more else "|".join(shapes))
    cut = replace(cut, **_find_labels(cut.apply(texts), cut, language))
    cut = replace(cut, **_choose_part(cut.apply(texts), known))
    cut = replace(cut, **_find_labels(cut.apply(texts), cut, language))
    # without an author, another line has the place
    unlabelled = {
        n
        for n, text in replace(cut, start="").apply(texts).items()
        if not re.match(cut.start, text)
    }
    others += [texts[n] for n in unlabelled]
    elements = {n: each for n, each in elements.items() if n not in unlabelled}
    texts = {n: each for n, each in texts.items() if n not in unlabelled}
    split = f"{cut.expression}|{_make_joiner(cut.apply(texts), language)}"
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


@dataclass(frozen=True)
class _Cut:
    """What is at the ends of a line and none of the names, as regexes: the ``day``, the labels at
    the ``start`` and the ``end``, and the other part of the line, ``before`` or ``behind``."""

    day: str = ""
    before: str = ""
    start: str = ""
    end: str = ""
    behind: str = ""

    @property
    def expression(self) -> str:
        """The regex of what is removed from either end."""
        first, last = (
            "".join(f"(?:(?:{each}){_EDGES})?" for each in parts if each)
            for parts in ((self.day, self.before, self.start), (self.end, self.behind, self.day))
        )
        # a ``split`` that fits nothing at all is taken for a sign
        return f"^(?=.){_EDGES}{first}|(?<=.){_EDGES}{last}$"

    def apply(self, texts: Mapping[int, str]) -> dict[int, str]:
        """Return the texts without what is at their ends."""
        return {number: re.sub(self.expression, "", text) for number, text in texts.items()}


def _list_days(elements: Mapping[int, etree._Element], language: str) -> dict[int, str]:
    """Return the days in the lines that have one."""
    context = DateContext(None, language or "und")
    found = {number: _find_day(element, context) for number, element in elements.items()}
    return {number: day for number, day in found.items() if day}


def _list_day_shapes(days: Iterable[str], language: str) -> list[str]:
    """Return the forms of days as regexes, the longest first. A name may be glued to the weekday,
    which is one of all. Short months have a full stop, but those that are not cut: *3 Apr. 2024*,
    *3 May 2024*; the articles of a list may be of one month."""
    weekdays = calendar_names(language or "und").days
    any_day = f"(?:{'|'.join(map(re.escape, sorted(weekdays, key=len, reverse=True)))})"

    def generalize(part: str) -> str:
        if part in weekdays:
            return any_day
        return "".join(map(_generalize, _NUMBER_OR_WORD.findall(part)))

    parted = (re.split(rf"(?<!\w)({any_day})(?!\w)", day) for day in days)
    shapes = {
        "".join(map(generalize, parts)).replace(rf"{_DAY_WORD}\.", _DAY_WORD) for parts in parted
    }
    return sorted(shapes, key=lambda shape: (-len(shape), shape))


def _list_further_shapes(texts: Mapping[int, str], shapes: Sequence[str], language: str) -> str:
    """Return the regex of a second day in the lines (of an update), or "" without one."""
    if not shapes:
        return ""
    first, context = re.compile("|".join(shapes)), DateContext(None, language or "und")
    rests = (text[day.end() :] for text in texts.values() if (day := first.search(text)))
    more = dict.fromkeys(shape for rest in rests if (shape := find_date_shape(rest, context)))
    return "|".join([*more][:MAX_SHAPES])


def _find_day(element: etree._Element, context: DateContext) -> str:
    """Return the text of the first innermost element with the day, if it has nothing else; or the
    date in the line. A day of change, which may have a word as long as a weekday, comes later."""
    line = text_of(element)
    shape = find_date_shape(line, context)
    match = re.search(shape, line) if shape else None
    if match is None:
        return ""
    found: etree._Element | None = None
    for inner in element.iterdescendants(etree.Element):
        text = text_of(inner)
        is_inside = found is None or found in inner.iterancestors()
        if is_inside and re.search(shape, text) and _is_day(text, context):
            found = inner
    return match[0] if found is None else text_of(found)


def _is_day(line: str, context: DateContext) -> bool:
    """Return True for a line with a date and nothing but its weekday."""
    shape = find_date_shape(line, context)
    rest = re.sub(shape, "", line, count=1) if shape else line
    return bool(shape) and sum(map(str.isalpha, rest)) <= MAX_DAY_LETTERS


def _generalize(token: str) -> str:
    if token.isdecimal():
        return r"\d{4}" if len(token) == 4 else r"\d{1,2}"
    if token.isspace():
        return r"\s+"
    return _DAY_WORD if re.fullmatch(_WORD, token) else re.escape(token)


def _find_labels(texts: Mapping[int, str], cut: _Cut, language: str) -> dict[str, str]:
    """Return the regexes of what nearly all values begin or end with, beside those of a ``cut``."""
    values = [_TOKEN.findall(text) for text in texts.values() if text]
    joiner = _make_joiner(texts, language)
    before = _find_common(values, joiner, lambda each: each[:1], lambda each: each[1:], 0)
    # a surname that most share is beside one word only without the label before it
    bare = [each[len(before) :] if each[: len(before)] == before else each for each in values]
    behind = _find_common(bare, joiner, lambda each: each[-1:], lambda each: each[:-1], -1)
    found = {"start": _escape(before), "end": _escape(behind[::-1])}
    return {name: each for name, each in found.items() if each and not getattr(cut, name)}


def _escape(tokens: Sequence[str]) -> str:
    text = "".join(tokens).strip()
    return re.sub(r"(?:\\ )+", r"\\s+", re.escape(text)) if re.search(r"\w", text) else ""


def _find_common(
    values: Sequence[list[str]],
    joiner: str,
    take: Callable[[list[str]], list[str]],
    leave: Callable[[list[str]], list[str]],
    nearest: int,
) -> list[str]:
    """Return the tokens from one end on that nearly all values have, and others behind them."""
    common: list[str] = []
    left = [*values]
    while left:
        ((token, count),) = Counter("".join(take(each)) for each in left).most_common(1)
        rest = [leave(each) for each in left if "".join(take(each)) == token]
        remainders = {"".join(each).strip() for each in rest}
        is_known = bool(re.fullmatch(by_words(), "".join([*common, token]).strip(), re.IGNORECASE))
        least = 1 if is_known else MIN_REMAINDERS
        if not token or count < MIN_SHARE * len(values) or "" in remainders:
            break
        names = {re.split(joiner, each)[nearest] for each in remainders}
        if len(remainders) < least or (not is_known and _are_parts_of_names(names)):
            break
        common.append(token)
        left = rest
    return common


def _are_parts_of_names(remainders: Collection[str]) -> bool:
    """Return True if most are one word of letters with spaces between words: what is beside it is
    the other part of a name, which all have."""
    single = [e for e in remainders if re.fullmatch(_WORD, e) and not _UNSPACED.search(e)]
    return 2 * len(single) > len(remainders)


def _choose_part(texts: Mapping[int, str], known: frozenset[str]) -> dict[str, str]:
    """Return the regex of the other parts of values that nearly all have as many: the parts with
    numbers, or with what the menu of the site has, are not that of the names."""
    parted = [_PARTS.split(text) for text in texts.values() if text]
    number, count = Counter(map(len, parted)).most_common(1)[0] if parted else (1, 0)
    if number == 1 or count < MIN_SHARE * len(parted):
        return {}
    alike = [each for each in parted if len(each) == number]
    shares = [
        sum(each[n].isdecimal() or fold_text(each[n]) in known for each in alike)
        for n in range(number)
    ]
    if number > 2 and min(shares[1:-1]) < MIN_SHARE * len(alike):
        return {}
    return {"before": ".*[|·•/–—]"} if shares[0] > shares[-1] else {"behind": "[|·•/–—].*?"}


def _make_joiner(texts: Mapping[int, str], language: str) -> str:
    """Return the regex of what is between two names: signs, and *and* in the language of the portal
    or in one that its lines show."""
    words = dict.fromkeys(("and",))
    shown = {word for text in texts.values() for word in text.split()[1:-1]}
    primary = language.lower().partition("-")[0]
    for line in list_lines("bylines", "and"):
        word, *languages = line.split()
        is_shown = word in shown and (len(word) == 1 or word not in PARTICLES)
        if primary in languages or is_shown:
            words[word] = None
    either = "|".join(map(re.escape, words))
    return rf"\s*[,;|&،、，·•/]\s*|\s+(?:{either}|[・･‧∙⋅])\s+"


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


def _choose_least(cut: _Cut) -> float:
    """Return on which share of the pages names must be those of others, too."""
    if cut.start or cut.end:
        return 0
    return REPEAT_SHARE if cut == _Cut() else REPEAT_SHARE / 2


def _is_written_as_name(text: str) -> bool:
    """Return True for several words with capitals, in scripts that begin words with these."""
    return is_full_name(text) or text[0].lower() == text[0].title()
