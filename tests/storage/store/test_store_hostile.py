"""WARC files made to break a reader: each command reports them in bounded memory and reads on."""

from __future__ import annotations

import gzip
import json
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import zstandard
from long_parameters import one_in
from processes import PATIENCE

MEMORY = 1_200_000_000
"""Address space (bytes) that a command may take, its libraries included."""
SECONDS = 240
"""Of the processor, that commands may take; ten times that of the clock."""
SERVER = """
import json, os, resource, signal, sys
from webarticlecurator.cli.commands import build, verify, warc  # what the commands need, loaded once
from webarticlecurator.cli.main import main

for line in sys.stdin:
    folder, commands = json.loads(line)
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        print("done", flush=True)
        continue
    os.chdir(folder)
    resource.setrlimit(resource.RLIMIT_CPU, ({seconds}, {seconds}))
    signal.alarm(10 * {seconds})
    resource.setrlimit(resource.RLIMIT_AS, ({memory}, {memory}))
    with open("err", "wb", 0) as out:
        os.dup2(out.fileno(), 2)
    codes = []
    for number, command in enumerate(commands):
        for stream, name in ((sys.stdout, "out"), (sys.stderr, "err")):
            stream.flush()
            os.dup2(os.open(f"{{number}}.{{name}}", os.O_CREAT | os.O_WRONLY), stream.fileno())
        codes.append(main(command))
    sys.stdout.flush()
    sys.stderr.flush()
    open("codes", "w").write(json.dumps(codes))
    os._exit(0)
"""
PORTAL = """\
portal: echo
home: https://echo.example/
archive: {url: "https://echo.example/list", dates: none, links: h2}
article: {match: "/a/", body: {root: main}}
"""
BODY = (
    b"<title>T</title><main><h1>T</h1><p>"
    + b" ".join(b"word%d" % (n * n) for n in range(90))
    + b"</p></main>"
)
HTTP = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"


def record(
    url: bytes = b"https://echo.example/a/1", block: bytes = HTTP + BODY, **changed: bytes | None
) -> bytes:
    """One record; a header of None is left out. ``WARC_Date=…`` replaces one, ``More=…`` adds
    lines."""
    headers: dict[str, bytes | None] = {
        "WARC-Type": b"response",
        "WARC-Record-ID": b"<urn:x:" + url + b">",
        "WARC-Date": b"2020-01-01T00:00:00Z",
        "WARC-Target-URI": url,
        "Content-Type": b"application/http; msgtype=response",
        "Content-Length": b"%d" % len(block),
    }
    more = changed.pop("More", b"") or b""
    headers.update({name.replace("_", "-"): value for name, value in changed.items()})
    lines = b"".join(
        name.encode() + b": " + value + b"\r\n"
        for name, value in headers.items()
        if value is not None
    )
    return b"WARC/1.1\r\n" + lines + more + b"\r\n" + block + b"\r\n\r\n"


def page(number: int) -> bytes:
    return record(b"https://echo.example/a/%d" % number)


def bomb(size: int, head: bytes = b"") -> bytes:
    """A gzip member that unpacks to ``size`` zeros behind ``head``.

    The zeros are compressed once: behind a full flush they become the same bytes each time.
    """
    coder, zeros = zlib.compressobj(9, zlib.DEFLATED, -15), bytes(1 << 24)
    packed_head = coder.compress(head) + coder.flush(zlib.Z_FULL_FLUSH)
    packed_zeros = coder.compress(zeros) + coder.flush(zlib.Z_FULL_FLUSH)
    times, checksum = size >> 24, zlib.crc32(head)
    for _ in range(times):
        checksum = zlib.crc32(zeros, checksum)
    trailer = struct.pack("<II", checksum, (len(head) + times * len(zeros)) & 0xFFFFFFFF)
    return (
        b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff"
        + packed_head
        + packed_zeros * times
        + coder.flush()
        + trailer
    )


def frame_with_window(log: int) -> bytes:
    """A zstd frame header that asks for a window of 2 ** ``log`` bytes, and a block."""
    return (
        b"\x28\xb5\x2f\xfd\x00"
        + bytes([(log - 10) << 3])
        + (1 | 8 << 3).to_bytes(3, "little")
        + b"WARC/1.0"
    )


