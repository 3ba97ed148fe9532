"""A walk through the studio from an empty folder to the saved table, as somebody would go who only
follows its steps: every click, choice and paste counts.

The walk knows the text of each article, as somebody does who reads the page. It says of an article
that all of it is right only where the studio shows that text; else it mends it as it was told to.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean
from time import monotonic
from typing import Any
from urllib.parse import parse_qs, urlsplit
from zipfile import ZipFile

import pytest

MAX_CLICKS = 20
MIN_F1 = 0.98
_MIN_SHOWN = 0.97
"""F1 of a text as it is shown, from which on it is right: the kinds of its blocks stand beside it, and over each post who wrote
it."""
LOOK, _HOME = "look", "home"
_NEXT = ".step-next"


def count_words(text: str) -> Counter[str]:
    return Counter(re.findall(r"\w+", text.lower()))


def measure_f1(found: str, wanted: str) -> float:
    """Return F1 of the words of a text, as tools/score_fundus.py counts it."""
    one, other = count_words(found), count_words(wanted)
    same = (one & other).total()
    return 2 * same / (one.total() + other.total()) if one or other else 1.0


Texts = Mapping[str, str]
"""The text of each article by its address."""


@dataclass(frozen=True)
class Step:
    """The step that is next: its name in addresses, whether it is to be looked at, and what is said
    of it."""

    name: str
    is_doubtful: bool = False
    note: str = ""


@dataclass
class CountedWalk:
    """A tab with the studio, in which every click is counted; ``done`` says what was clicked.

    ``texts`` are known; ``mends`` are what to do where a step is doubtful, or a shown text wrong:
    by the name of the step, each once, in their
    order, and under ``start`` what is done as soon as the file is written."""

    tab: Any
    texts: Texts
    mends: Mapping[str, Sequence[Callable[[CountedWalk], None]]] = field(default_factory=dict)
    done: list[str] = field(default_factory=list)
    started: float = field(default_factory=monotonic)
    pasted: str = ""

    def click(self, element: Any, what: str = "") -> None:
        self.done.append(what or element.inner_text().strip()[:40])
        element.click()

    def button(self, name: str) -> None:
        self.click(self.tab.get_by_role("button", name=name, exact=True).first, name)

    def link(self, name: str) -> None:
        self.click(self.tab.get_by_role("link", name=name, exact=True).first, name)

    def press(self, selector: str) -> None:
        """Click the first element, whatever the language of the window."""
        self.click(self.tab.locator(selector).first)

    def wait_for_end(self) -> None:
        """Wait until the command that was started has ended, as it may have before its view is there: the
        view then says how it has ended, and has no button that stops it."""
        self.tab.wait_for_url("**/run?run=*")
        self.tab.locator(".run-state:not(:empty) + button.hidden").wait_for(state="attached")
        self.tab.locator(".next-running").wait_for(state="detached")

    def on_page(self, selector: str) -> None:
        """Click an element of the shown page."""
        element = self.tab.frame_locator("iframe").first.locator(selector).first
        self.click(element, f"on the page: {selector}")

    def mend(self, selector: str, meaning: str) -> None:
        """Say what an element of the page means: three clicks."""
        self.on_page(selector)
        self._answer(meaning)

    def mend_block(self, words: str, meaning: str) -> None:
        """Say what the block of the text with these words means: three clicks."""
        block = self.tab.locator(".article-blocks .line", has_text=words).first
        self.click(block, f"the block: {words}")
        self._answer(meaning)

    def _answer(self, meaning: str) -> None:
        self.button(meaning)
        self.tab.locator(".article-effect .article-change").first.wait_for()
        self.button("Accept")
        self.tab.locator(".article-answers").wait_for(state="detached")

    def paste(self, selector: str, text: str) -> None:
        self.done.append(f"paste {text}")
        self.pasted = text
        self.tab.locator(selector).fill(text)

    def give_files(self, files: Sequence[Path]) -> None:
        """Choose files: a click, and a choice."""
        with self.tab.expect_file_chooser() as chooser:
            self.button("Choose saved pages …")
        self.done.append(f"choose {len(files)} files")
        chooser.value.set_files(files)

    def wait_for_files(self, number: int) -> None:
        """Wait until each page has the field of its address."""
        self.tab.get_by_label("Address of").nth(number - 1).wait_for()

    # The way through the portal.

    def read_step(self) -> Step | None:
        """Return the step that is next, None while something runs or is not read yet."""
        chosen = self.tab.locator(".step-list a[aria-current=step]")
        if not chosen.count():
            # a finished portal has places instead, and says what is next only if something is
            is_finished = self.tab.locator(f".step-line nav, {_NEXT}.next-home, {_NEXT}.next-again")
            if is_finished.count() > 1:
                return Step(_HOME)
            # rules were changed while one looked at its articles
            act = self.tab.locator(f".studio-steps:has(nav) {_NEXT} .main-action:enabled")
            return Step(act.first.inner_text(timeout=1000)) if act.count() else None
        # the view may be left at this moment
        address = chosen.get_attribute("href", timeout=1000)
        note = chosen.get_attribute("aria-label", timeout=1000)
        item = self.tab.locator(".step-list li:has(> a[aria-current=step])")
        state = item.get_attribute("class", timeout=1000)
        (name,) = parse_qs(urlsplit(address).query)["step"]
        return Step(name, "step-doubt" in state, note)

    def wait_for_step(self, other_than: Step | None) -> Step:
        """Return the next step when it is another one."""
        for _ in range(3_000):
            try:
                step = self.read_step()
            except Exception:  # the view is left at this moment
                step = None
            if step is not None and step != other_than:
                return step
            message = self.tab.locator(".studio-message")
            assert not message.count(), f"{self.done}: {message.first.inner_text()}"
            self.tab.wait_for_timeout(100)
        raise AssertionError(f"the walk stands still at {other_than}: {self.done}")

    def follow_steps(self) -> None:
        """Do what the line of steps says is next, until the tables can be taken home."""
        mends = {name: [*each] for name, each in self.mends.items()}
        step: Step | None = None
        while (step := self.wait_for_step(step)).name != _HOME:
            assert len(self.done) < 2 * MAX_CLICKS, (step, self.done)
            waiting = mends.get(step.name)
            if waiting and step.is_doubtful:
                waiting.pop(0)(self)
            elif step.name == LOOK:
                self.look(mends.get(LOOK, []))
            else:
                self.press_next()

    def press_next(self) -> None:
        """Press the button of the next step, if its view is not shown yet."""
        act = self.tab.locator(f"{_NEXT} button, {_NEXT} a").first
        if act.count():
            self.click(act)

    def look(self, mends: list[Callable[[CountedWalk], None]]) -> None:
        """Open the article that is next, unless it is shown, and say that it is right if it is."""
        if "/article" not in self.tab.url:
            self.press_next()
            self.tab.wait_for_url("**/article*")
        f1 = self.measure_shown()
        while f1 < _MIN_SHOWN and mends:
            mends.pop(0)(self)
            f1 = self.measure_shown()
        self.done.append(f"({f1:.3f})")
        self.press(".step-answer:not(.is-unknown)")

    def measure_shown(self) -> float:
        """Return F1 of the text that is shown of an article."""
        blocks = self.tab.locator(".article-blocks")
        blocks.locator(":scope > *").first.wait_for()
        self.tab.wait_for_timeout(500)
        url = parse_qs(urlsplit(self.tab.url).query)["url"][0]
        return measure_f1(blocks.inner_text(), self.texts.get(url, ""))

    def take_home(self) -> list[dict[str, Any]]:
        """Download the table as it is offered; return its rows."""
        self.press(".studio-nav a[href$='/articles']")
        self.press("a[href*='point=download']")
        with self.tab.expect_download() as download:
            self.press(".articles-download .form-row .studio-button")
        return read_table(Path(download.value.path()), download.value.suggested_filename)

    @property
    def clicks(self) -> int:
        """Every click, choice and paste."""
        return sum(not each.startswith("(") for each in self.done)

    def report(self, name: str, rows: Sequence[Mapping[str, Any]]) -> float:
        """Print what the walk took, and return F1 over all articles that are known."""
        found = {row["url"]: row["text"] or "" for row in rows}
        scores = {url: measure_f1(found.get(url, ""), text) for url, text in self.texts.items()}
        minutes = (monotonic() - self.started) / 60
        worst = sorted(scores.items(), key=lambda each: each[1])[:3]
        print(
            f"\n{name}: {self.clicks} clicks, {minutes:.1f} minutes, F1 {mean(scores.values()):.4f}"
        )
        print(f"  {len(rows)} rows for {len(scores)} articles; worst: {worst}\n  {self.done}")
        return mean(scores.values())


def hurry(folder: Path) -> None:
    """Ask the portals of this machine without a pause: the only line that no click writes."""
    for file in folder.glob("*.yaml"):
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace("delay: 1.0", "delay: 0"), encoding="utf-8")


def read_table(file: Path, name: str) -> list[dict[str, Any]]:
    """Return the rows of a downloaded workbook, with the texts that lie beside it."""
    calamine = pytest.importorskip("python_calamine")
    texts: dict[str, str] = {}
    if name.endswith(".zip"):
        with ZipFile(file) as packed:
            texts = {
                each: packed.read(each).decode()
                for each in packed.namelist()
                if each.endswith(".txt")
            }
            book = next(each for each in packed.namelist() if each.endswith(".xlsx"))
            file = Path(packed.extract(book, file.parent))
    rows = calamine.CalamineWorkbook.from_path(file).get_sheet_by_index(0).to_python()
    head = [str(each) for each in rows[0]]
    found = [dict(zip(head, row, strict=True)) for row in rows[1:]]
    for row in found:
        row["text"] = next(
            (text for path, text in texts.items() if path in str(row.get("text"))), row.get("text")
        )
    return found
