"""Addresses as they are asked for, and those that never can be."""

from __future__ import annotations

import re
from contextlib import suppress
from urllib.parse import urljoin, urlsplit

import idna
from requests.utils import requote_uri

from webarticlecurator.model.hosts import without_userinfo

LONGEST = 16_000
"""Characters; RFC 9110 §4.1 asks for at least 8,000."""
_CONTROL = re.compile(r"[\x00-\x20\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_NO_HOST = re.compile(r"[\x00-\x20\"#%/<>?@\\^`{|}\x7f]")


def find_request_fault(url: str) -> str:
    """Why ``url`` can never be asked for, in words; empty if it can."""
    if len(url) > LONGEST:
        return f"an address of {len(url)} characters (expected at most {LONGEST})"
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError as error:
        return f"not an address: {show_address(url)} ({error})"
    if parts.scheme not in ("http", "https"):
        return f"not an http or https address: {show_address(url)}"
    if port == 0 or not _is_host(host):
        return f"not an address of a host: {show_address(url)}"
    if _CONTROL.search(url):
        return f"an address with control characters: {show_address(url)}"
    return ""


def _is_host(host: str) -> bool:
    if ":" in host:  # an IPv6 address, which urlsplit has checked
        return True
    if not host or _NO_HOST.search(host):
        return False
    if not host.isascii():
        try:
            host = idna.encode(host, uts46=True).decode("ascii")
        except UnicodeError:
            return False
    labels = host.removesuffix(".").split(".")
    return len(host) <= 253 and all(0 < len(label) <= 63 for label in labels)


def redirect_target(url: str, location: str) -> str:
    """The absolute target of a redirect from ``url``, without user name and password. A Location is
    often raw UTF-8 that http.client read as Latin-1: that is undone, then it is quoted. Raises
    ValueError for one that cannot be read."""
    with suppress(UnicodeError):
        location = location.encode("latin-1").decode("utf-8")
    target = without_userinfo(urljoin(url, requote_uri(location.strip())))
    if not urlsplit(target).fragment and urlsplit(url).fragment:
        target += "#" + urlsplit(url).fragment  # RFC 9110 §10.2.2
    return target


def show_address(url: str) -> str:
    """An address for a message: one line, not too long, without user name and password."""
    text = "".join(c if c.isprintable() else f"%{ord(c):02X}" for c in without_userinfo(url))
    return text if len(text) <= 200 else f"{text[:199]}…"
