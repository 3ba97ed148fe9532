"""The table of server faults: a name for each, and what it puts on the wire."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, partial

import brotli
import zstandard
from fault_server import Answer, Wire

EVERY = ("article", "archive", "robots")
PAGES = ("article", "archive")


@dataclass(frozen=True)
class Fault:
    """``targets``: what answers so (keys of fault_server.TARGETS). ``read``: the page may be read
    all the same. ``codes``: exit codes of the crawl. ``prepare``: makes what takes long."""

    name: str
    answer: Answer
    targets: tuple[str, ...] = EVERY
    read: bool = False
    codes: tuple[int, ...] = (1,)
    retries: int = 0
    prepare: Callable[[], object] = lambda: None


def whole(status: str = "200 OK", *lines: str, body: bytes | None = None) -> Answer:
    """A complete answer with the page's own body, or another."""

    def answer(wire: Wire) -> None:
        content = wire.body if body is None else body
        wire.send(wire.head(status, *lines, f"Content-Length: {len(content)}") + content)

    return answer


def raw(content: bytes) -> Answer:
    """These bytes, then the end of the connection."""
    return lambda wire: wire.send(content)


def page(text: str) -> bytes:
    return f"<html lang=en><title>{text}</title><body><p>{text}</p></body></html>".encode()


def headed(*lines: str, body: bytes | None = None) -> Answer:
    """These header lines, the page's body (or another) as it is, the end of the connection."""
    return lambda wire: wire.send(
        wire.head("200 OK", *lines) + (wire.body if body is None else body)
    )


def packed(coding: str, pack: object, cut: int = 0) -> Answer:
    """The body in a coding, whole as a message, ``cut`` bytes of the coded body missing."""

    def answer(wire: Wire) -> None:
        content = pack(wire.body)  # type: ignore[operator]
        content = content[: len(content) - cut]
        wire.send(
            wire.head("200 OK", f"Content-Encoding: {coding}", f"Content-Length: {len(content)}")
            + content
        )

    return answer


def status_faults() -> Iterable[Fault]:
    for code in (
        400,
        401,
        402,
        403,
        405,
        406,
        407,
        408,
        409,
        418,
        421,
        425,
        426,
        428,
        429,
        431,
        451,
        499,
    ):
        yield Fault(f"status {code}", whole(f"{code} Refused", body=page("Refused")), PAGES)
    for code in (500, 501, 502, 503, 504, 505, 507, 508, 511, 520, 522, 530, 598, 599):
        yield Fault(f"status {code}", whole(f"{code} Broken", body=page("Broken")))
    for code in (404, 410):
        yield Fault(
            f"status {code}",
            whole(f"{code} Gone", body=page("Gone")),
            PAGES,
            codes=(0, 1),
        )
    for code in (204, 205, 206, 300, 304, 305, 306, 399, 600, 700, 999):
        yield Fault(f"status {code}", whole(f"{code} Odd", body=b""), PAGES, codes=(0, 1))
    yield Fault(
        "status 206, part of the page",
        whole("206 Partial", "Content-Range: bytes 0-99/5000"),
        PAGES,
        read=True,
        codes=(0, 1),
    )


