"""A build on a cluster: the same bytes as on one machine, whatever happens to the workers."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from building_corpus import ADDRESSES, ARTICLE, adopted
from dask_cluster import (
    DaskCluster,
    dask_cluster,
    end_worker_or_return,
    run_for_ever_or_return,
)
from libraries import skip_without
from processes import wait_until

from webarticlecurator.base.errors import ConfigError, CuratorError, UsageError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.archives.adopting import adopt_warcs
from webarticlecurator.corpus.stored_pages.page_store import StoredPages
from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.captures.tasks import Task, build_task
from webarticlecurator.crawling.cluster import (
    cluster_executor,
    scheduler_connection,
)
from webarticlecurator.crawling.workers.executor import Cluster, Job, LostTask
from webarticlecurator.crawling.workers.executor_kinds import open_executor
from webarticlecurator.crawling.workers.progress import NullProgress
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.proposing.tags.inventory_table import inventory_table
from webarticlecurator.proposing.tags.tag_counting import take_inventory
from webarticlecurator.storage.frontier.index_values import ArticleRow
from webarticlecurator.storage.store.view import view_corpus

skip_without("distributed")
psutil = pytest.importorskip("psutil")  # of distributed


def tei_files(folder: Path) -> dict[str, bytes]:
    top = folder / "tei"
    return {p.relative_to(top).as_posix(): p.read_bytes() for p in sorted(top.rglob("*.xml"))}


def articles(folder: Path, portal: Portal) -> dict[str, tuple[object, ...]]:
    """What the index holds of each article."""
    with view_corpus(folder, portal.id) as corpus:
        facts = dict(corpus.article_facts.all())
        return {
            row.canonical: (
                *(row.state, row.reason, row.evidence, row.tei, row.build, facts.get(row.id)),
                *corpus.frontier.pages(row.canonical),
            )
            for row in corpus.frontier.articles()
        }


def rows(folder: Path, portal: Portal) -> list[ArticleRow]:
    with view_corpus(folder, portal.id) as corpus:
        return list(corpus.frontier.articles())


def problems(folder: Path, portal: Portal) -> list[tuple[str, str, str]]:
    with view_corpus(folder, portal.id) as corpus:
        return [(p.kind, p.where, p.message) for p in corpus.run_log.problems()]


def test_the_tei_the_verdicts_and_the_problems_are_those_of_a_local_build(
    cluster: DaskCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(cluster_executor, "TASKS_IN_RANGE", 3)
    texts = {f"n{n}": f"<p>Number {n}.</p>" for n in range(8)}
    texts |= {"first": '<p>1</p><a class="next" href="first-2">next</a>', "first-2": "<p>2</p>"}
    rules = "  reject: p.ad\n  next_page: a.next\n  continuation: '-2$'\n"
    config, corpus = adopted(tmp_path, texts | {"ad": "<p class=ad>x</p>"}, ARTICLE + rules)
    here = Path(shutil.copytree(corpus, tmp_path / "here"))
    portal = load_portal(config)
    assert build(portal, here).built == 9
    assert build(portal, corpus, None, cluster.runtime(corpus / "warc")).built == 9
    assert tei_files(corpus) == tei_files(here)
    assert articles(corpus, portal) == articles(here, portal)
    found = articles(corpus, portal)
    assert {row[1] for row in found.values()} == {None, "not-article"}
    assert len(found[ADDRESSES + "first"]) == len(found[ADDRESSES + "n1"]) + 1, "two pages"
    assert problems(corpus, portal) == problems(here, portal)
    assert build(portal, corpus, None, cluster.runtime(corpus / "warc")).built == 0
    for worker in cluster.workers:
        wait_until(lambda pid=worker.pid: not psutil.Process(pid).children(), worker)


@pytest.mark.long
def test_the_demo_is_built_on_a_cluster_as_on_one_machine(
    cluster: DaskCluster, portal: Portal, captured: Path, demo_corpus: Path
):
    corpus = captured
    summary = build(portal, corpus, None, cluster.runtime(corpus / "warc"))
    assert summary.built == 318
    assert tei_files(corpus) == tei_files(demo_corpus)
    assert articles(corpus, portal) == articles(demo_corpus, portal)
    assert problems(corpus, portal) == problems(demo_corpus, portal)


BUILD = """
import sys
from webarticlecurator.cli.main import main
from webarticlecurator.crawling.cluster import cluster_executor

cluster_executor.TASKS_IN_RANGE = 10
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.long
def test_a_command_that_is_killed_goes_on_where_it_was(
    cluster: DaskCluster, portal: Portal, captured: Path, demo_corpus: Path
):
    corpus = captured
    words = ["build", str(portal.path), "--corpus", str(corpus), "--cluster", cluster.address]
    with subprocess.Popen([sys.executable, "-c", BUILD, *words], text=True) as command:
        wait_until(lambda: len(list((corpus / "tei").glob("2*/*/*.xml"))) >= 200, command)
        command.kill()
    done = sum(row.build is not None and row.tei is not None for row in rows(corpus, portal))
    summary = build(portal, corpus, None, cluster.runtime(corpus / "warc"))
    assert done >= 90
    # one of those that were built before is then found to be a page of another article
    assert done + summary.built == 319
    assert tei_files(corpus) == tei_files(demo_corpus)
    assert articles(corpus, portal) == articles(demo_corpus, portal)


