"""Find what is inside the article's root but not text of the article: teasers, labels, dates,
lists of links, and what is named as something else.
"""

from __future__ import annotations

from collections import Counter

from lxml import etree

from webarticlecurator.articles.without_rules.article_lead import is_embed_placeholder
from webarticlecurator.articles.without_rules.class_names import ClassNames, is_lead
from webarticlecurator.articles.without_rules.link_lines import is_date_line
from webarticlecurator.articles.without_rules.page_hints import (
    HEADINGS,
    PageHints,
    find_title_position,
    is_in_declared_body,
    is_title,
    names_author,
    repeats_title,
)
from webarticlecurator.articles.without_rules.page_parts import (
    find_other_articles,
    find_teasers,
    leads_away,
)
from webarticlecurator.articles.without_rules.text_units import (
    LINE_TAGS,
    MAX_LINK_SHARE,
    MIN_PARAGRAPH_SIZE,
    Unit,
    fold_text,
    has_sentence_end,
)
from webarticlecurator.pages.page.word_account import BLOCK_TAGS
from webarticlecurator.pages.rules.elements import collapse_white_space

Drops = dict[etree._Element, str]
"""Element → why it is left out, as it is shown to the user."""

TEASER = "guess: teaser"
_TITLE = "guess: title"
_DATE_LINE, _AUTHOR_LINE = "line of a date", "line of an author"
RECOGNISED = frozenset(
    f"guess: {what}"
    for what in ("title", "points elsewhere", "embed that is not shown", _DATE_LINE, _AUTHOR_LINE)
)
"""Reasons that follow from the words of a unit. None of them is a word of a class (as *author* is):
what is left out for its class alone, trees may take back."""

# The sizes by which single lines inside the article are told from its text.
MAX_CAPTION_UNITS = 2
"""Dropped units below a heading, if text follows, that may be a picture's or a player's lines;
more of them are a list, and the heading is its label."""
MIN_VERSE_LINES = 4
"""Short lines in one element from which they are text (a list, a poem) and not labels."""
# A mutated page has megabytes in one element: folding it for title and author took 1.3 of the 5.2 s
# of its processor time.
MAX_TITLE_SIZE = 2000
"""Characters of the longest text that is compared with the title of a page."""
MAX_LABEL_SIZE = 40
"""Size below which a unit that does not end like a sentence is a label."""


def find_boilerplate(
    root: etree._Element, inside: list[Unit], names: ClassNames, hints: PageHints
) -> Drops:
    """Return element → why it is dropped, for the units ``inside`` the root."""
    drops: Drops = dict.fromkeys(find_teasers(root, inside, hints.url), TEASER)
    title = find_title_position(inside, hints)
    drops.update(
        dict.fromkeys(find_other_articles(root, inside, title, hints), "guess: another article")
    )

    quotations = set(root.iter("blockquote"))
    text_has_begun = False
    for unit in inside:
        is_declared = is_in_declared_body(unit, hints)
        # What JSON-LD declares as text is text, whatever its class names or links say.
        if is_declared or _is_dropped(unit, root, drops):
            text_has_begun = text_has_begun or is_declared
            continue
        aside = names.outermost_aside(unit.element, root)
        # Posts and quotations keep lines that elsewhere are labels (6ce34bb2): links, names and
        # dates are part of the quoted text.
        is_quoted = not quotations.isdisjoint(unit.list_around(root))
        reason = "" if is_quoted else _classify_line(unit, hints, text_has_begun)
        if aside and not is_lead(aside[0]):
            drops.setdefault(aside[0], f"guess: {aside[1]}")
        elif reason and unit.element is not root:
            # Only the line goes: a linked line or a date beside paragraphs once took their element
            # with it (6d2e8794).
            elements = [unit.element]
            if names.text_size(unit.element) > unit.size:  # it also holds running text
                elements = [
                    e
                    for e in unit.element
                    if isinstance(e.tag, str) and not any(d.tag in BLOCK_TAGS for d in e.iter())
                ]
            drops.update(dict.fromkeys(elements, f"guess: {reason}"))
        elif unit.is_running_text:
            if not text_has_begun:
                drops.update(_find_inline_title_and_date(unit, hints))
            text_has_begun = True

    _drop_labels(root, inside, drops)
    return drops


