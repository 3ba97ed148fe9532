"""The elements of a page for rules: their text, with white space as a browser shows it, the address
that one links, and those of a class or an id, where CSS selectors find theirs.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from lxml import etree

from webarticlecurator.base.portal.rule import TextTest
from webarticlecurator.base.text.html_tags import CODE_TAGS
from webarticlecurator.pages.page.displayed import find_unseen

_BLOCK_TAGS = frozenset(
    "address article aside blockquote br dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6"
    " header hr li main nav ol option p pre section table td th tr ul".split()
)
"""Elements that a browser separates: their text never runs into the text next to them."""
_SPACE = re.compile(r"\s+")
_HTML_SPACE = re.compile("[ \t\n\f\r\x0b\x1c-\x1f\x85]+")
"""ASCII white space (WHATWG Infra Standard), and control characters that Python splits at."""
_SHOWN = etree.XPath(
    f"descendant::text()[not({' or '.join(f'parent::{tag}' for tag in sorted(CODE_TAGS))})]"
)
"""The text of an element but for scripts and styles."""


def collapse_white_space(text: str) -> str:
    """Return the text with one space for each run of white space, and none at the ends."""
    # Most texts have single spaces only: in a fifth of the time of dividing them into words.
    return text.strip() if text.isprintable() and "  " not in text else " ".join(text.split())


def collapse_html_space(text: str) -> str:
    """Return the text with one space for each run of HTML's white space, and none at the ends.

    Other spaces, such as U+00A0, stay.
    """
    if text.isprintable() and "  " not in text:  # no white space but single spaces
        return text.strip(" ")
    return _HTML_SPACE.sub(" ", text).strip(" ")


def restore_spaces(value: str, original: str) -> str:
    """Return a collapsed value with the spaces, such as U+00A0, that it has in ``original``.

    The value is returned unchanged if ``original`` does not contain its words in their order.
    """
    words = value.split()
    if not words or original.isascii():
        return value
    text, joined_words = collapse_html_space(original), " ".join(words)
    start = _SPACE.sub(" ", text).find(joined_words)
    if start < 0:
        return value
    end = start + len(joined_words)
    for run in _SPACE.finditer(text):
        more = run.end() - run.start() - 1
        start += more if run.start() < start else 0
        end += more if run.start() < end else 0
    return text[start:end]


def text_of(element: etree._Element) -> str:
    """Return the text of an element and its descendants, collapsed and without comments."""
    return collapse_white_space(_text_with_descendants(element))


def text_with_spaces(element: etree._Element) -> str:
    """Return the text of an element as ``text_of`` does, but with spaces such as U+00A0."""
    return collapse_html_space(_text_with_descendants(element))


def raw_text(element: etree._Element) -> str:
    """Return the text of an element unchanged, for parsing it again."""
    return str(element.xpath("string()")) if len(element) else element.text or ""


def shown_text(element: etree._Element) -> str:
    """Return the text that an element shows, with one space for each run of white space."""
    texts: list[str] = _SHOWN(element)  # type: ignore[assignment]
    return collapse_white_space("".join(texts))


def text_of_value(element: etree._Element) -> str:
    """Return the text of an element as ``text_with_spaces`` does, but without what readers do not
    see in it."""
    return collapse_html_space("".join(list_value_texts(element)))


def list_value_texts(element: etree._Element) -> list[str]:
    """Return the texts in an element that readers see in it, with a space where a block ends."""
    return _list_texts(element, find_unseen(element))


def _text_with_descendants(element: etree._Element) -> str:
    return "".join(_list_texts(element)) if len(element) else element.text or ""


def _list_texts(element: etree._Element, left_out: Collection[etree._Element] = ()) -> list[str]:
    pieces: list[str] = []
    walk = etree.iterwalk(element, events=("start", "end", "comment", "pi"))
    for event, node in walk:
        is_element = isinstance(node.tag, str)
        if is_element and node.tag in _BLOCK_TAGS:
            pieces.append(" ")
        if event == "start" and node in left_out:
            walk.skip_subtree()
        elif event == "start" and is_element:
            pieces.append(node.text or "")
        elif event != "start" and node is not element:
            pieces.append(node.tail or "")
    return pieces


def passes_test(test: TextTest, text: str) -> bool:
    """Return True if every part of the test holds for a collapsed text."""
    return (
        (test.equals is None or text == test.equals)
        and (test.starts is None or text.startswith(test.starts))
        and (test.contains is None or test.contains in text)
        and (not test.one_of or text in test.one_of)
        and (test.regex is None or re.search(test.regex, text) is not None)
    )
