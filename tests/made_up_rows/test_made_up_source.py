"""A link source that is a text file with an address a line."""

from __future__ import annotations

import json
from pathlib import Path

from made_up_package import MadeUpPackage, write_portal
from small_portal import Answer, article, small_portal

MODULE = "crawling/archive/line_lists.py"
READER = '''"""``lines``: a text file with an address a line."""

from webarticlecurator.crawling.archive.file_entries import make_links
from webarticlecurator.crawling.archive.link_source import LinkSource, SourcePage


class LineLists(LinkSource):
    def read_page(self, portal, span, body, place, trace=None):
        pairs = ((url, {}) for url in body.content.decode("utf-8").split())
        links, damage = make_links(span, body.url, pairs)
        return SourcePage(links, damage=damage)
'''
TABLE = "portal_file/keys/source_kinds.py"
ROW = """SourceKind(
    Key("lines", "archive address", "", "Address of a list of lines.", '"https://e.example/a.txt"'),
    ("fetch",),
    make_message("a list of lines: one file"),
    more_keys=(INCLUDE, EXCLUDE),
    reader=("line_lists", "LineLists"),
)"""
RULES = """
archive: {lines: BASE/all.txt, exclude: ["/tag/"]}
article: {body: {root: article}}
"""
TEXT = (("Content-Type", "text/plain"),)


def test_a_made_up_source_is_planned_crawled_and_crawled_again(
    package: MadeUpPackage, tmp_path: Path
):
    package.write(MODULE, READER)
    package.add_row(TABLE, "KINDS", ROW)
    with small_portal(tmp_path, {}) as portal:
        lines = [f"{portal.base}/a/{number}" for number in range(3)]

        def list_lines() -> Answer:
            return Answer("\n".join([*lines, f"{portal.base}/tag/1"]), headers=TEXT)

        portal.pages["/all.txt"] = list_lines
        portal.pages |= {f"/a/{number}": article(f"Text {number}.") for number in range(4)}
        config, corpus = write_portal(portal, RULES), portal.corpus
        plan = package.curator("check", config, "--plan")
        assert f"{portal.base}/all.txt" in plan
        assert "a list of lines: one file" in plan

        package.curator("crawl", config, "--corpus", corpus)
        assert package.count(config, corpus)["tei"] == 3
        why = package.curator("why", config, f"{portal.base}/a/0", "--corpus", corpus)
        assert "/all.txt" in why

        lines.append(f"{portal.base}/a/3")
        portal.asked.clear()
        package.curator("crawl", config, "--corpus", corpus)
        assert sorted(portal.asked) == ["/a/3", "/all.txt"]
        assert package.count(config, corpus)["tei"] == 4

        # the index is made again from the records
        (corpus / "corpus.sqlite").unlink()
        package.curator("build", config, "--corpus", corpus)
        assert package.count(config, corpus)["tei"] == 4

        page = tmp_path / "all.txt"
        page.write_text("\n".join(lines), encoding="utf-8", newline="\n")
        url = f"{portal.base}/all.txt"
        found = json.loads(package.curator("links", config, "--url", url, "--html", page, "--json"))
        assert (found["articles"], found["next_page"]) == (lines, None)

        write_portal(portal, RULES.replace("exclude:", "links: h2, exclude:"))
        wrong = package.curator("check", config, code=2)
        assert '`links` has no effect beside "lines"' in wrong
        write_portal(portal, RULES.replace("lines: BASE/all.txt, ", ""))
        wrong = package.curator("check", config, code=2)
        assert "index, sitemap, feed or lines" in wrong


def test_schema_and_reference_name_a_made_up_source(package: MadeUpPackage):
    package.write(MODULE, READER)
    package.add_row(TABLE, "KINDS", ROW)
    documents = package.documents()
    assert "Address of a list of lines." in documents
    assert "(sitemap, feed, lines)" in documents


def test_the_address_of_a_made_up_source_follows_a_portal_that_moves(package: MadeUpPackage):
    package.write(MODULE, READER)
    package.add_row(TABLE, "KINDS", ROW)
    program = """
from webarticlecurator.proposing.repair.moved_hosts import follow_moved
text = "home: https://e.example/\\narchive: {lines: 'https://e.example/a.txt'}\\n"
print(follow_moved(text, {"https://e.example": "https://f.example"}, ["https://e.example"]))
"""
    assert "https://f.example/a.txt" in package.python(program)
