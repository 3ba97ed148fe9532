"""ReplayWeb.page opens a WACZ file in a real browser: the page as it was, and the signature.

Its two scripts are in the environment of the programs of Webrecorder, which ``make test`` builds.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote
from zipfile import ZipFile, ZipInfo

import pytest
from browser import PATIENCE, open_browser, start_playwright, wait_in_python
from checkout import CHECKOUT
from small_portal import Answer, SmallPortal, article, listing, small_portal

from webarticlecurator.cli.main import main

PROGRAM = CHECKOUT / ".venv-replay" / "package"
RULES = """\
fetch: {delay: 0}
archive: {url: BASE/list, links: h2}
article: {body: {root: article}}
"""
PAGES = {"/list": listing("/one", "/two"), "/one": article("One."), "/two": article("Two, too.")}
SIGNATURE = """
async name => {
  const opened = await new Promise(done => {
    const asked = indexedDB.open(name);
    asked.onsuccess = () => done(asked.result);
  });
  const store = opened.transaction("verification").objectStore("verification");
  const found = await new Promise(done => {
    const asked = store.get("signature");
    asked.onsuccess = () => done(asked.result);
  });
  return found.matched;
}
"""
"""Returns what ReplayWeb.page has found of the signature of a collection."""
ACTIVATE = """
async worker => {
  const registered = await navigator.serviceWorker.register(worker);
  const { installing, waiting, active } = registered;
  const started = installing || waiting || active;
  while (started.state !== "activated") {
    await new Promise(done => started.addEventListener("statechange", done, { once: true }));
  }
}
"""
"""Starts the service worker of ReplayWeb.page, which otherwise asks the server for its own window
where the worker is not active yet, and goes on with the 404 of that."""

pytestmark = pytest.mark.skipif(
    not (PROGRAM / "sw.js").exists(),
    reason="ReplayWeb.page is not installed: make .venv-replay/.installed (it needs npm)",
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with start_playwright() as playwright, open_browser(playwright) as opened:
        yield opened


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallPortal]:
    with small_portal(tmp_path_factory.mktemp("replayed"), PAGES) as site:
        site.crawl(RULES)
        yield site


@pytest.fixture(scope="module")
def signed(crawled: SmallPortal, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The corpus of the portal in a signed file."""
    pytest.importorskip("cryptography")
    folder = tmp_path_factory.mktemp("signed")
    key, output = folder / "key.pem", folder / "signed.wacz"
    made = ["openssl", "ecparam", "-name", "secp384r1", "-genkey", "-noout", "-out", str(key)]
    subprocess.run(made, check=True, capture_output=True)
    command = ["export", str(crawled.folder / "portal.yaml"), "--corpus", str(crawled.corpus)]
    written = ["--format", "wacz", "--sign", str(key), "--output", str(output), "--quiet"]
    assert main([*command, *written]) == 0
    return output


def change_signature(source: Path, target: Path) -> None:
    """Write a WACZ file again with another letter in its signature."""
    with ZipFile(source) as before, ZipFile(target, "w") as after:
        for entry in before.infolist():
            content = before.read(entry)
            if entry.filename == "datapackage-digest.json":
                digest = json.loads(content)
                signature = digest["signedData"]["signature"]
                other = "B" if signature[20] == "A" else "A"
                digest["signedData"]["signature"] = signature[:20] + other + signature[21:]
                content = json.dumps(digest).encode()
            after.writestr(ZipInfo(entry.filename), content)


def read_range(server: SmallPortal, content: bytes) -> Answer:
    """Answer the request for a part of a file, as servers of files do."""
    asked = re.fullmatch(r"bytes=(\d*)-(\d*)", server.asking.get("Range", ""))
    if asked is None:
        return Answer(content)
    size = len(content)
    start = int(asked[1]) if asked[1] else size - int(asked[2])
    end = min(int(asked[2]), size - 1) if asked[1] and asked[2] else size - 1
    place = ("Content-Range", f"bytes {start}-{end}/{size}")
    return Answer(content[start : end + 1], 206, (place, ("Accept-Ranges", "bytes")))


def replay(browser: Any, folder: Path, wacz: Path, url: str) -> tuple[str, bool]:
    """Return the text of a page of a WACZ file as ReplayWeb.page shows it, and what it says of the
    signature."""
    script = (("Content-Type", "text/javascript"),)
    element = f'<replay-web-page source="/kept.wacz" url="{url}"></replay-web-page>'
    pages: dict[str, str | Answer] = {"/": f'<!doctype html><script src="ui.js"></script>{element}'}
    for path, name in {
        "/ui.js": "ui.js",
        "/replay/ui.js": "ui.js",
        "/replay/sw.js": "sw.js",
    }.items():
        pages[path] = Answer((PROGRAM / name).read_bytes(), headers=script)
    pages["/replay/sw.js?serveIndex=1"] = pages["/replay/sw.js"]
    with small_portal(folder, pages) as server, browser.new_context() as context:
        server.pages["/kept.wacz"] = partial(read_range, server, wacz.read_bytes())
        tab = context.new_page()
        tab.set_default_timeout(PATIENCE)
        tab.goto(f"{server.base}/worker")
        tab.evaluate(ACTIVATE, "/replay/sw.js?serveIndex=1")
        tab.goto(f"{server.base}/")
        # it may have been there before anything could wait for it
        wait_in_python(tab, lambda: any("mp_/" in each.url for each in tab.frames))
        frame = next(each for each in tab.frames if "mp_/" in each.url)
        # the element is there before its text is read
        wait_in_python(tab, lambda: bool(frame.locator("article").inner_text()))
        text = frame.locator("article").inner_text()
        collection = re.search(r"/w/(id-\w+)/", frame.url)
        assert collection is not None and quote(url, safe=":/") in frame.url
        # the window of the program itself, beside which its collections are kept
        window = next(each for each in tab.frames if "/replay/?" in each.url)
        return text, window.evaluate(SIGNATURE, f"db:{collection[1]}")


def test_a_page_is_shown_and_its_signature_holds(
    browser: Any, crawled: SmallPortal, signed: Path, tmp_path: Path
):
    shown = replay(browser, tmp_path, signed, f"{crawled.base}/two")
    assert shown == ("Two, too.", True)


def test_a_signature_with_another_letter_does_not_hold(
    browser: Any, crawled: SmallPortal, signed: Path, tmp_path: Path
):
    changed = tmp_path / "changed.wacz"
    change_signature(signed, changed)
    assert replay(browser, tmp_path, changed, f"{crawled.base}/one") == ("One.", False)
