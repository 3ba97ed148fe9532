"""What a row of the tables may name: an article by its id, by any address, one of several articles
on a page."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from small_portal import article, listing, moved, small_portal

from webarticlecurator.articles.by_rules.identity import article_id
from webarticlecurator.base.errors import ConfigError
from webarticlecurator.cli.main import main
from webarticlecurator.portal_file.config.load import check
from webarticlecurator.tei.documents.read import read_header

TEXT = "fetch: {delay: 0}\narchive: {url: BASE/list, links: h2}\n"
DIVIDED = TEXT + "article: {split: {css: div.post, id: '@id'}, metadata: {title: b, authors: i}}\n"
POSTS = "".join(
    f'<div class="post" id="p{n}"><b>Title {n}</b><i>User {n}</i><p>Post {n}.</p></div>'
    for n in (1, 2, 3)
)
THREAD = {"/list": listing("/one"), "/one": f"<html><body>{POSTS}</body></html>"}
OVERRIDES = "id\tfield\tvalue\treason\n"
EXCLUDE = "id\treason\n"


def header_values(portal, name: str) -> dict[str, list[str]]:
    found = [read_header(text.encode("utf-8")) for text in portal.tei().values()]
    return {
        h.url.removeprefix(portal.base): [value.value for value in h.metadata.all(name)]
        for h in found
    }


def test_the_address_of_one_of_several_articles_excludes_only_that_one(tmp_path: Path):
    with small_portal(tmp_path, THREAD) as portal:
        portal.crawl(DIVIDED)
        summary = portal.build(
            DIVIDED, portal__exclude__tsv=EXCLUDE + f"{portal.base}/one#p2\twhy\n"
        )
        assert portal.articles() == {
            "/one": "split",
            "/one#p1": "tei",
            "/one#p2": "excluded",
            "/one#p3": "tei",
        }
        assert summary.ok
        portal.build(DIVIDED, portal__exclude__tsv=EXCLUDE + f"{portal.base}/one#p9\twhy\n")
        assert set(portal.articles().values()) == {"split", "tei"}
        assert "/one#p9 is in the overrides" in (
            portal.corpus / "reports" / "problems.tsv"
        ).read_text(encoding="utf-8")
        summary = portal.build(DIVIDED, portal__exclude__tsv=EXCLUDE + f"{portal.base}/one\twhy\n")
        assert portal.articles() == {"/one": "excluded"}
        assert summary.new_articles == 0  # four fewer, but none can be less than new


def test_a_fragment_is_ignored_where_a_page_is_one_article(tmp_path: Path):
    with small_portal(tmp_path, {"/list": listing("/one"), "/one": article("One.")}) as portal:
        portal.crawl(TEXT, portal__exclude__tsv=EXCLUDE + f"{portal.base}/one#comments\twhy\n")
        assert portal.articles() == {"/one": "excluded"}


def test_an_override_of_one_of_several_articles(tmp_path: Path):
    with small_portal(tmp_path, THREAD) as portal:
        portal.crawl(DIVIDED)
        url = f"{portal.base}/one"
        rows = f"{url}\tauthors\tEveryone\tw\n{url}#p1\tauthors\tAnna\tw\n{url}#p1\ttitle\tNew\tw\n"
        portal.build(DIVIDED, portal__overrides__tsv=OVERRIDES + rows)
        assert header_values(portal, "title") == {
            "/one#p1": ["New"],
            "/one#p2": ["Title 2"],
            "/one#p3": ["Title 3"],
        }
        assert header_values(portal, "authors") == {
            "/one#p1": ["Anna"],
            "/one#p2": ["Everyone"],
            "/one#p3": ["Everyone"],
        }


def test_an_override_by_an_address_that_only_redirects(tmp_path: Path):
    pages = {"/list": listing("/old?x=1"), "/old?x=1": moved("/new"), "/new": article("New.")}
    text = "address: {drop: [fragment, x]}\n" + TEXT
    with small_portal(tmp_path, pages) as portal:
        portal.crawl(text)
        for named in ("/old?x=1", "/old", "/new"):
            portal.build(
                text,
                portal__overrides__tsv=OVERRIDES
                + f"{portal.base}{named}\ttitle\tBy hand {named}\tw\n",
            )
            assert header_values(portal, "title") == {"/new": [f"By hand {named}"]}


def test_rows_under_id_and_address_must_not_clash(tmp_path: Path, capsys):
    with small_portal(tmp_path, {"/list": listing("/one"), "/one": article("One.")}) as portal:
        url = f"{portal.base}/one"
        id_ = article_id(url)
        rows = f"{url}\tauthors\tA\tw\n{url}\ttitle\tOne\tw\n{id_}\ttitle\tTwo\tw\n{id_}\tauthors\tB\tw\n"
        with pytest.raises(ConfigError) as caught:
            portal.crawl(TEXT, portal__overrides__tsv=OVERRIDES + rows)
        assert [(p.file, p.line) for p in caught.value.problems] == [("portal.overrides.tsv", 4)]
        assert portal.asked == []
        assert main(["check", str(portal.folder / "portal.yaml")]) == 2
        assert "portal.overrides.tsv:4:1: title of" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("table", "line", "said"),
    [
        (
            "id\treason\nhttps://e.example/1\tcourt\torder\n",
            2,
            "3 cells, 2 columns",
        ),
        ("id\tid\treason\nhttps://e.example/1\thttps://e.example/2\tx\n", 1, "duplicate column"),
        ("ID\treason\nhttps://e.example/1\tx\n", 1, 'did you mean "id"?'),
        ("id,reason\nhttps://e.example/1,x\n", 1, "commas"),
        ("", 1, "must name the columns"),
    ],
)
def test_a_table_that_would_be_misread_is_refused(tmp_path: Path, table: str, line: int, said: str):
    (tmp_path / "e.exclude.tsv").write_text(table, encoding="utf-8")
    (problem,) = problems(tmp_path)
    assert (problem.file, problem.line) == ("e.exclude.tsv", line)
    assert said in problem.message


def test_a_list_that_is_not_a_regular_file_is_a_problem(tmp_path: Path):
    (tmp_path / "e.exclude.tsv").mkdir()
    assert "cannot be read" in problems(tmp_path)[0].message


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_list_that_is_a_broken_link_is_a_problem(tmp_path: Path):
    (tmp_path / "e.exclude.tsv").symlink_to("nowhere.tsv")
    assert "cannot be read" in problems(tmp_path)[0].message


def problems(folder: Path):
    path = folder / "e.yaml"
    text = (
        "portal: e\nhome: https://e.example/\narchive: {url: 'https://e.example/list', links: h2}\n"
    )
    path.write_text(text, encoding="utf-8")
    return list(check(path))


def test_a_redirect_to_an_excluded_article_is_not_followed(tmp_path: Path):
    """And everything is said of it, after a new index too; when the row goes, it is fetched."""
    pages = {
        "/list": listing("/old", "/two", "/far"),
        "/old": moved("/new"),
        "/far": moved("/old"),
        "/new": article("Secret."),
    }
    pages["/two"] = article("Two.")
    with small_portal(tmp_path, pages) as portal:
        rows = EXCLUDE + f"{portal.base}/new\tcourt order\n"
        summary = portal.crawl(TEXT, portal__exclude__tsv=rows)
        assert "/new" not in portal.asked
        assert portal.articles() == {"/new": "excluded", "/two": "tei"}
        assert summary.ok
        asked = len(portal.asked)
        portal.crawl(TEXT, portal__exclude__tsv=rows)
        assert portal.asked[asked:] == ["/list"]
        config = str(portal.folder / "portal.yaml")
        assert main(["why", config, f"{portal.base}/old", "--corpus", str(portal.corpus)]) == 0
        assert main(["verify", config, "--rebuild", "--corpus", str(portal.corpus)]) == 0
        assert portal.articles()["/new"] == "excluded"
        portal.crawl(TEXT, portal__exclude__tsv=EXCLUDE)
        assert "/new" in portal.asked
        assert portal.articles() == {"/new": "tei", "/two": "tei"}


def test_why_names_the_exclude_list_where_the_corpus_knows_nothing(tmp_path: Path, capsys):
    with small_portal(tmp_path, {"/list": listing("/two"), "/two": article("Two.")}) as portal:
        portal.crawl(TEXT, portal__exclude__tsv=EXCLUDE + f"{portal.base}/one\tcourt order\n")
        asked = [
            "why",
            str(portal.folder / "portal.yaml"),
            f"{portal.base}/one",
            "--corpus",
            str(portal.corpus),
        ]
        assert main(asked) == 1
        assert "exclude list has it (court order)" in capsys.readouterr().out
