"""How much of the text that HTML2TEI keeps is kept, page by page, and what differs.

    python bench/html2tei.py TEI_FOLDER HTML2TEI_FOLDER [--words]

Words are runs without white space in ``text/body``. HTML2TEI puts white space at inline tags, so a difference whose letters are
the same on both sides (``kor mány`` and ``kormány``) is no difference. ``kept`` is the share of its words that ours has, ``more``
the words that only ours has, as a share of its words. Pages are paired by the address in the header.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path

from lxml import etree

TEI = "{http://www.tei-c.org/ns/1.0}"


def words(path: Path) -> list[str]:
    """The words of a TEI file's body, in order."""
    body = etree.parse(str(path)).find(f".//{TEI}text/{TEI}body")
    return [] if body is None else "\n".join(body.itertext()).split() if _pretty(path) else "".join(body.itertext()).split()


def _pretty(path: Path) -> bool:
    return "html2tei" in str(path)


def address(path: Path) -> str:
    """The article's address as either tool writes it, without scheme and final slash."""
    tree = etree.parse(str(path))
    found = [e.get("target") or e.text or "" for e in tree.iter(f"{TEI}ref", f"{TEI}ptr", f"{TEI}idno") if e.tag]
    found = [f.strip() for f in found if f.strip().startswith("http")]
    urls = [e.text.strip() for e in tree.iter() if isinstance(e.tag, str) and e.tag.endswith("}url") and e.text]
    return (urls or found or [""])[0].split("://", 1)[-1].rstrip("/")


def differences(theirs: list[str], ours: list[str]) -> Iterator[tuple[list[str], list[str]]]:
    """Stretches that differ in letters, as (only theirs, only ours)."""
    matcher = SequenceMatcher(None, theirs, ours, autojunk=False)
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind != "equal" and "".join(theirs[a:b]) != "".join(ours[c:d]):
            yield theirs[a:b], ours[c:d]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ours", type=Path)
    parser.add_argument("theirs", type=Path)
    parser.add_argument("--words", action="store_true", help="show each difference")
    args = parser.parse_args()
    known = {address(p): p for p in sorted(args.ours.rglob("*.xml"))}
    for path in sorted(args.theirs.rglob("*.xml")):
        pair = known.get(address(path))
        if pair is None:
            print(f"{path.name}: no TEI of ours for {address(path)}")
            continue
        theirs, ours = words(path), words(pair)
        found = list(differences(theirs, ours))
        lost, more = sum(len(a) for a, _ in found), sum(len(b) for _, b in found)
        print(f"{1 - lost / max(1, len(theirs)):7.2%} kept {more / max(1, len(theirs)):7.2%} more  {len(theirs):5} words  {path.name}")
        if args.words:
            for a, b in found:
                print(f"      - {' '.join(a)}\n      + {' '.join(b)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
