"""Text of others in Markdown."""

from __future__ import annotations

import re

_SPECIAL = re.compile(r"([\\`*_\[\]<>|#])")
"""Signs that mean something in Markdown."""


def escape_markdown(text: str) -> str:
    """Return ``text`` in one line, without a sign that Markdown would read as markup."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))
