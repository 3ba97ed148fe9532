"""Lines that say themselves that they are no text of the article: its title, a date, an author, a
pointer to something else, the placeholder of an embed. Trees read structure, and would take some
of them for text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import eq

from lxml import etree

from webarticlecurator.articles.units.class_names import has_class_word
from webarticlecurator.articles.units.link_lines import is_date_line
from webarticlecurator.articles.units.page_hints import (
    HEADINGS,
    LIVE_REPORT,
    PageHints,
    is_in_declared_body,
    is_title,
    names_author,
    repeats_title,
)
from webarticlecurator.articles.units.text_units import (
    LINE_TAGS,
    MAX_LINK_SHARE,
    MIN_PARAGRAPH_SIZE,
    Unit,
    fold_text,
    has_sentence_end,
)
from webarticlecurator.articles.without_rules.advertisements import find_advertisements
from webarticlecurator.articles.without_rules.embed_placeholders import is_embed_placeholder
from webarticlecurator.articles.without_rules.page_parts import find_teasers
from webarticlecurator.pages.rules.elements import collapse_white_space

MAX_CELL_SIZE = 160
"""Size of the longest cell with links that may be one of a table, and no column of the page."""
MAX_META_SIZE = 160
"""Size of the longest line in an element that is named as one of dates and sections."""
MIN_COLUMN_LINKS = 0.3
"""Share of links from which a longer cell is a column of links to other articles."""
_LISTED = frozenset(("li", "dd", "dt", "td", "th", *HEADINGS))
"""Entries of lists and headings with links are left to the trees: sources are text."""
MAX_PHRASE, MIN_REPEATS, MIN_REPEATED_SHARE = 10, 8, 0.8
"""Words of a phrase, how often a line must have it, and in which share of its words, so that it is
no text (nor a refrain)."""
MIN_ENTRIES = 4
"""Entries with times from which a page is a live report, headings of days from which it is a
diary."""
REPEATED = "one phrase, again and again"
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
    entries = _find_times_of_entries(units, likely, hints) if is_article else frozenset()
    for n, unit in enumerate(units):
        if not likely[n]:  # most units of a page, which are asked for nothing else
            continue
        is_line = is_article and n not in entries
        what = _name_pointer(unit) or (_name_line(unit, hints) if is_line else "")
        # Posts and quotations keep their names and dates, and what JSON-LD declares is text.
        if (
            what
            and not is_in_declared_body(unit, hints)
            and not any(element.tag == "blockquote" for element in unit.around)
        ):
            found.setdefault(n, what)
    found.update(dict.fromkeys(_find_repeated_labels(units, likely), REPEATED))
    found.update(dict.fromkeys(find_advertisements(units) - found.keys(), "advertisement"))
    if is_article:
        found.update(dict.fromkeys(find_teasers(units, hints.url) - found.keys(), "teaser"))
    return found


def _find_times_of_entries(
    units: Sequence[Unit], likely: Sequence[int], hints: PageHints
) -> frozenset[int]:
    """Return the lines of dates that are text: headings of the days of a diary or the entries of a
    live report, and all times of a declared one."""
    is_report = LIVE_REPORT in hints.types
    dates = [
        n
        for n, unit in enumerate(units)
        if likely[n] and (is_report or unit.tag in HEADINGS) and unit.is_date_line
    ]
    tags = Counter(units[n].tag for n in dates)
    return frozenset(n for n in dates if tags[units[n].tag] >= MIN_ENTRIES)


def _find_repeated_labels(units: Sequence[Unit], likely: Sequence[int]) -> Iterator[int]:
    """Yield the short lines that follow one another MIN_REPEATS times or more: labels of buttons.
    Those of the sections of a text have other lines between them, and cells of a table are text."""
    lines = [
        n
        for n, unit in enumerate(units)
        if likely[n] and unit.size < MIN_PARAGRAPH_SIZE and unit.tag not in ("td", "th")
    ]
    # nearly all pages end here
    if len(lines) - len({units[n].text for n in lines}) < MIN_REPEATS - 1:
        return
    # what has nothing between it keeps its distance to its place among the short lines
    for _, run in groupby(enumerate(lines), lambda each: (units[each[1]].text, each[1] - each[0])):
        same = [n for _, n in run]
        if len(same) >= MIN_REPEATS:
            yield from same


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
        return REPEATED
    if is_embed_placeholder(unit.text):
        return "embed that is not shown"
    is_column = unit.tag == "td" and unit.size >= MAX_CELL_SIZE
    return "links" if is_column and unit.link_share >= MIN_COLUMN_LINKS else ""


def _repeats_phrase(words: Sequence[str]) -> bool:
    """Return True for the words of a phrase that is there MIN_REPEATS times or more, with few
    others: labels of buttons and of stars."""
    most = min(MAX_PHRASE, len(words) // MIN_REPEATS)
    # Nearly all units end here: no word is so frequent in a text.
    if not most or most * words.count(words[len(words) // 2]) < MIN_REPEATED_SHARE * len(words):
        return False
    return any(
        sum(map(eq, words, words[length:])) >= MIN_REPEATED_SHARE * len(words)
        for length in range(1, most + 1)
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
