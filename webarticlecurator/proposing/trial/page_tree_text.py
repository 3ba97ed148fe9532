"""``curator outline``: a page as a tree of elements, with guesses where its parts are."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from webarticlecurator.articles.blocks.article_roots import find_roots
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.article_rules import BodyRules
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.near_misses import find_near_misses
from webarticlecurator.pages.rules.results import select_elements
from webarticlecurator.pages.rules.selectors import describe_selector_fault
from webarticlecurator.proposing.list_pages.list_proposals import propose_link_rules
from webarticlecurator.proposing.trial.explaining import explain_tree
from webarticlecurator.proposing.trial.page_outline import OutlineNode, outline_element
from webarticlecurator.proposing.trial.verdicts_without_rules import describe_element

MAX_LISTS = 2
MAX_HEADLINES = 3


@dataclass(frozen=True)
class OutlineGuess:
    """A part of the page that the program would guess: what it is (``text``, ``headline``,
    ``list``), a selector for it, and how much it holds in words."""

    what: str
    selector: str
    holds: str


@dataclass(frozen=True)
class PageOutline:
    """The outline of a page.

    ``tree`` says where the tree differs from the source, ``guesses`` where its parts may be.
    ``nodes`` are the elements; if a selector matches none, ``near`` says what is near.
    """

    tree: tuple[str, ...]
    guesses: tuple[OutlineGuess, ...]
    nodes: tuple[OutlineNode, ...]
    near: tuple[str, ...] = ()


def outline_page(page: Page, selector: str | None, depth: int) -> PageOutline:
    """Return the outline of a page, or of each element that ``selector`` selects.

    ``selector`` is CSS, or XPath after ``xpath:``. Raises UsageError if it cannot be read.
    """
    tree = tuple(explain_tree(page))
    if selector is None:
        return PageOutline(tree, tuple(_guess_parts(page)), (outline_element(page.root, depth),))
    prefix, colon, rest = selector.partition(":")
    is_xpath = bool(colon) and prefix.strip().lower() == "xpath"
    kind, expression = ("xpath", rest.strip()) if is_xpath else ("css", selector)
    fault = describe_selector_fault(kind, expression)
    if fault is not None:
        raise UsageError(
            f"not a selector: {selector} ({fault})",
            "Give CSS, such as div.list h2, or XPath after xpath:, such as xpath://h2",
        )
    found = select_elements((Rule(kind=kind, expression=expression),), page)
    near = find_near_misses(expression, page.root) if kind == "css" and not found else ()
    return PageOutline(
        tree, (), tuple(outline_element(element, depth) for element in found), tuple(near)
    )


def _guess_parts(page: Page) -> Iterator[OutlineGuess]:
    for element in find_roots(page, BodyRules()):
        found = describe_element(page, element)
        yield OutlineGuess("text", found.css, f"about {found.words} words")
    for element in islice(page.root.iter("h1"), MAX_HEADLINES):
        text = " ".join("".join(map(str, element.itertext())).split())
        if text:
            yield OutlineGuess("headline", describe_element(page, element).css, text)
    for rule in propose_link_rules([page])[:MAX_LISTS]:
        yield OutlineGuess("list", rule.css, f"{len(rule.links)} links to articles")
