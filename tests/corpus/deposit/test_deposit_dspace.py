"""``curator package --dspace``: a folder in DSpace's Simple Archive Format."""

from __future__ import annotations

from pathlib import Path

from deposit_material import CORPUS, FREE, RULES, contents, package
from lxml import etree
from small_portal import small_portal

OPTIONS = ("--without-warcs", "--dspace", "--collection", "123456789/2")


def test_the_item_has_metadata_and_lists_its_files(tmp_path: Path, capsys):
    output = tmp_path / "deposit"
    with small_portal(tmp_path, FREE) as site:
        assert site.crawl(RULES + CORPUS).ok
        assert package(site, output, *OPTIONS) == 0
        first = contents(output / "item_001")
        assert package(site, output, *OPTIONS) == 0
        assert contents(output / "item_001") == first
        assert package(site, output, "--without-warcs") == 0
        assert not (output / "item_001").exists()
        assert package(site, output, "--collection", "1/2") == 2
        assert "--collection has no effect without --dspace" in capsys.readouterr().err
        assert package(site, output, "--dspace", "--upload", "zenodo") == 2
    lines = [line.split("\t") for line in first["contents"].decode().splitlines()]
    assert {line[0] for line in lines} == set(first) - {
        "contents",
        "collections",
        "dublin_core.xml",
    }
    assert all(line[1] == "bundle:ORIGINAL" for line in lines)
    assert [line[0] for line in lines if "primary:true" in line] == ["README.md"]
    assert first["collections"] == b"123456789/2\n"
    root = etree.fromstring(first["dublin_core.xml"])
    assert (root.tag, dict(root.attrib)) == ("dublin_core", {"schema": "dc"})
    found = [(each.get("element"), each.get("qualifier"), each.text) for each in root]
    assert ("title", "none", "A small *corpus*") in found
    assert ("contributor", "author", "Editor, Anna") in found
    assert ("description", "version", "1.2") in found
    assert ("rights", "uri", "https://creativecommons.org/licenses/by/4.0/") in found
    assert ("coverage", "temporal", "2015/2017") in found
