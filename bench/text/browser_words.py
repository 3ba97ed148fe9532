"""Whether the words of a text are those that a reader sees: Chromium as the referee.

usage: python -m bench.text.browser_words [SET …] [--pages N] [--made N] [--seed N] [--list]
       [--shared FOLDER]

Pages are opened in Chromium, with scripts off and without any request, and ``innerText`` of the
roots is compared with the words of the TEI and of the verdicts:

- *lost in silence*: words that the browser shows, and neither the TEI nor anything that a verdict
  leaves out has;
- *hidden and kept*: words of the TEI that the browser does not show.

Both are shares of the words shown. A SET is one of ``article_texts.py``, read from ../shared: of
each N pages at the same distance, without rules. ``--made``: N made-up pages of MADE, with a rule for
the root. A page is given to the browser as the tree that curator reads, with its roots marked: what
parsers differ in is tested elsewhere. ``--list``: the words that differ, with the elements they are in.

What ``innerText`` would say otherwise is switched off by a style: ``content-visibility``,
``text-transform``, and the marks of ``q``. Causes with a name (CAUSES) are counted apart.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import count, islice
from pathlib import Path
from typing import Any

from lxml import etree, html

from bench.training.article_texts import read_sets
from webarticlecurator.articles.blocks.article_body import BodyResult, read_body
from webarticlecurator.articles.blocks.article_roots import find_roots
from webarticlecurator.articles.blocks.walk_record import WalkRecord
from webarticlecurator.base.model.blocks import block_words
from webarticlecurator.base.portal.article_rules import BodyRules
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.text.word_borders import drop_format_marks
from webarticlecurator.pages.page.decoding import decode
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.tags import base_tags

_WORD = re.compile(r"\w+")
ROOT = "data-referee-root"
STYLE = (
    "* {content-visibility: visible !important; text-transform: none !important}"
    " q::before, q::after {content: none !important} noscript {display: none !important}"
)
READ = f"() => [...document.querySelectorAll('[{ROOT}]')].map(each => each.innerText)"
CAUSES = {
    "opened by a control": "hidden until a reader or a script shows it: text, as the docs say",
    "hidden by a rule of a style sheet": "kept, and the style sheet may be gone tomorrow",
    "line of a post": "name and time of a post, which stand outside its text",
    "formula": "its source stands for what the page shows",
    "fallback": "shown where a medium cannot be played",
    "words that touch": "words of two elements that innerText glues, or parts at a large first letter",
    "other": "to be mended, or named here",
}
WORDS = (
    "river bridge council mayor summer ferry stone flood market tower bell garden harbour".split()
)
MADE = {
    "paragraph": "<p>{0}</p>",
    "inline": "<p>{0} <b>{1}</b><i>x</i> <a href=/a>{2}</a>, <span>{3}</span>.</p>",
    "soft hyphen": "<p>{0} Wasser&shy;stand {1}</p>",
    "zero width": "<p>{0} long&#8203;word {1}<wbr>{2}</p>",
    "hidden": "<p>{0}</p><div hidden><p>{1}</p></div><p>{2}</p>",
    "display none": '<p>{0}</p><div style="display:none">{1}</div><p>{2}</p>',
    "visibility": '<p>{0} <span style="visibility:hidden">{1}</span> {2}</p>',
    "dialog": "<p>{0}</p><dialog><p>{1}</p></dialog>",
    "popover": "<p>{0}</p><div popover>{1}</div><p>{2}</p>",
    "button": "<p>{0} <button>{1}</button> {2}</p>",
    "ruby": "<p>{0} <ruby>{1}<rp>(</rp><rt>{2}</rt><rp>)</rp></ruby> {3}</p>",
    "shadow": "<p>{0}</p><x-box><template shadowrootmode=open><p>{1}</p><slot></slot></template>{2}</x-box>",
    "flex": '<div style="display:flex"><span>{0}</span><span>{1}</span></div>',
    "grid": '<p>{0}</p><div style="display:grid"><b>{1}</b><b>{2}</b></div>',
    "pre-line": '<div style="white-space:pre-line">{0}\n{1}\n{2}</div>',
    "code": "<p>{0}</p><figure><pre><code>{1}\n  {2}</code></pre></figure>",
    "caption": "<figure><img src=/a.png alt=none><figcaption>{0}</figcaption></figure>",
    "list": "<ul><li>{0}<li>{1}<ul><li>{2}</ul></ul>",
    "table": "<table><tr><th>{0}<th>{1}<tr><td>{2}<td>{3}</table>",
    "definition": "<dl><dt>{0}<dd>{1}<dt>{2}<dd>{3}</dl>",
    "details": "<details open><summary>{0}</summary><p>{1}</p></details>",
    "quote": "<blockquote><p>{0}</p><cite>{1}</cite></blockquote>",
    "q": "<p>{0} <q>{1}</q> {2}</p>",
    "break": "<p>{0}<br>{1}<br>{2}</p>",
    "heading": "<h2>{0}</h2><p>{1}</p><h3>{2}</h3><p>{3}</p>",
    "label": "<p>{0} <a href=/b>{1} <span class=sr-only style='display:none'>{2}</span></a></p>",
    "select": "<p>{0}</p><select><option>{1}</option></select>",
    "inline block": "<p>{0}<span style='display:block'>{1}</span>{2}</p>",
    "transform": "<p style='text-transform:uppercase'>{0}</p>",
    "time": "<p>{0} <time datetime=2024-03-05>{1}</time></p>",
    "iframe": "<p>{0}</p><iframe src=about:blank>{1}</iframe><p>{2}</p>",
    "video": "<p>{0}</p><video src=/a.mp4>{1}</video><p>{2}</p>",
    "sub": "<p>{0} H<sub>2</sub>O m<sup>2</sup> {1}</p>",
    "marks": "<p>{0} <mark>{1}</mark><ins>{2}</ins> <del>{3}</del></p>",
    "address": "<address>{0}<br>{1}</address>",
    "sections": "<section><h2>{0}</h2><div>{1}</div><div>{2}</div></section>",
    "cells in div": "<div><div>{0}</div><div>{1}</div>{2}</div>",
    "comment": "<p>{0}<!-- {1} -->{2}</p>",
    "entities": "<p>{0}&nbsp;{1}&mdash;{2}&#x200E;{3}</p>",
    "style comment": "<p style='/* display:none */'>{0}</p><p style='--x: display:none'>{1}</p>",
    "style replaced": "<p style='display:none;display:block'>{0}</p><p style='display:none;display:-moz-box'>{1}</p>",
    "style string": """<p style='background:url("display:none")'>{0}</p><p style="content:';display:none'">{1}</p>""",
    "style escape": "<p style='d\\69splay:n\\6f ne'>{0}</p><p style='DISPLAY : NONE ! important;display:block'>{1}</p><p>{2}</p>",
    "hidden but displayed": "<p hidden style='display:block'>{0}</p><p hidden style='display:revert'>{1}</p><p>{2}</p>",
    "details with hidden": "<details open><summary>{0}</summary><div hidden>{1}</div><p>{2}</p></details>",
    "button of another": "<button aria-controls=root>?</button><p>{0}</p><label>{1} <input></label><div hidden>{2}</div><p>{3}</p>",
    "font": "<center><font color=red>{0}</font></center>",
}


@dataclass
class Sums:
    """``shown``: words that the browser shows; ``lost`` and ``kept``: by cause."""

    shown: int = 0
    pages: int = 0
    lost: Counter[str] = field(default_factory=Counter)
    kept: Counter[str] = field(default_factory=Counter)


def count_words(texts: Sequence[str]) -> Counter[str]:
    return Counter(word for text in texts for word in _WORD.findall(drop_format_marks(text)))


def make_page(chance: random.Random, number: int) -> Page:
    parts, numbers = [], count()
    for name in chance.sample(sorted(MADE), 12):
        # no word comes twice, so that none stands in for another
        words = (f"{chance.choice(WORDS)}{next(numbers)}" for _ in range(20))
        fills = [" ".join(islice(words, 5)) for _ in range(4)]
        parts.append(MADE[name].format(*fills))
    body = f"<body><article id=root><h1>Page {number}</h1>{''.join(parts)}</article></body>"
    return Page("https://made.example/a", f"<!DOCTYPE html><html lang=en>{body}</html>")


def mark_roots(page: Page, roots: Sequence[etree._Element]) -> str:
    """Return the tree of a page with its roots marked."""
    for root in roots:
        root.set(ROOT, "")
    copy = deepcopy(page.root)
    for root in roots:
        del root.attrib[ROOT]
    for element in copy.iter("script", "noscript"):
        element.text = ""
    head = copy.find("head")
    if head is None:
        head = etree.Element("head")
        copy.insert(0, head)
    style = etree.SubElement(head, "style")
    style.text = STYLE
    return "<!DOCTYPE html>" + html.tostring(copy, encoding="unicode")


def find_elements(roots: Sequence[etree._Element], word: str) -> Iterator[str]:
    """Yield the elements in the roots with a word in their own text."""
    for root in roots:
        for element in root.iter("*"):
            own = (element.text or "", *(child.tail or "" for child in element))
            if any(word in count_words([text]) for text in own):
                name = (element.get("class") or "").split()[:1]
                yield ".".join((str(element.tag), *name))


def name_cause(page: Page, roots: Sequence[etree._Element], word: str, record: WalkRecord) -> str:
    """Return the cause of a word that the TEI has and the browser does not show."""
    for root in roots:
        for element in root.iter("*"):
            own = (element.text or "", *(child.tail or "" for child in element))
            if not any(word in count_words([text]) for text in own):
                continue
            around = [element, *element.iterancestors()]
            if any(each.get("hidden") is not None or "none" in (each.get("style") or "")
                   or "hidden" in (each.get("style") or "") or each.tag in ("details", "dialog")
                   or each.get("popover") is not None for each in around):  # fmt: skip
                return "opened by a control"
            if any("display" in (style.text or "") for style in page.root.iter("style")):
                return "hidden by a rule of a style sheet"
    if "formula" in {name for names in record.blocks.values() for name in names}:
        return "formula"
    return "other"


def compare(page: Page, rules: BodyRules, tab: Any, sums: Sums, listed: bool) -> None:
    record = WalkRecord()
    body = read_body(page, rules, base_tags(), timezone="UTC", record=record)
    if not isinstance(body, BodyResult):
        return
    roots = find_roots(page, rules)
    tab.set_content(mark_roots(page, roots), wait_until="domcontentloaded")
    shown = count_words(tab.evaluate(READ))
    kept = count_words(block_words(body.blocks))
    left_out = [*record.dropped, *record.fallbacks]
    dropped = count_words([" ".join(map(str, e.itertext("*"))) for e in left_out])
    texts = count_words([" ".join(map(str, root.itertext("*"))) for root in roots])
    lost, hidden = shown - kept - dropped, kept - shown
    sums.shown += sum(shown.values())
    sums.pages += 1
    whole = "".join((*kept, *dropped, *("".join(e.itertext("*")) for e in left_out)))
    for word, number in lost.items():
        touches = word not in texts or word in "".join(whole.split())
        cause = "words that touch" if touches else "other"
        sums.lost[cause] += number
        if listed:
            print("lost", cause, page.url, word, number, *list(find_elements(roots, word))[:3])
    for word, number in hidden.items():
        # the line of a post has words of its place in the page, or made of its time
        of_post = any(b.name == "feed-entry" for b in body.blocks) and word not in texts
        cause = "line of a post" if of_post else name_cause(page, roots, word, record)
        sums.kept[cause] += number
        if listed:
            print("kept", cause, page.url, word, number, *list(find_elements(roots, word))[:3])


def open_tab(playwright: Any) -> Any:
    found = (shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome"))
    options = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    browser = playwright.chromium.launch(executable_path=next(filter(None, found)), args=options)
    return browser.new_context(java_script_enabled=False, offline=True).new_page()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sets", nargs="*")
    parser.add_argument("--pages", type=int, default=25)
    parser.add_argument("--made", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", action="store_true")
    parser.add_argument(
        "--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared"
    )
    given = parser.parse_args()
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        sys.exit("no playwright: install portal-curator[test]")
    groups: dict[str, list[tuple[Page, BodyRules]]] = {}
    if given.made:
        chance = random.Random(given.seed)
        rules = BodyRules(root=(Rule(kind="css", expression="#root"),))
        groups["made up"] = [(make_page(chance, n), rules) for n in range(given.made)]
    for name in given.sets:
        marked = list(read_sets(given.shared, (name,)))
        for each in marked[:: max(1, len(marked) // given.pages)][: given.pages]:
            page = Page(each.url, decode(each.content, "text/html").text)
            groups.setdefault(name, []).append((page, BodyRules()))
    with sync_playwright() as playwright:
        tab = open_tab(playwright)
        for name, pages in groups.items():
            sums = Sums()
            for page, rules in pages:
                compare(page, rules, tab, sums, given.list)
            lost, kept = sum(sums.lost.values()), sum(sums.kept.values())
            total = max(1, sums.shown)
            print(
                f"{name}: {sums.pages} pages, {sums.shown:,} words shown;"
                f" lost in silence {lost} ({100 * lost / total:.3f} %);"
                f" hidden and kept {kept} ({100 * kept / total:.3f} %)"
            )
            for what, causes in (("lost", sums.lost), ("kept", sums.kept)):
                for cause, number in causes.most_common():
                    print(f"  {what}: {cause}: {number} ({CAUSES[cause]})")


if __name__ == "__main__":
    main()
