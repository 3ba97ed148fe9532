"""The same stored answers give the same states, in any order, and however the runs ended."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from functools import lru_cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from webarticlecurator.base.model.capture import Exchange, Hop, Origin
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.building.recovery import rebuild_corpus
from webarticlecurator.crawling.states.article_state import StateUpdater
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.storage.store.corpus import open_corpus
from webarticlecurator.storage.store.view import view_corpus

HOME = "https://echo.example"
TIME = datetime(2024, 2, 3, 4, 5, 6, tzinfo=timezone.utc)
FILE = f"portal: echo\nhome: {HOME}/\narchive: {{url: {HOME}/list, links: h2}}\naddress: {{drop: [v]}}\n"
LISTED = ("/a", "/b?v=1", "/b?v=2", "/c", "/d", "/t0")
TARGETS = ("/t0", "/t1", "/t2?v=1", "/t2?v=2", "/wall", "/", "/c")
WALL = "<title>Just a moment</title><p>Wait.</p>"

StoredAnswer = tuple[str, str]
"""A requested path, and what the portal said: the path it redirects to, or that path itself."""


@dataclass(frozen=True)
class Run:
    """The answers of a run. ``killed``: the run ended before they were processed; ``rebuilt``: the
    index is rebuilt after it."""

    answers: tuple[StoredAnswer, ...]
    killed: bool
    rebuilt: bool


@lru_cache(maxsize=1)
def echo() -> Portal:
    """One portal for all tests, so that its worker process is started once."""
    with tempfile.TemporaryDirectory() as name:
        config = Path(name) / "echo.yaml"
        config.write_text(FILE, encoding="utf-8")
        return load_portal(config)


def body(path: str) -> str:
    if path == "/wall":
        return WALL
    return f"<html><title>Title of {path}</title><body><article><h1>Title of {path}</h1><p>Text of {path}.</p></article></body></html>"


def hop(path: str, when: datetime, to: str | None = None) -> Hop:
    text = "" if to else body(path)
    line, more = ("302 Found", f"Location: {to}\r\n") if to else ("200 OK", "")
    head = f"HTTP/1.1 {line}\r\n{more}Content-Type: text/html; charset=utf-8\r\nContent-Length: {len(text.encode())}\r\n\r\n"
    return Hop(
        HOME + path,
        302 if to else 200,
        b"GET / HTTP/1.1\r\n\r\n",
        head.encode() + text.encode(),
        when,
    )


def exchange(answer: StoredAnswer, ways: dict[str, str], when: datetime) -> Exchange:
    """Return the hops from an address on; ``ways`` are the redirects of listed addresses."""
    path, to = answer
    hops, seen = [], {path}
    while to != path and to not in seen:
        hops.append(hop(path, when, to))
        seen.add(to)
        path, to = to, ways.get(to, to)
    return Exchange(HOME + answer[0], (*hops, hop(path, when)))


def states_after(
    runs: Sequence[Run], world: Sequence[StoredAnswer], listed: Sequence[str]
) -> tuple[object, object]:
    times = {answer: TIME + timedelta(days=n) for n, answer in enumerate(world)}
    ways = dict(world)
    with tempfile.TemporaryDirectory() as name:
        portal, folder = echo(), Path(name) / "corpus"
        archive = "".join(f'<h2><a href="{path}">x</a></h2>' for path in listed)
        page = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{archive}".encode()
        with open_corpus(folder, "echo") as corpus:
            answer = Hop(f"{HOME}/list", 200, b"GET / HTTP/1.1\r\n\r\n", page, TIME)
            corpus.append(
                Exchange(f"{HOME}/list", (answer,)), Origin("archive", portal.columns[0].name, 0)
            )
        build(portal, folder)
        for run in runs:
            store(
                portal,
                folder,
                run,
                [exchange(answer, ways, times[answer]) for answer in run.answers],
            )
        return states(folder), sorted(
            p.read_bytes().split(b"<text")[1] for p in (folder / "tei").rglob("*.xml")
        )


def store(portal: Portal, folder: Path, run: Run, exchanges: Sequence[Exchange]) -> None:
    with open_corpus(folder, "echo") as corpus:
        for each in exchanges:
            corpus.append(each, Origin("article", "small", via=f"{HOME}/list"))
            row = None if run.killed else corpus.frontier.article(each.url)
            if row is not None:
                StateUpdater(portal, corpus).update(row)
                corpus.commit()
    if run.rebuilt:
        rebuild_corpus(portal, folder)
    build(portal, folder)


def states(folder: Path) -> dict[str, tuple[str, str | None, tuple[str, ...]]]:
    with view_corpus(folder, "echo") as corpus:
        rows = corpus.frontier.articles()
        return {
            r.canonical: (r.state, r.reason, corpus.frontier.aliases(r.canonical)) for r in rows
        }


@st.composite
def worlds(draw: st.DrawFn) -> tuple[list[StoredAnswer], list[str]]:
    """Draw the answers of the portal for its listed addresses, and the order in which they are
    listed."""
    listed = draw(st.permutations(LISTED).map(lambda p: list(p[: len(LISTED)])))
    listed = [path for path in listed if path != "/t0" or draw(st.booleans())]
    requested = [
        path
        for path in listed
        if path != "/b?v=2" or listed.index("/b?v=2") < listed.index("/b?v=1")
    ]
    requested = [
        path
        for path in requested
        if path != "/b?v=1" or listed.index("/b?v=1") < listed.index("/b?v=2")
    ]
    world = [(path, draw(st.sampled_from([path, *TARGETS]))) for path in requested]
    return world, listed


@st.composite
def histories(draw: st.DrawFn, world: list[StoredAnswer]) -> list[Run]:
    order = draw(st.permutations(world))
    cut = draw(st.integers(0, len(order)))
    pieces = [tuple(order[:cut]), tuple(order[cut:])]
    return [Run(piece, draw(st.booleans()), draw(st.booleans())) for piece in pieces if piece]


SHARED = [("/a", "/t1"), ("/b?v=1", "/t1"), ("/c", "/c"), ("/d", "/d")]


@pytest.mark.long
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck), print_blob=True)
@given(st.data())
def test_states_do_not_depend_on_the_order_of_the_answers(data: st.DataObject):
    world, listed = data.draw(worlds(), label="world")
    one = states_after([Run(tuple(world), killed=True, rebuilt=False)], world, listed)
    other = states_after(data.draw(histories(world), label="runs"), world, listed)
    assert one == other


@example(order=[1, 0, 2, 3])
@given(order=st.permutations(range(4)))
@settings(max_examples=4, deadline=None)
def test_both_that_share_a_page_fail_in_any_order(order: Sequence[int]):
    runs = [Run((SHARED[n],), killed=bool(n % 2), rebuilt=n == 3) for n in order]
    found, _ = states_after(runs, SHARED, ["/a", "/b?v=1", "/c", "/d"])
    assert isinstance(found, dict)
    assert {url.removeprefix(HOME): row[:2] for url, row in found.items()} == {
        "/a": ("failed", "shared-redirect"),
        "/b": ("failed", "shared-redirect"),
        "/c": ("tei", None),
        "/d": ("tei", None),
    }
