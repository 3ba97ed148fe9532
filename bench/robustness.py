"""How far reading without rules falls when a page gives fewer signs, or misleading ones: Fundus
pages, each changed in one way.

usage: python bench/robustness.py [SHARED] [--only NAME …]

Reads SHARED/cases/fundus (default ../shared), changes every page in the way named in each row and
prints the mean body F1, how much it is below that of the page as it was, the worst page and how
many pages fall below .9 and .5. A guess that leans on one sign alone falls in the row in which that
sign is gone. The pages themselves are never written.
"""

from __future__ import annotations

import gzip
import hashlib
import importlib.util
import json
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from types import ModuleType
from typing import Any

from lxml import etree, html

sys.path.insert(0, str(Path(__file__).resolve().parent))

from metadata import portals
from options import parser_with_shared

from webarticlecurator.extract import read_article_page
from webarticlecurator.model.article import PageExtract
from webarticlecurator.page import read_page
from webarticlecurator.tei import plain_lines

Row = dict[str, Any]
Tree = html.HtmlElement
TITLE = "The bridge over the river stays closed for the whole of the winter"
_BODY = re.compile(r'"articleBody"\s*:\s*"(?:[^"\\]|\\.)*"')
SENTENCE = "The bridge stays closed until the spring, said the mayor on Monday, and nobody who lives beyond the river was surprised. "


def as_it_is(tree: Tree) -> None:
    """Parsed and written again, nothing else."""


def no_names(tree: Tree) -> None:
    """Classes, ids and data attributes are hashes, as build tools write them."""
    for element in tree.iter(etree.Element):
        for key in (
            "class",
            "id",
            "role",
            "name",
            "data-testid",
            "data-component",
            "data-type",
            "data-module",
            "data-block",
        ):
            value = element.get(key)
            if value and element.tag != "meta":
                element.set(
                    key,
                    " ".join(
                        "x" + hashlib.md5(part.encode()).hexdigest()[:6] for part in value.split()
                    ),
                )


def no_json_ld(tree: Tree) -> None:
    for script in tree.xpath("//script[@type='application/ld+json']"):
        script.drop_tree()


def short_json_ld(tree: Tree) -> None:
    """Of the text JSON-LD gives the beginning alone, as for readers who have not paid."""
    for script in tree.xpath("//script[@type='application/ld+json'][contains(., 'articleBody')]"):
        script.text = _BODY.sub(lambda body: body[0][:400].rstrip("\\") + '"', script.text)


def key_points(tree: Tree) -> None:
    """A list of what the article says in short stands between title and text."""
    points = "".join(
        f"<li>{SENTENCE.replace('Monday', day) * 2}</li>" for day in ("Monday", "Tuesday", "Friday")
    )
    for title in tree.xpath("(//h1)[last()]"):
        title.addnext(html.fragment_fromstring(f"<div class=x3><div><ul>{points}</ul></div></div>"))


def no_meta(tree: Tree) -> None:
    """No OpenGraph, no description."""
    for meta in tree.xpath("//meta[@property or @name]"):
        meta.drop_tree()


def no_semantics(tree: Tree) -> None:
    """article, main, section, header, footer, aside, nav, figure and the like are div; no itemprop,
    no role."""
    names = "article main section header footer aside nav figure figcaption hgroup address".split()
    for element in tree.iter(etree.Element):
        element.tag = "div" if element.tag in names else element.tag
        for key in ("itemprop", "itemtype", "role"):
            element.attrib.pop(key, None)


def no_headings(tree: Tree) -> None:
    for element in tree.iter("h1", "h2", "h3", "h4", "h5", "h6"):
        element.tag = "div"


def no_signs(tree: Tree) -> None:
    """All of the above: text in div and p alone."""
    for change in (no_names, no_json_ld, no_meta, no_semantics, no_headings):
        change(tree)


def no_paragraphs(tree: Tree) -> None:
    """Paragraphs end in two br, as about 2000: runs of p become text in their parent."""
    for paragraph in list(tree.iter("p")):
        if paragraph.getparent() is None:
            continue
        breaks = [etree.SubElement(paragraph, "br"), etree.SubElement(paragraph, "br")]
        breaks[1].tail = "\n"
        paragraph.drop_tag()


def wrapped(tree: Tree) -> None:
    """Each paragraph stands alone in a division, as content management systems build pages of
    components."""
    for paragraph in list(tree.iter("p")):
        around = paragraph.getparent()
        if around is not None:
            box = html.fragment_fromstring("<div class=component></div>")
            box.tail, paragraph.tail = paragraph.tail, None
            around.replace(paragraph, box)
            box.append(paragraph)


def in_table(tree: Tree) -> None:
    """The page stands in the middle cell of a table, menus left and right of it; divisions are
    tables, too."""
    for element in list(tree.iter("article", "main", "section", "aside", "nav")):
        element.tag = "div"
    body = tree.find("body")
    row = html.fragment_fromstring(
        f"<table width=760><tr><td width=150>{_menu()}</td><td></td><td width=180>{_menu()}</td></tr></table>"
    )
    cell = row.findall(".//td")[1]
    cell.text, body.text = body.text, None
    cell.extend(list(body))
    body.append(row)


def another_below(tree: Tree) -> None:
    """Another article, as long as many, follows in an element of the same kind."""
    _append(tree, f"<article><h1>{TITLE}</h1>{_prose(18)}</article>")


