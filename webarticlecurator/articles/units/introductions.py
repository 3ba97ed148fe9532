"""What stands before names in a byline: *By*, *Autor:*, *Photos:*."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice

from lxml import etree

from webarticlecurator.articles.units.class_names import has_class_word
from webarticlecurator.articles.units.date_labels import (
    DateMeaning,
    fold_line,
    is_label,
    label_pattern,
)
from webarticlecurator.articles.units.text_units import fold_text
from webarticlecurator.base.grouping import group_values
from webarticlecurator.base.text.words import list_lines, list_phrases, phrases_by_language
from webarticlecurator.pages.page.ancestors import self_and_ancestors
from webarticlecurator.pages.rules.elements import collapse_white_space

PARTICLES = frozenset(
    "van von de der den di da del della do dos das du la le el al bin bint ibn ter ten zu zum und"
    " y e i".split()
)
"""Words in names that need no capital."""
JOINING = "and und et y e og och en és with &"
"""What joins two names in any language; ``words/bylines.txt`` has the words of each."""
LABEL = re.compile(r"[^\s\d:：,;|()]{1,24}(?:\s[^\s\d:：,;|()]{1,24}){0,2}\s?[:：]\s?")
"""Words that a colon ends, whatever they mean."""

LABEL_ENDS = tuple("|·•→»")
"""Signs that end a line of names behind a label."""
SURE, MAYBE, UNKNOWN = range(3)
"""What words before a name say of it: it is that of an author, it may be, or nothing."""
_SIGNS = ":：/／・＝｜՝`፡፦៖"
"""What is between a label and names."""
_CELLS = ("dd", "td")
_DONE_BY = "by|von|par|por|d[aei]|door|deur|a[fv]|per"
"""What is between a participle and who did it."""
_LABEL_OF_ALL = re.compile(r"([^\W\d_][^:：]{0,60}?)\s?(?:[:：]$|:\s|：)")
"""A label and its colon; times of day and addresses have one without white space."""


def by_words() -> str:
    """Return the expression of what is before the name in a byline, without regard to case."""
    return f"(?:{'|'.join(list_lines('bylines', 'by'))})"


def without_noun(text: str, element: etree._Element | None = None) -> str:
    """Return a text with *by* for a word at its beginning that other lines than bylines have, too
    (*report*, *interview*), if ``element`` marks it as an author and two words follow; "" if it
    does not. ``element``: None for what a page declares, which stays."""
    noun = _nouns().match(text)
    if noun is None:
        return text
    if element is not None and not _is_in_byline(element):
        return ""
    if noun["two"] is not None:
        return f"by {text[noun.end() :]}"
    return text if element is None or noun.end() == len(text) else ""


@lru_cache(maxsize=1)
def _nouns() -> re.Pattern[str]:
    nouns = "|".join(list_lines("bylines", "by where marked"))
    return re.compile(rf"\W*(?:{nouns})(?:\s*$|\s+(?![{_SIGNS}]))(?P<two>(?=\S+\s+\S))?")


def is_nobody(text: str) -> bool:
    """Return True for what stands in place of an author and names nobody: a label, a button, a
    function, an editorial office."""
    return fold_text(text) in _folded_labels() or is_office(text)


def is_office(text: str) -> bool:
    """Return True for an editorial office, an agency, or what a template has for a name."""
    offices = "|".join(list_lines("bylines", "offices"))
    return re.fullmatch(offices, text, re.IGNORECASE) is not None


@lru_cache(maxsize=1)
def _folded_labels() -> frozenset[str]:
    return frozenset(map(fold_text, list_phrases("bylines", "no names")))


@lru_cache(maxsize=16)
def compile_own_words(language: str) -> re.Pattern[str] | None:
    """Return the expression of words before a name that have this meaning in ``language`` alone,
    as *Na* in Swahili; None if it has none."""
    words = phrases_by_language("bylines", "by in one language").get(language)
    return re.compile(rf"^\W*(?:{'|'.join(words)})", re.IGNORECASE) if words else None


def is_introduction(text: str) -> bool:
    """Return True for a text that begins with the words before a name, or is a label before one."""
    return introduction_end(f"{text} ") > 0 or LABEL.fullmatch(text) is not None


@lru_cache(maxsize=128)  # a line is asked for as a text, as a label and as a name
def introduction_end(text: str) -> int:
    """Return where the words before a name end in ``text``, 0 if it does not begin with them: *By*,
    *Posted by*, *Autor:*."""
    match = _match_introduction(text)
    if match is None:
        return 0
    # *de* is a word before names and in names: *publié de Ann*, but *Ann de Wit*
    is_particle = match["by"].casefold() in PARTICLES
    is_introduction = not match["first"] or not is_particle or is_label(fold_line(match["first"]))
    return match.end() if is_introduction else 0


def _match_introduction(text: str) -> re.Match[str] | None:
    # Small letters are compared in half of the time; there are as many of them.
    is_ascii = text.isascii()
    return _introduction(is_ascii).match((text if is_ascii else text.replace("İ", "i")).lower())


@lru_cache(maxsize=2)
def _introduction(is_ascii: bool) -> re.Pattern[str]:
    """Return the expression of what introduces a name, in a text in small letters; ``is_ascii``:
    it has no others than those of ASCII."""
    marked = [rf"{noun}(?=\s?[{_SIGNS}])" for noun in list_lines("bylines", "by where marked")]
    every = [*list_lines("bylines", "by"), *marked]
    lines = [line for line in every if line.isascii() or not is_ascii]
    words = _join_by_letter(lines)
    letter = "[a-z]" if is_ascii else r"[^\W\d_]"
    before = rf"(?P<first>(?:{letter}{{1,20}}\s){{0,3}}?)"
    by = r"(?:\s(?:by|par|por)(?=\s))?"  # *Text by*
    return re.compile(rf"{before}(?P<by>{words}){by}\s*(?:[{_SIGNS}]\s*|\s+|$)")


def doubt_introduction(before: str) -> int:
    """Return UNKNOWN if the words ``before`` a name say that somebody did something, and not that
    it was writing, as *Checked by* and *Medically reviewed by*; MAYBE for *Reviewed by*, as a book
    is; else SURE."""
    match = _match_introduction(before)
    if match is None or not match["first"]:
        return SURE
    label = label_pattern().search(fold_line(match["first"]))
    if label is None:
        done = _done_by().search(match["first"] + match["by"])
        return UNKNOWN if done and done.start() < match.end("first") else SURE
    if label.lastgroup == DateMeaning.PUBLISHED.value:
        return SURE
    is_plain = label[0] == "reviewed" and not match["first"].startswith("ly ", label.start() - 3)
    return MAYBE if is_plain else UNKNOWN


@lru_cache(maxsize=1)
def _done_by() -> re.Pattern[str]:
    return re.compile(f"(?:{'|'.join(list_lines('bylines', 'done'))})$")


def keep_writing(text: str, language: str) -> str:
    """Return ``text`` with one word in place of several at its beginning, that for writing if one
    is among them: *Written by* for *Produced, written and presented by*, *Text:* for *Text &
    photos:*."""
    chain = _compile_chain(language).match(text)
    if chain is None:
        return text
    words, end = [*re.split(r"\W+", chain["first"]), chain["last"]], chain["end"]
    known = (word for word in words if _is_of_text(f"{word}{end} "))
    return f"{next(known, words[-1])}{end}{text[chain.end() :]}"


def _is_of_text(label: str) -> bool:
    is_introduction = introduction_end(label) == len(label) and pictures().match(label) is None
    return is_introduction and doubt_introduction(label) == SURE


@lru_cache(maxsize=16)
def _compile_chain(language: str) -> re.Pattern[str]:
    joining = "|".join(map(re.escape, joining_words(language)))
    return re.compile(
        rf"(?P<first>\w+(?:, \w+)*),?(?: (?:{joining}) | ?[/／・·] ?)"
        rf"(?P<last>\w+)(?P<end> (?:{_DONE_BY})(?= )| ?[:：／＝=])",
        re.IGNORECASE,
    )


def joining_words(language: str) -> list[str]:
    """Return the words between the names of two authors on a page in ``language``."""
    rows = (line.split() for line in list_lines("bylines", "and"))
    return [*JOINING.split(), *(word for word, *languages in rows if language in languages)]


def find_labelled(
    text: str, element: etree._Element, known: etree._Element | None
) -> etree._Element | None:
    """Return the element whose names a label at the beginning of a text in ``element`` is before:
    that one, or the one around a label alone. ``known`` for no label, that of a date, or one in an
    element that is marked as a byline."""
    label = _LABEL_OF_ALL.match(text) if ":" in text or "：" in text else None
    if label is None or is_label(fold_line(label[1])):
        return known
    if _is_in_byline(element):
        return known
    return [*islice(self_and_ancestors(element), 2)][-1] if label.end() == len(text) else element


def _is_in_byline(element: etree._Element) -> bool:
    around = islice(self_and_ancestors(element), 4)
    return any(has_class_word(each, "byline") or is_marked(each) for each in around)


def _join_by_letter(lines: Sequence[str]) -> str:
    """Return the expression of any of ``lines``: a letter is compared once for all that begin with
    it."""
    by_letter = group_values((line[0] if line[0].isalpha() else "", line) for line in lines)
    return "|".join(
        f"{first}(?:{'|'.join(line[len(first) :] for line in those)})"
        for first, those in by_letter.items()
    )


def find_names_after_label(text: str) -> int:
    """Return where names may begin in a text: at its end if it is nothing but their label, 0 if it
    has none."""
    end = introduction_end(text)
    # *Author* is a label, *Ann Author* is none.
    is_label_alone = not end and " " not in text and introduction_end(f"{text}:") > len(text)
    return len(text) if is_label_alone else end


def find_label_of_cell(element: etree._Element) -> str:
    """Return the label of the cell or the definition that ``element`` is in, "" if it has none
    whose words are known: *Foobar* may be any word for an author."""
    cell = next((e for e in islice(self_and_ancestors(element), 3) if e.tag in _CELLS), None)
    before = None if cell is None else cell.getprevious()
    while before is not None and before.tag == "dd":
        before = before.getprevious()
    if before is None or before.tag not in ("dt", "th", "td"):
        return ""
    label = collapse_white_space("".join(map(str, before.itertext()))).rstrip(" :：")
    is_known = find_names_after_label(label) == len(label) or pictures().match(f"{label}:")
    return label if is_known else ""


def is_marked(element: etree._Element) -> bool:
    """Return True for an element that markup declares to be an author."""
    marks = f"{element.get('rel') or ''} {element.get('itemprop') or ''}".split()
    return not {"author", "creator", "name"}.isdisjoint(marks)


@lru_cache(maxsize=1)
def pictures() -> re.Pattern[str]:
    """Return the expression of what is before those who made the pictures."""
    return re.compile(
        rf"(?P<word>{picture_words()})(?:\s(?:{by_words()})(?!\w))?[\s:：/／・]*", re.IGNORECASE
    )


def picture_words() -> str:
    """Return the expression of a word for pictures, without regard to case."""
    # At most letters none of the words is tried.
    return (
        rf"(?=[{picture_letters()}])(?:{_join_by_letter(list_lines('bylines', 'pictures'))})(?!\w)"
    )


def picture_letters() -> str:
    """Return the small letters with which words for pictures begin."""
    return "".join(line[0] for line in list_lines("bylines", "pictures"))
