"""Archives that MHonArc, Blosxom and Roundup write themselves, for ``archive_systems.py``."""

from __future__ import annotations

import json
import mailbox
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from email.message import EmailMessage
from email.utils import format_datetime
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urldefrag, urljoin, urlsplit

from lxml import html

from bench.portals.made_threads import ArchiveSite, MadeThread, make_site, make_threads
from bench.portals.served_systems import running
from bench.portals.system_posts import MissingProgram, run, write


def write_mailbox(path: Path, threads: list[MadeThread]) -> None:
    """Write the posts of threads as messages that answer each other."""
    box = mailbox.mbox(path)
    posts = [(post, thread) for thread in threads for post in thread.posts]
    for post, thread in sorted(posts, key=lambda each: each[0].when):
        message = EmailMessage()
        place = thread.posts.index(post)
        message["From"] = f"{post.author} <{post.login}@lists.example>"
        message["To"] = "talk@lists.example"
        message["Subject"] = f"{'Re: ' if place else ''}{thread.title}"
        message["Date"] = format_datetime(post.when)
        message["Message-ID"] = f"<{post.number}@lists.example>"
        if place:
            message["In-Reply-To"] = f"<{thread.posts[0].number}@lists.example>"
        message.set_content(post.text)
        box.add(message)
    box.close()


def make_mhonarc(folder: Path) -> ArchiveSite:
    """Two indexes, by date and by thread, each of several pages; a page for each message."""
    program = shutil.which("mhonarc")
    if program is None:
        raise MissingProgram("apt install mhonarc")
    threads = make_threads(30)
    write_mailbox(folder / "talk.mbox", threads)
    options = "-quiet -mbox -sort -reverse -multipg -idxsize 25 -outdir out"
    (folder / "out").mkdir()
    run(folder, program, *options.split(), "talk.mbox")
    site = make_site("mhonarc", threads, "/talk/maillist.html")
    for file in (folder / "out").glob("*.html"):
        site.add(f"/talk/{file.name}", file.read_text("utf-8"))
    site.add("/talk/", site.answers["/talk/maillist.html"][1])
    return site


_BLOSXOM = """$blog_title = "Copper & Candle"; $datadir = "{folder}/data"; $url = "{home}"; $depth = 0;
$num_entries = 12; $file_extension = "txt"; $default_flavour = "html"; $plugin_dir = "{folder}/none";
$plugin_state_dir = "{folder}/state"; $static_dir = "{folder}/static"; 1;
"""


def make_blosxom(folder: Path) -> ArchiveSite:
    """The flavour that it brings: entries link to the page of their day, and nothing to pages of
    older ones; the pages of months and of categories are there."""
    program = Path("/usr/lib/cgi-bin/blosxom")
    if not program.exists():
        raise MissingProgram("apt install blosxom libcgi-pm-perl")
    threads = make_threads(24, longest=1, step_days=3)
    site = make_site("blosxom", threads)
    write(folder / "blosxom.conf", _BLOSXOM.format(folder=folder, home=site.home))
    for name in ("none", "state", "static"):
        (folder / name).mkdir()
    for thread in threads:
        post = thread.posts[0]
        path = folder / f"data/{('travel', 'food', 'talk')[thread.board]}/{thread.slug}.txt"
        write(path, f"{thread.title}\n{post.html}\n")
        os.utime(path, (post.when.timestamp(),) * 2)

    def answer(path: str) -> tuple[str, str] | None:
        address = {"PATH_INFO": path, "REQUEST_METHOD": "GET", "SERVER_NAME": site.home[7:]}
        done = subprocess.run(
            [program],
            env={**os.environ, **address, "BLOSXOM_CONFIG_FILE": f"{folder}/blosxom.conf",
                 "GATEWAY_INTERFACE": "CGI/1.1", "TZ": "UTC"},
            capture_output=True, check=False,
        )  # fmt: skip
        head, _, text = (
            done.stdout.decode("utf-8", "replace").replace("\r\n", "\n").partition("\n\n")
        )
        if done.returncode or "404" in head:
            return None
        return head.partition("Content-Type: ")[2].splitlines()[0] or "text/html", text

    months = {f"{thread.posts[0].when:/%Y/%m}" for thread in threads}
    copy_pages(site, answer, ["/", "/index.rss", *months, *(month[:5] for month in months)])
    return site


