"""What signs a crawl in at a portal, and how it is left out of all that is written.

Secrets are the values of ``fetch.cookies`` and ``fetch.headers``, and of the fields of a request
that sign it in, whoever made them: ``Cookie``, ``Authorization``, ``Proxy-Authorization``. They
are left out by the names of their fields, however harmless they look. Long values are sought
besides, in what a script of the portal sends; bodies of answers are never changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import quote, quote_plus

from webarticlecurator.base.dataclasses import dataclass

if TYPE_CHECKING:
    from webarticlecurator.base.portal.fetch_policy import FetchPolicy

MASK = "…"
"""In place of a value that was left out."""
SHORTEST_SOUGHT = 8
"""Characters; shorter values (``1``, ``yes``) are in too many harmless values."""
BODY = "body"
"""In place of the name of a field: values were left out of the body of a request."""
_FOR_PROXY = "proxy-authorization"
"""A field between curator and a proxy, which is no part of the exchange with the portal: it is left
out without being named."""
SIGNING = frozenset({"cookie", "cookie2", "authorization", _FOR_PROXY})
SETTING = frozenset({"set-cookie", "set-cookie2"})
_ADDRESSES = frozenset({"host", "origin", "referer"})
"""Fields of a request whose value is an address, which stands in the record all the same."""

_IsSecret: TypeAlias = Callable[[str, bytes], bool]
"""Returns True for the name (in lower case) and the value of a field that is left out."""


CleanMessage: TypeAlias = tuple[bytes, tuple[str, ...]]
"""An HTTP message, and the names of the fields that were left out of it, each once."""


@dataclass(frozen=True)
class SessionSecrets:
    """Names (in lower case) of the cookies and headers of a portal file, and their values."""

    cookies: frozenset[str] = frozenset()
    headers: frozenset[str] = frozenset()
    values: frozenset[str] = frozenset()

    @classmethod
    def of(cls, policy: FetchPolicy) -> SessionSecrets:
        """Return the secrets of a portal file, and what signs in at the proxy."""
        return cls.named(policy.cookies, policy.headers) | cls(
            values=frozenset(_find_userinfo(policy.proxy or ""))
        )

    @classmethod
    def named(
        cls, cookies: Iterable[tuple[str, str]], headers: Iterable[tuple[str, str]]
    ) -> SessionSecrets:
        """Return the secrets with these names and values."""
        cookies, headers = tuple(cookies), tuple(headers)
        return cls(
            frozenset(name.lower() for name, _ in cookies),
            frozenset(name.lower() for name, _ in headers),
            frozenset(value for _, value in (*cookies, *headers)),
        )

    def __or__(self, other: SessionSecrets) -> SessionSecrets:
        return SessionSecrets(
            self.cookies | other.cookies,
            self.headers | other.headers,
            self.values | other.values,
        )

    def __repr__(self) -> str:
        names = ", ".join(sorted(self.cookies | self.headers))
        return f"SessionSecrets({names})"

    @property
    def is_signed_in(self) -> bool:
        """True if the portal file signs in: it has cookies or headers."""
        return bool(self.cookies or self.headers)

    @cached_property
    def sought(self) -> tuple[str, ...]:
        """The values that are looked for in texts, and the long words of those with spaces
        (``Bearer …``), the longest first."""
        found = {word for value in self.values for word in (value.strip(), *value.split())}
        long = (word for word in found if len(word) >= SHORTEST_SOUGHT)
        return tuple(sorted(long, key=lambda word: (-len(word), word)))

    @cached_property
    def _sought_bytes(self) -> tuple[bytes, ...]:
        forms = (form for word in self.sought for form in (word, quote(word, ""), quote_plus(word)))
        return tuple(dict.fromkeys(form.encode("utf-8") for form in forms))

    def hide(self, text: str) -> str:
        """Return a text with MASK in place of every value that is sought."""
        for value in self.sought:
            text = text.replace(value, MASK)
        return text

    def hide_in_file(self, content: bytes) -> bytes:
        """Return the bytes of a file with MASK in place of every value that is sought."""
        for value in self._sought_bytes:
            content = content.replace(value, MASK.encode("utf-8"))
        return content

    def hide_in_body(self, body: bytes) -> bytes:
        """Return the body of a message with asterisks, as many, in place of every value that is
        sought, so that its Content-Length stays right."""
        for value in self._sought_bytes:
            body = body.replace(value, b"*" * len(value))
        return body

    def clean_request(self, message: bytes) -> CleanMessage:
        """Return a request without its secrets. Values in its body are replaced by as many
        asterisks, so that its Content-Length stays right."""
        fields, end = split_head(message)
        kept, left_out = _drop_fields(fields, self._is_secret_of_request)
        body = self.hide_in_body(message[end:])
        if body != message[end:]:
            left_out += (BODY,)
        named = tuple(name for name in left_out if name.lower() != _FOR_PROXY)
        return (kept + body, named) if left_out else (message, ())

    def clean_response(self, message: bytes, *, sets_none: bool = False) -> CleanMessage:
        """Return an answer without the fields that set cookies of the portal file again, or others
        to values of it; with ``sets_none``, without those that set any cookie."""
        fields, end = split_head(message)

        def is_secret(name: str, value: bytes) -> bool:
            cookie = value.partition(b"=")[0].strip().decode("latin-1").lower()
            is_known = cookie in self.cookies or self._has_value(value)
            return name in SETTING and (sets_none or is_known)

        kept, left_out = _drop_fields(fields, is_secret)
        return (kept + message[end:], left_out) if left_out else (message, ())

    def _is_secret_of_request(self, name: str, value: bytes) -> bool:
        if name in SIGNING or name in self.headers:
            return True
        return name not in _ADDRESSES and self._has_value(value)

    def _has_value(self, text: bytes) -> bool:
        return any(value in text for value in self._sought_bytes)


NO_SECRETS = SessionSecrets()
"""Those of a portal file without cookies and headers; requests may have others all the same."""


def _find_userinfo(url: str) -> tuple[str, ...]:
    """Return the user name with the password of an address, and the password, as written."""
    userinfo, at, _ = url.partition("://")[2].rpartition("@")
    return (userinfo, userinfo.partition(":")[2]) if at else ()


def split_head(message: bytes) -> tuple[list[bytes], int]:
    """Return the start line of a message and its fields, each with the lines that continue it, and
    the offset of the empty line behind them."""
    starts: list[int] = []
    end = 0
    while end < len(message):
        stop = message.find(b"\n", end) + 1 or len(message)
        line = message[end:stop]
        if not line.strip():
            break
        if line[:1] not in (b" ", b"\t") or len(starts) < 2:
            starts.append(end)
        end = stop
    # cut at last: a field that grew line by line would take as many copies as it has lines
    return [message[start:stop] for start, stop in pairwise([*starts, end])], end


def _drop_fields(parts: list[bytes], is_secret: _IsSecret) -> tuple[bytes, tuple[str, ...]]:
    """Return the head without its secret fields, and their names as written."""
    kept, dropped = parts[:1], []
    for field in parts[1:]:
        name, colon, value = field.partition(b":")
        written = name.strip().decode("latin-1")
        if colon and is_secret(written.lower(), value):
            dropped.append(written)
        else:
            kept.append(field)
    return b"".join(kept), tuple(dict.fromkeys(dropped))
