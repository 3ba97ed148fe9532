"""Check addresses before a request, resolve redirects, and print addresses in messages."""

from __future__ import annotations

import re
from contextlib import suppress
from urllib.parse import urldefrag, urljoin, urlsplit

from requests.utils import requote_uri

from webarticlecurator.base.portal.hosts import MAX_ADDRESS, without_userinfo
from webarticlecurator.base.text.characters import shorten

_MAX_SHOWN = 200
"""Characters of an address in a message."""
_CONTROL = re.compile(r"[\x00-\x20\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_NO_HOST = re.compile(r"[\x00-\x20\"#%/<>?@\\^`{|}\x7f]")


def find_request_fault(url: str) -> str:
    """Return a message that says why ``url`` cannot be requested; empty if it can."""
    if len(url) > MAX_ADDRESS:
        return f"an address of more than {MAX_ADDRESS} characters: {show_address(url)}"
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError as error:
        return f"not an address: {show_address(url)} ({error})"
    if parts.scheme not in ("http", "https"):
        return f"not an http or https address: {show_address(url)}"
    if port == 0 or not _is_host(host):
        return f"not an address of a host: {show_address(url)}"
    # A line break in an address would end the request line.
    if _CONTROL.search(url):
        return f"an address with control characters: {show_address(url)}"
    return ""


def _is_host(host: str) -> bool:
    if ":" in host:  # an IPv6 address: urlsplit has checked it
        return True
    if not host or _NO_HOST.search(host):
        return False
    if not host.isascii():
        import idna  # its tables take longer to load than all else here

        try:
            host = idna.encode(host, uts46=True).decode("ascii")
        except UnicodeError:
            return False
    labels = host.removesuffix(".").split(".")
    return len(host) <= 253 and all(0 < len(label) <= 63 for label in labels)


def resolve_redirect(url: str, location: str) -> str:
    """Return the absolute target of a redirect from ``url``, without user name and password, and
    without its fragment, which is not requested (RFC 9110 §7.1).

    A Location header is often raw UTF-8, which http.client decodes as Latin-1: this is undone
    before the address is quoted. Raises ValueError if ``location`` cannot be parsed.
    """
    # Only where the bytes are UTF-8; else they stay as Latin-1, and are quoted as such.
    with suppress(UnicodeError):
        location = location.encode("latin-1").decode("utf-8")
    return without_userinfo(urldefrag(urljoin(url, requote_uri(location.strip()))).url)


def show_address(url: str) -> str:
    """Return an address for a message: on one line, not too long, without user name and
    password."""
    text = "".join(c if c.isprintable() else f"%{ord(c):02X}" for c in without_userinfo(url))
    return shorten(text, _MAX_SHOWN)
