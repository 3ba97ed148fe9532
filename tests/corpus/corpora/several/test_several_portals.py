"""Corpora of several portals as one (``corpus.yaml``); the exports are read by DuckDB and conllu."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml
from dated_corpus import DatedArticle, crawl_articles, make_text
from libraries import Library, skip_without
from lxml import etree
from small_portal import Answer, article, small_portal

from webarticlecurator import ConfigError, Corpora
from webarticlecurator.base.folders import data_folder
from webarticlecurator.cli.main import main

duckdb = Library("duckdb", reason="pip install duckdb")
skip_without("numpy", reason="pip install numpy")

SHARED = make_text(120, 1)
ONE = [
    DatedArticle("/a", "2014-05-01", "The flood", f"{SHARED} Of the first paper.", "Ann"),
    DatedArticle("/b", "2015-02-03", "A mill", f"{make_text(60, 2)} mill", "Ann"),
]
TWO = [
    DatedArticle("/c", "2014-05-02", "Flood again", f"{SHARED} Of the other one.", "Ann"),
    DatedArticle("/d", "2013-01-01", "Before", f"{make_text(60, 3)} mill", "Bob"),
    DatedArticle("/e", "2016-01-01", "After", make_text(60, 4), "Bob"),
]
FILE = """\
title: Two papers
portals: [one.yaml, {file: two.yaml, corpus: two}]
where: ["year>=2014"]
"""


LEVELS = "".join(f"- &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 40))
BOMB = f"portals:\n- &a0 [x]\n{LEVELS}"
"""Nine to the power of forty texts, if its references were written out."""


RULES = "fetch: {delay: 0}\narchive: {url: BASE/list, links: .list a}\narticle: {body: {root: article}}\n"


def own_sitemap(listed: int) -> dict[str, str]:
    """Return three articles, the first of which are listed."""
    links = "".join(f'<a href="/news/story-{n}">{n}</a>' for n in range(listed))
    pages = {f"/news/story-{n}": article(f"The words of {n}.") for n in range(3)}
    return {"/list": f'<html><body><div class="list">{links}</div></body></html>', **pages}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("several")
    crawl_articles(folder, "one", ONE)
    crawl_articles(folder, "two", TWO)
    return folder


@pytest.fixture
def group(made: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder with the file; the corpus of ``one`` is where a command looks for it by default."""
    (made / "corpus.yaml").write_text(FILE, encoding="utf-8")
    (made / "corpora").mkdir(exist_ok=True)
    if not (made / "corpora" / "one").exists():
        (made / "corpora" / "one").symlink_to(made / "one", target_is_directory=True)
    monkeypatch.chdir(made)
    return made


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    capsys.readouterr()
    assert main([*words, "--json", "--quiet"]) == 0
    return json.loads(capsys.readouterr().out)


def write_file(group: Path, *more: str) -> None:
    (group / "corpus.yaml").write_text(FILE + "".join(f"{each}\n" for each in more), "utf-8")


def export(group: Path, form: str, name: str) -> Path:
    output = group / name
    assert main(["export", str(group), "--format", form, "--output", str(output), "--quiet"]) == 0
    return output


def query(sql: str) -> list[tuple[Any, ...]]:
    return duckdb.connect().execute(sql).fetchall()


def test_an_export_has_the_selected_articles_of_all(group: Path):
    path = export(group, "jsonl", "all.jsonl")
    rows = query(f"SELECT title, path FROM read_json('{path}') ORDER BY published")
    assert [row[0] for row in rows] == ["The flood", "Flood again", "A mill", "After"]
    assert [row[1].partition("/")[0] for row in rows] == ["one", "two", "one", "two"]


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_what_repeats_an_article_of_another_portal_is_marked(group: Path, form: str):
    write_file(group, "duplicates: mark")
    path = export(group, form, f"marked.{form}")
    rows = query(f"SELECT title, id, duplicate_of FROM read_{form}('{path}')")
    (first,) = [row[1] for row in rows if row[0] == "The flood"]
    assert {row[0]: row[2] or None for row in rows} == {
        "The flood": None, "Flood again": first, "A mill": None, "After": None,
    }  # fmt: skip


