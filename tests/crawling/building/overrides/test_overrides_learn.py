"""``curator learn`` and the file it writes; ``curator report``."""

from __future__ import annotations

from pathlib import Path
from zlib import crc32

import pytest
from small_portal import SmallPortal, article, listing, small_portal

from webarticlecurator.cli.main import main
from webarticlecurator.portal_file.config.load import check, load_portal
from webarticlecurator.tei.documents.read import read_header

WORDS = "Ferry Harbour Bridge Market School Tram River Castle".split()
TEXT = "fetch: {delay: 0}\narchive: {url: BASE/list, links: h2}\narticle: {metadata: {title: {meta: t}}}\n"


def head(word: str, author: str, date: str) -> str:
    data = (
        f'{{"@type": "NewsArticle", "author": {{"name": "{author}"}}, "datePublished": "{date}"}}'
    )
    meta = f'<meta name="t" content="{word}&#39;s opening - The Echo"><meta name="author" content="{author.upper()}">'
    return f'{meta}<meta name="date" content="2019-03-15"><script type="application/ld+json">{data}</script>'


def page(number: int, word: str) -> str:
    author, date = (
        ("Anna Author", "2019-03-15T08:30:00Z") if number else ("Staff", "2019-03-16T08:30:00Z")
    )
    return article(
        word,
        head(word, author, date)
        + ('<meta name="dcterms.creator" content="Bea">' if number < 2 else ""),
    )


PAGES = {
    "/list": listing(*(f"/{word}" for word in WORDS)),
    **{f"/{word}": page(n, word) for n, word in enumerate(WORDS)},
}


@pytest.fixture
def portal(tmp_path: Path):
    with small_portal(tmp_path, PAGES) as running:
        running.crawl(TEXT)
        yield running


def curator(portal: SmallPortal, *arguments: str) -> int:
    return main([*arguments, str(portal.folder / "portal.yaml"), "--corpus", str(portal.corpus)])


def titles(portal: SmallPortal) -> set[str | None]:
    return {
        read_header(text.encode("utf-8")).metadata.first("title") for text in portal.tei().values()
    }


def test_learning_changes_tei_only_by_its_file(portal: SmallPortal, capsys):
    before = portal.tei()
    assert curator(portal, "learn") == 0
    learned = portal.folder / "portal.learned.yaml"
    said = learned.read_text(encoding="utf-8")
    assert r"[\s+\-\s+The\s+Echo$, '']  # 8 of 8 titles from meta:t" in said
    assert "8 of 8 titles" in capsys.readouterr().err
    summary = portal.build(TEXT)
    assert summary.built == 8
    assert titles(portal) == {f"{word}'s opening" for word in WORDS}
    assert "portal.learned.yaml" in [file.name for file in portal.write(TEXT).files]
    assert curator(portal, "learn") == 0  # sees through its own rules
    assert learned.read_text(encoding="utf-8") == said
    learned.unlink()
    portal.build(TEXT)
    assert portal.tei() == before


def test_the_portal_file_overrides_learned_rules(portal: SmallPortal, capsys):
    own = TEXT.replace("article: {", "article: {clean: {title: [[opening, end]]}, ")
    portal.write(own)
    assert curator(portal, "learn") == 0
    assert "it has no effect" in capsys.readouterr().err
    portal.build(own)
    assert titles(portal) == {f"{word}'s end - The Echo" for word in WORDS}


def test_a_file_changed_by_hand_is_not_overwritten(portal: SmallPortal, capsys):
    learned = portal.folder / "portal.learned.yaml"
    learned.write_text("article: {clean: {title: [[a, b]]}}\n", encoding="utf-8")
    assert curator(portal, "learn") == 2
    assert "was changed by hand, or was not written by" in capsys.readouterr().err
    assert learned.read_text(encoding="utf-8").startswith("article:")


def test_nothing_learned_nothing_written(portal: SmallPortal, capsys):
    portal.write(TEXT.replace("{meta: t}", "{xpath: //article}"))
    assert curator(portal, "learn", "--limit", "5") == 0
    said = capsys.readouterr().err
    assert "5 stored articles read\ntitles: no beginning or ending in common" in said
    assert "too few pages have running text: 0 (expected at least 3)\nno rules learned" in said
    assert not (portal.folder / "portal.learned.yaml").exists()


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("articles: {}\n", 1, "expected only `article:`"),
        ("article:\n  continuation: x\n", 2, "`continuation` cannot be learned"),
        ("article:\n  clean: {titel: [[a, b]]}\n", 2, 'did you mean "title"?'),
        ("article:\n  clean: {title: [['(', b]]}\n", 2, "article.clean.title[0][0]"),
        ("article: [\n", 1, ""),
    ],
)
def test_problems_of_a_learned_file(tmp_path: Path, text: str, line: int, said: str):
    path = tmp_path / "echo.yaml"
    path.write_text(
        "portal: echo\nhome: https://e.example/\narchive: {url: 'https://e.example/list', links: h2}\n"
    )
    (tmp_path / "echo.learned.yaml").write_text(text, encoding="utf-8")
    (problem,) = check(path)
    assert (problem.file, problem.line) == ("echo.learned.yaml", line)
    assert said in problem.message
    load_portal(path, learned=False)


