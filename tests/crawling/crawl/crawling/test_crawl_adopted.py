"""Adopted articles that no archive page lists are restored from the WARC files of the corpus."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from webarticlecurator.cli.main import main

PORTAL = """\
portal: echo
home: https://echo.example/
archive: {url: "https://echo.example/list", dates: none, links: h2}
article: {match: "/a/", body: {root: main}}
"""


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """A portal with three adopted articles, built."""
    with (tmp_path / "old.warc.gz").open("wb") as out:
        writer = WARCWriter(out, gzip=True, warc_version="1.1")
        for number in range(3):
            headers = StatusAndHeaders(
                "200 OK", [("Content-Type", "text/html; charset=utf-8")], protocol="HTTP/1.1"
            )
            page = BytesIO(
                f"<title>T{number}</title><main><p>Text number {number}.</p></main>".encode()
            )
            url = f"https://echo.example/a/{number}"
            record = writer.create_warc_record(url, "response", payload=page, http_headers=headers)
            writer.write_record(record)
            record.raw_stream.close()
    path = tmp_path / "echo.yaml"
    path.write_text(PORTAL, encoding="utf-8")
    assert curator("warc adopt", path, tmp_path / "old.warc.gz") == 0
    assert curator("build", path) == 0
    return path


def curator(verb: str, config: Path, *more: object) -> int:
    return main(
        [*verb.split(), str(config), *map(str, more), "--corpus", str(config.parent / "corpus")]
    )


def tei(config: Path) -> dict[str, bytes]:
    folder = config.parent / "corpus" / "tei"
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.xml")
    }


def test_a_new_index_has_the_adopted_articles(config: Path):
    before = tei(config)
    assert len(before) == 3
    assert curator("verify", config, "--rebuild") == 0
    assert curator("build", config) == 0
    assert tei(config) == before


def test_other_address_rules_rename_the_adopted_articles(config: Path):
    before = tei(config)
    config.write_text(PORTAL + 'address: {replace: [["/a/", "/b/"]]}\n', encoding="utf-8")
    assert curator("build", config) == 0
    after = tei(config)
    assert len(after) == 3
    assert not set(after) & set(before)
    assert "https://echo.example/b/0" in b"".join(after.values()).decode("utf-8")


def test_other_link_rules_keep_the_adopted_articles(config: Path):
    before = tei(config)
    config.write_text(PORTAL.replace("h2", "h3"), encoding="utf-8")
    assert curator("build", config) == 0
    assert set(tei(config)) == set(before)
