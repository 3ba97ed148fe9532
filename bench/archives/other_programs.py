"""Which articles come in from the archives that other programs write of one portal.

    python -m bench.archives.other_programs [--tools DIR] [--only NAME …]

A portal of 24 articles is served on loopback (chunks, gzip, windows-1250, redirects, queries, further
pages, letters in addresses). Each program records it and ``curator warc adopt`` takes what it wrote.
Printed is how many articles have the text, title, authors and day that our own crawl has, and else
what curator says. Programs are installed from PyPI and npm, each into an environment of its own in
DIR (a temporary folder unless told); wget, HTTrack and Chromium are those of the system.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.archives.recorders import RECORDERS, SERVERS, Record
from bench.archives.served_portal import ARTICLES, PORTAL_FILE, served_portal
from bench.archives.tools import NotRun, Tools
from webarticlecurator.tei.documents.plain_text import read_lines
from webarticlecurator.tei.documents.read import read_header

Article = tuple[str, ...]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--tools", type=Path)
    parser.add_argument("--keep", type=Path, help="a folder for what was made")
    parser.add_argument("--only", nargs="+", choices=RECORDERS, default=[*RECORDERS])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = options.keep or Path(name)
        tools = Tools((options.tools or folder / "tools").absolute())
        tools.folder.mkdir(parents=True, exist_ok=True)
        with served_portal() as base:
            own = _make(folder / "own", base, [])
            _curator(folder / "own", "crawl", "portal.yaml", "--corpus", "c", "--quiet")
            own = _read_articles(folder / "own")
            print(f"| program | version | articles of {ARTICLES} | |\n|---|---|---|---|")
            print(f"| our own crawl | | {len(own)} | |", flush=True)
            for program in options.only:
                print(_try(program, RECORDERS[program], tools, folder, base, own), flush=True)
    return 0


def _try(
    program: str, record: Record, tools: Tools, folder: Path, base: str, own: dict[str, Article]
) -> str:
    """Return the row of a program."""
    place = folder / "".join(filter(str.isalnum, program))
    out = place / "archive"
    out.mkdir(parents=True)
    try:
        version, arguments = record(tools, base, out)
    except NotRun as error:
        return f"| {program} | | not run | {error} |"
    said = _make(place, base, arguments)
    while SERVERS:
        SERVERS.pop().close()
    _curator(place, "build", "portal.yaml", "--corpus", "c", "--quiet")
    found = _read_articles(place)
    # a mirror has no redirects: an article is at the address that was asked for
    wrong = [url for url, article in own.items() if article not in found.values()]
    more = [url for url, article in found.items() if article not in own.values()]
    notes = [said] if wrong or more else []
    for word, urls in (("wrong", wrong), ("more", sorted(more))):
        paths = [url.removeprefix(base) for url in urls]
        notes += [f"{word}: {' '.join(paths)}"] if paths else []
    return f"| {program} | {version} | {len(own) - len(wrong)} | {'; '.join(notes)} |"


def _make(place: Path, base: str, arguments: list[str]) -> str:
    """Write the portal file, adopt an archive, and return what was said of it, in a line."""
    place.mkdir(parents=True, exist_ok=True)
    (place / "portal.yaml").write_text(PORTAL_FILE.replace("BASE", base), encoding="utf-8")
    if not arguments:
        return ""
    return _curator(place, "warc", "adopt", "portal.yaml", "--corpus", "c", *arguments)


def _curator(place: Path, *arguments: str) -> str:
    command = [sys.executable, "-m", "webarticlecurator", *arguments]
    done = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False)
    said = [line for line in done.stderr.splitlines() if not line.startswith("now:")]
    return "; ".join(said)[:300]


def _read_articles(place: Path) -> dict[str, Article]:
    """Return what is compared of each article of a corpus, by its address."""
    found = {}
    for path in (place / "c" / "tei").rglob("*.xml"):
        content = path.read_bytes()
        header = read_header(content)
        names = ("title", "authors", "published")
        fields = ["; ".join(header.metadata.texts(name)) for name in names]
        found[header.url] = (*fields, *(" ".join(line.split()) for line in read_lines(content)))
    return found


if __name__ == "__main__":
    sys.exit(main())
