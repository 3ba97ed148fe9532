"""What ``curator new`` and a crawl, with nothing edited, make of a portal made at random."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench.portals.random_sites.archives import NOT_TO_BE_HAD
from bench.portals.random_sites.comparison import Comparison, ReadArticle, compare, find_silent
from bench.portals.random_sites.made_articles import LATER, is_resumed
from bench.portals.random_sites.serving import serve_site
from bench.portals.random_sites.site import RandomSite
from bench.portals.random_sites.still_clock import StillClock
from bench.portals.random_sites.traits import Traits
from bench.shared.stored_articles import read_articles
from webarticlecurator.base.errors import CuratorError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.proposal.proposal_doubts import list_doubts
from webarticlecurator.cli.commands.new import _proposal_lines
from webarticlecurator.cli.exit_codes import exit_code_of
from webarticlecurator.cli.run_end import summary_exit_code
from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.states.summary import Summary
from webarticlecurator.crawling.workers.run_options import CrawlOptions, Runtime
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.portal_file.written.proposed_file import proposed_yaml
from webarticlecurator.proposing.propose.portal_proposal import propose_portal
from webarticlecurator.storage.store.view import view_corpus
from webarticlecurator.tei.documents.plain_text import read_lines

RIGHT, SAID, SILENT = "right by itself", "wrong and said", "silently wrong"


@dataclass(frozen=True)
class Outcome:
    """What became of a portal. ``silent``: the kinds of faults of which nothing was said; ``said``:
    what ``new`` and the crawl said; ``problems``: kind → what the crawl said first of it;
    ``asked``: the requests of ``new`` and those of the crawl; ``code``: the exit code at the end.
    """

    traits: Traits
    start: str
    comparison: Comparison
    silent: Sequence[str]
    said: Sequence[str]
    seconds: float
    problems: Mapping[str, str] = field(default_factory=dict)
    asked: tuple[int, int] = (0, 0)
    code: int = 0

    @property
    def verdict(self) -> str:
        if not self.comparison.faults:
            return RIGHT
        return SILENT if self.silent else SAID

    @property
    def list_verdict(self) -> str:
        """Return the verdict about the list alone, whatever the articles say."""
        if "list" not in self.comparison.counts():
            return RIGHT
        return SILENT if "list" in self.silent else SAID

    def line(self) -> str:
        """Return the outcome in a line."""
        counts = ", ".join(
            f"{kind}{'!' if kind in self.silent else ''} {number}"
            for kind, number in self.comparison.counts().items()
        )
        traits = self.traits
        head = f"{traits.seed} {traits.number:3} {self.verdict:15} {traits['archive']}"
        alarms = f"-; a problem all the same: {', '.join(sorted(self.problems))}"
        faults = counts or (alarms if self.problems else "-")
        asked = f"{self.asked[0]}+{self.asked[1]} requests, exit {self.code}"
        return f"{head} of {self.comparison.articles:2}: {faults} ({asked}, {self.seconds:.1f} s)"


def try_portal(site: RandomSite, folder: Path) -> Outcome:
    """Propose a portal file, crawl the portal with it as it is, and compare.

    A portal that resumes is crawled a second time, when it has new articles.
    """
    start = time.monotonic()
    clock = StillClock()
    runtime = Runtime(clock=clock, executor="serial")
    said: list[str] = []
    asked: list[str] = []
    summary, code = Summary(), 0
    read: list[ReadArticle] = []
    known_bad: frozenset[str] = frozenset()
    of_new = 0
    try:
        with serve_site(site, requests=asked) as proxy:
            try:
                portal = _propose(site, proxy, runtime, folder / "portal.yaml", said)
            finally:
                of_new = len(asked)
            summary = crawl(portal, folder / "corpus", CrawlOptions(proxy=proxy), runtime)
        if is_resumed(site.traits):
            site = RandomSite(site.traits, is_later=True)
            clock.set_day(LATER)
            with serve_site(site, requests=asked) as proxy:
                summary = crawl(portal, folder / "corpus", CrawlOptions(proxy=proxy), runtime)
        said += summary.lines()
        code = summary_exit_code(summary)
        known_bad = _list_failed(folder / "corpus", portal.id)
        read = _read_corpus(folder / "corpus")
    except CuratorError as error:
        said.append(f"problem: no-list: stopped: {error}")
        code = exit_code_of(error)
    comparison = compare(site, read)
    if site.traits["archive"] in NOT_TO_BE_HAD and any(map(_names_form, said)):
        comparison.faults = [each for each in comparison.faults if each.message != "missing"]
    problems = {doubt.kind: f"{doubt.first} {doubt.message}" for doubt in summary.doubts}
    silent = find_silent(comparison, problems, said, known_bad)
    counts = (of_new, len(asked) - of_new)
    seconds = time.monotonic() - start
    return Outcome(
        site.traits, site.start_url, comparison, silent, said, seconds, problems, counts, code
    )


def _propose(site: RandomSite, proxy: str, runtime: Runtime, path: Path, said: list[str]) -> Portal:
    """Return the portal that ``new`` proposes; ``said`` gets a line for each doubt."""
    proposal = propose_portal([site.start_url], proxy, runtime=runtime)
    said += [" ".join(doubt.lines()) for doubt in list_doubts(proposal)]
    said += _proposal_lines(proposal)
    path.write_text(proposed_yaml(proposal), encoding="utf-8")
    return load_portal(path)


def _names_form(line: str) -> bool:
    """Return True if a line says that a form is in the way."""
    return re.search(r"\b(POST|form)\b", line) is not None


def _list_failed(folder: Path, name: str) -> frozenset[str]:
    with view_corpus(folder, name) as corpus:
        rows = corpus.frontier.articles()
        return frozenset(row.canonical for row in rows if row.state in ("failed", "pending"))


def _read_corpus(folder: Path) -> list[ReadArticle]:
    if not (folder / "tei").exists():
        return []
    found = []
    for article in read_articles(folder):
        metadata = article.header.metadata
        found.append(
            ReadArticle(
                article.header.url,
                " ".join((metadata.texts("title") or [""])[0].split()),
                tuple(metadata.texts("authors")),
                (metadata.texts("published") or [""])[0][:10],
                tuple(metadata.texts("section")),
                tuple(metadata.texts("keywords")),
                tuple(read_lines(article.content)),
            )
        )
    return found
