"""Pictures, style sheets and fonts of a shown page, from where the page is stored."""

from __future__ import annotations

import re

import webencodings

from webarticlecurator.base.model.capture import Body
from webarticlecurator.corpus.stored_pages.captured_pages import CapturedPages
from webarticlecurator.proposing.trial.shown_style import rewrite_style_sheet

MAX_FILE = 20_000_000
"""Bytes of a picture or a font."""
MAX_STYLE = 3_000_000
"""Bytes of a style sheet, which is rewritten."""
STYLE_TYPE = "text/css"
SVG_TYPE = "image/svg+xml"
_SIGNATURES = tuple(
    (media, re.compile(start, re.DOTALL))
    for media, start in (
        ("image/png", rb"\x89PNG\r\n\x1a\n"),
        ("image/jpeg", rb"\xff\xd8\xff"),
        ("image/gif", rb"GIF8[79]a"),
        ("image/webp", rb"RIFF.{4}WEBPVP"),
        ("image/avif", rb"\x00.{3}ftyp(?:avif|avis|mif1)"),
        ("image/bmp", rb"BM.{4}\x00{4}"),
        ("image/x-icon", rb"\x00\x00\x01\x00"),
        ("font/woff2", rb"wOF2"),
        ("font/woff", rb"wOFF"),
        ("font/ttf", rb"\x00\x01\x00\x00|true"),
        ("font/otf", rb"OTTO"),
    )
)
"""Media types by the first bytes (WHATWG MIME Sniffing §6): what a server claims does not count."""
_SVG = re.compile(
    rb"\s*(?:<(?:\?xml[^>]*|!--(?:[^-]|-(?!->))*--|!DOCTYPE svg[^>]*)>\s*){0,9}<svg[\s>]"
)
_CHARSET = re.compile(r"charset\s*=\s*[\"']?([\w.:-]+)", re.IGNORECASE)
_SNIFFED_BYTES = 2000


def find_stored_body(store: CapturedPages, url: str) -> Body | None:
    """Return the last complete answer to a request for a file, or None if none is stored.

    Raises StoreDamaged, WarcUnreadable.
    """
    capture = store.captures.best([url])
    return None if capture is None else store.source.read(capture)


def make_page_file(body: Body) -> tuple[bytes, str] | None:
    """Return a stored body as it is served, and its media type; None if a page may not show it.

    Only pictures, fonts and style sheets are served, up to a limit of bytes. The addresses in a
    style sheet become those of stored files.
    """
    media_type = _find_media_type(body)
    if media_type == STYLE_TYPE:
        if len(body.content) > MAX_STYLE:
            return None
        css = rewrite_style_sheet(_decode_style(body), body.capture.url)
        return css.encode("utf-8", "replace"), f"{STYLE_TYPE}; charset=utf-8"
    if not media_type or len(body.content) > MAX_FILE:
        return None
    return body.content, media_type


def _find_media_type(body: Body) -> str:
    for media_type, signature in _SIGNATURES:
        if signature.match(body.content):
            return media_type
    if _SVG.match(body.content[:_SNIFFED_BYTES]):
        return SVG_TYPE
    declared = (body.content_type or "").partition(";")[0].strip().lower()
    return STYLE_TYPE if declared == STYLE_TYPE else ""


def _decode_style(body: Body) -> str:
    """Return the text of a style sheet (CSS Syntax 3 §3.2): byte order mark, header, UTF-8."""
    found = _CHARSET.search(body.content_type or "")
    declared = webencodings.lookup(found[1]) if found else None
    text: str = webencodings.decode(body.content, declared or webencodings.UTF8)[0]
    return text