class Killer(NullProgress):
    """Kills a process when the first article is written."""

    def __init__(self, pid: int) -> None:
        self.pid, self.killed = pid, False

    def step(self, what: str) -> None:
        if not self.killed:
            os.kill(self.pid, signal.SIGKILL)
            self.killed = True


@pytest.mark.long
def test_a_worker_that_is_killed_in_mid_run_changes_nothing(
    cluster: DaskCluster,
    portal: Portal,
    captured: Path,
    demo_corpus: Path,
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(cluster_executor, "TASKS_IN_RANGE", 10)
    corpus = captured
    victim = cluster.start_worker("--no-nanny")
    killer = Killer(victim.pid)
    build(portal, corpus, None, cluster.runtime(corpus / "warc", progress=killer))
    assert (killer.killed, victim.wait()) == (True, -signal.SIGKILL)
    assert tei_files(corpus) == tei_files(demo_corpus)
    assert articles(corpus, portal) == articles(demo_corpus, portal)


def kill_scheduler_meanwhile(cluster: DaskCluster, tasks: list[Task]) -> Iterator[Task]:
    """Yield the tasks, and kill the scheduler before the last one."""
    yield from tasks[:-1]
    cluster.scheduler.kill()
    cluster.scheduler.wait()
    yield tasks[-1]


@pytest.mark.long
def test_missing_workers_articles_that_end_them_or_never_end_and_a_lost_scheduler_are_named(
    tmp_path: Path, small: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(cluster_executor, "PATIENCE", 0.2)
    portal, corpus = load_portal(small[0]), small[1]
    environment = {
        "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0",
        "CURATOR_PAGE_SECONDS": "4",
    }
    messages: list[str] = []
    with (
        dask_cluster(tmp_path / "dask", 0, environment=environment) as fragile,
        view_corpus(corpus, portal.id) as view,
    ):

        def start_worker(message: str) -> None:
            messages.append(message)
            fragile.start_worker()  # whose nanny starts it again

        tasks = [build_task(portal, view, row) for row in view.frontier.articles()]
        there = Cluster(fragile.address, str(corpus / "warc"))
        with open_executor("cluster", Job(portal, corpus, there, start_worker), 1) as executor:
            killing = [*executor.results(end_worker_or_return, iter(tasks))]
        with open_executor("cluster", Job(portal, corpus, there), 1) as executor:
            endless = [*executor.results(run_for_ever_or_return, iter(tasks))]

        monkeypatch.setattr(cluster_executor, "TASKS_IN_RANGE", 1)
        with (
            pytest.raises(CuratorError, match=rf"^the connection to .*{fragile.address} was lost"),
            open_executor("cluster", Job(portal, corpus, there), 1) as executor,
        ):
            [*executor.results(run_for_ever_or_return, kill_scheduler_meanwhile(fragile, tasks))]
    assert messages == [f"no worker is connected to {fragile.address} yet: waiting"]
    for results, reason in ((killing, "worker-killed"), (endless, "rule-timeout")):
        lost = results.pop(3)
        assert isinstance(lost, LostTask)
        assert (lost.reason, lost.task) == (reason, tasks[3])
        assert results == [task.canonical for task in tasks if task is not tasks[3]]


def test_the_versions_of_the_workers_are_compared(
    cluster: DaskCluster, small: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
):
    portal, corpus = load_portal(small[0]), small[1]
    monkeypatch.setattr(cluster_executor, "describe_program", lambda: "curator 0.0")
    with pytest.raises(
        UsageError, match=r"^a worker runs webarticlecurator .*as here: curator 0\.0"
    ):
        build(portal, corpus, None, cluster.runtime(corpus / "warc"))


@pytest.mark.long
def test_an_inventory_on_a_cluster_is_that_of_one_machine(
    cluster: DaskCluster, small: tuple[Path, Path]
):
    portal, corpus = load_portal(small[0]), small[1]
    pages = StoredPages(corpus)
    here = take_inventory(portal, pages)
    there = take_inventory(portal, pages, cluster.runtime(corpus / "warc"))
    assert here.pages == 7
    assert inventory_table(there, portal) == inventory_table(here, portal)


@pytest.mark.long
def test_hooks_travel_with_the_portal_file(cluster: DaskCluster, tmp_path: Path):
    rules = ARTICLE + '  metadata: {title: {hook: "ours:shout"}}\n'
    hook = "def shout(page_text, url):\n    return ['AT ' + url.rpartition('/')[2]]\n"
    (tmp_path / "ours.py").write_text(hook, encoding="utf-8")
    with pytest.raises(ConfigError):
        adopted(tmp_path, {"n0": "<p>A text.</p>"}, rules)
    portal = load_portal(tmp_path / "echo.yaml", allow_hooks=True)
    (tmp_path / "ours.py").unlink()
    corpus = tmp_path / "corpus"
    adopt_warcs(portal, corpus, [tmp_path / "pages.warc"])
    assert build(portal, corpus, None, cluster.runtime(corpus / "warc")).built == 1
    (content,) = tei_files(corpus).values()
    assert b">AT n0<" in content


def test_no_scheduler_is_a_problem_with_a_cure(
    small: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(scheduler_connection, "CONNECT_SECONDS", 0.5)
    portal, corpus = load_portal(small[0]), small[1]
    runtime = Runtime(executor="cluster", cluster=Cluster("tcp://127.0.0.1:9", "x"))
    with pytest.raises(CuratorError, match=r"^no Dask scheduler answers at tcp://127\.0\.0\.1:9"):
        build(portal, corpus, None, runtime)
