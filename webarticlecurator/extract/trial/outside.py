"""How much of a page lies outside the article: asked where one page is tried, since it costs as much as all metadata."""

from __future__ import annotations

from collections.abc import Iterable

from lxml import etree

from webarticlecurator.extract.body.root import roots
from webarticlecurator.extract.read_article_page import carried
from webarticlecurator.extract.versions import choose
from webarticlecurator.model.html_tags import CODE_TAGS
from webarticlecurator.model.portal import Portal
from webarticlecurator.page import Page

_TEXT = etree.XPath("string()", smart_strings=False)


def outside(portal: Portal, page: Page) -> int:
    """Words of the page's body that are in no root by the rules of ``portal``, as far as white space in the source parts them: an
    estimate. 0 where the page holds no article at all."""
    rules = choose(portal, page).rules
    inner = carried(page, rules)
    found = roots(inner, rules.body) if inner is not None else ()
    body = inner.root.find("body") if inner is not None and found else None
    return 0 if body is None else max(0, count(body) - sum(count(root) for root in found))


def count(element: etree._Element) -> int:
    """Its words, as far as white space in the source parts them; code does not count."""
    return _all_words((element,)) - _all_words(element.iterdescendants(*CODE_TAGS))


def _all_words(elements: Iterable[etree._Element]) -> int:
    return sum(len(str(_TEXT(element)).split()) for element in elements)