GIGABYTE = 1 << 30
CLAIM = record(Content_Length=b"%d" % GIGABYTE).split(b"HTTP/1.1")[0]
PLAIN = {
    "negative length": record(Content_Length=b"-1"),
    "no length": record(Content_Length=None),
    "a length of 10^18": record(Content_Length=b"1" + b"0" * 18),
    "a length of 10^5000": record(Content_Length=b"1" + b"0" * 5000),
    "a length in other digits": record(Content_Length="²".encode()),
    "two lengths": record(More=b"Content-Length: 3\r\n"),
    "a length that is too short": record(Content_Length=b"40"),
    "a length that is too long": record(Content_Length=b"99999"),
    "no type": record(WARC_Type=None),
    "an endless line": b"WARC/1.1\r\nX: " + b"x" * 5_000_000 + b"\r\n" + page(1),
    "headers of 100 MB": b"WARC/1.1\r\n" + b"X-Header: value\r\n" * 1_500_000 + b"\r\n",
    "headers that go on and on": b"WARC/1.1\r\nX: 1\r\n" + b" y\r\n" * 1_000_000 + b"\r\n",
    "a file of headers": b"WARC/1.1\r\n" * 20_000,
    "rubbish": bytes(range(256)) * 400,
}
STRANGE = {
    "headers in no UTF-8": record(More=b"X-\xff\xfe: \xe1rv\xedz\r\n"),
    "control characters": record(
        b"https://echo.example/\x1b[31m/a/\x00\x07", More=b"X: \x1b]0;evil\x07\r\n"
    ),
    "an address that is none": record(b"http://[bad/"),
    "a port that is none": record(b"http://echo.example:99999999/a/1"),
    "no address": record(WARC_Target_URI=None),
    "no date": record(WARC_Date=None),
    "a date that is none": record(WARC_Date=b"yesterday"),
    "a date at the end of time": record(WARC_Date=b"9999-12-31T23:59:59Z"),
    "a date before all": record(WARC_Date=b"0001-01-01T00:00:00Z"),
    "wrong digests": record(
        More=b"WARC-Block-Digest: sha1:AAAA\r\nWARC-Payload-Digest: foo:bar\r\n"
    ),
    "a digest of a kind with a length": record(More=b"WARC-Block-Digest: shake_128:AAAA\r\n"),
    "a status of 5000 digits": record(block=b"HTTP/1.1 " + b"2" * 5000 + b" OK\r\n\r\n" + BODY),
    "no HTTP": record(block=BODY),
    "endless HTTP headers": record(block=b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 1_000_000),
    "HTTP headers that go on": record(block=b"HTTP/1.1 200 OK\r\nX: y\r\n" + b" z\r\n" * 1_000_000),
    "an empty block": record(block=b""),
    "the id of another record": record(WARC_Record_ID=b"<urn:x:https://echo.example/a/0>"),
    "revisits in a circle": b"".join(
        record(
            b"https://echo.example/a/%d" % one,
            HTTP,
            WARC_Type=b"revisit",
            More=b"WARC-Refers-To: <urn:x:https://echo.example/a/%d>\r\n" % other,
        )
        for one, other in ((7, 8), (8, 7))
    ),
    "a location that is none": record(
        block=b"HTTP/1.1 301 Moved\r\nLocation: http://[bad/\r\n\r\n"
    ),
}
PACKED: dict[str, Callable[[], bytes]] = {
    "a bomb": lambda: bomb(GIGABYTE),
    "a record that is a bomb": lambda: bomb(GIGABYTE, CLAIM),
    "empty lines that are a bomb": lambda: gzip.compress(page(5) + b"\r\n" * 10_000_000),
    "a page that is a bomb": lambda: gzip.compress(
        record(
            block=b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip, gzip\r\n\r\n"
            + gzip.compress(bomb(GIGABYTE))
        )
    ),
    "empty members": lambda: gzip.compress(b"") * 5000,
    "several records in a member": lambda: gzip.compress(page(3) + page(4)),
    "a wrong checksum": lambda: gzip.compress(page(3))[:-8] + b"12345678",
    "a member in a member": lambda: gzip.compress(gzip.compress(page(3))),
    "a member that breaks off": lambda: gzip.compress(page(3))[:-40],
}
"""Made when a test needs them, since packing takes seconds."""
ZSTD: dict[str, Callable[[], bytes]] = {
    "a huge window": lambda: frame_with_window(31),
    "a bomb in zstd": lambda: zstandard.compress(CLAIM + bytes(GIGABYTE >> 1)),
    "a dictionary of 4 GB": lambda: b"\x5d\x2a\x4d\x18\xff\xff\xff\xff" + page(3),
    "a dictionary that is none": lambda: b"\x5d\x2a\x4d\x18\x04\x00\x00\x00\x28\xb5\x2f\xfd",
    "an unknown dictionary": lambda: zstandard.ZstdCompressor(
        dict_data=zstandard.train_dictionary(2000, [page(n) * 3 for n in range(300)])
    ).compress(page(3)),
}


@dataclass(frozen=True)
class Done:
    """The result of one command."""

    code: int
    out: bytes
    err: bytes


