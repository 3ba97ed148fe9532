"""Text that a page does not have: its scripts, or a button, load it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import partial

from lxml import etree

from webarticlecurator.base.model.verdict import Problem, make_problem
from webarticlecurator.base.text.character_patterns import LETTER, WORD_CHARACTER
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.data_addresses import find_data_address, names_page
from webarticlecurator.pages.rules.elements import text_of
from webarticlecurator.pages.rules.more_buttons import (
    MAX_TEXT_LENGTH,
    rank_more_button,
    read_button_text,
)

_MAX_STEPS = 3
"""Elements around the posts in which the button is looked for."""
MIN_WORDS = 8
"""Words of a text that something may go on with."""
_MAX_WORDS = 4
"""Words of an element that opens the rest of a text."""
_INLINE = frozenset("a abbr b bdi em font i label mark small span strong u".split())
_PICTURES = ("audio", "embed", "iframe", "img", "object", "picture", "svg", "video")
_NOWHERE = re.compile(r"(?:#[0!]?|javascript:.*|)$", re.IGNORECASE)
_OPENS = (
    *("aria-controls", "data-target", "data-bs-target"),
    *("data-toggle", "data-bs-toggle", "name"),
)
"""Attributes of what opens something that the page has, or is a place in it."""
_BUSY = re.compile(r"(?:^|[^a-z])(?:spinner|load(?:er|ing))$", re.IGNORECASE)
_ENDED = re.compile(r"(?<!\.)[.!?:。！？؟।：][^\w.…]*$")
"""The end of a sentence, or what another line follows; three stops are where a text is cut."""
_COUNT = etree.XPath("count(//@*[. = $value])")


def find_unloaded_text(
    page: Page,
    roots: Sequence[etree._Element],
    posts: Collection[etree._Element],
    left_out: Collection[etree._Element],
) -> Iterator[Problem]:
    """Yield the doubt that a page has more text than it shows: a button beside the ``posts``
    (elements) is named or called as one that loads more, or the rest of one of the ``roots`` is
    loaded (``find_unloaded_rest``)."""
    button = _find_button(posts) if posts else None
    if button is not None:
        words = read_button_text(button)
        yield make_problem("loaded-later", page.url, "posts", count=len(posts), words=words)
    elif page.elements.with_tag("script"):
        found = (find_unloaded_rest(page, each, left_out) for each in roots)
        form, shown = next(filter(None, found), ("", ""))
        if form:
            yield make_problem("loaded-later", page.url, form, words=shown)


def find_unloaded_rest(
    page: Page, root: etree._Element, left_out: Collection[etree._Element]
) -> tuple[str, str] | None:
    """Return what loads the rest of the text in ``root``, a form of the doubt ``loaded-later`` and
    what it shows; None without it.

    Behind the last paragraph, that is an element without text which has an address of the portal
    with the name or number of the page, or which is busy; else the last words of that paragraph, if
    they are an element that leads nowhere and opens nothing on the page. What is ``left_out`` from
    the text is none.
    """
    outer: etree._Element | None = root
    while outer is not None:
        inner, outer = outer, None
        for child in inner.iterchildren(reversed=True):
            if WORD_CHARACTER.search(child.tail or ""):
                return None
            if not isinstance(child.tag, str) or child in left_out:
                continue
            text = text_of(child)
            if len(text) <= MAX_TEXT_LENGTH:
                inside = (each for each in child.iter(etree.Element) if each not in left_out)
                found = next(filter(None, map(partial(_find_loaded, page), inside)), None)
                if found is not None and _follows_text(child, root):
                    return found
                if text and _opens_rest(child, text):
                    return "control", text
            if text:
                outer = child
                break
    return None


def _find_loaded(page: Page, element: etree._Element) -> tuple[str, str] | None:
    """Return the address that an element without a picture has for a script, or that it is busy."""
    found = find_data_address(element, page)
    names = f"{element.get('id')} {element.get('class')}".split()
    is_busy = element.get("aria-busy") == "true"
    if found is None and not is_busy and not any(map(_BUSY.search, names)):
        return None
    # last, since to look for many tags takes long
    if next(element.iter(*_PICTURES, "a"), None) is not None:
        return None
    if found is not None:
        name, address = found
        # the address of a button that shares is a link; advertisements have one at several places
        is_loaded = (
            not name.endswith("href") and _COUNT(page.root, value=str(element.get(name))) == 1
        )
        return ("address", address) if is_loaded and names_page(address, page, element) else None
    return "busy", ""


def _follows_text(element: etree._Element, root: etree._Element) -> bool:
    """Return True if what is before an element in ``root`` is a text, and no list of links."""
    for inner in (element, *element.iterancestors()):
        if inner is root:
            return False
        for before in inner.itersiblings(etree.Element, preceding=True):
            if words := len(text_of(before).split()):
                linked = sum(len(text_of(link).split()) for link in before.iter("a"))
                return words - linked >= MIN_WORDS
    return False


def _opens_rest(element: etree._Element, text: str) -> bool:
    """Return True if an element with few words leads nowhere, opens nothing that the page has, and
    ends the line of a text whose last sentence is cut before it: behind a whole one it prints,
    shares, votes, goes to the top; in a whole one it is a word that is explained."""
    is_button = element.tag == "button" or element.get("role") == "button"
    href = element.get("href") or ""
    is_inert = is_button or element.tag == "a" or any(map(element.get, ("onclick", "tabindex")))
    if not (is_inert or "pointer" in (element.get("style") or "")) or not _NOWHERE.match(href):
        return False
    if len(text.split()) > _MAX_WORDS or any(map(element.get, _OPENS)) or not LETTER.search(text):
        return False
    line = next((each for each in element.iterancestors() if each.tag not in _INLINE), None)
    if line is None or any(
        each.tag not in (*_INLINE, "br") or (each.tag == "a" and each is not element)
        for each in line.iterdescendants(etree.Element)
        if each is not element
    ):
        return False
    before, _, after = text_of(line).rpartition(text)
    is_whole = any(map(_ENDED.search, (before, after)))
    return len(before.split()) >= MIN_WORDS and not is_whole


def _find_button(posts: Collection[etree._Element]) -> etree._Element | None:
    """Return the button in the nearest of the elements around the first post, and in no post."""
    for around, _ in zip(next(iter(posts)).iterancestors(), range(_MAX_STEPS), strict=False):
        for button in around.iter("button", "a"):
            is_button = button.tag == "button" or (button.get("href") or "#").startswith("#")
            is_inside = any(outer in posts for outer in button.iterancestors())
            if is_button and not is_inside and rank_more_button(button):
                return button
    return None