def test_tokens_are_marked_too(group: Path):
    conllu = pytest.importorskip("conllu", reason="pip install conllu")
    pytest.importorskip("spacy", reason="pip install spacy")
    write_file(group, "duplicates: mark")
    text = export(group, "conllu", "all.conllu").read_text("utf-8")
    metadata = [each.metadata for each in conllu.parse(text) if "newdoc id" in each.metadata]
    marked = {each["doc_title"]: each.get("doc_duplicate_of") for each in metadata}
    (first,) = [each["newdoc id"] for each in metadata if each["doc_title"] == "The flood"]
    assert marked == {"The flood": None, "Flood again": first, "A mill": None, "After": None}


MARKED = {
    "tei": r'<TEI corresp="#{1}" [^>]*xml:id="{0}"',
    "txt": r"# {0}(?:\t[^\t\n]*){{3}}\t{1}\n",
    "ris": r"N1  - duplicate of {1}\r?\nID  - {0}\r?\n",
    "bibtex": r"(?s)\{{{0},\n[^@]*  annote = \{{duplicate of {1}\}},\n",
}
"""How an article and the one that it repeats stand in a file."""


@pytest.mark.parametrize("form", MARKED)
def test_one_article_is_marked_and_the_others_are_not(
    group: Path, form: str, tei_all: etree.RelaxNG
):
    write_file(group, "duplicates: mark")
    path = export(group, "jsonl", "marks.jsonl")
    (mark,) = query(f"SELECT id, duplicate_of FROM read_json('{path}') WHERE duplicate_of != ''")
    suffix = "xml" if form == "tei" else form  # a name without it is that of a folder
    text = export(group, form, f"marked.{suffix}").read_text("utf-8")
    assert re.search(MARKED[form].format(*mark), text), text
    assert len(re.findall(MARKED[form].format(r"\w+", r"\w+"), text)) == 1
    if form == "tei":
        assert tei_all.validate(etree.fromstring(text.encode()))
    write_file(group)
    unmarked = export(group, form, f"unmarked.{suffix}").read_text("utf-8")
    assert not re.search(MARKED[form].format(r"\w+", r"\w+"), unmarked)


def test_documents_and_a_folder_of_texts_are_marked_too(group: Path):
    write_file(group, "duplicates: mark")
    path = export(group, "jsonl", "marks.jsonl")
    (mark,) = query(f"SELECT id, duplicate_of FROM read_json('{path}') WHERE duplicate_of != ''")
    table = export(group, "txt", "texts") / "duplicate_of.tsv"
    assert table.read_text("utf-8").splitlines() == ["id\tduplicate_of", "\t".join(mark)]
    folder = export(group, "tei", "tei")
    assert (folder / "duplicate_of.tsv").read_bytes() == table.read_bytes()
    assert not any(b"corresp=" in file.read_bytes() for file in folder.rglob("*.xml"))
    heads = [
        next(yaml.safe_load_all(file.read_text("utf-8")))
        for file in export(group, "markdown", "documents").rglob("*.md")
    ]
    assert [(head["id"], head["duplicate_of"]) for head in heads if "duplicate_of" in head] == [
        mark
    ]


def test_the_title_is_that_of_all(group: Path):
    pytest.importorskip("pyarrow", reason="pip install pyarrow")
    header = etree.parse(str(export(group, "tei", "all.xml"))).find("{*}teiHeader")
    assert header is not None and header.findtext(".//{*}titleStmt/{*}title") == "Two papers"
    card = (export(group, "huggingface", "data-set") / "README.md").read_text("utf-8")
    assert "pretty_name: Two papers\n" in card and "\n# Two papers\n" in card


def test_a_text_of_several_counts_once(group: Path, capsys):
    write_file(group, "duplicates: once")
    path = export(group, "csv", "once.csv")
    titles = {row[0] for row in query(f"SELECT title FROM read_csv('{path}')")}
    assert titles == {"The flood", "A mill", "After"}
    assert answer(capsys, "report", "corpus", str(group))["articles"] == 3