class Curator:
    """One process that has the program loaded, and a fork of it for each run: no more memory than
    MEMORY."""

    def __init__(self) -> None:
        code = SERVER.format(memory=MEMORY, seconds=SECONDS)
        self._process = subprocess.Popen(
            [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def run(self, folder: Path, *commands: list[object]) -> list[Done]:
        """Run the commands one after the other."""
        assert self._process.stdin and self._process.stdout
        print(
            json.dumps([str(folder), [[str(argument) for argument in c] for c in commands]]),
            file=self._process.stdin,
            flush=True,
        )
        assert self._process.stdout.readline() == "done\n"
        shown = [
            [(folder / f"{n}.{name}") for name in ("out", "err")] for n in range(len(commands))
        ]
        done = [[path.read_bytes() if path.exists() else b"" for path in pair] for pair in shown]
        assert (folder / "codes").exists(), [err[-2000:] for _, err in done]
        codes = json.loads((folder / "codes").read_bytes())
        assert set(codes) <= {0, 1, 2, 4}
        assert not any(b"Traceback" in err for _, err in done), done
        return [Done(code, out, err) for code, (out, err) in zip(codes, done, strict=True)]

    def close(self) -> None:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.close()
        self._process.wait(PATIENCE)
        self._process.stdout.close()


@pytest.fixture(scope="module")
def curator() -> Iterator[Curator]:
    pytest.importorskip("resource", reason="Windows cannot limit the memory of a process")
    made = Curator()
    yield made
    made.close()


def hostile(folder: Path, name: str) -> Path:
    """Write the record between intact ones: a/0 before it and a/9 behind it."""
    path = folder / "x.warc"
    if name in PLAIN or name in STRANGE:
        path.write_bytes(page(0) + (PLAIN | STRANGE)[name] + b"\r\n" + page(9))
    elif name in PACKED:
        path.write_bytes(gzip.compress(page(0)) + PACKED[name]() + gzip.compress(page(9)))
    elif name in NO_DICTIONARY:
        path.write_bytes(ZSTD[name]() + zstandard.compress(page(9)))
    else:
        path.write_bytes(zstandard.compress(page(0)) + ZSTD[name]() + zstandard.compress(page(9)))
    return path


ALL = [*PLAIN, *STRANGE, *PACKED, *ZSTD]
NO_DICTIONARY = ("a dictionary of 4 GB", "a dictionary that is none")


@pytest.mark.parametrize("name", one_in(7, ALL))
def test_list_check_and_cat(curator: Curator, tmp_path: Path, name: str) -> None:
    path = hostile(tmp_path, name)
    cat: list[object] = ["warc", "cat", path, "--url", "https://echo.example/a/9"]
    sample: list[object] = ["warc", "sample", path, "--output", "s.warc.gz"]
    listed, checked, shown, sampled = curator.run(
        tmp_path, ["warc", "list", path], ["warc", "check", path], cat, sample
    )
    if name in NO_DICTIONARY:
        assert {listed.code, checked.code, shown.code, sampled.code} == {4}
        assert b"dictionary" in listed.err
        return
    assert b"https://echo.example/a/0" in listed.out and b"https://echo.example/a/9" in listed.out
    assert (listed.code == 4) == (b" at offset " in listed.err)
    if name in PLAIN or listed.code == 4:
        assert listed.code == checked.code == sampled.code == 4
        assert b" at offset " in checked.out
    assert shown.out == BODY
    assert (tmp_path / "s.warc.gz").stat().st_size > 100


@pytest.mark.parametrize("name", one_in(7, ALL))
def test_adopt_and_build(curator: Curator, tmp_path: Path, name: str) -> None:
    path = hostile(tmp_path, name)
    config = tmp_path / "echo.yaml"
    config.write_text(PORTAL, encoding="utf-8")
    built, adopted, _, verified = curator.run(
        tmp_path,
        ["build", config, "--warc", path, "--corpus", "one", "--json"],
        ["warc", "adopt", config, path, "--corpus", "two"],
        ["build", config, "--corpus", "two"],
        ["verify", config, "--corpus", "two"],
    )
    if name in NO_DICTIONARY:
        assert (built.code, adopted.code) == (4, 4)
        return
    assert verified.code == 0, verified.out
    for corpus in ("one", "two"):
        tei = b"".join(path.read_bytes() for path in (tmp_path / corpus / "tei").rglob("a*.xml"))
        assert b"https://echo.example/a/0" in tei and b"https://echo.example/a/9" in tei
    if name in PLAIN:
        assert (built.code, adopted.code) == (1, 1)
        assert b"warc-damaged" in built.out and b" at offset " in adopted.err
