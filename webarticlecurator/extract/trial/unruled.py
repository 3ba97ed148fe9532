"""Where the text of one page is found without a rule, and what is left out there: for ``extract --explain``."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from lxml import etree

from webarticlecurator.extract.body.root import drops, outermost, roots
from webarticlecurator.extract.read_article_page import carried
from webarticlecurator.extract.trial.outside import count
from webarticlecurator.extract.trial.proposing import selectors
from webarticlecurator.extract.versions import choose
from webarticlecurator.model.portal import Portal
from webarticlecurator.page import Page
from webarticlecurator.rules import elements


@dataclass(frozen=True)
class Piece:
    """An element of the page: what to call it in a portal file, about how many words it holds, and why it is left out."""

    css: str
    words: int
    why: str = ""


@dataclass(frozen=True)
class Unruled:
    """``roots``: where the text is, in document order; ``left_out``: what in it goes without a rule. ``state``: the roots are
    ``guessed``; they are those of a rule, and only ``refined``; or ``unused``, because root rules are given and none matches, so
    that this is what would be found without them."""

    roots: tuple[Piece, ...]
    left_out: tuple[Piece, ...]
    state: Literal["guessed", "refined", "unused"]


def unruled(portal: Portal, page: Page) -> Unruled | None:
    """What is guessed about the text of ``page``; None where the rules of ``portal`` say it all, or there is no article."""
    rules = choose(portal, page).rules
    inner = carried(page, rules)
    body = replace(rules.body, drop=())
    if inner is None or rules.split is not None:
        return None
    matches = bool(body.root and elements(body.root, inner))
    if matches and not body.guess:
        return None
    unused = bool(body.root) and not body.guess
    body = replace(body, root=()) if unused else body
    found = roots(inner, body)
    dropped = drops(inner, body, found)
    inside = [e for e in outermost(tuple(dropped)) if any(outer in found for outer in e.iterancestors())]
    left_out = tuple(replace(_piece(inner, element), why=dropped[element]) for element in inside)
    return Unruled(
        tuple(_piece(inner, root) for root in found), left_out, "unused" if unused else "refined" if matches else "guessed"
    )


def _piece(page: Page, element: etree._Element) -> Piece:
    return Piece(_css(page, element), count(element))


def _css(page: Page, element: etree._Element) -> str:
    """The most telling selector that finds this element alone, else the first, or the tag."""
    tag = str(element.tag)
    names = tuple(selectors(element)) if tag.isalnum() else ()
    alone = (css for css in names if len(page.root.cssselect(css)) == 1)
    return next(alone, names[0] if names else tag)
