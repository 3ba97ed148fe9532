"""Authors without rules: bylines, names in lines, organisations, and how names are tidied.

Find the authors in the line that a page shows below its title, where its markup does not have
them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from webarticlecurator.dataclasses import replace
from webarticlecurator.guess.article_text import is_elsewhere
from webarticlecurator.guess.class_names import has_class_word
from webarticlecurator.guess.page_dates import (
    BYLINE,
    MAX_BYLINE_SIZE,
    ArticlePosition,
    locate_article,
)
from webarticlecurator.guess.text_units import Unit, fold_text, is_date_line
from webarticlecurator.model.article import ORGANISATION, Value
from webarticlecurator.page import Page
from webarticlecurator.page.page import once_per_page
from webarticlecurator.page.page_elements import source_words
from webarticlecurator.rules.element_values import collapse_white_space
from webarticlecurator.rules.jsonld import read_jsonld
from webarticlecurator.text.words import list_lines

_NAME_SEPARATOR = re.compile(r"\s*[,;|]\s*|\s+(?:and|und|et|y|og|och|en)\s+")


def find_byline_authors(page: Page) -> tuple[Value, ...]:
    """Return the names in the first element near the title with the class name of a byline, else
    in the first line with *by* and full names; () if there is none."""
    position = locate_article(page)
    if position is None:
        return ()
    # the units after the title, up to the first long text
    near = position.units[position.title + 1 : position.near + 1]
    units = [unit for unit in near if not is_elsewhere(unit.element, page)]
    return _authors_by_class_name(units) or _authors_after_by(units)


@lru_cache(maxsize=1)
def _byline_start() -> re.Pattern[str]:
    return re.compile(rf"^{by_words()}\b(?::?\s+|:?$)", re.IGNORECASE)


def _authors_after_by(units: list[Unit]) -> tuple[Value, ...]:
    for unit in units:
        match = _byline_start().match(unit.text) if unit.size <= MAX_BYLINE_SIZE else None
        if match:
            text = re.split(r"\s[|·•–—-]\s|[|·•]|\s{2,}", unit.text[match.end() :])[0]
            names = [name.strip(" .,") for name in _NAME_SEPARATOR.split(text)]
            # All or none: a sentence that begins like a byline (By the end of March …) has other
            # words, too.
            if all(map(is_full_name, names)):
                return tuple(Value(name, BYLINE, unit.text) for name in dict.fromkeys(names))
    return ()


def _authors_by_class_name(units: list[Unit]) -> tuple[Value, ...]:
    for unit in units:
        elements = unit.element.iter("*")
        element = next((e for e in elements if has_class_word(e, "byline")), None)
        if element is None:
            continue
        text = " ".join(source_words(element))
        # A class name says that persons are named here, so names of other forms than two
        # capitalised words are taken, unlike after *by*.
        parts = (
            _byline_start().sub("", part, count=1).strip(" |·•–-,")
            for part in _NAME_SEPARATOR.split(text)
        )
        names = [name for name in parts if _looks_like_name(name)]
        if names:
            return tuple(Value(name, BYLINE, text) for name in dict.fromkeys(names))
    return ()


def _looks_like_name(text: str) -> bool:
    word_count = len(text.split())
    # one word of Latin letters is an agency, or initials
    is_long_enough = word_count > 1 or not text.isascii()
    has_digit_or_colon = re.search(r"[\d:]", text)
    return (
        is_long_enough and is_name(text) and word_count <= MAX_NAME_WORDS and not has_digit_or_colon
    )


# Tidy the authors that the default sources find: one name each, without what is before and after
# names in bylines.

# What a name is: its longest form, words without a capital, and words that no name has.
MAX_NAME_WORDS = 5
"""Words of the longest name; what is longer is a description of a person."""
_PARTICLES = frozenset(
    "van von de der den di da del della do dos das du la le el al bin bint ibn ter ten zu zum und"
    " y e i".split()
)
"""Words in names that need no capital."""
_ROLE = re.compile(
    r"\b(?:\w*editor|\w*correspondents?|\w*korrespondent\w*|correspons\w+|\w*reporter\w*|writer|journal?ist\w*|redakt\w+|redac\w+|staff"
    r"|columnist|contributor|photographer|analyst|producer|professor\w*|profesor\w*|director|desk|team|agenc\w+|news)\b",
    re.IGNORECASE,
)
"""A function or an organisation, not a name."""
_TITLE_AFTER = re.compile(
    r"\s+(?:(?:선임|수석|전문|인턴|객원|경제|정치부|사회부)?기자|특파원|논설위원|앵커|記者|记者)$"
)
"""Functions after a name, in Korean, Japanese and Chinese."""


def by_words() -> str:
    """Return the expression of what is before the name in a byline, without regard to case."""
    return f"(?:{'|'.join(list_lines('bylines', 'by'))})"


@lru_cache(maxsize=1)
def _name_introduction() -> re.Pattern[str]:
    return re.compile(
        rf"^(?:(?:\w+ )?by|oleh|yazan|{by_words()}\s*:)\s+(?=[^\W\d_])", re.IGNORECASE
    )


def tidy_names(authors: tuple[Value, ...], site_names: frozenset[str]) -> tuple[Value, ...]:
    """Return ``authors`` with lists of full names split, without *By* and *기자* (reporter), each
    once; ``site_names`` (folded) are left out if there is another author."""
    names = [
        replace(value, value=name)
        for value in authors
        for name in split_names(value.value, site_names)
    ]
    persons = [value for value in names if fold_text(value.value) not in site_names]
    distinct: dict[str, Value] = {}
    # Portals name themselves beside the author; without a person, the site is all that is known.
    for value in persons or names:
        distinct.setdefault(value.value.casefold(), value)
    return tuple(distinct.values())


def split_names(text: str, site_names: frozenset[str] = frozenset()) -> list[str]:
    """Return the names in ``text``: several only if each part between commas is a full name.
    Descriptions of a person and ``site_names`` (folded) are not counted as parts."""
    text = _TITLE_AFTER.sub("", _name_introduction().sub("", text, count=1)).strip()
    parts = [part.strip() for part in re.split(r"[,、，]", text) if part.strip()]
    names = []
    for part in parts:
        words = part.split()
        # A text with many words, or with a small first letter, describes a person.
        is_description = len(words) > MAX_NAME_WORDS or (
            part[0].islower() and words[0].casefold() not in _PARTICLES
        )
        if not (_ROLE.search(part) or is_description or fold_text(part) in site_names):
            names.append(part)
    # A comma may also be before a function or a place: the text is left whole unless each part is a
    # name.
    if len(parts) > 1 and names and all(map(is_full_name, names)):
        return names
    return [text] if text else []


def is_full_name(text: str) -> bool:
    """Return True for two to MAX_NAME_WORDS words that each begin with a capital, except for
    particles: *Ludwig van Beethoven*, *J. R. Ewing*."""
    words = text.split()
    capitalised = [word for word in words if word.casefold() not in _PARTICLES]
    return (
        2 <= len(words) <= MAX_NAME_WORDS
        and len(capitalised) >= 2
        and all(word[0].isupper() for word in capitalised)
        and not re.search(r"[\d:!?]", text)
    )


# Find authors whose names no markup and no word such as *by* marks: in a line with the date below
# the title (*Anna Author | 12 March 2024*), and alone at the end of the text, as newspapers sign.
#
# Two words with capitals may also be a section (*Middle East*) or a button. Both are links
# somewhere on the page, and names in plain text are not.

_SEPARATOR = re.compile(r"\s*[|·•]\s*")
_EMPHASIS = ("b", "strong", "i", "em")
_RIGHT = re.compile(r"text-align:\s*right|\bright\b", re.IGNORECASE)


def find_plain_names(page: Page, site_names: frozenset[str]) -> tuple[Value, ...]:
    """Return the author named in a line with the date below the title, else at the end of the text;
    () if there is none. ``site_names`` (folded) are not authors."""
    position = locate_article(page)
    if position is None:
        return ()
    for name, unit in _likely_names(position):
        if not is_full_name(name) or not name.replace(" ", "").isalpha() or _ROLE.search(name):
            continue
        folded = fold_text(name)
        # Sections and buttons are links somewhere on the page (Middle East), authors in plain text
        # are not. Asked last: a page may have thousands of links.
        if folded not in site_names and folded not in _link_texts(page):
            return (Value(name, BYLINE, unit.text),)
    return ()


def _likely_names(position: ArticlePosition) -> Iterator[tuple[str, Unit]]:
    """Yield the names in lines with a date near the title, then those that sign the text."""
    for unit in position.units[position.title + 1 : position.near + 1]:
        first, *others = _SEPARATOR.split(unit.text)
        # A linked name is marked up, and the default sources or the byline have found it.
        is_short = unit.size <= MAX_BYLINE_SIZE and not unit.linked
        is_dated = is_short and bool(others) and is_date_line(others[0])
        if is_dated and not is_elsewhere(unit.element, position.page):
            yield first, unit

    # The last unit of the text and the next one, which may be left out as no text, if they are
    # emphasised or on the right, and no headings.
    first_after = position.near + 1
    after_title = enumerate(position.units[first_after:], first_after)
    # position.text_end needs the whole search for the text: asked only where a line looks signed,
    # the made-up pages of bench/workers.py took 8.3 ms each, not 13.5 (with the other steps of that
    # change).
    for number, unit in [(number, unit) for number, unit in after_title if _looks_signed(unit)]:
        is_last = position.text_end <= number <= position.text_end + 1
        if is_last and not is_elsewhere(unit.element, position.page):
            yield _signed_name(unit), unit


def _looks_signed(unit: Unit) -> bool:
    is_line = unit.tag in ("p", "div") and unit.size <= MAX_BYLINE_SIZE and not unit.linked
    if not is_line or not is_full_name(_signed_name(unit)):
        return False
    element = unit.element
    look = f"{element.get('style') or ''} {element.get('align') or ''} {element.get('class') or ''}"
    if _RIGHT.search(look):
        return True
    # All of the line must be emphasised: bold names inside a paragraph are persons whom the text is
    # about.
    whole = source_words(element)
    return any(source_words(inner) == whole for inner in element.iter(*_EMPHASIS))


def _signed_name(unit: Unit) -> str:
    return unit.text.strip(" ().")


@once_per_page("heuristics.link_texts")
def _link_texts(page: Page) -> frozenset[str]:
    """Return the folded texts of all links and buttons."""
    texts = (" ".join(source_words(element)) for element in page.root.iter("a", "button"))
    return frozenset(map(fold_text, texts))


_AGENTS = ("Organization", "Person")

# Mark authors that are organisations, where the page's JSON-LD has them as such (``"author":
# {"@type": "Organization", "name": "Reuters"}``).


def mark_agent_kinds(authors: tuple[Value, ...], page: Page) -> tuple[Value, ...]:
    """Return ``authors``, with ORGANISATION at the end of the source of each author that is an
    organisation in some node of the page's JSON-LD and a person in none."""
    if not authors or page.json is not None:
        return authors
    kinds = _agent_kinds(page)
    return tuple(
        replace(author, source=author.source + ORGANISATION)
        if kinds.get(author.value.casefold()) == "Organization"
        else author
        for author in authors
    )


