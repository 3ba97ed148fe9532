"""Find out how much of a paid article the page has: what it declares about access, compared with
the text that is there.

``free``: the page declares it. ``closed``: the page declares that the article is paid.
``partial``: it is paid, and the page has only a part of it: the text is shorter than declared, or
the part marked as paid is missing, or a short text ends in an offer. A page without any of these
has no ``access``. The script or the empty box of a paywall is not evidence: free pages have them,
too.
"""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from webarticlecurator.articles.walls.paid_offers import (
    MAX_OFFER_WORDS,
    find_offer,
    find_offers,
    read_element_text,
)
from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.model.article import Value
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.text.translation import join_messages, make_message
from webarticlecurator.base.text.word_borders import count_words
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.results import select_values
from webarticlecurator.pages.rules.selectors import compile_css

# When a paid article is only a part, by words: with a declared length, by the marked part, else by
# an offer at the end of a short text.
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
    # What is declared free stays free: offers on such a page are advertisements.
    if declared and declared[0].value == "free":
        return declared
    words = count_words(text)
    if not declared:
        # Without a declaration only a short text with an offer is doubted; long ones have offers
        # below them.
        offer = find_offer(page) if 0 < words < MAX_TEASER_WORDS else None
        if offer is None:
            return ()
        return (
            Value(
                "partial",
                _SOURCE,
                make_message(
                    "{offer}; the page has {words} words of the text", offer=offer, words=words
                ),
            ),
        )

    # the page counts words between spaces, so other scripts cannot be compared
    has_comparable_length = one_page and words == len(text.split())
    # A number goes before an element that the page marks, and that before words.
    result = _check_length(page, words) if has_comparable_length else AccessResult()
    if result.complete is None:
        result = _check_paid_part(page, words)
    if result.complete is None:
        offer = find_offer(page) if words < MAX_TEASER_WORDS else None
        if offer is None:
            return declared
        evidence = make_message(
            "only a part of the text is here: {words} words, and {offer}", words=words, offer=offer
        )
        result = AccessResult(False, evidence)
    value = declared[0].value if result.complete else "partial"
    original = join_messages("; ", (declared[0].original, result.evidence))
    return (replace(declared[0], value=value, original=original),)


def is_teaser(value: Value) -> bool:
    """Return True if ``weigh_access`` found that the text is only a part of the article."""
    return value.value == "partial" and (
        value.source == _SOURCE or "; only a part" in value.original
    )


def _check_length(page: Page, words: int) -> AccessResult:
    for source, min_whole, length in _declared_lengths(page):
        evidence = make_message(
            "{words} of {length} words ({source})", words=words, length=length, source=source
        )
        # A short declared length is that of a summary, and proves nothing missing.
        if words < MAX_PART_SHARE * length and length >= MIN_DECLARED_WORDS:
            return AccessResult(
                False,
                make_message("only a part of the text is here: {evidence}", evidence=evidence),
            )
        # articleBody may be the teaser, so it proves a whole text only from the length on that no
        # teaser has.
        if words >= MIN_WHOLE_SHARE * length and length >= min_whole:
            return AccessResult(
                True, make_message("the whole text is here: {evidence}", evidence=evidence)
            )
    return AccessResult()


def _declared_lengths(page: Page) -> Iterator[tuple[str, int, int]]:
    """Yield (source, words from which it can be the length of the whole article, declared words).
    ``articleBody`` may itself be the teaser."""
    yield from (
        ("jsonld:wordCount", MIN_DECLARED_WORDS, int(found.value))
        for found in select_values((Rule(kind="jsonld", expression="wordCount"),), page)[:1]
        if found.value.isascii() and found.value.isdigit()
    )
    for found in select_values((Rule(kind="jsonld", expression="articleBody"),), page)[:1]:
        yield "jsonld:articleBody", MAX_TEASER_WORDS, count_words(found.value)


def _check_paid_part(page: Page, words: int) -> AccessResult:
    """Return whether the paid part is on the page, which Schema.org marks as ``hasPart`` with
    ``isAccessibleForFree`` false and a ``cssSelector``."""
    paid = select_values((Rule(kind="jsonld", expression="hasPart.isAccessibleForFree"),), page)
    selectors = select_values((Rule(kind="jsonld", expression="hasPart.cssSelector"),), page)
    if not selectors or not any(
        each.value.rpartition("/")[2].casefold() == "false" for each in paid
    ):
        return AccessResult()
    selector = ", ".join(each.value for each in selectors)
    texts: list[str] = []
    for each in selectors:
        try:
            found = compile_css(each.value)(page.root)
        except (ValueError, SyntaxError, etree.XPathError):  # the page's own selector is not CSS
            continue
        elements = found if isinstance(found, list) else []
        texts += [read_element_text(e) for e in elements if isinstance(e, etree._Element)]
    paid_words = sum(count_words(text) for text in texts)
    # The marked element may be on the page and hold nothing but the offer.
    is_offer = paid_words < MAX_OFFER_WORDS and any(find_offers(text) for text in texts)
    if paid_words >= max(_MIN_PAID_WORDS, words // 4) and not is_offer:
        return AccessResult(
            True,
            make_message(
                "the part that is marked as paid ({selector}) is here: {number} words",
                selector=selector,
                number=paid_words,
            ),
        )
    if words < MAX_TEASER_WORDS or is_offer:
        return AccessResult(
            False,
            make_message(
                "only a part of the text is here: {words} words, without the part that is marked"
                " as paid ({selector})",
                selector=selector,
                words=words,
            ),
        )
    return AccessResult()
