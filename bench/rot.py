"""Rot: injure the WARC files of a corpus, run ``curator verify --repair``, and compare.

    python -m bench.rot --injuries 300 [--kills] [--first SEED]

Each injury is a bit, a hole of 64 kB, a cut end, a lost file that is smaller than the recovery
data, or one that is too large to mend. After it the file has its bytes again, or a finding names it
and nothing of what was left is gone; else it counts as wrong. With ``--kills`` the command is
killed at random, twice, and run again.
"""

from __future__ import annotations

import argparse
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from datetime import datetime, timezone
from pathlib import Path

from webarticlecurator.base.model.capture import Exchange, Hop, Origin
from webarticlecurator.storage.fixity.checking import Checked, check_corpus
from webarticlecurator.storage.fixity.mending import Upkeep
from webarticlecurator.storage.index.store_options import StoreOptions
from webarticlecurator.storage.store.corpus import open_corpus

TIME = datetime(2024, 2, 3, tzinfo=timezone.utc)
KINDS = ("bit", "hole", "cut", "lost", "beyond")
_MENDER = """
import sys
from pathlib import Path
from bench.rot import mend
mend(Path(sys.argv[1]))
"""


def make_corpus(folder: Path, megabytes: int = 8) -> None:
    """Make a corpus of several WARC files, of pages that no compression makes smaller, and check it
    once."""
    source = random.Random(80)
    options = StoreOptions(now=lambda: TIME, max_bytes=3_000_000)
    with open_corpus(folder, "echo", options) as corpus:
        for number in range(megabytes * 20):
            url = f"https://echo.example/{number}"
            level = "archive" if number % 200 == 0 else "article"
            head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
            answer = Hop(url, 200, b"GET / HTTP/1.1\r\n\r\n", head + source.randbytes(50_000), TIME)
            origin = Origin(level, "news", 0, "2024-02-01", "1")
            corpus.append(Exchange(url, (answer,)), origin)
        corpus.commit()
    check_corpus(folder, "echo", Upkeep(lambda: TIME, parity=5))


def mend(folder: Path) -> Checked:
    """Do what ``curator verify --repair`` does."""
    return check_corpus(folder, "echo", Upkeep(lambda: TIME, parity=5), repair=True)


def injure(path: Path, kind: str, source: random.Random) -> None:
    """Change a file as a disk does."""
    content = bytearray(path.read_bytes())
    size = len(content)
    if kind == "lost":
        path.unlink()
        return
    if kind == "bit":
        content[source.randrange(size)] ^= 1 << source.randrange(8)
    elif kind == "cut":
        del content[size - source.randrange(1, size // 30) :]
    else:
        length = 65536 if kind == "hole" else size // 2
        start = source.randrange(max(1, size - length))
        content[start : start + length] = bytes(min(length, size - start))
    path.write_bytes(content)


def run_injury(corpus: Path, seed: int, *, kills: bool = False) -> tuple[str, str]:
    """Injure a copy of a corpus; return the kind of the injury and ``mended``, ``named`` or what is
    wrong."""
    source = random.Random(seed)
    kind = KINDS[seed % 5] if seed % 50 < 49 else "beyond"
    kind = kind if kind != "beyond" or seed % 2 else "bit"
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "corpus"
        shutil.copytree(corpus, folder)
        paths = sorted((folder / "warc").glob("*.warc.gz"))
        small = [path for path in paths if "-archive-" in path.name]
        path = small[0] if kind == "lost" else source.choice(paths)
        original = path.read_bytes()
        injure(path, kind, source)
        left = path.read_bytes() if path.exists() else b""
        if kills:
            for _ in range(2):
                _run_killed(folder, source.uniform(0.2, 1.2))
        checked = mend(folder)
        if path.exists() and path.read_bytes() == original:
            again = mend(folder).verified.findings
            return kind, "mended" if not again else f"mended, but: {again[0]}"
        names = {each.file.rpartition("/")[2] for each in checked.verified.findings}
        kept = path.read_bytes() if path.exists() else b""
        is_named = path.name in names and kept == left
        return kind, "named" if is_named else f"wrong: {path.name} ({len(kept)} of {len(left)})"


def _run_killed(folder: Path, seconds: float) -> None:
    command = [sys.executable, "-c", _MENDER, str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(seconds)
    process.send_signal(signal.SIGKILL)
    process.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--injuries", type=int, default=300)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--kills", action="store_true")
    args = parser.parse_args()
    counts: Counter[tuple[str, str]] = Counter()
    with tempfile.TemporaryDirectory() as temporary:
        corpus = Path(temporary) / "corpus"
        make_corpus(corpus)
        sizes = [sum(p.stat().st_size for p in corpus.glob(f"*/*{e}")) for e in ("gz", "par2")]
        print(f"{sizes[0]} bytes of WARC, {sizes[1]} of recovery data: {sizes[1] / sizes[0]:.3f}")
        for seed in range(args.first, args.first + args.injuries):
            kind, outcome = run_injury(corpus, seed, kills=args.kills)
            counts[kind, outcome] += 1
            if outcome not in ("mended", "named"):
                print(seed, kind, outcome, flush=True)
    for (kind, outcome), number in sorted(counts.items()):
        print(f"{kind}\t{outcome}\t{number}")


if __name__ == "__main__":
    main()
