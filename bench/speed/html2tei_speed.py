"""How long page → TEI takes ``curator`` and HTML2TEI, for the same archived articles in turn.

usage: python -m bench.speed.html2tei_speed CASES [PORTAL …] [--configs FOLDER] [--rounds N]

``CASES`` holds ``wac/<portal>.warc.gz`` and ``html2tei/<portal>/``. HTML2TEI 1.2.3 is installed
into ``.venv-peers/html2tei`` from the package index. Seconds of one core for all pages of an
article, from the stored body to the bytes of the TEI file, without validating or writing it: the
quickest of the rounds of each. HTML2TEI gets the text of the pages decoded.

The package comes without portal configs; ``--configs`` is the folder ``configs`` of a checkout of
HTML2TEI. Without it, HTML2TEI is given the roots and drops that are written here, its own TEI of
the portal without the article as the header, all tags of the pages by their names, and the title as
the only metadata (``peer_html2tei.py``): less to do than by its own configs. How many words its
body then has, beside those of the TEI in ``CASES``, shows whether it converts the same text (of
p444 the TEI of one page is not there). The last line is of what ``least_build.py`` measures.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from lxml import etree

from bench.speed.build import Sample, from_warc, seconds
from bench.speed.least_build import LEAST, list_steps
from bench.speed.peer_programs import ENV, HERE, find_python, install
from bench.text.html2tei import PORTALS
from webarticlecurator.crawling.workers.process_settings import collect_garbage_rarely
from webarticlecurator.pages.page.decoding import decode

RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
Find = tuple[tuple[str, ...], dict[str, str]]
"""Arguments of BeautifulSoup's ``find``."""


def _div(class_: str, tag: str = "div") -> Find:
    return (tag,), {"class": class_}


P24 = (
    (_div("o-post"), _div("o-post__cntWrap"), (("section",), {"id": "hirfolyam"})),
    (_div("banner-container"), _div("m-articRecommend")),
)
DESCRIBED: dict[str, tuple[tuple[Find, ...], tuple[Find, ...]]] = {
    "p24": P24,
    "p24_rangado": P24,
    "hvg": ((_div("article-main"),), (_div("placeholder-ad"), _div("G-pagination"))),
    "p444": ((_div("livestream"), (("main",), {"id": "content-main"}), _div("legacy")), ()),
    "valasz": ((_div("szoveg"), _div("percro-percre-lista", "article")), ()),
    "kremmania_forum": (((("div",), {"id": "main-outlet"}),), ()),
}
"""Portal → roots, of which the first that is found is taken, and drops."""


@dataclass(frozen=True)
class Compared:
    """One article: its number of pages, the seconds of both, the words of HTML2TEI's body, and the
    ``least`` that ours could take, None if it has several pages."""

    pages: int
    ours: float
    theirs: float
    words: int
    least: float | None


def read_base(folder: Path) -> str:
    """Return a TEI file of HTML2TEI's without what is of the article."""
    file = next(iter(sorted(folder.rglob("*.xml"))))
    root = etree.parse(str(file), etree.XMLParser(remove_blank_text=True)).getroot()
    for author in root.findall(".//{*}author"):
        _get_parent(author).remove(author)
    for title in (".//{*}titleStmt/{*}title", ".//{*}sourceDesc//{*}title"):
        for element in root.findall(title):
            element.text = None
    article, *_, tei = root.iter(f"{RDF}Description")
    kept = {"type", "ispartOf", "inLanguage", "license"}
    for part in list(article):
        if etree.QName(part).localname not in kept:
            article.remove(part)
    article.set(f"{RDF}about", "")
    tei.set(f"{RDF}about", "teiPid")
    changes = root.findall(".//{*}revisionDesc/{*}change")
    for change in changes[1:]:
        _get_parent(change).remove(change)
    changes[0].set("source", "teiPID")
    for element in (changes[0], *root.findall(".//{*}text/{*}body")):
        for child in list(element):
            element.remove(child)
    return etree.tostring(root, encoding="unicode")


def _get_parent(element: etree._Element) -> etree._Element:
    parent = element.getparent()
    assert parent is not None
    return parent


