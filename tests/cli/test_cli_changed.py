"""Real archive pages, changed a little: what must change in the answer changes, and nothing else."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from lxml import etree
from warc_pages import read_warc_page

from webarticlecurator.base.folders import data_folder
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.pages.page.page import Page, read_page
from webarticlecurator.pages.rules.link_addresses import find_link_address, resolve
from webarticlecurator.pages.rules.results import select_elements, select_links
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.proposing.trial.page_links import list_links

LISTS = [
    ("p24", "https://24.hu/kulfold/2015/11/page/15/"),
    ("p24_rangado", "https://rangado.24.hu/author/dajkab/page/29/"),
    ("hvg", "https://hvg.hu/kultura/1050"),
    ("p444", "https://444.hu/2019/07/06"),
    ("valasz", "http://valasz.hu/publi?page=2"),
    ("kremmania_forum", "https://forum.kremmania.hu/latest?no_definitions=true&page=2"),
    ("maszol", "https://maszol.ro/belfold/oldal/476"),
    ("feol", "https://www.feol.hu/orszag-vilag/page/169/"),
    ("kurucinfo", "https://kuruc.info/t/52/"),
    (
        "magyarnarancs",
        "https://magyarnarancs.hu/kereses?search_txt=.&search_szerzo=&search_idoszak_tol=2006-03-23"
        "&search_idoszak_ig=2006-03-23&page=2",
    ),
    ("termvil", "https://termvil.hu/cikkek/page/2/"),
    ("epiteszforum", "https://epiteszforum.hu/archivum?search=&p=486"),
    (
        "kronikaonline",
        "https://kronikaonline.ro/kereses?op=search&src_words=.&src_author=&src_search=KERES%C3%89S&page=1583",
    ),
    ("bbeacon", "https://budapestbeacon.com/search/?_sf_s&sf_paged=436"),
    ("szekelyhon", "https://szekelyhon.ro/mod/open24h.php?p=50"),
    ("think_transindex", "https://think.transindex.ro/?page=23"),
    ("lelato_transindex", "https://lelato.transindex.ro/aktualis/4"),
    ("tv_transindex", "https://tv.transindex.ro/?kategoria=14"),
    ("p24_roboraptor", "https://roboraptor.24.hu/konyv/page/7/"),
    ("p24_sokszinuvidek", "https://sokszinuvidek.24.hu/author/kuno/page/6/"),
]
RELATIVE = ("hvg", "valasz", "kurucinfo", "magyarnarancs", "epiteszforum")
"""Their links have no host."""
HTML_LISTS = pytest.mark.parametrize(("name", "url"), LISTS, ids=[name for name, _ in LISTS])


def _portal(name: str) -> Portal:
    return load_portal(data_folder("site_configs") / f"{name}.yaml")


def _stored(shared: Path, name: str, url: str) -> StoredPage:
    return read_warc_page(shared / "cases" / "wac" / f"{name}.warc.gz", url)


def _page(stored: StoredPage) -> Page:
    return read_page(stored.url, stored.content, stored.content_type)


def _answer(portal: Portal, stored: StoredPage, page: Page) -> set[str]:
    """The links of a changed tree, written out and read again."""
    content = etree.tostring(page.root, encoding="utf-8", method="html")
    return set(
        list_links(portal, StoredPage(stored.url, content, "text/html; charset=utf-8")).articles
    )


def _items(portal: Portal, page: Page) -> list[tuple[etree._Element, str]]:
    """The listed elements with their addresses."""
    found = select_elements(portal.links, page, any_of=True)
    return [
        (e, resolve(page.base, href).partition("#")[0])
        for e in found
        if (href := find_link_address(e))
    ]


@HTML_LISTS
def test_an_item_deleted_is_exactly_its_link_fewer(name: str, url: str, shared: Path) -> None:
    portal, stored = _portal(name), _stored(shared, name, url)
    whole = set(list_links(portal, stored).articles)
    chosen = sorted(whole)[len(whole) // 2]
    page = _page(stored)
    for element, address in _items(portal, page):
        if address == chosen:
            element.drop_tree()
    assert _answer(portal, stored, page) == whole - {chosen}


@HTML_LISTS
def test_items_in_another_order_are_the_same_set(name: str, url: str, shared: Path) -> None:
    portal, stored = _portal(name), _stored(shared, name, url)
    page = _page(stored)
    items = [e for e, _ in _items(portal, page)]
    parents = list(dict.fromkeys(a for e in items for a in e.iterancestors()))
    common = next(a for a in parents if all(a in set(e.iterancestors()) for e in items))
    children = list(common)
    random.Random(7).shuffle(children)
    for child in children:
        common.append(child)
    assert [e for e in page.root.iter() if e in items] != items
    assert _answer(portal, stored, page) == set(list_links(portal, stored).articles)


@pytest.mark.parametrize(("name", "url"), [pair for pair in LISTS if pair[0] in RELATIVE])
def test_relative_links_follow_the_page_to_another_host(name: str, url: str, shared: Path) -> None:
    portal, stored = _portal(name), _stored(shared, name, url)
    host = url.split("/")[2]
    moved = url.replace(host, "mirror.example", 1)
    there = read_page(moved, stored.content, stored.content_type)
    expected = {a.replace(host, "mirror.example", 1) for a in list_links(portal, stored).articles}
    assert set(select_links(portal.links, there)) == expected


@pytest.mark.parametrize(("name", "url"), [pair for pair in LISTS if pair[0] not in RELATIVE])
def test_absolute_links_stay_on_another_host(name: str, url: str, shared: Path) -> None:
    portal, stored = _portal(name), _stored(shared, name, url)
    there = read_page("https://mirror.example/list", stored.content, stored.content_type)
    assert set(select_links(portal.links, there)) == set(list_links(portal, stored).articles)


def test_json_list_loses_an_item_and_moves_host(shared: Path) -> None:
    url = "https://nepszava.hu/json/list.json?type_path=tag&data_path=velemeny&pageCount=1"
    portal, stored = _portal("nepszava"), _stored(shared, "nepszava", url)
    whole = list_links(portal, stored)
    days = json.loads(stored.content)
    gone = next(iter(days.values())).pop(0)["link"]
    fewer = list_links(portal, StoredPage(url, json.dumps(days).encode(), stored.content_type))
    assert set(whole.articles) - set(fewer.articles) == {
        f"https://nepszava.hu/json/cikk.json?id={gone}"
    }
    there = read_page("https://mirror.example/api/list.json", stored.content, stored.content_type)
    assert set(select_links(portal.links, there)) == {
        a.replace("nepszava.hu/json", "mirror.example/api") for a in whole.articles
    }


def test_json_past_the_end_lists_nothing_and_ends_the_walk() -> None:
    url = "https://nepszava.hu/json/list.json?type_path=tag&data_path=velemeny&pageCount=99"
    answer = list_links(
        _portal("nepszava"), StoredPage(url, b'{"error": "404"}', "application/json")
    )
    assert (answer.column, answer.articles, answer.next_page) == ("velemeny", (), None)
