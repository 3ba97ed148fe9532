"""``comments: pseudonyms`` from the crawl to the exports: names stand in the WARC files alone."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from small_portal import SmallPortal, listing, small_portal

from webarticlecurator.base.errors import ConfigError
from webarticlecurator.cli.main import main
from webarticlecurator.crawling.building.recovery import rebuild_corpus
from webarticlecurator.storage.warc.container import read_records

KEY = "0f" * 32
RULES = """\
fetch: {delay: 0, robots: ignore}
archive: {url: "BASE/list", dates: none, links: h2}
article:
  comments: pseudonyms
  body:
    root: main
    tags: {div.cs: comments, div.c: comment, b.who: comment-author}
  parts: [{address: {css: i, attr: data-src}, as: comments, root: li}]
"""
NAMES = ("Zsuzsanna", "Bartholomew")


def page(title: str, *writers: str) -> str:
    comments = "".join(
        f'<div class="c" id="{title}-{n}"><b class="who">{name}</b><p>Comment of {name}.</p></div>'
        for n, name in enumerate(writers)
    )
    return f'<title>{title}</title><main><p>Text of {title}.</p><div class="cs">{comments}</div></main>'


PAGES = {
    "/list": listing("/one", "/two", "/three"),
    "/one": page("one", *NAMES),
    "/two": page("two", *reversed(NAMES)),
    "/three": page("three") + '<i data-src="/three/comments"></i>',
    "/three/comments": f"<ul><li><b class=who>{NAMES[0]}</b><p>Loaded apart.</p></ul>",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallPortal]:
    with small_portal(tmp_path_factory.mktemp("names"), PAGES) as site:
        assert site.crawl(RULES, portal__pseudonyms__key=KEY).ok
        yield site


def run(site: SmallPortal, verb: str, *more: str) -> int:
    config = str(site.folder / "portal.yaml")
    return main([verb, config, "--corpus", str(site.corpus), *more])


def pseudonyms(site: SmallPortal) -> set[str]:
    words = {word.strip('.#"') for text in site.tei().values() for word in text.split()}
    return {word.partition("reader-")[2][:12] for word in words if "reader-" in word}


def test_two_readers_have_two_pseudonyms_on_all_pages(site: SmallPortal):
    assert len(site.tei()) == 3 and len(pseudonyms(site)) == 2


def test_a_reader_has_the_same_pseudonym_in_comments_that_are_loaded_apart(site: SmallPortal):
    (loaded,) = (text for text in site.tei().values() if "Loaded apart." in text)
    (name,) = set(re.findall(r"reader-\w{12}", loaded.partition("<text")[2]))
    assert all(name in text for text in site.tei().values())


def test_no_name_stands_anywhere_but_in_the_warc_files(site: SmallPortal, tmp_path: Path, capfd):
    for format_, output in (("csv", "a.csv"), ("jsonl", "a.jsonl"), ("txt", "texts")):
        assert run(site, "export", "--format", format_, "--output", str(tmp_path / output)) == 0
    assert run(site, "manifest", "--output", str(tmp_path / "m.jsonl")) == 0
    assert run(site, "extract", "--url", f"{site.base}/one", "--format", "json") == 0
    assert run(site, "why", f"{site.base}/one") == 0
    shown = capfd.readouterr()
    files = [p for top in (site.corpus, tmp_path) for p in top.rglob("*") if p.is_file()]
    texts = [p.read_bytes() for p in files if p.parent.name != "warc"]
    assert len(texts) > 6
    for name in NAMES:
        assert not any(name.encode() in text for text in texts)
        assert name not in shown.out + shown.err


def test_the_secret_is_stored_nowhere(site: SmallPortal):
    secrets = (KEY.encode(), bytes.fromhex(KEY))
    for path in site.corpus.rglob("*"):
        if path.parent.name == "warc":
            blocks = [located.record.block for located in read_records(path, path.name, 0)]
        else:
            blocks = [path.read_bytes()] if path.is_file() else []
        assert not any(secret in block for secret in secrets for block in blocks)
    assert KEY not in repr(site.write(RULES))


def test_a_rebuilt_corpus_has_the_same_bytes(site: SmallPortal):
    before = site.tei()
    (site.corpus / "corpus.sqlite").unlink()
    shutil.rmtree(site.corpus / "tei")
    rebuild_corpus(site.write(RULES), site.corpus)
    assert site.build(RULES).built == 3
    assert site.tei() == before
    assert site.build(RULES).built == 0


def test_another_secret_gives_other_pseudonyms(site: SmallPortal):
    before = pseudonyms(site)
    assert site.build(RULES, portal__pseudonyms__key="1e" * 32).built == 3
    assert len(pseudonyms(site)) == 2 and not before & pseudonyms(site)
    site.build(RULES, portal__pseudonyms__key=KEY)
    assert pseudonyms(site) == before


def test_without_the_secret_nothing_is_built(site: SmallPortal):
    key = site.folder / "portal.pseudonyms.key"
    key.unlink()
    try:
        with pytest.raises(ConfigError, match=r"portal\.pseudonyms\.key is missing"):
            site.build(RULES)
    finally:
        key.write_text(KEY)


def test_the_warc_files_are_not_packed(site: SmallPortal, tmp_path: Path, capsys, monkeypatch):
    monkeypatch.setattr("shutil.which", lambda *_, **__: sys.executable)
    output = str(tmp_path / "x.wacz")
    assert run(site, "export", "--format", "wacz", "--output", output) == 2
    assert (
        "have the names of readers that `comments: pseudonyms` replaces" in capsys.readouterr().err
    )


def test_check_makes_a_secret_once(tmp_path: Path, capsys):
    config = tmp_path / "echo.yaml"
    config.write_text(
        f"portal: echo\nhome: https://echo.example/\n{RULES}".replace(
            "BASE", "https://echo.example"
        )
    )
    assert main(["check", str(config)]) == 2
    assert "echo.pseudonyms.key is missing" in capsys.readouterr().out
    assert main(["check", str(config), "--make-key"]) == 0
    key = tmp_path / "echo.pseudonyms.key"
    text = key.read_text()
    assert len(bytes.fromhex(text)) == 32
    assert os.name != "posix" or key.stat().st_mode & 0o077 == 0
    assert main(["check", str(config), "--make-key"]) == 2
    assert "already exists" in capsys.readouterr().err
    assert key.read_text() == text
