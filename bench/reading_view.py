"""How many publishers' articles can be read in the studio as soon as they are opened.

    python bench/reading_view.py CASES [--set NAME] [--limit N] [--pictures DIR]

``CASES`` holds sets of pages with their text: ``fundus``, ``scrapinghub``, and ``wcxb``, whose
articles are meant; with ``--limit`` those of N pages of a set, spread over it. ``long`` is a page of
five megabytes that is made here, of paragraphs, links, pictures, inline SVG and ``data:`` addresses.
Each page is stored in a WARC file of its own, under a portal file without rules, and opened in
Chromium (1280 × 800) as the article view of a running studio. Printed are, for each set, of all
pages whose gold text is in the frame at all:

- those on which the text begins in view when the page has opened, and no other element lies over
  its first words (``document.elementFromPoint``). It begins with its lead, where the gold text has
  one, or with its first paragraph. A gold text in lines says neither: what counts there is the
  first line, which can be a heading, the first one of a hundred characters, without its list mark,
  or how the page describes itself, if that stands on the page;
- the same of that paragraph, or line of a hundred characters, alone;
- where the text begins, in pixels from the top of the page, in the median;
- the seconds from the address until the browser has painted text of the page, in the median and
  the slowest.

``--pictures`` keeps a screenshot of each page that fails.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

from lxml import html

TESTS = Path(__file__).resolve().parents[1] / "tests"
sys.path[:0] = [str(TESTS), str(TESTS / "studio")]

from browser import open_browser, start_playwright  # noqa: E402
from response_records import response_record  # noqa: E402
from running_studio import running_studio  # noqa: E402

from webarticlecurator.studio.frame.window import view_address  # noqa: E402

SIZE = {"width": 1280, "height": 800}
PORTAL = 'portal: {name}\nhome: "{home}"\narchive: {{url: "{home}"}}\n'
READ = ".article-blocks .line, .article-rejected"
"""What is there when the article has been read, which may be later than its page."""
SETTLED_MS = 700
"""Milliseconds after the marks are drawn in which a page is scrolled to its text."""
FIND = """
(words) => {
  const squeeze = (text) => text.replace(/[\\s\\u00a0\\u200b\\u00ad]+/g, "");
  const sought = squeeze(words).slice(0, 40);
  if (!document.body || !squeeze(document.body.textContent).includes(sought)) return null;
  const inner = (element) => {
    const next = [...element.children].find((each) => squeeze(each.textContent).includes(sought));
    return next ? inner(next) : element;
  };
  const places = [];
  const all = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT);
  for (let at = all.nextNode(); at; at = all.nextNode())
    if (squeeze(at.textContent).includes(sought) && inner(at) === at
        && !at.closest("script,style,textarea")) places.push(at);
  const tried = places.map((element) => {
    const range = document.createRange();
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    let node = text.nextNode();
    while (node && !(squeeze(node.data) && sought.startsWith(squeeze(node.data).slice(0, 6))))
      node = text.nextNode();
    if (!node) return { top: 0, seen: false };
    const first = node.data.search(/\\S/);
    range.setStart(node, first);
    range.setEnd(node, Math.min(node.data.length, first + 8));
    const box = range.getClientRects()[0];
    if (!box || box.height < 4) return { top: 0, seen: false };
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const inView = y > 0 && y < innerHeight && x > 0 && x < innerWidth;
    const above = inView ? document.elementFromPoint(x, y) : null;
    const seen = above !== null && (element.contains(above) || above.contains(element))
      && above !== document.documentElement;
    return { top: box.top + scrollY, seen };
  });
  return tried.find((each) => each.seen) ?? tried.find((each) => each.top) ?? tried[0];
}
"""


PAINTED = """
performance.timeOrigin + (performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN)
"""


Case = tuple[str, bytes, list[str]]
"""The address of a page, its content, and the texts with which its article begins."""
SETS = ("fundus", "scrapinghub", "wcxb", "long")
LEAST_LEAD = 40
"""Characters that are looked for."""
LEAST_PARAGRAPH = 100
"""Characters of a line that is no heading or byline."""
LONG_BYTES = 5_000_000
LONG_PART = """<section class="part"><h2>Part {n}: the harbour</h2>
<p>Paragraph {n} says that the ferry was late again, with <a href="/story-{n}">a link</a>, <em>words
with weight</em> and <span class="note">a note</span>. {text}</p><p>{text}</p>
<p><svg width="16" height="16" viewBox="0 0 16 16"><path d="{drawn}"/></svg> {text}</p>
<figure><img src="/pictures/{n}.jpg" alt="The harbour {n}"><figcaption>Picture {n}</figcaption></figure>
<ul><li><a href="/more-{n}"><span>More of part {n}</span></a></li><li>Less of it</li></ul>
<img alt="" src="data:image/png;base64,{data}"></section>
"""
"""Some 250 bytes an element, as publishers' pages have in the median."""
LONG_WORDS = {
    "text": "Nobody at the harbour could say why it was so, and those who waited went home. " * 6,
    "drawn": "M1 1h14v14H1z" * 50,
    "data": "iVBORw0KGgoAAAANSUhEUgAA" * 40,
}


def make_long_page(length: int = LONG_BYTES) -> Case:
    """Return a page of some megabytes with the structure of a report in many parts."""
    parts, size = [], 0
    while size < length:
        parts.append(LONG_PART.format(n=len(parts), **LONG_WORDS))
        size += len(parts[-1])
    page = (
        f"<!DOCTYPE html><html><body><main><h1>All parts</h1>{''.join(parts)}</main></body></html>"
    )
    return "https://long.example/all-parts.html", page.encode(), ["Paragraph 0 says that the ferry"]


