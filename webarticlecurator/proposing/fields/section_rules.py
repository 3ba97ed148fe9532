"""The section: from the trail of links, or from a folder of the address."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from urllib.parse import urljoin, urlsplit

from lxml import etree

from webarticlecurator.articles.units.class_names import element_names, find_class_word
from webarticlecurator.articles.units.text_units import fold_text
from webarticlecurator.base.model.article import Metadata
from webarticlecurator.base.proposal.proposal import FieldLine
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.elements import text_of
from webarticlecurator.proposing.fields.element_selectors import list_selectors
from webarticlecurator.proposing.fields.place_rules import ArticleSurroundings

MIN_TRAILS = 4
"""Pages from which it can be said that a place holds sections: some have the same, some another."""
MAX_NAME_LENGTH = 40
MAX_SHOWN = 3
_TEASERS = ("article", "h1", "h2", "h3", "h4")


def learn_section_of_place(
    around: Sequence[ArticleSurroundings], defaults: Sequence[Metadata]
) -> tuple[FieldLine, ...]:
    """Return the rule for the section by the trail above the articles, else by a folder of their
    addresses; nothing where the default sources find sections, or the place says none."""
    declared = {tuple(metadata.texts("section")) for metadata in defaults}
    if len(around) < MIN_TRAILS or len(declared) > 1:
        return ()
    pages = [each.page for each in around]
    return _learn_trail(pages) or _learn_folder(pages)


def _learn_trail(pages: Sequence[Page]) -> tuple[FieldLine, ...]:
    """Return the rule for the last link of a trail, or all links, without those on every page."""
    names = Counter(
        css
        for page in pages
        for element in page.root.iter(etree.Element)
        if find_class_word("trails", element_names(element))
        for css in dict.fromkeys(list_selectors(element))
    )
    for css, count in sorted(names.items(), key=lambda item: (-item[1], len(item[0]), item[0])):
        trails = [_read_trail(page, css) for page in pages]
        if count < len(pages) or not all(trails) or _leads_to(pages, css):
            continue
        constant = frozenset[str].intersection(*map(frozenset, trails))
        own = [[text for text in trail if text not in constant] for trail in trails]
        last = [trail[-1] for trail in own if trail]
        # One that is last on one page and not on another is beside it, not above.
        before = {text for trail in own for text in trail[:-1]}
        if 2 * len(last) >= len(pages) and _are_sections(last):
            rule: dict[str, object] = {"css": f"{css} a"}
            excluded = [f"^{re.escape(text)}$" for text in sorted(constant)]
            rule |= {"exclude": excluded} if excluded else {}
            rule |= {"pick": "last" if before.isdisjoint(last) else "all"}
            return (FieldLine(rule, _describe_sections(last, len(pages))),)
    return ()


def _leads_to(pages: Sequence[Page], css: str) -> bool:
    """True if what looks as a trail leads from one of the articles to another: to those that were
    read before, as wikis show them."""
    urls = {page.url for page in pages}
    return any(
        urljoin(page.base, link.get("href") or "").partition("#")[0] in urls - {page.url}
        for page in pages
        for element in page.root.cssselect(css)
        for link in element.iter("a")
    )


def _read_trail(page: Page, css: str) -> list[str]:
    """Return the texts of the links of the only trail, without one to the page itself."""
    found = page.root.cssselect(css)
    links = found[0].iter("a") if len(found) == 1 else ()
    return [
        text_of(link)
        for link in links
        if urljoin(page.url, link.get("href") or "").partition("#")[0] != page.url
    ]


def _learn_folder(pages: Sequence[Page]) -> tuple[FieldLine, ...]:
    """Return the rule for the first folder of the addresses, by the names that links to these
    folders have on most pages."""
    folders = [urlsplit(page.url).path.split("/")[1:-1][:1] for page in pages]
    found = [each[0] for each in folders if each]
    if len(found) < len(pages) or not _are_sections(found):
        return ()
    names: dict[str, Counter[str]] = {}
    for page in pages:
        for link in page.root.iter("a"):
            parts = urlsplit(urljoin(page.url, link.get("href") or ""))
            folder = parts.path.strip("/")
            text = text_of(link)
            is_here = parts.netloc == urlsplit(page.url).netloc and not parts.query
            is_teaser = any(each.tag in _TEASERS for each in link.iterancestors())
            if (
                is_here
                and not is_teaser
                and folder
                and "/" not in folder
                and 0 < len(text) <= MAX_NAME_LENGTH
            ):
                names.setdefault(folder, Counter())[text] += 1
    if not names.keys() >= {*found}:
        return ()
    named = {folder: texts.most_common(1)[0][0] for folder, texts in sorted(names.items())}
    rule = {"url": "^https?://[^/]+/([^/]+)/", "map": named}
    return (FieldLine(rule, _describe_sections([named[each] for each in found], len(pages))),)


def _are_sections(values: Sequence[str]) -> bool:
    """True for short texts with a letter, some the same and some another."""
    counts = Counter(map(fold_text, values))
    is_short = all(len(value) <= MAX_NAME_LENGTH and not value.isdigit() for value in values)
    return is_short and "" not in counts and 1 < len(counts) < len(values)


def _describe_sections(values: Sequence[str], pages: int) -> str:
    shown = "; ".join([*dict.fromkeys(values)][:MAX_SHOWN])
    return f"on {len(values)} of {pages} pages: {shown}"
