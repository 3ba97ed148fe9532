"""How often the file that `curator new` writes lists the known articles and the known next page.

    python bench/portal_lists.py [SHARED] [--portal NAME …] [--faults] [--files FOLDER]

Reads the archive pages of SHARED/cases/wac whose articles or next pages are known. From some of
them alone, without any other page, a portal file is proposed and then used as it is on each of the
pages; a list or a next page counts if it is exactly the known one. Two measures for each portal:
`one`, with one page given, each in turn (the mean over them, of all answers), and `rest`, with all
pages given but the one that is asked about (the page itself where the portal has no other).
`--faults` prints each answer that is wrong, with what was given, and `--files` keeps the files.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from options import parser_with_shared
from warcio.archiveiterator import ArchiveIterator
from warcio.warcwriter import WARCWriter

from webarticlecurator.archive import normalize_address
from webarticlecurator.config import load_portal, proposed_yaml
from webarticlecurator.errors import CuratorError
from webarticlecurator.model.portal import Portal
from webarticlecurator.propose.portal_proposal import propose_from_files
from webarticlecurator.store import open_warcs
from webarticlecurator.stored_pages.captured_pages import CapturedPages
from webarticlecurator.stored_pages.page_store import StoredPage, StoredPages
from webarticlecurator.trial.page_links import list_links
from webarticlecurator.workers.executor import Runtime

LINE = "{:<26}{:>7}{:>9}{:>9}"


@dataclass(frozen=True)
class Answer:
    """A known answer for a page: its articles or its next page ("" for none)."""

    url: str
    kind: str
    expected: frozenset[str]


@dataclass(frozen=True)
class Asked:
    """An answer of a proposed file, beside the known one; ``given`` are the addresses of the pages
    from which the file was made."""

    answer: Answer
    given: tuple[str, ...]
    found: frozenset[str]
    failure: str = ""

    @property
    def is_right(self) -> bool:
        return not self.failure and self.found == self.answer.expected

    def describe(self) -> Iterator[str]:
        """Yield what is wrong, in lines."""
        expected, names = self.answer.expected, ", ".join(self.given)
        yield f"  {self.answer.kind} of {self.answer.url}  from {names if len(self.given) < 2 else f'{len(self.given)} pages'}"
        if self.failure:
            yield f"    {self.failure}"
        elif self.answer.kind == "next":
            yield f"    {''.join(self.found) or None} (expected {''.join(expected) or None})"
        else:
            more, less = sorted(self.found - expected), sorted(expected - self.found)
            yield f"    {len(more)} too many of {len(self.found)} {more[:2]}; {len(less)} missing of {len(expected)} {less[:2]}"


@dataclass(frozen=True)
class KnownPortal:
    """The archive pages of a portal and the known answers; ``records`` are those of its WARC."""

    name: str
    warc: Path
    pages: dict[str, StoredPage]
    answers: tuple[Answer, ...]

    def measure_one(self, folder: Path) -> list[list[Asked]]:
        """Return all answers from each page alone."""
        return [self._ask((url,), self.answers, folder) for url in self.pages]

    def measure_rest(self, folder: Path) -> list[Asked]:
        """Return the answers for each page from all the other ones."""
        asked = []
        for url in self.pages:
            given = tuple(each for each in self.pages if each != url) or (url,)
            own = [answer for answer in self.answers if answer.url == url]
            asked += self._ask(given, own, folder)
        return asked

    def _ask(self, given: Sequence[str], answers: Sequence[Answer], folder: Path) -> list[Asked]:
        number = len(list(folder.glob(f"{self.name}-*.yaml")))
        path, warc = folder / f"{self.name}-{number}.yaml", folder / "given.warc.gz"
        write_some(self.warc, given, warc)
        try:
            proposal, _ = propose_from_files(
                StoredPages(warcs=(warc,), urls=tuple(given)), Runtime()
            )
            path.write_text(f"# given: {given}\n{proposed_yaml(proposal)}", encoding="utf-8")
            portal = load_portal(path)
        except CuratorError as error:
            return [Asked(each, tuple(given), frozenset(), error.message) for each in answers]
        return [
            Asked(each, tuple(given), *answer(portal, self.pages[each.url], each.kind))
            for each in answers
        ]


def answer(portal: Portal, page: StoredPage, kind: str) -> tuple[frozenset[str], str]:
    """Return what a portal file finds on a page, and why it finds nothing."""
    try:
        links = list_links(portal, page)
    except CuratorError as error:
        return frozenset(), error.message
    found = links.articles if kind == "articles" else filter(None, [links.next_page])
    return frozenset(map(normalize_address, found)), ""


def write_some(warc: Path, urls: Sequence[str], target: Path) -> None:
    """Write the responses of some addresses of a WARC file into another one."""
    with warc.open("rb") as stream, target.open("wb") as output:
        writer = WARCWriter(output, gzip=True)
        for record in ArchiveIterator(stream):
            address = record.rec_headers.get_header("WARC-Target-URI")
            if record.rec_type == "response" and address in urls:
                writer.write_record(record)


def read_portals(folder: Path, names: Sequence[str]) -> Iterator[KnownPortal]:
    """Read the portals, or those of some names."""
    cases = json.loads((folder / "cases.json").read_text(encoding="utf-8"))
    kinds = {"article_urls": "articles", "next_page_url": "next"}
    for name in dict.fromkeys(case["portal"] for case in cases):
        own = [case for case in cases if case["portal"] == name and case["kind"] in kinds]
        if not own or (names and name not in names):
            continue
        warc = folder / own[0]["warc"]
        urls = dict.fromkeys(case["url"] for case in own)
        with open_warcs([warc]) as store:
            known = CapturedPages(Portal("known", ""), store, name)
            pages = {url: known.find(url) for url in urls}
        answers = (
            Answer(case["url"], kinds[case["kind"]], _read_expected(case["expected"]))
            for case in own
        )
        yield KnownPortal(name, warc, pages, tuple(answers))


def _read_expected(expected: Any) -> frozenset[str]:
    addresses = expected if isinstance(expected, list) else filter(None, [expected])
    return frozenset(map(normalize_address, addresses))


def main() -> None:
    """Print the tables."""
    parser = parser_with_shared(__doc__)
    parser.add_argument("--portal", nargs="*", default=[], metavar="NAME")
    parser.add_argument("--faults", action="store_true")
    parser.add_argument("--files", type=Path, metavar="FOLDER")
    args = parser.parse_args()
    total, right_one, right_rest = 0, 0.0, 0
    print(LINE.format("", "answers", "one", "rest"))
    with tempfile.TemporaryDirectory() as temporary:
        folder = args.files or Path(temporary)
        folder.mkdir(exist_ok=True)
        for portal in read_portals(args.shared / "cases" / "wac", args.portal):
            one, rest = portal.measure_one(folder), portal.measure_rest(folder)
            mean = sum(each.is_right for asked in one for each in asked) / len(one)
            good = sum(each.is_right for each in rest)
            print(LINE.format(portal.name, len(portal.answers), f"{mean:.1f}", good), flush=True)
            total += len(portal.answers)
            right_one += mean
            right_rest += good
            for each in [*(asked for some in one for asked in some), *rest] if args.faults else ():
                if not each.is_right:
                    print(*each.describe(), sep="\n")
    print(LINE.format("all", total, f"{right_one:.1f}", right_rest))
    print(LINE.format("", "", f"{right_one / total:.1%}", f"{right_rest / total:.1%}"))


if __name__ == "__main__":
    main()
