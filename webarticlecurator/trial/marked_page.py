"""Write the pages of an article, and what they load, as one HTML file: legend, lists of what is
dropped and changed, marked text.

It is the static form of a shown page (``show_page``): its text is written anew, between ``div``
and ``span`` elements whose attributes are ours, so that no script, style or address of the page is
left.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from lxml import etree

from webarticlecurator.article.open_blocks import TextChange
from webarticlecurator.dataclasses import dataclass
from webarticlecurator.model.article import TextAccount
from webarticlecurator.page.page_elements import (
    count_own_words,
    is_block,
    self_and_ancestors,
    source_words,
    sum_accounts,
)
from webarticlecurator.text.characters import CODE_TAGS, escape_label, escape_text, write_page_head
from webarticlecurator.trial.page_outline import name_element
from webarticlecurator.trial.show_page import PageWriter
from webarticlecurator.trial.verdicts import ElementVerdict, PageVerdicts

_STYLE = Path(__file__).with_name("page_view.css")
_MAX_TEXT = 120
_AROUND = 40
"""Characters shown before and after a change of text."""
_MEANINGS = (
    ("kept", "text of the article"),
    ("unclaimed", "kept, but undecided: no tag dictionary knows the tag"),
    ("dropped", "left out of the article, by the rule or heuristic that is named"),
    ("outside", "in no element that holds the article"),
)


def write_page_file(pages: Sequence[PageVerdicts]) -> Iterator[bytes]:
    """Yield the file in pieces (UTF-8) for the pages of one article and the parts that they load,
    in their order.

    The same verdicts give the same bytes.
    """
    yield from (piece.encode("utf-8", "replace") for piece in _write_document(pages))


def _write_document(pages: Sequence[PageVerdicts]) -> Iterator[str]:
    trees = [
        MarkedTree(page.page.root, page.elements, f"m{number}-")
        for number, page in enumerate(pages, 1)
    ]
    is_one_of_several = sum(not each.part for each in pages) > 1
    title = f"What is kept of {pages[0].page.url}"
    yield write_page_head(title, _STYLE.read_text(encoding="utf-8"))
    yield from _write_facts(pages)
    yield from _write_legend(sum_accounts(page.account for page in pages))
    yield from _write_marked_parts("dropped", trees)
    yield from _write_marked_parts("unclaimed", trees)
    yield from _write_changes([change for page in pages for change in page.changes])
    name = ""
    for number, (page, tree) in enumerate(zip(pages, trees, strict=True), 1):
        before, name = name, f"Page {number}: {page.page.url}" if is_one_of_several else "The page"
        name = f"Loaded part, {page.part}: {page.page.url}" if page.part else name
        # a part in JSON can be many pages, one for each entry
        if name != before:
            yield f'<h2 id="page{number}">{escape_label(name)}</h2>\n'
        if tree.text_anchor:
            yield f'<p><a href="#{tree.text_anchor}">Go to the text</a></p>\n'
        yield '<main class="page outside">\n'
        yield from tree.pieces
        yield "\n</main>\n"
    yield "</body>\n</html>\n"


def _write_facts(pages: Sequence[PageVerdicts]) -> Iterator[str]:
    """Write how each page was read; once for pages of which the same is to be said."""
    written = set()
    for page in pages:
        rejected, confidence = page.rejected, page.confidence
        facts = (
            ("address", page.page.url),
            ("loaded part", page.part),
            ("rejected", f"{rejected.reason}: {rejected.evidence}" if rejected else ""),
            ("layout", page.layout),
            ("text", page.choice),
            ("confidence", "" if confidence is None else f"{confidence / 10:.1f} %"),
            *(("remark", problem) for problem in page.problems),
        )
        rows = "".join(
            f"<dt>{name}</dt><dd>{escape_label(value)}</dd>\n" for name, value in facts if value
        )
        if rows not in written:
            written.add(rows)
            yield f'<dl class="facts">\n{rows}</dl>\n'


def _write_legend(account: TextAccount) -> Iterator[str]:
    """Write the colours with the words of each; unclaimed words are kept ones, too."""
    words = {
        "kept": account.kept - account.unclaimed_words,
        "unclaimed": account.unclaimed_words,
        "dropped": account.dropped_words,
        "outside": account.outside or 0,
    }
    yield '<table>\n<tr><th scope="col">colour</th><th scope="col">words</th>'
    yield '<th scope="col">meaning</th></tr>\n'
    for state, meaning in _MEANINGS:
        yield (
            f'<tr><th scope="row" class="{state}">{state}</th>'
            f'<td class="number">{words[state]:,}</td><td>{meaning}</td></tr>\n'
        )
    yield "</table>\n"
    if account.dropped:
        yield "<details>\n<summary>Words dropped by each rule</summary>\n<table>\n"
        for rule, count in sorted(account.dropped, key=lambda pair: (-pair[1], pair[0])):
            yield f'<tr><td class="number">{count:,}</td><td>{escape_label(rule)}</td></tr>\n'
        yield "</table>\n</details>\n"


def _write_marked_parts(state: str, trees: Sequence[MarkedTree]) -> Iterator[str]:
    """Write the list of all parts with a state, with links to them."""
    listed: list[MarkedPart] = [
        part for tree in trees for part in tree.marked_parts if part.verdict.state == state
    ]
    if not listed:
        return
    yield f"<details>\n<summary>All {len(listed):,} {state} parts</summary>\n<table>\n"
    yield '<tr><th scope="col">words</th><th scope="col">reason</th>'
    yield '<th scope="col">element</th><th scope="col">text</th></tr>\n'
    for part in listed:
        text = part.text if len(part.text) <= _MAX_TEXT else f"{part.text[:_MAX_TEXT]}…"
        yield (
            f'<tr><td class="number">{part.words:,}</td>'
            f'<td><a href="#{part.anchor}">{escape_label(part.verdict.reason)}</a></td>'
            f"<td>{escape_label(part.element)}</td><td>{escape_text(text)}</td></tr>\n"
        )
    yield "</table>\n</details>\n"


def _write_changes(changes: Sequence[TextChange]) -> Iterator[str]:
    """Write the list of what ``body.clean`` replaces, each with the text around it."""
    if not changes:
        return
    yield f"<details>\n<summary>All {len(changes):,} changes of text</summary>\n<table>\n"
    yield '<tr><th scope="col">rule</th><th scope="col">text</th></tr>\n'
    for change in changes:
        text, start, end = change.text, change.start, change.end
        parts = (text[max(start - _AROUND, 0) : start], text[start:end], change.replacement)
        # with a sign for each line break
        shown = (
            escape_text(part.replace("\n", "↵")) for part in (*parts, text[end : end + _AROUND])
        )
        before, match, replacement, after = shown
        yield (
            f"<tr><td>{escape_label(change.rule)}</td><td>{before}"
            f'<del class="dropped">{match}</del>'
            f'<ins class="kept">{replacement}</ins>{after}</td></tr>\n'
        )
    yield "</table>\n</details>\n"


# Write the tree of a page as safe HTML in which each part has the class of its verdict.
#
# Only ``div``, ``span``, ``br`` and ``hr`` are written, since every parser nests them as they are
# written: a ``p`` of the page would end at the first ``div`` in it, and the colour with it, since
# no script draws it. What the elements were is said by classes and ARIA roles. Media are boxes with
# a label.

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


# Labels of what a page shows besides text.

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
