"""How long a stored page takes to become TEI, against one parse of the same bytes.

    python -m bench.speed.build [CASES] [--demo CORPUS] [--only NAME …] [--profile [PORTAL]]

``CASES`` holds ``wac/<portal>.warc.gz`` and ``fundus/``; ``--demo`` is a corpus that ``curator
demo`` made. Seconds are of one core (``time.process_time``). Per portal: ``parse`` decodes the
bytes and makes one lxml tree of them; ``page → TEI`` is all that happens between the stored body
and the bytes of the TEI file; ``ratio`` the second over the first; ``median`` that of the page in
the middle (pages of one article share its ratio); ``validate`` comes on top. Then median, least and
greatest ratio of all pages of the wac portals, and of the Fundus pages with the portal files of
their publishers. The Fundus pages, with and without rules, are also made TEI of by trafilatura,
where it is installed, with metadata and all else as it is by default; page by page in turn, so that
other work on the machine slows down both. ``--only``: the samples with these names (a portal,
``demo``, ``fundus``, ``unruled``). ``--profile``: layer by layer, and the 25 functions that take
most, of one sample or of all.
"""

from __future__ import annotations

import argparse
import cProfile
import gzip
import importlib.util
import json
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from functools import partial
from importlib.metadata import version
from pathlib import Path

from lxml import html

from bench.shared.by_layer import show
from bench.text.publishers import portal_file
from bench.training.metadata_pages import portals
from webarticlecurator.base.model.capture import Body, Capture
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.captures.article_pages import ArticleStart
from webarticlecurator.crawling.captures.article_versions import read_versions
from webarticlecurator.crawling.captures.page_choice import Source
from webarticlecurator.crawling.captures.tasks import Task, build_task
from webarticlecurator.crawling.workers.capture_source import RankedSource
from webarticlecurator.crawling.workers.capture_sources import CorpusSource
from webarticlecurator.crawling.workers.process_settings import collect_garbage_rarely
from webarticlecurator.crawling.workers.run_options import BuildOptions
from webarticlecurator.pages.page.decoding import decode
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.storage.store.corpus import open_corpus
from webarticlecurator.storage.store.foreign import ForeignWarcs
from webarticlecurator.storage.store.joined_corpus import JoinedCorpus
from webarticlecurator.storage.store.view import view_corpus
from webarticlecurator.tei.documents.document import build_document
from webarticlecurator.tei.documents.validation import validate

TOP = Path(__file__).resolve().parents[2]
PORTALS = ("p24", "p24_rangado", "hvg", "p444", "valasz", "kremmania_forum")
RULED, UNRULED = "fundus", "unruled"
"""The samples of the Fundus pages with and without rules."""
SECONDS = 4.0
"""The articles of a sample share this time; each figure is the best of the rounds that fit into its
part."""

HEAD = """\
| portal | articles | pages | kB a page | parse ms | page → TEI ms | ratio | median | validate ms | articles/s and core |
|---|---|---|---|---|---|---|---|---|---|"""


class Kept(RankedSource):
    """Captures and bodies in memory, so that reading WARC files is not measured.

    What is not kept yet comes from ``source``; ``asked`` is what was read since it was last
    cleared.
    """

    def __init__(self, source: Source | None = None) -> None:
        super().__init__()
        self.source = source
        self.captures: dict[str, Sequence[Capture]] = {}
        self.bodies: dict[str, Body] = {}
        self.gone: dict[str, Capture | None] = {}
        self.asked: dict[str, Body] = {}

    def keep(self, body: Body) -> None:
        """Keep the only capture of an address."""
        self.captures[body.capture.url] = (body.capture,)
        self.bodies[body.capture.record_id] = body

    def pages(self, url: str) -> Sequence[Capture]:
        if url not in self.captures:
            self.captures[url] = self.source.pages(url) if self.source else ()
        return self.captures[url]

    def find_gone(self, url: str) -> Capture | None:
        if url not in self.gone:
            self.gone[url] = self.source.find_gone(url) if self.source else None
        return self.gone[url]

    def tries(self, _url: str) -> tuple[datetime, ...]:
        return ()

    def answer_before(self, _url: str, _time: datetime) -> None:
        return None

    def read(self, capture: Capture) -> Body:
        if capture.record_id not in self.bodies:
            assert self.source is not None, capture.url
            self.bodies[capture.record_id] = self.source.read(capture)
        body = self.asked[capture.record_id] = self.bodies[capture.record_id]
        return body


@dataclass(frozen=True)
class Timed:
    """One article: how many pages, and the seconds of one core that parsing them and making TEI of
    them take."""

    pages: int
    parse: float
    seconds: float

    @property
    def ratio(self) -> float:
        return self.seconds / self.parse


