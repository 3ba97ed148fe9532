"""Styles of an archived page, whose addresses lead to the stored files."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import quote

from webarticlecurator.articles.blocks.block_attributes import absolute_address
from webarticlecurator.articles.by_rules.page_assets import STYLE_ADDRESS

RESOURCE = "res"
"""The path of a stored file, relative to that of the shown page."""
MAX_ADDRESS = 4000
"""Characters of an address; longer ones are not asked for."""
_NOTHING = "about:invalid"
_DATA = re.compile(r"\s*data:(?:image|font|application/(?:x-)?font)[/-]", re.IGNORECASE)
_IMAGE_SET = re.compile(r"image-set\((?:[^()]|\([^()]*\)){0,500}\)", re.IGNORECASE)
_STRING = re.compile(r"""((?:url|type)\(\s*)?(?:"([^"\n]*)"|'([^'\n]*)')""", re.IGNORECASE)
_LINK = re.compile(r":(?:any-)?link\b|\[href\b", re.IGNORECASE)
_MARKUP_COMMENT = re.compile(r"<!--|-->")


def resource_address(urls: Iterable[str]) -> str:
    """Return the relative address of the first of these files that is stored, or ""."""
    known = [
        f"u={quote(url, safe='')}"
        for url in dict.fromkeys(urls)
        if url.startswith(("http:", "https:")) and len(url) <= MAX_ADDRESS
    ]
    return f"{RESOURCE}?{'&'.join(known)}" if known else ""


def rewrite_style_sheet(css: str, base: str) -> str:
    """Return a style sheet that asks for stored files only, and matches links without ``href``.

    No ``<`` is left in it: wherever a parser finds it, it is never markup.
    """
    css = _LINK.sub(lambda found: "[data-href" + "]" * (found[0][0] == ":"), css)
    return rewrite_addresses(_MARKUP_COMMENT.sub(" ", css), base).replace("<", "\\3c ")


def rewrite_addresses(css: str, base: str) -> str:
    """Return CSS (a sheet, or a ``style`` attribute) with the addresses of stored files."""
    if "image-set(" in css.lower():
        css = _IMAGE_SET.sub(_write_urls_of_set, css)

    def rewrite(found: re.Match[str]) -> str:
        address = next((group for group in found.groups() if group is not None), "")
        start = "@import " if found[0][0] == "@" else ""
        return f'{start}url("{_rewrite_address(address, base)}")'

    return STYLE_ADDRESS.sub(rewrite, css)


def _write_urls_of_set(found: re.Match[str]) -> str:
    """Write each string of an ``image-set()`` as ``url()``, which means the same."""
    return _STRING.sub(
        lambda string: string[0] if string[1] else f'url("{string[2] or string[3] or ""}")',
        found[0],
    )


def _rewrite_address(raw: str, base: str) -> str:
    if raw.startswith("#"):
        return raw.translate(_ESCAPED)
    if _DATA.match(raw):
        return raw.translate(_ESCAPED)
    return resource_address([absolute_address(base, raw)]) or _NOTHING


_ESCAPED = {ord(sign): f"\\{ord(sign):x} " for sign in "\"'<\n\r\f"}
