"""The worker processes that the crawls of several portals share."""

from __future__ import annotations

import os
import threading
from collections import Counter
from pathlib import Path

from portal_group import portal_group

from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.workers import worker, worker_sharing, worker_start
from webarticlecurator.crawling.workers.shared_worker import end_worker, evaluate_in_worker
from webarticlecurator.crawling.workers.worker_sharing import share_workers
from webarticlecurator.pages.rules.rule_use import RuleUse
from webarticlecurator.portal_file.config.load import load_portal

THREADS = 6


def describe(portal: Portal, _source: object, number: int) -> tuple[str, int, int]:
    return portal.id, number, os.getpid()


def portals_in(folder: Path, count: int) -> list[Portal]:
    with portal_group(folder) as group:
        return [load_portal(group.write(f"p{number}.example")) for number in range(count)]


def test_threads_share_the_processes_and_each_task_gets_the_portal_of_its_thread(tmp_path: Path):
    portals = portals_in(tmp_path, THREADS)
    answers: list[tuple[str, int, int]] = []

    def work(portal: Portal) -> None:
        for number in range(10):
            answer = evaluate_in_worker(portal, describe, number, "nowhere")
            assert answer[:2] == (portal.id, number)
            answers.append(answer)
        end_worker()

    worker_start.end_idle_workers()  # those of other tests in this process
    with share_workers(2, 1):
        threads = [threading.Thread(target=work, args=(portal,)) for portal in portals]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(worker_sharing.idle_workers) == 3
    assert Counter(portal for portal, _, _ in answers) == {p.id: 10 for p in portals}
    assert len({pid for _, _, pid in answers}) <= 2
    assert len(worker_sharing.idle_workers) <= worker_sharing.MAX_IDLE


def test_a_process_that_keeps_too_many_portals_gets_one_again(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(worker, "MAX_PORTALS", 2)
    portals = portals_in(tmp_path, 4)
    with share_workers(1, 1):
        for portal in (*portals, *portals):
            assert evaluate_in_worker(portal, describe, 1, "nowhere")[0] == portal.id
            end_worker()


def test_each_thread_counts_its_own_rules(tmp_path: Path):
    [portal] = portals_in(tmp_path, 1)
    rules = portal.columns[0].spans[0].links
    counted = RuleUse()
    counted.watch(rules)
    thread = threading.Thread(target=counted.add, args=(1, 0))
    thread.start()
    thread.join()
    assert counted.unmatched(rules) == ()
    counted.add(1, 0)
    assert counted.unmatched(rules) == tuple(rules)
