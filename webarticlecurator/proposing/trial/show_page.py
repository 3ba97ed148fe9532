"""Write an archived page anew, so that it is safe: as it looked, with the number of each element,
for the window of the studio. ``PageWriter`` is also what ``marked_page`` writes its file with.

The pages are hostile. What a browser reads is written anew: tags and attributes from lists, text
escaped, so that every ``<`` is ours; how a browser nests the elements in other ways than the parser
did, is of no consequence. Addresses lead to the stored files; the header of the answer
(``studio/application.py``) is the second layer.

The lists are of what is written, never of what is left out: an unknown tag becomes a ``span``. No
element is written whose content a browser reads as anything but tags and escaped text, except
``style``, ``textarea``, ``svg`` and ``math``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from typing import Any, Generic, TypeVar

from lxml import etree

from webarticlecurator.articles.blocks.block_attributes import absolute_address
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.text.html_tags import UNCLOSED_TAGS
from webarticlecurator.base.text.html_text import escape_text
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.page.page_elements import PageElements
from webarticlecurator.proposing.trial.page_folds import ON_A_LINE, find_folds
from webarticlecurator.proposing.trial.shown_elements import EVERY_ATTRIBUTE, FOLD, LINE, NODE
from webarticlecurator.proposing.trial.shown_style import resource_address, rewrite_style_sheet
from webarticlecurator.proposing.trial.written_attributes import (
    write_attribute,
    write_attributes,
    write_box_attributes,
    write_drawing_attributes,
)

DROPPED_TAGS = frozenset("script template title noembed".split())
"""Elements that are not written, nor what is in them."""

UNWRAPPED_TAGS = frozenset(
    """html head base meta link param source track bgsound command keygen object applet
    noscript noframes frameset foreignobject""".split()
)
"""Elements of which only the content is written."""

BOXED_TAGS = frozenset("iframe frame video audio embed object applet".split())
"""Elements that load a document or a medium: an empty box with their address is written, unless
they have elements for browsers that cannot show it (``UNWRAPPED_TAGS``)."""

BOX_TAG = "curator-box"

RENAMED_TAGS = {
    "body": "div",  # one inside another element
    "form": "div",  # a form inside a form would be lost; its fields would hide its DOM methods
    "image": "img",
    "listing": "pre",
    "plaintext": "pre",
    "xmp": "pre",
    "marquee": "div",
    "blink": "span",
}

WRITTEN_TAGS = frozenset(
    """a abbr acronym address area article aside b bdi bdo big blockquote br button caption center
    cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em fieldset
    figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img input ins kbd label
    legend li main map mark menu meter nav nobr ol optgroup option output p picture pre progress q
    rb rp rt rtc ruby s samp search section select small span strike strong style sub summary sup
    table tbody td textarea tfoot th thead time tr tt u ul var wbr""".split()
)

VOID_TAGS = frozenset("area br col hr img input link wbr".split())
"""Elements without end tag; content that libxml2 puts into them is written after them."""

CUSTOM_TAG = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)+")

SVG_TAGS = frozenset(
    """svg g path circle ellipse line polygon polyline rect text tspan defs symbol use
    lineargradient radialgradient stop clippath mask pattern""".split()
)
MATH_TAGS = frozenset(
    """math mrow mi mn mo mtext mspace ms msup msub msubsup mover munder munderover mfrac msqrt
    mroot mfenced menclose mstyle mpadded mphantom mtable mtr mtd mmultiscripts mprescripts none
    semantics""".split()
)
"""Elements of drawings and formulas. Inside them nothing else is written."""

LAYOUT_ATTRIBUTES = frozenset(
    """style background align valign width height border bgcolor color face size cellpadding
    cellspacing nowrap clear compact noshade hspace vspace frame rules hidden open cols
    rows""".split()
)
"""What the reading view leaves out: how a page places, sizes and hides its elements."""


_DOCTYPE = re.compile(
    r"""<!doctype\s+html\b([^>"']*(?:(?:"[^"]*"|'[^']*'|["'])[^>]*)?)>""", re.IGNORECASE
)
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
    ``is_reading``: it is the reading view, without any style of the page; ``sheets`` are then the
    addresses of the style sheets that were left out.
    """

    url: str
    opening: bytes
    rest: bytes
    nodes: int
    is_reading: bool = False
    sheets: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """The number of bytes."""
        return len(self.opening) + len(self.rest)

    def join(self, head: bytes = b"") -> bytes:
        """Return the HTML in UTF-8; ``head`` is put first in its head."""
        return b"".join((self.opening, head, self.rest))


