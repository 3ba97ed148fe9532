"""What is near an article and belongs to comments or to other articles, with their authors and
dates.
"""

from __future__ import annotations

from lxml import etree

from webarticlecurator.articles.units.class_names import is_named_elsewhere
from webarticlecurator.articles.units.page_hints import HEADINGS, find_page_title
from webarticlecurator.articles.units.text_units import list_page_units
from webarticlecurator.articles.without_rules.article_text import find_article_text
from webarticlecurator.articles.without_rules.chosen_elements import Elements
from webarticlecurator.articles.without_rules.page_parts import leads_away
from webarticlecurator.pages.page.ancestors import self_and_ancestors
from webarticlecurator.pages.page.page import Page, once_per_page


def is_elsewhere(
    element: etree._Element,
    page: Page,
    *,
    footer_counts: bool = False,
    roots: Elements = (),
) -> bool:
    """Return True for an element in what is named as comments or other articles, or in an item with
    the linked heading of another article, unless the title of the page is in it, too.

    With ``footer_counts``, the footer of the page is not elsewhere: what it says of the page is of
    the article. ``roots``: the elements that a rule has for the text, which is looked for without.
    """
    around = _find_around_title(page)
    inside = []
    for outer in self_and_ancestors(element):
        if outer in around or outer.tag == "body":
            return False
        inside.append(outer)
        # The ARIA role of a footer, whose last lines say when the page was published or changed.
        if footer_counts and outer.get("role") == "contentinfo":
            continue
        if is_named_elsewhere(outer) or (
            outer.tag in ("li", "article")
            and any(leads_away(heading, page.url) for heading in outer.iter(*HEADINGS))
        ):
            # only now is it needed to know where the text is
            # Articles stand in elements named *comments*: what holds the text is never elsewhere.
            text = _list_around(roots) if roots else _find_around_text(page)
            return text.isdisjoint(inside)
    return False


@once_per_page("heuristics.around_title")
def _find_around_title(page: Page) -> frozenset[etree._Element]:
    """Return the elements around the title and around ``main``."""
    units = list_page_units(page)
    title = find_page_title(page)
    inner = [units[title].element] if title is not None else []
    inner += page.elements.with_tag("main")
    return frozenset(outer for element in inner for outer in self_and_ancestors(element))


@once_per_page("heuristics.around_text")
def _find_around_text(page: Page) -> frozenset[etree._Element]:
    """Return the elements around the text of the article."""
    text = find_article_text(page)
    return _list_around(text.roots if text is not None else ())


def _list_around(roots: Elements) -> frozenset[etree._Element]:
    return frozenset(outer for root in roots for outer in self_and_ancestors(root))
