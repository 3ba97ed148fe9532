"""The pager of an article on several pages: numbers, of which the current one is marked and the
others lead to pages below the address of the article."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urljoin, urlsplit

from lxml import etree

from webarticlecurator.extract.analysis.learning.page_summary import own_selectors
from webarticlecurator.extract.heuristics.class_names import (
    compile_class_words,
    element_names,
    fold_names,
)
from webarticlecurator.model.proposal import PagerProposal
from webarticlecurator.page import Page
from webarticlecurator.page.page_elements import self_and_ancestors

MAX_LEVELS = 4
"""Elements around a number in which the current number is looked for."""
_WHOLE = frozenset(("html", "body", "main", "article"))


def propose_article_pager(pages: Sequence[Page]) -> PagerProposal | None:
    """Return the pager of the first page that has one; those of comments do not count."""
    return next((found for page in pages if (found := _find_pager(page)) is not None), None)


def _find_pager(page: Page) -> PagerProposal | None:
    for link in page.root.iter("a"):
        if _text(link) == "2" and _is_part(link, page) and not _is_in_comments(link):
            for scope in list(link.iterancestors())[:MAX_LEVELS]:
                current = _find_current(scope)
                names = list(own_selectors(scope))
                if current and names:
                    return PagerProposal(names[0], current, "a")
    return None


def _is_in_comments(link: etree._Element) -> bool:
    words = compile_class_words("comments")
    return any(
        words.search(element_names(element))
        for element in self_and_ancestors(link)
        if element.tag not in _WHOLE  # <body class="single comments-open">
    )


def _is_part(link: etree._Element, page: Page) -> bool:
    """True if a link leads to an address below that of the page, or to another query of it, and
    not to its comments."""
    try:
        here, there = urlsplit(page.url), urlsplit(urljoin(page.base, link.get("href") or ""))
    except ValueError:  # http://[bad
        return False
    path = here.path.rstrip("/")
    rest = there.path.removeprefix(path).rstrip("/")
    is_other = rest.startswith("/") or (not rest and there.query not in ("", here.query))
    names_comments = compile_class_words("comments").search(
        fold_names(f"{rest} {there.query} {there.fragment}")
    )
    is_here = here.netloc == there.netloc and len(path) > 1 and there.path.startswith(path)
    return is_here and is_other and not names_comments


def _find_current(scope: etree._Element) -> str:
    """Return a selector of the current number, 1, in the pager; empty if it is not an element."""
    for element in scope.iterdescendants(etree.Element):
        is_link = element.tag == "a" and element.get("href")
        if _text(element) == "1" and not is_link:
            names = [name for name in own_selectors(element) if "." in name]
            return names[-1] if names else str(element.tag)
    return ""


def _text(element: etree._Element) -> str:
    return "".join(map(str, element.itertext())).strip()
