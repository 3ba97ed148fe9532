"""A takedown: new WARC files in which nothing of an excluded article is left."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from small_portal import SmallPortal, article, listing, moved, small_portal

from webarticlecurator.articles.by_rules.identity import article_id
from webarticlecurator.base.errors import UsageError
from webarticlecurator.cli.main import main
from webarticlecurator.corpus.keeping.warc_redaction import redact_corpus
from webarticlecurator.crawling.building.recovery import rebuild_corpus
from webarticlecurator.storage.store.inspect import check_records, list_records

PAGES = {
    "/list": listing("/one", "/old", "/three"),
    "/one": article("Unharmed."),
    "/old": moved("/new"),
    "/new": article("Secret beginning.", around='<a class="n" href="/new?p=2">2</a>'),
    "/new?p=2": article("Secret end."),
    "/three": article("Harmless."),
}
TEXT = "fetch: {delay: 0}\narchive: {url: BASE/list, links: h2}\narticle: {next_page: a.n, continuation: 'p=2'}\n"


@pytest.fixture
def portal(tmp_path: Path):
    with small_portal(tmp_path, PAGES) as running:
        running.crawl(TEXT)
        yield running


def packed(folder: Path) -> str:
    return "".join(
        gzip.decompress(path.read_bytes()).decode("utf-8")
        for path in sorted(folder.rglob("*.warc.gz"))
    )


def exclude(portal: SmallPortal, named: str) -> Path:
    portal.write(TEXT, portal__exclude__tsv=f"id\treason\n{named}\ttakedown\n")
    return portal.folder / "portal.yaml"


@pytest.mark.parametrize("by", ["/new", "/old", "id"])
def test_the_corpus_without_an_article(portal: SmallPortal, by: str, capsys):
    named = article_id(f"{portal.base}/new") if by == "id" else portal.base + by
    config, output = exclude(portal, named), portal.folder / "public"
    assert main(
        ["warc", "redact", str(config), "--corpus", str(portal.corpus), "--output", str(output)]
    ) in (0, 1)
    assert "--rebuild" in capsys.readouterr().err
    before, after = packed(portal.corpus), packed(output)
    assert "Secret" in before and "Secret" not in after
    # redirects, requests and the reasons of requests, too
    assert "/new" not in after.replace(named, "")
    assert "Unharmed." in after and "Harmless." in after
    names = [
        [path.name for path in sorted((folder / "warc").iterdir())]
        for folder in (portal.corpus, output)
    ]
    assert names[0] == names[1]
    assert list(check_records(sorted((output / "warc").iterdir()))) == []


def test_the_new_folder_is_a_corpus(portal: SmallPortal):
    output = portal.folder / "public"
    exclude(portal, f"{portal.base}/new\ttakedown\n{portal.base}/old")
    loaded = portal.write(TEXT)
    assert redact_corpus(loaded, portal.corpus, output).listed == ()
    rebuild_corpus(loaded, output)
    asked = len(portal.asked)
    portal.corpus.rename(portal.folder / "kept")
    output.rename(portal.corpus)
    summary = portal.crawl(TEXT)
    assert portal.asked[asked:] == ["/list"]
    assert portal.articles() == {"/one": "tei", "/old": "excluded", "/three": "tei"}
    assert (summary.tei, summary.ok) == (2, True)


def test_a_listed_address_that_redirected_there_is_named(portal: SmallPortal, capsys):
    config = exclude(portal, f"{portal.base}/new")
    output = portal.folder / "public"
    assert (
        main(
            ["warc", "redact", str(config), "--corpus", str(portal.corpus), "--output", str(output)]
        )
        == 1
    )
    assert f"put {portal.base}/old on the exclude list" in capsys.readouterr().err


def test_files_that_lose_nothing_stay_as_they_are(portal: SmallPortal):
    exclude(portal, f"{portal.base}/nowhere")
    done = redact_corpus(portal.write(TEXT), portal.corpus, portal.folder / "public")
    assert (done.numbers.left_out, done.unknown) == (0, (f"{portal.base}/nowhere",))
    for path in (portal.corpus / "warc").iterdir():
        assert (portal.folder / "public" / "warc" / path.name).read_bytes() == path.read_bytes()


def test_files_of_any_origin(portal: SmallPortal, capsys):
    table, output = portal.folder / "out.tsv", portal.folder / "without.warc.gz"
    table.write_text(f"id\treason\n{portal.base}/new\twhy\n", encoding="utf-8")
    files = [str(path) for path in sorted((portal.corpus / "warc").iterdir())]
    assert main(["warc", "redact", *files, "--exclude", str(table), "--output", str(output)]) == 0
    assert "Secret" not in gzip.decompress(output.read_bytes()).decode("utf-8")
    urls = {row.url for row in list_records([output])}
    assert f"{portal.base}/one" in urls
    assert not any("/new" in url or "/old" in url for url in urls)
    assert main(["warc", "redact", *files, "--exclude", str(table), "--output", str(output)]) == 2
    assert "already exists" in capsys.readouterr().err


def test_impossible_requests_are_refused_with_a_message(portal: SmallPortal, capsys):
    loaded = portal.write(TEXT)
    with pytest.raises(UsageError, match="no exclude list"):
        redact_corpus(loaded, portal.corpus, portal.folder / "public")
    assert main(["warc", "redact", "a.warc.gz", "--output", "b.warc.gz"]) == 2
    assert "--exclude" in capsys.readouterr().err
    table = portal.folder / "bad.tsv"
    table.write_text("id\treason\n12\twhy\n", encoding="utf-8")
    assert (
        main(["warc", "redact", "a.warc.gz", "--exclude", str(table), "--output", "b.warc.gz"]) == 2
    )
    assert "bad.tsv:2" in capsys.readouterr().err