def _find_inline_title_and_date(unit: Unit, hints: PageHints) -> Drops:
    """Return the inline elements with title and date at the beginning of the text's own element:
    old pages have no ``p``."""
    drops: Drops = {}
    if unit.tag in LINE_TAGS and unit.tag != "td":
        return drops

    for element in unit.element:
        text = (
            collapse_white_space("".join(map(str, element.itertext())))
            if isinstance(element.tag, str)
            else ""
        )
        # A text that begins with its title is no second title. And a page whose text is one element
        # of megabytes takes half a second to fold.
        is_first = _TITLE not in drops.values() and len(text) < MAX_TITLE_SIZE
        if text and is_first and repeats_title(fold_text(text), hints):
            drops[element] = _TITLE
        elif text and is_date_line(text):
            drops[element] = f"guess: {_DATE_LINE}"
        elif text:
            break
        if (element.tail or "").strip():
            break
    return drops


def _is_dropped(unit: Unit, root: etree._Element, drops: Drops) -> bool:
    around = unit.list_around(root)
    return not drops.keys().isdisjoint(around[:-1] if around[-1] is root else around)


def _classify_line(unit: Unit, hints: PageHints, text_has_begun: bool) -> str:
    """Return what a unit is instead of text, empty if it is text."""
    # Once the text has begun, an h1 is a heading of a section: live blogs and long reports have
    # several.
    if (unit.tag == "h1" and not text_has_begun) or is_title(unit, hints):
        return "title"
    if (
        unit.link_share > MAX_LINK_SHARE
        and not unit.is_running_text
        # Paragraphs that are mostly links stay if they end like a sentence (9c5a75df).
        and not (
            _ends_like_sentence(unit)
            and unit.size >= MIN_PARAGRAPH_SIZE / 2
            and unit.link_share < 0.9
        )
        # a heading must lead away
        and (unit.tag not in HEADINGS or leads_away(unit.element, hints.url))
    ):
        return "links"
    if unit.is_link_line:
        return "points elsewhere"
    if is_embed_placeholder(unit.text):
        return "embed that is not shown"
    if unit.is_date_line:
        return _DATE_LINE
    if names_author(unit, hints):
        return _AUTHOR_LINE
    if (
        # Only before the text: a short line without a full stop inside it may be a verse or an
        # answer.
        not text_has_begun
        and unit.size < MAX_LABEL_SIZE
        and unit.tag not in HEADINGS
        and not _ends_like_sentence(unit)
        and not is_lead(unit.element)
    ):
        return "before the text"
    return ""


def _ends_like_sentence(unit: Unit) -> bool:
    """Return True for a ``p``, however short, that ends like a sentence."""
    return unit.tag == "p" and has_sentence_end(unit.text)


def _drop_labels(root: etree._Element, inside: list[Unit], drops: Drops) -> None:
    """Add to ``drops`` the headings and other labels whose content is dropped, and those at the
    end of the article."""
    # From the end backwards: a heading is empty once all that follows it is left out.
    is_end = True
    # Several short lines in one element are text: a list, a poem. Lists of things to buy, recipes
    # and songs: none of their lines ends like a sentence (5b9d837a).
    parents = Counter(
        unit.element.getparent()
        for unit in inside
        if unit.tag in ("p", "li")
        and _looks_like_label(unit)
        and not _is_dropped(unit, root, drops)
    )
    verses = {element for element, count in parents.items() if count >= MIN_VERSE_LINES}
    kept = _KeptUnits(inside, root, drops)
    for position, unit in reversed(list(enumerate(inside))):
        if kept.is_dropped(position):
            continue
        is_label = _looks_like_label(unit) and (
            unit.tag in HEADINGS or unit.element.getparent() not in verses
        )
        is_inside = unit.element is not root
        if is_label and is_inside and (is_end or _has_no_content(position, inside, kept)):
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
    # Headings as long as leads are text (9c5a75df).
    if unit.tag in HEADINGS and unit.size < MIN_PARAGRAPH_SIZE:
        return True
    return unit.size < MAX_LABEL_SIZE and not has_sentence_end(unit.text)


def _has_no_content(position: int, inside: list[Unit], kept: _KeptUnits) -> bool:
    """Return True if what follows a label is dropped, and is not only the line of a picture or a
    player before the text goes on."""
    if position + 1 == len(inside):
        return True
    after = kept.after(position)
    dropped_count = after - position - 1
    label = inside[position]
    container = label.element.getparent()
    if (
        not dropped_count
        or label.tag not in HEADINGS
        or container not in inside[position + 1].around[1:]
    ):
        return False
    is_last = after == len(inside)
    # A box with a label of its own, such as *Read also:*, may stand right below a heading.
    first = inside[position + 1]
    if not is_last and first.tag != "li" and not first.linked and _looks_like_label(first):
        return False
    # A heading above a picture belongs to the text below, not to the picture's lines (9c5a75df).
    return dropped_count > MAX_CAPTION_UNITS or is_last or not inside[after].is_running_text
