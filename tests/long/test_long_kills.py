"""SIGKILL at random instants of crawl, build, adopt and rebuild (300 in the long form, of the whole
demo portal; the short form has six years of one column).

After each kill the same command runs again, and may be killed again. When it has come to its end,
the corpus holds what one undisturbed run holds: addresses, states, payload digests, TEI bytes.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from corpus_content import Content, assert_sound, content_of
from curator_process import Ended, Launcher
from webarticlecurator.examples.server import DemoServer

from webarticlecurator.base.folders import data_folder

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the launcher forks")

KILLS = {"short": 1, "long": 5}
"""Kills of one part."""
SELECTION = {
    "short": ("--column", "kultura", "--from", "2008-01-01", "--until", "2013-12-31"),
    "long": (),
}
"""Options of each crawl."""
PARTS = {
    "crawls": (1, 24),
    "builds": (1, 16),
    "adopts": (1, 10),
    "rebuilds": (1, 10),
    "workers": (1, 8),
    "full_disks": (1, 6),
    "damaged": (1, 12),
}
"""So many parts in the short and the long form: 300 kills, without those of workers."""
GROWING = "/friss/"
"""The column of the demo portal whose archive pages look different each time."""
DAMAGES = ("whole", "lost", "cut", "empty", "noise")
"""What may have become of an index."""
FULL_DISKS = {"short": 2, "long": 4}
MADE_BY = {"crawl": "corpus", "build": "changed", "warc adopt": "adopted", "verify": "rebuilt"}
"""Command → the undisturbed corpus that it makes."""
LONGEST = 300.0
Record = Callable[[str, object], None]


@dataclass(frozen=True)
class Bench:
    """The demo portal, commands on it, undisturbed corpora, made when a test needs them, and how
    long each command took for them."""

    server: DemoServer
    launcher: Launcher
    folder: Path
    seconds: dict[str, float]
    form: str

    @cached_property
    def corpus(self) -> Path:
        corpus = self.folder / "undisturbed"
        self._measure("crawl", self.crawl(corpus, self.server), codes=(0,))
        return corpus

    @cached_property
    def changed(self) -> Path:
        """The same, built by other rules."""
        corpus = Path(shutil.copytree(self.corpus, self.folder / "changed"))
        self._measure("build", self.run("build", corpus, self.config("changed")))
        return corpus

    @cached_property
    def adopted(self) -> Path:
        corpus, config = self.folder / "adopted", self.config("adopting")
        self._measure("warc adopt", self.run("warc adopt", corpus, config, *self.warcs()))
        self._measure("build of adopted", self.run("build", corpus, config))
        return corpus

    @cached_property
    def rebuilt(self) -> Path:
        corpus = Path(shutil.copytree(self.corpus, self.folder / "rebuilt"))
        self._measure("verify", self.run("verify", corpus, self.config(), "--rebuild"))
        self._measure("build of rebuilt", self.run("build", corpus, self.config()))
        return corpus

    def seconds_of(self, verb: str) -> float:
        """Return how long a command takes that is not disturbed."""
        getattr(self, MADE_BY[verb])
        return self.seconds[verb]

    def _measure(self, verb: str, ended: Ended, codes: tuple[int, ...] = (0, 1)) -> None:
        assert ended.code in codes and "Traceback" not in ended.output, ended.output
        self.seconds[verb] = ended.seconds

    def config(self, name: str = "demo") -> Path:
        return self.folder / "portal" / f"{name}.yaml"

    def warcs(self) -> list[Path]:
        return sorted((self.corpus / "warc").glob("*.warc.gz"))

    def crawl(self, corpus: Path, server: DemoServer, **limits: Any) -> Ended:
        proxy = ("--proxy", server.proxy)
        return self.run("crawl", corpus, self.config(), *proxy, *SELECTION[self.form], **limits)

    def run(self, verb: str, corpus: Path, *more: object, **limits: Any) -> Ended:
        words = verb.split()
        end = ("--corpus", corpus, *(() if "warc" in words else ("--quiet",)))
        return self.launcher.run(*words, *more, *end, **{"kill_after": LONGEST} | limits)


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory, form: str) -> Iterator[Bench]:
    folder = tmp_path_factory.mktemp("kills")
    write_portal_files(folder / "portal")
    launcher = Launcher(folder)
    with DemoServer() as server:
        yield Bench(server, launcher, folder, {}, form)
    launcher.close()


def write_portal_files(folder: Path) -> None:
    """The demo's; one by which every TEI file is another one; one that says which addresses are
    articles, as ``warc adopt`` needs it."""
    shutil.copytree(
        data_folder("examples"), folder, ignore=shutil.ignore_patterns("*.py", "*.pyc", "golden")
    )
    text = (folder / "demo.yaml").read_text(encoding="utf-8")
    changed = text.replace("Europe/Budapest", "Pacific/Kiritimati").replace("div.megosztas, ", "")
    (folder / "changed.yaml").write_text(changed.replace(", div.megosztas", ""), encoding="utf-8")
    matching = text.replace(
        "article:\n", "article:\n  match: 'cikk\\.php|/20[0-9][0-9]/[0-9]'\n", 1
    )
    (folder / "adopting.yaml").write_text(matching, encoding="utf-8")


def kill_again_and_again(
    kills: int,
    dice: random.Random,
    seconds: float,
    fresh: Callable[[], None],
    run: Callable[[float], Ended],
    check: Callable[[], None],
) -> int:
    """Kill ``run`` so often, at instants spread over its ``seconds``. A run that ends before its
    instant is checked and followed by a fresh start. The last run is not killed."""
    fresh()
    killed = 0
    while killed < kills:
        ended = run(dice.uniform(0.0, seconds * dice.choice((0.1, 0.5, 1.0))))
        if ended.code == -signal.SIGKILL:
            killed += 1
        else:
            assert "Traceback" not in ended.output and ended.code in (0, 1), ended.output
            check()
            fresh()
    ended = run(LONGEST)
    assert "Traceback" not in ended.output and ended.code in (0, 1), ended.output
    check()
    return killed


def assert_same(folder: Path, expected: Content) -> None:
    found = content_of(folder, "demo", GROWING)
    assert found.articles == expected.articles
    assert found.payloads == expected.payloads
    assert found.tei == expected.tei
    assert_sound(folder, "demo")


def dice_of(seed: int, what: str, part: int) -> random.Random:
    return random.Random(f"{seed} {what} {part}")


def test_killed_crawls(
    crawls: int, bench: Bench, tmp_path: Path, seed: int, record_property: Record
) -> None:
    folder, expected = tmp_path / "corpus", content_of(bench.corpus, "demo", GROWING)
    with DemoServer() as server:

        def run(kill_after: float) -> Ended:
            return bench.crawl(folder, server, kill_after=kill_after)

        def fresh() -> None:
            shutil.rmtree(folder, ignore_errors=True)

        dice = dice_of(seed, "crawl", crawls)
        killed = kill_again_and_again(
            KILLS[bench.form],
            dice,
            bench.seconds_of("crawl"),
            fresh,
            run,
            lambda: assert_same(folder, expected),
        )
    record_property("kills of crawl", killed)


def test_killed_builds(
    builds: int, bench: Bench, tmp_path: Path, seed: int, record_property: Record
) -> None:
    """Every TEI file is due, by other rules or because it is gone; in one process or in several."""
    dice = dice_of(seed, "build", builds)
    folder, others = tmp_path / "corpus", dice.random() < 0.5
    config = bench.config("changed" if others else "demo")
    expected = content_of(bench.changed if others else bench.corpus, "demo", GROWING)
    jobs = dice.choice((1, 2, 3))

    def run(kill_after: float) -> Ended:
        return bench.run("build", folder, config, "--jobs", jobs, kill_after=kill_after)

    def fresh() -> None:
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(bench.corpus, folder)
        if not others:
            shutil.rmtree(folder / "tei")

    killed = kill_again_and_again(
        KILLS[bench.form],
        dice,
        bench.seconds_of("build"),
        fresh,
        run,
        lambda: assert_same(folder, expected),
    )
    record_property("kills of build", killed)


def test_killed_adopts(
    adopts: int, bench: Bench, tmp_path: Path, seed: int, record_property: Record
) -> None:
    dice = dice_of(seed, "adopt", adopts)
    folder, expected = tmp_path / "corpus", content_of(bench.adopted, "demo")
    config = bench.config("adopting")

    def run(kill_after: float) -> Ended:
        return bench.run("warc adopt", folder, config, *bench.warcs(), kill_after=kill_after)

    def fresh() -> None:
        shutil.rmtree(folder, ignore_errors=True)

    def check() -> None:
        built = bench.run("build", folder, config)
        assert built.code in (0, 1) and "Traceback" not in built.output, built.output
        assert_same_pages(folder, expected)

    killed = kill_again_and_again(
        KILLS[bench.form], dice, bench.seconds_of("warc adopt"), fresh, run, check
    )
    record_property("kills of adopt", killed)


def assert_same_pages(folder: Path, expected: Content) -> None:
    """As ``assert_same``, the archive pages of the growing column too: nothing is fetched here."""
    found = content_of(folder, "demo")
    assert (found.articles, found.payloads, found.tei) == (
        expected.articles,
        expected.payloads,
        expected.tei,
    )
    assert_sound(folder, "demo")


def test_killed_rebuilds(
    rebuilds: int, bench: Bench, tmp_path: Path, seed: int, record_property: Record
) -> None:
    """The index is whole, lost, cut, empty or noise before; ``build`` follows."""
    dice = dice_of(seed, "rebuild", rebuilds)
    folder, expected = tmp_path / "corpus", content_of(bench.rebuilt, "demo")

    def run(kill_after: float) -> Ended:
        return bench.run("verify", folder, bench.config(), "--rebuild", kill_after=kill_after)

    def fresh() -> None:
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(bench.corpus, folder)
        damage_index(folder / "corpus.sqlite", dice.choice(DAMAGES))

    def check() -> None:
        built = bench.run("build", folder, bench.config())
        assert built.code == 0, built.output
        assert_same_pages(folder, expected)

    killed = kill_again_and_again(
        KILLS[bench.form], dice, bench.seconds_of("verify"), fresh, run, check
    )
    record_property("kills of rebuild", killed)


def damage_index(path: Path, how: str) -> None:
    content = path.read_bytes()
    if how == "lost":
        path.unlink()
    elif how != "whole":
        damaged = {
            "cut": content[: len(content) // 2],
            "empty": b"",
            "noise": b"noise" * 1000 + content[5000:],
        }
        path.write_bytes(damaged[how])


def test_full_disks(
    full_disks: int, bench: Bench, tmp_path: Path, seed: int, record_property: Record
) -> None:
    """No file may grow beyond so many bytes: exit code 4. With room again, the crawl goes on."""
    dice, folder = dice_of(seed, "full disk", full_disks), tmp_path / "corpus"
    count = FULL_DISKS[bench.form]
    largest = max(path.stat().st_size for path in bench.corpus.rglob("*") if path.is_file())
    with DemoServer() as server:
        for _ in range(count):
            ended = bench.crawl(folder, server, file_bytes=dice.randrange(5_000, largest // 2))
            assert "Traceback" not in ended.output and ended.code == 4, ended.output
        ended = bench.crawl(folder, server)
    assert ended.code == 0, ended.output
    assert_same(folder, content_of(bench.corpus, "demo", GROWING))
    record_property("full disks", count)


def test_damaged_corpora(
    damaged: int, bench: Bench, tmp_path: Path, seed: int, record_property: Record
) -> None:
    """The last WARC file is cut somewhere and the index is as it may be: a crawl, after a rebuild
    where it asks for one, fetches what is missing. Answers that the index knew and that are lost are
    said until a person removes the list of them."""
    dice = dice_of(seed, "damaged", damaged)
    folder = Path(shutil.copytree(bench.corpus, tmp_path / "corpus"))
    last = sorted((folder / "warc").glob("*-articles-*"))[-1]
    os.truncate(last, last.stat().st_size - dice.randrange(1, 50_000))
    lost = folder / "lost.jsonl"
    damage_index(folder / "corpus.sqlite", dice.choice(DAMAGES))
    ended = bench.crawl(folder, bench.server)
    if ended.code == 4:
        assert "--rebuild" in ended.output, ended.output
        rebuilt = bench.run("verify", folder, bench.config(), "--rebuild")
        assert "Traceback" not in rebuilt.output, rebuilt.output
        assert rebuilt.code == (4 if lost.exists() else 0), rebuilt.output
        ended = bench.crawl(folder, bench.server)
    if lost.exists():
        # what the index knew, or what nobody knows, is not in the files any more: said until a
        # person has taken note
        assert "lost" in ended.output and ended.code == 1, ended.output
        lost.unlink()
        rebuilt = bench.run("verify", folder, bench.config(), "--rebuild")
        assert rebuilt.code == 0, rebuilt.output
        ended = bench.crawl(folder, bench.server)
    assert "Traceback" not in ended.output and ended.code == 0, ended.output
    assert_same(folder, content_of(bench.corpus, "demo", GROWING))
    record_property("damaged corpora", 1)


def test_killed_workers(
    workers: int, bench: Bench, tmp_path: Path, seed: int, record_property: Record
) -> None:
    """SIGKILL to one process of a build with two: the build ends, with exit code 1 at most, and the
    same command again gives what an undisturbed one gives."""
    dice = dice_of(seed, "workers", workers)
    folder, expected = tmp_path / "corpus", content_of(bench.corpus, "demo", GROWING)
    shutil.copytree(bench.corpus, folder)
    shutil.rmtree(folder / "tei")
    killer = WorkerKiller(bench.launcher, dice.uniform(0.0, bench.seconds_of("build")))
    killer.start()
    ended = bench.run("build", folder, bench.config(), "--jobs", 2)
    killer.join()
    assert "Traceback" not in ended.output and "leaked" not in ended.output, ended.output
    assert ended.code in (0, 1), ended.output
    again = bench.run("build", folder, bench.config(), "--jobs", 2)
    assert again.code == 0, again.output
    assert_same(folder, expected)
    record_property("kills of a worker", killer.killed)


class WorkerKiller(threading.Thread):
    """Ends one child process of the running command after some seconds, once there is one."""

    def __init__(self, launcher: Launcher, seconds: float) -> None:
        super().__init__(daemon=True)
        self._launcher, self._seconds, self.killed = launcher, seconds, 0

    def run(self) -> None:
        time.sleep(self._seconds)
        for _ in range(200):
            found = self._launcher.workers()
            if found:
                with suppress(ProcessLookupError):
                    os.kill(found[0], signal.SIGKILL)
                    self.killed = 1
                return
            time.sleep(0.01)
