"""Which parsers read the pages. Their versions are in no digest: what is built stays built when one
of them changes."""

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
"""Those that the golden files (``examples/golden``, ``tests/portals``) were made with."""


def describe_parsers() -> str:
    """Return the parsers of this machine in one line."""
    return ", ".join(f"{name} {version}" for name, version in PARSER_VERSIONS.items())


def find_version_differences() -> str:
    """Return which parsers are not those of the golden files, in words; empty if none."""
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
