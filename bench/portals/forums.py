"""What `curator new` alone makes of forums and wikis that run here.

    python -m bench.portals.forums [PROGRAM …] [--folder FOLDER] [--proposal]

Each program is installed from its registry into FOLDER (kept for the next run; forums by pip, wikis
where the system's packages have put them), filled with made-up threads or pages
(bench/portals/forum_programs/) and served on loopback. `new` writes a portal file from its front page, the
site is crawled with it as it is but for the delay, and the TEI is compared with what was filled in:
how many were found, and of how many title, author and day of the first post, and all of the text
(word for word) are right; then how many posts have the right writer and time. A program that is not
to be had is left out, with the reason.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from lxml import etree

PROGRAMS = Path(__file__).resolve().parent / "forum_programs"
sys.path.insert(0, str(PROGRAMS))

from words import WikiPage, make_wiki  # noqa: E402

TEI = "{http://www.tei-c.org/ns/1.0}"
LINE = "{:<12}{:>8}{:>8}{:>8}{:>9}{:>9}{:>8}{:>12}{:>9}{:>9}"
HEAD = ("program", "there", "found", "others", "titles", "authors", "days", "whole text", "writers", "times")  # fmt: skip


class NotHad(Exception):
    """Why a program cannot be run here."""


@dataclass(frozen=True)
class Site:
    """A site that is filled: the command that serves it, its folder, the path to begin with, and
    what was filled in: path → title and posts (of a wiki one, without writer)."""

    command: list[str]
    folder: Path
    start: str
    truth: dict[str, tuple[str, list[dict[str, str]]]]


def run(*words: str | Path, at: Path) -> None:
    # what a program starts itself lies beside it
    path = f"{Path(words[0]).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [*map(str, words)], cwd=at, capture_output=True, text=True, check=False,
        env={**os.environ, "PATH": path},
    )  # fmt: skip
    if done.returncode:
        last = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:]
        raise NotHad(f"{Path(str(words[0])).name} {words[1]}: {' '.join(last)}")


def install(folder: Path, package: str) -> Path:
    """Return the Python that has a package, in an environment of its own."""
    python = folder / f"env-{package}" / "bin" / "python"
    if not python.exists():
        run(sys.executable, "-m", "venv", python.parent.parent, at=folder)
        run(python, "-m", "pip", "install", "--quiet", package, "setuptools<80", at=folder)
    return python


def read_truth(site: Path) -> dict[str, tuple[str, list[dict[str, str]]]]:
    rows = map(json.loads, (site / "truth.jsonl").read_text().splitlines())
    return {row["path"]: (row["title"], row["posts"]) for row in rows}


def fill_machina(folder: Path, address: str) -> Site:
    python, site = install(folder, "django-machina"), folder / "machina"
    if not (site / "truth.jsonl").exists():
        shutil.rmtree(site, ignore_errors=True)
        shutil.copytree(PROGRAMS, site)
        run(python, "fill_machina.py", at=site)
    words = ["--settings", "fill_machina", "--pythonpath", ".", "--noreload"]
    command = [str(python), "-m", "django", "runserver", address, *words]
    return Site(command, site, "/forum/", read_truth(site))


def fill_spirit(folder: Path, address: str) -> Site:
    python, site = install(folder, "django-spirit"), folder / "site_of_bench"
    if not (site / "truth.jsonl").exists():
        shutil.rmtree(site, ignore_errors=True)
        run(python.parent / "spirit", "startproject", "site_of_bench", at=folder)
        shutil.copytree(PROGRAMS, site, dirs_exist_ok=True)
        run(python, "fill_spirit.py", at=site)
    words = ["--settings", "site_of_bench.settings.dev", "--noreload"]
    command = [str(python), "manage.py", "runserver", address, *words]
    return Site(command, site, "/", read_truth(site))


def copy_wiki(folder: Path, name: str) -> Path:
    installed = Path("/usr/share") / name
    if not installed.exists() or not shutil.which("php"):
        raise NotHad(f"neither php nor {installed} (packages php-cli, php-sqlite3 and {name})")
    site = folder / name
    shutil.rmtree(site, ignore_errors=True)
    # some links lead into folders that only a web server may read
    shutil.copytree(installed, site, ignore_dangling_symlinks=True)
    return site


def write_page(page: WikiPage, heading: str, item: str) -> str:
    """Return a page in the notation of a wiki."""
    lines = []
    for part in page.parts:
        sign, _, rest = part.partition(" ")
        lines.append({"=": f"{heading} {rest} {heading}", "*": f"{item} {rest}"}.get(sign, part))
        lines += [""] * (sign != "*")
    return "\n".join(lines) + "\n"


def wiki_truth(path: str) -> dict[str, tuple[str, list[dict[str, str]]]]:
    texts = {
        page.title: " ".join(re.sub(r"^[=*] ", "", part) for part in page.parts)
        for page in make_wiki()
    }
    return {
        path.format(title.replace(" ", "_"), title.lower().replace(" ", "_")): (
            title,
            [{"text": text}],
        )
        for title, text in texts.items()
    }


def fill_dokuwiki(folder: Path, address: str) -> Site:
    site = copy_wiki(folder, "dokuwiki")
    conf, data = site / "bench-conf", site / "bench-data"
    shutil.copytree("/etc/dokuwiki", conf, ignore_dangling_symlinks=True)
    (conf / "local.php").write_text(
        f"<?php\n$conf['title'] = 'Harbour wiki'; $conf['useacl'] = 0; $conf['savedir'] = '{data}';\n"
    )
    places = "".join(f"define('{name}', '{conf}/');" for name in ("DOKU_MAIN_CONF", "DOKU_CONF", "DOKU_LOCAL"))  # fmt: skip
    (site / "inc" / "preload.php").write_text(f"<?php {places}")
    for name in "pages media meta attic media_attic media_meta cache index locks tmp log".split():
        (data / name).mkdir(parents=True)
    for page in make_wiki():
        text = f"====== {page.title} ======\n\n{write_page(page, '=====', '  *')}"
        (data / "pages" / f"{page.title.lower().replace(' ', '_')}.txt").write_text(text)
    links = "\n".join(f"  * [[{page.title}]]" for page in make_wiki())
    (data / "pages" / "start.txt").write_text(f"====== Harbour wiki ======\n\n{links}\n")
    command = ["php", "-S", address]
    return Site(command, site, "/doku.php?id=start", wiki_truth("/doku.php?id={1}"))


def fill_mediawiki(folder: Path, address: str) -> Site:
    site = copy_wiki(folder, "mediawiki")
    (site / "LocalSettings.php").unlink(missing_ok=True)
    (site / "bench-data").mkdir()
    words = ["--dbtype", "sqlite", "--dbpath", site / "bench-data", "--scriptpath", ""]
    words += ["--server", f"http://{address}", "--pass", "adminpass12345", "Harbour wiki", "Admin"]
    run("php", "maintenance/install.php", *words, at=site)
    pages = site / "bench-pages"
    pages.mkdir()
    for page in make_wiki():
        (pages / f"{page.title}.txt").write_text(write_page(page, "==", "*"))
    links = "\n".join(f"* [[{page.title}]]" for page in make_wiki())
    (pages / "Main Page.txt").write_text(f"All pages.\n\n{links}\n")
    run("php", "maintenance/importTextFiles.php", "--overwrite", *pages.iterdir(), at=site)
    command = ["php", "-S", address]
    return Site(command, site, "/index.php/Main_Page", wiki_truth("/index.php/{0}"))


@contextmanager
def serving(site: Site, address: str) -> Iterator[None]:
    server = subprocess.Popen(
        site.command, cwd=site.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        for _ in range(60):
            try:
                urllib.request.urlopen(f"http://{address}{site.start}", timeout=10).close()
                break
            except OSError:
                time.sleep(0.5)
        yield
    finally:
        server.terminate()
        server.wait()


def crawl(address: str, site: Site, folder: Path, *, shows: bool) -> Path:
    """Return the folder with the export and the corpus of what `new` alone finds."""
    curator = [sys.executable, "-m", "webarticlecurator"]
    run(*curator, "new", f"http://{address}{site.start}", "--output", "new.yaml", at=folder)
    text = (folder / "new.yaml").read_text()
    print(text) if shows else None
    (folder / "new.yaml").write_text(text.replace("delay: 1.0", "delay: 0.0"))
    words = ["new.yaml", "--corpus", "corpus"]
    subprocess.run(
        [*curator, "crawl", *words, "--quiet"], cwd=folder, check=False, capture_output=True
    )
    with (folder / "out.jsonl").open("w") as stream:
        command = [*curator, "export", *words, "--format", "jsonl"]
        subprocess.run(command, cwd=folder, stdout=stream, stderr=subprocess.DEVNULL, check=False)
    return folder


def words_of(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def compare(site: Site, folder: Path) -> Counter[str]:
    counts = Counter(there=len(site.truth))
    documents = {path.stem: path for path in (folder / "corpus").glob("tei/**/*.xml")}
    for line in (folder / "out.jsonl").read_text().splitlines():
        article = json.loads(line)
        path = unquote(re.sub(r"^https?://[^/]+", "", article["url"]))
        if path not in site.truth:
            counts["others"] += 1
            continue
        title, posts = site.truth[path]
        counts["found"] += 1
        counts["titles"] += article["title"] == title
        root = etree.parse(documents[article["id"]]).getroot()
        read = [each for each in root.iter(f"{TEI}post") if each.get("type") == "entry"]
        if "author" in posts[0]:
            counts["posts"] += len(posts)
            counts["authors"] += (article.get("authors") or [""])[0] == posts[0]["author"]
            counts["days"] += (article.get("published") or "")[:10] == posts[0]["when"][:10]
            for post, entry in zip(posts, read, strict=False):
                who = (entry.get("who") or "").rpartition(".p-")[2]
                counts["writers"] += words_of(who.replace("_5f_", "_")) == words_of(post["author"])
                counts["times"] += (entry.get("when") or "")[:16] == post["when"]
        body = read or [*root.iter(f"{TEI}body")]
        text = " ".join(
            each for block in body for part in block if part.tag != f"{TEI}ab" for each in part.itertext()
        )  # fmt: skip
        expected = [word for post in posts for word in words_of(post["text"])]
        counts["whole text"] += words_of(text) == expected
    return counts


FILLS = {"machina": fill_machina, "spirit": fill_spirit, "dokuwiki": fill_dokuwiki, "mediawiki": fill_mediawiki}  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("programs", nargs="*", default=[*FILLS], metavar="PROGRAM")
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "forums-bench")
    parser.add_argument("--proposal", action="store_true")
    args = parser.parse_args()
    words = ", ".join(FILLS)
    if unknown := {*args.programs} - {*FILLS}:
        parser.error(f"{unknown.pop()}: unknown program (expected {words})")
    args.folder.mkdir(parents=True, exist_ok=True)
    print(LINE.format(*HEAD))
    for number, name in enumerate(args.programs):
        address = f"127.0.0.1:{8761 + number}"
        try:
            site = FILLS[name](args.folder.resolve(), address)
            with serving(site, address), tempfile.TemporaryDirectory() as folder:
                counts = compare(site, crawl(address, site, Path(folder), shows=args.proposal))
        except NotHad as reason:
            print(f"{name}: left out: {reason}", flush=True)
            continue
        cells = [str(counts[key]) for key in HEAD[1:]]
        if counts["posts"]:
            cells[-2:] = [f"{counts[key] / counts['posts']:.3f}" for key in HEAD[-2:]]
        print(LINE.format(name, *cells), flush=True)


if __name__ == "__main__":
    main()
