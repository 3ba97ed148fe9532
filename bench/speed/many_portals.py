"""Many portals in one crawl, with a real clock: memory, requests per second, and the pace.

    python -m bench.speed.many_portals [--portals 20] [--seconds 60] [--delay 1.0] [--kilobytes 20] [--warc-only]

The portals have names of their own and are all served by one proxy in a process of its own, which
notes when each request arrives. Each portal has as many articles as fit in ``--seconds`` at its
pace; then their TEI is built, unless ``--warc-only``. The gap between two requests is measured where they arrive: it may be
a little shorter than the delay, since a request may take longer on its way than the next one.
Memory is sampled every half second: the resident memory of the main process, and the proportional
share (PSS) of it and its workers together.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from itertools import pairwise
from multiprocessing.connection import Connection
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

SPAWN = multiprocessing.get_context("spawn")
LINKS = 20
"""Articles on an archive page."""
PORTAL = """portal: {name}
home: http://{name}.example/
language: en
fetch: {{delay: {delay}}}
archive:
  pagination: {{mode: numbered, first: 1, last: {pages}}}
  links: h2
  columns: {{news: {{url: "http://{name}.example/list?page={{page}}"}}}}
article:
  body: {{root: article}}
"""
SENTENCE = "The council has decided on the plan for the bridge after a long debate. "


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--portals", type=int, default=20)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--delay", type=float, default=1.0)
    parser.add_argument("--kilobytes", type=int, default=20, help="size of an article's page")
    parser.add_argument("--warc-only", action="store_true", help="build no TEI")
    args = parser.parse_args()

    ours, theirs = SPAWN.Pipe()
    server = SPAWN.Process(target=_serve, args=(theirs, args.kilobytes), daemon=True)
    server.start()
    with tempfile.TemporaryDirectory() as folder:
        _write_portals(Path(folder), args.portals, args.seconds / args.delay, args.delay)
        more = ["--warc-only"] if args.warc_only else []
        answer, memory = _crawl(Path(folder), ours.recv(), more)
    ours.send("end")
    requested: dict[str, list[float]] = ours.recv()
    server.join()

    gaps = [later - earlier for times in requested.values() for earlier, later in pairwise(times)]
    rates = [(len(times) - 1) / (times[-1] - times[0]) for times in requested.values()]
    first = min(times[0] for times in requested.values())
    last = max(times[-1] for times in requested.values())
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(
        f"{args.portals} portals, delay {args.delay:g} s, pages of {args.kilobytes} kB:"
        f" {sum(map(len, requested.values()))} requests in {last - first:.0f} s"
    )
    print(
        "requests per second and portal: "
        f"min {min(rates):.3f}, median {statistics.median(rates):.3f}, max {max(rates):.3f}"
    )
    early = sum(gap < args.delay - 0.002 for gap in gaps)
    print(f"shortest gap {min(gaps):.4f} s; {early} of {len(gaps)} more than 2 ms too short")
    print(
        f"TEI: {sum(each['tei'] for each in answer)} of {sum(each['articles'] for each in answer)}"
    )
    print(f"memory at most: main {memory[0]:.0f} MB resident, all processes {memory[1]:.0f} MB PSS")
    print(
        f"CPU of the crawl and its workers: {usage.ru_utime + usage.ru_stime:.0f} s;"
        f" builds ended {memory[2] - last:.0f} s after the last request"
    )


def _write_portals(folder: Path, count: int, requests: float, delay: float) -> None:
    """Write the portal files; each portal has archive pages and articles for so many requests."""
    pages = max(round(requests / (LINKS + 1)), 1)
    for number in range(count):
        name = f"portal-{number:03}"
        text = PORTAL.format(name=name, delay=delay, pages=pages)
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")


def _crawl(
    folder: Path, proxy: str, more: list[str]
) -> tuple[list[dict[str, int]], tuple[float, float, float]]:
    """Crawl all portals of a folder; return the answer, the most memory of the main process and of
    all processes in megabytes, and the time of the end."""
    command = [sys.executable, "-m", "webarticlecurator", "crawl", str(folder)]
    command += ["--corpus", str(folder / "corpora"), "--proxy", proxy, "--json", "--quiet", *more]
    most_main = most_all = 0.0
    with (folder / "answer.json").open("w+b") as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL)
        while process.poll() is None:
            pids = [process.pid, *_children(process.pid)]
            most_main = max(most_main, _read_memory(process.pid, "Rss:"))
            most_all = max(most_all, sum(_read_memory(pid, "Pss:") for pid in pids))
            time.sleep(0.5)
        ended = time.monotonic()
        out.seek(0)
        return json.load(out), (most_main, most_all, ended)


def _children(pid: int) -> list[int]:
    """Return the processes that any thread of a process has started."""
    found = []
    for file in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found += [int(word) for word in file.read_text().split()]
        except OSError:  # the thread has ended
            continue
    return found


def _read_memory(pid: int, name: str) -> float:
    """Return a value of smaps_rollup in megabytes; 0 for a process that has ended."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="utf-8").splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith(name)), 0.0)


def _serve(connection: Connection, kilobytes: int) -> None:
    """Send the address of a proxy, serve until a message comes, then send the times of the requests
    for each host."""
    asyncio.run(_run_server(connection, kilobytes))


async def _run_server(connection: Connection, kilobytes: int) -> None:
    requested: dict[str, list[float]] = defaultdict(list)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while line := await reader.readline():
            now = time.monotonic()
            while (await reader.readline()).strip():
                pass
            url = urlsplit(line.split()[1].decode("ascii"))
            requested[url.netloc].append(now)
            writer.write(_respond(url.path, url.query, kilobytes))
            await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0, backlog=1000)
    connection.send(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}")
    await asyncio.get_running_loop().run_in_executor(None, connection.recv)
    connection.send(dict(requested))


def _respond(path: str, query: str, kilobytes: int) -> bytes:
    if path == "/list":
        page = int(parse_qs(query)["page"][0])
        numbers = range((page - 1) * LINKS, page * LINKS)
        body = "".join(f'<h2><a href="/a/{number}">Article {number}</a></h2>' for number in numbers)
    elif path.startswith("/a/"):
        text = f"<p>{SENTENCE * 4}</p>\n"
        body = f"<h1>{path}</h1><article>{text * (kilobytes * 1000 // len(text))}</article>"
    else:
        return b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
    content = f"<html><head><title>{path}</title></head><body>{body}</body></html>".encode()
    head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(content)}\r\n\r\n"
    return head.encode("ascii") + content


if __name__ == "__main__":
    main()