@dataclass(frozen=True)
class Sample:
    """What is measured together."""

    name: str
    jobs: list[tuple[Portal, Task]]
    source: Kept

    def build(self) -> list[bytes]:
        """Every article of the sample: stored bodies → TEI bytes."""
        return [content for job in self.jobs if (content := self.one(*job)) is not None]

    def one(self, portal: Portal, task: Task) -> bytes | None:
        """One article; None if it is rejected."""
        article = read_versions(portal, self.source, task).text.article
        return build_document(article, portal).content if article is not None else None

    def timed(self, portal: Portal, task: Task) -> Timed:
        """One article, and the floor for it, in the same breath."""
        self.source.asked.clear()
        self.one(portal, task)
        texts = [
            (b.content, decode(b.content, b.content_type).encoding)
            for b in self.source.asked.values()
        ]
        share = SECONDS / len(self.jobs)
        floor = best(lambda: [_parsed(content, codec) for content, codec in texts], share)
        return Timed(len(texts), floor, best(lambda: self.one(portal, task), share))


def from_warc(cases: Path, name: str) -> Sample:
    portal = load_portal(TOP / "site_configs" / f"{name}.yaml")
    warc = cases / "wac" / f"{name}.warc.gz"
    with tempfile.TemporaryDirectory() as folder:
        build(portal, Path(folder), BuildOptions(warcs=(warc,)))
        with open_corpus(Path(folder), portal.id) as corpus, ForeignWarcs([warc]) as foreign:
            jobs = [
                (portal, build_task(portal, corpus, row)) for row in corpus.frontier.articles("tei")
            ]
            return filled(Sample(name, jobs, Kept(CorpusSource(JoinedCorpus(corpus, foreign)))))


def from_demo(folder: Path) -> Sample:
    portal = load_portal(TOP / "examples" / "demo.yaml")
    with view_corpus(folder, portal.id) as corpus:
        jobs = [
            (portal, build_task(portal, corpus, row))
            for row in corpus.frontier.articles("stored", "tei")
        ]
        return filled(Sample("demo", jobs, Kept(CorpusSource(corpus))))


