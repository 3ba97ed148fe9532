"""What a page says about the use of its text, and whether one must pay to read on.

Statements are kept as they are written. Of robots directives only those that reserve something
count; ``index, follow`` or the size of previews say nothing about a corpus.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from webarticlecurator.articles.rights.usage_preferences import PREFERENCE_HEADERS, list_refused
from webarticlecurator.base.model.article import RSL_TYPE, RightsStatement
from webarticlecurator.base.portal.hosts import join_address
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.pages.page.link_header import list_header_links
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.results import select_values

MAX_STATEMENTS = 30
"""Of one page; a longer list is that of a page about licences."""
MAX_CHARACTERS = 1000
"""Of one statement; the rest is left out, and … stands in its place."""

_HEADERS = ("X-Robots-Tag", "TDM-Reservation", "TDM-Policy", *PREFERENCE_HEADERS)
_RESERVING = frozenset(
    "none noindex noarchive nocache nosnippet noai noimageai unavailable_after".split()
)
_DIRECTIVE_END = re.compile(r"[\s,:;=]+")
_LINK_TAGS = ("link", "a", "area")
_RULES = (
    (Rule("meta", "robots", pick="all"),),
    (Rule("meta", "tdm-reservation", pick="all"),),
    (Rule("meta", "tdm-policy", pick="all"),),
    # a licence is an address, or a node with an address or a name
    (Rule("jsonld", "license.url", pick="all"), Rule("jsonld", "license", pick="all")),
    (Rule("jsonld", "copyrightNotice", pick="all"),),
)


def read_rights(page: Page) -> tuple[RightsStatement, ...]:
    """Return the statements of a page about its use, each once, in a fixed order of their places.

    ``page`` is the page as stored, not a part of it.
    """
    found: dict[RightsStatement, None] = {}
    for each in _find_statements(page):
        if len(each.value) > MAX_CHARACTERS:
            each = RightsStatement(each.source, each.value[: MAX_CHARACTERS - 1] + "…")
        if each.value:
            found[each] = None
    return tuple(found)[:MAX_STATEMENTS]


def _find_statements(page: Page) -> Iterator[RightsStatement]:
    yield from _read_headers(page)
    for rules in _RULES:
        yield from (
            RightsStatement(selected.source, selected.value)
            for selected in select_values(rules, page)
            if selected.source != "meta:robots" or _is_reserving(selected.value)
        )
    for element in (each for tag in _LINK_TAGS for each in page.elements.with_tag(tag)):
        relation = element.get("rel")
        if relation and "license" in relation.lower().split():
            is_rsl = (element.get("type") or "").lower() == RSL_TYPE
            source = "link:rsl" if is_rsl else "link:license"
            yield RightsStatement(source, _join(page, element.get("href") or ""))
    if any(RSL_TYPE in script.get("type", "") for script in page.elements.with_tag("script")):
        from webarticlecurator.articles.rights.rsl_licences import match_rsl, read_inline_rsl

        yield from match_rsl(read_inline_rsl(page.text), page.url, "script", page.url)


def _read_headers(page: Page) -> Iterator[RightsStatement]:
    for name in _HEADERS:
        for key, text in page.headers:
            value = " ".join(text.split())
            if key.lower() != name.lower() or (name == _HEADERS[0] and not _is_reserving(value)):
                continue
            if name in PREFERENCE_HEADERS and not any(list_refused(value)):
                continue
            yield RightsStatement(f"header:{name}", value)
    yield from (
        RightsStatement("header:rsl" if RSL_TYPE in parameters.lower() else "header:Link", target)
        for target, parameters in list_header_links(page.headers, page.url, "license")
    )


def _is_reserving(directives: str) -> bool:
    """Return True if a value of X-Robots-Tag, or of ``meta name=robots``, reserves something."""
    return not _RESERVING.isdisjoint(_DIRECTIVE_END.split(directives.lower()))


def _join(page: Page, address: str) -> str:
    return join_address(page.base, address.strip()) if address.strip() else ""