def test_an_empty_learned_file_has_no_effect(tmp_path: Path):
    path = tmp_path / "echo.yaml"
    path.write_text(
        "portal: echo\nhome: https://e.example/\narchive: {url: 'https://e.example/list', links: h2}\n"
    )
    before = load_portal(path)
    (tmp_path / "echo.learned.yaml").write_text("# nothing\n", encoding="utf-8")
    assert load_portal(path).tei_digest == before.tei_digest


def test_sources_that_disagree(portal: SmallPortal, capsys):
    lines = conflicts(portal, capsys)
    first, base = f"{portal.base}/Ferry", portal.base
    three = f"{first} {base}/Harbour {base}/Bridge"
    assert lines == [
        [
            "field",
            "in_force",
            "other",
            "both",
            "differ",
            "value_in_force",
            "value_other",
            "examples",
        ],
        [
            "title",
            "meta:t",
            "css:title (built in)",
            "8",
            "8",
            "Ferry's opening - The Echo",
            f"T{crc32(b'Ferry')}",
            three,
        ],
        [
            "authors",
            "jsonld:author.name",
            "meta:dcterms.creator",
            "2",
            "2",
            "Staff",
            "Bea",
            f"{first} {base}/Harbour",
        ],
        [
            "published",
            "jsonld:datePublished",
            "meta:date",
            "8",
            "1",
            "2019-03-16T08:30:00+00:00",
            "2019-03-15",
            first,
        ],
    ]


def conflicts(portal: SmallPortal, capsys, *options: str) -> list[list[str]]:
    capsys.readouterr()
    assert curator(portal, "report", "metadata", "--quiet", *options) == 0
    return [line.split("\t") for line in capsys.readouterr().out.splitlines()]


def test_a_field_for_which_the_portals_own_rules_find_nothing(portal: SmallPortal, capsys):
    portal.write(TEXT.replace("{title: {meta: t}}", "{authors: .byline, title: none}"))
    nothing, other = "nothing", "jsonld:author.name (built in)"
    found = [line[1:7] for line in conflicts(portal, capsys) if line[0] == "authors"]
    assert found[0] == [nothing, other, "8", "8", "", "Staff"]
    assert not [line for line in conflicts(portal, capsys) if line[0] == "title"]


def test_warc_files_can_be_read_instead(portal: SmallPortal, capsys):
    files = [str(path) for path in sorted((portal.corpus / "warc").iterdir())]
    before = conflicts(portal, capsys)
    portal.corpus.rename(portal.folder / "elsewhere")
    files = [path.replace(str(portal.corpus), str(portal.folder / "elsewhere")) for path in files]
    config = str(portal.folder / "portal.yaml")
    assert main(["report", "metadata", config, "--quiet", "--warc", *files]) == 0
    assert [line.split("\t") for line in capsys.readouterr().out.splitlines()] == before
    assert main(["learn", config, "--warc", *files]) == 0
    assert "8 of 8 titles" in capsys.readouterr().err


def test_values_by_frequency(portal: SmallPortal, capsys):
    capsys.readouterr()
    assert curator(portal, "report", "authors") == 0
    head, most, least = (line.split("\t") for line in capsys.readouterr().out.splitlines())
    assert head == ["value", "articles", "sources", "examples"]
    assert most == [
        "Anna Author",
        "7",
        "jsonld:author.name",
        " ".join(f"{portal.base}/{word}" for word in WORDS[1:4]),
    ]
    assert least[:2] == ["Staff", "1"]
    output = portal.folder / "titles.tsv"
    assert curator(portal, "report", "authors", "--field", "title", "--output", str(output)) == 0
    assert len(output.read_text(encoding="utf-8").splitlines()) == 9


def test_problems_as_after_a_build(portal: SmallPortal, capsys):
    portal.pages["/list"] = listing(*(f"/{word}" for word in WORDS), "/nothing")
    portal.pages["/nothing"] = "<html><body></body></html>"
    portal.crawl(TEXT + "")
    capsys.readouterr()
    assert curator(portal, "report", "problems") == 0
    assert capsys.readouterr().out == (portal.corpus / "reports" / "problems.tsv").read_text(
        encoding="utf-8"
    )
