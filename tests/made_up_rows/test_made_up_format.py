"""An export format that writes the titles of articles in capitals."""

from __future__ import annotations

from pathlib import Path

from made_up_package import MadeUpPackage, write_portal
from small_portal import article, listing, small_portal

MODULE = "corpus/export/capital_titles.py"
CAPITALS = '''"""Titles in capitals, one a line."""

from webarticlecurator.corpus.export.exporter import Exporter


def convert(article):
    return article.header.metadata.first("title").upper()


def write(titles):
    return (f"{title}\\n".encode() for title in titles)


CAPITALS = Exporter("titles in capitals, one a line", write, convert=convert, has_tokens=True)
'''
TABLE = "corpus/export/vertical_format.py"
RULES = """
archive: {url: BASE/list, links: h2}
article: {body: {root: article}}
"""


def test_a_made_up_format_is_listed_and_written(package: MadeUpPackage, tmp_path: Path):
    package.write(MODULE, CAPITALS)
    package.add_import(TABLE, "from webarticlecurator.corpus.export.capital_titles import CAPITALS")
    package.add_row(TABLE, "FORMATS", '"capitals": CAPITALS')
    pages = {"/list": listing("/a/1", "/a/2"), "/a/1": article("One."), "/a/2": article("Two.")}
    with small_portal(tmp_path, pages) as portal:
        config, corpus = write_portal(portal, RULES), portal.corpus
        package.curator("crawl", config, "--corpus", corpus)
    arguments = ("export", config, "--corpus", corpus, "--quiet", "--format")
    titles = package.curator(*arguments, "capitals").splitlines()
    assert len(titles) == 2
    assert all(title.startswith("T") and title[1:].isdigit() for title in titles)

    output = tmp_path / "titles.txt"
    package.curator(*arguments, "capitals", "--output", output)
    assert output.read_text(encoding="utf-8").splitlines() == titles

    shown = " ".join(package.curator("export", "--help").split())
    assert "capitals titles in capitals, one a line" in shown
    assert "with vertical, conllu and capitals: lemmas" in shown
    assert "capitals" in package.curator(*arguments, "capital", code=2)
    wrong = package.curator(*arguments, "capitals", "--columns", "title", code=2)
    assert "--columns has no effect with --format capitals" in wrong
    wrong = package.curator(*arguments, "csv", "--skip-language", code=2)
    assert "expected vertical, conllu, capitals" in wrong


def test_a_format_that_writes_nothing_fails_at_import(package: MadeUpPackage):
    package.add_row(TABLE, "FORMATS", '"nothing": Exporter("a riddle", None)')
    assert package.fail_to_import("corpus.export.formats") == (
        "TypeError: export format without chunks and files: 'a riddle'; give one"
    )