def framing_faults() -> Iterable[Fault]:
    yield Fault(
        "body cut",
        lambda w: w.send(w.head("200 OK", f"Content-Length: {len(w.body) + 500}") + w.body),
    )
    yield Fault("no body at all", lambda w: w.send(w.head("200 OK", "Content-Length: 500")))
    yield Fault(
        "half the body",
        lambda w: w.send(
            w.head("200 OK", f"Content-Length: {len(w.body)}") + w.body[: len(w.body) // 2]
        ),
    )
    yield Fault("length short", headed("Content-Length: 5"), PAGES, read=True, codes=(0, 1))
    yield Fault(
        "two lengths",
        headed("Content-Length: 500", "Content-Length: 7000"),
        PAGES,
        read=True,
        codes=(0, 1),
    )
    for value in ("-1", "x", "9" * 40, "0x10", "1e3", "", "5, 5", "²"):
        yield Fault(
            f"length {value[:8]!r}",
            headed(f"Content-Length: {value}"),
            PAGES,
            read=True,
            codes=(0, 1),
        )
    chunked = "Transfer-Encoding: chunked"
    for name, sent in {
        "cut": b"%x\r\n%b",
        "without end": b"%x\r\n%b\r\n",
        "size garbage": b"zz%x\r\n%b\r\n0\r\n\r\n",
        "size negative": b"-%x\r\n%b\r\n0\r\n\r\n",
        "size huge": b"ffffffffffffffffffffff%x\r\n%b\r\n0\r\n\r\n",
        "no line end": b"%x%b0",
        "cut in the size": b"5\r\nhello\r\n%x00\r\n%b",
    }.items():
        yield Fault(
            f"chunks {name}",
            lambda w, s=sent: w.send(w.head("200 OK", chunked) + s % (len(w.body), w.body)),
        )
    extended = b"%x;" + b"e" * 1_000_000 + b"\r\n%b\r\n0\r\n\r\n"
    yield Fault(
        "chunk extension of 1 MB",
        lambda w: w.send(w.head("200 OK", chunked) + extended % (len(w.body), w.body)),
        PAGES,
        read=True,
        codes=(0, 1),
    )
    yield Fault(
        "length and chunks", headed("Content-Length: 9", chunked), PAGES, read=True, codes=(0, 1)
    )
    yield Fault(
        "unknown transfer coding",
        headed("Transfer-Encoding: x-squeezed"),
        PAGES,
        read=True,
        codes=(0, 1),
    )
    yield Fault(
        "endless trailers",
        _endless(chunked, b"0\r\n", b"X-Trailer: a\r\n"),
        PAGES,
        read=True,
        codes=(0, 1),
    )
    yield Fault(
        "dripped trailers", _endless(chunked, b"0\r\n", b"X", 0.3), PAGES, read=True, codes=(0, 1)
    )
    yield Fault(
        "endless chunks", _endless(chunked, b"", b"400\r\n" + b"<p>x " * 204 + b"<p>x\r\n"), PAGES
    )
    yield Fault("endless body", _endless("X: y", b"", b"<p>text " * 8192), PAGES)
    yield Fault("dripped body", _endless("X: y", b"", b"<p>text", 0.3))
    yield Fault("dripped chunk sizes", _endless(chunked, b"", b"0", 0.3))
    yield Fault(
        "silent in the body",
        lambda w: (w.send(w.head("200 OK", "Content-Length: 5000") + w.body[:50]), w.wait())[0],
    )
    yield Fault(
        "reset in the body",
        lambda w: (w.send(w.head("200 OK", "Content-Length: 5000") + w.body[:50]), w.reset())[0],
    )


def _endless(line: str, start: bytes, part: bytes, pause: float = 0.0) -> Answer:
    def answer(wire: Wire) -> None:
        wire.send(wire.head("200 OK", line) + start)
        wire.repeat(part, pause)

    return answer


def head_faults() -> Iterable[Fault]:
    yield Fault("empty answer", lambda w: None)
    yield Fault("reset at once", lambda w: w.reset())
    yield Fault("silence", lambda w: w.wait())
    yield Fault("head cut in mid-line", raw(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX-Ha"))
    yield Fault("head without end", raw(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"))
    yield Fault("status line cut", raw(b"HTTP/1.1 2"))
    yield Fault("status line alone", raw(b"HTTP/1.1 200 OK\r\n"))
    yield Fault("silent in the head", lambda w: (w.send(b"HTTP/1.1 200 OK\r\nX: "), w.wait())[0])
    yield Fault("reset in the head", lambda w: (w.send(b"HTTP/1.1 200 OK\r\nX: "), w.reset())[0])
    for name, line in {
        "not a number": b"HTTP/1.1 abc OK",
        "too large": b"HTTP/1.1 99999 OK",
        "negative": b"HTTP/1.1 -200 OK",
        "superscript": b"HTTP/1.1 \xb2\xb2\xb2 OK",
        "none": b"HTTP/1.1",
        "of radio": b"ICY 200 OK",
        "of the future": b"HTTP/9.9 200 OK",
        "binary": bytes(range(128, 256)),
        "of mail": b"220 mail.example ESMTP",
        "of ssh": b"SSH-2.0-OpenSSH_9.0",
        "a page": b"<html><p>No head at all",
        "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    }.items():
        answer = raw(line + b"\r\nContent-Type: text/html\r\n\r\n<p>text")
        yield Fault(f"status line {name}", answer, PAGES, codes=(0, 1))
    for name, lines in {
        "a line without colon": ["no colon here"],
        "a line without name": [": x"],
        "a line with NUL": ["X: a\x00b"],
        "a folded line": ["X: a\r\n  b"],
        "letters": ["Ő: ű"],
        "300 lines": [f"X-{n}: {n}" for n in range(300)],
        "20,000 lines": [f"X-{n}: {n}" for n in range(20_000)],
        "a line of 1 MB": ["X: " + "x" * 1_000_000],
        "bare CR": ["X: a\rb"],
        "cookies of nonsense": [
            f"Set-Cookie: {v}" for v in ("=", "a=b; expires=²", "a=b; domain=..", "\x01=\x02")
        ],
        "dates of nonsense": [
            "Date: ²",
            "Last-Modified: Fri, 99 Foo 99999999 99:99:99 +9999",
            "ETag: \x01",
            "Age: -1",
        ],
        "links of nonsense": [
            "Link: <http://[bad>; rel=canonical",
            "Refresh: 0; url=http://[bad",
            "Content-Location: http://[",
        ],
    }.items():
        yield Fault(f"head with {name}", whole("200 OK", *lines), read=True, codes=(0, 1, 3))
    yield Fault(
        "endless head", lambda w: (w.send(b"HTTP/1.1 200 OK\r\n"), w.repeat(b"X: y\r\n"))[0]
    )
    yield Fault(
        "dripped head", lambda w: (w.send(b"HTTP/1.1 200 OK\r\nX: "), w.repeat(b"y", 0.3))[0]
    )
    yield Fault("dripped status line", lambda w: w.drip(b"HTTP/1.1 200 " + b"O" * 500, 0.3))
    yield Fault("endless 100 Continue", lambda w: w.repeat(b"HTTP/1.1 100 Continue\r\n\r\n"))
    yield Fault("slow 100 Continue", lambda w: w.repeat(b"HTTP/1.1 100 Continue\r\n\r\n", 0.3))
    yield Fault(
        "endless 103 Early Hints",
        lambda w: w.repeat(b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n"),
    )
    yield Fault("HTTP/0.9", lambda w: w.send(w.body), PAGES, codes=(0, 1))


ZEROS = 300_000_000
BOMBS: dict[str, tuple[str, Callable[[], bytes]]] = {
    "gzip bomb": ("gzip", lambda: gzip.compress(b"\x00" * ZEROS, 6, mtime=0)),
    "gzip bomb of markup": ("gzip", lambda: gzip.compress(b"<p>text</p>" * 9_000_000, 6, mtime=0)),
    "gzip bomb in gzip": ("gzip, gzip", lambda: gzip.compress(bomb("gzip bomb"), mtime=0)),
    "brotli bomb": ("br", lambda: brotli.compress(b"\x00" * ZEROS, quality=4)),
    "zstd bomb": ("zstd", lambda: zstandard.compress(b"\x00" * ZEROS)),
}
"""Small bodies that are huge when unpacked, with their coding."""


@cache
def bomb(name: str) -> bytes:
    return BOMBS[name][1]()


def _explode(name: str) -> Answer:
    def answer(wire: Wire) -> None:
        length = f"Content-Length: {len(bomb(name))}"
        wire.send(wire.head("200 OK", f"Content-Encoding: {BOMBS[name][0]}", length) + bomb(name))

    return answer


def coding_faults() -> Iterable[Fault]:
    for name in BOMBS:
        targets = EVERY if name == "gzip bomb" else PAGES
        yield Fault(name, _explode(name), targets, codes=(0, 1), prepare=partial(bomb, name))
    yield Fault("gzip cut", packed("gzip", gzip.compress, 40), PAGES)
    yield Fault(
        "gzip without checksum", packed("gzip", gzip.compress, 8), PAGES, read=True, codes=(0, 1)
    )
    yield Fault(
        "gzip with a wrong checksum",
        packed("gzip", lambda b: gzip.compress(b)[:-8] + b"\x00" * 8),
        PAGES,
        read=True,
        codes=(0, 1),
    )
    yield Fault(
        "gzip with more behind it",
        packed("gzip", lambda b: gzip.compress(b) + b"more"),
        PAGES,
        read=True,
        codes=(0, 1),
    )
    yield Fault("no gzip", packed("gzip", bytes), PAGES, read=True, codes=(0, 1))
    yield Fault("gzip of nothing", packed("gzip", lambda b: b""), PAGES, codes=(0, 1))
    yield Fault(
        "gzip twice",
        packed("gzip, gzip", lambda b: gzip.compress(gzip.compress(b))),
        PAGES,
        read=True,
        codes=(0, 1),
    )
    yield Fault(
        "gzip, not said", whole("200 OK", body=gzip.compress(page("text"))), PAGES, codes=(0, 1)
    )
    yield Fault(
        "raw deflate",
        packed("deflate", lambda b: zlib.compress(b)[2:-4]),
        PAGES,
        read=True,
        codes=(0, 1),
    )
    yield Fault("brotli garbage", packed("br", bytes), PAGES, read=True, codes=(0, 1))
    yield Fault("zstd garbage", packed("zstd", bytes), PAGES, read=True, codes=(0, 1))
    yield Fault("unknown coding", packed("x-squeezed", bytes), PAGES, read=True, codes=(0, 1))
    for name in (
        "rot13",
        "zlib",
        "hex",
        "idna",
        "undefined",
        "uu",
        "punycode",
        "\x00",
        "utf-16",
        "utf-7",
        "²",
        "a" * 5000,
        "",
    ):
        answer = _typed(f"text/html; charset={name}")
        yield Fault(f"charset {name[:9]!r}", answer, EVERY, read=True, codes=(0, 1))
    for kind in (
        "",
        "text",
        "image/png",
        "application/pdf",
        "video/mp4",
        "text/html; charset",
        ";;",
        "x" * 9000,
        "multipart/x",
    ):
        yield Fault(f"type {kind[:16]!r}", _typed(kind), PAGES, read=True, codes=(0, 1))


def _typed(kind: str) -> Answer:
    def answer(wire: Wire) -> None:
        wire.send(
            wire.head(
                "200 OK", f"Content-Type: {kind}", f"Content-Length: {len(wire.body)}", kind=False
            )
            + wire.body
        )

    return answer


def redirect_faults() -> Iterable[Fault]:
    closed = "http://127.0.0.1:9/"
    for name, target in {
        "a bad address": "http://[bad/",
        "a bad port": "http://127.0.0.1:99999/",
        "no host": "http:///x",
        "half an address": "http://:80/",
        "a closed port": closed,
        "https that is not there": "https://127.0.0.1:9/",
        "ftp": "ftp://127.0.0.1/x",
        "a file": "file:///etc/passwd",
        "a script": "javascript:alert(1)",
        "data": "data:text/html,<p>text",
        "mail": "mailto:a@b.example",
        "nothing": "",
        "a blank": " ",
        "control characters": "/\x01\x02\x1b[2J",
        "letters": "/ő ű/á",
        "100 KB": "/" + "x" * 100_000,
        "a percent sign": "/%zz%",
        "a password": "http://user:secret@127.0.0.1:9/",
        "a fragment": "#x",
        "a name of nonsense": "http://xn--\u0130/",
    }.items():
        yield Fault(
            f"redirect to {name}", whole("302 Found", f"Location: {target}"), codes=(0, 1, 3)
        )
    yield Fault("redirect without target", whole("302 Found"), codes=(0, 1, 3))
    yield Fault(
        "redirect to itself",
        lambda w: whole("301 Moved", f"Location: {w.path}")(w),
        codes=(0, 1, 3),
    )
    yield Fault("redirects without end", _chain, codes=(0, 1, 3))
    yield Fault(
        "redirect there and back",
        lambda w: whole(
            "302 Found", f"Location: {'/fault/b' if w.path != '/fault/b' else '/fault/a'}"
        )(w),
        codes=(0, 1, 3),
    )
    yield Fault("redirect to the home page", whole("302 Found", "Location: /"), PAGES)
    yield Fault(
        "redirect to the archive", whole("302 Found", "Location: /archive?page=1"), ("article",)
    )
    yield Fault(
        "robots redirected to a page",
        whole("302 Found", "Location: /archive?page=1"),
        ("robots",),
        codes=(0,),
        read=True,
    )


def _chain(wire: Wire) -> None:
    number = int(wire.path.rpartition("/")[2]) + 1 if wire.path.startswith("/fault/") else 0
    whole("302 Found", f"Location: /fault/{number}")(wire)


def retry_after_faults() -> Iterable[Fault]:
    values = (
        *("²", "-1", "1e3", "", "soon", "nan", "inf", "0", "9" * 30, "9" * 500, "1 2", "\x00"),
        "Fri, 31 Dec 9999 23:59:59 GMT",
        "Fri, 31 Dec 99999 23:59:59 GMT",
        "Fri, 31 Dec 1999 23:59:59 +9999",
        "Mon, 00 Foo 0000 99:99:99 ZZZ",
    )
    for value in values:
        answer = whole("503 Later", f"Retry-After: {value}", body=b"later")
        yield Fault(f"Retry-After {value[:40]!r}", answer, PAGES, codes=(1, 3), retries=1)


def page_faults() -> Iterable[Fault]:
    """Answers that are complete and in order, and no article."""
    for name, content in {
        "challenge": b"<html lang=en><head><title>Just a moment...</title></head><body>"
        b"<h1>127.0.0.1</h1><p>Checking if the site connection is secure.</p>"
        b"<div id=challenge-running></div><script src='/cdn-cgi/challenge-platform/x.js'></script>",
        "login": page("Log in to read on. Please sign in with your e-mail address and password."),
        "maintenance": page("Down for maintenance. We will be back soon."),
        "consent": page("We value your privacy. Accept all cookies"),
        "not found": page("404 Not Found. The page you are looking for does not exist."),
        "nothing": b"",
        "white space": b" \n\t ",
        "JSON": b'{"error": "no"}',
        "PDF": b"%PDF-1.7\n" + bytes(range(256)) * 20,
        "script": b"<html><body><script>location='/x'</script></body></html>",
        "frames": b"<html><frameset><frame src=/x></frameset></html>",
    }.items():
        yield Fault(f"page: {name}", whole(body=content), PAGES, codes=(0, 1))
    for name, content in {
        "45 MB of markup": b"<div><p>text</p>" * 2_800_000,
        "45 MB of text": b"<p>" + b"text and " * 5_000_000,
        "8,000 headings": b"".join(
            b"<h2>Heading %d</h2><p>Some text here.</p>" % n for n in range(8000)
        ),
        "50,000 attributes": b"<p " + b" ".join(b"a%d=1" % n for n in range(50_000)) + b">text</p>",
        "100,000 levels": b"<div>" * 100_000 + b"text",
    }.items():
        yield Fault(f"page: {name}", whole(body=content), PAGES, read=True, codes=(0, 1))


def robots_faults() -> Iterable[Fault]:
    for name, content in {
        "empty": b"",
        "binary": bytes(range(256)) * 40,
        "a page": page("Not found"),
        "no agent": b"Disallow: /\nAllow\n: x\n",
        "UTF-16": "User-agent: *\nDisallow: /private/\n".encode("utf-16"),
        "NUL": b"User-agent: *\x00\nDisallow: /private/\x00\n",
        "wildcards": b"User-agent: *\nDisallow: /" + b"*a" * 2000 + b"$\n",
        "100,000 rules": b"User-agent: *\n"
        + b"".join(b"Disallow: /no/%d\n" % n for n in range(100_000)),
        "one long line": b"User-agent: *\nDisallow: /no" + b"x" * 3_000_000,
        "20 MB": b"# comment\n" * 2_000_000,
        "delay nan": b"User-agent: *\nCrawl-delay: nan\n",
        "delay negative": b"User-agent: *\nCrawl-delay: -5\n",
        "delay of nonsense": b"User-agent: *\nCrawl-delay: 1e\n",
        "rate of nonsense": b"User-agent: *\nRequest-rate: 1/0\nRequest-rate: x/y\n",
        "rate without requests": b"User-agent: *\nRequest-rate: 0/5\n",
        "bad percent signs": b"User-agent: *\nDisallow: /%zz%\nDisallow: /%E2%28\n",
    }.items():
        yield Fault(f"robots.txt: {name}", whole(body=content), ("robots",), read=True, codes=(0,))
    for code in (400, 401, 403, 404, 410, 429):
        yield Fault(
            f"robots.txt: status {code}",
            whole(f"{code} No", body=b"no"),
            ("robots",),
            read=True,
            codes=(0, 3),
        )


FAULTS: dict[str, Fault] = {
    fault.name: fault
    for table in (
        status_faults,
        framing_faults,
        head_faults,
        coding_faults,
        redirect_faults,
        retry_after_faults,
        page_faults,
        robots_faults,
    )
    for fault in table()
}
