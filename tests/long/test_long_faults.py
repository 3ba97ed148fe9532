"""Every fault of a server, at an article, an archive page, robots.txt, costs that address at most.

The crawl ends in time and with a documented exit code; every other article is in TEI; the address
has a verdict; the next crawl, of the healed server, makes the corpus what an undisturbed one holds.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from corpus_content import Content, assert_sound, content_of
from curator_process import Ended, Launcher
from fault_server import PAGES, PER_PAGE, TARGETS, FaultServer
from faults import FAULTS, Fault

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the launcher forks")

LONGEST = 60.0
SHORT = 101
"""The short form tries each hundred-and-first pair of fault and target."""
PORTAL = """portal: faulty
home: {home}/
language: en
fetch: {{delay: 0, retries: {retries}, timeout: 1}}
archive:
  url: "{home}/archive?page={{page}}"
  pagination: {{mode: numbered, first: 1, last: {pages}}}
  links: h2
article: {{body: {{root: main, drop: [h1]}}}}
"""
MAY_PASS = ("consent-wall", "challenge", "login-wall", "maintenance", "soft-404")
"""Reasons that are no verdict the first time: a later answer may be the article."""
PAIRS = [(name, target) for name, fault in FAULTS.items() for target in fault.targets]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "name" in metafunc.fixturenames:
        chosen = PAIRS if metafunc.config.getoption("long") else PAIRS[::SHORT]
        metafunc.parametrize(("name", "target"), chosen, ids=[f"{n} at {t}" for n, t in chosen])


@dataclass(frozen=True)
class Site:
    """The server, a way to run commands, and what an undisturbed crawl of it holds."""

    server: FaultServer
    launcher: Launcher
    sound: Content


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("faults")
    launcher = Launcher(folder)
    with FaultServer() as server:
        crawled = crawl(server, launcher, folder, 0)
        assert crawled.code == 0, crawled.output
        sound = content_of(folder / "corpus", "faulty")
        assert len(sound.tei) == PAGES * PER_PAGE
        yield Site(server, launcher, sound)
    launcher.close()


def crawl(server: FaultServer, launcher: Launcher, folder: Path, retries: int) -> Ended:
    config = folder / "faulty.yaml"
    config.write_text(
        PORTAL.format(home=server.home, retries=retries, pages=PAGES), encoding="utf-8"
    )
    return launcher.run(
        "crawl", config, "--corpus", folder / "corpus", "--quiet", kill_after=LONGEST
    )


def test_fault(
    name: str,
    target: str,
    site: Site,
    tmp_path: Path,
    record_property: Callable[[str, object], None],
) -> None:
    record_property("server faults", 1)
    fault, path = FAULTS[name], TARGETS[target]
    url, folder = site.server.home + path, tmp_path / "corpus"
    fault.prepare()
    site.server.set_fault(path, fault.answer)
    ended = crawl(site.server, site.launcher, tmp_path, fault.retries)
    site.server.heal()
    assert_ended_well(ended, fault, target)
    first = content_of(folder, "faulty")
    if ended.code != 3:
        assert_the_others_are_there(first, target, url, site.sound)
        assert_has_a_verdict(site, tmp_path, target, url)
    healed = crawl(site.server, site.launcher, tmp_path, fault.retries)
    assert "Traceback" not in healed.output, healed.output
    assert_sound(folder, "faulty")
    state, reason = first.articles.get(url, ("", "pending", None))[1:3]
    assert state != "tei" or fault.read, "that is no article"
    assert state != "rejected" or reason not in MAY_PASS, f"{reason} may pass"
    settled = state in ("tei", "rejected")
    assert settled or healed.code == 0, healed.output
    assert_as_undisturbed(content_of(folder, "faulty"), site.sound, url if settled else "")


def assert_ended_well(ended: Ended, fault: Fault, target: str) -> None:
    assert ended.code >= 0, f"still running after {LONGEST:.0f} s: {ended.output}"
    assert "Traceback" not in ended.output, ended.output
    codes = (*fault.codes, 3) if target == "robots" else fault.codes
    assert ended.code in codes, f"exit code {ended.code}: {ended.output}"


def assert_the_others_are_there(found: Content, target: str, url: str, sound: Content) -> None:
    """Lost are at most the article itself, or what the archive page lists."""
    kept = {article for article, row in found.articles.items() if row[1] == "tei"}
    middle = {a for a in sound.articles if int(a.rpartition("-")[2]) // PER_PAGE == 1}
    assert set(sound.articles) - kept <= (middle if target == "archive" else {url})


def assert_has_a_verdict(site: Site, folder: Path, target: str, url: str) -> None:
    """``why`` knows the article or archive page, and names its verdict, answer or problem."""
    if target == "robots":
        return
    words = ("why", folder / "faulty.yaml", url, "--corpus", folder / "corpus", "--json")
    told = site.launcher.run(*words)
    assert told.code == 0, told.output
    answer = json.loads(told.output)
    assert answer["verdict"] or answer["problems"] or answer["fetched"], answer


def assert_as_undisturbed(found: Content, sound: Content, settled: str) -> None:
    found, sound = found.without(settled), sound.without(settled)
    assert found.articles == sound.articles
    assert found.tei == sound.tei
    assert found.payloads >= sound.payloads
