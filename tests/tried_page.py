"""A made-up portal: its file, its pages in a WARC as any crawler writes them, and the TEI that
comes of them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from checkout import CHECKOUT
from lxml import etree
from response_records import response_record

from webarticlecurator.articles.by_rules.identity import article_id
from webarticlecurator.base.model.article import Article, Rejected
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.states.summary import Summary
from webarticlecurator.crawling.workers.run_options import BuildOptions, Runtime
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.proposing.trial.one_article import extract
from webarticlecurator.tei.documents.document import build_document
from webarticlecurator.tei.documents.validation import validate

BASE = "https://echo.example"
URL = f"{BASE}/2019/one"
T = {
    "t": "http://www.tei-c.org/ns/1.0",
    "s": "https://schema.org/",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "dcterms": "http://purl.org/dc/terms/",
}
HEAD = f"""\
portal: echo
title: The Echo
home: {BASE}/
language: hu
timezone: Europe/Budapest
archive: {{url: "{BASE}/list/{{page}}", pagination: {{mode: numbered}}, links: h2}}
"""
RULES = "article: {body: {root: article}}\n"


def page(text: str, head: str = "", around: str = "") -> str:
    """An article's page; ``text`` is the inside of its root."""
    return f"<html><head><title>Cím</title>{head}</head><body><article>{text}</article>{around}</body></html>"


def portal_file(folder: Path, rules: str = RULES, **files: str) -> Path:
    """A portal file of HEAD and ``rules``, and files beside it (``echo__tags__tsv``)."""
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text, encoding="utf-8", newline="\n")
    path = folder / "echo.yaml"
    path.write_text(HEAD + rules, encoding="utf-8", newline="\n")
    return path


@dataclass(frozen=True)
class Tried:
    """What became of one page: the article or its rejection, and of an article its TEI, which is
    valid."""

    found: Article | Rejected
    content: bytes
    tree: etree._Element

    @property
    def article(self) -> Article:
        assert isinstance(self.found, Article), self.found
        return self.found

    @property
    def words(self) -> list[str]:
        """The words of the TEI body as a reader of the file gets them."""
        (body,) = self.tree.xpath("//t:text/t:body", namespaces=T)
        return " ".join(body.xpath("string()").split()).split()

    def at(self, path: str) -> list[str]:
        """Strings at an XPath, white space as one blank; ``t:`` is TEI, ``s:`` Schema.org."""
        found = self.tree.xpath(path, namespaces=T)
        texts = (
            item.xpath("string()") if isinstance(item, etree._Element) else item for item in found
        )
        return [" ".join(str(text).split()) for text in texts]


def try_page(
    folder: Path, html: str | bytes, rules: str = RULES, url: str = URL, **files: str
) -> Tried:
    """One page by the rules; the TEI of an article is checked against the schema."""
    portal = load_portal(portal_file(folder, rules, **files))
    content = html if isinstance(html, bytes) else html.encode("utf-8")
    found = extract(
        portal, url, content, "text/html; charset=utf-8" if isinstance(html, str) else None
    )
    if isinstance(found, Rejected):
        return Tried(found, b"", etree.Element("none"))
    made = build_document(found, portal).content
    assert validate(made) == ()
    return Tried(found, made, etree.fromstring(made))


def write_warc(
    path: Path, pages: Mapping[str, str | bytes], content_type: str = "text/html; charset=utf-8"
) -> Path:
    """A plain WARC file of response records, with no header that is this project's or the
    predecessor's own."""
    with path.open("wb") as stream:
        for url, text in pages.items():
            body = text.encode("utf-8") if isinstance(text, str) else text
            record = article_id(url)  # any name will do that is the same in every run
            number = int.from_bytes(record.encode()[-6:], "big") % 10**12
            number_id = f"00000000-0000-4000-8000-{number:012}"
            stream.write(response_record(url, body, number_id, content_type))
    return path


def listing(*paths: str) -> str:
    return (
        "<html><body>"
        + "".join(f'<h2><a href="{path}">{path}</a></h2>' for path in paths)
        + "</body></html>"
    )


def build_from(
    folder: Path, *warcs: Path, rules: str = RULES, runtime: Runtime | None = None
) -> Summary:
    """A corpus in ``folder``/corpus out of WARC files of another origin."""
    return build(
        load_portal(portal_file(folder, rules)),
        folder / "corpus",
        BuildOptions(warcs=warcs),
        runtime,
    )


def tei_files(folder: Path) -> dict[str, bytes]:
    """Path below tei/ → bytes."""
    top = folder / "corpus" / "tei"
    return {p.relative_to(top).as_posix(): p.read_bytes() for p in sorted(top.rglob("*.xml"))}


def titles(folder: Path) -> list[str]:
    trees = [etree.fromstring(content) for content in tei_files(folder).values()]
    return sorted(tree.findtext(".//t:titleStmt/t:title", "", T) for tree in trees)


def curator(
    folder: Path, *arguments: str, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """The command in a process of its own, from ``folder``."""
    command = [sys.executable, "-m", "webarticlecurator", *arguments]
    surroundings = {**os.environ, "PYTHONPATH": str(CHECKOUT), **environment}
    return subprocess.run(command, cwd=folder, env=surroundings, capture_output=True, check=False)


def portal_of(folder: Path, rules: str = RULES) -> Portal:
    return load_portal(portal_file(folder, rules))
