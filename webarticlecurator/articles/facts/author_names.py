"""Tidy the authors that the default sources find: one name each, without what is before and after
names in bylines.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import Any

from lxml import etree

from webarticlecurator.articles.facts.name_candidates import (
    MAX_NAME_WORDS,
    PLAIN_NAME,
    ROLE,
    TITLE_AFTER,
    is_full_name,
    list_pieces,
)
from webarticlecurator.articles.facts.name_separators import ADDRESS, part_grown_words
from webarticlecurator.articles.facts.sources import MetadataSources
from webarticlecurator.articles.units.introductions import (
    LABEL,
    PARTICLES,
    UNKNOWN,
    by_words,
    is_introduction,
    is_nobody,
    is_office,
    pictures,
    without_noun,
)
from webarticlecurator.articles.units.text_units import Unit, fold_text
from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.grouping import first_values
from webarticlecurator.base.model.article import ORGANISATION, Value
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.pages.page.page import Page, once_per_page
from webarticlecurator.pages.rules.elements import collapse_white_space
from webarticlecurator.pages.rules.jsonld import read_jsonld


@lru_cache(maxsize=1)
def _name_introduction() -> re.Pattern[str]:
    return re.compile(
        rf"^(?:(?:\w+ )?by\s*:?|oleh|yazan|{by_words()}\s*[:՝`፡])\s+(?=[^\W\d_])", re.IGNORECASE
    )


def tidy_names(
    authors: tuple[Value, ...], site_names: frozenset[str], language: str = "und"
) -> tuple[Value, ...]:
    """Return ``authors`` with lists of full names split, without *By* and *기자* (reporter), each
    once; ``site_names`` (folded) are left out if there is another author. ``language``: that of
    the words around names."""
    names = [
        replace(value, value=name)
        for value in authors
        for name in split_names(value.value, site_names, language.lower().partition("-")[0])
    ]
    persons = [value for value in names if fold_text(value.value) not in site_names]
    # Portals name themselves beside the author; without a person, the site is all that is known.
    distinct = first_values((value.value.casefold(), value) for value in persons or names)
    return tuple(distinct.values())


def split_names(
    text: str, site_names: frozenset[str] = frozenset(), language: str = "und"
) -> list[str]:
    """Return the names in ``text``: several only if each part between commas is a full name.
    Descriptions of a person and ``site_names`` (folded) are not counted as parts."""
    text = ADDRESS.sub("", text).strip() if "@" in text else text
    if not text.isascii() and text.lower() == text.title() and fold_text(text) not in site_names:
        return _list_declared_names(text, language)
    text = part_grown_words(text, language)
    text = TITLE_AFTER.sub("", _name_introduction().sub("", text, count=1)).strip()
    parts = [part.strip() for part in re.split(r"[,、，]", text) if part.strip()]
    names = []
    for part in parts:
        words = part.split()
        # A text with many words, or with a small first letter, describes a person.
        is_description = len(words) > MAX_NAME_WORDS or (
            part[0].islower() and words[0].casefold() not in PARTICLES
        )
        if not (ROLE.search(part) or is_description or fold_text(part) in site_names):
            names.append(part)
    # A comma may also be before a function or a place: the text is left whole unless each part is a
    # name.
    if len(parts) > 1 and names and all(map(is_full_name, names)):
        return names
    return [text] if text and not is_office(text) else []


_OTHER_SIGNS = re.compile(r"[|/／()（）\[\]–—-]")
_HAN = re.compile("[\u4e00-\u9fff]")


def _list_declared_names(line: str, language: str) -> list[str]:
    """Return the names of a line of letters without case that a page declares as a whole: those
    that something introduces, if it does any; none of a line with another label."""
    element = etree.Element("p")
    line = without_noun(line).removeprefix("by ")
    element.text = line
    unit = Unit(element, "p", (element,))
    unit.text = line
    # a space parts names of Chinese, whatever the page says that it is in
    language = "zh" if _HAN.search(line) and language != "ja" else language
    found = [each for each in list_pieces(unit, 0, language) if each.doubt != UNKNOWN]
    places = [each for each in found if not is_nobody(each.text)]
    introduced = [each.text for each in places if each.is_introduced]
    names = [each.text for each in places]
    if not names:
        return (
            []
            if found or is_nobody(line)
            else [line] * (pictures().match(line) is None and LABEL.match(line) is None)
        )
    # what a sign parts may be a place, as in *Name (Cairo)*, and so may one word behind a comma
    is_list = _OTHER_SIGNS.search(line) is None and all(map(PLAIN_NAME.fullmatch, names))
    return introduced or (names if is_list or len(names) == 1 else [line])


_CARD_LINES = tuple(
    (Rule("meta", f"twitter:label{number}"), Rule("meta", f"twitter:data{number}"))
    for number in "12"
)


def find_labelled_author(sources: MetadataSources) -> tuple[Value, ...]:
    """Return the author among the labelled data for cards (``twitter:label1``, ``twitter:data1``),
    as Yoast writes them: a name behind words such as *Written by*, in any language if the page has
    a person of that name in JSON-LD."""
    for label_rule, name_rule in _CARD_LINES:
        label = sources.values("authors", label_rule)[:1]
        name = sources.values("authors", name_rule)[:1] if label else ()
        if name and is_name(name[0].value):
            kind = agent_kinds(sources.page).get(name[0].value.casefold())
            if kind == "Person" or is_introduction(label[0].value):
                return (Value(name[0].value, name[0].source, name[0].original),)
    return ()


_AGENTS = ("Organization", "Person")


def mark_agent_kinds(authors: tuple[Value, ...], page: Page) -> tuple[Value, ...]:
    """Return ``authors``, with ORGANISATION at the end of the source of each author that is an
    organisation in some node of the page's JSON-LD and a person in none."""
    if not authors or page.json is not None:
        return authors
    kinds = agent_kinds(page)
    return tuple(
        replace(author, source=author.source + ORGANISATION)
        if kinds.get(author.value.casefold()) == "Organization"
        else author
        for author in authors
    )


