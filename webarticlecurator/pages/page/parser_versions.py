"""The versions of the HTML parsers. They are not part of any digest: what is built stays built when
a parser changes.
"""

from __future__ import annotations

import selectolax
from lxml import etree
from selectolax.lexbor import LEXBOR_VERSION_MAJOR, LEXBOR_VERSION_MINOR

PARSER_VERSIONS: dict[str, str] = {
    "libxml2": ".".join(map(str, etree.LIBXML_VERSION)),
    "lexbor": f"{LEXBOR_VERSION_MAJOR}.{LEXBOR_VERSION_MINOR}",
    "lxml": ".".join(map(str, etree.LXML_VERSION[:3])),
    "selectolax": selectolax.__version__,
}

GOLDEN_VERSIONS: dict[str, str] = {"libxml2": "2.14.6", "lexbor": "3.1"}
"""The versions with which the golden files (``examples/golden``, ``tests/portals``) were built."""


def describe_parsers() -> str:
    """Return the installed parsers and their versions in one line."""
    return ", ".join(f"{name} {version}" for name, version in PARSER_VERSIONS.items())


def find_version_differences() -> str:
    """Return in words which parsers differ from those of the golden files, or ""."""
    others = [
        f"{name} {PARSER_VERSIONS[name]} (expected {expected})"
        for name, expected in GOLDEN_VERSIONS.items()
        if PARSER_VERSIONS[name] != expected
    ]
    if not others:
        return ""
    return (
        f"not the parsers that curator was tested with: {', '.join(others)}; badly formed pages may"
        " give another text"
    )
