"""Authors are persons, unless the page's JSON-LD has them as organisations."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from webarticlecurator.base.model.article import Article
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.proposing.trial.one_article import extract
from webarticlecurator.tei.documents.document import build_document
from webarticlecurator.tei.documents.read import read_header
from webarticlecurator.tei.documents.validation import validate

FILE = "portal: echo\nhome: https://echo.example/\narchive: {url: https://echo.example/list, links: h2}\n"
REUTERS = {"@type": "Organization", "name": "Reuters"}
PERSON = {"@type": "Person", "name": "Ann Bee"}


@pytest.mark.parametrize(
    ("author", "kinds"),
    [
        ([PERSON, REUTERS], ["persName", "orgName"]),
        ({"@type": ["Thing", "NewsMediaOrganization"], "name": "The  Desk"}, ["orgName"]),
        ("Reuters", ["persName"]),  # nobody says what it is
        ([PERSON, {**PERSON, "@type": "Organization"}], ["persName"]),  # both: a person
        ({"@type": ["Person", "Organization"], "name": "Ann Bee"}, ["persName"]),
        (
            {
                "@type": "Person",
                "name": "Ann Bee",
                "worksFor": {"@type": "Organization", "name": "Ann Bee"},
            },
            ["persName"],
        ),
        ({"@type": 7, "name": ["x"]}, None),
    ],
)
def test_the_kind_of_an_author(tmp_path: Path, author: object, kinds: list[str] | None) -> None:
    path = tmp_path / "echo.yaml"
    path.write_text(FILE, encoding="utf-8")
    data = json.dumps({"@type": "NewsArticle", "headline": "H", "author": author})
    html = f'<script type="application/ld+json">{data}</script><article><p>{"Words of it. " * 60}</p></article>'
    portal = load_portal(path)
    made = extract(portal, "https://echo.example/one", html.encode())
    assert isinstance(made, Article)
    content = build_document(made, portal).content
    assert validate(content) == ()
    assert read_header(content).metadata == made.metadata
    if kinds is not None:
        text = content.decode("utf-8")
        title = text[: text.index("</titleStmt>")]
        assert [
            kind
            for line in title.splitlines()
            for kind in ("persName", "orgName")
            if f"<{kind}>" in line
        ] == kinds
        assert text.count("<schema:Organization>") == kinds.count("orgName")
