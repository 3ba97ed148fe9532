"""What stands before names in a byline: *By*, *Autor:*, *Photos:*."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice

from lxml import etree

from webarticlecurator.articles.without_rules.class_names import has_class_word
from webarticlecurator.articles.without_rules.date_labels import fold_line, is_label
from webarticlecurator.base.grouping import group_values
from webarticlecurator.base.text.words import list_lines
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
_CELLS = ("dd", "td")
_LABEL_OF_ALL = re.compile(r"([^\W\d_][^:：]{0,60}?)\s?(?:[:：]$|:\s|：)")
"""A label and its colon; times of day and addresses have one without white space."""


def by_words() -> str:
    """Return the expression of what is before the name in a byline, without regard to case."""
    return f"(?:{'|'.join(list_lines('bylines', 'by'))})"


def is_introduction(text: str) -> bool:
    """Return True for a text that begins with the words before a name, or is a label before one."""
    return introduction_end(f"{text} ") > 0 or LABEL.fullmatch(text) is not None


@lru_cache(maxsize=128)  # a line is asked for as a text, as a label and as a name
def introduction_end(text: str) -> int:
    """Return where the words before a name end in ``text``, 0 if it does not begin with them: *By*,
    *Posted by*, *Autor:*."""
    # Small letters are compared in half of the time; there are as many of them.
    is_ascii = text.isascii()
    match = _introduction(is_ascii).match((text if is_ascii else text.replace("İ", "i")).lower())
    if match is None:
        return 0
    # *de* is a word before names and in names: *publié de Ann*, but *Ann de Wit*
    is_particle = match["by"].casefold() in PARTICLES
    is_introduction = not match["first"] or not is_particle or is_label(fold_line(match["first"]))
    return match.end() if is_introduction else 0


@lru_cache(maxsize=2)
def _introduction(is_ascii: bool) -> re.Pattern[str]:
    """Return the expression of what introduces a name, in a text in small letters; ``is_ascii``:
    it has no others than those of ASCII."""
    lines = [line for line in list_lines("bylines", "by") if line.isascii() or not is_ascii]
    words = _join_by_letter(lines)
    letter = "[a-z]" if is_ascii else r"[^\W\d_]"
    before = rf"(?P<first>(?:{letter}{{1,20}}\s){{0,3}}?)"
    return re.compile(rf"{before}(?P<by>{words})\s*(?:[:：/／・＝՝፦]\s*|\s+|$)")


def find_labelled(
    text: str, element: etree._Element, known: etree._Element | None
) -> etree._Element | None:
    """Return the element whose names a label at the beginning of a text in ``element`` is before:
    that one, or the one around a label alone. ``known`` for no label, that of a date, or one in an
    element that is marked as a byline."""
    label = _LABEL_OF_ALL.match(text) if ":" in text or "：" in text else None
    if label is None or is_label(fold_line(label[1])):
        return known
    around = list(islice(self_and_ancestors(element), 4))
    if any(has_class_word(each, "byline") or is_marked(each) for each in around):
        return known
    return around[:2][-1] if label.end() == len(text) else element


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


def cut_picture_words(text: str, before: str, joint: str) -> tuple[str, str] | None:
    """Return what is before a name and the name itself, for a text that begins with words for
    pictures; None for another. ``before``: what is before the text, ``joint``: what joins both."""
    match = pictures().match(text)
    if match is None:
        return None
    # *Produced, written and presented by Ann Author*
    if joint == "joining" and " " in before and is_label(fold_line(before.rpartition(" ")[2])):
        return f"and {match[0]}", text[match.end() :]
    # *Text and photos: Ann Author*
    is_joined = joint == "joining" or before.rstrip().endswith(("/", "／", "・"))
    is_of_text = is_joined and 0 < len(before) == introduction_end(before)
    return before if is_of_text else match[0], text[match.end() :]


def is_picture_word(text: str) -> bool:
    """Return True for a word for pictures alone, as in *Ann Author (photos)*."""
    match = pictures().match(text)
    return match is not None and match["word"] == text


@lru_cache(maxsize=1)
def pictures() -> re.Pattern[str]:
    """Return the expression of what is before those who made the pictures; *Photos and text by* and
    *Produced and written by* are before an author."""
    joining = "|".join(JOINING.split())
    other_word = rf"(?!{picture_words()})\w+\s"
    return re.compile(
        rf"(?P<word>{picture_words()})(?!\s?(?:{joining}|[/,])\s?(?:{other_word})?"
        rf"(?:{by_words()})(?!\w))"
        rf"(?:\s(?:{by_words()})(?!\w))?[\s:：/／・]*",
        re.IGNORECASE,
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
