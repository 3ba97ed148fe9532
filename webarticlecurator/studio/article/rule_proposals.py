"""The element of a page that somebody has pointed at, and selectors for it, with the stored pages
on which they fit.
"""

from __future__ import annotations

import re

from webarticlecurator.articles.by_rules.layout_choice import select_layout
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.text.characters import shorten
from webarticlecurator.base.text.dates import DateContext, read_date
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.pages.page.signature import signature
from webarticlecurator.pages.rules.elements import shown_text, text_of
from webarticlecurator.pages.rules.results import select_elements
from webarticlecurator.proposing.fields.byline_cuts import make_joiner
from webarticlecurator.proposing.fields.shown_language import list_month_languages
from webarticlecurator.proposing.fields.written_days import MAX_SIZE as MAX_LINE
from webarticlecurator.proposing.fields.written_days import find_date_shape, leave_day_out
from webarticlecurator.proposing.trial.page_outline import name_element

MAX_TEXT = 160
_MAX_AROUND = 8


@dataclass(frozen=True)
class PickedElement:
    """An element by its number. ``around``: number and name of it and of those around it, innermost
    first. ``line`` is the text of the block that was pointed at, "" for none or several.
    ``has_datetime``: its attribute ``datetime`` says when. ``others`` are elements that mean the
    same; of a part of the address, ``patterns`` are the regexes that find it. ``day`` is the
    regex of a day in its text, if that has more than a day, and ``languages`` are those in which it
    has one, if it has none in that of the portal. ``joiner`` is the regex of what is between names
    in a text that may have several, which are ``names`` then."""

    node: int
    text: str
    signature: str
    around: tuple[tuple[int, str], ...]
    has_datetime: bool = False
    layout: str = ""
    others: tuple[int, ...] = ()
    patterns: tuple[str, ...] = ()
    day: str = ""
    without_day: tuple[str, str] = ("", "")
    languages: tuple[str, ...] = ()
    line: str = ""
    joiner: str = ""
    names: tuple[str, ...] = ()


def describe_picked_element(portal: Portal, stored: StoredPage, node: int) -> PickedElement:
    """Return what an element of a stored page is. To be called in a worker. Raises UsageError for a
    number that the page does not have."""
    page = stored.page(portal)
    if not 0 <= node < len(page.elements.all):
        raise UsageError(
            make_message("{url} has no element {node}", url=stored.url, node=node),
            "Point at an element of the page.",
        )
    element = page.elements.all[node]
    around = [element, *element.iterancestors()][:_MAX_AROUND]
    layout = select_layout(portal, page)
    line, context = text_of(element), DateContext(None, portal.language)
    is_line = len(line) <= MAX_LINE and read_date(line, (), context).value is None
    day = find_date_shape(line, context) if is_line else ""
    joiner = make_joiner({0: line}, portal.language or "")
    names = () if day else tuple(filter(None, re.split(joiner, line[:MAX_LINE])))
    return PickedElement(
        node,
        shorten(shown_text(element), MAX_TEXT),
        signature(element, layout.rules.body.signature),
        tuple((page.elements.number(each), name_element(each)) for each in around),
        bool(element.get("datetime")),
        layout.name,
        day=day,
        without_day=leave_day_out(day, line) if day else ("", ""),
        languages=list_month_languages(line) if is_line and not day else (),
        joiner=joiner if len(names) > 1 else "",
        names=names if len(names) > 1 else (),
    )


def find_selected_nodes(portal: Portal, stored: StoredPage, selector: str) -> tuple[int, ...]:
    """Return the elements of a stored page that a selector selects. To be called in a worker."""
    page = stored.page(portal)
    return tuple(
        page.elements.number(each)
        for each in select_elements((Rule(kind="css", expression=selector),), page)
    )