def test_a_search_and_reports_are_of_all(group: Path, capsys):
    hits = answer(capsys, "search", str(group), "paper OR other OR mill")
    assert [hit["published"] for hit in hits] == [
        "2014-05-01",
        "2014-05-02",
        "2015-02-03",
        "2015-02-03",
    ]
    counts = answer(capsys, "search", str(group), "flood", "--by", "year")
    assert [(each["year"], each["hits"], each["all_articles"]) for each in counts] == [
        ("2014", 2, 2), ("2015", 0, 1), ("2016", 0, 1),
    ]  # fmt: skip
    numbers = answer(capsys, "report", "corpus", str(group))
    assert (numbers["portal"], numbers["articles"]) == ("Two papers", 4)
    assert main(["report", "authors", str(group)]) == 0
    rows = [line.split("\t")[:2] for line in capsys.readouterr().out.splitlines()]
    assert rows == [["value", "articles"], ["Ann", "3"], ["Bob", "1"]]
    assert main(["report", "metadata", str(group)]) == 0
    assert capsys.readouterr().out.startswith("portal\tfield\tin_force\t")
    assert main(["report", "problems", str(group)]) == 0
    assert capsys.readouterr().out.startswith("portal\t")


def test_a_sample_is_of_all(group: Path, capsys):
    """One of the articles of all portals, the same for every command, and a larger one has more."""
    exported = {}
    for size in ("1", "3"):
        path = group / f"sample-{size}.csv"
        words = ["--sample", size, "--output", str(path), "--quiet"]
        assert main(["export", str(group), "--format", "csv", *words]) == 0
        exported[size] = {row[0] for row in query(f"SELECT id FROM read_csv('{path}')")}
    assert [len(each) for each in exported.values()] == [1, 3] and exported["1"] < exported["3"]
    any_word = "first OR other OR " + " OR ".join(each.text.split()[0] for each in ONE + TWO)
    for size, ids in exported.items():
        for exact in ([], ["--exact"]):
            hits = answer(capsys, "search", str(group), any_word, "--sample", size, *exact)
            assert {hit["id"] for hit in hits} == ids
        assert {each.id for each in Corpora.load(group).articles(sample=int(size))} == ids
        numbers = answer(capsys, "report", "corpus", str(group), "--sample", size)
        assert numbers["articles"] == len(ids)
    years = answer(capsys, "search", str(group), any_word, "--sample", "1", "--by", "year")
    assert sorted({hit["published"][:4] for hit in years}) == ["2014", "2015", "2016"]
    assert len({hit["id"] for hit in years}) == 3
    assert main(["report", "language", str(group), "--sample", "3", "--quiet"]) == 0
    rows = [line.split("\t") for line in capsys.readouterr().out.splitlines()[1:]]
    assert sum(int(row[2]) for row in rows) == 3


def test_what_is_read_of_pages_names_its_portal_and_has_no_sample(group: Path, capsys):
    write_file(group, "duplicates: once")
    for folder in ("one", "two"):  # it is looked for where it is not known yet
        (group / folder / "duplicates.sqlite").unlink(missing_ok=True)
    assert main(["report", "unclaimed", str(group), "--quiet"]) == 0
    head, *rows = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    assert head[:3] == ["portal", "signature", "words"]
    # of "The flood" and "A mill"; of "After", since "Flood again" is left out
    assert [row[:2] + row[3:5] for row in rows if row[1] == "p"] == [
        ["one", "p", "2", "2"], ["two", "p", "1", "1"],
    ]  # fmt: skip
    for name in ("unclaimed", "metadata", "problems"):
        assert main(["report", name, str(group), "--sample", "2"]) == 2
        error = capsys.readouterr().err
        assert "--sample 2: several portals (expected one)" in error


def test_what_always_holds_holds_for_what_is_compared(group: Path, capsys):
    """The only article of 2013 is before what the file selects."""
    assert main(["search", str(group), "*", "--against", "year<=2013", "--quiet"]) == 2
    assert "--against: no article meets this condition" in capsys.readouterr().err
    assert len(answer(capsys, "report", "duplicates", str(group))) == 2
    text = (group / "corpus.yaml").read_text("utf-8")
    (group / "corpus.yaml").write_text(text.replace("year>=2014", "year>=2015"), "utf-8")
    assert answer(capsys, "report", "duplicates", str(group)) == []


def test_each_portal_has_its_manifest(group: Path, capsys):
    assert main(["manifest", str(group), "--output", "manifests", "--quiet"]) == 0
    for name in ("one", "two"):
        manifest = str(group / "manifests" / f"{name}.manifest.jsonl")
        folder = ["--corpus", str(group / name), "--quiet"]
        assert main(["verify", f"{name}.yaml", "--manifest", manifest, *folder]) == 0
    assert main(["manifest", str(group), "--quiet"]) == 2
    assert "several portals cannot be written to one file" in capsys.readouterr().err


