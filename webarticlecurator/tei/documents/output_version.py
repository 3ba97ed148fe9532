"""The version of the TEI that this program writes, and that a document was written with."""

from __future__ import annotations

import re

OUTPUT_VERSION = 8
"""Incremented only when the TEI of an unchanged article under unchanged rules can change; a row of
``output_changes.py`` says what changes."""
_APPLICATION = re.compile(
    rb'<application ident="webarticlecurator" version="(\d+)".*?</application>', re.DOTALL
)
"""What the header says of the rules and the output version, and nothing else of the article."""

CAPTURES = re.compile(rb'<listBibl type="captures">.*?</listBibl>', re.DOTALL)
"""What the header says of when and how the article was captured."""


def read_output_version(content: bytes) -> int | None:
    """Return the output version that a document was written with; None if it does not say."""
    found = _APPLICATION.search(content)
    return int(found[1]) if found else None


def differ_in_article(old: bytes, new: bytes) -> bool:
    """Return True if two documents differ in more than the rules and the output version."""
    return _APPLICATION.sub(b"", old) != _APPLICATION.sub(b"", new)
