"""How much of a page lies outside the article: asked where one page is tried, since it costs as much as all metadata."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from lxml import etree

from webarticlecurator.extract.body.root import roots
from webarticlecurator.extract.read_article_page import carried
from webarticlecurator.extract.versions import choose
from webarticlecurator.model.html_tags import CODE_TAGS
from webarticlecurator.model.portal import Portal
from webarticlecurator.page import Page

_TEXT = etree.XPath("string()", smart_strings=False)


def outside(portal: Portal, page: Page) -> int:
    """Words of the page's body that are in no root by the rules of ``portal``: an estimate, since every tag is taken to part
    words. 0 where the page holds no article at all."""
    rules = choose(portal, page).rules
    inner = carried(page, rules)
    found = roots(inner, rules.body) if inner is not None else ()
    body = inner.root.find("body") if inner is not None and found else None
    return 0 if body is None else sum(len(text.split()) for text in _texts(body, set(found)))


def _texts(top: etree._Element, left_out: Set[etree._Element]) -> Iterator[str]:
    """All text in ``top`` but that of code and of the elements ``left_out``."""
    pending = [top]
    while pending:
        element = pending.pop()
        if element in left_out or not isinstance(element.tag, str) or element.tag in CODE_TAGS:
            continue
        yield element.text or ""
        for child in element:
            yield child.tail or ""
            pending.append(child)


def count(element: etree._Element) -> int:
    """Its words, as far as white space in the source parts them; code does not count."""
    return _all_words((element,)) - _all_words(element.iterdescendants(*CODE_TAGS))


def _all_words(elements: Iterable[etree._Element]) -> int:
    return sum(len(str(_TEXT(element)).split()) for element in elements)
