"""The author who signs the text, as in newspapers: a name alone in the last line, emphasised or on
the right. The trees have seen too few of them.
"""

from __future__ import annotations

import re

from webarticlecurator.articles.facts.article_position import ArticlePosition
from webarticlecurator.articles.facts.name_candidates import ROLE, is_full_name
from webarticlecurator.articles.facts.other_texts import is_elsewhere
from webarticlecurator.articles.facts.page_dates import BYLINE, MAX_BYLINE_SIZE
from webarticlecurator.articles.units.text_units import Unit, fold_text
from webarticlecurator.base.model.article import Value
from webarticlecurator.pages.page.page import Page, once_per_page
from webarticlecurator.pages.page.word_account import source_words

_EMPHASIS = ("b", "strong", "i", "em")
_RIGHT = re.compile(r"text-align:\s*right|\bright\b", re.IGNORECASE)


def find_signature(position: ArticlePosition, site_names: frozenset[str]) -> tuple[Value, ...]:
    """Return the author named at the end of the text; () if there is none. ``site_names`` (folded)
    are not authors."""
    page = position.page
    for number, unit in enumerate(position.units[position.near + 1 :], position.near + 1):
        name = _signed_name(unit)
        # position.text_end may need the whole search for the text: asked only where a line looks
        # signed.
        if not _looks_signed(unit) or not 0 <= number - position.text_end <= 1:
            continue
        is_plain = name.replace(" ", "").isalpha() and not ROLE.search(name)
        folded_name = fold_text(name)
        # Sections and buttons are links somewhere on the page (Middle East), authors in plain text
        # are not. Asked last: a page may have thousands of links.
        if not is_plain or folded_name in site_names:
            continue
        if not is_elsewhere(unit.element, page, roots=position.roots):
            return () if folded_name in _link_texts(page) else (Value(name, BYLINE, unit.text),)
    return ()


def _looks_signed(unit: Unit) -> bool:
    is_line = unit.tag in ("p", "div") and unit.size <= MAX_BYLINE_SIZE and not unit.linked
    if not is_line or not is_full_name(_signed_name(unit)):
        return False
    element = unit.element
    look = f"{element.get('style') or ''} {element.get('align') or ''} {element.get('class') or ''}"
    if _RIGHT.search(look):
        return True
    # All of the line must be emphasised: bold names inside a paragraph are persons whom the text is
    # about.
    whole = source_words(element)
    return any(source_words(inner) == whole for inner in element.iter(*_EMPHASIS))


def _signed_name(unit: Unit) -> str:
    return unit.text.strip(" ().")


@once_per_page("heuristics.link_texts")
def _link_texts(page: Page) -> frozenset[str]:
    """Return the folded texts of all links and buttons."""
    texts = (" ".join(source_words(element)) for element in page.root.iter("a", "button"))
    return frozenset(map(fold_text, texts))
