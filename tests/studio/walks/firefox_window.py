"""What a walk asks of a tab, in Firefox: elements by selectors, clicks, words, downloads.

It has the names of Playwright, so that a walk is the same in both browsers.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from firefox_tab import FirefoxTab
from processes import PATIENCE

_REST_SECONDS = 0.2
"""How long an element stays where it is before it is clicked."""
_PLACE = """(each) => {
    if (!each || !each.checkVisibility({ visibilityProperty: true }) || each.disabled) return null;
    each.scrollIntoView({ block: "center" });
    const { x, y, width, height } = each.getClientRects()[0] ?? each.getBoundingClientRect();
    const at = [x + width / 2, y + height / 2], hit = document.elementFromPoint(...at);
    return hit && (each.contains(hit) || hit.contains(each)) ? at : null;
}"""


@dataclass(frozen=True)
class FirefoxElement:
    """The elements that a selector selects, of which the first is meant."""

    tab: FirefoxTab
    selector: str

    @property
    def first(self) -> FirefoxElement:
        return self

    @property
    def _found(self) -> str:
        return f"document.querySelector({json.dumps(self.selector)})"

    def locator(self, selector: str) -> FirefoxElement:
        inner = selector.removeprefix(":scope")
        return FirefoxElement(self.tab, f"{self.selector} {inner}".replace("  ", " "))

    def count(self) -> int:
        selector = json.dumps(self.selector)
        return int(self.tab.evaluate(f"document.querySelectorAll({selector}).length"))

    def inner_text(self, timeout: float = 0) -> str:
        return str(self._read("innerText", timeout))

    def get_attribute(self, name: str, timeout: float = 0) -> str:
        return str(self._read(f"getAttribute({json.dumps(name)})", timeout))

    def _read(self, part: str, timeout: float) -> Any:
        """Return a part of the element. Raises an error if it is not there in time."""
        end = monotonic() + (timeout / 1000 or PATIENCE)
        while not self.count():
            assert monotonic() < end, self.selector
            sleep(0.05)
        return self.tab.evaluate(f"{self._found}.{part}")

    def wait_for(self, state: str = "visible") -> None:
        if state == "visible":
            self.tab.wait_for(f"{self._found}?.checkVisibility()")
        else:
            self.tab.wait_for(f"{'!' if state == 'detached' else '!!'}{self._found}")

    def click(self) -> None:
        """Click the element when it can be clicked and has come to rest."""
        before: Any = None
        while (now := self.tab.wait_for(f"({_PLACE})({self._found})")) != before:
            before = now
            sleep(_REST_SECONDS)
        self.tab.click_at(*now)

    def fill(self, text: str) -> None:
        self.wait_for()
        self.tab.evaluate(f"{self._found}.focus()")
        self.tab.press(*text)


@dataclass
class FirefoxDownload:
    """A file that the browser has saved."""

    file: Path | None = None

    @property
    def value(self) -> FirefoxDownload:
        return self

    def path(self) -> Path:
        assert self.file is not None
        return self.file

    @property
    def suggested_filename(self) -> str:
        return self.path().name


@dataclass(frozen=True)
class FirefoxWindow:
    """A tab, with the folder of its downloads."""

    tab: FirefoxTab
    downloads: Path

    def goto(self, address: str) -> None:
        self.tab.open(address)

    def locator(self, selector: str) -> FirefoxElement:
        return FirefoxElement(self.tab, selector)

    @property
    def url(self) -> str:
        return str(self.tab.evaluate("location.href"))

    def wait_for_url(self, pattern: str) -> None:
        end = monotonic() + PATIENCE
        while not fnmatch(str(self.tab.wait_for("location.href")), pattern):
            assert monotonic() < end, (pattern, self.tab.words())
            sleep(0.1)

    def wait_for_timeout(self, milliseconds: float) -> None:
        sleep(milliseconds / 1000)

    @contextmanager
    def expect_download(self) -> Iterator[FirefoxDownload]:
        known = {*self.downloads.glob("*")}
        download = FirefoxDownload()
        yield download
        end = monotonic() + PATIENCE
        while any(self.downloads.glob("*.part")) or not (
            found := [each for each in {*self.downloads.glob("*")} - known if each.stat().st_size]
        ):
            assert monotonic() < end, self.tab.words()
            sleep(0.1)
        download.file = found[0]
