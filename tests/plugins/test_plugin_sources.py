"""Link sources of other packages: the one of the example package in crawls on loopback, and wrong
ones."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from checkout import CHECKOUT
from installed_packages import Packages
from small_portal import SmallPortal
from source_site import SourceSite, files_asked, listed_values, walks
from walk_site import messages, names, problems, running

from webarticlecurator.base.errors import PlugInError
from webarticlecurator.cli.main import main
from webarticlecurator.portal_file.config.load import load_portal

EXAMPLE = CHECKOUT / "examples" / "plugin" / "curator_example.py"
ENTRY = "[webarticlecurator.link_sources]\njson_list = {}:JSON_LIST\n"
FETCH = "fetch: {delay: 0, retries: 0}\n"
ONE_FILE = FETCH + 'archive: {json_list: "BASE/api"%s}\n'
BY_DAY = FETCH + (
    'archive: {json_list: "BASE/api/{date:%Y-%m-%d}", '
    "dates: {from: 2024-01-01, until: 2024-01-03}, settle: 1d}\n"
)


@pytest.fixture(autouse=True)
def example(packages: Packages, forked_workers: None) -> None:
    code = EXAMPLE.read_text(encoding="utf-8")
    packages.add("example", ENTRY.format("example"), code)


def answer(*entries: dict[str, str]) -> str:
    return json.dumps({"articles": entries})


def start(portal: SmallPortal, site: SourceSite) -> None:
    site.base = portal.base


def test_one_file_is_read_at_every_crawl_with_its_values(tmp_path: Path):
    one = {"url": "/a/one", "title": "One", "date": "2024-01-01"}
    site = SourceSite({"/api": answer(one, {"url": "BASE/a/two"})})
    with running(tmp_path, site) as portal:
        start(portal, site)
        assert portal.crawl(ONE_FILE % "").ok
        assert names(portal) == {"one", "two"}
        assert walks(portal) == {"": ("file-read", True)}
        assert listed_values(portal, "/a/one") == {"title": "One", "date": "2024-01-01"}

        site.files["/api"] = answer(one, {"url": "/a/new"})
        files_asked(portal)
        assert portal.crawl(ONE_FILE % "").ok
        assert files_asked(portal) == ["/api"]
        assert names(portal) == {"one", "two", "new"}


def test_entries_without_an_address_are_counted(tmp_path: Path):
    site = SourceSite({"/api": answer({"url": "/a/one"}, {"url": "mailto:x"}, {"title": "x"})})
    with running(tmp_path, site) as portal:
        start(portal, site)
        assert not portal.crawl(ONE_FILE % "").ok
        assert names(portal) == {"one"}
        assert "2 entries without an http(s) address" in messages(portal)


def test_days_that_are_settled_are_not_read_again(tmp_path: Path):
    site = SourceSite({f"/api/2024-01-0{n}": answer({"url": f"/a/{n}"}) for n in (1, 2, 3)})
    with running(tmp_path, site) as portal:
        start(portal, site)
        assert portal.crawl(BY_DAY).ok
        assert len(files_asked(portal)) == 3 and names(portal) == {"1", "2", "3"}
        assert portal.crawl(BY_DAY).ok
        assert files_asked(portal) == []


def test_an_answer_that_is_not_such_a_file_is_a_failed_page_and_read_again(tmp_path: Path):
    site = SourceSite({"/api": '{"items": []}'})
    with running(tmp_path, site) as portal:
        start(portal, site)
        assert not portal.crawl(ONE_FILE % "").ok
        assert 'JSON without a list "articles"' in messages(portal)
        site.files["/api"] = answer({"url": "/a/one"})
        assert portal.crawl(ONE_FILE % "").ok
        assert names(portal) == {"one"} and problems(portal) == []


def test_include_and_exclude_select_addresses(tmp_path: Path):
    site = SourceSite({"/api": answer(*({"url": f"/a/{name}"} for name in ("one", "two", "tag")))})
    with running(tmp_path, site) as portal:
        start(portal, site)
        portal.crawl(ONE_FILE % ", include: '/a/t', exclude: tag")
        assert names(portal) == {"two"}


def write_portal(folder: Path, archive: str) -> Path:
    path = folder / "echo.yaml"
    head = "portal: echo\nhome: https://echo.example/\nlanguage: en\n"
    path.write_text(head + archive.replace("BASE", "https://echo.example"), encoding="utf-8")
    return path


def test_the_plan_names_the_first_and_the_last_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    portal = write_portal(tmp_path, BY_DAY.replace("2024-01-03", "2024-01-02"))
    assert main(["check", str(portal), "--plan"]) == 0
    shown = capsys.readouterr().out
    assert "https://echo.example/api/2024-01-01" in shown and "2 archive pages" in shown
    assert "files of a plug-in" in shown


def test_a_column_may_replace_the_source_of_the_archive(tmp_path: Path):
    archive = (
        'archive:\n  sitemap: "BASE/sitemap.xml"\n'
        '  columns: {news: , sport: {json_list: "BASE/api"}}\n'
        "article: {metadata: {title: {listed: title}, published: {listed: date}}}\n"
    )
    portal = load_portal(write_portal(tmp_path, archive))
    assert [column.spans[0].source.kind for column in portal.columns] == ["sitemap", "json_list"]
    both = 'archive: {json_list: "BASE/api", url: "BASE/x"}\n'
    assert main(["check", str(write_portal(tmp_path, both))]) == 2


def test_keys_that_are_not_read_and_values_that_are_not_listed_are_problems(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    archive = 'archive: {json_list: "BASE/{page}", links: h2}\narticle: {metadata: {title: {listed: x}}}\n'
    assert main(["check", str(write_portal(tmp_path, archive))]) == 2
    shown = "".join(capsys.readouterr())
    assert '`links` has no effect beside "json_list"' in shown
    assert "the address has the field {page}" in shown
    assert 'unknown value of archive.listed: "x" (expected title, date)' in shown


def test_a_source_that_cannot_be_used_is_one_problem_of_its_line(
    tmp_path: Path, packages: Packages, capsys: pytest.CaptureFixture[str]
):
    packages.add("badly", ENTRY.replace("json_list", "broken").format("badly"), "JSON_LIST = 1")
    archive = 'archive:\n  broken: "BASE/api"\n  dates: none\n  links: h2\n'
    assert main(["check", str(write_portal(tmp_path, archive))]) == 2
    shown = "".join(capsys.readouterr())
    assert "echo.yaml:5:" in shown and "1 problem" in shown
    assert (
        "the link source 'broken' of the package badly 1.0 is of the class int (expected FileSource)"
        in shown
    )


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("raise KeyError('articles')", "KeyError: 'articles'"),
        ("yield '/a/1', {'size': 'x'}", "(expected an address and texts of `listed`)"),
        ("yield None, {}", "(expected an address and texts of `listed`)"),
    ],
)
def test_a_source_that_fails_on_a_page_ends_the_crawl_with_its_name(
    tmp_path: Path, packages: Packages, code: str, message: str
):
    lines = f"from webarticlecurator import FileSource\ndef read(content, url):\n    {code}\nJSON_LIST = FileSource(read)\n"
    packages.add("failing", ENTRY.replace("json_list", "broken").format("failing"), lines)
    site = SourceSite({"/api": answer()})
    with running(tmp_path, site) as portal:
        start(portal, site)
        with pytest.raises(
            PlugInError, match=r"^the link source 'broken' of the package failing 1\.0 fails on"
        ) as error:
            portal.crawl(ONE_FILE.replace("json_list", "broken") % "")
        assert message in error.value.message


def test_its_version_counts_as_a_rule(tmp_path: Path, packages: Packages):
    path = write_portal(tmp_path, ONE_FILE % "")
    one = load_portal(path)
    shutil.rmtree(packages.folder / "example-1.0.dist-info")
    code = EXAMPLE.read_text(encoding="utf-8")
    packages.add("example", ENTRY.format("example"), code, version="1.1")
    two = load_portal(path)
    assert one.link_digest != two.link_digest and one.tei_digest != two.tei_digest
