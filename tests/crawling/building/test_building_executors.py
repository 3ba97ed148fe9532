"""Executors: every kind gives the same results, in the order of the tasks, for every command that
reads all articles. A new kind is one class and one registration."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from dataclasses import is_dataclass
from pathlib import Path
from typing import Any

import pytest
from building_corpus import ADDRESSES, corpus_of, page_of, tei_files, write_warc

from webarticlecurator.base.errors import PageUnreadable, UsageError
from webarticlecurator.corpus.stored_pages.article_survey import read_candidates
from webarticlecurator.corpus.stored_pages.page_store import StoredPages
from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.workers import executor_kinds
from webarticlecurator.crawling.workers.executor import Job, LostTask
from webarticlecurator.crawling.workers.executor_kinds import SerialExecutor
from webarticlecurator.crawling.workers.run_options import BuildOptions, Runtime
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.proposing.tags.tag_counting import take_inventory
from webarticlecurator.proposing.text_rules.learning import learn_rules

TEXTS = {f"n{n}": f"<p>Number {n} in <b class='c{n % 3}'>bold</b>.</p>" for n in range(7)}
KINDS = [("serial", 1), ("processes", 1), ("processes", 2), ("pickled", 1)]


class PickledExecutor:
    """What an executor on other machines does to function, job, tasks and results: each is pickled
    on its way. It works on several tasks at a time, the last one first."""

    def __init__(self, job: Job, processes: int) -> None:
        self._here = SerialExecutor(copy(job), processes)

    def results(self, work: Any, tasks: Iterator[Any]) -> Iterator[Any]:
        batch = [copy(task) for task in tasks]
        results = [*self._here.results(copy(work), iter(batch[::-1]))]
        for result in results[::-1]:
            for one in result if isinstance(result, tuple) else (result,):
                assert one is None or (is_dataclass(one) and one.__dataclass_params__.frozen)
            yield copy(result)

    def close(self) -> None:
        self._here.close()

    end = close


def copy(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))


@pytest.fixture(autouse=True)
def _pickled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(executor_kinds.EXECUTORS, "pickled", PickledExecutor)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return corpus_of(tmp_path_factory.mktemp("executors"), TEXTS)


@pytest.mark.parametrize(("kind", "jobs"), KINDS)
def test_a_build_writes_the_same_bytes(built: tuple[Path, Path], kind: str, jobs: int):
    config, corpus = built
    before = tei_files(corpus)
    options = BuildOptions(jobs=jobs, everything=True)
    summary = build(load_portal(config), corpus, options, Runtime(executor=kind))
    assert (summary.built, summary.ok, tei_files(corpus)) == (len(TEXTS), True, before)


@pytest.mark.parametrize(("kind", "jobs"), KINDS)
def test_inventory_candidates_and_learning_have_the_same_results_in_the_same_order(
    built: tuple[Path, Path], kind: str, jobs: int
):
    config, corpus = built
    portal, pages, runtime = (
        load_portal(config),
        StoredPages(corpus, jobs=jobs),
        Runtime(executor=kind),
    )
    inventory = take_inventory(portal, pages, runtime)
    assert inventory.pages == len(TEXTS)
    pages_with = {name: totals.pages for name, totals in inventory.signatures.items()}
    assert pages_with == {"article": 7, "h1": 7, "p": 7, "b.c0": 7}
    first, *_ = inventory.signatures["p"].examples
    assert first == ADDRESSES + "n0"
    candidates = [article.url for article in read_candidates(portal, pages, runtime)]
    assert candidates == [ADDRESSES + name for name in TEXTS]
    assert learn_rules(portal, pages, runtime).articles == len(TEXTS)


@pytest.mark.parametrize("kind", ["serial", "processes"])
def test_captures_that_only_this_process_can_read_are_read_by_every_kind(
    tmp_path: Path, built: tuple[Path, Path], kind: str
):
    pages = {
        ADDRESSES + name: page_of(text, f"A title of some {name}") for name, text in TEXTS.items()
    }
    warcs = (write_warc(tmp_path / "x.warc", pages),)
    options = BuildOptions(warcs=warcs, jobs=2)
    build(load_portal(built[0]), tmp_path / "corpus", options, Runtime(executor=kind))
    strip = {name: content.partition(b"<body")[2] for name, content in tei_files(built[1]).items()}
    found = tei_files(tmp_path / "corpus")
    assert {name: content.partition(b"<body")[2] for name, content in found.items()} == strip


def lose_or_return(portal: Any, source: Any, task: str) -> str:
    if task == "unreadable":
        raise PageUnreadable("it cannot be read", "", "too-deep")
    if task == "program error":
        raise KeyError(task)
    if task == "wrong usage":
        raise UsageError("wrong", "")
    return task.upper()


@pytest.mark.parametrize("kind", ["serial", "processes"])
def test_every_kind_loses_the_same_tasks_and_raises_the_same_errors(
    built: tuple[Path, Path], kind: str
):
    job = Job(load_portal(built[0]))
    tasks = ["a", "unreadable", "program error", "b"]
    with executor_kinds.open_executor(kind, job, 1) as executor:
        assert [*executor.results(lose_or_return, iter(tasks))] == [
            "A",
            LostTask("too-deep", "it cannot be read", "unreadable"),
            LostTask("program-error", "KeyError: 'program error'", "program error"),
            "B",
        ]
    with (
        pytest.raises(UsageError, match="wrong"),
        executor_kinds.open_executor(kind, job, 1) as executor,
    ):
        [*executor.results(lose_or_return, iter(["wrong usage"]))]


def test_a_kind_that_does_not_exist_is_named_with_those_that_do(built: tuple[Path, Path]):
    with pytest.raises(
        UsageError,
        match=r"^not an executor: 'dask' \(expected cluster, pickled, processes, serial\)",
    ):
        build(
            load_portal(built[0]), built[1], BuildOptions(everything=True), Runtime(executor="dask")
        )