def read_cases(cases: Path, name: str, limit: int) -> list[Case]:
    """Return the articles of a set that have a text; at most ``limit``, spread over it."""
    if name == "long":  # behind a short one, with which the processes of the studio begin
        return [make_long_page(5_000), make_long_page()]
    packed = cases / name / "pages.jsonl.gz"
    lines = (
        gzip.decompress(packed.read_bytes())
        if packed.exists()
        else (cases / name / "pages.jsonl").read_bytes()
    ).splitlines()
    rows = [row for row in map(json.loads, lines) if row.get("type", "article") == "article"]
    chosen = rows[:: max(1, len(rows) // limit)][:limit]
    found = []
    for row in chosen:
        file = cases / name / row.get("html_file", f"pages/{row['id']}.html.gz")
        content = gzip.decompress(file.read_bytes())
        if "gold" in row:
            texts = first_paragraphs(row["gold"])
        else:
            lines = [each for each in map(str.strip, row["text"].split("\n")) if each]
            long = [each for each in lines if len(each) >= LEAST_PARAGRAPH]
            texts = [*find_lead(content), *lines[:1], *(long or lines)[:1]]
            texts = [each.removeprefix("- ") for each in texts]
        if texts:
            found.append((row["url"], content, texts))
    return found


def find_lead(content: bytes) -> list[str]:
    """Return how a page describes itself: a lead, where that stands on the page."""
    tree = html.document_fromstring(content, parser=html.HTMLParser(encoding="utf-8"))
    names = "translate(@name, 'D', 'd') = 'description' or @property = 'og:description'"
    found = [each.strip() for each in tree.xpath(f"//meta[{names}]/@content") if each.strip()]
    return [*dict.fromkeys(each for each in found if len(each) > LEAST_LEAD)]


def first_paragraphs(gold: dict[str, Any]) -> list[str]:
    """Return the lead, if there is one, and the first paragraph behind it."""
    lead = [words for words in gold["body"]["summary"] if words][:1]
    sections = gold["body"]["sections"]
    return lead + [words for part in sections for words in part["paragraphs"] if words][:1]


def write_portals(pages: list[Case], folder: Path) -> list[tuple[str, str, list[str]]]:
    """Store each page under a portal of its own; return their names, addresses and first texts."""
    stored = []
    for number, (url, content, words) in enumerate(pages):
        name = f"page-{number:03d}"
        home = "/".join(url.split("/")[:3]) + "/"
        portal = PORTAL.format(name=name, home=home)
        (folder / f"{name}.yaml").write_text(portal, encoding="utf-8")
        (folder / f"{name}.warcs.txt").write_text(f"{name}.warc\n", encoding="utf-8")
        (folder / f"{name}.warc").write_bytes(response_record(url, content, f"{number:036d}"))
        stored.append((name, url, words))
    return stored


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cases", type=Path)
    parser.add_argument("--set", action="append", choices=SETS, dest="sets")
    parser.add_argument("--limit", type=int, default=10_000)
    parser.add_argument("--pictures", type=Path)
    options = parser.parse_args()
    for name in options.sets or SETS:
        print(f"\n{name}")
        open_all(read_cases(options.cases, name, options.limit), options.pictures)


def open_all(pages: list[Case], pictures: Path | None) -> None:
    """Open each page in the studio, and print what is seen of its text."""
    tops, seconds, unseen, missing, further, paragraphs = [], [], [], [], 0, 0
    with tempfile.TemporaryDirectory() as made, start_playwright() as playwright:
        stored = write_portals(pages, Path(made))
        with running_studio(Path(made)) as studio, open_browser(playwright) as browser:
            tab = browser.new_page(viewport=SIZE)
            tab.goto(studio.addresses()[-1])
            for name, url, texts in stored:
                start = time.time()
                tab.goto(studio.base + view_address(name, "article", url=url))
                tab.frame_locator("iframe").locator("html[data-node]").wait_for(state="attached")
                tab.locator(READ).first.wait_for(state="attached")
                tab.wait_for_timeout(SETTLED_MS)
                seconds.append(tab.frames[1].evaluate(PAINTED) / 1000 - start)
                every = [tab.frames[1].evaluate(FIND, words) for words in texts]
                found = [each for each in every if each is not None]
                paragraphs += every[-1] is not None
                if not found:
                    missing.append(url)
                    continue
                tops.append(found[0]["top"])
                further += every[-1] is not None and every[-1]["seen"]
                if not any(each["seen"] for each in found):
                    unseen.append(url)
                    print(f"not in view, at {tops[-1]:.0f} pixels: {name} {url}")
                    if pictures:
                        tab.screenshot(path=pictures / f"{name}.png")
    seen = len(tops) - len(unseen)
    print(f"{len(missing)} of {len(stored)} pages have no such text: {missing}")
    print(f"the text in view, nothing over it: {seen} of {len(tops)} ({seen / len(tops):.1%})")
    share = further / max(1, paragraphs)
    print(f"the first paragraph alone: {further} of {paragraphs} ({share:.1%})")
    print(f"the text begins at {median(tops):,.0f} pixels in the median")
    print(f"painted after {median(seconds):.1f} s in the median, {max(seconds):.1f} s at most")


if __name__ == "__main__":
    main()
