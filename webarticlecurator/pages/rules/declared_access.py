"""What a page declares about access to it: free, partial or closed."""

from __future__ import annotations

from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.pages.page.page import Page, once_per_page
from webarticlecurator.pages.rules.results import select_values

_ACCESS_RULES = tuple(
    Rule(kind="jsonld", expression=path)
    for path in ("isAccessibleForFree", "hasPart.isAccessibleForFree")
)
_ACCESS_WORDS = {
    "free": ("free", "true", "yes", "1", "unlocked", "public"),
    "partial": ("partial", "metered"),
    "closed": (
        "closed",
        "false",
        "no",
        "0",
        "locked",
        "paid",
        "premium",
        "subscriber",
        "subscribers",
    ),
}
_ACCESS_OF_WORD = {word: access for access, words in _ACCESS_WORDS.items() for word in words}


def read_access_word(text: str) -> str | None:
    """Return ``free``, ``partial`` or ``closed``, None if ``text`` is none of the known words.

    Known are the values of ``isAccessibleForFree`` of Schema.org (``True``, ``false``,
    ``https://schema.org/False``), those of ``article:content_tier`` (``free``, ``metered``,
    ``locked``) and the three words themselves.
    """
    return _ACCESS_OF_WORD.get(text.strip().rpartition("/")[2].casefold())


@once_per_page("declared_access.is_paid")
def is_declared_paid(page: Page) -> bool:
    """Return True if the page declares that it, or a part of it, is not free."""
    found = select_values(_ACCESS_RULES, page)
    return any(read_access_word(each.value) not in (None, "free") for each in found)
