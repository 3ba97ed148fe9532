"""The benches read test pages of other tools from their archives."""

from __future__ import annotations

import io
import json
import tarfile
from pathlib import Path

from benches import import_bench

bench = import_bench("training.package_pages")
SENTENCE = "The ferry sailed on Saturday for the first time in nine years, said the mayor. "
TEXT = SENTENCE * 20
FILLER = "<!-- the menus of the page -->" * 300


def archive(folder: Path, files: dict[str, str]) -> Path:
    path = folder / "tool.tgz"
    with tarfile.open(path, "w:gz") as made:
        for name, content in files.items():
            member = tarfile.TarInfo(f"package/{name}")
            member.size = len(content.encode())
            made.addfile(member, io.BytesIO(content.encode()))
    return path


def source(head: str = "") -> str:
    return f"<html><head>{head}</head><body>{FILLER}<p>{TEXT}</p></body></html>"


def test_expected_html_is_the_marked_text_without_captions(tmp_path: Path) -> None:
    link = '<link rel="canonical" href="https://echo.example/ferry">'
    path = archive(
        tmp_path,
        {
            "test/test-pages/echo-1/source.html": source(link),
            "test/test-pages/echo-1/expected.html": f"<h2>Ferry</h2><p>{TEXT}</p>"
            "<figure><figcaption>The ferry</figcaption></figure>",
        },
    )
    ((page_id, url, content, text),) = bench.read_package(path)
    assert (page_id, url, content) == (
        "echo-1",
        "https://echo.example/ferry",
        source(link).encode(),
    )
    assert text == f"Ferry\n{TEXT.strip()}"


def test_pages_without_an_address_are_of_one_site_by_their_name(tmp_path: Path) -> None:
    files = {}
    for name in ("echo-1", "echo-2", "001"):
        files[f"test/test-pages/{name}/source.html"] = source()
        files[f"test/test-pages/{name}/expected.html"] = f"<p>{TEXT}</p>"
    assert [url for _, url, _, _ in bench.read_package(archive(tmp_path, files))] == [
        "https://page.example/001",
        "https://echo.example/echo-1",
        "https://echo.example/echo-2",
    ]


def test_beginnings_small_pages_and_second_copies_are_left_out(tmp_path: Path) -> None:
    def answer(text: str, url: str) -> str:
        return json.dumps({"url": url, "expected": {"cleaned_text": text}})

    path = archive(
        tmp_path,
        {
            "fixtures/test_a.html": source(),
            "fixtures/test_a.json": answer(TEXT, "https://a.example/1"),
            "fixtures/test_b.html": source(),
            "fixtures/test_b.json": answer(SENTENCE, "https://b.example/1"),
            "fixtures/test_c.html": f"<p>{TEXT}</p>",
            "fixtures/test_c.json": answer(TEXT, "https://c.example/1"),
            "fixtures/test_d.html": source(),
            "fixtures/test_d.json": answer(TEXT, "https://a.example/1"),
            "fixtures/test_e.html": source(),
            "README.md": "pages",
        },
    )
    assert [page_id for page_id, *_ in bench.read_package(path)] == ["test_a"]
