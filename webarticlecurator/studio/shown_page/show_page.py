"""Write an archived page as it looked, cleaned and with the number of each element.

The pages are hostile. What a browser reads is written anew: tags and attributes from lists
(``shown_tags``), text escaped, so that every ``<`` is ours; how a browser nests the elements in
other ways than the parser did, is of no consequence. Addresses lead to the stored files
(``page_resources``); the header of the answer (``page_policy``) is the second layer.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape

from lxml import etree

from webarticlecurator.extract.body.media import absolute_address
from webarticlecurator.page import Page
from webarticlecurator.page.page_elements import PageElements
from webarticlecurator.studio.shown_page.shown_style import resource_address, rewrite_style_sheet
from webarticlecurator.studio.shown_page.shown_tags import (
    BOX_TAG,
    BOXED_TAGS,
    CUSTOM_TAG,
    DROPPED_TAGS,
    MATH_TAGS,
    NODE,
    RENAMED_TAGS,
    SVG_TAGS,
    UNWRAPPED_TAGS,
    VOID_TAGS,
    WRITTEN_TAGS,
)
from webarticlecurator.studio.shown_page.written_attributes import (
    write_attributes,
    write_box_attributes,
    write_drawing_attributes,
)
from webarticlecurator.text.characters import UNCLOSED_TAGS

_DOCTYPE = re.compile(r"""<!doctype\s+html\b([^>"']*(?:"[^"]*"|'[^']*')?[^>]*)>""", re.IGNORECASE)
_DOCTYPE_REACH = 2000
"""Characters of the page in which its document type is looked for."""
_FORMER = ("transitional", "frameset")
_LIMITED_QUIRKS = (
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN"'
    ' "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'
)
_QUIRKS = re.compile(r"html (?:2|3|i18n)|softquad|netscape|//ietf//|//as//", re.IGNORECASE)
_STYLE_TYPES = frozenset(("", "text/css"))
_HTML = "html"
_TAGS_INSIDE = {"svg": SVG_TAGS, "math": MATH_TAGS}


@dataclass(frozen=True)
class ShownPage:
    """A cleaned page in two pieces, between which comes what the server adds to its head.

    ``nodes`` is the number of elements of the parsed page, also of those that are not shown.
    """

    url: str
    opening: bytes
    rest: bytes
    nodes: int

    @property
    def size(self) -> int:
        """The number of bytes."""
        return len(self.opening) + len(self.rest)

    def join(self, head: bytes = b"") -> bytes:
        """Return the HTML in UTF-8; ``head`` is put first in its head."""
        return b"".join((self.opening, head, self.rest))


def show_page(page: Page) -> ShownPage:
    """Return a page as it is shown. Its tree is not changed."""
    elements, root = page.elements, page.root
    head, body = root.find("head"), root.find("body")
    html_attributes = write_attributes(root, "html", page.base)
    head_number = f' {NODE}="{elements.number(head)}"' if head is not None else ""
    opening = (
        f'{_choose_doctype(page.text)}<html {NODE}="0"{html_attributes}><head{head_number}>'
        '<meta charset="utf-8">'
    )
    writer = _PageWriter(elements, page.base)
    if head is not None:
        writer.write(head)
    writer.pieces.append("</head>\n")
    if body is not None:
        attributes = write_attributes(body, "body", page.base)
        writer.pieces.append(f'<body {NODE}="{elements.number(body)}"{attributes}>')
    for part in root:
        if part is body:
            writer.write_content(part)
        elif part is not head:
            writer.write(part)
    rest = "".join((*writer.pieces, "</body></html>\n"))
    return ShownPage(page.url, _encode(opening), _encode(rest), len(elements.all))


def _encode(text: str) -> bytes:
    return text.encode("utf-8", "replace")


def _choose_doctype(text: str) -> str:
    """Return a document type with which browsers lay the page out as by its own one."""
    found = _DOCTYPE.search(text[:_DOCTYPE_REACH])
    if found is None or _QUIRKS.search(found[1]):
        return ""
    words = found[1].lower()
    if not any(word in words for word in _FORMER):
        return "<!DOCTYPE html>"
    is_old = "xhtml" not in words and "http:" not in words
    return "" if is_old else _LIMITED_QUIRKS


class _PageWriter:
    """Writes elements to ``pieces``. No recursion: pages can be nested deeply."""

    def __init__(self, elements: PageElements, base: str) -> None:
        self.pieces: list[str] = []
        self._elements, self._base = elements, base
        self._pending: list[tuple[etree._Element | None, str]] = []

    def write(self, element: etree._Element) -> None:
        """Write an element, what is in it and what follows it in its parent."""
        self._pending.append((element, _HTML))
        while self._pending:
            part, words = self._pending.pop()
            if part is None:
                self.pieces.append(words)
            else:
                self._write_one(part, words)

    def write_content(self, element: etree._Element) -> None:
        """Write the text and the elements in an element."""
        self.pieces.append(escape(element.text or ""))
        for part in element:
            self.write(part)

    def _write_one(self, element: etree._Element, language: str) -> None:
        tag = element.tag if isinstance(element.tag, str) else ""
        end, is_visited, inner = "", False, language
        if tag and tag not in DROPPED_TAGS:
            if language == _HTML and tag in _TAGS_INSIDE:
                inner = tag
            if inner != _HTML:
                end, is_visited = self._open_drawing(element, tag, inner)
            else:
                end, is_visited = self._open(element, tag)
        self._pending.append((None, end + escape(element.tail or "")))
        if is_visited:
            self._pending.extend((child, inner) for child in reversed(element))
            self.pieces.append(escape(element.text or ""))

    def _open(self, element: etree._Element, tag: str) -> tuple[str, bool]:
        """Write the start tag of an element of HTML; return the end tag, and True if what is in it
        is to be written."""
        if tag == "style":
            return self._write_style(element), False
        if tag == "link":
            return self._write_style_link(element), False
        if tag in BOXED_TAGS and not (tag in UNWRAPPED_TAGS and len(element)):
            attributes = write_box_attributes(element, self._base)
            self.pieces.append(self._start(element, BOX_TAG, attributes))
            return "", tag in UNCLOSED_TAGS  # the parser has put what follows into it
        if tag in UNWRAPPED_TAGS:
            return "", True
        written = RENAMED_TAGS.get(tag, tag)
        if written not in WRITTEN_TAGS and not CUSTOM_TAG.fullmatch(written):
            written = "span"
        end = self._start(element, written, write_attributes(element, written, self._base))
        return "" if written in VOID_TAGS else end, True

    def _open_drawing(self, element: etree._Element, tag: str, language: str) -> tuple[str, bool]:
        if tag == "a":  # a link in a drawing leads nowhere, what it shows stays
            return "", True
        if tag not in _TAGS_INSIDE[language]:
            return "", False
        return self._start(element, tag, write_drawing_attributes(element, self._base)), True

    def _start(self, element: etree._Element, tag: str, attributes: str) -> str:
        self.pieces.append(f'<{tag} {NODE}="{self._elements.number(element)}"{attributes}>')
        return f"</{tag}>"

    def _write_style(self, element: etree._Element) -> str:
        if (element.get("type") or "").strip().lower() in _STYLE_TYPES:
            media = element.get("media") or ""
            css = rewrite_style_sheet(element.text or "", self._base)
            self._start(element, "style", f' media="{escape(media)}"' if media else "")
            self.pieces.append(f"{css}</style>")
        return ""

    def _write_style_link(self, element: etree._Element) -> str:
        """Write the link to a style sheet, also to one that a script of the page would turn on."""
        kinds = (element.get("rel") or "").lower().split()
        is_delayed = "onload" in element.attrib
        is_preload = "preload" in kinds and element.get("as") == "style" and is_delayed
        is_sheet = "stylesheet" in kinds and "alternate" not in kinds
        address = resource_address([absolute_address(self._base, element.get("href") or "")])
        if address and (is_sheet or is_preload):
            media = "" if is_delayed else element.get("media") or ""
            attributes = f' rel="stylesheet" href="{escape(address)}"'
            self._start(element, "link", attributes + f' media="{escape(media)}"' * bool(media))
        return ""
