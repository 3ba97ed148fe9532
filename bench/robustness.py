"""How far reading without rules falls when a page gives fewer signs, or misleading ones: pages with
marked text, each changed in one way.

usage: python bench/robustness.py [SHARED] [--only NAME …] [--every N] [--jobs N] [--list]
       [--folds FOLDER] [--more FILE …]

Reads SHARED/cases/fundus and SHARED/cases/scrapinghub (default ../shared), and with ``--more`` test
pages of other tools (``package_pages.py``), changes every page in the way named in each row and prints the mean body F1 of each set, how much it is below that of the
page as it was, and how many of all pages fall below .9 and .5. A guess that leans on one sign alone
falls in the row in which that sign is gone. ``--every 3`` reads every third page, in the order of
their ids; ``--list`` also prints the pages below .5, each with its precision, its recall, the
cause in words and the element that was taken; the last lines count the causes. The last line counts the rows of ``damage.py`` alone. The pages themselves
are never written. The classifier of text units was trained on pages of both sets and on damaged
ones; with ``--folds`` each page is read by the one that was trained without the pages of its site
(``bench/train_units.py --folds FOLDER``): these are the figures to judge by.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any
from unittest import mock

from lxml import etree, html

sys.path.insert(0, str(Path(__file__).resolve().parent))

from article_texts import PACKAGES, SETS, read_packages, read_sets
from damage import DAMAGES, SENTENCE, TITLE, Damage, change_page
from metadata_pages import portals
from options import parser_with_sets

from webarticlecurator.article import read_article_page
from webarticlecurator.guess import judge_choice
from webarticlecurator.guess.article_text import ArticleText, find_article_text
from webarticlecurator.guess.classify_units import UnitClassifier, read_classifier
from webarticlecurator.model.article import PageExtract
from webarticlecurator.model.portal import Portal
from webarticlecurator.page import read_page
from webarticlecurator.tei import plain_lines

Tree = html.HtmlElement
_BODY = re.compile(r'"articleBody"\s*:\s*"(?:[^"\\]|\\.)*"')
_WORDS = re.compile(r"\w+")


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


def _ignoring_text(change: Callable[[Tree], None]) -> Damage:
    return lambda tree, _text: change(tree)


ROWS: dict[str, Damage] = {
    **{change.__name__: _ignoring_text(change) for change in CHANGES},
    **DAMAGES,
}
"""Name of a row → how it changes a page, of which the marked text is given, too."""


@dataclass(frozen=True)
class MarkedPage:
    """A page with the marked text of its article, and the fold of its site."""

    set: str
    id: str
    url: str
    portal: Portal
    content: bytes
    text: str
    fold: int


@dataclass(frozen=True)
class Score:
    """How well a page is read; ``taken`` describes the elements that were taken, ``left_out`` is the
    reason for which most in them was left out (empty where that is less than half of the marked
    text), ``rejected`` that of a page that was taken for no article; ``confidence`` is that of the
    text (None for a rejected page)."""

    set: str
    id: str
    precision: float
    recall: float
    taken: str
    left_out: str = ""
    rejected: str = ""
    confidence: int | None = None

    @property
    def f1(self) -> float:
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0

    @property
    def cause(self) -> str:
        """Why a page is read badly."""
        if self.rejected:
            return f"rejected: {self.rejected}"
        if self.left_out and self.recall < 0.5:
            return f"left out as {self.left_out}"
        if self.recall >= 0.5:
            return "further text kept"
        return "part of the text taken" if self.precision >= 0.5 else "another text taken"


def read_pages(
    shared: Path, more: Iterable[Path], folder: Path, every: int = 1
) -> list[MarkedPage]:
    """Return every Nth page of each set, ordered by id; their portal files are written to
    ``folder``."""
    made: dict[Any, Portal] = {}
    pages = [
        MarkedPage(
            marked.set_name,
            marked.id,
            marked.url,
            portals(folder, {"lang": "en", "country": "", **marked.row}, made),
            marked.content,
            marked.text,
            marked.fold,
        )
        for marked in (*read_sets(shared), *read_packages(more))
    ]
    pages.sort(key=lambda page: page.id)
    return [
        page
        for name in (*SETS, PACKAGES)
        for page in [page for page in pages if page.set == name][::every]
    ]


def score(page: MarkedPage, *, change: str) -> Score:
    """Return how well the text of a changed page is read; a page that is taken for no article gives
    nothing."""
    made_page = read_page(
        page.url, change_page(page.content, page.text, ROWS[change]), "text/html; charset=utf-8"
    )
    read = read_article_page(page.portal, made_page)
    text = "\n".join(plain_lines(read.blocks)) if isinstance(read, PageExtract) else ""
    given, marked = (Counter(_WORDS.findall(words.lower())) for words in (text, page.text))
    shared = sum((given & marked).values())
    found = find_article_text(made_page)
    taken = " ".join(map(_describe, found.roots)) if found else "nothing"
    return Score(
        page.set,
        page.id,
        shared / (given.total() or 1),
        shared / (marked.total() or 1),
        taken,
        _main_reason(found, len(page.text)) if found else "",
        "" if isinstance(read, PageExtract) else read.reason,
        read.confidence if isinstance(read, PageExtract) else None,
    )


def score_unseen(page: MarkedPage, *, change: str, folds: Path) -> Score:
    """Return how well a page is read by the classifier that has not seen its site."""
    classifier = _read_fold(folds / f"fold-{page.fold}.json")
    with mock.patch.object(judge_choice, "load_classifier", lambda *_: classifier):
        return score(page, change=change)


@lru_cache
def _read_fold(path: Path) -> UnitClassifier:
    return read_classifier(path.read_bytes())


def _main_reason(found: ArticleText, marked_size: int) -> str:
    """Return the reason for which most text was left out, empty if that is less than half of the
    marked text."""
    sizes = Counter[str]()
    for element, why in found.drops.items():
        sizes[why] += len("".join(map(str, element.itertext())))
    why, size = next(iter(sizes.most_common(1)), ("", 0))
    return why if 2 * size >= marked_size else ""


def _describe(element: etree._Element) -> str:
    names = (element.get("class") or "").split()[:2]
    return ".".join([str(element.tag), *names])


def report(name: str, scores: Iterable[Score], usual: dict[str, float], listed: bool) -> None:
    """Print a row; ``usual`` gets the means of the first one."""
    scores = list(scores)
    means = {
        each: sum(s.f1 for s in scores if s.set == each) / sum(s.set == each for s in scores)
        for each in dict.fromkeys(s.set for s in scores)
    }
    means["all"] = sum(s.f1 for s in scores) / len(scores)
    usual.update({key: mean for key, mean in means.items() if key not in usual})
    low, lost = (sum(s.f1 < limit for s in scores) for limit in (0.9, 0.5))
    figures = " ".join(f"{means[k]:6.3f} {means[k] - usual[k]:+6.3f}" for k in means)
    print(f"{name:22} {figures} {low:5} {lost:4}", flush=True)
    for s in sorted(scores, key=lambda s: (s.f1, s.id)) if listed else ():
        if s.f1 < 0.5:
            print(
                f"    {s.f1:.3f} P {s.precision:.2f} R {s.recall:.2f} {s.id[:30]:30} {s.cause}"
                f" | {s.taken[:60]}"
            )


def main() -> None:
    options = parser_with_sets(__doc__)
    options.add_argument("--only", nargs="+", choices=ROWS, help="these changes only")
    options.add_argument("--every", type=int, default=1, help="read every Nth page")
    options.add_argument("--jobs", type=int, default=2, help="processes")
    options.add_argument("--folds", type=Path, help="classifiers of bench/train_units.py --folds")
    options.add_argument("--list", action="store_true", help="print the pages below .5")
    given = options.parse_args()
    usual: dict[str, float] = {}
    damaged: list[Score] = []
    with tempfile.TemporaryDirectory() as folder:
        pages = read_pages(given.shared, given.more, Path(folder), given.every)
    read_one = partial(score_unseen, folds=given.folds) if given.folds else score
    names = (*dict.fromkeys(page.set for page in pages), "all")
    heads = " ".join(f"{name[:6]:>6} {'fall':>6}" for name in names)
    print(f"{len(pages)} pages\n{'change':22} {heads} {'<.9':>5} {'<.5':>4}")
    with multiprocessing.Pool(given.jobs) as pool:
        for name in ROWS:
            if given.only and name not in (*given.only, "as_it_is"):
                continue
            scores = pool.map(partial(read_one, change=name), pages, chunksize=8)
            report(name, scores, usual, given.list)
            damaged += scores if name in DAMAGES else []
    if damaged:
        lost = sum(s.f1 < 0.5 for s in damaged)
        mean = sum(s.f1 for s in damaged) / len(damaged)
        print(
            f"damage: F1 {mean:.3f}, below .5: {lost} of {len(damaged)} ({lost / len(damaged):.1%})"
        )
        for cause, count in Counter(s.cause for s in damaged if s.f1 < 0.5).most_common():
            print(f"{count:5} {cause}")


if __name__ == "__main__":
    main()
