"""What can be an author's name, and what only stands where names stand."""

from __future__ import annotations

import re

_NO_NAME = re.compile(r"(?:[a-z][a-z0-9+.-]*:)?//\S*|www\.\S+|[^\s@]+@[^\s@]+\.\w+|@\w+|[\W\d_]*", re.IGNORECASE)


def is_name(text: str) -> bool:
    """False for an address, an e-mail address, an account name, and for text without a letter."""
    return not _NO_NAME.fullmatch(text)
