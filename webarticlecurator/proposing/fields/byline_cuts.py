"""What is cut from the ends of the lines that name authors, before names are looked for: the day,
labels, and words behind a separator. No word says what a label or a separator is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from lxml import etree

from webarticlecurator.articles.units.introductions import PARTICLES, by_words
from webarticlecurator.articles.units.text_units import fold_text
from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.text.calendar_words import calendar_names
from webarticlecurator.base.text.dates import DateContext
from webarticlecurator.base.text.words import list_lines
from webarticlecurator.pages.rules.elements import text_of
from webarticlecurator.proposing.fields.written_days import find_date_shape

MIN_SHARE = 0.9
"""Share of the lines whose values have a label, or as many parts."""
MIN_REMAINDERS = 3
"""Different values behind a label, unless its words are known to be one: all may be Annas."""
MAX_SHAPES = 12
"""Forms of the days in the lines of one portal."""
MAX_DAY_LETTERS = 16
"""Letters beside a date in an element that is nothing but a date: *Wednesday*."""
_EDGES = r"[\s,;:·•|/()–—-]*"
_PARTS = re.compile(r"\s*[|·•/–—]\s*")
_TOKEN = re.compile(r"\s+|[^\s,;:·•|/()&–—]+|.")
_UNSPACED = re.compile("[\u0e00-\u0eff\u1780-\u17ff\u3040-\u9fff\uac00-\ud7af]")
"""Letters of scripts that write names without spaces."""
_NUMBER_OR_WORD = re.compile(r"\d+|[^\s\d,.·•|/()–—-]+|\s+|.")
_WORD = r"[^\s\d,.·•|/()–—-]+"
_DAY_WORD = rf"{_WORD}\.?"


@dataclass(frozen=True)
class LineCut:
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


def find_line_cut(
    elements: Mapping[int, etree._Element], known: frozenset[str], language: str
) -> LineCut | None:
    """Return what is at the ends of most of the lines, which are ``elements`` by the number of
    their page; None if their days have more forms than those of one portal. ``known`` has folded
    texts that are not names."""
    texts = {number: text_of(element) for number, element in elements.items()}
    shapes = _list_day_shapes(_list_days(elements, language).values(), language)
    if len(shapes) > MAX_SHAPES:
        return None
    more = _list_further_shapes(texts, shapes, language)
    cut = LineCut(day=f"(?:{'|'.join(shapes)})(?:.*?(?:{more}))?" if more else "|".join(shapes))
    cut = replace(cut, **_find_labels(cut.apply(texts), cut, language))
    cut = replace(cut, **_choose_part(cut.apply(texts), known))
    return replace(cut, **_find_labels(cut.apply(texts), cut, language))


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
        if is_inside and re.search(shape, text) and is_day(text, context):
            found = inner
    return match[0] if found is None else text_of(found)


def is_day(line: str, context: DateContext) -> bool:
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


def _find_labels(texts: Mapping[int, str], cut: LineCut, language: str) -> dict[str, str]:
    """Return the regexes of what nearly all values begin or end with, beside those of a ``cut``."""
    values = [_TOKEN.findall(text) for text in texts.values() if text]
    joiner = make_joiner(texts, language)
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


def make_joiner(texts: Mapping[int, str], language: str) -> str:
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
