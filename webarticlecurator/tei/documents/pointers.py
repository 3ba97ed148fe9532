"""Turn addresses into valid URI references (RFC 3986), as TEI pointers require."""

from __future__ import annotations

import re
from ipaddress import AddressValueError, IPv6Address
from urllib.parse import quote

from webarticlecurator.base.portal.hosts import ADDRESS_EDGES

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*(?=:)")
_BAD_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
_HOST = re.compile(r"(?:[A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*")
_PCHAR = "/:@!$&'()*+,;=~%-._"

_USUAL = r"A-Za-z0-9/:@!$&'()*+,;=~%._\-"
_READY = re.compile(
    rf"https?://[A-Za-z0-9.-]+(?::[0-9]{{1,5}})?(?:/[{_USUAL}]*)?(?:\?[{_USUAL}?]*)?(?:#[{_USUAL}?]*)?"
)
"""Addresses that are already valid URIs, provided that each ``%`` begins an escape.

Most addresses are, and one match is faster than encoding them.
"""


def valid_uri(raw: str) -> str | None:
    """Return an absolute address as a valid URI, or None if that is impossible.

    Characters that are not allowed are percent-encoded as UTF-8, a host outside ASCII gets its IDNA
    form, a ``%`` that begins no escape becomes ``%25``. Impossible are ``http://[bad``, an invalid
    port and an empty address.
    """
    if _READY.fullmatch(raw) and ("%" not in raw or not _BAD_PERCENT.search(raw)):
        return raw
    return _encoded(raw)


def _encoded(raw: str) -> str | None:
    text = re.sub(r"[\t\r\n]", "", raw.strip(ADDRESS_EDGES))
    text = _BAD_PERCENT.sub("%25", text.encode("utf-8", "replace").decode("utf-8"))
    scheme = _SCHEME.match(text)
    rest = text[scheme.end() + 1 :] if scheme else text
    start = f"{scheme.group()}:" if scheme else ""
    if rest.startswith("//"):
        end = re.search(r"[/?#]|$", rest[2:])
        cut = 2 + (end.start() if end else 0)
        authority = _encode_authority(rest[2:cut])
        return None if authority is None else f"{start}//{authority}{_parts(rest[cut:])}"
    # RFC 3986 forbids a colon in the first segment of a relative reference.
    if not rest or (not scheme and ":" in re.split(r"[/?#]", rest, maxsplit=1)[0]):
        return None
    return start + _parts(rest)


def _encode_authority(text: str) -> str | None:
    user, at, server = text.rpartition("@")
    found = re.fullmatch(r"(\[[^\]]*\]|[^:\[\]]*)(?::([0-9]{0,5}))?", server)
    if not found:
        return None
    host = found.group(1)
    try:
        if host.startswith("["):
            host = f"[{IPv6Address(host[1:-1])}]"
        elif not host.isascii():
            host = host.encode("idna").decode("ascii")
    except (AddressValueError, UnicodeError):
        return None
    if not host or not (host.startswith("[") or _HOST.fullmatch(host)):
        return None
    port = f":{found.group(2)}" if found.group(2) else ""
    return (quote(user, safe=":!$&'()*+,;=~%") + at if at else "") + host + port


def _parts(text: str) -> str:
    before, hash_, fragment = text.partition("#")
    path, mark, query = before.partition("?")
    return (
        quote(path, safe=_PCHAR)
        + (mark + quote(query, safe=_PCHAR + "?") if mark else "")
        + (hash_ + quote(fragment, safe=_PCHAR + "?") if hash_ else "")
    )
