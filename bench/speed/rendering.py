"""The cost of a page with and without a browser.

    python -m bench.speed.rendering [PAGES]

A made-up portal on loopback, delay 0: articles of 40 kB with two scripts and a stylesheet, as sent
and as rendered, WARC only; then a list that grows by twenty links in each of fifty rounds. CPU is
that of this process, of the server in it and of the browser.
"""

from __future__ import annotations

import json
import resource
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))

from small_portal import Answer, listing, small_portal

from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.workers.run_options import CrawlOptions

ROUNDS = 50
PARAGRAPH = "<p>" + "Words of an article that is as long as others are. " * 16 + "</p>"
HEAD = """<html><head><link rel=stylesheet href=/s.css><script src=/a.js></script>
<script src=/b.js></script></head><body><article>"""
SCRIPT = Answer("document.title += '.';", headers=(("Content-Type", "text/javascript"),))
STYLE = Answer("p { color: black }", headers=(("Content-Type", "text/css"),))
LIST = """<div id=list></div><div id=foot>.</div><script>
let page = 0, busy = false;
async function more() {
  if (busy) return;
  busy = true;
  const found = await (await fetch("/api?page=" + page)).json();
  page += 1;
  for (const url of found) document.getElementById("list").insertAdjacentHTML("beforeend",
    `<h2 style="height:80px"><a href="${url}">${url}</a></h2>`);
  busy = false;
}
new IntersectionObserver(seen => seen[0].isIntersecting && more())
  .observe(document.getElementById("foot"));
</script>"""


def cpu_seconds() -> float:
    """The processor time of this process and of the ended ones that it started."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def portal_pages(number: int) -> dict[str, str | Answer]:
    """The pages of the portal, with so many articles."""
    paths = [f"/{n}" for n in range(number)]
    pages: dict[str, str | Answer] = {"/list": listing(*paths), "/grows": LIST}
    pages |= {"/a.js": SCRIPT, "/b.js": SCRIPT, "/s.css": STYLE}
    pages |= {path: f"{HEAD}<h1>{path}</h1>{PARAGRAPH * 50}</article>" for path in paths}
    for n in range(ROUNDS + 1):
        found = [f"/x{n * 20 + k}" for k in range(20)] if n < ROUNDS else []
        pages[f"/api?page={n}"] = Answer(json.dumps(found))
    return pages


def measure(pages: dict[str, str | Answer], text: str) -> tuple[float, float, int]:
    """Seconds, processor seconds and WARC bytes of a crawl."""
    with tempfile.TemporaryDirectory() as folder, small_portal(Path(folder), pages) as portal:
        checked = portal.write(text)
        began, used = time.perf_counter(), cpu_seconds()
        summary = crawl(checked, portal.corpus, CrawlOptions(warc_only=True))
        return time.perf_counter() - began, cpu_seconds() - used, summary.warc_bytes


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    pages = portal_pages(number)
    file = "archive: {url: BASE/%s, links: %s, pagination: {mode: %s}}\nfetch: {delay: 0%s}\n"
    runs = {
        "an article as sent": (file % ("list", "h2", "none", ""), number),
        "an article as rendered": (file % ("list", "h2", "none", ", browser: true"), number),
        "a round of a list": (file % ("grows", "h6", "browser-list", ""), ROUNDS),
    }
    print("| | seconds | CPU seconds | kB of WARC |\n|---|---|---|---|")
    for name, (text, count) in runs.items():
        wall, cpu, size = measure(pages, text)
        figures = f"{wall / count:.3f} | {cpu / count:.3f} | {size / count / 1000:.1f}"
        print(f"| {name} | {figures} |", flush=True)


if __name__ == "__main__":
    main()
