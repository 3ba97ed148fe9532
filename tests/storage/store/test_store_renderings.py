"""Pages that a browser rendered: what is stored of them, and what the index knows."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from store_material import (
    ARTICLE,
    TIME,
    adopt,
    answer,
    articles_warc,
    assert_warcio_accepts,
    hop,
    opened,
    page,
)

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.model.capture import Capture, Exchange, Failure, Rendering, Subresource
from webarticlecurator.cli.main import main
from webarticlecurator.storage.store.foreign import ForeignWarcs, cat_url
from webarticlecurator.storage.store.index_rebuild import rebuild_index
from webarticlecurator.storage.store.inspect import list_records
from webarticlecurator.storage.store.verify import verify_corpus
from webarticlecurator.storage.store.view import view_corpus
from webarticlecurator.storage.warc.container import read_records
from webarticlecurator.storage.warc.record import Record

URL, SCRIPT = "https://echo.example/a", "https://echo.example/app.js"
RAW, DOM = b"<div id=app></div>", "<html><body><p>Árvíz</p></body></html>".encode()
SENT_TO = "https://echo.example/old"


def store_rendered(folder: Path, html: bytes | None = DOM, url: str = URL) -> tuple[Capture, ...]:
    """Store a page, reached by a redirect, with a script, as a crawl does."""
    with opened(folder) as corpus:
        page_id = corpus.record_builder.new_record_id()
        script = Exchange(SCRIPT, (hop(SCRIPT, answer(b"run()")),))
        corpus.append_subresource(script, Subresource(ARTICLE, url, page_id, "script"))
        moved = hop(SENT_TO, answer(b"", b"Location: " + url.encode(), line=b"HTTP/1.1 302 F"), 302)
        failure = None if html is not None else Failure("browser", "it crashed", TIME)
        exchange = Exchange(
            SENT_TO,
            (moved, hop(url, answer(RAW))),
            failure,
            rendering=Rendering(page_id, html, TIME, "Chromium 1"),
        )
        captures = corpus.append(exchange, ARTICLE)
        corpus.commit()
    return captures


def records(folder: Path) -> list[Record]:
    path = articles_warc(folder)
    return [located.record for located in read_records(path, path.name, 0)]


def test_the_index_knows_the_rendered_page_alone(tmp_path: Path) -> None:
    captures = store_rendered(tmp_path)
    with view_corpus(tmp_path, "echo") as corpus:
        fetch = corpus.captures.last_fetch(SENT_TO)
        assert fetch is not None and fetch.complete and fetch.captures == captures
        assert [(c.url, c.status) for c in captures] == [(SENT_TO, 302), (URL, 200)]
        (best,) = corpus.captures.ranked([SENT_TO])
        body = corpus.read(best)
        assert (body.content, body.content_type) == (DOM, "text/html; charset=utf-8")
        assert not corpus.captures.has_any(SCRIPT)
        assert [*corpus.captures.all()] == [*captures]


def test_records_refer_to_each_other(tmp_path: Path) -> None:
    store_rendered(tmp_path)
    found = records(tmp_path)
    assert [(r.kind, r.url) for r in found[1:]] == [
        ("metadata", SCRIPT),
        ("request", SCRIPT),
        ("response", SCRIPT),
        ("metadata", SENT_TO),
        ("request", SENT_TO),
        ("response", SENT_TO),
        ("request", URL),
        ("response", URL),
        ("conversion", URL),
    ]
    script, moved, raw = (r for r in found if r.kind == "response")
    page_record, metadata = found[-1], found[4]
    assert page_record.get("WARC-Refers-To") == raw.id
    assert raw.block.endswith(RAW) and page_record.block == DOM
    assert [r.get("WARC-Loaded-For") for r in (script, moved, raw)] == [
        page_record.id,
        "",
        page_record.id,
    ]
    assert [r.get("WARC-Resource-Type") for r in (script, raw)] == ["script", "document"]
    assert metadata.all("WARC-Concurrent-To") == (moved.id, page_record.id)
    assert b"hops: 2\r\nrenderer: Chromium 1\r\n" in metadata.block
    assert b"via: https://echo.example/a\r\nlevel: subresource\r\n" in found[1].block


def test_a_page_that_is_not_rendered_has_failed(tmp_path: Path) -> None:
    """What the portal sent is stored, but it is not the page."""
    captures = store_rendered(tmp_path, None)
    assert [c.url for c in captures] == [SENT_TO]
    with view_corpus(tmp_path, "echo") as corpus:
        fetch = corpus.captures.last_fetch(SENT_TO)
        assert fetch is not None and fetch.failure is not None and fetch.final is None
        assert fetch.failure.kind == "browser"
        assert corpus.captures.ranked([SENT_TO]) == []
    assert any(r.kind == "response" and r.block.endswith(RAW) for r in records(tmp_path))
    assert verify_corpus(tmp_path, "echo").findings == ()


def test_the_index_is_rebuilt_and_verified(tmp_path: Path) -> None:
    captures = store_rendered(tmp_path)
    assert_warcio_accepts(tmp_path)
    assert verify_corpus(tmp_path, "echo").findings == ()
    rebuild_index(tmp_path, "echo")
    assert verify_corpus(tmp_path, "echo").findings == ()
    with view_corpus(tmp_path, "echo") as corpus:
        assert [*corpus.captures.all()] == [*captures]


def test_damage_of_a_rendered_page_is_found(tmp_path: Path) -> None:
    store_rendered(tmp_path)
    path = articles_warc(tmp_path)
    content = path.read_bytes()
    path.write_bytes(content[:-12] + bytes([content[-12] ^ 1]) + content[-11:])
    assert verify_corpus(tmp_path, "echo").findings != ()


@pytest.mark.parametrize("cut", range(1, 4))
def test_a_kill_between_two_records_leaves_a_fetch_that_is_repeated(
    tmp_path: Path, cut: int
) -> None:
    """The last records of a rendered page are lost: it is not complete, and no raw page is read."""
    store_rendered(tmp_path)
    path = articles_warc(tmp_path)
    kept = [*read_records(path, path.name, 0)][-cut].offset
    (tmp_path / "corpus.sqlite").unlink()
    with path.open("rb+") as stream:
        stream.truncate(kept)
    with opened(tmp_path) as corpus:
        fetch = corpus.captures.last_fetch(SENT_TO)
        assert fetch is not None and not fetch.complete
        assert corpus.captures.ranked([SENT_TO]) == []
    assert verify_corpus(tmp_path, "echo").findings == ()


def test_a_later_page_without_a_browser_is_read_as_ever(tmp_path: Path) -> None:
    store_rendered(tmp_path)
    with opened(tmp_path) as corpus:
        corpus.append(page(URL, b"<p>plain</p>"), ARTICLE)
        corpus.commit()
        contents = {corpus.read(capture).content for capture in corpus.captures.ranked([URL])}
        assert contents == {DOM, b"<p>plain</p>"}


def test_warc_files_are_read_by_other_corpora(tmp_path: Path) -> None:
    """``build --warc`` and ``warc adopt``: the page is the rendered one; both records are copied."""
    store_rendered(tmp_path / "a")
    warc = articles_warc(tmp_path / "a")
    with ForeignWarcs([warc]) as foreign:
        pages = [c for c in foreign.captures.all() if c.url == URL]
        assert [foreign.read(c).content for c in pages] == [DOM]
    with opened(tmp_path / "b") as corpus:
        done = adopt(corpus, [warc], lambda c: ARTICLE if c.record.url == URL else "")
        assert done.captures == 2, "with the redirect to it"
        (best,) = corpus.captures.ranked([URL])
        assert corpus.read(best).content == DOM
    kinds = [r.kind for r in records(tmp_path / "b") if r.url == URL]
    assert kinds == ["request", "response", "conversion"]
    assert verify_corpus(tmp_path / "b", "echo").findings == ()


def test_conversions_of_other_programs_to_text_are_no_pages(tmp_path: Path) -> None:
    store_rendered(tmp_path)
    kinds = {record.kind: record for record in records(tmp_path)}
    from webarticlecurator.storage.warc.message import is_page_record

    html = kinds["conversion"]
    headers = tuple((k, "text/plain" if k == "Content-Type" else v) for k, v in html.headers)
    assert is_page_record(html)
    assert not is_page_record(replace(html, headers=headers))


def test_commands_for_warc_files(tmp_path: Path) -> None:
    store_rendered(tmp_path)
    warc = articles_warc(tmp_path)
    assert cat_url([warc], URL) == DOM
    rows = {(row.kind, row.status) for row in list_records([warc])}
    assert ("conversion", None) in rows
    with pytest.raises(UsageError):
        cat_url([warc], SCRIPT)


def test_a_redacted_page_takes_what_it_loaded_with_it(tmp_path: Path) -> None:
    store_rendered(tmp_path, url="https://echo.example/b")
    output, listed = tmp_path / "left.warc.gz", tmp_path / "list.tsv"
    listed.write_text("id\treason\nhttps://echo.example/b\tcourt order\n", encoding="utf-8")
    warc = str(articles_warc(tmp_path))
    assert main(["warc", "redact", warc, "--exclude", str(listed), "--output", str(output)]) == 0
    assert {row.url for row in list_records([output])} == {""}
