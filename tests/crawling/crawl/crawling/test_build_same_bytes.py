"""The same captures and rules give the same bytes of TEI, whatever was built before; other rules give
other TEI, offline."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from crawl_demo import CONFIG, holdings, requests_of, run_build, run_crawl, tei_files
from demo_corpus import COLUMN
from killed_runs import Killed, end_after
from lxml import etree
from webarticlecurator.examples.expected import ExpectedArticle, expected_articles
from webarticlecurator.examples.server import DemoServer

from webarticlecurator.articles.by_rules.identity import article_id
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.building import recovery
from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.storage.index.store_options import StoreOptions
from webarticlecurator.storage.store.view import view_corpus

CHILD = Path(__file__).with_name("crawl_child.py")
ELSEWHERE = {"TZ": "Asia/Tokyo", "LC_ALL": "C", "PYTHONHASHSEED": "1"}
ARTICLES = expected_articles()
HOST = "http://demo.echo.example"
TO_HTTPS = (
    """replace: [['^http://m\\.', "http://"]]""",
    """replace: [['^http://m\\.', "http://"], ['^http://', "https://"]]""",
)
TEI = {"t": "http://www.tei-c.org/ns/1.0"}


@pytest.mark.parametrize(
    ("jobs", "environment"),
    [
        pytest.param("1", ELSEWHERE, marks=pytest.mark.long),
        ("4", ELSEWHERE),
        pytest.param(
            "3", {"TZ": "America/Caracas", "PYTHONHASHSEED": "77"}, marks=pytest.mark.long
        ),
    ],
)
def test_any_number_of_processes_in_any_environment(
    copied_column, crawled_column, jobs: str, environment: dict[str, str]
):
    folder = copied_column
    shutil.rmtree(folder / "tei")
    subprocess.run(
        [sys.executable, str(CHILD), "build", str(folder), jobs],
        check=True,
        env={**os.environ, **environment},
    )
    assert tei_files(folder) == tei_files(crawled_column.folder)


@pytest.mark.long
def test_built_in_steps_or_at_once(tmp_path: Path):
    folder, again = tmp_path / "corpus", tmp_path / "again"
    with DemoServer() as server:
        for limit in (3, 60, 1, 120, None):
            run_crawl(server, folder, limit=limit)
    shutil.copytree(folder, again)
    shutil.rmtree(again / "tei")
    assert run_build(again).built >= len(ARTICLES)
    assert tei_files(again) == tei_files(folder)
    assert len(tei_files(folder)) == len(ARTICLES)


def changed_in(top: Path, old: str, new: str, name: str = "demo.yaml") -> Portal:
    """Return a copy of the portal file of the demo with one changed place."""
    for path in (CONFIG, CONFIG.with_name("demo.tags.tsv")):
        if not (top / path.name).exists():
            shutil.copy(path, top)
    text = (top / name).read_text(encoding="utf-8")
    assert text.count(old) == 1
    (top / name).write_text(text.replace(old, new), encoding="utf-8", newline="\n")
    return load_portal(top / "demo.yaml")


@pytest.fixture
def changed(tmp_path: Path) -> Callable[..., Portal]:
    return lambda *change: changed_in(tmp_path, *change)


@pytest.fixture(scope="module")
def renamed(crawled, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Portal]:
    """A corpus whose articles were all renamed without interruption, and the portal file that
    renamed them."""
    top = tmp_path_factory.mktemp("renamed")
    folder, other = (
        Path(shutil.copytree(crawled.folder, top / "corpus")),
        changed_in(top, *TO_HTTPS),
    )
    assert run_build(folder, other).ok
    return folder, other


def title_of(folder: Path, article: ExpectedArticle) -> str | None:
    path = next((folder / "tei").rglob(f"{article.id}.xml"))
    return etree.parse(str(path)).findtext(".//t:titleStmt/t:title", None, TEI)


def test_a_changed_title_rule_builds_again_offline(copied_column, crawled_column, changed):
    """No server runs; each of the two layouts has its own rule."""
    folder = copied_column
    articles = [article for article in ARTICLES if article.column == COLUMN]
    other = changed(
        'title: [{meta: "og:title", replace: [[" - Visszhang$", ""]]}, h1]',
        'title: [{meta: "og:title"}, h1]',
    )
    assert run_build(folder, other).built >= len(articles)
    for article in articles[::4]:
        assert title_of(folder, article) == article.title + (
            "" if article.old_layout else " - Visszhang"
        )
    assert run_build(folder, other).built == 0
    run_build(folder)
    assert tei_files(folder) == tei_files(crawled_column.folder), "and back again: byte by byte"


@pytest.mark.long
def test_a_changed_tag_row_builds_again_offline(copied, changed):
    folder = copied()
    before = sum(
        content.count(b'<floatingText type="lead">') for content in tei_files(folder).values()
    )
    run_build(folder, changed("p.lead\tlead", "p.lead\tparagraph", "demo.tags.tsv"))
    new_layout = sum(not article.old_layout for article in ARTICLES)
    after = sum(
        content.count(b'<floatingText type="lead">') for content in tei_files(folder).values()
    )
    assert before - after > new_layout / 2


@pytest.mark.long
def test_a_changed_date_rule_moves_the_files_and_leaves_none_behind(copied, crawled, changed):
    folder = copied()
    published = "published: [{css: span.datum, format:"
    other = changed(
        published, 'published: [{css: span.datum, replace: [["^....", "1999"]], format:'
    )
    run_build(folder, other)
    assert sorted(tei_files(folder)) == sorted(
        f"{'1999' if a.old_layout else a.published[:4]}/{a.published[5:7]}/{a.id}.xml"
        for a in ARTICLES
    )
    assert not [p for p in (folder / "tei").rglob("*") if p.is_dir() and not any(p.iterdir())]
    run_build(folder)
    assert tei_files(folder) == tei_files(crawled.folder)


@pytest.mark.parametrize(
    "writes",
    [pytest.param(660, marks=pytest.mark.long), 700, pytest.param(900, marks=pytest.mark.long)],
)
def test_an_interrupted_build_leaves_no_unknown_file(
    copied_column, crawled_column, changed, writes: int, monkeypatch: pytest.MonkeyPatch
):
    """The interrupted build moved files by other rules than the next one."""
    monkeypatch.setattr("webarticlecurator.crawling.building.build.BATCH", 20)
    folder = copied_column
    other = changed(
        "published: [{css: span.datum, format:",
        'published: [{css: span.datum, replace: [["^....", "1999"]], format:',
    )
    store = StoreOptions(events=end_after(writes, "index-write"))
    with pytest.raises(Killed):
        build(other, folder, runtime=Runtime(store=store, executor="serial"))
    assert any(path.startswith("1999") for path in tei_files(folder))
    run_build(folder)
    assert tei_files(folder) == tei_files(crawled_column.folder)


def test_a_changed_link_rule_lists_again(copied, changed, later):
    """The new rules list adverts and not the quiz: the next crawl requests the adverts; the quiz is
    removed with its verdict, what has TEI stays and is unlisted."""
    folder = copied()
    before = holdings(folder)
    other = changed('exclude: "^http://[^/]+/hirdetes/"}', 'exclude: "/kviz/|/2016/"}')
    summary = run_build(folder, other)
    found = holdings(folder)
    new = {a: row for a, row in found.articles.items() if a not in before.articles}
    gone = {a: row for a, row in before.articles.items() if a not in found.articles}
    assert new and all("/hirdetes/" in a and row[2] == "pending" for a, row in new.items())
    assert set(gone) == {f"{HOST}/kviz/ismeri-a-szinhazat/"}
    assert set(found.tei) == set(before.tei)
    with view_corpus(folder, "demo") as corpus:
        unlisted = [row.canonical for row in corpus.unlisted.built()]
    assert len(unlisted) == summary.unlisted > 0 and all("/2016/" in a for a in unlisted)
    assert summary.pending == len(new) and not summary.ok
    with requests_of(later) as requested:
        run_crawl(later, folder, other)
    assert set(new) <= set(requested)
    assert holdings(folder).articles.keys() == found.articles.keys()


def test_a_link_rule_changed_back_brings_everything_back_from_the_warc(
    copied, crawled, changed, later
):
    folder = copied()
    before = holdings(folder)
    run_build(
        folder,
        changed('exclude: "^http://[^/]+/hirdetes/"}', 'exclude: "/hirdetes/|/kviz/|/2016/"}'),
    )
    assert tei_files(folder) == tei_files(crawled.folder)
    summary = run_build(folder)
    assert summary.ok and summary.unlisted == 0
    found = holdings(folder)
    assert found.articles == before.articles
    assert tei_files(folder) == tei_files(crawled.folder)


@pytest.mark.long
def test_a_changed_address_rule_renames_and_lists_the_renamed(copied, crawled, changed):
    folder = copied()
    before = holdings(folder)
    other = changed(*TO_HTTPS)
    summary = run_build(folder, other)
    assert summary.ok and summary.tei == len(ARTICLES)
    secure = {a.url: a.url.replace("http:", "https:") for a in ARTICLES}
    files = tei_files(folder)
    renamed = files.pop("renamed.tsv").decode("utf-8").splitlines()
    assert {Path(path).stem for path in files} == {article_id(new) for new in secure.values()}
    assert renamed[0] == "old_id\tnew_id\told_address\tnew_address"
    rows = {tuple(line.split("\t")) for line in renamed[1:]}
    assert rows >= {(article_id(old), article_id(new), old, new) for old, new in secure.items()}
    assert {row[2] for row in rows} == set(before.articles) and len(rows) == len(renamed) - 1
    with view_corpus(folder, "demo") as corpus:
        assert all(
            a.requested.startswith("http:") and a.canonical.startswith("https:")
            for a in corpus.frontier.articles()
        )
    run_build(folder)
    back = tei_files(folder)
    del back["renamed.tsv"]
    assert back == tei_files(crawled.folder)


@pytest.mark.long
@pytest.mark.parametrize("writes", [1000, 3000])
def test_an_interrupted_renaming_is_completed_by_the_next_build(copied, renamed, writes: int):
    folder, (undisturbed, other) = copied(), renamed
    store = StoreOptions(events=end_after(writes, "index-write"))
    with pytest.raises(Killed):
        build(other, folder, runtime=Runtime(store=store, executor="serial"))
    run_build(folder, other)
    assert tei_files(folder) == tei_files(undisturbed)
    assert holdings(folder) == holdings(undisturbed)


@pytest.mark.long
def test_a_renaming_interrupted_after_its_lines_were_written_writes_them_once(
    copied, renamed, monkeypatch: pytest.MonkeyPatch
):
    folder, (undisturbed, other) = copied(), renamed
    append_renamed = recovery._append_renamed

    def append_and_stop(path: Path, lines: bytes) -> None:
        append_renamed(path, lines)
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(recovery, "_append_renamed", append_and_stop)
        with pytest.raises(Killed):
            run_build(folder, other)
    assert (folder / "tei" / "renamed.tsv").exists()
    run_build(folder, other)
    assert tei_files(folder) == tei_files(undisturbed)