def copy_pages(
    site: ArchiveSite, answer: Callable[[str], tuple[str, str] | None], starts: list[str]
) -> None:
    """Put what a program answers into the site, from ``starts`` on along the links of pages."""
    pending, seen = [*starts], {*starts}
    while pending:
        path = pending.pop(0)
        found = answer(path)
        if found is None:
            continue
        content_type, text = found
        site.add(path, text, content_type)
        if not content_type.startswith("text/html") or not text.strip():
            continue
        for link in html.fromstring(text).xpath("//@href"):
            parts = urlsplit(urldefrag(urljoin(site.home + path, link))[0])
            target = f"{parts.path}?{parts.query}" if parts.query else parts.path or "/"
            if f"{parts.scheme}://{parts.netloc}" == site.home and target not in seen:
                seen.add(target)
                pending.append(target)


_FILL = """
import json, sys
from roundup import date, instance
db = instance.open(sys.argv[1]).open("admin")
people = {}
for thread in json.load(open(sys.argv[2])):
    messages = []
    for who, login, when, text in thread["posts"]:
        if login not in people:
            people[login] = db.user.create(username=login, realname=who, roles="User", address=login + "@x.example")
        messages.append(db.msg.create(author=people[login], date=date.Date(when), content=text))
    db.issue.create(title=thread["title"], messages=messages, priority=str(1 + thread["board"]), status="2")
db.commit()
"""


_SERVE = """
import sys
from wsgiref.simple_server import make_server
from roundup.cgi.wsgi_handler import RequestDispatcher
make_server("127.0.0.1", int(sys.argv[2]), RequestDispatcher(sys.argv[1])).serve_forever()
"""


def make_roundup(folder: Path) -> ArchiveSite:
    """The classic template; each message stands on the page of its issue, and on one of its own."""
    cure = "pip install roundup into a Python named by ROUNDUP_PYTHON"
    python = Path(os.environ.get("ROUNDUP_PYTHON", sys.executable))
    if not (python.parent / "roundup-admin").exists():
        raise MissingProgram(cure)
    threads = make_threads(70, longest=4)
    site = make_site("roundup", threads, "/issue?@pagesize=50&@startwith=0")
    admin, port = str(python.parent / "roundup-admin"), 23717
    run(folder, admin, "-i", "tracker", "install", "classic", "sqlite")
    settings = folder / "tracker/config.ini"
    text = settings.read_text("utf-8")
    for old, new in (
        ("#web = NO DEFAULT", f"web = {site.home}/"),
        ("#domain = NO DEFAULT", "domain = roundup.example"),
        ("#host = NO DEFAULT", "host = localhost"),
    ):
        text = text.replace(old, new)
    write(settings, text)
    run(folder, admin, "-i", "tracker", "initialise", "adminpass")
    rows = [
        {
            "title": thread.title,
            "board": thread.board,
            "posts": [
                (post.author, post.login, f"{post.when:%Y-%m-%d.%H:%M:%S}", post.text)
                for post in thread.posts
            ],
        }
        for thread in threads
    ]
    # nobody is written to
    (folder / "tracker/detectors/nosyreaction.py").unlink()
    write(folder / "threads.json", json.dumps(rows))
    write(folder / "fill.py", _FILL)
    run(folder, str(python), "fill.py", "tracker", "threads.json")
    write(folder / "serve.py", _SERVE)
    with running([str(python), "serve.py", "tracker", f"{port}"], folder, port):
        _copy_tracker(site, port)
    return site


def _copy_tracker(site: ArchiveSite, port: int) -> None:
    def answer(path: str) -> tuple[str, str] | None:
        is_page = path.startswith(("/issue", "/msg", "/user", "/index", "/@@")) or path == "/"
        if not is_page or "@action" in path or "@template=item" in path or len(site.answers) > 900:
            return None
        connection = HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request("GET", path, headers={"Host": site.home[7:]})
        found = connection.getresponse()
        text = found.read().decode("utf-8", "replace")
        connection.close()
        return (found.headers.get("Content-Type", ""), text) if found.status == 200 else None

    copy_pages(site, answer, ["/", site.first_page])


PROGRAMS: dict[str, Callable[[Path], ArchiveSite]] = {
    "mhonarc": make_mhonarc,
    "blosxom": make_blosxom,
    "roundup": make_roundup,
}
