"""Normalize the language of a page as a BCP 47 tag."""

from __future__ import annotations

import re

_TAG = re.compile(r"[a-z]{2,3}(?:-[a-z0-9]{2,8})*")


def normalize_language(text: str) -> str | None:
    """Return a language tag (``hu_HU``, ``HU-hu``, ``zh-hant-TW``) in the letter case of RFC 5646
    §2.1.1; the first of several separated by commas; None for other text."""
    tag = text.strip().partition(",")[0].partition(".")[0].strip().replace("_", "-").lower()
    if not _TAG.fullmatch(tag) or tag.startswith("und"):
        return None
    first, *rest = tag.split("-")
    for n, part in enumerate(rest):
        if len(part) == 2:
            rest[n] = part.upper()
        elif len(part) == 4 and part.isalpha():
            rest[n] = part.title()
    return "-".join([first, *rest])
