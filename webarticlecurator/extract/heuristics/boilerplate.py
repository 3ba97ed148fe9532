"""Find what is inside the article's root but not text of the article: teasers, labels, dates,
lists of links, and what is named as something else."""

from __future__ import annotations

import re
from collections import Counter

from lxml import etree

from webarticlecurator.extract.body.line_breaks import BLOCK_TAGS
from webarticlecurator.extract.heuristics.class_names import ClassNames, is_lead
from webarticlecurator.extract.heuristics.lead import is_embed_placeholder
from webarticlecurator.extract.heuristics.lines import is_date_line, is_link_line
from webarticlecurator.extract.heuristics.page_hints import (
    HEADINGS,
    PageHints,
    is_in_declared_body,
    is_title,
    repeats_title,
)
from webarticlecurator.extract.heuristics.root_candidates import (
    MAX_LINK_SHARE,
    MIN_PARAGRAPH_SIZE,
    is_running_text,
)
from webarticlecurator.extract.heuristics.teasers import (
    find_other_articles,
    find_teasers,
    leads_away,
)
from webarticlecurator.extract.heuristics.text_units import LINE_TAGS, Unit, fold_text
from webarticlecurator.rules.white_space import collapse_white_space

Drops = dict[etree._Element, str]
"""Element → why it is left out, as it is shown to the user."""

MAX_CAPTION_UNITS = 2
"""Dropped units below a heading, if text follows, that may be a picture's or a player's lines;
more of them are a list, and the heading is its label."""
RECOGNISED = frozenset(
    f"guess: {what}"
    for what in ("title", "points elsewhere", "embed that is not shown", "date", "author")
)
"""Reasons that follow from the words of a unit."""
MIN_VERSE_LINES = 4
"""Short lines in one element from which they are text (a list, a poem) and not labels."""
MAX_TITLE_SIZE = 2000
"""Characters of the longest text that is compared with the title of a page."""
MAX_LABEL_SIZE = 40
"""Size below which a unit that does not end like a sentence is a label."""
MAX_AUTHOR_SIZE = 80
"""Size below which a unit with the author's name can be a byline."""
_MIN_AUTHOR_LETTERS = 5
"""Folded letters from which a declared author is looked for; shorter names occur in words."""
_SENTENCE_END = re.compile(r"[.!?…。！？؟।][\"'”’»)\]]*$")
"""The punctuation of a sentence at the end of a text, with closing quotation marks."""


def find_boilerplate(
    root: etree._Element, inside: list[Unit], names: ClassNames, hints: PageHints
) -> Drops:
    """Return element → why it is dropped, for the units ``inside`` the root."""
    drops: Drops = dict.fromkeys(find_teasers(root, inside, hints.url), "guess: teaser")
    drops.update(dict.fromkeys(find_other_articles(root, inside, hints), "guess: another article"))

    text_has_begun = False
    for unit in inside:
        is_declared = is_in_declared_body(unit, hints)
        if is_declared or _is_dropped(unit, root, drops):
            text_has_begun = text_has_begun or is_declared
            continue
        aside = names.outermost_aside(unit.element, root)
        reason = "" if _is_quoted(unit, root) else _classify_line(unit, hints, text_has_begun)
        if aside and not is_lead(aside[0]):
            drops.setdefault(aside[0], f"guess: {aside[1]}")
        elif reason and unit.element is not root:
            drops.update(dict.fromkeys(_elements_of_line(unit, names), f"guess: {reason}"))
        elif is_running_text(unit):
            if not text_has_begun:
                drops.update(_find_inline_title_and_date(unit, hints))
            text_has_begun = True

    _drop_labels(root, inside, drops)
    return drops


def _is_quoted(unit: Unit, root: etree._Element) -> bool:
    """Return True in a quotation or an embedded post, where links, names and dates are part of the
    quoted text."""
    return any(at.tag == "blockquote" for at in unit.list_around(root))


def _find_inline_title_and_date(unit: Unit, hints: PageHints) -> Drops:
    """Return the inline elements with title and date at the beginning of the text's own element:
    old pages have no ``p``."""
    drops: Drops = {}
    if unit.tag in LINE_TAGS and unit.tag != "td":
        return drops

    for element in unit.element:
        text = ""
        if isinstance(element.tag, str):
            text = collapse_white_space("".join(map(str, element.itertext())))
        # a page whose text is one element of megabytes takes half a second to fold
        if text and len(text) < MAX_TITLE_SIZE and repeats_title(fold_text(text), hints):
            drops[element] = "guess: title"
        elif text and is_date_line(text):
            drops[element] = "guess: date"
        elif text:
            break
        if (element.tail or "").strip():
            break
    return drops


def _elements_of_line(unit: Unit, names: ClassNames) -> list[etree._Element]:
    """Return what to drop to remove a line: its element, or, if that also holds running text, the
    inline elements of the line."""
    if names.text_size(unit.element) <= unit.size:
        return [unit.element]
    return [
        e
        for e in unit.element
        if isinstance(e.tag, str) and not any(d.tag in BLOCK_TAGS for d in e.iter())
    ]


def _is_dropped(unit: Unit, root: etree._Element, drops: Drops) -> bool:
    return any(at in drops for at in unit.list_around(root) if at is not root)


