"""How much of the text that HTML2TEI keeps is kept, article by article, and what differs.

    python -m bench.text.html2tei CASES [PORTAL …] [--words] [--tei FOLDER]

``CASES`` holds ``wac/<portal>.warc.gz`` and ``html2tei/<portal>/``. Each portal is built from its
WARC with the shipped portal file (into a temporary folder, or ``--tei``). An article of several
pages is compared with HTML2TEI's files for these pages, one after the other.

Words are runs without white space in ``text/body``: of ours without the descriptions of images
(``alt``), of HTML2TEI's without the title and without the notes in which it writes down addresses
that it changed. It puts white space at inline tags, so a difference whose letters are the same on
both sides (``kor mány`` and ``kormány``) is no difference. ``repeated`` is the share of its words
that it has several times, because every page of an article repeats them (runs of eight words or
more), and ours once; ``kept`` the share of the others that ours has, in order; ``more`` the words
that only ours has, as a share of its words.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

from lxml import etree

from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.workers.run_options import BuildOptions
from webarticlecurator.portal_file.config.load import load_portal

PORTALS = ("hvg", "kremmania_forum", "p24", "p24_rangado", "p444", "valasz")
TEI = "{http://www.tei-c.org/ns/1.0}"
CONFIGS = Path(__file__).resolve().parents[2] / "site_configs"

RUN = 8
HEAD = "| portal | article | words of HTML2TEI | ours | repeated | kept | more |\n|---|---|---|---|---|---|---|"

Difference = tuple[tuple[str, ...], tuple[str, ...]]
Stretch = tuple[int, int, int, int]
"""From and to in theirs, from and to in ours."""


@dataclass(frozen=True)
class Comparison:
    """One article: its pages in reading order, the number of words on either side, how many of
    theirs only repeat what stands before, and where the rest differs, as (only theirs, only ours).
    """

    pages: tuple[str, ...]
    theirs: int
    ours: int
    repeated: int
    differences: tuple[Difference, ...]

    @property
    def kept(self) -> float:
        return 1 - sum(len(a) for a, _ in self.differences) / max(1, self.theirs - self.repeated)

    @property
    def more(self) -> float:
        return sum(len(b) for _, b in self.differences) / max(1, self.theirs)


def comparisons(tei: Path, html2tei: Path) -> Iterator[Comparison]:
    """Every article below ``tei`` that HTML2TEI has a page of, by address."""
    known = {_bare(_their_address(path)): path for path in sorted(html2tei.rglob("*.xml"))}
    articles = sorted((_our_pages(path), path) for path in tei.rglob("*.xml"))
    for pages, path in articles:
        files = [known[_bare(page)] for page in pages if _bare(page) in known]
        if files:
            yield _compared(
                pages, [word for file in files for word in _their_words(file)], _our_words(path)
            )


def _compared(pages: tuple[str, ...], theirs: Sequence[str], ours: Sequence[str]) -> Comparison:
    matcher = SequenceMatcher(None, theirs, ours, autojunk=False)
    again = _repeats(theirs)
    repeated, differences = 0, []
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind == "equal":
            continue
        a, b, c, d = _trimmed(theirs, ours, (a, b, c, d))
        new = [theirs[at] for at in range(a, b) if at not in again]
        repeated += b - a - len(new)
        differences.append((tuple(new), tuple(ours[c:d])))
    return Comparison(
        pages, len(theirs), len(ours), repeated, tuple(d for d in differences if d != ((), ()))
    )


def _repeats(words: Sequence[str]) -> set[int]:
    """Where words stand in a run of RUN words that stood before."""
    seen: set[tuple[str, ...]] = set()
    found: set[int] = set()
    for start in range(len(words) - RUN + 1):
        run = tuple(words[start : start + RUN])
        if run in seen:
            found.update(range(start, start + RUN))
        seen.add(run)
    return found


def _trimmed(theirs: Sequence[str], ours: Sequence[str], stretch: Stretch) -> Stretch:
    """A stretch without what has the same letters, only parted otherwise, at its start and at its
    end."""
    a, b, c, d = stretch
    more_a, more_c = _same(theirs[a:b], ours[c:d])
    a, c = a + more_a, c + more_c
    less_b, less_d = _same(_mirrored(theirs[a:b]), _mirrored(ours[c:d]))
    return a, b - less_b, c, d - less_d


def _same(a: Sequence[str], b: Sequence[str]) -> tuple[int, int]:
    """How many words of each make up the longest beginning with the same letters that ends between
    words on both sides."""
    ends_a, ends_b = _ends(a), _ends(b)
    letters_a, letters_b = "".join(a), "".join(b)
    for end in sorted(ends_a.keys() & ends_b.keys(), reverse=True):
        if letters_a[:end] == letters_b[:end]:
            return ends_a[end], ends_b[end]
    return 0, 0


def _ends(words: Sequence[str]) -> dict[int, int]:
    """Letters up to the end of a word → number of words up to there."""
    ends, length = {}, 0
    for number, word in enumerate(words, 1):
        length += len(word)
        ends[length] = number
    return ends


def _mirrored(words: Sequence[str]) -> list[str]:
    return [word[::-1] for word in reversed(words)]


def _our_pages(path: Path) -> tuple[str, ...]:
    """The addresses of the captured pages of an article, in reading order."""
    captures = etree.parse(str(path)).iterfind(
        f".//{TEI}listBibl[@type='captures']/{TEI}bibl/{TEI}ref"
    )
    return tuple(ref.get("target") or "" for ref in captures)


def _our_words(path: Path) -> list[str]:
    body = _body(path)
    etree.strip_elements(body, f"{TEI}figDesc", with_tail=False)
    return "".join(map(str, body.itertext())).split()


def _their_address(path: Path) -> str:
    tree = etree.parse(str(path))
    return next((e.text.strip() for e in tree.iter("{*}url") if e.text), "")


def _their_words(path: Path) -> list[str]:
    body = _body(path)
    etree.strip_elements(body, f"{TEI}note", with_tail=False)
    for head in body.findall(f"{TEI}head[@type='title']"):
        body.remove(head)
    return " ".join(map(str, body.itertext())).split()


def _body(path: Path) -> etree._Element:
    found = etree.parse(str(path)).find(f".//{TEI}text/{TEI}body")
    if found is None:
        raise SystemExit(f"{path} has no text/body")
    return found


def _bare(address: str) -> str:
    """An address as both write it."""
    return address.partition("://")[2].rstrip("/")


def built(portal: str, cases: Path, folder: Path) -> Path:
    """Build the TEI of a portal from its WARC; gives the folder of the TEI."""
    build(
        load_portal(CONFIGS / f"{portal}.yaml"),
        folder,
        BuildOptions(warcs=(cases / "wac" / f"{portal}.warc.gz",)),
    )
    return folder / "tei"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("cases", type=Path)
    parser.add_argument("portals", nargs="*", default=PORTALS, metavar="PORTAL")
    parser.add_argument(
        "--words", action="store_true", help="show each difference: - only HTML2TEI, + only ours"
    )
    parser.add_argument("--tei", type=Path, help="keep what is built in this folder")
    args = parser.parse_args()
    print(HEAD)
    with tempfile.TemporaryDirectory() as temporary:
        for portal in args.portals:
            tei = built(portal, args.cases, (args.tei or Path(temporary)) / portal)
            for found in comparisons(tei, args.cases / "html2tei" / portal):
                _show(portal, found, args.words)
    return 0


def _show(portal: str, found: Comparison, words: bool) -> None:
    first = _bare(found.pages[0])
    more_pages = f" (+{len(found.pages) - 1})" if len(found.pages) > 1 else ""
    shares = " | ".join(
        f"{share:.2%}" for share in (found.repeated / max(1, found.theirs), found.kept, found.more)
    )
    print(f"| {portal} | {first}{more_pages} | {found.theirs} | {found.ours} | {shares} |")
    for theirs, ours in found.differences if words else ():
        print(f"    - {' '.join(theirs)}\n    + {' '.join(ours)}")


if __name__ == "__main__":
    sys.exit(main())
