"""How long other people's archives take to be read, against warcio.

usage: python -m bench.speed.archives [--records N] [--size KB] [--rounds N] [--base CURATOR]

Makes WARC files of exchanges (response, request, metadata, one gzip member each) with pages of
``--size`` kilobytes: one of a portal alone, one where every tenth exchange is of the portal, one
where every hundredth is. All figures are processor time of whole commands, start and workers
included, the least of ``--rounds``; ``MB`` is the greatest memory of the command. ``--base`` is the
``curator`` of an older checkout, which runs the same commands in turn with this one. Where
``fastwarc`` is installed, its iteration (heads and blocks of all records) is shown, too.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

from bench.shared.made_up_portal import make_article
from webarticlecurator.storage.warc.record_compression import compress_member

PORTAL = """portal: p
home: http://portal.example/
language: en
archive:
  links: ul.list h2
  columns: {all: {url: "http://portal.example/list/"}}
article:
  match: "/a/"
  body: {root: article}
  metadata: {title: h1}
"""
ITERATE = """import sys
from warcio.archiveiterator import ArchiveIterator
with open(sys.argv[1], 'rb') as stream:
    for record in ArchiveIterator(stream):
        pass
"""
FASTWARC = """import sys
from fastwarc.warc import ArchiveIterator
for record in ArchiveIterator(sys.argv[1], parse_http=False):
    record.headers.items(), record.reader.read()
