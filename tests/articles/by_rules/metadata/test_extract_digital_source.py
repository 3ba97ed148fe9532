"""What a page declares of how its text was made: the words of IPTC, also as Schema.org has them.

https://cv.iptc.org/newscodes/digitalsourcetype/
"""

from __future__ import annotations

from pathlib import Path

import pytest

from webarticlecurator.articles.by_rules.metadata import read_metadata
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.load import load_portal

URL = "https://echo.example/1"
PORTAL = 'portal: echo\nhome: https://echo.example/\narchive: {url: "https://echo.example/"}\n'
IPTC = "http://cv.iptc.org/newscodes/digitalsourcetype"
TRAINED = "TrainedAlgorithmicMediaDigitalSource"
LD = '<script type="application/ld+json">{"@type": "NewsArticle", "headline": "T", %s}</script>'


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (LD % f'"digitalSourceType": "{IPTC}/trainedAlgorithmicMedia"', "trainedAlgorithmicMedia"),
        (LD % f'"digitalSourceType": "https://schema.org/{TRAINED}"', "trainedAlgorithmicMedia"),
        (LD % f'"digitalSourceType": {{"@id": "schema:{TRAINED}"}}', "trainedAlgorithmicMedia"),
        (
            LD % f'"digitalSourceType": ["{IPTC}/humanEdits", "{TRAINED}"]',
            "humanEdits trainedAlgorithmicMedia",
        ),
        (
            '<div itemscope itemtype="https://schema.org/NewsArticle"><link'
            f' itemprop="digitalSourceType" href="https://schema.org/Composite{TRAINED}"></div>',
            "compositeTrainedAlgorithmicMedia",
        ),
        (
            f'<meta name="Iptc4xmpExt:DigitalSourceType" content="{IPTC}/algorithmicMedia">',
            "algorithmicMedia",
        ),
        (
            f'<meta property="digitalSourceType" content="{IPTC}/digitalCreation">',
            "digitalCreation",
        ),
        # a picture of the article is not its text
        (LD % f'"image": {{"@type": "ImageObject", "digitalSourceType": "{TRAINED}"}}', ""),
        ("", ""),
    ],
)
def test_how_a_text_was_made_is_read(head: str, expected: str, tmp_path: Path) -> None:
    (tmp_path / "portal.yaml").write_text(PORTAL, encoding="utf-8")
    portal = load_portal(tmp_path / "portal.yaml")
    page = Page(URL, f"<html><head>{head}</head><body><h1>T</h1></body></html>")
    metadata = read_metadata(page, portal, portal.article)[0]
    assert [*metadata.texts("digital_source")] == expected.split()
