"""Where libxml2's trees differ from a browser's, how often, and what it costs to notice and to mend
it.

usage: python bench/parsers.py [SHARED] [--html5lib]

Reads all pages of SHARED/cases (default ../shared): each is parsed by libxml2 and by lexbor (and by
html5lib, which is slow; and by html5-parser where it is installed, which needs an lxml built from
source). ``words``: pages whose words are not the same in the same order; ``places``: pages where a
word or a picture stands in other elements. Elements that only one parser inserts (``tbody``) are
left out on both sides.
"""

from __future__ import annotations

import argparse
import gzip
import importlib
import sys
import time
import warnings
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from statistics import median
from typing import Any

from lxml import etree
from warcio.archiveiterator import ArchiveIterator

from webarticlecurator.page import read_page
from webarticlecurator.page import tree as page_tree
from webarticlecurator.page.differences import END_TAG, find_differences
from webarticlecurator.page.html5 import convert_html5, parse_html5
from webarticlecurator.page.page_elements import PageElements
from webarticlecurator.page.parsers import describe_parsers
from webarticlecurator.page.word_places import Paths, list_word_places

Seconds = dict[str, list[float]]


def _make_html5(source: bytes, parser: Any) -> etree._Element | None:
    document = parse_html5(source)
    return None if document is None else convert_html5(document, parser)


def pages(shared: Path) -> Iterator[tuple[str, bytes]]:
    """Set and UTF-8 markup of every page."""
    for path in sorted((shared / "cases").rglob("*.html.gz")):
        yield path.parts[-3], _utf8(gzip.decompress(path.read_bytes()), "text/html; charset=utf-8")
    for path in sorted((shared / "cases" / "wac").glob("*.warc.gz")):
        with path.open("rb") as opened:
            for record in ArchiveIterator(opened):
                if record.rec_type == "response":
                    yield (
                        "wac",
                        _utf8(
                            record.raw_stream.read(), record.http_headers.get_header("content-type")
                        ),
                    )


def _utf8(content: bytes, content_type: str | None) -> bytes:
    return (
        read_page("http://localhost/", content, content_type)
        .text.encode("utf-8", "replace")
        .replace(b"\0", b"\xef\xbf\xbd")
    )


def without_inserted(root: etree._Element) -> etree._Element:
    etree.strip_tags(root, "tbody", "colgroup")
    return root


def others(with_html5lib: bool) -> dict[str, Callable[[bytes], etree._Element]]:
    """Name → further parsers that are installed."""
    found: dict[str, Callable[[bytes], etree._Element]] = {}
    try:
        gumbo: Any = importlib.import_module("html5_parser")
        found["html5-parser"] = lambda source: gumbo.parse(
            source, transport_encoding="utf-8", namespace_elements=False
        )
    except (ImportError, RuntimeError) as error:
        print(f"without html5-parser: {str(error)[:90]}")
    if with_html5lib:
        html5lib: Any = importlib.import_module("html5lib")
        found["html5lib"] = lambda source: html5lib.parse(
            source, treebuilder="lxml", namespaceHTMLElements=False, transport_encoding="utf-8"
        ).getroot()
    return found


class Table:
    """What is counted, by parser."""

    def __init__(self) -> None:
        self.words: Counter[str] = Counter()
        self.places: Counter[str] = Counter()
        self.signs: Counter[tuple[bool, bool]] = Counter()
        self.kinds: dict[str, Counter[bool]] = defaultdict(Counter)
        self.seconds: Seconds = defaultdict(list)

    def timed(self, name: str, work: Callable[[], Any]) -> Any:
        begin = time.process_time()
        done = work()
        self.seconds[name].append((time.process_time() - begin) * 1000)
        return done

    def compare(self, name: str, one: etree._Element, other: etree._Element) -> bool:
        paths: Paths = {}
        ours, theirs = list_word_places(one, paths), list_word_places(other, paths)
        self.words[name] += list(filter(None, ours.words)) != list(filter(None, theirs.words))
        self.places[name] += ours != theirs
        return ours != theirs

    def add(self, source: bytes, parsers: dict[str, Callable[[bytes], etree._Element]]) -> None:
        parser, root, _ = self.timed("libxml2", lambda: page_tree._parse_source(source))
        if root is None:
            return
        signs = self.timed(
            "signs", lambda: find_differences(PageElements(root), parser.error_log, source)
        )
        other = self.timed("lexbor, made an lxml tree", lambda: _make_html5(source, parser))
        differs = other is not None and self.compare("lexbor", root, other)
        self.signs[bool(signs), differs] += 1
        for sign in {
            f"</{one.element}> unmatched" if one.sign == END_TAG else one.sign for one in signs
        }:
            self.kinds[sign][differs] += 1
        plain = without_inserted(deepcopy(root))
        for name, parse in parsers.items():
            made = self.timed(name, lambda parse=parse: parse(source))
            self.compare(name, plain, without_inserted(made))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("shared", nargs="?", type=Path, default=Path("../shared"))
    parser.add_argument("--html5lib", action="store_true")
    args = parser.parse_args()
    if not (args.shared / "cases").is_dir():
        sys.exit(f"no cases in {args.shared}")
    warnings.simplefilter("ignore")  # html5lib's, about names
    table, parsers = Table(), others(args.html5lib)
    sets = Counter[str]()
    for name, source in pages(args.shared):
        sets[name] += 1
        table.add(source, parsers)
    print(describe_parsers())
    print(
        f"{sum(sets.values())} pages: "
        + ", ".join(f"{count} {name}" for name, count in sets.items())
    )
    print(
        "\n| against libxml2 | pages with other words | with words or pictures in other places |\n|---|---|---|"
    )
    for name in table.places:
        print(f"| {name} | {table.words[name]} | {table.places[name]} |")
    print("\n| signs found | differs | does not differ |\n|---|---|---|")
    for found in (True, False):
        print(
            f"| {'yes' if found else 'no'} | {table.signs[found, True]} | {table.signs[found, False]} |"
        )
    for kind, counts in sorted(table.kinds.items(), key=lambda item: -sum(item[1].values())):
        print(f"|   {kind} | {counts[True]} | {counts[False]} |")
    print("\n| ms a page | middle | mean |\n|---|---|---|")
    for name, taken in table.seconds.items():
        print(f"| {name} | {median(taken):.2f} | {sum(taken) / len(taken):.2f} |")


if __name__ == "__main__":
    main()
