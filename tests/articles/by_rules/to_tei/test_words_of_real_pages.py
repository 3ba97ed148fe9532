"""The words of what is kept of a real page's root are the words of the TEI body: all, whole, once
and in order.

What is kept is found by a walk of its own, which knows rules and dictionary but nothing of blocks.
Pages with a portal file and without, and whole corpora: articles of several pages, several articles
on a page, live blogs, comments.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

import pytest
from lxml import etree
from tried_page import BASE, CHECKOUT, T, build_from, listing, page, portal_file, write_warc

from webarticlecurator.articles.blocks.article_roots import find_drops, find_roots
from webarticlecurator.articles.blocks.tag_dictionary import Tagger
from webarticlecurator.articles.by_rules.assemble import ArticleContext, assemble_article
from webarticlecurator.articles.by_rules.layout_choice import select_layout
from webarticlecurator.articles.by_rules.one_page import embedded_page, read_article_page
from webarticlecurator.articles.by_rules.split_pages import list_parts
from webarticlecurator.base.folders import data_folder
from webarticlecurator.base.model.article import PageExtract
from webarticlecurator.base.model.blocks import INLINE
from webarticlecurator.base.model.capture import Body
from webarticlecurator.base.portal.article_rules import ArticleRules
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.html_tags import CODE_TAGS, FALLBACK_TAGS
from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.captures.article_pages import ArticleStart
from webarticlecurator.crawling.captures.page_inspection import read_stored_page
from webarticlecurator.crawling.captures.split_articles import fragment_of
from webarticlecurator.crawling.workers.run_options import BuildOptions
from webarticlecurator.pages.page.displayed import find_hidden
from webarticlecurator.pages.page.page import Page, read_page
from webarticlecurator.pages.page.word_account import BLOCK_TAGS
from webarticlecurator.pages.rules.declared_access import is_declared_paid
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.portal_file.config.tags import base_tags
from webarticlecurator.storage.store.foreign import ForeignWarcs
from webarticlecurator.tei.documents.document import build_document


@dataclass
class Kept:
    """Text of the body, and of the comments, which stand at its end; a blank where a block begins
    or ends."""

    flow: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)

    @property
    def words(self) -> list[str]:
        return "".join(self.flow).split() + "".join(self.comments).split()


class Walk:
    """All text of an element that no rule and no row drops."""

    def __init__(
        self, page: Page, rules: ArticleRules, elements: tuple[etree._Element, ...], kept: Kept
    ) -> None:
        self._tagger = Tagger(rules.body.tags, base_tags())
        hidden = find_hidden(page, elements, is_declared_paid)
        self._dropped = set(find_drops(page, rules.body, elements)) | set(hidden)
        self._kept = kept
        for element in elements:
            if element not in self._dropped:
                self._read(element, kept.flow, root=True)

    def _read(self, element: etree._Element, into: list[str], *, root: bool = False) -> None:
        operation = self._tagger.choose(element).operation
        block = (
            element.tag in BLOCK_TAGS
            or operation.kind == "auto"
            or any(name not in INLINE for name in operation.names)
        )
        edge = " " if block or root or element.tag == "br" else ""
        into.append(edge)
        dropped = element in self._dropped or element.tag in CODE_TAGS or operation.kind == "drop"
        if root or not (dropped or (element.tag in FALLBACK_TAGS and operation.names)):
            self._inside(
                element,
                self._kept.comments
                if {"comment", "comments"}.intersection(operation.names)
                else into,
            )
        into.append(edge)

    def _inside(self, element: etree._Element, into: list[str]) -> None:
        into.append(element.text or "")
        for child in element:
            if isinstance(child.tag, str):
                self._read(child, into)
            into.append(child.tail or "")


def read_kept(
    portal: Portal, page: Page, kept: Kept, *, later: bool = False, part: str = ""
) -> Kept:
    """Add what is kept of a page; ``part``: of the article with that fragment alone."""
    rules = select_layout(portal, page).rules
    if later:
        rules = replace(
            rules, body=replace(rules.body, drop=(*rules.body.drop, *rules.body.first_page_only))
        )
    inner = embedded_page(page, rules)
    assert inner is not None
    if not part:
        Walk(inner, rules, find_roots(inner, rules.body), kept)
        return kept
    assert rules.split is not None
    named = {
        fragment_of(name.fragment): one.element for name, one, _ in list_parts(portal, rules, inner)
    }
    Walk(inner, rules, (named[part],), kept)
    return kept


def tei_words(content: bytes) -> list[str]:
    body = etree.fromstring(content).find("t:text/t:body", T)
    assert body is not None
    for description in list(body.iter("{*}figDesc")):
        description.getparent().remove(description)
    return "".join(str(text) for text in body.itertext()).split()


def fundus(shared: Path) -> Iterator[tuple[dict[str, str], bytes]]:
    folder = shared / "cases" / "fundus"
    for line in (folder / "pages.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        yield row, gzip.decompress((folder / row["html_file"]).read_bytes())


def differs(portal: Portal, url: str, content: bytes) -> bool:
    page = read_page(url, content, "text/html", encoding=portal.encoding)
    read = read_article_page(portal, page)
    assert isinstance(read, PageExtract), url
    made = build_document(
        assemble_article(portal, ArticleContext(url, metadata_url=url), [read]), portal
    ).content
    expected = read_kept(portal, page, Kept()).words
    return len("".join(expected)) < 100 or tei_words(made) != expected


def test_pages_with_a_portal_file(shared: Path) -> None:
    differing, looked = [], 0
    portal_of = cache(load_portal)
    for row, content in fundus(shared):
        path = CHECKOUT / "site_configs" / f"{row['publisher'].lower()}.yaml"
        if path.is_file():
            looked += 1
            if differs(portal_of(path), row["url"], content):
                differing.append(row["id"])
    assert differing == [] and looked >= 30


@pytest.mark.long
def test_pages_without_rules(shared: Path, tmp_path: Path) -> None:
    portal = load_portal(portal_file(tmp_path, ""))
    every = [(row["id"], row["url"], content) for row, content in fundus(shared)]
    assert [name for name, url, content in every if differs(portal, url, content)] == [] and len(
        every
    ) >= 100


@dataclass(frozen=True)
class Corpus:
    """The TEI of a built corpus against the pages it was made of."""

    portal: Portal
    folder: Path
    warcs: tuple[Path, ...]

    def check(self) -> tuple[set[str], list[str]]:
        """What kinds of articles there are, and the files that differ."""
        kinds: set[str] = set()
        differing = []
        with ForeignWarcs(self.warcs) as stored:
            bodies = {capture.record_id: stored.read(capture) for capture in stored.captures.all()}
        for path in sorted((self.folder / "tei").rglob("*.xml")):
            content = path.read_bytes()
            kinds |= kinds_of(content)
            if self._expected(content, bodies) != tei_words(content):
                differing.append(f"{self.portal.id}/{path.stem}")
        return kinds, differing

    def _expected(self, content: bytes, bodies: dict[str | None, Body]) -> list[str]:
        header = etree.fromstring(content)
        records = [
            str(found.text)
            for found in header.iterfind(
                ".//t:bibl[@type='capture']/t:idno[@type='WARC-Record-ID']", T
            )
        ]
        article = header.find(".//t:sourceDesc/t:bibl/t:ref[@type='canonical']", T).get("target")
        part = article.partition("#")[2]
        kept = Kept()
        for number, record in enumerate(records):
            url = bodies[record].capture.url
            page = read_stored_page(self.portal, bodies[record], ArticleStart(url), url)
            kept.flow.append(" ")
            read_kept(self.portal, page, kept, later=number > 0, part=part)
        return kept.words


def kinds_of(content: bytes) -> set[str]:
    root = etree.fromstring(content)
    paths = {
        "article": "t:p",
        "joined": "t:pb",
        "live": "t:post",
        "comments": "t:div[@type='comments']//t:post",
        "table": "t:table",
        "list": "t:list",
    }
    found = {
        kind for kind, path in paths.items() if root.find(f"t:text/t:body//{path}", T) is not None
    }
    split_off = "#" in root.find(".//t:sourceDesc/t:bibl/t:ref[@type='canonical']", T).get("target")
    return found | ({"split"} if split_off else set())


def stored_portals(shared: Path) -> Iterator[tuple[Portal, Path]]:
    for warc in sorted((shared / "cases" / "wac").glob("*.warc.gz")):
        path = CHECKOUT / "site_configs" / f"{warc.name.partition('.')[0]}.yaml"
        if path.is_file():
            yield load_portal(path), warc


@pytest.mark.long
def test_stored_corpora(shared: Path, tmp_path: Path) -> None:
    kinds: set[str] = set()
    differing: list[str] = []
    for portal, warc in stored_portals(shared):
        build(portal, tmp_path / portal.id, BuildOptions(warcs=(warc,)))
        found, wrong = Corpus(portal, tmp_path / portal.id, (warc,)).check()
        kinds |= found
        differing += wrong
    assert differing == []
    assert {"article", "joined", "live", "list", "table"} <= kinds


def test_articles_of_every_kind(demo_corpus: Path) -> None:
    portal = load_portal(data_folder("examples") / "demo.yaml")
    warcs = tuple(sorted((demo_corpus / "warc").glob("*articles*.warc.gz")))
    kinds, differing = Corpus(portal, demo_corpus, warcs).check()
    assert differing == []
    assert {"article", "joined", "live", "comments", "table", "list"} <= kinds


THREAD = """<div class=post id=p{0}>első <b>be</b>jegyzés {0}<p>egy <x-odd>kettő</x-odd> három</p><ul><li>alfa<li>béta</ul>
<div class=ad>reklám</div>vége</div> közte
<div class=post>második<br>bejegyzés {0} <blockquote>idézet<p>vége</blockquote></div>"""
SPLIT = 'article: {split: {css: div.post, id: "@id"}, next_page: {css: "a.next"}, body: {drop: [.ad]}}\n'


def test_several_articles_on_a_page(tmp_path: Path) -> None:
    pages = {
        f"{BASE}/list/1": listing("/t/1"),
        f"{BASE}/t/1": page(THREAD.format(1), around='<a class=next href="/t/2">2</a>'),
        f"{BASE}/t/2": page(THREAD.format(2)),
    }
    warc = write_warc(tmp_path / "x.warc", pages)
    build_from(tmp_path, warc, rules=SPLIT)
    made = Corpus(load_portal(tmp_path / "echo.yaml"), tmp_path / "corpus", (warc,))
    kinds, differing = made.check()
    assert differing == [] and "split" in kinds
    files = sorted((tmp_path / "corpus" / "tei").rglob("*.xml"))
    assert len(files) == 4
    changed = files[0].read_text(encoding="utf-8").replace("vége", "vé ge")
    files[0].write_text(changed, encoding="utf-8", newline="\n")
    assert made.check()[1] == [f"echo/{files[0].stem}"], "the check sees a word that is cut"
