"""A build reads by the classifier that the portal file names, and makes the TEI again with it."""

from __future__ import annotations

from pathlib import Path

from made_classifier import classifier_of_long_units
from small_portal import listing, small_portal

SHORT = "A short one, but of the text."
PROSE = f"<p>{'Words of a paragraph, long enough to be one. ' * 5}</p>" * 3
PAGES = {
    "/list": listing("/a"),
    "/a": f"<html><body><article><h1>t</h1>{PROSE}<p>{SHORT}</p>{PROSE}</article></body></html>",
}
RULES = "fetch: {delay: 0}\narchive: {url: BASE/list, links: h2}\n"


def test_a_named_classifier_reads_stored_articles_again(tmp_path: Path) -> None:
    with small_portal(tmp_path, PAGES) as portal:
        (portal.folder / "own.json").write_bytes(classifier_of_long_units(60))
        portal.crawl(RULES)
        (usual,) = portal.tei().values()
        portal.build(f"{RULES}article: {{classifier: own.json}}\n")
        (own,) = portal.tei().values()
    assert SHORT in usual and SHORT not in own
    assert "Words of a paragraph" in own
