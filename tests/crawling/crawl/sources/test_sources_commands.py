"""Link sources in the commands: build and adopt from WARC files, check --live, links, new."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from long_parameters import always
from small_portal import SmallPortal, article
from source_site import SourceSite, files_asked, sitemap, sitemap_index
from test_sources_index import ISSUES, issues, page
from walk_site import messages, names, problems, running

from webarticlecurator.cli.main import main
from webarticlecurator.corpus.archives.adopting import adopt_warcs
from webarticlecurator.crawling.archive.sitemap_file import read_sitemap
from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.workers.run_options import BuildOptions
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.proposing.trial.live_check import check_live
from webarticlecurator.storage.store.view import view_corpus

SITEMAP = 'fetch: {delay: 0, retries: 0}\narchive: {sitemap: "BASE/sitemap.xml"}\n'


@pytest.fixture
def site() -> SourceSite:
    return SourceSite(
        {
            "/sitemap.xml": sitemap_index({"/s1.xml": "2024-01-01"}),
            "/s1.xml": sitemap("/a/one", "/a/two", lastmod="2024-01-02"),
            "/issues": issues("/i/1"),
            "/i/1": page("one", "two"),
        }
    )


def warcs_of(portal: SmallPortal) -> tuple[Path, ...]:
    return tuple(sorted((portal.corpus / "warc").iterdir()))


@pytest.mark.parametrize("text", [SITEMAP, ISSUES % ""], ids=["sitemap", "index"])
def test_warc_files_are_built_and_adopted_without_the_net(text, site, tmp_path: Path):
    with running(tmp_path, site) as portal:
        site.base = portal.base
        portal.crawl(text)
        files = warcs_of(portal)
        checked, other = portal.write(text), tmp_path / "other"
        portal.asked.clear()
        runtime = portal.runtime
        summary = build(checked, other, BuildOptions(warcs=files), runtime)
        assert summary.tei == 2 and not summary.problems, summary.lines()

        adopted = tmp_path / "adopted"
        adopt_warcs(checked, adopted, files, runtime)
        assert build(checked, adopted, None, runtime).tei == 2
        with view_corpus(adopted, "small") as corpus:
            assert len(corpus.listings.of(f"{portal.base}/a/one")) == 1
        assert not portal.asked


def test_check_live_reads_a_file_that_the_sitemap_names(site, tmp_path: Path):
    with running(tmp_path, site) as portal:
        site.base = portal.base
        checked = portal.write(SITEMAP)
        found = check_live(checked, runtime=portal.runtime)
        assert [(one.url.removeprefix(portal.base), len(one.articles)) for one in found.lists] == [
            ("/sitemap.xml", 0),
            ("/s1.xml", 2),
        ]
        assert not any(one.wrong for one in found.lists)
        site.files["/s1.xml"] = article("No sitemap.")
        found = check_live(checked, runtime=portal.runtime)
        assert found.lists[1].wrong == ("it is an HTML page, not a sitemap",)


def test_links_shows_the_files_that_a_sitemap_names(site, tmp_path: Path, capsys):
    path = tmp_path / "small.yaml"
    text = SITEMAP.replace("BASE", "https://small.example")
    path.write_text(f"portal: small\nhome: https://small.example/\n{text}", encoding="utf-8")
    saved = tmp_path / "page.xml"

    def links(name: str) -> dict[str, object]:
        saved.write_text(str(site.files[name]).replace("BASE", "https://small.example"))
        command = ["links", str(path), "--url", f"https://small.example{name}"]
        assert main([*command, "--html", str(saved), "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    assert links("/sitemap.xml") == {
        "url": "https://small.example/sitemap.xml",
        "column": "all",
        "articles": [],
        "next_page": None,
        "pages": ["https://small.example/s1.xml"],
        "reason": "file-read",
    }
    assert links("/s1.xml")["articles"] == [
        "https://small.example/a/one",
        "https://small.example/a/two",
    ]
    site.files["/s1.xml"] = article("No sitemap.")
    assert links("/s1.xml")["trouble"] == "it is an HTML page, not a sitemap"


def test_listed_values_become_metadata(tmp_path: Path):
    text = (
        SITEMAP + "article: {metadata: {title: [{listed: title}], modified: [{listed: lastmod}]}}\n"
    )
    site = SourceSite({"/sitemap.xml": sitemap("/a/one", lastmod="2024-01-06", one="The title")})
    with running(tmp_path, site) as portal:
        site.base = portal.base
        portal.crawl(text)
        portal.build(text)
        (tei,) = portal.tei().values()
        assert ">The title<" in tei and "2024-01-06" in tei


@pytest.mark.parametrize("count", always([10_000], [10_000, 50_000]))
def test_a_large_sitemap_is_read_in_little_memory(count: int):
    """The entries of a file, 50,000 by the protocol, are kept, its tree is not."""
    import tracemalloc

    entries = "".join(
        f"<url><loc>https://echo.example/news/2024/01/{n:06}-the-title-of-an-article</loc>"
        "<lastmod>2024-01-01T00:00:00Z</lastmod></url>"
        for n in range(count)
    )
    content = f"<urlset>{entries}</urlset>".encode()
    tracemalloc.start()
    try:
        file = read_sitemap(content)
        kept, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(file.entries) == count and not file.damage
    assert peak - kept < 2_000_000 and kept < 1_200 * count


@pytest.mark.skipif(sys.platform == "win32", reason="no resource module on Windows")
def test_a_crawl_stores_a_large_sitemap_and_fetches_within_its_limit(tmp_path: Path):
    from webarticlecurator.crawling.crawl.crawl import crawl
    from webarticlecurator.crawling.workers.run_options import CrawlOptions

    paths = [f"/a/n{n}" for n in range(5_000)]
    site = SourceSite({"/sitemap.xml": sitemap(*paths)})
    with running(tmp_path, site) as portal:
        site.base = portal.base
        options = CrawlOptions(limit=3, warc_only=True)
        summary = crawl(portal.write(SITEMAP), portal.corpus, options, portal.runtime)
        assert (summary.articles, summary.pending) == (5_000, 4_997)
        assert names(portal) == {"n0", "n1", "n2"} and files_asked(portal) == ["/sitemap.xml"]
        assert not problems(portal), messages(portal)


def test_a_plan_with_other_sources_names_them(tmp_path: Path, capsys):
    path = tmp_path / "small.yaml"
    path.write_text(
        "portal: small\nhome: https://small.example/\narchive: {columns: {map: {sitemap: robots},"
        ' news: {url: "https://small.example/news/"}}}\n',
        encoding="utf-8",
    )
    assert load_portal(path).columns[0].spans[0].source.kind == "sitemap"
    assert main(["check", str(path), "--plan", "--json"]) == 0
    plan = json.loads(capsys.readouterr().out)["plan"]
    assert plan[0]["source"] == "sitemap" and plan[0]["pages"] is None
    assert "source" not in plan[1] and plan[1]["pages"] == 1
