"""Addresses without TEI are selected by what the archive says of them; pages are read again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from small_portal import Answer, SmallPortal, listing, small_portal

from webarticlecurator.cli.main import main

RULES = """\
fetch: {delay: 0}
archive:
  links: h2 a
  columns:
    news: {url: BASE/list}
    diary:
      url: "BASE/day/{date:%Y-%m-%d}"
      dates: {from: 2020-05-01, until: 2020-05-02, step: day}
article:
  body: {root: main}
  metadata: {title: h1, published: {css: time}}
"""


def page(title: str, day: str) -> str:
    return (
        f"<html><body><h1>{title}</h1><time>{day}</time><main><p>The mayor spoke in {title}."
        "</p></main></body></html>"
    )


PAGES = {
    "/list": listing("/floods", "/mills", "/poll"),
    "/day/2020-05-01": listing("/first", "/broken"),
    "/day/2020-05-02": listing("/second"),
    "/floods": page("Floods", "2020-05-01"),
    "/mills": page("Mills", "2021-05-01"),
    "/poll": "<html><body><h1>Poll</h1><p>No root.</p></body></html>",
    "/first": "<html><body><h1>First day</h1><p>No root.</p></body></html>",
    "/broken": Answer("no", 500),
    "/second": "<html><body><h1>Second day</h1><p>No root.</p></body></html>",
}
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallPortal]:
    with small_portal(tmp_path_factory.mktemp("addresses"), PAGES) as site:
        site.crawl(RULES)
        yield site


@pytest.fixture
def run(site: SmallPortal, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command on the corpus; returns its exit code and what it prints, with paths in place
    of addresses."""

    def run_command(*words: str) -> tuple[int, str, str]:
        path = words[:2] if words[0] in ("report", "tags") else words[:1]
        config = str(site.folder / "portal.yaml")
        capsys.readouterr()
        code = main([*path, config, "--corpus", str(site.corpus), *words[len(path) :]])
        out, err = capsys.readouterr()
        return code, out.replace(site.base, ""), err.replace(site.base, "")

    return run_command


@pytest.mark.parametrize(
    ("options", "found"),
    [
        (("--where", "problems=no-root"), ["/first", "/poll", "/second"]),
        (("--column", "diary"), ["/broken", "/first", "/second"]),
        (("--column", "diary", "--until", "2020-05-01"), ["/broken", "/first"]),
        (("--where", "day=2020-05-02"), ["/second"]),
        (("--where", "url~/p"), ["/poll"]),
        # of an address without TEI the length is not known
        (("--where", "words>=0"), []),
        (("--where", "words<=100"), []),
        (("--where", "title=", "--where", "published="), ["/poll"]),
        (("--where", "problems!=no-root", "--where", "words="), ["/broken"]),
    ],
)
def test_problems_of_addresses_without_tei(
    run: Run, options: tuple[str, ...], found: list[str]
) -> None:
    code, out, _ = run("report", "problems", *options)
    assert code == 0
    assert sorted(line.split("\t")[2] for line in out.splitlines()[1:]) == found


def test_a_sample_of_addresses(run: Run) -> None:
    _, out, _ = run("report", "problems", "--where", "problems=no-root", "--sample", "2")
    _, again, _ = run("report", "problems", "--where", "problems=no-root", "--sample", "2")
    assert out == again
    assert len(out.splitlines()) == 3
    _, each, _ = run("report", "problems", "--sample", "1", "--by", "problems")
    kinds = sorted(line.split("\t")[1] for line in each.splitlines()[1:])
    assert kinds == ["failed: status-500", "no-root"]


def test_selected_articles_are_extracted_by_the_present_rules(run: Run) -> None:
    code, out, _ = run("extract", "--where", "year=2020", "--where", "title!=")
    assert code == 0
    assert out.splitlines() == ["# /floods\t2020-05-01\tFloods", "The mayor spoke in Floods."]
    code, out, _ = run("extract", "--where", "problems=no-root", "--format", "json")
    assert code == 1
    rejected = [(each["url"], each["verdict"]) for each in json.loads(out)]
    assert rejected == [("/poll", "no-root"), ("/second", "no-root"), ("/first", "no-root")]
    code, out, err = run("extract", "--from", "2021-01-01", "--format", "json", "--explain")
    assert [each["title"] for each in json.loads(out)] == ["Mills"]
    assert "1 left out: no date of publication" in err
    assert "h1" in err
    assert run("extract", "--where", "title=None", "--format", "json")[:2] == (0, "[]\n")


def test_selectors_are_tried_on_selected_articles(site: SmallPortal, run: Run) -> None:
    words = ("selectors", "--url", f"{site.base}/floods", "--text", "Floods", "--json")
    code, out, _ = run(*words, "--where", "title!=Floods")
    assert code == 0
    assert {(each["pages"], each["fits"]) for each in json.loads(out)} == {(1, 1)}
    code, out, _ = run(*words, "--where", "year=2019")
    assert {each["pages"] for each in json.loads(out)} == {0}


def test_other_rules_are_compared_on_selected_articles(
    site: SmallPortal, run: Run, tmp_path: Path
) -> None:
    edited = tmp_path / "edited.yaml"
    rules = (site.folder / "portal.yaml").read_text(encoding="utf-8")
    edited.write_text(rules.replace("root: main", "root: p"), encoding="utf-8")

    def compare(*options: str) -> tuple[list[str], int]:
        code, out, _ = run("diff", str(edited), "--json", *options)
        assert code == 0
        found = json.loads(out)
        return [each["url"] for each in found["articles"]], found["unchanged"]

    assert compare() == (["/poll", "/second", "/first"], 2)
    assert compare("--where", "title=Mills") == ([], 1)
    assert compare("--where", "problems=no-root", "--column", "diary") == (
        ["/second", "/first"],
        0,
    )
    changed, unchanged = compare("--column", "diary", "--sample", "1")
    assert (len(changed), unchanged) == (1, 0)


def test_options_that_do_not_go_together_are_refused(
    site: SmallPortal, run: Run, tmp_path: Path
) -> None:
    where = ("--where", "title=Floods")
    url = ("--url", f"{site.base}/floods")
    saved = tmp_path / "saved.html"
    saved.write_text(page("Saved", "2020-01-01"), encoding="utf-8")
    refused = {
        ("extract", *where, *url): "--url together with options that select articles",
        ("extract", *where, "--format", "tei"): "--format tei is for one page",
        ("extract", *where, "--html", f"{saved}={site.base}/x"): "need the TEI of a corpus",
        ("diff", url[1], *where): "--where has no effect here",
        ("diff", url[1], "--sample", "3"): "--sample has no effect here",
        ("selectors", *url, "--text", "x", "--archive", *where): "--archive together with",
    }
    for words, message in refused.items():
        code, _, err = run(*words)
        assert (code, message in err) == (2, True), (words, err)
