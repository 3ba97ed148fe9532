"""The programs that ``peers.py`` runs: how each is installed, called, and named in the tables."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.shared.made_up_portal import PER_LIST

HERE = Path(__file__).resolve().parent
TOP = HERE.parents[1]
VENVS = TOP / ".venv-peers"
ENV = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""Modules are compiled once, as an installed program's are, not at each start."""
PACKAGES = {
    "scrapy": ("scrapy>=2.11", "warcio>=1.7.5", "trafilatura>=2.0", "lxml_html_clean"),
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
    """``command`` returns the words of a crawl, None for a program that is only started; ``again``
    those of the same crawl with nothing new; ``version`` those that print the version or help.
    ``label`` names it in the tables, with the versions of ``packages`` of the virtual environment
    ``venv``."""

    name: str
    label: str
    command: Callable[[Job], Sequence[str]] | None = None
    again: Callable[[Job], Sequence[str]] | None = None
    version: Sequence[str] = ()
    venv: str = ""
    packages: tuple[str, ...] = ()

    def describe(self) -> str:
        """Return the label, with the versions that are installed."""
        return self.label.format(*(read_version(self.venv, name) for name in self.packages))


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
    return (sys.executable, str(HERE / "floor.py"), "--fsync")


def scrapy(job: Job, *options: str) -> Sequence[str]:
    return (find_python("scrapy"), str(HERE / "peer_scrapy.py"), job.address, *options)


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

    scrapy_version = module(find_python("scrapy"), "scrapy", "version")
    wac_help = module(find_python("wac"), "webarticlecurator", "crawl", "--help")
    trafilatura_help = module(find_python("scrapy"), "trafilatura.cli", "--help")
    own_help = module(sys.executable, "webarticlecurator", "--help")
    return [
        Program("curator", "curator, with WARC and index", curator, curator, own_help),
        Program("floor", "requests + warcio with an fsync after each answer", floor),
        Program(
            "scrapy-warc",
            "Scrapy {} + warcio {}",
            scrapy_with_warc,
            venv="scrapy",
            packages=("scrapy", "warcio"),
        ),
        Program(
            "scrapy",
            "Scrapy {}, no WARC",
            scrapy,
            None,
            scrapy_version,
            venv="scrapy",
            packages=("scrapy",),
        ),
        Program(
            "scrapy-jobdir",
            "Scrapy {} with a JOBDIR, no WARC",
            scrapy_with_jobdir,
            scrapy_with_jobdir,
            venv="scrapy",
            packages=("scrapy",),
        ),
        Program(
            "wac",
            "WebArticleCurator {}, no fsync",
            web_article_curator,
            web_article_curator_again,
            wac_help,
            venv="wac",
            packages=("webarticlecurator",),
        ),
        Program(
            "trafilatura",
            "trafilatura {}",
            version=trafilatura_help,
            venv="scrapy",
            packages=("trafilatura",),
        ),
    ]


def read_version(venv_name: str, package: str) -> str:
    """Return the version of an installed package, without its last part: 2.19 of 2.19.0."""
    code = f"import importlib.metadata as m; print(m.version({package!r}))"
    # isolated: this package in the working folder has the name of WebArticleCurator
    words = (find_python(venv_name), "-I", "-c", code)
    printed = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    return ".".join(printed.strip().split(".")[:2])


def find_python(name: str) -> str:
    """Return the interpreter of a virtual environment of ``PACKAGES``."""
    scripts = "Scripts" if os.name == "nt" else "bin"
    return str(VENVS / name / scripts / "python")


def install(name: str) -> None:
    """Install the packages of a virtual environment, unless that was done."""
    done = VENVS / name / "installed.txt"
    wanted = "\n".join(PACKAGES[name])
    if done.exists() and done.read_text(encoding="utf-8") == wanted:
        return
    print(f"installing {', '.join(PACKAGES[name])} …", file=sys.stderr)
    venv.create(VENVS / name, with_pip=True)
    pip = (find_python(name), "-m", "pip", "install", "--quiet", *PACKAGES[name])
    subprocess.run(pip, check=True)
    done.write_text(wanted, encoding="utf-8")
