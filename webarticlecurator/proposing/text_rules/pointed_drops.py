"""What may be dropped with an element of a page that somebody has pointed at: the element, the box
around it, or a line of its text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Set

from lxml import etree

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.text.html_tags import CODE_TAGS
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.pages.page.ancestors import outermost_elements, self_and_ancestors
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.page.siblings import have_alike_names
from webarticlecurator.pages.rules.elements import collapse_white_space, shown_text
from webarticlecurator.pages.rules.results import select_elements
from webarticlecurator.proposing.fields.element_selectors import list_selectors
from webarticlecurator.proposing.text_rules.pointed_selectors import (
    SelectorProposal,
    propose_selectors,
    read_html,
    with_wrappers,
)

MAX_BOX_SHARE = 0.2
"""Share of the kept text, at most, that is in boxes of a name; more is the text itself."""


@dataclass(frozen=True)
class KeptText:
    """The size of the kept text that is directly in an element, and the roots that it is looked for
    in, by the numbers of the elements."""

    sizes: Mapping[int, int]
    roots: frozenset[int] = frozenset()


def propose_drops(
    portal: Portal, stored: StoredPage, node: int, kept: KeptText, line: str, variants: int = 1
) -> tuple[SelectorProposal, ...]:
    """Return the proposals to drop an element of a page, the box that it is in, if that is no part
    of the text as it runs, and ``line``, the text of the block that was pointed at ("": none). None
    takes more than MAX_BOX_SHARE of the kept text, unless it is that of the element alone. To be
    called in a worker. Raises UsageError."""
    page = read_html(portal, stored)
    sizes = Counter[etree._Element]()
    for number, size in kept.sizes.items():
        for outer in self_and_ancestors(page.elements.all[number]):
            sizes[outer] += size
    most = MAX_BOX_SHARE * sizes[page.root]

    def judge(target: etree._Element, *, is_box: bool) -> Iterator[SelectorProposal]:
        own = {*self_and_ancestors(target), *target.iterdescendants()}
        for each in propose_selectors(page, (with_wrappers(target),), variants):
            taken = outermost_elements(
                select_elements((Rule(kind="css", expression=each.css),), page)
            )
            if each.others and sum(sizes[one] for one in taken) > most:
                continue
            is_wide = any(
                sizes[one] and one not in own and not have_alike_names(one, target) for one in taken
            )
            yield replace(each, is_box=is_box, is_wide=is_wide)

    element = page.elements.all[node]
    roots = {page.elements.all[root] for root in kept.roots}
    box = None if element in roots else _find_box(element, roots, sizes, most)
    boxes = () if box is None else tuple(judge(box, is_box=True))
    lines = tuple(_propose_lines(page, line, most))
    return (*judge(element, is_box=False), *boxes, *lines)


def _propose_lines(page: Page, line: str, most: float) -> Iterator[SelectorProposal]:
    """Yield the regexes of a line, but none that finds others of more than so much text."""
    shown = list_lines(page.root) if line else []
    for pattern in write_line_patterns(line):
        found = [each for each in shown if re.search(pattern, each)]
        if len(found) < 2 or sum(map(len, found)) <= most:
            yield SelectorProposal(pattern, len(found), max(len(found) - 1, 0), is_line=True)


_LABEL = re.compile(r"(\S[^|:–—.!?]{2,40}?)\s*[|:–—]\s")
"""The label before the words of a line: ``WATCH | …``, ``Read more: …``."""
MAX_WHOLE_LINE = 60
"""Characters of a line of which the regex has all."""
_FIRST_WORDS = re.compile(r"(?:\S+\s+){1,8}")


def write_line_patterns(line: str) -> tuple[str, ...]:
    """Return regexes of a line of text, for ``body.clean``: its words, or the first ones of a long
    one; and its label, if it has one. () for none."""
    if not line:
        return ()
    first_words = None if len(line) <= MAX_WHOLE_LINE else _FIRST_WORDS.match(line)
    found = [f"{_escape(first_words[0].rstrip())}.*" if first_words else _escape(line)]
    label = _LABEL.match(line)
    if label and not line[label.end() :].isspace():
        found.append(f"{_escape(line[: label.end()].rstrip())}.*")
    # a line has breaks where the page has a `br`
    return tuple(f"(?s)^{each}$" if "\n" in line else f"^{each}$" for each in found)


def _escape(text: str) -> str:
    """Return a regex for a text, as legible as can be."""
    signs = re.sub(r"[\\^$.|?*+()\[\]{}]", r"\\\g<0>", text)
    return re.sub(r"[^\S\n]*\n\s*", r"\\s+", signs)


def _find_box(
    element: etree._Element,
    roots: Set[etree._Element],
    sizes: Mapping[etree._Element, int],
    most: float,
) -> etree._Element | None:
    """Return the outermost element around an element, in its root, with a name of its own: those
    that are named alike have at most so much of the kept text. A section of the text is named as
    all of them."""
    box = None
    for outer in element.iterancestors():
        if outer in roots or sizes[outer] > most:
            break
        if sizes[outer] > sizes[element] and any(list_selectors(outer)):
            alike = outermost_elements(e for e in sizes if have_alike_names(e, outer))
            if sum(sizes[each] for each in alike) <= most:
                box = outer
    return box


def list_lines(whole: etree._Element) -> list[str]:
    """Return the texts of the elements that have text of their own, and these own texts."""
    found: dict[str, None] = {}
    for element in whole.iter(etree.Element):
        own = [element.text, *(child.tail for child in element)]
        lines = [collapse_white_space(each) for each in own if each and not each.isspace()]
        if lines and element.tag not in CODE_TAGS:
            found |= dict.fromkeys((shown_text(element), *lines))
    return [*found]