@pytest.mark.parametrize(("form", "ending"), [("wacz", ".wacz"), ("zip", "")])
def test_files_as_they_are_are_one_for_each_portal(group: Path, capsys, form: str, ending: str):
    packed = Path(f"packed-{form}")
    command = ["export", "corpus.yaml", "--format", form, "--output", str(packed), "--quiet"]
    assert main(command) == 2  # they hold all articles
    assert "`where` of corpus.yaml cannot be used" in capsys.readouterr().err
    (group / "corpus.yaml").write_text(FILE.partition("where:")[0], "utf-8")
    assert main(command) == 0
    assert [path.name for path in sorted(packed.iterdir())] == [
        f"one{ending}", f"two{ending}",
    ]  # fmt: skip


@pytest.mark.parametrize("words", [["status"], ["check"], ["build"], ["why", "https://a.example/"]])
def test_a_command_for_one_portal_names_the_file_of_several(group: Path, capsys, words: list[str]):
    for config in (".", "corpus.yaml"):
        assert main([words[0], config, *words[1:]]) == 2
        error = capsys.readouterr().err
        assert "corpus.yaml names several portals (expected one portal file)" in error


def test_from_python_as_one(group: Path):
    write_file(group, "duplicates: mark")
    corpora = Corpora.load(group)
    assert sorted(article.title or "" for article in corpora.articles()) == [
        "A mill", "After", "Flood again", "The flood",
    ]  # fmt: skip
    assert [hit.published for hit in corpora.search("flood")] == ["2014-05-01", "2014-05-02"]
    assert corpora.export("csv", group / "python.csv", where=["year=2014"]) == 2
    found = query(f"SELECT count(duplicate_of) FROM read_csv('{group}/python.csv')")
    assert found == [(1,)]


def test_a_shipped_portal_file_is_named_without_its_folder(tmp_path: Path, capsys):
    shipped = sorted(data_folder("site_configs").glob("*.yaml"))
    name = next(file.stem for file in shipped if "." not in file.stem)
    (tmp_path / "corpus.yaml").write_text(f"portals: [{{file: {name}, corpus: x}}]", "utf-8")
    (corpus,) = Corpora.load(tmp_path).corpora
    assert (corpus.portal.path.stem, corpus.folder) == (name, tmp_path / "x")
    assert main(["export", str(tmp_path), "--format", "csv"]) == 2
    assert "no such portal file" not in capsys.readouterr().err


def test_an_address_that_two_portals_have_is_written_once(group: Path, tmp_path: Path, capsys):
    text = (group / "one.yaml").read_text("utf-8")
    assert "portal: one\n" in text
    (tmp_path / "third.yaml").write_text(text.replace("portal: one\n", "portal: third\n"), "utf-8")
    shutil.copytree(group / "one" / "tei", tmp_path / "third" / "tei")
    (tmp_path / "corpus.yaml").write_text(
        f"portals: [{group}/one.yaml, {{file: third.yaml, corpus: third}}]", "utf-8"
    )
    output = tmp_path / "all.csv"
    assert main(["export", str(tmp_path), "--format", "csv", "--output", str(output)]) == 0
    assert "2 articles left out, because an earlier portal has the same" in capsys.readouterr().err
    assert query(f"SELECT count(*), count(DISTINCT id) FROM read_csv('{output}')") == [(2, 2)]
    sample = ["--sample", "2", "--output", str(output)]
    assert main(["export", str(tmp_path), "--format", "csv", *sample]) == 0
    assert query(f"SELECT count(*), count(DISTINCT id) FROM read_csv('{output}')") == [(2, 2)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("portals: []", "1:10: portals: empty list; add a value, or remove the key"),
        ("title: x", '1:1: missing key: "portals" (The portal file of'),
        (
            "portal: [one.yaml]",
            '1:1: portal: unknown key: "portal" (expected title, portals, where, duplicates); did'
            ' you mean "portals"?',
        ),
        (
            "portals:\n- {file: one.yaml, folder: x}",
            '2:20: portals[0].folder: unknown key: "folder" (expected file, corpus); remove it',
        ),
        ("portals:\n- {corpus: x}", '2:3: portals[0]: missing key: "file" (The path'),
        (
            "portals: [nowhere.yaml]",
            '1:11: portals[0]: no such portal file: "nowhere.yaml" (expected a path, or a shipped'
            " name)",
        ),
        (
            "portals: [one.yaml]\nduplicates: yes",
            '2:13: duplicates: unknown value: "yes" (expected one of keep, mark, once)',
        ),
        ("portals: [one.yaml]\ntitle: [a]", "2:8: title: expected text, found a list"),
        ("portals: one.yaml\nwhere: yeer=2014", "2:8: where: not a field: 'yeer'"),
        (
            "home: x\nportals: one.yaml",
            '1:1: home: unknown key: "home" (expected title, portals, where, duplicates); remove it',
        ),
        ("portals: [one.yaml]\nwhere: [year=2014, yeer=1]", "2:20: where: not a field: 'yeer'"),
        ("portals: [one.yaml]\nwhere: [[a]]", "2:9: where[0]: expected text, found a list"),
        ("portals: [one.yaml]\nportals: [two.yaml]", "2:1: portals: duplicate key"),
        ("[", "1:1: "),
        (BOMB, "aliases that expand to too much"),
        (BOMB.replace("[x]", "one.yaml"), "aliases that expand to too much"),
        ("- a", "1:1: expected a mapping, found a list"),
        ("portals: [[one.yaml]]", "1:11: portals[0]: expected a mapping, found a list"),
        ("", "empty file"),
    ],
)
def test_a_fault_of_the_file_is_named(group: Path, capsys, text: str, message: str):
    (group / "corpus.yaml").write_text(text, "utf-8")
    assert main(["export", str(group), "--format", "csv"]) == 2
    (found, *more) = capsys.readouterr().err.removeprefix("curator export: ").splitlines()
    assert found.startswith(f"{group / 'corpus.yaml'}:") and message in found
    assert more[0] == "1 problem"
    with pytest.raises(ConfigError):
        Corpora.load(group)


