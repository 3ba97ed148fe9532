"""Every character of a real page's root is in the TEI body, once and in order, or in something that a named rule drops."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

from lxml import etree
from operators_material import CHECKOUT

from webarticlecurator import tei
from webarticlecurator.config import base_tags, load_portal
from webarticlecurator.extract import Facts, assemble, choose, read_article_page
from webarticlecurator.extract.display import CODE_TAGS, FALLBACK_TAGS
from webarticlecurator.extract.read_article_page import carried
from webarticlecurator.extract.root import drops, roots
from webarticlecurator.extract.tags import Tagger
from webarticlecurator.model.article import PageExtract
from webarticlecurator.model.portal import Portal
from webarticlecurator.page import Page, read_page

TEXT = "{http://www.tei-c.org/ns/1.0}text"


def rows(shared: Path) -> Iterator[tuple[str, str, Path, Portal]]:
    """Id, address, file and portal of every page whose publisher has a portal file."""
    folder = shared / "cases" / "fundus"
    for line in (folder / "pages.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        path = CHECKOUT / "site_configs" / f"{row['publisher'].lower()}.yaml"
        if path.is_file():
            yield row["id"], row["url"], folder / row["html_file"], load_portal(path)


def kept(element: etree._Element, dropped: set[etree._Element], tagger: Tagger) -> Iterator[str]:
    """The text of a root without what is dropped: a walk of its own."""
    operation = tagger.choose(element).operation
    if element in dropped or element.tag in CODE_TAGS or operation.kind == "drop":
        return
    if element.tag in FALLBACK_TAGS and operation.names:
        return
    yield element.text or ""
    for child in element:
        if isinstance(child.tag, str):
            yield from kept(child, dropped, tagger)
        yield child.tail or ""


def of_page(portal: Portal, page: Page) -> str:
    rules = choose(portal, page).rules
    inner = carried(page, rules)
    assert inner is not None
    elements = roots(inner, rules.body)
    dropped = set(drops(inner, rules.body, elements))
    tagger = Tagger(rules.body.tags, base_tags())
    return "".join("".join(text.split()) for root in elements for text in kept(root, dropped, tagger))


def of_tei(portal: Portal, page: Page, read: PageExtract) -> str:
    article = assemble(portal, Facts(page.url, head=page.url), [read])
    body = etree.fromstring(tei.document(article, portal).content).find(TEXT)
    assert body is not None
    for description in list(body.iter("{*}figDesc")):
        description.getparent().remove(description)
    return "".join("".join(str(text).split()) for text in body.itertext())


def test_the_text_of_real_pages_is_the_text_of_their_tei(shared: Path):
    differing, looked = [], 0
    for name, url, path, portal in rows(shared):
        page = read_page(url, gzip.decompress(path.read_bytes()), "text/html", encoding=portal.encoding)
        read = read_article_page(portal, page)
        assert isinstance(read, PageExtract), name
        looked += 1
        if of_page(portal, page) != of_tei(portal, page, read):
            differing.append(name)
    assert differing == [] and looked >= 30