@once_per_page("agents")
def agent_kinds(page: Page) -> dict[str, str]:
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


_ENDS = " \u00a0·•|/–—,;:"
_AT_SIGNS = re.compile(r"(\s*[·•|]\s*)"), re.compile(r"(?<![^\W_])\d")
"""Signs that stand between names and other things. A part with a number is not a name."""
_AT_COMMAS = (
    re.compile(r"(\s+[–—/-]\s+|\s*[,،、，]\s*)"),
    re.compile(r"\b\d{4}\b|\b\d{1,2}\D{1,12}\d{1,4}\b"),
)
"""Those that may stand in names, too; of these, what has a year or two numbers, as each date and
each time of a day has."""


def cut_byline(text: str) -> str:
    """Return the name in a line with a name, separators and a date or a time, as in *By Ann B. · 20
    March 2024*; of another text, all but separators at its ends."""
    cut = _leave_dates(_leave_dates(text, *_AT_SIGNS), *_AT_COMMAS)
    name = cut.strip(_ENDS)
    return name if cut == text else _line_introduction().sub("", name, count=1)


def _leave_dates(text: str, separator: re.Pattern[str], dated: re.Pattern[str]) -> str:
    """Return what is before the first part with a date, or behind it if the text begins with it;
    a text without a date, or with nothing else, as it is."""
    parts = separator.split(text)
    places = [place for place in range(0, len(parts), 2) if dated.search(parts[place])]
    before, *others = (parts[start + 2 : end] for start, end in pairwise((-2, *places, len(parts))))
    return next(("".join(each) for each in (before, *others) if any(each[::2])), text)


@lru_cache(maxsize=1)
def _line_introduction() -> re.Pattern[str]:
    # two words at least are left: *De* may be a part of the name *De Vries*
    return re.compile(rf"^{by_words()}\s*:?\s+(?=[^\W\d_]\S*\s+\S)", re.IGNORECASE)


_NOT_A_NAME = re.compile(
    r"(?:[a-z][a-z0-9+.-]*:)?//\S*|www\.\S+|[^\s@]+@[^\s@]+\.\w+|@\w+|[\W\d_]*", re.IGNORECASE
)


def is_name(text: str) -> bool:
    """Return False for a URL, an e-mail address, an account name, and for text without a letter."""
    return not _NOT_A_NAME.fullmatch(text)