def from_fundus(cases: Path, rules: bool) -> Sample:
    """``rules``: the pages of publishers that have a portal file, by it; else all pages without
    rules."""
    rows = [
        json.loads(line)
        for line in (cases / "fundus" / "pages.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    kept, jobs, made = Kept(), [], {}
    known: dict[Path, Portal] = {}
    with tempfile.TemporaryDirectory() as folder:
        for row in rows:
            file = portal_file(row["publisher"].lower())
            if rules and not file.is_file():
                continue
            url, content = (
                row["url"],
                gzip.decompress((cases / "fundus" / row["html_file"]).read_bytes()),
            )
            time_ = datetime.fromisoformat(row["crawl_date"]).replace(tzinfo=timezone.utc)
            capture = Capture(
                row["id"], url, 200, time_, "", 0, 0, "text/html; charset=utf-8", None, ""
            )
            kept.keep(Body(capture, content, capture.content_type))
            portal = (
                known.setdefault(file, load_portal(file))
                if rules
                else portals(Path(folder), row, made)
            )
            jobs.append((portal, Task(url, ArticleStart(url))))
    return filled(Sample(RULED if rules else UNRULED, jobs, kept))


def filled(sample: Sample) -> Sample:
    """All bodies read, and what is compiled once a run compiled."""
    sample.build()
    return sample


def best(work: Callable[[], object], budget: float = SECONDS) -> float:
    """Seconds of one core for the quickest of the rounds that fit into the budget, three at least."""
    rounds: list[float] = []
    began = time.process_time()
    while len(rounds) < 3 or time.process_time() - began < budget:
        rounds.append(seconds(work))
    return min(rounds)


def compare_with_trafilatura(sample: Sample) -> str:
    """Make TEI of each page by curator and by trafilatura in turn, and return how long both take:
    the quickest of three rounds of each page."""
    pairs: list[tuple[float, float]] = []
    for portal, task in sample.jobs:
        ours = partial(sample.one, portal, task)
        sample.source.asked.clear()
        ours()
        (body,) = sample.source.asked.values()
        theirs = make_trafilatura_call(task.canonical, body)
        rounds = [(seconds(ours), seconds(theirs)) for _ in range(3)]
        pairs.append((min(our for our, _ in rounds), min(their for _, their in rounds)))
    shares = [our / their for our, their in pairs]
    total, their_total = (sum(each) for each in zip(*pairs, strict=True))
    return (
        f"page → TEI of {len(pairs)} pages {'without' if sample.name == UNRULED else 'with'} rules:"
        f" {1000 * total / len(pairs):.1f} ms a page, trafilatura {version('trafilatura')}:"
        f" {1000 * their_total / len(pairs):.1f} ms; ours over trafilatura's:"
        f" {total / their_total:.2f} in all, {statistics.median(shares):.2f} in the median,"
        f" {1 / statistics.median(shares):.1f} times as fast there;"
        f" slower on {sum(share > 1 for share in shares)} pages"
    )


def make_trafilatura_call(url: str, body: Body) -> Callable[[], object]:
    """Return what makes TEI of a page by trafilatura, with metadata and else by its defaults."""
    import trafilatura  # type: ignore[import-not-found,unused-ignore]

    return partial(
        trafilatura.extract,
        body.content,
        url=url,
        output_format="xmltei",
        with_metadata=True,
    )


def seconds(work: Callable[[], object]) -> float:
    """Return the seconds of one core that something takes."""
    start = time.process_time()
    work()
    return time.process_time() - start


def measure(sample: Sample, articles: list[Timed]) -> str:
    made = sample.build()
    floor, spent = sum(a.parse for a in articles), sum(a.seconds for a in articles)
    checked = best(lambda: [validate(content) for content in made], SECONDS / 4)
    pages = sum(a.pages for a in articles)
    bodies = sample.source.bodies.values()
    kilobytes = sum(len(body.content) for body in bodies) / len(bodies) / 1000
    figures = (
        f"{kilobytes:.0f}",
        f"{1000 * floor / pages:.2f}",
        f"{1000 * spent / pages:.2f}",
        f"{spent / floor:.1f}",
        f"{median(articles):.1f}",
        f"{1000 * checked / len(made):.2f}",
        f"{len(made) / (spent + checked):.0f}",
    )
    return f"| {sample.name} | {len(made)} | {pages} | {' | '.join(figures)} |"


def median(articles: list[Timed]) -> float:
    """The ratio of the page in the middle."""
    return statistics.median(ratios(articles))


def ratios(articles: list[Timed]) -> list[float]:
    return [article.ratio for article in articles for _ in range(article.pages)]


def spread(articles: list[Timed]) -> str:
    found = ratios(articles)
    return f"median {median(articles):.1f} of {len(found)} pages ({min(found):.1f} to {max(found):.1f})"


def _parsed(content: bytes, codec: str) -> html.HtmlElement:
    text = content.decode(codec, "replace")
    return html.document_fromstring(
        text.encode("utf-8"), parser=html.HTMLParser(encoding="utf-8", huge_tree=True)
    )


def whole(folder: Path, jobs: int) -> str:
    """A build of a whole corpus, everything again: reading WARC, validating, writing and all, by
    the clock on the wall."""
    portal = load_portal(TOP / "examples" / "demo.yaml")
    with tempfile.TemporaryDirectory() as copied:
        corpus = Path(shutil.copytree(folder, Path(copied) / "demo"))
        began = time.perf_counter()
        built = build(portal, corpus, BuildOptions(jobs=jobs, everything=True)).built or 0
        wall = time.perf_counter() - began
    return f"build --all --jobs {jobs} of the demo corpus: {built} articles in {wall:.2f} s, {built / wall:.0f} a second"


def samples(args: argparse.Namespace) -> Iterator[Sample]:
    makers: dict[str, Callable[[], Sample]] = {}
    if args.demo:
        makers["demo"] = lambda: from_demo(args.demo)
    if args.cases:
        for name in PORTALS:
            makers[name] = lambda name=name: from_warc(args.cases, name)  # type: ignore[misc]
        makers[RULED] = lambda: from_fundus(args.cases, rules=True)
        makers[UNRULED] = lambda: from_fundus(args.cases, rules=False)
    yield from (make() for name, make in makers.items() if not args.only or name in args.only)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("cases", nargs="?", type=Path)
    parser.add_argument("--demo", type=Path)
    parser.add_argument("--only", nargs="+")
    parser.add_argument("--profile", nargs="?", const="all")
    args = parser.parse_args()
    collect_garbage_rarely()
    print(HEAD)
    timed: dict[str, list[Timed]] = {}
    for sample in samples(args):
        timed[sample.name] = [sample.timed(*job) for job in sample.jobs]
        print(measure(sample, timed[sample.name]), flush=True)
        if args.profile in ("all", sample.name):
            with cProfile.Profile() as profile:
                sample.build()
            show(profile)
        if sample.name in (RULED, UNRULED) and importlib.util.find_spec("trafilatura"):
            print(compare_with_trafilatura(sample), flush=True)
    archived = [article for name in PORTALS for article in timed.get(name, ())]
    for name, found in (("wac", archived), ("fundus with rules", timed.get(RULED, []))):
        if found:
            print(f"ratio, page → TEI over parse, {name}: {spread(found)}; at most 3 is wanted")
    for jobs in (1, 2) if args.demo else ():
        print(whole(args.demo, jobs))


if __name__ == "__main__":
    main()
