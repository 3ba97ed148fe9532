"""Ctrl-C and SIGTERM as real signals to real processes: one line, exit code 130, and no process is
left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from checkout import CHECKOUT
from interruptions_corpus import ENDLESS, corpus_in, slow_server
from long_parameters import one_in
from processes import PATIENCE

from webarticlecurator.crawling.building.build import build
from webarticlecurator.portal_file.config.load import load_portal

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="signals and /proc as on Linux"
)
COMMAND = [sys.executable, "-m", "webarticlecurator"]


@pytest.fixture
def started() -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Return a function that starts a command in its own process group, which is ended with the
    test."""
    running: list[subprocess.Popen[str]] = []

    def start(
        folder: Path, *arguments: object, program: Sequence[str] = COMMAND
    ) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [*program, *map(str, arguments)],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        running.append(process)
        return process

    yield start
    for process in running:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def children(pid: int) -> list[int]:
    path = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(word) for word in path.read_text(encoding="utf-8").split()] if path.exists() else []


def wait_for(condition: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it did not get so far"
        time.sleep(0.01)


def is_alive(pid: int) -> bool:
    return state_of(pid) not in ("", "Z")


def state_of(pid: int) -> str:
    """Return R for a process that works, S for one that waits, Z for one that has ended; "" for
    none."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return ""


def is_one_idle(workers: list[int]) -> bool:
    """Return True if one of two workers waits, after another moment."""
    time.sleep(0.02)
    return sorted(map(state_of, workers)) == ["R", "S"]


def assert_interrupted(process: subprocess.Popen[str], pids: list[int] | None = None) -> None:
    """Assert that the command ends at once with one line and the right exit code, without a
    traceback, and that no process of it is left."""
    began = time.monotonic()
    _, errors = process.communicate(timeout=PATIENCE)
    assert time.monotonic() - began < 10
    assert process.returncode == 130, errors
    about = [line for line in errors.splitlines() if "interrupted" in line]
    assert len(about) == 1 and errors.splitlines()[-1] == about[0], errors
    for word in (
        "Traceback",
        "KeyboardInterrupt",
        "resource_tracker",
        "leaked",
        "Exception ignored",
        "BrokenProcessPool",
        "Error",
    ):
        assert word not in errors
    wait_for(lambda: not any(is_alive(pid) for pid in pids or []))


WAYS = {
    "ctrl-c to the process": lambda process: process.send_signal(signal.SIGINT),
    "ctrl-c to all": lambda process: os.killpg(process.pid, signal.SIGINT),
    "terminated": lambda process: process.send_signal(signal.SIGTERM),
    "all terminated": lambda process: os.killpg(process.pid, signal.SIGTERM),
}


def twice(process: subprocess.Popen[str]) -> None:
    for _ in range(3):
        os.killpg(process.pid, signal.SIGINT)
        time.sleep(0.03)


WAYS["ctrl-c several times"] = twice


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("way", one_in(2, WAYS))
def test_a_build_in_an_endless_rule(tmp_path: Path, started, way: str, jobs: str):
    config, corpus = corpus_in(tmp_path, ENDLESS)
    process = started(tmp_path, "build", config, "--corpus", corpus, "--jobs", jobs)
    wait_for(lambda: len(children(process.pid)) == int(jobs))
    workers = children(process.pid)
    time.sleep(0.3)
    WAYS[way](process)
    assert_interrupted(process, workers)


def test_tests_in_the_background_interrupt_what_they_start():
    """A shell lets jobs in the background ignore SIGINT: `make test &` failed."""
    name = f"{__file__}::{test_a_build_in_an_endless_rule.__name__}[ctrl-c to the process-1]"
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", name]
    shell = ["sh", "-c", """trap '' INT; exec "$@" """, "sh", *words]
    run = subprocess.run(shell, cwd=CHECKOUT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout
    assert "1 passed" in run.stdout


INTERRUPTING = """
import os, runpy, signal, sys

event, part, later, *sys.argv[1:] = sys.argv[1:]
left, process, seen = int(later), os.getpid(), False

def interrupt(name, values):
    global left, seen
    seen = seen or name == event and part in str(values[0])
    if seen and left >= 0 and os.getpid() == process:
        left -= 1
        if left < 0:
            os.close(os.open("interrupted", os.O_CREAT))
            os.killpg(0, signal.SIGINT)

sys.addaudithook(interrupt)
runpy.run_module("webarticlecurator", run_name="__main__", alter_sys=True)
"""
"""Runs a command that gets Ctrl-C after so many audit events of Python from one on, and says so by
a file."""


def start_interrupted(
    started, folder: Path, event: tuple[str, str, int], *command: object
) -> subprocess.Popen[str]:
    """Start a command that interrupts itself, and return when it has, or when it has ended."""
    mark = folder / "interrupted"
    mark.unlink(missing_ok=True)
    process = started(
        folder, *command, program=[sys.executable, "-c", INTERRUPTING, *map(str, event)]
    )
    wait_for(lambda: mark.exists() or process.poll() is not None)
    return process


@pytest.mark.parametrize("module", ["lxml.etree", "webarticlecurator.cli.progress", "requests"])
def test_while_it_is_being_imported(tmp_path: Path, started, module: str):
    assert_interrupted(
        start_interrupted(started, tmp_path, ("import", module, 0), "crawl", "--help")
    )


@pytest.mark.parametrize(
    "command",
    one_in(
        3,
        (
            ("build", "CONFIG", "--all", "--jobs", "2"),
            ("verify", "CONFIG", "--rebuild"),
            ("learn", "CONFIG", "--jobs", "2"),
            ("warc", "adopt", "CONFIG", "pages.warc"),
            ("tags", "inventory", "CONFIG", "--output", "x.tsv"),
            ("export", "CONFIG", "--format", "jsonl", "--output", "x.jsonl"),
            ("extract", "CONFIG", "--url", "https://echo.example/a/n0001"),
        ),
    ),
    ids=" ".join,
)
def test_at_any_moment_of_a_command(tmp_path: Path, started, command: tuple[str, ...]):
    """The command is interrupted later and later from its first file on, until it finishes
    first."""
    config, corpus = corpus_in(tmp_path, count=100)
    if "export" in command:
        build(load_portal(config), corpus)
    arguments = [str(config) if word == "CONFIG" else word for word in command]
    for later in (0, 64, 512, 4096):
        process = start_interrupted(
            started, tmp_path, ("open", str(tmp_path), later), *arguments, "--corpus", corpus
        )
        if not (tmp_path / "interrupted").exists():
            break
        assert_interrupted(process)
    _, errors = process.communicate(timeout=PATIENCE)
    assert later >= 512 and process.returncode == 0, errors
    assert not list(corpus.glob("*.new")) and not list(tmp_path.glob("*.new"))


@pytest.mark.parametrize("command", [("crawl",), ("check", "--live")], ids=" ".join)
def test_while_waiting_for_the_portal(tmp_path: Path, started, command: tuple[str, ...]):
    with slow_server(tmp_path) as (config, requested):
        verb, *rest = command
        process = started(tmp_path, verb, config, *rest)
        wait_for(requested.is_set)
        time.sleep(0.1)
        os.killpg(process.pid, signal.SIGINT)
        assert_interrupted(process)


def test_the_demo(tmp_path: Path, started):
    process = started(tmp_path, "demo")
    wait_for(lambda: list(tmp_path.rglob("*.warc.gz")))
    time.sleep(0.5)
    os.killpg(process.pid, signal.SIGINT)
    assert_interrupted(process)


def test_a_killed_build_leaves_no_process_in_an_endless_rule(tmp_path: Path, started):
    config, corpus = corpus_in(tmp_path, ENDLESS)
    process = started(tmp_path, "build", config, "--corpus", corpus, "--jobs", "2")
    wait_for(lambda: len(children(process.pid)) == 2)
    workers = children(process.pid)
    time.sleep(0.3)
    process.kill()
    wait_for(lambda: not any(is_alive(pid) for pid in workers))


def test_a_worker_that_is_killed_from_outside_is_named_and_the_build_goes_on(
    tmp_path: Path, started
):
    config, corpus = corpus_in(tmp_path, ENDLESS)
    process = started(tmp_path, "build", config, "--corpus", corpus, "--jobs", "2")
    # the other articles are read: one worker waits, and what is killed reads the endless one; a
    # worker sleeps for a moment, too, between a draft and its answer
    wait_for(lambda: len(list(corpus.glob("tei/.drafts/*"))) == 3)
    wait_for(lambda: all(is_one_idle(children(process.pid)) for _ in range(25)))
    for worker in children(process.pid):
        os.kill(worker, signal.SIGKILL)
    _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1 and "Traceback" not in errors
    assert (
        "worker-killed" in errors
        and "https://echo.example/a/evil" in errors
        and "3 in TEI" in errors
    )


LOST = """
import os, signal, sys, time
from webarticlecurator.cli import interrupts
from webarticlecurator.cli.interrupts import Interrupts

interrupts.REPEAT_DELAY = float(sys.argv[1])

class Closing:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        sum(range(1000))  # the signal arrives here, where nothing can be raised

with Interrupts(own_process=True):
    try:
        Closing()
        time.sleep(25)
    except KeyboardInterrupt:
        print("interrupted")
"""


@pytest.mark.parametrize("seconds", ["0", "0.01"])
def test_an_interruption_during_a_finalizer_is_not_lost(seconds: str):
    """With 0 seconds it is repeated while the thread that repeats it is being started."""
    command = [sys.executable, "-c", LOST, seconds]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.stdout, done.stderr) == ("interrupted\n", "")
