"""The session of a subscriber during a crawl: what it sends to the portal, and how nothing of it
stays in what is stored.

In stored answers, values of cookies and words of the user are replaced by fixed words of the same
kind: such a record is not byte for byte what was sent. ``WARC-Protected-Fields`` names where.
"""

from __future__ import annotations

import html
import json
import re
import threading
from base64 import b64encode
from collections.abc import Iterable
from contextlib import suppress
from http.cookiejar import Cookie
from typing import Any
from urllib.parse import quote, quote_plus, unquote, urlsplit

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.capture import TOO_LARGE, TRUNCATED, Exchange, Hop
from webarticlecurator.base.portal.hosts import PortalHosts, host_of
from webarticlecurator.base.portal.session_secrets import BODY, SETTING, split_head
from webarticlecurator.crawling.fetch.address_guard import read_literal_address
from webarticlecurator.crawling.fetch.kept_session import KeptCookie, KeptSession
from webarticlecurator.storage.warc.message import read_response

SHORTEST = 6
"""Characters of a value or word that is looked for in answers; shorter ones are in too much."""
_LONGEST_WORD = 11
"""Letters alone, or digits and signs alone, are no token up to this length: ``politics`` and
``2026-11-23`` stand in texts, too."""
TOKEN, WORD, NUMBER, MAIL = "protected", "Subscriber", "0000000", "subscriber@example.org"
"""The replacement of a value of a cookie, and for a word, number or address of the user."""
REQUEST_LINE = "request line"
_ENCODINGS = ("utf-8", "cp1250", "cp1252", "utf-16-le", "utf-16-be")
_CODINGS = (b"content-encoding", b"transfer-encoding", b"content-length")
_CUT = (TOO_LARGE, TRUNCATED)
_SENDABLE = re.compile(r"[\x20\x21\x23-\x3a\x3c-\x7e\x80-\xff\"]*")
_COOKIE_VALUE = re.compile(rb"^([^=;]*=[ \t]*)([^;\r\n]+)")


_CookieKey = tuple[str, str, str]


class Subscriber:
    """Signs a crawl in at the portal's own ``hosts``; one per crawl. Thread-safe."""

    def __init__(self, session: KeptSession, hosts: PortalHosts) -> None:
        self._session, self._hosts = session, hosts
        self._lock = threading.Lock()
        self._tokens: dict[bytes, None] = {}
        self._set: dict[_CookieKey, Cookie] = {}
        self._confirmed: dict[_CookieKey, Cookie] = {}
        self.kept_cookies = tuple(
            each
            for each in session.cookies
            if each.goes_to(hosts.names) and _SENDABLE.fullmatch(f"{each.name}{each.value}")
        )
        for each in self.kept_cookies:
            self._add_token(each.value, is_hidden=each.is_http_only)
        if session.basic is not None:
            self._add_token(session.basic[1], is_hidden=True)
            self._add_token(_encode_basic(session.basic), is_hidden=True)
        self._words = [
            (pattern, mask)
            for word in sorted([*session.mine, *(session.basic or ())[:1]], key=len, reverse=True)
            if len(word) >= SHORTEST
            for pattern, mask in _word_patterns(word)
        ]

    def cookies(self) -> Iterable[Cookie]:
        """Return the cookies for the jar of a crawl."""
        return map(_to_cookie, self.kept_cookies)

    def list_for_browser(self) -> list[dict[str, Any]]:
        """Return the cookies as scripts of a page see them, in Playwright's words."""
        return [
            {
                "name": each.name,
                "value": each.value,
                "domain": each.domain,
                "path": each.path,
                "secure": each.is_secure,
                "httpOnly": each.is_http_only,
            }
            for each in self.kept_cookies
        ]

    def authorize(self, url: str) -> dict[str, str]:
        """Return the header of HTTP Basic for a host of the portal, where nobody on the way can
        read it: over https, or on this computer."""
        if self._session.basic is None or not self._hosts.is_trusted(url):
            return {}
        address = read_literal_address(host_of(url))
        is_safe = urlsplit(url).scheme == "https" or (address is not None and address.is_loopback)
        return {"Authorization": f"Basic {_encode_basic(self._session.basic)}"} if is_safe else {}

    def note_cookies(self, cookies: Iterable[Cookie]) -> None:
        """Protect the values of cookies that the portal has set."""
        for each in cookies:
            self._add_token(each.value or "", is_hidden=each.has_nonstandard_attr("HttpOnly"))
            with self._lock:
                self._set[_key_of(each)] = each

    def confirm_cookies(self) -> None:
        """Note that the cookies sign in which the portal has set by now: a page shows it."""
        with self._lock:
            self._confirmed = dict(self._set)

    def renew_session(self) -> KeptSession:
        """Return the session with those of its cookies renewed that the portal has set again."""
        renewed = []
        for each in self._session.cookies:
            found = self._confirmed.get(_key_of(_to_cookie(each)))
            if found is not None and found.value and each in self.kept_cookies:
                each = replace(each, value=found.value, expires=found.expires)
            renewed.append(each)
        return replace(self._session, cookies=tuple(renewed))

    def hide(self, text: str) -> str:
        """Return a text without anything of the session."""
        return self._mask(text.encode("utf-8", "surrogateescape")).decode(
            "utf-8", "surrogateescape"
        )

    def protect(self, exchange: Exchange) -> Exchange:
        """Return an exchange as it may be stored."""
        failure, rendering = exchange.failure, exchange.rendering
        if failure is not None:
            failure = replace(failure, message=self.hide(failure.message))
        if rendering is not None and rendering.html is not None:
            content = self._mask(rendering.html)
            rendering = replace(
                rendering, html=content, protected=(BODY,) if content != rendering.html else ()
            )
        hops = tuple(map(self._protect_hop, exchange.hops))
        return replace(
            exchange,
            url=self.hide(exchange.url),
            hops=hops,
            failure=failure,
            rendering=rendering,
        )

    def _protect_hop(self, hop: Hop) -> Hop:
        head, blank, body = hop.request.partition(b"\r\n\r\n")
        shown, sent = self._mask(head), self._mask(body, keeps_length=True)
        left_out = hop.request_left_out
        left_out += (REQUEST_LINE,) * (shown != head) + (BODY,) * (sent != body)
        response, names, is_cut = self._protect_response(hop)
        return replace(
            hop,
            url=self.hide(hop.url),
            request=shown + blank + sent,
            request_left_out=tuple(dict.fromkeys(left_out)),
            response=response,
            protected=names,
            truncated=hop.truncated or ("unspecified" if is_cut else None),
        )

    def _protect_response(self, hop: Hop) -> tuple[bytes, tuple[str, ...], bool]:
        """Return an answer without what is protected, the names of its fields that have changed,
        and whether only its beginning could be read, which is all that is left of it."""
        fields, end = split_head(hop.response)
        names: list[str] = []
        kept = fields[:1]
        for field in fields[1:]:
            name, colon, value = field.partition(b":")
            written = name.strip().decode("latin-1")
            masked = (
                _COOKIE_VALUE.sub(rb"\1" + TOKEN.encode(), value)
                if written.lower() in SETTING
                else self._mask(value)
            )
            names += [written] * (masked != value)
            kept.append(name + colon + masked)
        decoded = read_response(hop.url, hop.response).decoded()
        content = self._mask(decoded.content)
        # what could not be read could not be searched
        if content == decoded.content and not (content and decoded.fault):
            return b"".join(kept) + hop.response[end:], tuple(dict.fromkeys(names)), False
        plain = [each for each in kept if each.partition(b":")[0].strip().lower() not in _CODINGS]
        head = b"".join(plain) + b"Content-Length: %d\r\n\r\n" % len(content)
        return head + content, tuple(dict.fromkeys((*names, BODY))), decoded.fault in _CUT

    def _mask(self, content: bytes, *, keeps_length: bool = False) -> bytes:
        """Return some bytes with other words in place of what is protected; asterisks, as many,
        where its length must stay."""
        with self._lock:
            tokens = sorted(self._tokens, key=len, reverse=True)
        for token in tokens:
            if token in content:
                mask = b"*" * len(token) if keeps_length else TOKEN.encode()
                content = content.replace(token, mask)
        for pattern, mask in self._words:
            if keeps_length:
                content = pattern.sub(lambda found: b"*" * len(found[0]), content)
            else:
                content = pattern.sub(mask, content)
        return content

    def _add_token(self, value: str, *, is_hidden: bool) -> None:
        """Protect a value; ``is_hidden``: scripts of the portal do not see it."""
        for each in (value, value.strip('"'), unquote(value)):
            is_plain = each.isalpha() or not any(map(str.isalpha, each))
            is_word = is_plain and len(each) <= _LONGEST_WORD and not is_hidden
            if len(each) < SHORTEST or is_word:
                continue
            with self._lock:
                self._tokens.update((form.encode("utf-8"), None) for form in _forms(each))


