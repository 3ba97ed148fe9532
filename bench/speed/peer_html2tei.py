"""Pages made TEI of by HTML2TEI, for ``html2tei_speed.py``, which runs it in a virtual environment
with HTML2TEI, isolated: ``html2tei.py`` beside it is another module.

usage: python -I bench/speed/peer_html2tei.py JOB.json

``JOB.json``: ``name`` of the portal, its ``roots`` and ``drops`` as arguments of BeautifulSoup's
``find``, a ``base`` (the TEI without an article), ``articles`` (lists of pages, each an address and
its text), and ``configs``, the folder with HTML2TEI's own portal configs, or null. For each line of
the input, the number of an article, prints the seconds of the processor that
``process_article_clean`` takes, from the text of the pages to the bytes of the TEI, and the number
of words in its body.

Without ``configs`` the portal is described by ``roots`` and ``drops``; all tags of the pages are in
the table of tags beforehand, each by its name; and of metadata there is the title alone. So there
is less to do than with a config that was written for the portal.
"""

from __future__ import annotations

import json
import re
import sys
import time
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from bs4 import BeautifulSoup
from html2tei import BASIC_LINK_ATTRS, read_config
from html2tei.portal_article_cleaner import process_article_clean
from html2tei.tei_utils import decomposing, to_friendly
from lxml import etree

NAMES = {
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), "cimsor"),
    **dict.fromkeys(("b", "strong"), "felkover"),
    **dict.fromkeys(("i", "em"), "dolt"),
    **dict.fromkeys(("ul", "ol"), "lista"),
    **dict.fromkeys(("td", "th"), "oszlop"),
    **dict.fromkeys(("script", "style", "noscript", "form", "button"), "decompose"),
    "p": "bekezdes",
    "li": "listaelem",
    "blockquote": "idezet",
    "table": "table_text",
    "tr": "sor",
    "figure": "media_tartalom",
    "iframe": "beagyazott_tartalom",
    "a": "hivatkozas",
    "img": "media_hivatkozas",
    "div": "szakasz",
    "u": "alahuzott",
}
"""Tag → its name in HTML2TEI's tables; other tags are unwrapped."""
LINKS = {"a": "href", "img": "src", "iframe": "src"}
LOGGER = SimpleNamespace(log=lambda *_args, **_options: None)
TIME = datetime.fromisoformat("2021-09-07")
"""Without a zone, as HTML2TEI compares times."""
Call = tuple[list[Any], tuple[Any, ...]]
"""What ``process_article_clean`` is given beside the pages."""


def describe_by_config(job: dict[str, Any]) -> Call:
    """Return HTML2TEI's own config of the portal."""
    name, folder = job["name"], Path(job["configs"]) / job["name"]
    file = str(folder / f"{name}_specific.py")
    found = read_config.get_portal_spec_fun_and_dict_names(file, LOGGER)
    get_metadata, roots, decompose, excluded, prefix, bad_links, links, blocks, pairs = found[3:]
    tables = (str(folder / f"{name}_{kind}_tags_normal.tsv") for kind in ("text", "notext"))
    tags, rules = read_config.load_portal_specific_dicts(*tables, blocks, LOGGER)
    base = read_config.read_portal_tei_base_file(str(folder / f"{name}_BASE.xml"), LOGGER)
    body = (roots, decompose, excluded, tags, links, rules, pairs, prefix, bad_links)
    return [LOGGER, base, get_metadata, _load_converter()], body


def describe_by_roots(job: dict[str, Any]) -> Call:
    """Return a config with the roots and drops of the job."""
    roots, drops = job["roots"], [*job["drops"], [["script"], {}]]

    def decompose(root: Any) -> None:
        decomposing(root, drops)

    def find_metadata(_logger: Any, url: str, page: Any) -> dict[str, Any]:
        title = page.find("h1")
        name = title.text.strip() if title else "–"
        return {"sch:url": url, "sch:name": name, "sch:datePublished": TIME}

    tags = list_tags(job, decompose)
    rules = read_config.BLOCK_RULES
    nothing = re.compile("(?!)")
    body = (roots, decompose, _as_it_is, tags, BASIC_LINK_ATTRS, rules, {}, "https://x/", nothing)
    return [LOGGER, job["base"], find_metadata, _load_converter()], body


def list_tags(job: dict[str, Any], decompose: Any) -> dict[str, str]:
    """Return the table of the tags in the roots, as ``html2tei inventory-maker`` lists them."""
    tags: dict[str, str] = {}
    for _, text in (page for pages in job["articles"] for page in pages):
        page = BeautifulSoup(text.replace("<br>", " "), "lxml")
        root = next((root for a, b in job["roots"] if (root := page.find(*a, **b))), None)
        if root is None:
            raise SystemExit(f"{job['name']}: none of {job['roots']} is on a page")
        decompose(root)
        for tag in root.find_all():
            name = tag.name
            tags[to_friendly(tag, _as_it_is)] = (
                f"{NAMES.get(name, 'unwrap')}\t{LINKS.get(name, 'default')}"
            )
    return tags


def _as_it_is(tag: Any) -> Any:
    return tag


def _load_converter() -> Any:
    file = read_config.WRITE_OUT_MODES["eltedh"]
    return read_config.import_python_file("article_body_converters", file).process_article


def count_words(tei: bytes | None) -> int:
    """Return the number of words in the body of a TEI document, 0 without one."""
    if tei is None:
        return 0
    body = etree.fromstring(tei).find(".//{*}text/{*}body")
    assert body is not None
    return len(" ".join(map(str, body.itertext())).split())


def main() -> None:
    job = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    # a list that process_article_clean takes apart: logger, base, metadata, converter
    call = describe_by_config(job) if job["configs"] else describe_by_roots(job)
    print("ready", flush=True)
    for line in sys.stdin:
        pages = [(url, TIME, "<urn:uuid:0>", text) for url, text in job["articles"][int(line)]]
        start = time.process_time()
        _, (_, _, tei, _) = process_article_clean((pages, call))
        spent = time.process_time() - start
        print(spent, count_words(tei), flush=True)


if __name__ == "__main__":
    main()
