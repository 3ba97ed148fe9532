"""Find out how much of a paid article the page has: what it declares about access, compared with
the text that is there.

``free``: the page declares it. ``closed``: the page declares that the article is paid. ``partial``:
it is paid, and the page has only a part of it: the text is shorter than declared, or the part
marked as paid is missing, or a short text ends in an offer. A page without any of these has no
``access``. The script or the empty box of a paywall is not evidence: free pages have them, too.
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
from webarticlecurator.page import Page
from webarticlecurator.rules import select_values
from webarticlecurator.rules.selectors import compile_css

MAX_TEASER_WORDS = 300
"""Words from which a text without a declared length is not taken for a teaser."""
MIN_WHOLE_SHARE, MAX_PART_SHARE = 0.9, 0.7
"""Shares of the declared number of words: from the first on, the text is the whole article; below
the second, a part of it. Between them nothing is decided, since portals count differently."""
MIN_DECLARED_WORDS = 80
"""Words below which a declared length is that of something else (a summary)."""
_MIN_PAID_WORDS = 20
"""Words that the part marked as paid must have, and a quarter of the text, to be there."""
_SOURCE = "page:teaser"


@dataclass(frozen=True)
class AccessResult:
    """``complete``: True for the whole text, False for a part, None if it cannot be known;
    ``evidence``: the reason in words."""

    complete: bool | None = None
    evidence: str = ""


def weigh_access(
    declared: tuple[Value, ...], page: Page, text: str, *, one_page: bool = True
) -> tuple[Value, ...]:
    """Return the values of ``access`` for an article with ``text`` on the page: ``declared``,
    corrected if the text shows something else.

    ``one_page``: False if the article may have more pages, so that its length cannot be compared
    with that of this page.
    """
    if declared and declared[0].value == "free":
        return declared
    words = count_words(text)
    if not declared:
        offer = find_offer(page) if 0 < words < MAX_TEASER_WORDS else None
        if offer is None:
            return ()
        return (Value("partial", _SOURCE, f"{offer}; the page has {words} words of the text"),)

    # the page counts words between spaces, so other scripts cannot be compared
    has_comparable_length = one_page and words == len(text.split())
    result = _check_completeness(page, words, has_comparable_length)
    if result.complete is None:
        return declared
    value = declared[0].value if result.complete else "partial"
    original = f"{declared[0].original}; {result.evidence}"
    return (replace(declared[0], value=value, original=original),)


def is_teaser(value: Value) -> bool:
    """Return True if ``weigh_access`` found that the text is only a part of the article."""
    return value.value == "partial" and (
        value.source == _SOURCE or "; only a part" in value.original
    )


def _check_completeness(page: Page, words: int, has_comparable_length: bool) -> AccessResult:
    """Return the result of the first check that can decide."""
    checks = [_check_length] if has_comparable_length else []
    for check in (*checks, _check_paid_part, _check_offer):
        result = check(page, words)
        if result.complete is not None:
            return result
    return AccessResult()


def _check_length(page: Page, words: int) -> AccessResult:
    for source, min_whole, length in _declared_lengths(page):
        evidence = f"{words} of {length} words ({source})"
        if words < MAX_PART_SHARE * length and length >= MIN_DECLARED_WORDS:
            return AccessResult(False, f"only a part of the text is here: {evidence}")
        if words >= MIN_WHOLE_SHARE * length and length >= min_whole:
            return AccessResult(True, f"the whole text is here: {evidence}")
    return AccessResult()


def _declared_lengths(page: Page) -> Iterator[tuple[str, int, int]]:
    """Yield (source, words from which it can be the length of the whole article, declared words).
    ``articleBody`` may itself be the teaser."""
    for found in select_values((Rule(kind="jsonld", expression="wordCount"),), page)[:1]:
        if found.value.isascii() and found.value.isdigit():
            yield "jsonld:wordCount", MIN_DECLARED_WORDS, int(found.value)
    for found in select_values((Rule(kind="jsonld", expression="articleBody"),), page)[:1]:
        yield "jsonld:articleBody", MAX_TEASER_WORDS, count_words(found.value)


def _check_paid_part(page: Page, words: int) -> AccessResult:
    """Return whether the paid part is on the page, which Schema.org marks as ``hasPart`` with
    ``isAccessibleForFree`` false and a ``cssSelector``."""
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
    paid_words = sum(count_words(text) for text in texts)
    is_offer = paid_words < MAX_OFFER_WORDS and any(find_offers(text) for text in texts)
    if paid_words >= max(_MIN_PAID_WORDS, words // 4) and not is_offer:
        return AccessResult(
            True, f"the part that is marked as paid ({selector}) is here: {paid_words} words"
        )
    if words < MAX_TEASER_WORDS or is_offer:
        return AccessResult(
            False,
            f"only a part of the text is here: what is marked as paid ({selector}) is not, and"
            f" {words} words are",
        )
    return AccessResult()


def _check_offer(page: Page, words: int) -> AccessResult:
    offer = find_offer(page) if words < MAX_TEASER_WORDS else None
    if offer is None:
        return AccessResult()
    return AccessResult(False, f"only a part of the text is here: {words} words, and {offer}")


def _select(selector: str, page: Page) -> list[etree._Element]:
    """Return the elements of a page's own selector, [] if it is not CSS."""
    try:
        found = compile_css(selector)(page.root)
    except (ValueError, SyntaxError, etree.XPathError):
        return []
    elements = found if isinstance(found, list) else []
    return [element for element in elements if isinstance(element, etree._Element)]
