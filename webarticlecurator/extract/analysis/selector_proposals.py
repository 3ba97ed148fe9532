"""Selectors for elements of a page that somebody has pointed at, by their text or in the page.

Nothing is guessed about what the elements are: the proposals are all the ways to name them that may
hold on another page (ids, classes, tags, within a named ancestor), and what each selects here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lxml import etree

from webarticlecurator.extract.analysis.learning.page_summary import own_selectors
from webarticlecurator.model.rule import Rule
from webarticlecurator.page import Page
from webarticlecurator.rules import select_elements
from webarticlecurator.rules.white_space import collapse_white_space
from webarticlecurator.text.characters import CODE_TAGS

MAX_CANDIDATES = 80
"""Selectors that are tried on the page."""
MAX_PROPOSALS = 12
MAX_SCOPES = 4
"""Named ancestors within which an element is looked for."""
_PLAIN_TAGS = frozenset("a b dd div dt em h2 h3 h4 h5 h6 li p span strong td th time".split())
"""Tags that name an element only within another one."""

_SHOWN = etree.XPath(
    f"descendant::text()[not({' or '.join(f'parent::{tag}' for tag in sorted(CODE_TAGS))})]"
)

Chain = tuple[etree._Element, ...]
"""The innermost element with a text, and its ancestors that hold nothing else."""


@dataclass(frozen=True)
class SelectorProposal:
    """A CSS selector that selects every element that was pointed at, and ``others`` besides."""

    css: str
    selected: int
    others: int


@dataclass(frozen=True)
class SelectorCount:
    """How many elements a selector selects on a page, and the text of the first one."""

    selected: int
    text: str = ""


def find_by_text(page: Page, text: str) -> Chain | None:
    """Return the first element that shows just ``text``, whatever its white space; if there is
    none, the innermost one that has it in it. None if the page does not have it."""
    sought = collapse_white_space(text)
    body = page.root.find(".//body")
    holds = [
        (element, shown)
        for element in (page.root if body is None else body).iter(etree.Element)
        if sought in (shown := shown_text(element))
    ]
    if not sought or not holds:
        return None
    # in document order: an element comes before those in it
    exact = [element for element, shown in holds if shown == sought]
    return _with_wrappers(_innermost(exact or [holds[-1][0]]))


def find_by_number(page: Page, number: int) -> Chain | None:
    """Return the element with a number (``PageElements.find``), or None if the page has none."""
    element = page.elements.find(number)
    return None if element is None else _with_wrappers(element)


def propose_selectors(
    page: Page, marked: Sequence[Chain], variants: int = 1
) -> tuple[SelectorProposal, ...]:
    """Return selectors for an element of each chain, those with few other elements first; for
    several of the same result the simplest, as many as ``variants``: on other pages they may
    differ."""
    chains = [set(chain) for chain in marked]
    same: dict[frozenset[etree._Element], list[str]] = {}
    for css in _list_candidates(marked[0]):
        found = frozenset(select_elements((Rule(kind="css", expression=css),), page))
        if all(found & chain for chain in chains):
            same.setdefault(found, []).append(css)
    everything = set().union(*chains)
    proposals = (
        SelectorProposal(css, len(found), len(found - everything))
        for found, written in same.items()
        for css in sorted(written, key=_complexity)[:variants]
    )
    order = sorted(proposals, key=lambda each: (each.others, _complexity(each.css)))
    return tuple(order[:MAX_PROPOSALS])


def count_matches(page: Page, selectors: Sequence[str]) -> tuple[SelectorCount, ...]:
    """Return what each selector selects on a page."""
    counts = []
    for css in selectors:
        found = select_elements((Rule(kind="css", expression=css),), page)
        counts.append(SelectorCount(len(found), shown_text(found[0]) if found else ""))
    return tuple(counts)


def shown_text(element: etree._Element) -> str:
    """Return the text that an element shows, with one space for each run of white space."""
    texts: list[str] = _SHOWN(element)  # type: ignore[assignment]
    return collapse_white_space("".join(texts))


def _with_wrappers(element: etree._Element) -> Chain:
    """Return the element and its ancestors that show no other text; those of an element without
    text, such as a picture, hold no other element."""
    same = shown_text(element)
    chain = [element]
    for outer in element.iterancestors():
        is_wrapper = shown_text(outer) == same if same else len(outer) == 1
        if outer.tag in ("body", "html") or not is_wrapper:
            break
        chain.append(outer)
    return tuple(chain)


def _innermost(elements: Sequence[etree._Element]) -> etree._Element:
    """Return the innermost of the first element and those of the others that are in it."""
    inner = elements[0]
    for element in elements[1:]:
        if element.getparent() is not inner:
            break
        inner = element
    return inner


def _list_candidates(chain: Chain) -> list[str]:
    """Return selectors of the elements of a chain, alone and within named ancestors."""
    found: dict[str, None] = {}
    scopes = [*_list_scopes(chain[-1])]
    for element in chain:
        own = [*own_selectors(element)]
        plain = [str(element.tag)] if element.tag in _PLAIN_TAGS else []
        found |= dict.fromkeys(own)
        for scope in scopes:
            found |= dict.fromkeys(f"{scope} {inner}" for inner in (*own, *plain))
            if element.getparent() is not None and plain:
                found |= dict.fromkeys(f"{scope} > {inner}" for inner in plain)
    return sorted(found, key=_complexity)[:MAX_CANDIDATES]


def _list_scopes(element: etree._Element) -> Iterator[str]:
    """Yield selectors of the next named ancestors, up to two for each."""
    scopes = 0
    for outer in element.iterancestors():
        names = [*own_selectors(outer)][:2] if outer.tag not in ("html", "body") else []
        yield from names
        scopes += bool(names)
        if scopes == MAX_SCOPES:
            return


def _complexity(css: str) -> tuple[int, int, str]:
    """Return a sort key: fewer parts first, then shorter ones."""
    return css.count(" "), len(css), css