def _classify_line(unit: Unit, hints: PageHints, text_has_begun: bool) -> str:
    """Return what a unit is instead of text, empty if it is text."""
    if (unit.tag == "h1" and not text_has_begun) or is_title(unit, hints):
        return "title"
    if _is_link(unit, hints):
        return "links"
    if is_link_line(unit.text):
        return "points elsewhere"
    if is_embed_placeholder(unit.text):
        return "embed that is not shown"
    if is_date_line(unit.text):
        return "date"
    if _is_author(unit, hints):
        return "author"
    if (
        not text_has_begun
        and unit.size < MAX_LABEL_SIZE
        and unit.tag not in HEADINGS
        and not _ends_like_sentence(unit)
        and not is_lead(unit.element)
    ):
        return "before the text"
    return ""


def _is_link(unit: Unit, hints: PageHints) -> bool:
    """Return True for a unit that is mostly links and not a sentence; a heading must lead away."""
    return (
        unit.link_share > MAX_LINK_SHARE
        and not is_running_text(unit)
        and not _is_linked_sentence(unit)
        and (unit.tag not in HEADINGS or leads_away(unit.element, hints.url))
    )


def _is_author(unit: Unit, hints: PageHints) -> bool:
    """Return True for a short unit with a declared author and few other words."""
    if unit.size >= MAX_AUTHOR_SIZE:
        return False
    text = unit.folded_text
    return any(
        name in text and len(text) < 2 * len(name) + 12
        for name in hints.authors
        if len(name) >= _MIN_AUTHOR_LETTERS
    )


def _ends_like_sentence(unit: Unit) -> bool:
    """Return True for a ``p``, however short, that ends like a sentence."""
    return unit.tag == "p" and bool(_SENTENCE_END.search(unit.text))


def _is_linked_sentence(unit: Unit) -> bool:
    """Return True for a sentence with a long link but some text of its own."""
    is_long = unit.size >= MIN_PARAGRAPH_SIZE / 2
    return _ends_like_sentence(unit) and is_long and unit.link_share < 0.9


def _drop_labels(root: etree._Element, inside: list[Unit], drops: Drops) -> None:
    """Add to ``drops`` the headings and other labels whose content is dropped, and those at the
    end of the article."""
    is_end, verses = True, _find_verses(root, inside, drops)
    kept = _KeptUnits(inside, root, drops)
    for position, unit in reversed(list(enumerate(inside))):
        if kept.is_dropped(position):
            continue
        is_empty = _has_no_content(position, inside, kept)
        is_label = _looks_like_label(unit) and (
            unit.tag in HEADINGS or unit.element.getparent() not in verses
        )
        if is_label and unit.element is not root and (is_end or is_empty):
            drops[unit.element] = "guess: label"
            kept.drop(position)
        else:
            is_end = False


class _KeptUnits:
    """The next kept position after each position in ``inside``. Positions are asked for from the
    last to the first, so that the search takes linear time: the units of one element are adjacent,
    and a dropped element is a range of positions."""

    def __init__(self, inside: list[Unit], root: etree._Element, drops: Drops) -> None:
        self._inside, self._root, self._drops = inside, root, drops
        self._next = [len(inside)] * (len(inside) + 1)

    def is_dropped(self, position: int) -> bool:
        """Return True for a dropped unit. Call this from the last position to the first."""
        is_dropped = _is_dropped(self._inside[position], self._root, self._drops)
        self._next[position] = self._next[position + 1] if is_dropped else position
        return is_dropped

    def drop(self, position: int) -> None:
        """Note that the element of a unit is dropped, with all units in it, which follow."""
        element, end = self._inside[position].element, position + 1
        while end < len(self._inside) and self._inside[end].is_in(element):
            end += 1
        self._next[position:end] = [self._next[end]] * (end - position)

    def after(self, position: int) -> int:
        """Return the first kept position after ``position``, the number of units if there is
        none."""
        return self._next[position + 1]


def _looks_like_label(unit: Unit) -> bool:
    if unit.tag in HEADINGS and unit.size < MIN_PARAGRAPH_SIZE:
        return True
    return unit.size < MAX_LABEL_SIZE and not _SENTENCE_END.search(unit.text)


def _find_verses(root: etree._Element, inside: list[Unit], drops: Drops) -> set[etree._Element]:
    """Return the elements with several short lines, which are text: a list, a poem."""
    parents = Counter(
        unit.element.getparent()
        for unit in inside
        if unit.tag in ("p", "li")
        and _looks_like_label(unit)
        and not _is_dropped(unit, root, drops)
    )
    return {
        element
        for element, count in parents.items()
        if element is not None and count >= MIN_VERSE_LINES
    }


def _has_no_content(position: int, inside: list[Unit], kept: _KeptUnits) -> bool:
    """Return True if what follows a label is dropped, and is not only the line of a picture or a
    player before the text goes on."""
    if position + 1 == len(inside):
        return True
    after = kept.after(position)
    dropped_count = after - position - 1
    if not dropped_count or not _is_below(inside[position + 1], inside[position]):
        return False
    is_last = after == len(inside)
    return dropped_count > MAX_CAPTION_UNITS or is_last or not is_running_text(inside[after])


def _is_below(following: Unit, label: Unit) -> bool:
    """Return True if the unit after a heading is inside the heading's parent."""
    container = label.element.getparent()
    return label.tag in HEADINGS and container in following.around[1:]
