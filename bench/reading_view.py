"""How many publishers' articles can be read in the studio as soon as they are opened.

    python bench/reading_view.py CASES [--limit N] [--pictures DIR]

``CASES`` holds ``fundus/pages.jsonl`` and its pages. Each page is stored in a WARC file of its own,
under a portal file without rules, and opened in Chromium (1280 × 800) as the article view of a
running studio. Printed are, of all pages whose gold text is in the frame at all:

- those on which the text, that is its lead or the first paragraph behind that, begins in view when
  the page has opened, and no other element lies over its first words
  (``document.elementFromPoint``); and the same of that paragraph alone;
- where the text begins, in pixels from the top of the page, in the median;
- the seconds from the address until the frame is there, in the median and the slowest.

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

TESTS = Path(__file__).resolve().parents[1] / "tests"
sys.path[:0] = [str(TESTS), str(TESTS / "studio")]

from browser import open_browser, start_playwright  # noqa: E402
from response_records import response_record  # noqa: E402
from running_studio import running_studio  # noqa: E402

from webarticlecurator.studio.frame.window import view_address  # noqa: E402

SIZE = {"width": 1280, "height": 800}
PORTAL = 'portal: {name}\nhome: "{home}"\narchive: {{url: "{home}"}}\n'
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


def first_paragraphs(gold: dict[str, Any]) -> list[str]:
    """Return the lead, if there is one, and the first paragraph behind it."""
    lead = [words for words in gold["body"]["summary"] if words][:1]
    sections = gold["body"]["sections"]
    return lead + [words for part in sections for words in part["paragraphs"] if words][:1]


def write_portals(cases: Path, folder: Path, limit: int) -> list[tuple[str, str, list[str]]]:
    """Store each page under a portal of its own; return their names, addresses and first texts."""
    lines = (cases / "fundus" / "pages.jsonl").read_text(encoding="utf-8").splitlines()
    stored = []
    for number, line in enumerate(lines[:limit]):
        case = json.loads(line)
        words = first_paragraphs(case["gold"])
        if not words:
            continue
        name, url = f"page-{number:03d}", case["url"]
        home = "/".join(url.split("/")[:3]) + "/"
        content = gzip.decompress((cases / "fundus" / case["html_file"]).read_bytes())
        portal = PORTAL.format(name=name, home=home)
        (folder / f"{name}.yaml").write_text(portal, encoding="utf-8")
        (folder / f"{name}.warcs.txt").write_text(f"{name}.warc\n", encoding="utf-8")
        (folder / f"{name}.warc").write_bytes(response_record(url, content, f"{number:036d}"))
        stored.append((name, url, words))
    return stored


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cases", type=Path)
    parser.add_argument("--limit", type=int, default=10_000)
    parser.add_argument("--pictures", type=Path)
    options = parser.parse_args()
    tops, seconds, unseen, missing, further = [], [], [], [], 0
    with tempfile.TemporaryDirectory() as made, start_playwright() as playwright:
        stored = write_portals(options.cases, Path(made), options.limit)
        with running_studio(Path(made)) as studio, open_browser(playwright) as browser:
            tab = browser.new_page(viewport=SIZE)
            tab.goto(studio.addresses()[-1])
            for name, url, texts in stored:
                start = time.monotonic()
                tab.goto(studio.base + view_address(name, "article", url=url))
                tab.frame_locator("iframe").locator("html[data-node]").wait_for(state="attached")
                seconds.append(time.monotonic() - start)
                tab.wait_for_timeout(SETTLED_MS)
                every = [tab.frames[1].evaluate(FIND, words) for words in texts]
                found = [each for each in every if each is not None]
                if not found:
                    missing.append(url)
                    continue
                tops.append(found[0]["top"])
                further += found[-1]["seen"]
                if not any(each["seen"] for each in found):
                    unseen.append(url)
                    print(f"not in view, at {tops[-1]:.0f} pixels: {name} {url}")
                    if options.pictures:
                        tab.screenshot(path=options.pictures / f"{name}.png")
    seen = len(tops) - len(unseen)
    print(f"{len(missing)} of {len(stored)} pages have no such text: {missing}")
    print(f"the text in view, nothing over it: {seen} of {len(tops)} ({seen / len(tops):.1%})")
    print(f"the paragraph behind the lead: {further} of {len(tops)} ({further / len(tops):.1%})")
    print(f"the text begins at {median(tops):,.0f} pixels in the median")
    print(f"open after {median(seconds):.1f} s in the median, {max(seconds):.1f} s at most")


if __name__ == "__main__":
    main()
