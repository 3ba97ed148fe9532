"""How much of a paid article the page holds: what it declares about access, weighed against the
text that is there.

``free``: the page says so. ``closed``: the page says that it has to be paid for. ``partial``: it
has to be paid for, and the page holds only a part of it: what is there is shorter than the page
itself says, or the part that is marked as paid is missing, or a short text ends in an offer. A page
that says nothing of all this has no ``access``. That the script or the empty box of a paywall is
there says nothing: free pages have them, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from lxml import etree

from webarticlecurator.extract.page_checks.offers import (
    MAX_OFFER_WORDS,
    find_offer,
    find_offers,
    read_element_text,
)
from webarticlecurator.extract.page_checks.visible_text import count_words
from webarticlecurator.model.article import Value
from webarticlecurator.model.rule import Rule
from webarticlecurator.model.selector import compile_css
from webarticlecurator.page import Page
from webarticlecurator.rules import select_values

MAX_TEASER_WORDS = 300
"""Words that a teaser has fewer of: without a declaration, only a shorter text is looked at."""
MIN_WHOLE_SHARE, MAX_PART_SHARE = 0.9, 0.7
"""Shares of the declared length from which, and below which, the text is taken for the whole, and
for a part."""
MIN_DECLARED_WORDS = 80
"""A declared length below this is of something else (a summary)."""
_SOURCE = "page:teaser"


@dataclass(frozen=True)
class AccessResult:
    """``complete``: True for the whole text, False for a part, None where nothing says;
    ``evidence`` in words."""

    complete: bool | None = None
    evidence: str = ""


def weigh_access(
    declared: tuple[Value, ...], page: Page, text: str, *, one_page: bool = True
) -> tuple[Value, ...]:
    """The values of ``access`` for an article of which the page gives ``text``, or ``declared``
    where that says nothing new. Not ``one_page``: the article may go on elsewhere, so that its
    length says nothing of this page."""
    if declared and declared[0].value == "free":
        return declared
    words = count_words(text)
    if not declared:
        said = find_offer(page) if 0 < words < MAX_TEASER_WORDS else None
        return (
            (Value("partial", _SOURCE, f"{said}; the page has {words} words of the text"),)
            if said
            else ()
        )
    weighed = _weighed(page, words, counted=one_page and words == len(text.split()))
    if weighed.complete is None:
        return declared
    value = declared[0].value if weighed.complete else "partial"
    return (
        replace(declared[0], value=value, original=f"{declared[0].original}; {weighed.evidence}"),
    )


def is_teaser(value: Value) -> bool:
    """True if ``access`` found that the text is only a part of the article."""
    return value.value == "partial" and (
        value.source == _SOURCE or "; only a part" in value.original
    )


def _weighed(page: Page, words: int, counted: bool) -> AccessResult:
    """``counted``: the words are those between blanks, so that they can be compared with a number
    that the page gives."""
    for weigh in (_by_length, _by_paid_part, _by_offer) if counted else (_by_paid_part, _by_offer):
        found = weigh(page, words)
        if found.complete is not None:
            return found
    return AccessResult()


def _by_length(page: Page, words: int) -> AccessResult:
    for source, least, length in _lengths(page):
        told = f"{words} of {length} words ({source})"
        if words < MAX_PART_SHARE * length and length >= MIN_DECLARED_WORDS:
            return AccessResult(False, f"only a part of the text is here: {told}")
        if words >= MIN_WHOLE_SHARE * length and length >= least:
            return AccessResult(True, f"the whole text is here: {told}")
    return AccessResult()


def _lengths(page: Page) -> Iterator[tuple[str, int, int]]:
    """(source, from which length on it can mean the whole, words). ``articleBody`` may itself be
    the teaser."""
    for found in select_values((Rule(kind="jsonld", expression="wordCount"),), page)[:1]:
        if found.value.isascii() and found.value.isdigit():
            yield "jsonld:wordCount", MIN_DECLARED_WORDS, int(found.value)
    for found in select_values((Rule(kind="jsonld", expression="articleBody"),), page)[:1]:
        yield "jsonld:articleBody", MAX_TEASER_WORDS, count_words(found.value)


def _by_paid_part(page: Page, words: int) -> AccessResult:
    """Schema.org's way: ``hasPart`` with ``isAccessibleForFree`` false and a ``cssSelector`` that
    says where it stands."""
    paid = select_values((Rule(kind="jsonld", expression="hasPart.isAccessibleForFree"),), page)
    selectors = select_values((Rule(kind="jsonld", expression="hasPart.cssSelector"),), page)
    if not selectors or not any(
        found.value.rpartition("/")[2].casefold() == "false" for found in paid
    ):
        return AccessResult()
    selector = ", ".join(found.value for found in selectors)
    texts = [
        read_element_text(element) for found in selectors for element in _select(found.value, page)
    ]
    inside = sum(count_words(text) for text in texts)
    sold = inside < MAX_OFFER_WORDS and any(find_offers(text) for text in texts)
    if inside >= max(20, words // 4) and not sold:
        return AccessResult(
            True, f"the part that is marked as paid ({selector}) is here: {inside} words"
        )
    if words < MAX_TEASER_WORDS or sold:
        return AccessResult(
            False,
            f"only a part of the text is here: what is marked as paid ({selector}) is not, and"
            f" {words} words are",
        )
    return AccessResult()


def _by_offer(page: Page, words: int) -> AccessResult:
    said = find_offer(page) if words < MAX_TEASER_WORDS else None
    return (
        AccessResult(False, f"only a part of the text is here: {words} words, and {said}")
        if said
        else AccessResult()
    )


def _select(selector: str, page: Page) -> list[etree._Element]:
    try:
        found = compile_css(selector)(page.root)
    # what a page writes there is not always CSS
    except (ValueError, SyntaxError, etree.XPathError):
        return []
    return (
        [element for element in found if isinstance(element, etree._Element)]
        if isinstance(found, list)
        else []
    )