"""


@dataclass(frozen=True)
class Cost:
    """Processor seconds of a command, and its greatest memory."""

    seconds: float
    megabytes: int


def digest(content: bytes) -> str:
    return "sha1:" + base64.b32encode(hashlib.sha1(content).digest()).decode()


def member(kind: str, url: str, number: int, block: bytes, more: str) -> bytes:
    minutes, seconds = divmod(number, 60)
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: {name(kind, url)}\r\n"
        f"WARC-Date: 2024-03-{1 + minutes // 1440:02}T{minutes // 60 % 24:02}:{minutes % 60:02}:"
        f"{seconds:02}Z\r\nWARC-Target-URI: {url}\r\nWARC-Block-Digest: {digest(block)}\r\n"
        f"{more}Content-Length: {len(block)}\r\n\r\n"
    )
    return compress_member(head.encode() + block + b"\r\n\r\n")


def name(kind: str, url: str) -> str:
    return f"<urn:uuid:{uuid5(NAMESPACE_URL, kind + url)}>"


def exchange(host: str, number: int, size: int) -> Iterator[bytes]:
    url, page = f"http://{host}/a/{number}", make_article(number, size)
    head = (
        "HTTP/1.1 200 OK\r\nDate: Fri, 15 Mar 2024 08:30:00 GMT\r\nServer: nginx\r\nVary: Accept\r\n"
        f"Content-Type: text/html; charset=utf-8\r\nContent-Length: {len(page)}\r\n\r\n"
    ).encode()
    answer = name("response", url)
    kind = "Content-Type: application/http; msgtype="
    payload = f"{kind}response\r\nWARC-Payload-Digest: {digest(page)}\r\n"
    yield member("response", url, number, head + page, payload)
    asked = f"GET /a/{number} HTTP/1.1\r\nHost: {host}\r\nAccept: */*\r\n\r\n".encode()
    of = f"WARC-Concurrent-To: {answer}\r\n"
    yield member("request", url, number, asked, f"{kind}request\r\n{of}")
    fields = "Content-Type: application/warc-fields\r\n"
    yield member("metadata", url, number, b"fetchTimeMs: 120\r\n", f"{fields}{of}")


def make_file(path: Path, exchanges: int, size: int, every: int) -> Path:
    """Write a file where every ``every``-th exchange is of the portal, the others of 500 hosts."""
    with path.open("wb") as out:
        for number in range(1, exchanges + 1):
            is_own = number % every == 0
            host = "portal.example" if is_own else f"other{number % 500}.example"
            out.writelines(exchange(host, number, size))
    return path


def cost_of(command: Sequence[str | Path]) -> Cost:
    """Run a command to its end. Raises SystemExit if it fails."""
    environment = {**os.environ, "PYTHONPATH": ""}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(
            list(map(str, command)), stdout=said, stderr=said, env=environment
        )
        _, status, used = os.wait4(process.pid, 0)
        if status:
            said.seek(0)
            sys.exit(said.read().decode("utf-8", "replace")[-2000:])
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss // 1024)


def least(costs: Sequence[Cost]) -> Cost:
    return Cost(min(each.seconds for each in costs), max(each.megabytes for each in costs))


def compare(label: str, ours: Cost, theirs: Cost, other: str) -> None:
    print(
        f"| {label} | {ours.seconds:.2f} | {other} {theirs.seconds:.2f} |"
        f" {ours.seconds / theirs.seconds:.2f} | {ours.megabytes} |",
        flush=True,
    )


def compare_reading(file: Path, curator: Path, rounds: int) -> None:
    """``list`` and ``check`` against warcio, in turn."""
    warcio = [sys.executable, "-m", "warcio.cli", "check"]
    kinds: list[tuple[str, list[str | Path]]] = [
        ("iteration", [sys.executable, "-c", ITERATE, file]),
        ("warc list", [curator, "warc", "list", file]),
        ("check", [*warcio, file]),
        ("warc check", [curator, "warc", "check", file]),
    ]
    if importlib.util.find_spec("fastwarc"):
        kinds.append(("FastWARC", [sys.executable, "-c", FASTWARC, file]))
    costs: dict[str, list[Cost]] = {label: [] for label, _ in kinds}
    for _ in range(rounds):
        for label, command in kinds:
            costs[label].append(cost_of(command))
    found = {label: least(each) for label, each in costs.items()}
    compare("`warc list`", found["warc list"], found["iteration"], "warcio's iteration")
    compare("`warc check`", found["warc check"], found["check"], "`warcio check`")
    if "FastWARC" in found:
        compare("FastWARC", found["FastWARC"], found["iteration"], "warcio's iteration")


def time_corpus(
    curator: Path, folder: Path, file: Path, rounds: int, *, adopts: bool
) -> list[Cost]:
    """Adopt a file, or build it and make the index again; the least cost of each."""
    (folder / "p.yaml").write_text(PORTAL, encoding="utf-8")
    corpus = ["--corpus", str(folder / "corpus")]
    base = [str(folder / "p.yaml"), *corpus]
    adopt = [curator, "warc", "adopt", folder / "p.yaml", file, *corpus]
    build = [curator, "build", *base, "--warc", file, "--quiet"]
    commands = [adopt, [curator, "verify", *base, "--rebuild"]] if adopts else [build]
    rows = []
    for _ in range(rounds):
        shutil.rmtree(folder / "corpus", ignore_errors=True)
        rows.append([cost_of(command) for command in commands])
    return [least(each) for each in zip(*rows, strict=True)]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--records", type=int, default=55_890)
    parser.add_argument("--size", type=int, default=20, help="kilobytes of a page")
    parser.add_argument("--articles", type=int, default=2_000, help="of verify and build")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--base", type=Path, help="the curator of an older checkout")
    args = parser.parse_args()
    curator, size = Path(sys.executable).with_name("curator"), 1000 * args.size
    print("| what | seconds | other | ratio | MB |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as name_of_folder:
        folder = Path(name_of_folder)
        file = make_file(folder / "own.warc.gz", args.records // 3, size, 1)
        compare_reading(file, curator, args.rounds)
        for every in (10, 100):
            mixed = make_file(folder / "mixed.warc.gz", args.records // 3, size, every)
            found = time_corpus(curator, folder, mixed, args.rounds, adopts=True)[0]
            rate = args.records / found.seconds
            print(
                f"| `warc adopt`, one in {every} | {found.seconds:.2f} | {rate:,.0f} records a"
                f" second | | {found.megabytes} |",
                flush=True,
            )
        if args.base:
            file = make_file(folder / "own.warc.gz", args.articles, size, 1)
            labels = ["`warc adopt`", "`verify --rebuild`", "`build --warc`"]
            ours, theirs = (
                [
                    *time_corpus(each, folder, file, args.rounds, adopts=True),
                    *time_corpus(each, folder, file, args.rounds, adopts=False),
                ]
                for each in (curator, args.base)
            )
            for label, one, other in zip(labels, ours, theirs, strict=True):
                compare(label, one, other, "base")


if __name__ == "__main__":
    main()
