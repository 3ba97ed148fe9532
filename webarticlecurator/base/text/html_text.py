"""Text of pages as it may stand in HTML files that we write, and the head of such a file."""

from __future__ import annotations

import re
from html import escape

from webarticlecurator.base.text.characters import escape_cell, shorten

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
"""Content Security Policy (W3C CSP3): should a script or an address ever be left, the browser
neither runs it nor asks for it."""
MAX_LABEL = 200
"""Characters of a label; addresses and class names can be of any length."""
_CONTROLS = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f]")
"""Characters that HTML does not allow."""


def escape_text(text: str | None) -> str:
    """Return running text as HTML."""
    return escape(_CONTROLS.sub("\ufffd", text)) if text else ""


def escape_label(text: str) -> str:
    """Return a text in one line of at most MAX_LABEL characters, as HTML that may also stand in an
    attribute; characters that change the direction of text are escaped."""
    return escape(shorten(escape_cell(" ".join(text.split())), MAX_LABEL))


def escape_line(text: str) -> str:
    """Return a text in one line, such as an address, with all of its characters, as HTML that may
    also stand in an attribute."""
    return escape(escape_cell(text))


_MAIN = "<main>\n"


def write_page_head(
    title: str,
    style: str,
    policy: str = POLICY,
    *,
    is_in_main: bool = False,
    language: str = "en",
) -> str:
    """Return the file up to the heading of the page, which stands before ``main`` or in it;
    ``style`` is CSS of ours, ``policy`` the Content Security Policy."""
    return (
        f'<!DOCTYPE html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta http-equiv="x-dns-prefetch-control" content="off">\n'
        '<meta name="referrer" content="no-referrer">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{escape_label(title)}</title>\n"
        f"<style>\n{style}</style>\n</head>\n<body>\n"
        f"{_MAIN * is_in_main}<h1>{escape_label(title)}</h1>\n"
    )
