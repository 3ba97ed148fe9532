"""What `curator new` alone makes of the archives of mailing lists, weblogs, trackers and forums.

    python -m bench.portals.archive_systems [NAME …] [--folder FOLDER] [--faults N] [--proposal]

Each system is filled with made-up posts of which each has a word of its own. MHonArc, Blosxom and
Roundup write their pages themselves (a system that is not here is named, with what to install); the
others are written here after what these systems put out. `new` writes a portal file from the first
page alone, and the site is crawled with it as it is. Counted are the posts that were read once,
more than once and not at all, and the articles without a post or with several threads. *Right* is a system whose posts are
all read once, with no other article; *said* one of whose faults `new` or the crawl speaks.
"""

from __future__ import annotations

import argparse
import re
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from lxml import etree

from bench.portals.archive_imitations import IMITATIONS
from bench.portals.archive_programs import PROGRAMS
from bench.portals.made_threads import MARK, ArchiveSite
from bench.portals.random_sites.comparison import COVERING, LIST_DOUBTS
from bench.portals.random_sites.still_clock import StillClock
from bench.portals.system_posts import MissingProgram, served
from bench.shared.stored_articles import read_articles
from webarticlecurator.base.errors import CuratorError
from webarticlecurator.base.proposal.proposal_doubts import list_doubts
from webarticlecurator.cli.exit_codes import exit_code_of
from webarticlecurator.cli.run_end import summary_exit_code
from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.workers.run_options import CrawlOptions, Runtime
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.portal_file.written.proposed_file import proposed_yaml
from webarticlecurator.proposing.propose.portal_proposal import propose_portal

SYSTEMS: dict[str, Callable[[Path], ArchiveSite]] = {**PROGRAMS, **IMITATIONS}
RIGHT, SAID, SILENT = "right", "said", "SILENT"
HEAD = ("system", "posts", "once", "twice", "missing", "articles", "others", "exit", "verdict")
TEI = "{http://www.tei-c.org/ns/1.0}"
LINE = "{:<22}" + "{:>9}" * 8


@dataclass(frozen=True)
class Reading:
    """How often each post was read, the addresses of articles without one, and what was said."""

    posts: Counter[str]
    articles: int
    others: list[str]
    said: list[str]
    code: int
    proposal: str = ""

    def count(self, site: ArchiveSite) -> dict[str, int]:
        """Return the numbers of the table."""
        times = [self.posts[mark] for mark in site.marks]
        return {
            "posts": len(times),
            "once": times.count(1),
            "twice": sum(each > 1 for each in times),
            "missing": times.count(0),
            "articles": self.articles,
            "others": len(self.others),
            "exit": self.code,
        }

    def judge(self, site: ArchiveSite) -> str:
        """Return whether all is right, or something is said of what is wrong."""
        counts = self.count(site)
        if counts["once"] == counts["posts"] and not self.others:
            return RIGHT
        return SAID if self.said else SILENT


def read_system(site: ArchiveSite, folder: Path) -> Reading:
    """Return what ``new`` and a crawl make of a system."""
    folder.mkdir(parents=True, exist_ok=True)
    said: list[str] = []
    text = ""
    with served(site) as proxy:
        runtime = Runtime(clock=StillClock(), executor="serial")
        try:
            proposal = propose_portal([site.home + site.first_page], proxy, runtime=runtime)
            said += [each.kind for each in list_doubts(proposal) if each.kind in LIST_DOUBTS]
            text = proposed_yaml(proposal)
            (folder / "archive.yaml").write_text(text, encoding="utf-8")
            portal = load_portal(folder / "archive.yaml")
            summary = crawl(portal, folder / "corpus", CrawlOptions(proxy=proxy), runtime)
        except CuratorError as error:
            return Reading(Counter(), 0, [], [f"{error}"], exit_code_of(error), text)
    covering = COVERING["list"] | COVERING["second pages"] | COVERING["text lost"]
    said += [each.kind for each in summary.doubts if each.kind in covering]
    posts: Counter[str] = Counter()
    others, number = [], 0
    for article in read_articles(folder / "corpus") if (folder / "corpus/tei").exists() else ():
        number += 1
        text_of = etree.fromstring(article.content).find(f"{TEI}text")
        marks = re.findall(MARK, " ".join(() if text_of is None else text_of.itertext()))
        posts.update(marks)
        # an article is a post or a thread, never a page of several
        if len({site.marks[mark] for mark in marks}) != 1:
            others.append(article.header.url)
    return Reading(posts, number, others, said, summary_exit_code(summary), text)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", help="all of them if none is named")
    parser.add_argument("--folder", type=Path, help="keep what is made")
    parser.add_argument("--faults", type=int, default=0)
    parser.add_argument("--proposal", action="store_true")
    args = parser.parse_args()
    if unknown := {*args.names} - {*SYSTEMS}:
        parser.error(f"{unknown.pop()}: unknown system (expected {', '.join(SYSTEMS)})")
    print(LINE.format(*HEAD))
    for name in args.names or SYSTEMS:
        start = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="archive") as given:
            folder = (args.folder or Path(given)) / name
            folder.mkdir(parents=True)
            try:
                site = SYSTEMS[name](folder)
            except (MissingProgram, OSError) as error:
                print(f"{name}: skipped ({error})", flush=True)
                continue
            reading = read_system(site, folder / "read")
        cells = (*reading.count(site).values(), reading.judge(site))
        seconds = time.monotonic() - start
        said = ", ".join(dict.fromkeys(reading.said)) if args.faults else ""
        print(LINE.format(name, *cells), f"({seconds:.0f} s)", said, flush=True)
        print(reading.proposal if args.proposal else "", end="")
        missing = [mark for mark in site.marks if not reading.posts[mark]]
        for fault in [*reading.others, *missing][: args.faults]:
            print(f"    {fault}")


if __name__ == "__main__":
    main()
