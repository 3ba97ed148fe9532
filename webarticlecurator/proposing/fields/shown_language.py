"""What the days on the pages of articles show: the language of their months, and the order of day
and month. It is evidence against the language that pages declare by mistake.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from datetime import date
from functools import lru_cache
from itertools import pairwise

from webarticlecurator.articles.units.text_units import list_page_units
from webarticlecurator.base.portal.portal import DatedEncoding
from webarticlecurator.base.portal.rule import Condition
from webarticlecurator.base.text.calendar_words import calendar_names, languages, varieties
from webarticlecurator.base.text.charsets import find_web_label
from webarticlecurator.base.text.date_words import find_order
from webarticlecurator.base.text.dates import DateContext
from webarticlecurator.base.text.word_borders import list_letter_runs
from webarticlecurator.pages.page.decoding import BY_LANGUAGE
from webarticlecurator.pages.page.language_charsets import list_codecs
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.elements import text_of
from webarticlecurator.proposing.fields.written_days import (
    MAX_SIZE,
    find_date_shape,
    find_day_lines,
)

MIN_PAGES = 2
"""Pages that show an order of day and month that the language has not, or their encoding."""
ASCII = ("ascii",)
"""The encodings of a page without other letters, which any encoding reads the same."""
MIN_PERIOD = 5
"""Pages with the same encoding before or after a day: ten that have either at random are in this
order in one of 126 cases."""
_NO_ENCODING = ("",)
MIN_SCRIPT = 0.1
"""Share of the letters of the articles in the scripts of their language."""
_SCRIPTS = {
    "ARABIC": "und-Arab",
    "BENGALI": "und-Beng",
    "CJK": "und-Hani",
    "CYRILLIC": "und-Cyrl",
    "DEVANAGARI": "und-Deva",
    "ETHIOPIC": "und-Ethi",
    "LATIN": "und-Latn",
}
"""Scripts of several languages, as Unicode names their letters → a text in one of these."""
_YEAR = r"\d{4}"
_NUMBERS = re.compile(r"(?<!\d)(\d{1,2})([/-])(\d{1,2})\2\d{4}(?!\d)")
_CLOCK = re.compile(r"\d{1,2}:\d\d")


def choose_language(declared: str, pages: Sequence[Page]) -> tuple[str, str]:
    """Return the language of the pages (BCP 47; "" if nothing shows it), and why it is another one
    than that ``declared``; "" if it is not."""
    named = [_list_page_languages(page, declared) for page in pages]
    months = _choose_most_named(named)
    if not declared:
        return months, "by the names of months: none is declared" if months else ""
    if months and 2 * sum(months in each for each in named) > len(pages):
        return months, f"by the names of months: declared is {declared}"
    if script := _find_other_script(declared, pages):
        own = [each for each in languages() if "-" not in each and script in _list_scripts(each)]
        language = months or (own[0] if len(own) == 1 else _SCRIPTS.get(script, ""))
        return language, f"by the script: declared is {declared}"
    order, numbers = find_order(declared.lower()), find_day_numbers(pages)
    if order and numbers and order != numbers[0]:
        primary = declared.partition("-")[0]
        note = f"declared is {declared}, which has another order of day and month"
        return ("" if find_order(primary) else primary), note
    return declared, ""


def choose_encoding(readings: Iterable[Sequence[str]]) -> str:
    """Return the encoding of pages that declare none: one that the letters of their language choose
    on a page, and that reads all the others the same; "" for any others. ``readings``: for each
    page the encodings that read it the same (``list_encodings``)."""
    telling = [each for each in readings if each != ASCII]
    if len(telling) < MIN_PAGES:
        return ""
    chosen = Counter(each[0] for each in telling if each)
    in_order = sorted(chosen, key=lambda each: (-chosen[each], each))
    shared = (each for each in in_order if all(each in own for own in telling))
    return next(map(find_web_label, shared), "")


def choose_dated_encodings(
    readings: Iterable[tuple[date, Sequence[str]]],
) -> tuple[DatedEncoding, ...]:
    """Return the encodings of pages that declare none, where all agree on one before a day and on
    another one after it; () for any others. ``readings``: for each page its day, and the encodings
    that read it the same. A period whose pages declare theirs, or do not choose one, has none."""
    telling = sorted((day, tuple(own) or _NO_ENCODING) for day, own in readings if own != ASCII)
    periods: list[list[tuple[date, Sequence[str]]]] = []
    shared: set[str] = set()
    for day, own in telling:
        shared &= {*own}
        if not shared:
            periods.append([])
            shared = {*own}
        periods[-1].append((day, own))
    if len(periods) < 2 or min(map(len, periods)) < MIN_PERIOD:
        return ()

    # a page before the change may be the same text in the next encoding: it does not show the day
    ends = [
        max(day for day, own in period if after[0][1][0] not in own)
        for period, after in pairwise(periods)
    ]
    starts = [period[0][0] for period in periods[1:]]
    if any(before[-1][0] == start for before, start in zip(periods, starts, strict=False)):
        return ()
    names = [choose_encoding(own for _, own in each if own != _NO_ENCODING) for each in periods]
    ranges = zip((None, *starts), (*ends, None), strict=True)
    return tuple(
        DatedEncoding(name, Condition(published=days))
        for name, days in zip(names, ranges, strict=True)
        if name
    )


def list_encodings(page: Page) -> tuple[str, ...]:
    """Return the encodings in which the bytes of a page are the same text, first that which the
    letters of its language have chosen; () for a page whose encoding was not chosen so."""
    if page.text.isascii():
        return ASCII
    if not page.evidence.startswith(f"{BY_LANGUAGE}: "):
        return ()
    content = page.text.encode(page.encoding, "replace")
    others = (each for each in list_codecs() if content.decode(each, "replace") == page.text)
    return tuple(dict.fromkeys((page.encoding, *others)))


def find_day_numbers(pages: Sequence[Page]) -> tuple[str, str] | None:
    """Return ``dmy`` or ``mdy``, the only order that the numbers of the days on all pages can have,
    and the sign between them; None if they show none."""
    votes: Counter[tuple[str, str]] = Counter()
    for page in pages:
        lines = [unit.text for unit in list_page_units(page) if len(unit.text) <= MAX_SIZE]
        found = _NUMBERS.findall("\n".join(lines))
        votes.update({("dmy", sign) for first, sign, _ in found if int(first) > 12})
        votes.update({("mdy", sign) for _, sign, second in found if int(second) > 12})
    if len({order for order, _ in votes}) != 1:
        return None
    (best, count), *_ = votes.most_common(1)
    return best if count >= MIN_PAGES else None


def list_day_formats(texts: Iterable[str], numbers: tuple[str, str]) -> tuple[str, ...]:
    """Return the formats of days in numbers of a known order, those with a time first."""
    order, sign = numbers
    day = sign.join(f"%{part}" for part in order.replace("y", "Y"))
    shown = [text[match.start() :] for text in texts if (match := _NUMBERS.search(text))]
    written = {_CLOCK.sub("%H:%M", _NUMBERS.sub(day, text, 1), 1).strip(" .,;|·") for text in shown}
    plain = {each for each in written if not re.search(r"[^\W\d_]|\d", re.sub("%.", "", each))}
    return (*sorted(plain - {day}, key=lambda each: (-len(each), each))[:2], day)


def _find_other_script(language: str, pages: Sequence[Page]) -> str:
    """Return the script of most letters of the texts, if hardly any is of one in which the language
    writes its months; else ""."""
    known = _list_scripts(language)
    units = (unit for page in pages for unit in list_page_units(page) if unit.is_running_text)
    counts = Counter(_script_of(c) for unit in units for c in unit.text if c.isalpha())
    own = sum(count for script, count in counts.items() if script in known)
    if not known or own >= MIN_SCRIPT * counts.total():
        return ""
    return counts.most_common(1)[0][0]


def _list_scripts(language: str) -> set[str]:
    names = [month for each in varieties(language) for month in each.months]
    return {_script_of(c) for month in names for c in month if c.isalpha()}


@lru_cache(maxsize=4096)
def _script_of(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0]


def _list_page_languages(page: Page, unless: str) -> set[str]:
    """Return the languages (BCP 47) in which a line of a page names a month, as in *24. február
    2009*; leave out lines that are dates in the language ``unless``."""
    lines = {text_of(each) for each in find_day_lines(page)}
    context = DateContext(None, unless)
    others = (line for line in lines if not unless or not find_date_shape(line, context))
    return {language for line in others for language in list_month_languages(line)}


def _choose_most_named(named: Iterable[Collection[str]]) -> str:
    """Return the language that most pages have ``named``; "" if fewer than two have named it, or
    if another one has as many pages."""
    votes = Counter(language for own in named for language in own)
    (best, count), (_, second), *_ = [*votes.most_common(2), ("", 0), ("", 0)]
    return best if count > max(second, 1) else ""


def list_month_languages(text: str) -> tuple[str, ...]:
    """Return the languages, except English, whose words a text uses for a day, accents included."""
    words = {*list_letter_runs(text.casefold())} if re.search(_YEAR, text) else set()
    return tuple(
        language
        for language, names in _months_by_language().items()
        if not words.isdisjoint(names) and find_date_shape(text, DateContext(None, language))
    )


@lru_cache(maxsize=1)
def _months_by_language() -> dict[str, frozenset[str]]:
    """Return language → the names of months in it that are not English."""
    found = {}
    for language in (each for each in languages() if "-" not in each):
        own = calendar_names(language)
        names = (*own.months, *own.months_alone, *own.short, *own.short_alone)
        found[language] = frozenset(name.casefold().rstrip(".") for name in names)
    return {each: names - found["en"] for each, names in found.items()}
