"""A Dask scheduler and its workers, as processes on loopback, and work for them."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from processes import PATIENCE

from webarticlecurator.crawling.workers.executor import Cluster
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.crawling.workers.system_clock import SystemClock


class Hasty(SystemClock):
    """The system time, without sleeping."""

    def sleep(self, seconds: float) -> None:
        pass


@dataclass
class DaskCluster:
    """``address`` is that of ``scheduler``; the processes write to ``folder``."""

    folder: Path
    address: str
    scheduler: subprocess.Popen[bytes]
    environment: Mapping[str, str]
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def runtime(self, warcs: Path | str, **options: Any) -> Runtime:
        """Return the runtime of a command that runs here."""
        cluster = Cluster(self.address, str(warcs))
        return Runtime(clock=Hasty(), executor="cluster", cluster=cluster, **options)

    def start_worker(self, *options: str) -> subprocess.Popen[bytes]:
        """Start a worker with one thread, and wait until it is connected."""
        worker = self._begin_worker(*options)
        self._wait_for_workers()
        return worker

    def start_workers(self, number: int, *options: str) -> None:
        """Start workers together, and wait until all are connected."""
        for _ in range(number):
            self._begin_worker(*options)
        if number:
            self._wait_for_workers()

    def _begin_worker(self, *options: str) -> subprocess.Popen[bytes]:
        words = ("worker", self.address, "--host", "127.0.0.1", "--nthreads", "1", *options)
        folder = self.folder / f"worker-{len(self.workers)}"
        worker = _start((*words, "--local-directory", str(folder)), folder, self.environment)
        self.workers.append(worker)
        return worker

    def _wait_for_workers(self) -> None:
        _wait_for_workers(self.address, sum(each.poll() is None for each in self.workers))


@contextmanager
def dask_cluster(
    folder: Path, workers: int, *options: str, environment: Mapping[str, str] | None = None
) -> Iterator[DaskCluster]:
    """Run a scheduler and so many workers; ``options`` are those of the workers."""
    env = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        **(environment or {}),
    }
    port = free_port()
    words = ("scheduler", "--host", "127.0.0.1", "--port", str(port))
    scheduler = _start(words, folder / "scheduler", env)
    cluster = DaskCluster(folder, f"tcp://127.0.0.1:{port}", scheduler, env)
    try:
        cluster.start_workers(workers, *options)
        yield cluster
    finally:
        for process in (*cluster.workers, scheduler):
            _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()  # a nanny ends its worker
    try:
        process.wait(3)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def free_port() -> int:
    """Return a port of loopback that is free now."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def _start(
    words: tuple[str, ...], folder: Path, environment: Mapping[str, str]
) -> subprocess.Popen[bytes]:
    folder.mkdir(parents=True)
    with (folder / "log").open("wb") as log:
        return subprocess.Popen(
            [sys.executable, "-m", "dask", *words, "--no-dashboard"],
            stdout=log,
            stderr=log,
            env=dict(environment),
        )


def _wait_for_workers(address: str, number: int) -> None:
    from distributed import Client

    end = time.monotonic() + PATIENCE
    while True:
        try:
            with Client(address, timeout=5, set_as_default=False) as client:
                client.wait_for_workers(number, timeout=PATIENCE)
            return
        except OSError:
            assert time.monotonic() < end


def end_worker_or_return(portal: Any, source: Any, task: Any) -> str:
    """Work that ends the worker of the cluster for one article."""
    if task.canonical.endswith("n3"):
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(PATIENCE)
    return str(task.canonical)


def run_for_ever_or_return(portal: Any, source: Any, task: Any) -> str:
    """Work that does not end for one article."""
    while task.canonical.endswith("n3"):
        time.sleep(0.1)
    return str(task.canonical)
