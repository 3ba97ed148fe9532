"""What the reading view of a page folds: menus, windows over the page, what a browser would not
show. It is found by what is in an element, never by the names of a portal.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from lxml import etree

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.text.characters import shorten
from webarticlecurator.base.text.html_tags import CODE_TAGS
from webarticlecurator.base.text.translation import translate, translate_count
from webarticlecurator.pages.page.displayed import is_not_displayed

HIDDEN = ""
"""The line of an element that is too small for one: it is hidden, as on the page."""
ON_A_LINE = "\n"
"""The line of a list of few links: it is shown, on a line."""
_LISTS = frozenset("ul ol menu dl".split())
_SEEN = "img picture video audio iframe embed object canvas input button".split()
_FEW_LINKS = 2
_MENU_LINKS = 8
"""Links from which on a list of them is long."""
_MENU_SHARE, _MENU_WORDS = 0.85, 4.0
"""The characters that are in links, of all; the most words of a link on average: headlines, which
a list page is looked at for, have more."""
_MOST_OF_PAGE = 0.3
"""What has more of the text than this is never folded."""
_SHORT = 100
"""Characters up to which what is not shown needs no line."""
_MAX_WORDS = 60
_MENU_TAGS = frozenset("nav ul ol menu dl div section aside header footer form table p".split())
_NEVER = frozenset("html head body base meta link param source track object applet".split())
_ROLES = frozenset(("dialog", "alertdialog"))
_ASKS = re.compile(r"(?:^|[\W_])(?:cookies?|consent|gdpr)(?:$|[\W_])", re.IGNORECASE)


@dataclass
class _Content:
    """What is in an element: characters that are no white space, words, words with a letter; and
    those of its links."""

    characters: int = 0
    words: int = 0
    lettered: int = 0
    links: int = 0
    link_characters: int = 0
    link_words: int = 0
    lettered_links: int = 0

    def add_text(self, text: str | None) -> None:
        for word in (text or "").split():
            self.characters += len(word)
            self.words += 1
            self.lettered += any(map(str.isalpha, word))

    def add(self, inner: _Content) -> None:
        self.characters += inner.characters
        self.words += inner.words
        self.lettered += inner.lettered
        self.links += inner.links
        self.link_characters += inner.link_characters
        self.link_words += inner.link_words
        self.lettered_links += inner.lettered_links

    def make_link(self) -> None:
        self.links, self.link_characters, self.link_words = 1, self.characters, self.words
        self.lettered_links = int(self.lettered > 0)

    @property
    def is_menu(self) -> bool:
        return (
            self.links >= _MENU_LINKS
            and self.is_of_links
            and self.lettered_links * 2 > self.links  # the numbers of pages, or days, stay
        )

    @property
    def is_of_links(self) -> bool:
        """True for several links of few words, and little else."""
        return (
            self.links >= _FEW_LINKS
            and self.link_characters >= _MENU_SHARE * self.characters
            and self.link_words <= _MENU_WORDS * self.links
        )


def find_folds(root: etree._Element) -> Mapping[etree._Element, str]:
    """Return the outermost elements that are folded, each with the line that stands for it, HIDDEN
    or ON_A_LINE."""
    contents = _count(root)
    limit = _MOST_OF_PAGE * contents[root].characters
    found: dict[etree._Element, str] = {}
    pending = [root]
    while pending:
        element = pending.pop()
        line = None
        if contents[element].characters <= limit:
            line = _describe_fold(element, contents[element])
            if line is None and element.tag in _LISTS and contents[element].is_of_links:
                line = ON_A_LINE
        if line is None:
            pending.extend(each for each in element if each in contents)
        else:
            found[element] = line
    return found


def _count(root: etree._Element) -> dict[etree._Element, _Content]:
    """Return what is in each element that can have text."""
    elements = [each for each in root.iter(etree.Element) if each.tag not in CODE_TAGS]
    contents = {each: _Content() for each in elements}
    for element in reversed(elements):  # inner ones first
        content = contents[element]
        content.add_text(element.text)
        for child in element:
            content.add_text(child.tail)
            if child in contents:
                content.add(contents[child])
        if element.tag == "a" and element.get("href") is not None and content.characters:
            content.make_link()
    return contents


def _describe_fold(element: etree._Element, content: _Content) -> str | None:
    """Return the line of an element that is folded, or None."""
    tag = element.tag
    kind = ""
    if tag in _NEVER:
        return None
    if is_not_displayed(element):
        if content.characters <= _SHORT:
            return HIDDEN
        kind = translate("Not shown at first")
    elif not content.characters:  # of icons alone, a list says nothing without the page's styles
        return (
            HIDDEN if tag in {*_LISTS, "li"} and next(element.iter(*_SEEN), None) is None else None
        )
    elif tag == "noscript":
        kind = translate("For browsers without scripts")
    elif tag == "dialog" or element.get("role") in _ROLES or element.get("aria-modal") == "true":
        kind = translate("A window over the page")
    elif tag != "a" and _ASKS.search(f"{element.get('id') or ''} {element.get('class') or ''}"):
        kind = translate("About cookies")
    elif tag in _MENU_TAGS and content.is_menu:
        kind = translate_count("{number} link", "{number} links", content.links)
    if not kind:
        return None
    text = " ".join(" ".join(map(str, element.itertext())).split())
    return f"{kind}: {shorten(text, _MAX_WORDS)}"
