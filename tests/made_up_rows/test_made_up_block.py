"""A block: a sidebar beside the text."""

from __future__ import annotations

from pathlib import Path

from made_up_package import MadeUpPackage, write_portal
from small_portal import article, listing, small_portal

TABLE = "base/model/block_rows.py"
ROW = """BlockType(
        "sidebar",
        BlockGroup.FLOW,
        TeiForm.FLOATING_TEXT,
        "Text beside the article.",
        holds=(Content.FLOW,),
        tei_type="sidebar",
        class_words="sidebar marginalia",
    )"""
RULES = """
archive: {url: BASE/list, links: h2}
article: {body: {root: article, tags: small.tags.tsv}}
"""
PAGE = article('One.</p><div class="marginalia"><p>Two.</p></div><p>Three.')


def test_a_made_up_block_is_read_written_and_suggested(package: MadeUpPackage, tmp_path: Path):
    package.add_row(TABLE, "BLOCK_TYPES", ROW)
    reference = package.write_tei_schema()
    assert '| `sidebar` | floatingText type="sidebar"' in reference
    tags = tmp_path / "small.tags.tsv"
    tags.write_text(
        "signature\toperation\ndiv.marginalia\tsidebar\n", encoding="utf-8", newline="\n"
    )
    with small_portal(tmp_path, {"/list": listing("/a/1"), "/a/1": PAGE}) as portal:
        config, corpus = write_portal(portal, RULES), portal.corpus
        package.curator("crawl", config, "--corpus", corpus)
        package.curator("tei", "validate", corpus / "tei")
        (text,) = portal.tei().values()
        sidebar = text.partition('<floatingText type="sidebar">')[2].partition("</floatingText>")[0]
        assert "<p>Two.</p>" in sidebar
        export = ("export", config, "--corpus", corpus, "--quiet", "--format", "txt")
        assert package.curator(*export).splitlines()[1:4] == ["One.", "Two.", "Three."]
        address = ("--url", f"{portal.base}/a/1", "--corpus", corpus)
        assert "Two." in package.curator("extract", config, *address)

        tags.write_text("signature\toperation\n", encoding="utf-8", newline="\n")
        suggested = package.curator("tags", "suggest", config, "--corpus", corpus)
        assert any(
            "div.marginalia" in line and "sidebar" in line for line in suggested.splitlines()
        )
        tags.write_text(
            "signature\toperation\ndiv.marginalia\tsidebars\n", encoding="utf-8", newline="\n"
        )
        assert "sidebar" in package.curator("check", config, code=2)


def test_documents_name_a_made_up_block(package: MadeUpPackage):
    package.add_row(TABLE, "BLOCK_TYPES", ROW)
    assert "Text beside the article." in package.documents()