def show_page(page: Page, *, is_reading: bool = False) -> ShownPage:
    """Return a page as it is shown: as it looked, or as the reading view. Its tree is not
    changed."""
    elements, root = page.elements, page.root
    head, body = root.find("head"), root.find("body")
    left_out = LAYOUT_ATTRIBUTES if is_reading else EVERY_ATTRIBUTE
    html_attributes = write_attributes(root, "html", page.base, left_out)
    head_number = f' {NODE}="{elements.number(head)}"' if head is not None else ""
    doctype = "<!DOCTYPE html>" if is_reading else _choose_doctype(page.text)
    opening = (
        f'{doctype}<html {NODE}="0"{html_attributes}><head{head_number}><meta charset="utf-8">'
    )
    writer = _ShownPageWriter(elements, page.base, find_folds(root) if is_reading else None)
    if head is not None:
        writer.write(head, _HTML)
    writer.pieces.append("</head>\n")
    if body is not None:
        attributes = write_attributes(body, "body", page.base, left_out)
        writer.pieces.append(f'<body {NODE}="{elements.number(body)}"{attributes}>')
    for part in root:
        if part is body:
            writer.pieces.append(escape_text(part.text))
            for inner in part:
                writer.write(inner, _HTML)
        elif part is not head:
            writer.write(part, _HTML)
    return ShownPage(
        page.url,
        _encode(opening),
        _encode("".join((*writer.pieces, "</body></html>\n"))),
        len(elements.all),
        is_reading,
        tuple(dict.fromkeys(writer.sheets)),
    )


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


Inside = TypeVar("Inside")
"""What a writer knows inside an element."""


class PageWriter(Generic[Inside]):
    """Writes elements to ``pieces``. No recursion: pages can be nested deeply.

    Text is written escaped; ``open_element`` of a kind of writer says which tags are."""

    def __init__(self) -> None:
        self.pieces: list[str] = []

    def open_element(self, element: Any, inside: Inside) -> tuple[str, Inside | None]:
        """Write the start of an element, or of a comment, to ``pieces``; return its end, and what
        holds inside it, None if nothing of that is written."""
        raise NotImplementedError

    def write(self, element: etree._Element, inside: Inside) -> None:
        """Write an element, what is in it and what follows it in its parent. ``inside``: what holds
        in the parent."""
        pending: list[tuple[etree._Element, Inside] | str] = [(element, inside)]
        while pending:
            part = pending.pop()
            if isinstance(part, str):
                self.pieces.append(part)
                continue
            end, inner = self.open_element(*part)
            pending.append(end + escape_text(part[0].tail))
            if inner is not None:
                self.pieces.append(escape_text(part[0].text))
                pending.extend((child, inner) for child in reversed(part[0]))


class _ShownPageWriter(PageWriter[str]):
    """Writes a page with its own tags: those of HTML, or inside ``svg`` and ``math`` theirs.
    ``folds``: what the reading view folds, None for the page as it looked. ``sheets`` are the
    addresses of style sheets that were not written."""

    def __init__(
        self,
        elements: PageElements,
        base: str,
        folds: Mapping[etree._Element, str] | None,
    ) -> None:
        super().__init__()
        self._elements, self._base, self._folds = elements, base, folds or {}
        self._is_reading = folds is not None
        self._left_out = LAYOUT_ATTRIBUTES if self._is_reading else EVERY_ATTRIBUTE
        self.sheets: list[str] = []

    def open_element(self, element: Any, inside: str) -> tuple[str, str | None]:
        tag = element.tag if isinstance(element.tag, str) else ""
        if not tag or tag in DROPPED_TAGS:
            return "", None
        language = tag if inside == _HTML and tag in _TAGS_INSIDE else inside
        opened = self._open(element, tag) if language == _HTML else None
        end, is_visited = opened or self._open_drawing(element, tag, language)
        return end, language if is_visited else None

    def _open(self, element: etree._Element, tag: str) -> tuple[str, bool]:
        """Write the start tag of an element of HTML; return the end tag, and True if what is in it
        is to be written."""
        if tag == "style":
            return "" if self._is_reading else self._write_style(element), False
        if tag == "link":
            return self._write_style_link(element), False
        if tag in BOXED_TAGS and not (tag in UNWRAPPED_TAGS and len(element)):
            attributes = write_box_attributes(element, self._base, self._left_out)
            self.pieces.append(self._start(element, BOX_TAG, attributes))
            return "", tag in UNCLOSED_TAGS  # the parser has put what follows into it
        if tag in UNWRAPPED_TAGS and element not in self._folds:
            return "", True
        written = RENAMED_TAGS.get(tag, tag)
        if written not in WRITTEN_TAGS and not CUSTOM_TAG.fullmatch(written):
            written = "span"
        attributes = write_attributes(element, written, self._base, self._left_out)
        end = self._start(element, written, attributes)
        return "" if written in VOID_TAGS else end, True

    def _open_drawing(self, element: etree._Element, tag: str, language: str) -> tuple[str, bool]:
        if tag == "a":  # a link in a drawing leads nowhere, what it shows stays
            return "", True
        if tag not in _TAGS_INSIDE[language]:
            return "", False
        attributes = write_drawing_attributes(element, self._base, self._left_out)
        return self._start(element, tag, attributes), True

    def _start(self, element: etree._Element, tag: str, attributes: str) -> str:
        line = self._folds.get(element)
        fold = "" if line is None else write_attribute(FOLD, line) or ' hidden=""'
        fold = f" {LINE}" if line == ON_A_LINE else fold
        self.pieces.append(f'<{tag} {NODE}="{self._elements.number(element)}"{attributes}{fold}>')
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
        target = absolute_address(self._base, element.get("href") or "")
        address = resource_address([target])
        if address and (is_sheet or is_preload):
            if self._is_reading:
                self.sheets.append(target)
                return ""
            media = "" if is_delayed else element.get("media") or ""
            attributes = f' rel="stylesheet" href="{escape(address)}"'
            self._start(element, "link", attributes + f' media="{escape(media)}"' * bool(media))
        return ""