def _encode_basic(basic: tuple[str, str]) -> str:
    return b64encode(":".join(basic).encode("utf-8")).decode("ascii")


def _forms(text: str) -> dict[str, None]:
    """Return how a text may be written in a page, a script or an address."""
    in_script = json.dumps(text)[1:-1]
    return dict.fromkeys(
        (
            text,
            html.escape(text),
            html.escape(text, quote=False),
            text.encode("ascii", "xmlcharrefreplace").decode("ascii"),
            in_script,
            in_script.replace("/", "\\/"),
            json.dumps(text, ensure_ascii=False)[1:-1],
            quote(text, ""),
            quote(text),
            quote_plus(text),
        )
    )


def _word_patterns(word: str) -> Iterable[tuple[re.Pattern[bytes], bytes]]:
    """Yield patterns for a word of the user in several encodings, each with its replacement."""
    mask = MAIL if "@" in word else NUMBER if not re.search(r"[^\W\d_]", word) else WORD
    for encoding in _ENCODINGS:
        forms: dict[bytes, None] = {}
        for written in (word, word.lower(), word.upper(), word.title()):
            for form in _forms(written):
                with suppress(UnicodeEncodeError):  # this encoding has no such letter
                    forms[form.encode(encoding)] = None
        space = re.escape(" ".encode(encoding))
        any_space = b"(?:%s)" % b"|".join(
            re.escape(each.encode(encoding)) for each in (" ", "\xa0", "\n", "\r\n", "\t", "&nbsp;")
        )
        alternatives = [
            re.escape(form).replace(space, any_space + b"+")
            for form in sorted(forms, key=len, reverse=True)
            if len(form) >= SHORTEST
        ]
        yield re.compile(b"|".join(alternatives), re.IGNORECASE), mask.encode(encoding)


def _key_of(cookie: Cookie) -> _CookieKey:
    return cookie.name, cookie.domain, cookie.path


def _to_cookie(kept: KeptCookie) -> Cookie:
    is_wide = kept.domain.startswith(".")
    # http.cookiejar matches a name without a dot below ``.local`` (RFC 2965 §1)
    domain = kept.domain if "." in kept.domain.lstrip(".") else f"{kept.domain}.local"
    return Cookie(
        0,
        kept.name,
        kept.value,
        None,
        False,
        domain,
        is_wide,
        is_wide,
        kept.path,
        True,
        kept.is_secure,
        kept.expires,
        kept.expires is None,
        None,
        None,
        {"HttpOnly": ""} if kept.is_http_only else {},
    )
