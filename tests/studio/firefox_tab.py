"""A tab of Firefox, driven by WebDriver BiDi: clicks where the mouse is, keys where the focus is.

Written out, since Playwright's `moz-firefox` wants commands that the Firefox of Debian does not know.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from processes import PATIENCE

FIREFOX = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
DOWNLOADS = "downloads"
"""The folder in which files are saved, beside the profile."""
KEYS = {"Tab": "\ue004", "Enter": "\ue007", "Escape": "\ue00c", "ArrowDown": "\ue015"}
_LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
_FIND = """(name) => {
    const says = (each) => (each.getAttribute("aria-label") || each.innerText || "").trim();
    const found = [...document.querySelectorAll("a, button, label")].find(
        (each) => says(each) === name && each.getClientRects().length && !each.disabled);
    found?.scrollIntoView({ block: "center" });
    return found;
}"""


@dataclass
class FirefoxTab:
    """The only tab of a Firefox. ``context`` is what BiDi calls it."""

    socket: Any
    context: str = ""
    numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def send(self, method: str, **parameters: Any) -> Any:
        """Send a command, and return its result."""
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": parameters}
        self.socket.send(json.dumps(message))
        while True:
            answer = json.loads(self.socket.recv(PATIENCE))
            if answer.get("id") == number:
                assert answer["type"] == "success", answer
                return answer["result"]

    def open(self, url: str) -> None:
        self.send("browsingContext.navigate", context=self.context, url=url, wait="complete")

    def evaluate(self, script: str, context: str = "") -> Any:
        """Return the value of an expression, in the window or in a frame."""
        answer = self.send(
            "script.evaluate",
            expression=f"JSON.stringify({script}) ?? 'null'",
            target={"context": context or self.context},
            awaitPromise=False,
        )
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])

    def wait_for(self, script: str, context: str = "") -> Any:
        """Wait until an expression is true; return its value."""
        end = monotonic() + PATIENCE
        while not (value := self._try(script, context)):
            assert monotonic() < end, f"{script}: {self.words()}"
            sleep(0.1)
        return value

    def _try(self, script: str, context: str) -> Any:
        try:
            return self.evaluate(script, context)
        except AssertionError:  # the window is left at this moment
            return None

    def words(self) -> str:
        return str(self.evaluate("document.body.innerText"))

    def wait_for_words(self, words: str) -> None:
        self.wait_for(f"document.body.innerText.includes({json.dumps(words)})")

    def focus(self) -> str:
        """Return what has the keyboard: its name, or its tag."""
        return str(
            self.evaluate(
                "document.activeElement.getAttribute('aria-label') || document.activeElement.title"
                " || document.activeElement.tagName"
            )
        )

    def click(self, name: str) -> None:
        """Click the link or button with a name when it has come to rest."""
        found = f"({_FIND})({json.dumps(name)})"
        place = (
            f"(() => {{ const r = {found}?.getBoundingClientRect(); return r && [r.x, r.y]; }})()"
        )
        before = self.wait_for(place)
        sleep(0.2)
        while (now := self.wait_for(place)) != before:
            before = now
            sleep(0.2)
        size = self.evaluate(
            f"(() => {{ const r = {found}.getBoundingClientRect(); return [r.width, r.height]; }})()"
        )
        self.click_at(now[0] + size[0] / 2, now[1] + size[1] / 2)

    def click_in_frame(self, selector: str) -> None:
        """Click an element of the page that the window shows."""
        tree = self.send("browsingContext.getTree", root=self.context)["contexts"][0]["children"]
        quoted = json.dumps(selector)
        inner = self.wait_for(
            f"(() => {{ const e = document.querySelector({quoted}); if (!e) return null;"
            "const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()",
            tree[0]["context"],
        )
        outer = self.evaluate(
            "(() => { const f = document.querySelector('iframe'); f.scrollIntoView({block: 'start'});"
            " const r = f.getBoundingClientRect(); return [r.x, r.y]; })()"
        )
        self.click_at(outer[0] + inner[0], outer[1] + inner[1])

    def click_at(self, x: float, y: float) -> None:
        self._act(
            "pointer",
            [
                {"type": "pointerMove", "x": round(x), "y": round(y)},
                {"type": "pointerDown", "button": 0},
                {"type": "pointerUp", "button": 0},
            ],
        )

    def press(self, *keys: str) -> None:
        """Press keys one after the other, by their names, or letters."""
        for key in keys:
            value = KEYS.get(key, key)
            self._act("key", [{"type": kind, "value": value} for kind in ("keyDown", "keyUp")])

    def _act(self, kind: str, actions: list[dict[str, Any]]) -> None:
        source = {"type": kind, "id": kind, "actions": actions}
        self.send("input.performActions", context=self.context, actions=[source])


@contextmanager
def open_firefox(folder: Path) -> Iterator[FirefoxTab]:
    """Start Firefox with a profile of its own in ``folder``; skip the test where it is missing."""
    client = pytest.importorskip(
        "websockets.sync.client", reason="no websockets: install portal-curator[test]"
    )
    if FIREFOX is None:
        pytest.skip("no Firefox on this machine: the studio is opened in Chromium alone")
    settings = {
        "browser.download.dir": str(folder / DOWNLOADS),
        "browser.download.folderList": 2,  # the folder above
        "browser.download.always_ask_before_handling_new_types": False,
        "browser.download.alwaysOpenPanel": False,
    }
    (folder / "profile").mkdir()
    (folder / DOWNLOADS).mkdir()
    (folder / "profile" / "user.js").write_text(
        "".join(
            f"user_pref({json.dumps(name)}, {json.dumps(each)});\n"
            for name, each in settings.items()
        ),
        encoding="utf-8",
    )
    log = folder / "firefox.log"
    command = [FIREFOX, "--headless", "--no-remote", "--profile", str(folder / "profile")]
    with log.open("w", encoding="utf-8") as output:
        process = subprocess.Popen(
            [*command, "--remote-debugging-port", "0"], stdout=output, stderr=output
        )
    try:
        end = monotonic() + PATIENCE
        while (found := _LISTENING.search(log.read_text(encoding="utf-8"))) is None:
            assert process.poll() is None and monotonic() < end, log.read_text(encoding="utf-8")
            sleep(0.1)
        with client.connect(f"{found[1]}/session", max_size=None) as socket:
            tab = FirefoxTab(socket)
            tab.send("session.new", capabilities={})
            tab.context = tab.send("browsingContext.getTree")["contexts"][0]["context"]
            size = {"width": 1280, "height": 800}
            tab.send("browsingContext.setViewport", context=tab.context, viewport=size)
            yield tab
            tab.send("session.end")
    finally:
        process.terminate()
        process.wait(PATIENCE)
