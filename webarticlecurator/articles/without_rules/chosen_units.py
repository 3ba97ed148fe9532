"""Which text units are taken as the article, by the probability of each. What other values of the
thresholds give is in docs/reading-without-rules.md, *Thresholds*."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise, takewhile

from lxml import etree

from webarticlecurator.articles.units.expected_f1 import choose_by_expected_f1
from webarticlecurator.articles.units.page_hints import HEADINGS
from webarticlecurator.articles.units.text_units import (
    MIN_PARAGRAPH_SIZE,
    Unit,
    find_around,
    find_box,
    has_sentence_end,
)
from webarticlecurator.articles.without_rules.copied_units import find_copies

MIN_WHOLE = 400
"""Mean probability in per mille, by size, from which a list, table or quotation is taken as a
whole; below it, only those of its units that are chosen themselves."""
MIN_INTRODUCED = 250
"""The same for a list directly below a line of the text that ends with a colon. On folds, lists in
articles are read as well with it as without; sources and further reading stay with it."""
MAX_WHOLE_SHARE = 0.5
"""Share of the chosen text up to which such a whole is one of its parts, and not the page itself:
old pages are one table."""
MIN_COPY_SHARE = 0.4
"""Share of the chosen text from which paragraphs that were there before are a second copy of the
text for another size of screen. On folds nothing changes by it; without any repeated text, forums
had .775 instead of .788."""
MIN_COPY_UNITS = 3
"""Such paragraphs from which it is a copy."""
MAX_CAPTION_UNITS = 2
"""Units left out below a heading, if text follows, that may be a picture's or a player's lines;
more of them are a list, and the heading is its label."""
MAX_LABEL_SIZE = 40
"""Size below which a line that does not end like a sentence is a label."""
MIN_VERSE_LINES = 3
"""Short lines in one element from which they are text (a list, a poem) and not labels."""
MIN_SHORT = 80
"""Probability in per mille from which a short line between two chosen siblings is text."""
MIN_SENTENCE = 230
"""The same for a short sentence in an element of its own."""
MIN_NAMES = 3
"""Names that are links of their own from which a box is a list of them."""
_INTRODUCTION_ENDS = (":", "：")
_WHOLES = frozenset("ul ol dl table blockquote pre".split())


def choose_units(
    units: Sequence[Unit],
    probabilities: Sequence[int],
    known: Mapping[int, str],
    *,
    is_article: bool = True,
) -> frozenset[int]:
    """Return the indices of the units of the article. ``probabilities``: in per mille; ``known``:
    index of a unit that is no text → what it is; ``is_article``: whether the page has one text in
    one place, so that a heading without text below it is no part of it."""
    sizes = [unit.size for unit in units]
    chosen, _ = choose_by_expected_f1(probabilities, sizes)
    # A text for search engines or speech, which holds others in one piece, would be counted twice.
    in_order = sorted(chosen)
    copies = find_copies([units[n] for n in in_order])
    kept = {n for place, n in enumerate(in_order) if place not in copies}
    kept -= _list_second_copy(kept, units)
    kept |= _list_parts_of_wholes(kept, units, probabilities)
    kept |= _list_short_lines(kept, units, probabilities)
    kept |= _list_inner_paragraphs(kept, units)
    kept -= known.keys()
    kept |= _list_introduced_names(kept, units)
    if is_article:
        kept -= _list_end_labels(kept, units)
        kept -= _list_empty_headings(kept, units)
    return frozenset(kept)


def _list_second_copy(chosen: Collection[int], units: Sequence[Unit]) -> set[int]:
    """Return the units that repeat others, where most of the text is there again in an element of
    its own. Posts that quote others have their texts among one another."""
    firsts, repeated, again = dict[str, int](), set[int](), set[int]()
    for n in sorted(chosen):
        first = firsts.setdefault(units[n].folded_text, n)
        if first < n and units[n].is_running_text:
            repeated.add(first)
            again.add(n)
    if len(again) < MIN_COPY_UNITS:
        return set()
    own = set.intersection(*(set(units[n].around) for n in again))
    own.difference_update(*(units[n].around for n in repeated))
    least = MIN_COPY_SHARE * sum(units[n].size for n in chosen)
    if not own or sum(units[n].size for n in again) < least:
        return set()
    return {n for n in chosen if firsts[units[n].folded_text] < n}


def _list_parts_of_wholes(
    chosen: Collection[int], units: Sequence[Unit], probabilities: Sequence[int]
) -> set[int]:
    """Return the units of lists, tables and quotations that are probable as wholes. What is listed
    or quoted is no text on its own: an entry that looks like a label, a date in a table."""
    inside: dict[etree._Element, list[int]] = {}
    wholes = find_around(units, _WHOLES)
    for n, unit in enumerate(units):
        for element in wholes.intersection(unit.around):
            inside.setdefault(element, []).append(n)
    limit, found = MAX_WHOLE_SHARE * sum(units[n].size for n in chosen), set[int]()
    in_text = set(chosen)
    # a list or quotation inside the element of such a unit is among lines that only br parts
    lines = {units[n].element for n in chosen if units[n].is_running_text}
    for element, members in inside.items():
        size = sum(units[n].size for n in members)
        mass = sum(units[n].size * probabilities[n] for n in members)
        # a quoted post in the text is part of it, whatever it looks like
        before, behind = members[0] - 1, members[-1] + 1
        is_inside = element.tag == "blockquote" and {before, behind} <= in_text
        is_introduced = before in in_text and units[before].text.endswith(_INTRODUCTION_ENDS)
        is_list = element.tag in ("ul", "ol")
        least = MIN_INTRODUCED if is_introduced and is_list else MIN_WHOLE
        is_among_lines = (
            (is_list or element.tag == "blockquote")
            and element.getparent() in lines
            and not any(units[n].linked for n in members)
        )
        if size <= limit and (mass >= least * size or is_inside or is_among_lines):
            found.update(members)
    return found


def _list_introduced_names(chosen: Collection[int], units: Sequence[Unit]) -> set[int]:
    """Return the units of lists of names between a line of the text that ends with a colon and
    another one; a list may be a box of boxes."""
    found = set[int]()
    for n in chosen:
        if units[n].text.endswith(_INTRODUCTION_ENDS) and n + 1 < len(units):
            box, names = _find_box_behind(n, units)
            if names[-1] + 1 in chosen and _lists_names(box, names, units):
                found.update(names)
    return found


def _find_box_behind(n: int, units: Sequence[Unit]) -> tuple[etree._Element, list[int]]:
    """Return the outermost element behind a unit with the next one, and the units in it."""
    around = set(units[n].around)
    box = find_box(units[n + 1], lambda outer: outer not in around)
    return box, list(takewhile(lambda m: units[m].is_in(box), range(n + 1, len(units))))


def _lists_names(element: etree._Element, members: Sequence[int], units: Sequence[Unit]) -> bool:
    """Return True for a list of names that lead to pages about them: towns, people. Titles of other
    articles are longer, and sections of the page have no address of their own."""
    links = [link.get("href") or "#" for link in element.iter("a")]
    is_list = element.tag in ("ul", "ol") or (
        element.tag == "div" and len(links) == len(members) >= MIN_NAMES
    )
    return (
        is_list
        and all(units[n].size < MAX_LABEL_SIZE for n in members)
        and not any(link.startswith("#") for link in links)
    )


def _list_inner_paragraphs(chosen: Collection[int], units: Sequence[Unit]) -> set[int]:
    """Return the paragraphs inside the lines of chosen text that only ``br`` parts. These lines are
    one unit, so a lead among them looks like the only paragraph of its box."""
    lines = {units[n].element: units[n].size for n in chosen if units[n].is_running_text}
    return {
        n
        for n, unit in enumerate(units)
        if unit.tag == "p"
        and has_sentence_end(unit.text)
        and 2 * unit.linked < unit.size
        and unit.size < lines.get(unit.around[1], 0)
    }


def _list_short_lines(
    chosen: Collection[int], units: Sequence[Unit], probabilities: Sequence[int]
) -> set[int]:
    """Return the short units that are not improbable and belong to those that are chosen: between
    two of them below one parent, a heading above one, a sentence before or behind the text."""
    found, verses = set[int](), _find_verses(chosen, units)
    # a caption is not text, and may be between a heading and its section
    figures = find_around(units, ("figure",))
    lines = [n for n, unit in enumerate(units) if figures.isdisjoint(unit.around)]
    likely = {
        n
        for n in lines
        if probabilities[n] >= MIN_SHORT
        and units[n].size < MIN_PARAGRAPH_SIZE
        and len(units[n].around) > 1
    }
    places = [place for place, n in enumerate(lines) if n in chosen]
    for before, after in pairwise([-1, *places, len(lines)]):
        between, ends = (
            lines[before + 1 : after],
            [n for n in (before, after) if 0 <= n < len(lines)],
        )
        if before < 0:
            between = list(takewhile(likely.__contains__, reversed(between)))
        elif after == len(lines):
            between = list(takewhile(likely.__contains__, between))
        elif between and not likely.issuperset(between):
            # of others, only a heading directly above the text is part of it
            last = between[-1]
            between = [last] if last in likely and units[last].tag in HEADINGS else []
        for n in between:
            unit, is_inner = units[n], len(ends) > 1
            is_sentence = unit.tag == "p" and has_sentence_end(unit.text)
            is_line = is_inner or is_sentence or unit.element.getparent() in verses
            if unit.tag in HEADINGS:
                is_line, ends = n == between[-1] and after < len(lines), ends[-1:]
            are_near = all(units[lines[end]].is_in(unit.around[1]) for end in ends)
            if is_line and (are_near or (is_sentence and probabilities[n] >= MIN_SENTENCE)):
                found.add(n)
    return found


def _find_verses(
    chosen: Collection[int], units: Sequence[Unit]
) -> frozenset[etree._Element | None]:
    """Return the elements with several short lines among the chosen units: a poem, a recipe."""
    counts = Counter(
        units[n].element.getparent()
        for n in chosen
        if units[n].size < MAX_LABEL_SIZE and units[n].tag not in HEADINGS
    )
    return frozenset(e for e, count in counts.items() if count >= MIN_VERSE_LINES)


def _list_end_labels(chosen: Collection[int], units: Sequence[Unit]) -> set[int]:
    """Return the short lines at the end of the text that do not end like a sentence."""
    found, verses = set[int](), _find_verses(chosen, units)
    for n in sorted(chosen, reverse=True):
        unit = units[n]
        is_verse = unit.element.getparent() in verses
        is_label = unit.size < MAX_LABEL_SIZE and not has_sentence_end(unit.text)
        if not is_label or is_verse or any(e.tag in _WHOLES for e in unit.around):
            return found
        found.add(n)
    return found


def _list_empty_headings(chosen: Collection[int], units: Sequence[Unit]) -> set[int]:
    """Return the chosen headings that have no chosen text below them: what they introduce is left
    out, as the links below *Related*."""
    found, next_text, left_out = set[int](), -1, 0
    for n in range(len(units) - 1, -1, -1):
        is_heading = units[n].tag in HEADINGS
        if n not in chosen:
            # the lines of a picture are left out, too, and the heading belongs to the text below
            left_out += 1 if units[n].size < MIN_PARAGRAPH_SIZE else MAX_CAPTION_UNITS + 1
            if is_heading:
                next_text = -1
        elif is_heading and (
            next_text < 0
            or (left_out > MAX_CAPTION_UNITS and not _has_own_label(units, n, next_text))
        ):
            found.add(n)
        else:
            next_text, left_out = n, 0
    return found


def _has_own_label(units: Sequence[Unit], heading: int, following: int) -> bool:
    """Return True if what is left out between a heading and the text that follows begins with a box
    of a label and links, so that the heading is no label of these."""
    first, parent = units[heading + 1], units[heading].element.getparent()
    box = next((e for e in first.around if e.getparent() is parent), None)
    if box is None or units[following].is_in(box) or any(e.tag == "li" for e in first.around):
        return False
    links = [unit for unit in units[heading + 2 : following] if unit.is_in(box)]
    if not links:
        return 0.5 < first.link_share < 1
    return first.link_share == 0 and all(unit.link_share > 0.5 for unit in links)