def describe_job(cases: Path, sample: Sample, configs: Path | None) -> dict[str, Any]:
    """Return what the other process is given."""
    articles = []
    for portal, task in sample.jobs:
        sample.source.asked.clear()
        sample.one(portal, task)
        articles.append(
            [
                (body.capture.url, decode(body.content, body.content_type).text)
                for body in sample.source.asked.values()
            ]
        )
    roots, drops = DESCRIBED[sample.name]
    return {
        "name": sample.name,
        "roots": roots,
        "drops": drops,
        "base": read_base(cases / "html2tei" / sample.name),
        "articles": articles,
        "configs": str(configs.resolve()) if configs else None,
    }


@contextmanager
def start_peer(job: dict[str, Any]) -> Iterator[subprocess.Popen[str]]:
    """Start HTML2TEI and wait until it has read its job."""
    with tempfile.TemporaryDirectory() as name:
        file = Path(name) / "job.json"
        file.write_text(json.dumps(job), encoding="utf-8")
        words = (find_python("html2tei"), "-I", str(HERE / "peer_html2tei.py"), str(file))
        pipe = subprocess.PIPE
        with subprocess.Popen(words, stdin=pipe, stdout=pipe, text=True, env=ENV) as process:
            assert process.stdout is not None
            if process.stdout.readline().strip() != "ready":
                raise SystemExit(f"{job['name']}: HTML2TEI cannot be started")
            yield process
            process.communicate()


def convert(process: subprocess.Popen[str], number: int) -> tuple[float, int]:
    """Let HTML2TEI convert an article; return its seconds and the words of its body."""
    assert process.stdin is not None
    assert process.stdout is not None
    print(number, file=process.stdin, flush=True)
    line = process.stdout.readline()
    if not line:
        raise SystemExit(f"HTML2TEI failed on article {number}; its message is above")
    spent, words = line.split()
    return float(spent), int(words)


def compare(sample: Sample, job: dict[str, Any], rounds: int) -> list[Compared]:
    """Return the figures of each article of a portal."""
    found = []
    with start_peer(job) as process:
        for number, (portal, task) in enumerate(sample.jobs):
            ours, theirs, words = [], [], 0
            for _ in range(rounds):
                ours.append(seconds(partial(sample.one, portal, task)))
                spent, words = convert(process, number)
                theirs.append(spent)
            step = list_steps(sample, portal, task).get(LEAST)
            least = min(seconds(step) for _ in range(rounds)) if step else None
            pages = len(job["articles"][number])
            found.append(Compared(pages, min(ours), min(theirs), words, least))
    return found


def count_words(folder: Path) -> int:
    """Return the words in the bodies of the TEI files that HTML2TEI made of a portal."""
    bodies = (
        body
        for file in folder.rglob("*.xml")
        for body in etree.parse(str(file)).iterfind(".//{*}text/{*}body")
    )
    return sum(len(" ".join(map(str, body.itertext())).split()) for body in bodies)


def describe_row(name: str, found: Sequence[Compared], words: int) -> str:
    pages, ours, theirs, own = (
        sum(column)
        for column in zip(*((c.pages, c.ours, c.theirs, c.words) for c in found), strict=True)
    )
    middle = statistics.median(c.theirs / c.ours for c in found)
    times = f"{1000 * ours / pages:.1f} | {1000 * theirs / pages:.1f}"
    ratios = f"{theirs / ours:.1f} | {middle:.1f}"
    return f"| {name} | {len(found)} | {pages} | {times} | {ratios} | {own} | {words} |"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("cases", type=Path)
    parser.add_argument("portals", nargs="*", default=PORTALS, metavar="PORTAL")
    parser.add_argument("--configs", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    install("html2tei")
    collect_garbage_rarely()
    print("| | articles | pages | ms a page | HTML2TEI's | in all | middle | words | in CASES |")
    print("|---|---|---|---|---|---|---|---|---|")
    everything: list[Compared] = []
    all_words = 0
    for name in given.portals:
        sample = from_warc(given.cases, name)
        found = compare(sample, describe_job(given.cases, sample, given.configs), given.rounds)
        words = count_words(given.cases / "html2tei" / name)
        print(describe_row(name, found, words), flush=True)
        everything += found
        all_words += words
    print(describe_row("all", everything, all_words))
    print("page → TEI over HTML2TEI: at least 14 times as fast is wanted")
    free = [each.theirs / each.least for each in everything if each.least is not None]
    print(
        f"were rules, metadata and checks free, it would be {statistics.median(free):.1f} times as"
        f" fast for the article in the middle of {len(free)} with one page"
    )


if __name__ == "__main__":
    main()
