"""A portal that asks for a session, and the records of what curator writes about it."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timezone
from pathlib import Path
from urllib.parse import urlsplit

from small_portal import Answer, SmallPortal, article, listing, small_portal

from webarticlecurator.base.model.capture import Exchange, Failure, Hop, Origin
from webarticlecurator.base.portal.portal import NamedFile
from webarticlecurator.storage.store.corpus import open_corpus
from webarticlecurator.storage.warc.container import read_records
from webarticlecurator.storage.warc.record import Record

SESSION, TOKEN = "s3ss10n+of/Anna=", "b34r3r-t0k3n"
GIVEN = "g1v3n-by-the-server"
BASIC = "YW5uYTpoZXItcGFzc3dvcmQ="
"""Values: of a cookie and a header of the portal file, of a cookie that the server sets, of
Authorization."""
SECRETS = (SESSION, TOKEN)
FETCH = f'fetch: {{delay: 0, cookies: {{sid: "{SESSION}", consent: "1"}}, headers: {{X-Token: Bearer {TOKEN}}}}}\n'
RULES = 'title: Small Portal\narchive: {url: "BASE/list", links: h2}\narticle: {body: {root: article}}\n'
TIME = datetime(2024, 2, 3, 4, 5, 6, tzinfo=timezone.utc)
ARCHIVE, ARTICLE = Origin("archive", "all", 0, page="1"), Origin("article", "all", 0)
HTML = ("Content-Type", "text/html; charset=utf-8")
SETS = (
    ("Set-Cookie", f"track={GIVEN}; Path=/"),
    ("Set-Cookie", f"sid={SESSION}; HttpOnly"),
    ("Set-Cookie", f"again={SESSION}; Max-Age=9"),
)


@contextmanager
def guarded_portal(folder: Path) -> Iterator[SmallPortal]:
    """A portal that answers with 403 without the session, and from its second page on without the
    cookie that it set."""

    def guarded(page: str, *, needs_given: bool) -> Callable[[], Answer]:
        def answer() -> Answer:
            sent = portal.asking
            cookies = sent.get("Cookie", "")
            is_signed_in = SESSION in cookies and "consent=1" in cookies
            is_signed_in = is_signed_in and sent.get("X-Token") == f"Bearer {TOKEN}"
            if not is_signed_in or (needs_given and GIVEN not in cookies):
                return Answer("Please log in.", 403)
            return Answer(page, headers=(HTML, *SETS))

        return answer

    with small_portal(folder, {}) as portal:
        portal.pages["/list"] = guarded(listing("/one", "/two"), needs_given=False)
        portal.pages["/one"] = guarded(article("The first text 1."), needs_given=True)
        portal.pages["/two"] = guarded(article("The second text 1."), needs_given=True)
        yield portal


OLD_COOKIE = "0ld-s3ss10n"
"""The value that the cookie of the portal file had in an earlier run."""


def write_old_corpus(site: SmallPortal, rules: str = FETCH + RULES) -> None:
    """Write a corpus as older versions did: with what signs in, in requests and portal files."""
    portal = site.write(rules)
    text = (site.folder / "portal.yaml").read_bytes()
    earlier = text.replace(SESSION.encode(), OLD_COOKIE.encode())
    with open_corpus(site.corpus, "small") as corpus:
        for content in (earlier, text):
            corpus.record_files([NamedFile("portal.yaml", content)])
        corpus.append(_old_exchange(f"{site.base}/list", listing("/one", "/two")), ARCHIVE)
        for name in ("one", "two"):
            page = article(f"The text of page {name} is 1.")
            corpus.append(_old_exchange(f"{site.base}/{name}", page), ARTICLE)
        failed = Failure("bad-response", f"a header: 'Bearer {TOKEN}'", TIME)
        corpus.append(Exchange(f"{site.base}/two", (), failed), ARTICLE)
        # a revisit, and a 304 answer, which is in a metadata record
        again = _old_exchange(f"{site.base}/one", article("The text of page one is 1."))
        corpus.append(again, ARTICLE, {})
        corpus.commit()
    (site.corpus / "corpus.sqlite").unlink()  # what is new to the index is read again
    with open_corpus(site.corpus, "small"):
        pass
    assert portal.fetch.cookies


def _old_exchange(url: str, page: str) -> Exchange:
    path = urlsplit(url).path
    sent = (
        f"GET {path} HTTP/1.1\r\nHost: {urlsplit(url).netloc}\r\nX-Token: Bearer {TOKEN}\r\n"
        f"Cookie: sid={SESSION}; consent=1; track={GIVEN}\r\nAuthorization: Basic {BASIC}\r\n"
        "Accept: */*\r\n\r\n"
    )
    fields = "".join(f"{name}: {value}\r\n" for name, value in (HTML, *SETS))
    got = f"HTTP/1.1 200 OK\r\n{fields}\r\n{page}"
    return Exchange(url, (Hop(url, 200, sent.encode(), got.encode(), TIME),))


def records_of(folder: Path, kind: str = "") -> list[Record]:
    """Return the records of the WARC files below a folder, of one kind if it is given."""
    files = sorted(folder.rglob("*.warc.gz"))
    records = [each.record for file in files for each in read_records(file, file.name)]
    return [record for record in records if kind in ("", record.kind)]


def is_gzip_by_member(path: Path) -> bool:
    """Return True if each gzip member of a file is one record."""
    content, count = path.read_bytes(), 0
    while content:
        member = zlib.decompressobj(31)
        if not member.decompress(content).startswith(b"WARC/1."):
            return False
        content, count = member.unused_data, count + 1
    return count > 0
