"""HAR, as browsers and playwright save what they were sent: as a WARC file, and as a saved page."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from given_blog import Blog

from webarticlecurator.corpus.stored_pages.saved_formats import unpack_saved_page
from webarticlecurator.storage.warc.warc_reader import read_all_records

SITE = "https://portal.example"
PAGE = "<html><body><h1>Hídfő</h1><p>The council met at the harbour.</p></body></html>"
Run = Callable[..., Any]


def make_entry(path: str, text: str = PAGE, *, dest: str = "document", **more: Any) -> Any:
    fields = {
        "content-type": "text/html; charset=windows-1250",
        "content-encoding": "br",
        "content-length": "3",
    }
    return {
        "startedDateTime": "2020-04-04T13:46:32.5+02:00",
        "request": {
            "method": more.get("method", "GET"),
            "url": f"{SITE}{path}",
            "headers": [
                {"name": ":authority", "value": "portal.example"},
                {"name": "Sec-Fetch-Dest", "value": dest},
            ],
        },
        "response": {
            "status": more.get("status", 200),
            "statusText": "OK",
            "headers": [{"name": name, "value": value} for name, value in fields.items()],
            "content": more.get("content", {"text": text}),
        },
    }


def make_har(*entries: Any) -> bytes:
    return json.dumps({"log": {"version": "1.2", "entries": entries}}).encode()


def test_the_answers_of_a_har_are_records_with_what_the_server_sent(tmp_path: Path) -> None:
    blocked = make_entry("/blocked", status=0)
    (tmp_path / "a.har").write_bytes(make_har(make_entry("/a?b=1"), blocked))
    (_, answer), (_, request) = read_all_records([tmp_path / "a.har"])
    record = answer.record
    assert (record.url, f"{record.time:%H:%M:%S}") == (f"{SITE}/a?b=1", "11:46:32")
    head, _, body = record.block.partition(b"\r\n\r\n")
    assert body == PAGE.encode() and b"content-encoding" not in head
    assert b"text/html; charset=utf-8" in head and b"Content-Length: %d" % len(body) in head
    assert request.record.block.startswith(b"GET /a?b=1 HTTP/1.1\r\nSec-Fetch-Dest: ")
    assert request.record.get("WARC-Concurrent-To") == record.id
    again = [located.record.id for _, located in read_all_records([tmp_path / "a.har"])]
    assert again == [record.id, request.record.id]


def test_a_body_that_a_har_lacks_was_cut_and_is_no_empty_page(blog: Blog, curator: Run) -> None:
    listed = make_entry("/list", str(blog.portal.pages["/list"]))
    har = make_har(listed, make_entry("/posts/anchor", content={"size": 512}))
    (blog.saved / "a.har").write_bytes(har.replace(SITE.encode(), blog.base.encode()))
    code, _, err = curator("warc", "adopt", blog.config, "a.har")
    assert code == 0 and "2 captures copied" in err
    code, _, err = curator("build", blog.config)
    assert code == 1 and "problem: failed: truncated: 1" in err


def test_an_answer_without_a_date_is_none_of_1970(tmp_path: Path) -> None:
    (tmp_path / "a.har").write_bytes(make_har({**make_entry("/a"), "startedDateTime": "never"}))
    assert {r.record.get("WARC-Date") for _, r in read_all_records([tmp_path / "a.har"])} == {
        "never"
    }


@pytest.mark.parametrize("entries", [(), (make_entry("/blocked", status=0),)])
def test_a_har_without_an_answer_is_named(curator: Run, tmp_path: Path, entries: Any) -> None:
    """Such as one that was saved before the page was loaded."""
    (tmp_path / "a.har").write_bytes(make_har(*entries))
    code, _, err = curator("warc", "list", str(tmp_path / "a.har"))
    assert code and f"a HAR without an answer of a server ({len(entries)} requests)" in err


def test_a_har_in_a_zip_has_its_bodies_beside_it(tmp_path: Path) -> None:
    """As playwright writes it."""
    with zipfile.ZipFile(tmp_path / "a.har.zip", "w") as archive:
        entry = make_entry("/a", content={"_file": "abc.html"})
        archive.writestr("har.har", make_har(entry))
        archive.writestr("abc.html", PAGE.encode("cp1250"))
    ((_, answer), _) = read_all_records([tmp_path / "a.har.zip"])
    assert answer.record.block.endswith(PAGE.encode("cp1250"))
    assert b"charset=windows-1250" in answer.record.block
    found = unpack_saved_page((tmp_path / "a.har.zip").read_bytes(), 10**6)
    assert (found.content, found.url) == (PAGE.encode("cp1250"), f"{SITE}/a")


def test_a_har_of_one_page_is_a_saved_page_and_that_of_several_is_named() -> None:
    frame = make_entry("/frame", dest="iframe")
    found = unpack_saved_page(make_har(make_entry("/a"), frame), 10**6)
    assert (found.form, found.url, found.content) == ("HAR", f"{SITE}/a", PAGE.encode())
    assert found.saved.startswith("2020-04-04T11:46:32")
    with pytest.raises(ValueError, match="a HAR of 2 pages; give it as a WARC file"):
        unpack_saved_page(make_har(make_entry("/a"), make_entry("/b")), 10**6)
    with pytest.raises(ValueError, match="a HAR that cannot be read"):
        unpack_saved_page(b'{"log": {"entries": [{}]}}', 10**6)


def test_a_har_is_adopted_as_a_file_and_as_a_page(blog: Blog, curator: Run, tmp_path: Path) -> None:
    entries = make_entry("/list", str(blog.portal.pages["/list"])), make_entry("/posts/anchor")
    for name, content in (("all.har", make_har(*entries)), ("a.har", make_har(entries[1]))):
        (blog.saved / name).write_bytes(content.replace(SITE.encode(), blog.base.encode()))
    for number, command in enumerate((("all.har",), ("--html", "a.har"))):
        folder = str(tmp_path / f"{number}")
        code, _, err = curator("warc", "adopt", blog.config, "--corpus", folder, *command)
        assert code == 0 and f"{2 - number} captures copied" in err
    code, _, err = curator("warc", "adopt", blog.config, "--corpus", folder, "--html", "all.har")
    assert code == 2 and re.search("a HAR of 2 pages; give it as a WARC file", err)