def another_below_in_div(tree: Tree) -> None:
    _append(tree, f"<div class=story><h2>{TITLE}</h2>{_prose(18)}</div>")


def teasers(tree: Tree) -> None:
    """Forty teasers with a sentence each before the text and again after it."""
    one = (
        f"<div><h3><a href='/news/the-bridge-stays-closed'>{TITLE}</a></h3><p>{SENTENCE}</p></div>"
    )
    tree.find("body").insert(0, html.fragment_fromstring(f"<div>{one * 40}</div>"))
    _append(tree, f"<div>{one * 40}</div>")


def comments(tree: Tree) -> None:
    """Thirty comments below the text that nothing but their class names as that."""
    one = f"<li><b>somebody</b> <i>12:30</i><p>{SENTENCE}{SENTENCE}</p><a href='#reply'>Reply</a></li>"
    _append(tree, f"<div class=comments><ol>{one * 30}</ol></div>")


def comments_unnamed(tree: Tree) -> None:
    one = f"<li><b>somebody</b> <i>12:30</i><p>{SENTENCE}{SENTENCE}</p><a href='#reply'>Reply</a></li>"
    _append(tree, f"<div class=x1><ol>{one * 30}</ol></div>")


def consent(tree: Tree) -> None:
    """A layer with the text of a consent banner before everything, named as nothing."""
    text = "We and our 812 partners store cookies on your device, with your consent, to measure and improve. "
    tree.find("body").insert(
        0, html.fragment_fromstring(f"<div class=x2>{f'<p>{text * 2}</p>' * 6}</div>")
    )


def legal(tree: Tree) -> None:
    """A long imprint below everything, in small type."""
    _append(tree, f"<div><font size=1>{SENTENCE.replace('bridge', 'publisher') * 12}</font></div>")


def _prose(paragraphs: int) -> str:
    return "".join(
        f"<p>{SENTENCE.replace('Monday', f'day {n}') * 3}</p>" for n in range(paragraphs)
    )


def _menu() -> str:
    return "".join(f"<a href='/{n}'>Section number {n}</a><br>" for n in range(25))


def _append(tree: Tree, fragment: str) -> None:
    tree.find("body").append(html.fragment_fromstring(fragment))


CHANGES: tuple[Callable[[Tree], None], ...] = (
    as_it_is,
    no_names,
    no_json_ld,
    short_json_ld,
    no_meta,
    no_semantics,
    no_headings,
    no_signs,
    no_paragraphs,
    wrapped,
    in_table,
    another_below,
    another_below_in_div,
    teasers,
    comments,
    comments_unnamed,
    consent,
    legal,
    key_points,
)


@dataclass(frozen=True)
class Bench:
    """Where the pages are, the scorer beside them, and a folder for portal files."""

    shared: Path
    scorer: ModuleType
    folder: Path
    made: dict[Any, Any]

    def pages(self) -> Iterator[tuple[Row, bytes]]:
        cases = self.shared / "cases" / "fundus"
        for line in (cases / "pages.jsonl").read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            yield row, gzip.decompress((cases / row["html_file"]).read_bytes())

    def f1(self, row: Row, content: bytes) -> float:
        """Body F1 of what is read; a page that is taken for no article gives nothing."""
        captured = date.fromisoformat(row["crawl_date"][:10])
        page = read_page(row["url"], content, "text/html; charset=utf-8", captured=captured)
        read = read_article_page(portals(self.folder, row, self.made), page)
        text = "\n".join(plain_lines(read.blocks)) if isinstance(read, PageExtract) else ""
        return float(self.scorer.text_prf(text, self.scorer.gold_text(row["gold"]["body"]))[2])


def changed(content: bytes, change: Callable[[Tree], None]) -> bytes:
    tree = html.document_fromstring(
        content.decode("utf-8", "replace").encode(), parser=html.HTMLParser(encoding="utf-8")
    )
    change(tree)
    return bytes(html.tostring(tree, encoding="utf-8", doctype="<!DOCTYPE html>"))


def scorer(shared: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        "score_fundus", shared / "tools" / "score_fundus.py"
    )
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main() -> None:
    options = parser_with_shared(__doc__)
    options.add_argument(
        "--only",
        nargs="+",
        choices=[change.__name__ for change in CHANGES],
        help="these changes only",
    )
    given = options.parse_args()
    print(f"{'change':22} {'F1':>6} {'fall':>6} {'worst':>6} {'<.9':>4} {'<.5':>4}  worst page")
    usual = None
    with tempfile.TemporaryDirectory() as scratch:
        bench = Bench(given.shared, scorer(given.shared), Path(scratch), {})
        for change in CHANGES:
            if given.only and change.__name__ not in (*given.only, "as_it_is"):
                continue
            found = {
                row["id"]: bench.f1(row, changed(content, change)) for row, content in bench.pages()
            }
            mean = sum(found.values()) / len(found)
            usual = mean if usual is None else usual
            worst = min(found, key=lambda page: (found[page], page))
            low, lost = (sum(f1 < limit for f1 in found.values()) for limit in (0.9, 0.5))
            print(
                f"{change.__name__:22} {mean:6.4f} {mean - usual:+6.3f} {found[worst]:6.3f} {low:4} {lost:4}  {worst}",
                flush=True,
            )


if __name__ == "__main__":
    main()
