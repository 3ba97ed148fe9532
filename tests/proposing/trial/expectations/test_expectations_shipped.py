"""The shipped expectations: right for the real pages and for the demo, and not right when the rules
are wrong."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from pathlib import Path

import pytest
from checkout import CHECKOUT

from webarticlecurator.base.folders import data_folder
from webarticlecurator.cli.main import main
from webarticlecurator.portal_file.config.expectation_keys import KEYS
from webarticlecurator.portal_file.config.expectations import load_expectations
from webarticlecurator.portal_file.config.load import load_portal

PAGE = CHECKOUT / "docs" / "what-it-says.md"
SHIPPED = sorted(
    path.name.partition(".")[0] for path in data_folder("site_configs").glob("*.tests.yaml")
)


def test_these_portals_have_expectations() -> None:
    assert SHIPPED == ["hvg", "p24_rangado", "p444", "valasz"]


@pytest.mark.parametrize("name", SHIPPED)
def test_the_real_pages_are_as_expected(
    name: str, shared: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(
        ["check", name, "--tests", "--warc", str(shared / "cases" / "wac" / f"{name}.warc.gz")]
    )
    assert code == 0, capsys.readouterr().out


@pytest.mark.parametrize("name", SHIPPED)
def test_every_shipped_file_expects_archive_pages_and_articles_and_is_accepted(name: str) -> None:
    portal = load_portal(data_folder("site_configs") / f"{name}.yaml")
    columns = tuple(column.name for column in portal.columns)
    entries = load_expectations(data_folder("site_configs") / f"{name}.tests.yaml", columns)
    assert {entry.kind for entry in entries} == {"archive", "article"}
    assert all(entry.accepted for entry in entries)


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        (
            'links: {css: ".card"}',
            'links: {css: ".crd"}',
            "links: expected 50, found 0 (rule: p444.yaml:17)",
        ),
        (
            "a.infinity-next",
            "a.finity-next",
            "next_page: expected https://444.hu/2018/04/08?page=2, found nothing",
        ),
        (
            '{css: "#headline h1"}, {meta: "og:title", replace: [[" - 444$", ""]]}',
            "h9",
            "title: expected",
        ),
        (
            "main#content-main > article",
            "main#content-main > h1",
            "expected an article, but the page is rejected",
        ),
    ],
)
def test_a_changed_layout_is_noticed(
    before: str,
    after: str,
    message: str,
    shared: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = (data_folder("site_configs") / "p444.yaml").read_text(encoding="utf-8")
    assert text.count(before) == 1
    (tmp_path / "p444.yaml").write_text(text.replace(before, after), encoding="utf-8", newline="\n")
    shutil.copy(data_folder("site_configs") / "p444.tests.yaml", tmp_path)
    warc = shared / "cases" / "wac" / "p444.warc.gz"
    assert main(["check", str(tmp_path / "p444.yaml"), "--tests", "--warc", str(warc)]) == 1
    assert message in capsys.readouterr().out


@pytest.fixture(scope="module")
def demo(demo_corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the corpus of the demo, and its portal file under the name that the page uses."""
    folder = tmp_path_factory.mktemp("demo")
    for name in ("demo.yaml", "demo.tags.tsv", "demo.tests.yaml"):
        shutil.copy(data_folder("examples") / name, folder)
    shutil.copy(folder / "demo.yaml", folder / "my-demo.yaml")
    shutil.copytree(demo_corpus, folder / "corpora" / "demo")
    return folder


def test_the_demo_is_as_expected(demo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(
        ["check", str(demo / "demo.yaml"), "--tests", "--corpus", str(demo / "corpora" / "demo")]
    )
    assert code == 0, capsys.readouterr().out


def test_the_example_of_the_manual_works(
    demo: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Record as the manual says, with the entry it shows; then with its example of a broken rule."""
    text = PAGE.read_text(encoding="utf-8").partition("\n## Expectations\n")[2]
    recording, comparing = (
        shlex.split(command)[1:] for command in re.findall(r"(?m)^\$ (curator check .+)$", text)
    )
    monkeypatch.chdir(demo)
    assert main(recording) == 0
    (entry,) = re.findall(r"(?s)```yaml\n(.*?)```", text)
    assert (demo / "my-demo.tests.yaml").read_text(encoding="utf-8").endswith("\n\n" + entry)
    assert main(comparing) == 1
    for name, old, new in (
        ("my-demo.tests.yaml", "accepted: no", "accepted: yes"),
        ("my-demo.yaml", "div.alairas b", "div.x b"),
    ):
        content = (demo / name).read_text(encoding="utf-8")
        assert content.count(old) == 1
        (demo / name).write_text(content.replace(old, new), encoding="utf-8", newline="\n")
    capsys.readouterr()
    assert main(comparing) == 1
    (shown,) = re.findall(r"(?s)```\n(my-demo.*?)```", text)
    assert capsys.readouterr().out.startswith(shown)


def test_the_corpus_knows_the_column_of_a_page(
    demo: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What the crawl noted counts, also where the address fits no column of the portal file as it
    is now."""
    text = (demo / "demo.yaml").read_text(encoding="utf-8")
    other = demo / "other.yaml"
    other.write_text(text.replace("/kultura/?tol=", "/kult/?tol="), encoding="utf-8", newline="\n")
    url = "http://demo.echo.example/kultura/?tol=2001-01-01&ig=2002-01-01"
    assert (
        main(
            [
                "check",
                str(other),
                "--record",
                url,
                "--corpus",
                str(demo / "corpora" / "demo"),
                "--json",
            ]
        )
        == 0
    )
    entry = json.loads(capsys.readouterr().out)["recorded"]
    assert entry["kind"] == "archive"
    assert f"next_page: {url}&lap=2\n" in entry["text"].replace('"', "")


@pytest.mark.parametrize("kind", KEYS)
def test_the_manual_names_every_key(kind: str) -> None:
    (named,) = re.findall(rf"The keys of an \*\*{kind}\*\* page are (.*)", PAGE.read_text("utf-8"))
    assert tuple(re.findall(r"`(\w+)`", named)) == tuple(KEYS[kind])
