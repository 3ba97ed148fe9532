"""Commands that read stored pages take the selection of exports: those of the selected articles."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from small_portal import Answer, SmallPortal, listing, small_portal

from webarticlecurator.cli.main import main

RULES = """\
fetch: {delay: 0}
archive:
  links: h2 a
  columns: {news: {url: BASE/list}, forum: {url: BASE/threads}}
article:
  body: {root: main}
  metadata: {title: [{css: h1}, {meta: "og:title"}], published: {css: time}}
  layouts:
    - {name: thread, when: {css: .post}, split: {css: .post}}
"""


def page(title: str, tag: str, day: str = "") -> str:
    time = f"<time>{day}</time>" if day else ""
    return (
        f'<html><head><meta property="og:title" content="{title} elsewhere"></head><body>'
        f"<h1>{title}</h1>{time}<main><p>The mayor spoke <{tag}>twice</{tag}> in {title}.</p>"
        "</main></body></html>"
    )


POSTS = "".join(
    f'<div class="post" id="{name}"><h1>The {name} post</h1><main><p>A <u>reply</u> of the {name}'
    " one.</p></main></div>"
    for name in ("first", "second")
)
PAGES = {
    "/list": listing("/a", "/b", "/c"),
    "/a": page("Floods", "b", "2020-05-01"),
    "/b": page("Ferries", "i", "2021-05-01"),
    "/c": page("Mills", "s"),
    "/threads": listing("/thread"),
    "/thread": f"<html><body>{POSTS}</body></html>",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallPortal]:
    with small_portal(tmp_path_factory.mktemp("selected"), PAGES) as site:
        site.crawl(RULES)
        states = {path: state for path, state in site.articles().items() if "#" in path}
        assert states == {"/thread#first": "tei", "/thread#second": "tei"}
        yield site


def run(site: SmallPortal, *words: str) -> int:
    path = words[:2] if words[0] in ("report", "tags") else words[:1]
    config = str(site.folder / "portal.yaml")
    return main([*path, config, "--corpus", str(site.corpus), *words[len(path) :]])


def inline_tags(table: str) -> set[str]:
    return {line.split("\t")[0] for line in table.splitlines()[1:]} & {"b", "i", "s", "u"}


@pytest.mark.parametrize(
    ("options", "tags"),
    [
        ((), "bisu"),
        (("--where", "title~^f", "--until", "2020-12-31"), "b"),
        pytest.param(("--from", "2021-01-01"), "i", marks=pytest.mark.long),
        pytest.param(("--where", "title=The second post"), "u", marks=pytest.mark.long),
        (("--where", "title=None"), ""),
    ],
)
def test_tags_of_the_pages_of_selected_articles(
    site: SmallPortal, capsys: pytest.CaptureFixture[str], options: tuple[str, ...], tags: str
) -> None:
    for action in ("inventory", "suggest"):
        assert run(site, "tags", action, *options) == 0
        out, err = capsys.readouterr()
        assert inline_tags(out) == set(tags)
        assert f"{len(tags)} pages" in err
    assert ("no date of publication" in err) == ("--from" in options)


def test_a_sample_is_a_number_of_articles(
    site: SmallPortal, capsys: pytest.CaptureFixture[str]
) -> None:
    found = []
    for _ in range(2):
        assert run(site, "tags", "inventory", "--column", "news", "--sample", "2") == 0
        found.append(inline_tags(capsys.readouterr().out))
    assert found[0] == found[1]
    assert len(found[0]) == 2


def test_reports_read_the_pages_of_selected_articles(
    site: SmallPortal, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(site, "report", "metadata", "--where", "title=Ferries") == 0
    head, row = (line.split("\t") for line in capsys.readouterr().out.splitlines())
    cells = dict(zip(head, row, strict=True))
    assert (cells["value_in_force"], cells["differ"]) == ("Ferries", "1")
    assert cells["examples"] == f"{site.base}/b"
    assert run(site, "report", "unclaimed", "--where", "title=Ferries", "--column", "forum") == 0
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_problems_are_those_of_selected_articles(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of two articles with a problem each, one is on a page that is not stored; further, an address
    that fails is no article."""
    chain = page("Chain", "b").replace("</main>", '</main><a class="next" href="/chain2">2</a>')
    undated = page("Undated", "b", "the day of the fair")
    pages = {
        "/list": listing("/chain", "/undated", "/plain", "/failing"),
        "/threads": listing(),
        "/chain": chain,
        "/undated": undated,
        "/plain": page("Plain", "b"),
        "/failing": Answer("no", 500),
    }
    with small_portal(tmp_path, pages) as site:
        site.crawl(RULES.replace("  body:", "  next_page: a.next\n  body:"))

        def listed(*options: str) -> list[tuple[str, str]]:
            assert run(site, "report", "problems", *options) == 0
            head, *lines = capsys.readouterr().out.splitlines()
            assert head == "serious\tkind\taddress\tmessage"
            rows = [line.split("\t") for line in lines]
            assert [row[0] for row in rows] == sorted((row[0] for row in rows), reverse=True)
            return [(row[1], row[2].removeprefix(site.base)) for row in rows]

        (of_undated,) = listed("--where", "title=Undated")
        assert of_undated[1] == "/undated"
        found = listed("--where", "title=Chain")
        assert found == [("page-missing", "/chain")]
        assert listed("--where", "title=Plain") == []
        assert listed("--where", f"problems={of_undated[0]}") == [of_undated]
        every = listed("--where", "words>=0")
        assert sorted(every) == sorted([of_undated, *found])
        assert {address for _, address in listed()} > {"/undated", "/failing"}


def test_the_limit_counts_after_the_selection(
    site: SmallPortal, capsys: pytest.CaptureFixture[str]
) -> None:
    for path, title in (("/a", "Floods"), ("/b", "Ferries"), ("/c", "Mills")):
        for options in (("--where", f"title={title}"), ("--url", site.base + path)):
            assert run(site, "learn", "--dry-run", "--limit", "1", *options) == 0
            assert capsys.readouterr().err.startswith("1 stored articles read")
    assert run(site, "learn", "--dry-run", "--where", "title~^f") == 0
    assert "2 stored articles read" in capsys.readouterr().err


def test_what_a_selection_does_not_go_with_is_refused(
    site: SmallPortal, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (warc, *_) = sorted(map(str, site.corpus.rglob("*.warc.gz")))
    where = ("--where", "title=Floods")
    for command in (("tags", "inventory"), ("report", "metadata"), ("learn", "--dry-run")):
        assert run(site, *command, "--warc", warc, *where) == 2
        assert "need the TEI of a corpus (given: files)" in capsys.readouterr().err
    table = str(tmp_path / "x.tsv")
    assert main(["tags", "suggest", table, *where]) == 2
    assert "cannot be used with a table" in capsys.readouterr().err
    assert run(site, "tags", "inventory", "--where", "titel=x") == 2
    assert "Did you mean title?" in capsys.readouterr().err


def test_tei_that_cannot_be_read_is_named(
    site: SmallPortal, capsys: pytest.CaptureFixture[str]
) -> None:
    with site.damaged_tei() as file:
        assert run(site, "tags", "inventory", "--where", "title=Floods") == 4
        out, err = capsys.readouterr()
        # that of a month outside the date range is not read
        assert file.parent.relative_to(site.corpus).as_posix() == "tei/2020/05"
        for command in (("tags", "inventory"), ("report", "authors")):
            assert run(site, *command, "--from", "2021-01-01") == 0
    assert out == ""
    assert f"TEI that cannot be read: {file}" in err
