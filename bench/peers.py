"""A crawl of a made-up portal on loopback, by ``curator`` and by other programs, in turn.

usage: python bench/peers.py [--articles N] [--size KB] [--rounds N] [--busy] [--only NAME …]

Every program runs in a process of its own, at delay 0, one request at a time, and walks the numbered
lists to the articles. CPU is that of the process and of its children with their start-up, wall the
time until it ends. ``--busy``: another process keeps writing to the same disk. Medians of the
rounds; a round runs each program once, so that a slow minute of the machine meets all of them.

``floor`` is ``requests`` recorded by ``warcio`` with an fsync after each answer: it is given the
addresses. Scrapy and WebArticleCurator are installed into ``.venv-peers`` from the package index;
they write what they write by themselves: Scrapy without a WARC or by ``warcio``, WebArticleCurator
without an fsync. Then the same command again, with nothing new on the portal (Scrapy with a
JOBDIR), and the start-up of each.
"""

from __future__ import annotations

import argparse
import compileall
import os
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
import venv
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path

from made_up_portal import PER_LIST

BENCH = Path(__file__).resolve().parent
VENVS = BENCH.parent / ".venv-peers"
PACKAGE = BENCH.parent / "webarticlecurator"
ENV = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""Modules are compiled once, as an installed program's are, not at each start."""
PACKAGES = {
    "scrapy": ("scrapy>=2.11", "warcio>=1.7.5", "trafilatura>=2.0"),
    "wac": ("webarticlecurator==1.13.0", "setuptools<82"),
    "html2tei": ("html2tei==1.2.3", "setuptools<82"),
}
"""Virtual environment → what is installed in it; WebArticleCurator needs an lxml below 6. HTML2TEI
crawls nothing: it is for ``html2tei_speed.py``."""
PORTAL_FILE = """\
portal: made-up
home: {address}/
language: en
timezone: UTC
fetch: {{delay: 0}}
archive:
  dates: none
  url: "{address}/list/{{page}}"
  pagination: {{mode: numbered, first: 1}}
  links: a.item
"""
WAC_CRAWL = """\
schema: site.yaml
output_corpus: corpus.txt
log_file_articles: articles.log
log_file_archive: archive.log
new_problematic_urls: problems.txt
new_good_urls: good.txt
new_problematic_archive_urls: archive-problems.txt
new_good_archive_urls: archive-good.txt
"""
WAC_SITE = """\
site_name: made-up
columns:
  all: {{archive_url_format: "{address}/list/#pagenum", initial_pagenum: 1, min_pagenum: 2, max_pagenum: {last}}}
portal_specific_exctractor_functions_file: extractors.py
extract_article_urls_from_page_fun: extract_links
next_url_by_pagenum: true
infinite_scrolling: false
archive_page_urls_by_date: false
go_reverse_in_archive: false
verify_request: true
ignore_archive_cache: false
corpus_converter: dummy-converter
corpus_converter_file: none.py
"""
WAC_EXTRACTORS = """\
from bs4 import BeautifulSoup

def extract_links(raw_html):
    page = BeautifulSoup(raw_html, "lxml")
    return {{"{address}" + link["href"] for link in page.select("a.item")}}
"""


@dataclass(frozen=True)
class Spent:
    """Seconds of one run."""

    wall: float
    cpu: float


