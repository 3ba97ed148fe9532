"""How many clicks take somebody who knows the text from saved pages to the finished table.

    python bench/studio_walks.py CASES [PUBLISHER …]

``CASES`` holds ``fundus/pages.jsonl`` and its pages. For each publisher (all of them), a studio is
opened in an empty folder, its saved pages are given, and the line of steps is followed, as in
tests/studio/walks. Before an article is said to be right, blocks of which most words are no part of
the known text are dropped: a click on the first of the longest row of them, on *Drop*, on another of
the proposed selectors where the first would take less than most of the row or right blocks, and on
*Accept*; while clicks are left. Captions and comments count neither way, as in the table. Nothing
is typed. Printed are the clicks, F1 of words over all articles of the table, and minutes; in the
end, how many publishers reach MIN_F1 in MAX_CLICKS. Texts of which the known one has only a part,
or parts twice, cannot.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import mean
from time import monotonic
from typing import Any
from urllib.parse import parse_qs, urlsplit

TESTS = Path(__file__).resolve().parents[1] / "tests"
sys.path[:0] = [str(TESTS), str(TESTS / "studio"), str(TESTS / "studio" / "walks")]

from browser import open_browser, start_playwright  # noqa: E402
from counted_walk import MAX_CLICKS, MIN_F1, CountedWalk, measure_f1  # noqa: E402
from running_studio import running_studio  # noqa: E402
from test_walks import read_gold, walk_from_files  # noqa: E402

SIZE = {"width": 1280, "height": 800}
APART = frozenset(("caption", "figure", "comment", "comments"))
"""Blocks that the text of a table leaves out."""
KEPT_BACK = 3
"""Clicks that are left for the steps behind."""
SHARE = 0.6
"""Share of the word triples of a right block that are in the known text, and of a row of wrong
blocks that a selector must take."""
MIN_WORDS = 4
_LINES = """lines => lines.map(line => [
  line.querySelector(".line-label")?.textContent ?? "",
  line.querySelector(".line-text")?.textContent ?? "", line.dataset.number,
  parseFloat(line.querySelector(".line-text")?.style.paddingLeft || "0")])"""


@dataclass(frozen=True)
class Line:
    """A block that is shown, by its number, and whether it is no part of the known text; None
    without words."""

    text: str
    number: str
    is_wrong: bool | None


def list_triples(text: str) -> list[tuple[str, ...]]:
    words = re.findall(r"\w+", text.lower())
    size = min(3, len(words))
    return [tuple(words[n : n + size]) for n in range(len(words) - size + 1)] if words else []


def find_longest_row(lines: Sequence[Line]) -> list[Line]:
    rows: list[list[Line]] = [[]]
    for line in lines:
        if line.is_wrong:
            rows[-1].append(line)
        elif line.is_wrong is not None:
            rows.append([])
    return max(rows, key=lambda row: sum(len(line.text) for line in row))


class Reader(CountedWalk):
    """Drops what is no part of the known text."""

    def read_known(self) -> str:
        here = shorten_address(parse_qs(urlsplit(self.tab.url).query)["url"][0])
        return next((text for url, text in self.texts.items() if shorten_address(url) == here), "")

    def read_lines(self, known: str) -> list[Line]:
        self.tab.locator(".article-blocks .line").first.wait_for()
        self.tab.wait_for_timeout(600)
        words = re.findall(r"\w+", known.lower())
        triples = {*list_triples(known), *((each,) for each in words), *pairwise(words)}
        found, depth = [], None
        shown = self.tab.locator(".article-blocks .line").evaluate_all(_LINES)
        for label, text, number, indent in shown:
            if depth is not None and indent > depth:
                continue
            depth = indent if label in APART else None
            own = list_triples(text)
            wrong = sum(each in triples for each in own) < SHARE * len(own) if own else None
            if depth is None:
                found.append(Line(text, number, wrong))
        return found

    def look(self, _mends: object) -> None:
        if "/article" not in self.tab.url or "url=" not in self.tab.url:
            self.press_next()
            self.tab.wait_for_url("**/article*url=*")
        known = self.read_known()
        lines = self.read_lines(known)
        while known and self.clicks < MAX_CLICKS - KEPT_BACK - 4:
            if measure_f1("\n".join(line.text for line in lines), known) >= MIN_F1:
                break
            if not self.drop_row(find_longest_row(lines), lines):
                break
            lines = self.read_lines(known)
        self.button("All of it is right")

    def drop_row(self, row: Sequence[Line], lines: Sequence[Line]) -> bool:
        """Drop a row of wrong blocks; return False where that cannot be done."""
        wanted = sum(len(line.text.split()) for line in row)
        if wanted < MIN_WORDS:
            return False
        first = self.tab.locator(f".article-blocks .line[data-number='{row[0].number}']")
        self.click(first, f"the block: {row[0].text[:30]}")
        self.button("Drop")
        radios = self.tab.locator(".article-choices [role=radio]")
        going = self.wait_for_effect(lines)
        for number in reversed(range(min(radios.count(), 3))):
            if going >= SHARE * wanted:
                break
            if radios.nth(number).get_attribute("aria-checked") != "true":
                self.click(radios.nth(number), "another selector")
                going = self.wait_for_effect(lines)
        self.button("Accept" if going > 0 else "Close")
        self.tab.locator(".article-answers").wait_for(state="detached")
        return going > 0

    def wait_for_effect(self, lines: Sequence[Line]) -> int:
        """Return how many words go; 0 where more right blocks than wrong ones are named."""
        changes = self.tab.locator(".article-effect .article-change")
        changes.first.or_(self.tab.locator(".article-answers .studio-quiet")).wait_for()
        self.tab.wait_for_timeout(1200)
        words = changes.all_inner_texts()
        gone = [match[1] for each in words if (match := re.match("goes: .*?“(.*?)…?”", each))]
        named = [line for line in lines for text in gone if line.text.startswith(text[:60])]
        right = sum(line.is_wrong is False for line in named)
        count = next((each for each in words if "words of text in place of" in each), "0 0")
        after, before = (int(each.replace(",", "")) for each in re.findall(r"[\d,]+", count)[:2])
        return before - after if 2 * right <= len(named) else 0


def shorten_address(url: str) -> str:
    return re.sub(r"^https?://(www\.)?|[?#].*$", "", url).rstrip("/")


def walk(publisher: str, browser: Any) -> tuple[int, float]:
    """Return the clicks and F1, and print them."""
    with tempfile.TemporaryDirectory() as given:
        files, texts = read_gold(publisher, Path(given))
        home = Path(given) / "home"
        home.mkdir()
        tab = browser.new_context(viewport=SIZE).new_page()
        started = monotonic()
        with running_studio(home) as studio:
            studio.admit(tab)
            tab.goto(studio.base)
            reader = Reader(tab, texts)
            walk_from_files(reader, files)
            reader.follow_steps()
            f1 = measure_rows(reader.take_home(), texts)
        tab.context.close()
    minutes = (monotonic() - started) / 60
    print(f"{publisher}: {reader.clicks} clicks, F1 {f1:.4f}, {minutes:.1f} minutes", flush=True)
    return reader.clicks, f1


def measure_rows(rows: Sequence[Mapping[str, Any]], texts: Mapping[str, str]) -> float:
    found = {shorten_address(row["url"]): row["text"] or "" for row in rows}
    return mean(measure_f1(found.get(shorten_address(url), ""), texts[url]) for url in texts)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("cases", type=Path)
    parser.add_argument("publishers", nargs="*")
    given = parser.parse_args()
    lines = (given.cases / "fundus" / "pages.jsonl").read_text(encoding="utf-8").splitlines()
    every = sorted({json.loads(line)["publisher"] for line in lines})
    good, walked = 0, 0
    with start_playwright() as playwright, open_browser(playwright) as browser:
        for publisher in given.publishers or every:
            walked += 1
            try:
                clicks, f1 = walk(publisher, browser)
            except Exception as error:  # the next publisher is another one
                print(f"{publisher}: {type(error).__name__} {error}".splitlines()[0], flush=True)
                continue
            good += clicks <= MAX_CLICKS and f1 >= MIN_F1
    print(f"{good} of {walked} publishers: F1 {MIN_F1} in {MAX_CLICKS} clicks")


if __name__ == "__main__":
    main()