@once_per_page("agents")
def _agent_kinds(page: Page) -> dict[str, str]:
    """Return name → Organization or Person, for the agents in the page's JSON-LD."""
    kinds: dict[str, str] = {}
    pending: list[Any] = list(read_jsonld(page)[0])
    while pending:  # not recursive: nodes nest as deep as a page likes
        node = pending.pop()
        if isinstance(node, list):
            pending.extend(node)
        if not isinstance(node, dict):
            continue
        pending.extend(node.values())
        name, types = node.get("name"), node.get("@type")
        # the first type of an agent counts: NewsMediaOrganization is an organisation
        names = types if isinstance(types, list) else [types]
        strings = (each for each in names if isinstance(each, str))
        kind = next((each for each in strings if each.endswith(_AGENTS)), None)
        if isinstance(name, str) and kind:
            key = collapse_white_space(name).casefold()
            if kind.endswith("Person") or kinds.get(key) != "Person":
                kinds[key] = "Person" if kind.endswith("Person") else "Organization"
    return kinds


_NOT_A_NAME = re.compile(
    r"(?:[a-z][a-z0-9+.-]*:)?//\S*|www\.\S+|[^\s@]+@[^\s@]+\.\w+|@\w+|[\W\d_]*", re.IGNORECASE
)


def is_name(text: str) -> bool:
    """Return False for a URL, an e-mail address, an account name, and for text without a letter."""
    return not _NOT_A_NAME.fullmatch(text)
