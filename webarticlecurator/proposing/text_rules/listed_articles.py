"""Which addresses are those of articles that a list names, or of others like them."""

from __future__ import annotations

import re
from collections import Counter
from urllib.parse import unquote, urlsplit

from webarticlecurator.base.text.character_patterns import DIGITS

MIN_FORM = 3
MIN_ALIKE = 0.5
"""Number of the known articles whose addresses are built alike, and their share."""
_WORDS = re.compile(r"[^\d./,;&=-]+(?:-[^\d./,;&=-]+)*")


class ListedArticles:
    """The addresses of articles: those that are known, and all that are built like most of them,
    where they have a number: the list may name the newest alone. The parameters that a list adds to
    each address, as to count visits, are no part of it."""

    def __init__(self, known: set[str]) -> None:
        bare = {address.partition("?")[0] for address in known}
        self._is_bare = len(bare) == len(known) and all("?" in address for address in known)
        self._known = bare if self._is_bare else known
        forms = Counter(map(_describe_address, self._known))
        self._forms = {
            form
            for form, count in forms.items()
            if "0" in form and count >= max(MIN_FORM, MIN_ALIKE * len(known))
        }

    def has_other(self, address: str, own: str) -> bool:
        """Return True for an article that is another one than that at the address ``own``."""
        address, own = self._leave_added(address), self._leave_added(own)
        is_article = address in self._known or _describe_address(address) in self._forms
        return is_article and address != own

    def _leave_added(self, address: str) -> str:
        return address.partition("?")[0] if self._is_bare else address


def _describe_address(address: str) -> str:
    """Return the form of an address: words as *a*, numbers as *0*."""
    parts = urlsplit(unquote(address))
    folders = "/".join(DIGITS.sub("0", _WORDS.sub("a", each)) for each in parts.path.split("/"))
    return f"{parts.netloc}{folders}?{DIGITS.sub('0', parts.query)}"