@dataclass(frozen=True)
class Job:
    """A crawl to be done: the portal's ``address``, how many ``articles`` it has, and the ``folder``
    for what is written."""

    address: str
    articles: int
    folder: Path

    @property
    def lists(self) -> int:
        return -(-self.articles // PER_LIST)


@dataclass(frozen=True)
class Program:
    """``command`` returns the words of a crawl, ``again`` those of the same crawl with nothing new,
    ``version`` those that print the version or help."""

    name: str
    command: Callable[[Job], Sequence[str]]
    again: Callable[[Job], Sequence[str]] | None = None
    version: Sequence[str] = ()
    first: list[Spent] = field(default_factory=list)
    second: list[Spent] = field(default_factory=list)
    starts: list[Spent] = field(default_factory=list)


def curator(job: Job) -> Sequence[str]:
    file = job.folder / "portal.yaml"
    file.write_text(PORTAL_FILE.format(address=job.address), encoding="utf-8")
    corpus = str(job.folder / "corpus")
    module = (sys.executable, "-m", "webarticlecurator", "crawl")
    return (*module, str(file), "--warc-only", "--quiet", "--corpus", corpus)


def floor(job: Job) -> Sequence[str]:
    addresses = [f"{job.address}/list/{n}" for n in range(1, job.lists + 1)]
    addresses += [f"{job.address}/a/{n}" for n in range(1, job.articles + 1)]
    (job.folder / "input").write_text("\n".join(addresses), encoding="utf-8")
    return (sys.executable, str(BENCH / "floor.py"), "--fsync")


def scrapy(job: Job, *options: str) -> Sequence[str]:
    return (find_python("scrapy"), str(BENCH / "peer_scrapy.py"), job.address, *options)


def scrapy_with_warc(job: Job) -> Sequence[str]:
    return scrapy(job, "--warc", str(job.folder / "all.warc.gz"))


def scrapy_with_jobdir(job: Job) -> Sequence[str]:
    return scrapy(job, "--jobdir", str(job.folder / "job"))


def web_article_curator(job: Job, *options: str) -> Sequence[str]:
    files = {"crawl.yaml": WAC_CRAWL, "site.yaml": WAC_SITE, "extractors.py": WAC_EXTRACTORS}
    for name, text in files.items():
        filled = text if name == "crawl.yaml" else text.format(address=job.address, last=job.lists)
        (job.folder / name).write_text(filled, encoding="utf-8")
    unlimited = ("--max-no-of-calls-in-period", "1000000")
    warcs = ("--archive-warc", "archive.warc.gz", "--articles-warc", "articles.warc.gz")
    module = (find_python("wac"), "-m", "webarticlecurator", "crawl", "crawl.yaml")
    return (*module, *(options or warcs), *unlimited)


def web_article_curator_again(job: Job) -> Sequence[str]:
    new = ("--archive-warc", "archive-2.warc.gz", "--articles-warc", "articles-2.warc.gz")
    old = ("--old-archive-warc", "archive.warc.gz", "--old-articles-warc", "articles.warc.gz")
    return web_article_curator(job, *new, *old)


def list_programs() -> list[Program]:
    def module(python: str, *words: str) -> Sequence[str]:
        return (python, "-m", *words)

    return [
        Program("curator", curator, curator, module(sys.executable, "webarticlecurator", "--help")),
        Program("floor", floor),
        Program("scrapy", scrapy, None, module(find_python("scrapy"), "scrapy", "version")),
        Program("scrapy-warc", scrapy_with_warc),
        Program("scrapy-jobdir", scrapy_with_jobdir, scrapy_with_jobdir),
        Program(
            "wac",
            web_article_curator,
            web_article_curator_again,
            module(find_python("wac"), "webarticlecurator", "crawl", "--help"),
        ),
    ]


def find_python(name: str) -> str:
    """Return the interpreter of a virtual environment of ``PACKAGES``."""
    scripts = "Scripts" if os.name == "nt" else "bin"
    return str(VENVS / name / scripts / "python")


def install(name: str) -> None:
    if not Path(find_python(name)).exists():
        print(f"installing {', '.join(PACKAGES[name])} …", file=sys.stderr)
        venv.create(VENVS / name, with_pip=True)
        pip = (find_python(name), "-m", "pip", "install", "--quiet", *PACKAGES[name])
        subprocess.run(pip, check=True)


def run(words: Sequence[str], folder: Path) -> Spent:
    """Run a command in ``folder``; raise RuntimeError with what it wrote if it fails."""
    given = folder / "input"
    given.touch()
    with given.open("rb") as stdin, (folder / "output").open("w+b") as out:
        wall = time.perf_counter()
        process = subprocess.Popen(words, cwd=folder, stdin=stdin, stdout=out, stderr=out, env=ENV)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        wall = time.perf_counter() - wall
        if process.returncode:
            out.seek(0)
            raise RuntimeError(f"{' '.join(words)}: {out.read().decode(errors='replace')[-2000:]}")
    return Spent(wall, used.ru_utime + used.ru_stime)


@contextmanager
def portal(articles: int, size: int) -> Iterator[str]:
    """Start the portal; yield its address."""
    words = (sys.executable, str(BENCH / "made_up_portal.py"), str(articles), str(size))
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


@contextmanager
def busy_disk(folder: Path) -> Iterator[None]:
    """Keep a process writing 4 MB at a time to a file in ``folder``, each made durable."""
    code = (
        "import os\nwith open('busy', 'wb') as out:\n while True:\n"
        "  out.seek(0); out.write(os.urandom(1 << 22)); out.flush(); os.fsync(out.fileno())"
    )
    with subprocess.Popen((sys.executable, "-c", code), cwd=folder) as process:
        try:
            yield
        finally:
            process.kill()


def count_requests(address: str) -> int:
    """Return how many articles were requested of the portal since the last call."""
    with urllib.request.urlopen(f"{address}/requests") as answer:
        return int(answer.read())


def run_round(programs: Sequence[Program], address: str, articles: int) -> None:
    for program in programs:
        with tempfile.TemporaryDirectory(dir=Path.cwd()) as name:
            job = Job(address, articles, Path(name))
            program.first.append(run(program.command(job), job.folder))
            found = count_requests(address)
            if found != articles:
                raise RuntimeError(f"{program.name}: {found} articles (expected {articles})")
            if program.again is not None:
                program.second.append(run(program.again(job), job.folder))
            if program.version:
                program.starts.append(run(program.version, job.folder))


def _median(spent: Sequence[Spent], get: Callable[[Spent], float]) -> float:
    return statistics.median(map(get, spent)) if spent else float("nan")


def print_table(programs: Sequence[Program], articles: int) -> None:
    pages = articles + -(-articles // PER_LIST)
    print("| | CPU ms a page | pages a second | again: CPU s | wall s | start-up CPU s |")
    print("|---|---|---|---|---|---|")
    for each in programs:
        cpu, wall = (_median(each.first, get) for get in (_cpu, _wall))
        rest = " | ".join(
            f"{_median(spent, get):.2f}" if spent else "–"
            for spent, get in ((each.second, _cpu), (each.second, _wall), (each.starts, _cpu))
        )
        print(f"| {each.name} | {1000 * cpu / pages:.1f} | {pages / wall:.0f} | {rest} |")


def _cpu(spent: Spent) -> float:
    return spent.cpu


def _wall(spent: Spent) -> float:
    return spent.wall


def main() -> None:
    programs = list_programs()
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--articles", type=int, default=600)
    parser.add_argument("--size", type=int, default=98, help="kilobytes of an article's page")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--busy", action="store_true", help="keep the disk busy")
    parser.add_argument("--only", nargs="+", choices=[each.name for each in programs])
    given = parser.parse_args()
    chosen = [each for each in programs if not given.only or each.name in given.only]
    for name in PACKAGES:
        if any(each.name.startswith(name) for each in chosen):
            install(name)
    compileall.compile_dir(PACKAGE, quiet=1)
    around = busy_disk(Path.cwd()) if given.busy else nullcontext()
    with portal(given.articles, given.size) as address, around:
        for number in range(given.rounds):
            print(f"round {number + 1} of {given.rounds}", file=sys.stderr)
            run_round(chosen, address, given.articles)
    print_table(chosen, given.articles)


if __name__ == "__main__":
    main()
