"""Write the tree of a page as safe HTML in which each part has the class of its verdict.

Only ``div``, ``span``, ``br`` and ``hr`` are written, since every parser nests them as they are
written: a ``p`` of the page would end at the first ``div`` in it, and the colour with it, since
no script draws it. What the elements were is said by classes and ARIA roles. Media are boxes with
a label.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from lxml import etree

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.text.html_tags import CODE_TAGS
from webarticlecurator.base.text.html_text import escape_label
from webarticlecurator.pages.page.ancestors import self_and_ancestors
from webarticlecurator.pages.page.word_account import count_own_words, is_block, source_words
from webarticlecurator.proposing.trial.page_outline import name_element
from webarticlecurator.proposing.trial.page_verdicts import ElementVerdict
from webarticlecurator.proposing.trial.show_page import PageWriter

OUTSIDE = ElementVerdict("outside", "in no root")
"""The verdict on the page itself."""

_LEFT_OUT = CODE_TAGS | {"title"}
_EMPTY = frozenset(("br", "hr"))
_STYLED = frozenset(
    """a b strong i em u s code kbd samp tt small sub sup mark blockquote pre p ul ol li dl dt dd
    table tr td th caption figure figcaption h1 h2 h3 h4 h5 h6 button""".split()
)
"""Tags with a class of their own in ``page_view.css``."""
_ROLES = {
    **{f"h{level}": f'role="heading" aria-level="{level}"' for level in range(1, 7)},
    "ul": 'role="list"',
    "ol": 'role="list"',
    "li": 'role="listitem"',
    "blockquote": 'role="blockquote"',
}
_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,4}")
_DIRECTIONS = ("ltr", "rtl", "auto")
MEDIA = {
    "img": "image",
    "amp-img": "image",
    "image": "image",
    "svg": "drawing",
    "canvas": "drawing",
    "iframe": "frame",
    "frame": "frame",
    "video": "video",
    "audio": "audio",
    "object": "object",
    "embed": "object",
    "applet": "object",
    "input": "input",
}
"""Elements that show more than their text → what their box says."""
_TEXT_ATTRIBUTES = ("alt", "title", "aria-label", "placeholder", "value")
_ADDRESS_ATTRIBUTES = ("src", "data-src", "data")


@dataclass(frozen=True)
class MarkedPart:
    """A part of the page with words that is dropped or unclaimed.

    ``anchor`` is its id in the file, ``element`` its name as a selector, ``words`` their number,
    ``text`` its beginning.
    """

    anchor: str
    verdict: ElementVerdict
    element: str
    words: int
    text: str


_Inside = tuple[ElementVerdict, ElementVerdict]
"""What holds inside an element: for elements, and for its own text."""


class MarkedTree(PageWriter[_Inside]):
    """The HTML of a page in ``pieces``, and its ``marked_parts`` in document order.

    ``anchors`` begins the ids of these parts, which differ from those of other pages in a file;
    ``text_anchor`` is the id of the first kept element, "" if nothing is kept.
    """

    def __init__(
        self,
        root: etree._Element,
        verdicts: Mapping[etree._Element, ElementVerdict],
        anchors: str,
    ) -> None:
        super().__init__()
        self.marked_parts: list[MarkedPart] = []
        self.text_anchor = ""
        self._verdicts, self._anchors = verdicts, anchors
        # The elements with text or media in them, and their ancestors.
        shown = {root}
        pending = [root]
        while pending:
            element = pending.pop()
            has_text = bool(element.text and element.text.strip())
            for child in element:
                has_text = has_text or bool(child.tail and child.tail.strip())
                if isinstance(child.tag, str) and child.tag not in _LEFT_OUT:
                    pending.append(child)
            is_shown = element.tag in MEDIA and element.get("type") != "hidden"
            if has_text or is_shown or element.tag in _EMPTY:
                for outer in self_and_ancestors(element):
                    if outer in shown:
                        break
                    shown.add(outer)
        self._shown = shown
        self.write(root, (OUTSIDE, OUTSIDE))

    def open_element(self, element: Any, inside: _Inside) -> tuple[str, _Inside | None]:
        if element not in self._shown:
            return "", None
        tag, found = str(element.tag), self._verdicts.get(element)
        inherited, own = inside
        content = found or inherited
        itself = inherited if content.only_content else content
        is_marked = (found is not None and not found.only_content) or itself != own
        name = "div" if is_block(element) else "span"
        attributes = [*self._verdict_attributes(element, itself if is_marked else None)]
        language, direction = element.get("lang") or "", (element.get("dir") or "").lower()
        if _LANGUAGE.fullmatch(language):
            attributes.append(f'lang="{language}"')
        if direction in _DIRECTIONS:
            attributes.append(f'dir="{direction}"')
        self.pieces.append(f"<{' '.join((name, *attributes))}>")
        if tag in _EMPTY:
            self.pieces.append(f"<{tag}>")
        if tag in MEDIA:
            self.pieces.append(f'<span class="box">{escape_label(describe_medium(element))}</span>')
        end = f"</{name}>"
        if content.only_content:
            attributes = [*self._verdict_attributes(element, content)]
            self.pieces.append(f"<{' '.join((name, *attributes))}>")
            end += end
        return end, (inherited if content.state == "unclaimed" else content, content)

    def _verdict_attributes(
        self, element: etree._Element, verdict: ElementVerdict | None
    ) -> Iterator[str]:
        """Yield the attributes that show what an element is and its verdict, if that is not the one
        around it; note it as a marked part."""
        tag = str(element.tag)
        names = [f"t-{tag}"] if tag in _STYLED else []
        if verdict is not None:
            names.append(verdict.state)
        if names:
            yield f'class="{" ".join(names)}"'
        part = self._add_marked_part(element, verdict) if verdict is not None else None
        if tag in _ROLES and part is None:
            yield _ROLES[tag]
        if verdict is not None:
            title = escape_label(f"{verdict.state}: {verdict.reason} — {name_element(element)}")
            yield f'title="{title}"'
            if verdict.state == "kept" and not self.text_anchor:
                self.text_anchor = f"{self._anchors}text"
                yield f'id="{self.text_anchor}"'
            if part is not None:
                yield f'id="{part.anchor}" tabindex="0" role="group" aria-label="{title}"'

    def _add_marked_part(
        self, element: etree._Element, verdict: ElementVerdict
    ) -> MarkedPart | None:
        """Note a dropped or unclaimed element, if it has words."""
        if verdict.state not in ("dropped", "unclaimed"):
            return None
        words = source_words(element)
        count = len(words) if verdict.state == "dropped" else count_own_words(element)
        if not count:
            return None
        anchor = f"{self._anchors}{len(self.marked_parts) + 1}"
        part = MarkedPart(anchor, verdict, name_element(element), count, " ".join(words))
        self.marked_parts.append(part)
        return part


def describe_medium(element: etree._Element) -> str:
    """Return the label of a medium: its kind, its text alternative, its address."""
    texts = ((element.get(name) or "").strip() for name in _TEXT_ATTRIBUTES)
    addresses = ((element.get(name) or "").strip() for name in _ADDRESS_ATTRIBUTES)
    parts = [
        next((text for text in texts if text), ""),
        next((a for a in addresses if a and not a.lower().startswith("data:")), ""),
    ]
    described = " — ".join(part for part in parts if part)
    kind = MEDIA[str(element.tag)]
    return f"{kind}: {described}" if described else kind
