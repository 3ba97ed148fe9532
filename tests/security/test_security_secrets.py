"""Secrets of a session (cookies and headers of the portal file, cookies that the server set) stand
in no file that is written."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from secret_bytes import FETCH, GIVEN, RULES, SECRETS, SESSION, TOKEN, guarded_portal, records_of
from unpacked_files import places_of
from warcio.checker import Checker

from webarticlecurator.cli.main import main
from webarticlecurator.storage.store.inspect import check_records
from webarticlecurator.storage.warc.message import read_response

TABLE = f"operation\ttag\ncomment\t{TOKEN}\n"


class _Options:
    verbose = False

    def __init__(self, files: list[str]) -> None:
        self.inputs = files


def passes_warcio_check(folder: Path) -> bool:
    checker = Checker(_Options([str(path) for path in sorted(folder.rglob("*.warc.gz"))]))
    checker.process_all()
    return not checker.exit_value


def test_no_file_of_a_signed_in_crawl_holds_its_secrets(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with guarded_portal(tmp_path) as site:
        site.write(FETCH + RULES)
        config, corpus = str(tmp_path / "portal.yaml"), str(site.corpus)
        assert main(["crawl", config, "--corpus", corpus]) == 0
        assert site.articles() == {"/one": "tei", "/two": "tei"}
        assert main(["crawl", config, "--corpus", corpus, "--refresh", "all"]) == 0
        assert main(["status", config, "--corpus", corpus]) == 0
        assert main(["why", config, f"{site.base}/one", "--corpus", corpus]) == 0
        assert main(["manifest", config, "--corpus", corpus, "--output", corpus + "/m.jsonl"]) == 0
        assert main(["verify", config, "--corpus", corpus, "--manifest", corpus + "/m.jsonl"]) == 0
    printed = "".join(capfd.readouterr())
    assert places_of(site.corpus, *SECRETS) == []
    assert not [value for value in (*SECRETS, GIVEN) if value in printed]
    # in the answers of the server, which are stored as they came, and in recovery data made of them
    places = {name for name, _ in places_of(site.corpus, GIVEN)}
    assert {name for name in places if not name.startswith("parity/")} == {
        f"warc/{path.name} (unpacked)" for path in (site.corpus / "warc").iterdir()
    }
    assert passes_warcio_check(site.corpus)
    assert list(check_records(sorted((site.corpus / "warc").iterdir()))) == []


def test_records_name_what_was_left_out_of_them(tmp_path: Path) -> None:
    with guarded_portal(tmp_path) as site:
        site.crawl(FETCH + RULES)
    requests = records_of(site.corpus, "request")
    assert [r for r in requests if b"cookie" in r.block.lower() or b"X-Token" in r.block] == []
    assert {r.get("WARC-Fields-Left-Out") for r in requests} == {"X-Token, Cookie"}
    assert all(b"\r\nUser-Agent: " in r.block for r in requests)
    pages = [r for r in records_of(site.corpus, "response") if r.url.endswith(("one", "list"))]
    for record in pages:
        cookies = [
            v for n, v in read_response(record.url, record.block).headers if n == "Set-Cookie"
        ]
        assert cookies == [f"track={GIVEN}; Path=/"]
        assert record.get("WARC-Fields-Left-Out") == "Set-Cookie"
    (file,) = records_of(site.corpus, "resource")
    assert file.block.decode() == (tmp_path / "portal.yaml").read_text().replace(
        f'"{SESSION}"', '"…"'
    ).replace('"1"', '"…"').replace(f"Bearer {TOKEN}", "…")
    left_out = "fetch.cookies.sid, fetch.cookies.consent, fetch.headers.X-Token"
    assert file.get("WARC-Fields-Left-Out") == left_out


def test_a_crawl_without_secrets_says_nothing_of_them(tmp_path: Path) -> None:
    with guarded_portal(tmp_path) as site:
        site.pages.update(
            {"/list": "<h2><a href='/one'>1</a></h2>", "/one": "<article>1</article>"}
        )
        site.crawl("fetch: {delay: 0}  # plain\n" + RULES)
    assert not [r for r in records_of(site.corpus) if r.get("WARC-Fields-Left-Out")]
    (file,) = records_of(site.corpus, "resource")
    assert file.block == (tmp_path / "portal.yaml").read_bytes()


def test_an_index_that_is_made_again_gives_the_same_tei(tmp_path: Path) -> None:
    with guarded_portal(tmp_path) as site:
        site.crawl(FETCH + RULES)
        before = site.tei()
        config, corpus = str(tmp_path / "portal.yaml"), ["--corpus", str(site.corpus)]
        shutil.rmtree(site.corpus / "tei")
        assert main(["verify", config, *corpus, "--rebuild"]) == 0
        assert main(["build", config, *corpus]) == 0
        assert site.tei() == before and len(before) == 2


def test_a_named_file_that_holds_a_value_is_stored_without_it(tmp_path: Path) -> None:
    (tmp_path / "map.tsv").write_text(f"a\tb\n{TOKEN}\tc\n", encoding="utf-8")
    rules = RULES + "  metadata: {section: {css: h1, lookup: map.tsv}}\n"
    rules = rules.replace("article: {body: {root: article}}", "article:\n  body: {root: article}")
    with guarded_portal(tmp_path) as site:
        site.crawl(FETCH + rules)
    _, table = records_of(site.corpus, "resource")
    assert table.block == "a\tb\n…\tc\n".encode()
    assert table.get("WARC-Fields-Left-Out") == "values of fetch.cookies and fetch.headers"
