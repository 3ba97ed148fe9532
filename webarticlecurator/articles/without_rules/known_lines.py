"""Lines that say themselves that they are no text of the article: its title, a date, an author, a
pointer to something else, the placeholder of an embed. Trees read structure, and would take some
of them for text.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import eq

from lxml import etree

from webarticlecurator.articles.without_rules.advertisements import find_advertisements
from webarticlecurator.articles.without_rules.class_names import has_class_word
from webarticlecurator.articles.without_rules.embed_placeholders import is_embed_placeholder
from webarticlecurator.articles.without_rules.link_lines import is_date_line
from webarticlecurator.articles.without_rules.page_hints import (
    HEADINGS,
    PageHints,
    is_in_declared_body,
    is_title,
    names_author,
    repeats_title,
)
from webarticlecurator.articles.without_rules.page_parts import find_teasers
from webarticlecurator.articles.without_rules.text_units import (
    LINE_TAGS,
    MAX_LINK_SHARE,
    Unit,
    fold_text,
    has_sentence_end,
)
from webarticlecurator.pages.rules.elements import collapse_white_space

MAX_CELL_SIZE = 160
"""Size of the longest cell with links that may be one of a table, and no column of the page."""
MAX_META_SIZE = 160
"""Size of the longest line in an element that is named as one of dates and sections."""
MIN_COLUMN_LINKS = 0.3
"""Share of links from which a longer cell is a column of links to other articles."""
_LISTED = frozenset(("li", "dd", "dt", "td", "th", *HEADINGS))
"""Entries of lists and headings with links are left to the trees: sources are text."""
MAX_PHRASE, MIN_REPEATS = 6, 8
"""Words of a phrase, and how often a line must have it, so that it is no text (nor a refrain)."""
MAX_TITLE_UNIT = 300
"""Size of the longest unit that is a title and no text that begins with it."""
MAX_TITLE_SIZE = 2000
"""Characters of the longest text that is compared with the title of a page: a page whose text is
one element of megabytes takes half a second to fold."""


def find_known_lines(
    units: Sequence[Unit],
    likely: Sequence[int],
    title: int | None,
    hints: PageHints,
    *,
    is_article: bool = True,
) -> dict[int, str]:
    """Return index → what it is, for the ``units`` that are not text, although trees find them
    ``likely`` in some degree. ``title``: an index; ``is_article``: whether the page has one text in
    one place. Titles, dates, names and links of entries are the text of a list."""
    found = dict[int, str]()
    if is_article and title is not None and units[title].size < MAX_TITLE_UNIT:
        found[title] = "title"
    for n, unit in enumerate(units):
        if not likely[n]:  # most units of a page, which are asked for nothing else
            continue
        what = _name_pointer(unit) or (_name_line(unit, hints) if is_article else "")
        # Posts and quotations keep their names and dates, and what JSON-LD declares is text.
        if (
            what
            and not is_in_declared_body(unit, hints)
            and not any(element.tag == "blockquote" for element in unit.around)
        ):
            found.setdefault(n, what)
    found.update(dict.fromkeys(find_advertisements(units) - found.keys(), "advertisement"))
    if is_article:
        found.update(dict.fromkeys(find_teasers(units, hints.url) - found.keys(), "teaser"))
    return found


def find_lines_inside(unit: Unit, hints: PageHints) -> dict[etree._Element, str]:
    """Return inline element → what it is, for title and date at the beginning of a unit: old pages
    have no ``p``, and all of their text in one element."""
    found = dict[etree._Element, str]()
    if unit.tag in LINE_TAGS and unit.tag != "td":
        return found
    for element in unit.element:
        text = ""
        if isinstance(element.tag, str):
            text = collapse_white_space("".join(map(str, element.itertext())))
        # A text that begins with its title is no second title.
        is_first = "title" not in found.values() and len(text) < MAX_TITLE_SIZE
        if text and is_first and repeats_title(fold_text(text), hints):
            found[element] = "title"
        elif text and is_date_line(text):
            found[element] = "line of a date"
        elif text:
            break
        if (element.tail or "").strip():
            break
    return found


def _name_pointer(unit: Unit) -> str:
    if unit.is_link_line:
        return "points elsewhere"
    if _repeats_phrase(unit.text.split()):
        return "one phrase, again and again"
    if is_embed_placeholder(unit.text):
        return "embed that is not shown"
    is_column = unit.tag == "td" and unit.size >= MAX_CELL_SIZE
    return "links" if is_column and unit.link_share >= MIN_COLUMN_LINKS else ""


def _repeats_phrase(words: Sequence[str]) -> bool:
    """Return True for the words of a phrase that is there MIN_REPEATS times or more, and no other:
    labels of buttons and of stars."""
    return any(
        words[0] == words[length] and all(map(eq, words, words[length:]))
        for length in range(1, min(MAX_PHRASE, len(words) // MIN_REPEATS) + 1)
    )


def _name_line(unit: Unit, hints: PageHints) -> str:
    if is_title(unit, hints):
        return "title"
    if unit.is_date_line:
        return "line of a date"
    if names_author(unit, hints):
        return "line of an author"
    if unit.tag in _LISTED:
        return ""
    is_named = unit.size < MAX_META_SIZE and has_class_word(unit.element, "dates")
    if is_named and not any(unit.folded_text in each for each in hints.descriptions):
        return "line of a date"
    if unit.link_share <= MAX_LINK_SHARE:
        return ""
    # mostly links, and yet text, if it ends like a sentence
    is_sentence = unit.tag == "p" and unit.link_share < 0.9 and has_sentence_end(unit.text)
    return "" if is_sentence else "links"
