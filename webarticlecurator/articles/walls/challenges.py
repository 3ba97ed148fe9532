"""Bot challenges: pages that a service which protects the portal sends in place of an article.

A challenge has the markup of the service, else its title.
"""

from __future__ import annotations

import re

from webarticlecurator.articles.walls.challenge_markup import CHALLENGE_MARKUP, SHARED_MARKUP
from webarticlecurator.articles.walls.visible_text import VisibleText, folded_phrases
from webarticlecurator.base.text.translation import make_message

MAX_CHALLENGE_WORDS = 250
"""Words from which a page is not a challenge: challenges have a paragraph or two, and an article
may quote their markup."""
MAX_WORDS_SHARED = 40
"""The same for markup that a service also puts into ordinary pages: then the page must have hardly
any other text."""
_MAX_SOURCE = 200_000
"""Characters of the source that are searched."""


def find_challenge(visible: VisibleText) -> str | None:
    """Return the evidence that a page of fewer than ``MAX_CHALLENGE_WORDS`` words is a bot
    challenge, or None."""
    source = visible.page.text[:_MAX_SOURCE]
    found = _first_service(CHALLENGE_MARKUP, source)
    if found is None and visible.word_count < MAX_WORDS_SHARED:
        found = _first_service(SHARED_MARKUP, source)
    if found is not None:
        service, markup = found
        return make_message(
            "it has the markup of a bot challenge of {service} ({markup!r}) and only"
            " {number} words",
            service=service,
            markup=markup,
            number=visible.word_count,
        )
    known_titles = folded_phrases("challenges", "titles")
    title = next((line for line in visible.titles if line.folded_text in known_titles), None)
    return make_message("its title says {line!r}", line=title.written) if title else None


def _first_service(services: dict[str, tuple[str, str]], source: str) -> tuple[str, str] | None:
    """Return the first service whose markup is in the source, and the markup. Its plain texts are
    searched before its expression: that is a hundred times faster than one expression for all."""
    for service, (texts, expression) in services.items():
        if any(text in source for text in texts.split("|")):
            match = re.search(expression, source)
            if match:
                return service, match.group()
    return None
