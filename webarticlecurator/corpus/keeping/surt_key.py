"""The key of an address: as the Internet Archive's ``surt`` makes it, by which programs look pages
up: host reversed, small letters, parameters sorted, without ``www.`` and sessions.
"""

from __future__ import annotations

import re
from urllib.parse import quote_from_bytes, unquote_to_bytes

_PLAIN = "!\"$&'()*+,-./:;<=>?@[\\]^_`{|}~"
_ADDRESS = re.compile(rb"(?s)(?P<scheme>https?)://(?:[^/?#@]*@)?(?P<host>[^/?#:]*)(?::(?P<port>\d*))?"
                      rb"(?P<path>[^?#]*)(?:\?(?P<query>[^#]*))?")  # fmt: skip
_WWW = re.compile(rb"www\d*\.")
_PATH_SESSION = re.compile(
    rb"^(.*/)\((?:(?:[a-z]\([0-9a-z]{24}\))+|[0-9a-z]{24})\)/([^?]+\.aspx.*)"
)
_QUERY_SESSIONS = tuple(
    re.compile(rb"(?i)^(.*)(?:" + pattern + rb")(?:&(.*))?$")
    for pattern in (
        rb"jsessionid=[0-9a-z]{32}",
        rb"phpsessid=[0-9a-z]{32}",
        rb"sid=[0-9a-z]{32}",
        rb"aspsessionid[a-z]{8}=[a-z]{24}",
        rb"cfid=[^&]+&cftoken=[^&]+",
    )
)


def url_key(url: str) -> str:
    """Return the key of an absolute http address: ``com,example)/a?b=1``."""
    match = _ADDRESS.match(re.sub(r"[\n\r\t]", "", url.strip()).encode())
    if match is None:
        return url
    host = _unescape(match["host"]).lower()
    if not host.isascii():
        host = host.decode("utf-8", "ignore").encode("idna")
    host = _WWW.sub(b"", host.replace(b"..", b".").strip(b"."), count=1)
    default = {b"http": b"80", b"https": b"443"}[match["scheme"]]
    port = b":" + match["port"] if match["port"] not in (None, b"", default) else b""
    path = _quote(_normalize_path(_unescape(match["path"]))).lower()
    path = _PATH_SESSION.sub(rb"\1\2", path)
    query = _quote(_unescape(match["query"] or b""))
    for session in _QUERY_SESSIONS:
        query = session.sub(lambda found: found[1] + (found[2] or b""), query)
    parameters = sorted(tuple(each.split(b"=", 1)) for each in query.lower().split(b"&"))
    query = b"&".join(b"=".join(each) for each in parameters)
    reversed_host = b",".join(reversed(_quote(host).split(b".")))
    key = reversed_host + port + b")" + (path[:-1] if len(path) > 1 and path[-1:] == b"/" else path)
    return (key + (b"?" + query if query else b"")).decode()


def _normalize_path(path: bytes) -> bytes:
    kept: list[bytes] = []
    for part in path.split(b"/")[1:]:
        if part == b".." and kept:
            kept.pop()
        elif part != b".":
            kept.append(part)
    return b"/" + b"".join(part + b"/" for part in kept[:-1] if part) + b"".join(kept[-1:])


def _unescape(text: bytes) -> bytes:
    while (plain := unquote_to_bytes(text)) != text:
        text = plain
    return text


def _quote(text: bytes) -> bytes:
    return quote_from_bytes(text, safe=_PLAIN).encode()
