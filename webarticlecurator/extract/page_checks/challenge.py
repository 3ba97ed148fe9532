"""Bot challenges: pages that a protection service sends instead of the article, told by its own
markup, else by their title."""

from __future__ import annotations

import re

from webarticlecurator.extract.page_checks.challenge_words import (
    CHALLENGE_MARKUP,
    SHARED_MARKUP,
    TITLES,
)
from webarticlecurator.extract.page_checks.visible_text import VisibleText, compile_phrases

MAX_WORDS = 250
"""A challenge page has fewer words than this."""
MAX_WORDS_SHARED = 40
"""A page with fewer words is nothing but the challenge, where the service's script stands on every
page of the portal."""
_SOURCE = 200_000  # letters of the source that are searched

_TITLES = compile_phrases(TITLES)


def find_challenge(shown: VisibleText) -> str | None:
    """The evidence that a page is a bot challenge, or None."""
    if shown.words >= MAX_WORDS:
        return None
    return _marked(shown) or next(
        (f"its title says {t.written!r}" for t in shown.titles if t.folded in _TITLES), None
    )


def _marked(shown: VisibleText) -> str | None:
    source = shown.page.text[:_SOURCE]
    found = _of(CHALLENGE_MARKUP, source) or (
        _of(SHARED_MARKUP, source) if shown.words < MAX_WORDS_SHARED else None
    )
    if found is None:
        return None
    return (
        f"it has the markup of a bot challenge of {found[0]} ({found[1]!r}) and only {shown.words}"
        " words"
    )


def _of(services: dict[str, tuple[str, str]], source: str) -> tuple[str, str] | None:
    """The first service whose markup stands in the source, and the markup. The plain texts first:
    that is a hundred times faster than one expression for all."""
    for service, (texts, expression) in services.items():
        if any(text in source for text in texts.split("|")) and (
            found := re.search(expression, source)
        ):
            return service, found.group()
    return None