def test_all_faults_of_the_file_are_named_at_once(group: Path, capsys):
    (group / "corpus.yaml").write_text("titel: x\nportals: [no.yaml]\nduplicates: 1\n", "utf-8")
    assert main(["export", str(group), "--format", "csv"]) == 2
    lines = capsys.readouterr().err.removeprefix("curator export: ").splitlines()
    assert [line.removeprefix(f"{group / 'corpus.yaml'}:")[:4] for line in lines] == [
        "1:1:", "2:11", "3:13", "3 pr",
    ]  # fmt: skip


def test_completeness_is_said_of_each_portal(tmp_path: Path, capsys):
    """Of two portals, one of which has an article that no list names."""
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    with (
        small_portal(tmp_path / "one", own_sitemap(2)) as one,
        small_portal(tmp_path / "two", own_sitemap(3)) as two,
    ):
        for name, site in (("one", one), ("two", two)):
            paths = "".join(f"<url><loc>{site.base}/news/story-{n}</loc></url>" for n in range(3))
            site.pages["/robots.txt"] = Answer(f"User-agent: *\nSitemap: {site.base}/s.xml\n")
            site.pages["/s.xml"] = Answer(
                f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{paths}</urlset>',
                headers=(("Content-Type", "application/xml"),),
            )
            site.crawl(f"portal: {name}\n{RULES}")
        members = [
            f"{{file: {name}.yaml, corpus: {site.corpus}}}"
            for name, site in (("a", one), ("b", two))
        ]
        for name, site in (("a", one), ("b", two)):
            shutil.copy(site.folder / "portal.yaml", tmp_path / f"{name}.yaml")
        file = tmp_path / "corpus.yaml"
        file.write_text(f"portals: [{', '.join(members)}]\n", "utf-8")
        capsys.readouterr()
        command = ["report", "completeness", str(file), "--own", "--quiet"]
        assert main(command) == 1
        out, err = capsys.readouterr()
        head, *rows = [line.split("\t") for line in out.splitlines()]
        assert head[:3] == ["portal", "url", "captured"] and head[-1] == "detail"
        assert [row[:2] for row in rows] == [["one", f"{one.base}/news/story-2"]]
        assert "2 of 3 are in the corpus" in err and "3 of 3 are in the corpus" in err
        assert main([*command, "--json"]) == 1
        answers = json.loads(capsys.readouterr().out)
        assert [(each["portal"], each["known"], each["missing"]) for each in answers] == [
            ("one", 2, 1), ("two", 3, 0),
        ]  # fmt: skip
