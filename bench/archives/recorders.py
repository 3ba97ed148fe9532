"""What other programs write of a portal: each function runs one, and returns its version and the
arguments with which ``curator warc adopt`` takes what it wrote.
"""

from __future__ import annotations

import base64
import contextlib
import gzip
import hashlib
import json
import os
import re
import shutil
import socket
import subprocess
import time
import urllib.request
import zipfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat
from pathlib import Path

from bench.archives.served_portal import make_pages
from bench.archives.tools import NotRun, Tools, run

Made = tuple[str, list[str]]
Record = Callable[[Tools, str, Path], Made]
_SCRIPTS = Path(__file__).parent / "scripts"


def addresses(base: str) -> list[str]:
    """Return the addresses of all pages of the portal."""
    return [base + path for path in make_pages()]


def final_addresses(base: str) -> list[str]:
    """Return the addresses of the pages, without those that redirect."""
    return [base + path for path, page in make_pages().items() if page.status == 200]


@contextlib.contextmanager
def running(command: Sequence[str | Path], cwd: Path, port: int) -> Iterator[None]:
    """Run a server until the context ends."""
    process = subprocess.Popen(
        [str(each) for each in command],
        cwd=cwd,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        deadline = time.monotonic() + 60
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            if process.poll() is not None or time.monotonic() > deadline:
                raise NotRun(f"{Path(command[0]).name} does not start")
            time.sleep(0.1)
        yield
    finally:
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(30)
        process.kill()


def free_port() -> int:
    """Return a port that nobody listens at."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def ask_all(urls: Sequence[str], proxy: str) -> None:
    """Request addresses through a proxy, as a plain client does."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({"http": proxy}))
    for url in urls:
        request = urllib.request.Request(url, headers={"Accept-Encoding": "gzip"})
        # some proxies answer 502 at first; what is lost is seen in the number of articles
        for _ in range(3):
            with contextlib.suppress(OSError), opener.open(request) as page:
                page.read()
                break


def files_of(folder: Path, *patterns: str) -> list[str]:
    """Return the files that a program has written. Raises NotRun if there is none."""
    found = sorted(str(path) for pattern in patterns for path in folder.rglob(pattern))
    if not found:
        raise NotRun(f"it has written no {' or '.join(patterns)}")
    return found


def wget(tools: Tools, base: str, out: Path) -> Made:
    program = tools.system("wget")
    version = run([program, "--version"], out).split()[2]
    (out / "list.txt").write_text("\n".join(addresses(base)))
    options = ["--warc-file=w", "--delete-after", "--header=Accept-Encoding: gzip"]
    run([program, "-q", "-i", "list.txt", *options], out)
    return version, files_of(out, "*.warc.gz")


def wget_mirror(tools: Tools, base: str, out: Path) -> Made:
    program = tools.system("wget")
    version = run([program, "--version"], out).split()[2]
    run([program, "-q", "-m", "-k", "-E", base + "/"], out)
    return version, ["--mirror", str(out), "--date", "2019-05-03"]


def httrack(tools: Tools, base: str, out: Path) -> Made:
    program = tools.system("httrack")
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    run([program, base + "/", "-O", out / "m", "-q", "-c1", "-%v0"], out)
    found = re.search(r"version ([\d.-]+)", said.stdout)
    return found[1] if found else "", ["--mirror", str(out / "m")]


def warcprox(tools: Tools, base: str, out: Path) -> Made:
    programs, port = tools.python("warcprox", "setuptools<80"), free_port()
    command = [
        programs / "python",
        _SCRIPTS / "warcprox_on_loopback.py",
        "-p",
        str(port),
        "-z",
        "-d",
        out / "w",
    ]
    with running(command, out, port):
        ask_all(addresses(base), f"http://127.0.0.1:{port}")
        time.sleep(3)
    return tools.version(programs, "warcprox"), files_of(out, "*.warc.gz", "*.warc.gz.open")


def mitmproxy(tools: Tools, base: str, out: Path) -> Made:
    programs, port = tools.python("mitmproxy"), free_port()
    options = ["-p", str(port), "--set", f"hardump={out / 'm.har'}"]
    with running([programs / "mitmdump", "-q", *options], out, port):
        ask_all(addresses(base), f"http://127.0.0.1:{port}")
    return tools.version(programs, "mitmproxy"), files_of(out, "*.har")


def pywb_recorder(tools: Tools, base: str, out: Path) -> Made:
    programs = _make_collection(tools, out)
    with _pywb(programs, out, "--live", "--record", "-a") as address:
        for url in addresses(base):
            with urllib.request.urlopen(f"{address}/own/record/{url}") as page:
                page.read()
        time.sleep(2)
    return tools.version(programs, "pywb"), files_of(out / "collections", "*.warc.gz")


def pywb_server(tools: Tools, base: str, out: Path) -> Made:
    """The Memento server with its index; it is left running until the portal ends."""
    programs = _make_collection(tools, out)
    _, warcs = wget(tools, base, out)
    run([programs / "wb-manager", "add", "own", *warcs], out)
    server = contextlib.ExitStack()
    address = server.enter_context(_pywb(programs, out))
    SERVERS.append(server)
    return tools.version(programs, "pywb"), ["--cdx", f"{address}/own/cdx"]


SERVERS: list[contextlib.ExitStack] = []
"""What is to be closed after an archive was adopted."""


def _make_collection(tools: Tools, out: Path) -> Path:
    programs = tools.python("pywb", "setuptools<82")
    run([programs / "wb-manager", "init", "own"], out)
    return programs


@contextlib.contextmanager
def _pywb(programs: Path, out: Path, *options: str) -> Iterator[str]:
    port = free_port()
    with running([programs / "wayback", "-b", "127.0.0.1", "-p", str(port), *options], out, port):
        yield f"http://127.0.0.1:{port}"


def warcit(tools: Tools, base: str, out: Path) -> Made:
    """A folder of files: it has no redirects and no queries."""
    programs = tools.python("warcit", "setuptools<80")
    for path, page in make_pages().items():
        file = out / "files" / (path.strip("/") or "index.html").replace("%C3%AD", "í")
        if page.status == 200 and "?" not in path:
            is_gzip = "Content-Encoding" in dict(page.headers)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(gzip.decompress(page.body) if is_gzip else page.body)
    run([programs / "warcit", "-q", "-n", "w", f"{base}/", "files"], out)
    return tools.version(programs, "warcit"), files_of(out, "*.warc.gz")


def scrapy(tools: Tools, base: str, out: Path) -> Made:
    programs = tools.python("scrapy-webarchive", "w3lib<2.4", "twisted<24.7", "setuptools<80")
    spider = (_SCRIPTS / "spider.py").read_text().replace("ADDRESSES", repr(addresses(base)))
    (out / "spider.py").write_text(spider)
    run([programs / "scrapy", "runspider", "spider.py"], out)
    version = tools.version(programs, "scrapy-webarchive")
    return version, files_of(out, "*.wacz", "*.warc.gz")


def py_wacz(tools: Tools, base: str, out: Path) -> Made:
    programs = tools.python("wacz")
    _, warcs = wget(tools, base, out)
    run([programs / "wacz", "create", "-o", "w.wacz", *warcs], out)
    return tools.version(programs, "wacz"), [str(out / "w.wacz")]


def js_wacz(tools: Tools, base: str, out: Path) -> Made:
    version = tools.node("@harvard-lil/js-wacz")
    _, warcs = wget(tools, base, out)
    program = tools.folder / "node" / "node_modules" / ".bin" / "js-wacz"
    run([program, "create", "-f", warcs[0], "-o", out / "w.wacz"], out)
    return version, [str(out / "w.wacz")]


def signed_wacz(tools: Tools, base: str, out: Path) -> Made:
    """As the specification of signed WACZ files has it; the key is nobody's."""
    version, (path,) = py_wacz(tools, base, out)
    signed = out / "signed.wacz"
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(signed, "w") as new:
        for name in old.namelist():
            if name != "datapackage-digest.json":
                new.writestr(name, old.read(name))
        digest = hashlib.sha256(old.read("datapackage.json")).hexdigest()
        data = {
            "hash": f"sha256:{digest}",
            "created": "2026-01-01T00:00:00Z",
            "software": "bench",
            "signature": base64.b64encode(b"nothing").decode(),
            "publicKey": base64.b64encode(b"nobody").decode(),
            "version": "0.1.0",
        }
        signed_data = {"path": "datapackage.json", "hash": f"sha256:{digest}", "signedData": data}
        new.writestr("datapackage-digest.json", json.dumps(signed_data))
    return f"py-wacz {version}", [str(signed)]


def browsertrix(tools: Tools, base: str, out: Path) -> Made:
    """A WACZ as Browsertrix writes it: pages, extra pages with texts, screenshots and its texts as
    records of ``urn:`` addresses. The crawler itself runs in a container alone."""
    _, warcs = wget(tools, base, out)
    programs = tools.python("wacz")
    made = run([programs / "python", _SCRIPTS / "browsertrix.py", warcs[0], base, "w.wacz"], out)
    return made.strip(), [str(out / "w.wacz")]


def heritrix(tools: Tools, base: str, out: Path) -> Made:
    """The headers of Heritrix 3: warcinfo with robots and job, metadata with its outlinks, and
    ``WARC-Identified-Payload-Type``. The crawler itself needs Java."""
    _, warcs = wget(tools, base, out)
    programs = tools.python("wacz")
    made = run([programs / "python", _SCRIPTS / "heritrix.py", warcs[0], "h.warc.gz"], out)
    return made.strip(), [str(out / "h.warc.gz")]


def node_warcio(tools: Tools, base: str, out: Path) -> Made:
    return _by_node(tools, base, out, "warcio", "warcio.mjs")


def node_warc(tools: Tools, base: str, out: Path) -> Made:
    return _by_node(tools, base, out, "node-warc", "node-warc.mjs")


def _by_node(tools: Tools, base: str, out: Path, package: str, script: str) -> Made:
    version = tools.node(package)
    shutil.copy(_SCRIPTS / script, tools.folder / "node" / script)
    run(
        ["node", tools.folder / "node" / script, out, tools_chromium(tools)],
        out,
        stdin="\n".join(addresses(base)),
    )
    return version, files_of(out, "*.warc", "*.warc.gz", "*.har")


def tools_chromium(tools: Tools) -> str:
    """Return Chromium, or "" without it."""
    try:
        return str(tools.system("chromium"))
    except NotRun:
        return ""


def chromium_har(tools: Tools, base: str, out: Path) -> Made:
    return _by_node(tools, base, out, "playwright-core", "har.mjs")


def har2warc(tools: Tools, base: str, out: Path) -> Made:
    programs = tools.python("har2warc", "setuptools<80")
    _, (har,) = chromium_har(tools, base, out)
    run([programs / "har2warc", har, "h.warc.gz"], out)
    return tools.version(programs, "har2warc"), [str(out / "h.warc.gz")]


def chromium_mhtml(tools: Tools, base: str, out: Path) -> Made:
    version = tools.node("playwright-core")
    script = tools.folder / "node" / "mhtml.mjs"
    shutil.copy(_SCRIPTS / "mhtml.mjs", script)
    saved = "\n".join(final_addresses(base))
    run(["node", script, out, tools_chromium(tools)], out, stdin=saved)
    return version, ["--html", *files_of(out, "*.mhtml"), "--date", "2019-05-03"]


def single_file(tools: Tools, base: str, out: Path) -> Made:
    version = tools.node("single-file-cli")
    program = tools.folder / "node" / "node_modules" / ".bin" / "single-file"
    chromium = tools_chromium(tools)
    (out / "list.txt").write_text("\n".join(final_addresses(base)))
    options = [f"--browser-executable-path={chromium}", '--browser-args=["--no-sandbox"]']
    template = "--filename-template={url-pathname-flat}{url-search}.html"
    run([program, "--urls-file=list.txt", f"--output-directory={out}", template, *options], out)
    return version, ["--html", *files_of(out, "*.html"), "--date", "2019-05-03"]


def warc2zim(tools: Tools, base: str, out: Path) -> Made:
    programs = tools.python("warc2zim", "setuptools<80")
    _, warcs = wget(tools, base, out)
    named = ["--name", "portal", "--title", "Portal", "--url", base + "/", "--output", out]
    run([programs / "warc2zim", *named, *warcs], out)
    return tools.version(programs, "warc2zim"), files_of(out, "*.zim")


def brozzler(tools: Tools, base: str, out: Path) -> Made:
    """It takes twenty seconds a page: two pages at once, and five times one that it fails on."""
    programs, port = tools.python("brozzler[rethinkdb]", "setuptools<80"), free_port()
    proxy = tools.python("warcprox", "setuptools<80") / "python"
    script = _SCRIPTS / "warcprox_on_loopback.py"
    # Chromium asks its own machine without the proxy, and as root not at all, unless it is told
    chromium = out / "chromium.sh"
    options = '--no-sandbox "--proxy-bypass-list=<-loopback>"'
    chromium.write_text(f'#!/bin/sh\nexec {tools.system("chromium")} {options} "$@"\n')
    chromium.chmod(0o755)
    page = [programs / "brozzle-page", "--skip-youtube-dl", "--proxy", f"127.0.0.1:{port}"]
    with running([proxy, script, "-p", str(port), "-z", "-d", out / "w"], out, port):
        with ThreadPoolExecutor(2) as threads:
            asked = [[*page, "-e", chromium, url] for url in final_addresses(base)]
            for _ in threads.map(_run_often, asked, repeat(out)):
                pass
        time.sleep(3)
    return tools.version(programs, "brozzler"), files_of(out, "*.warc.gz", "*.warc.gz.open")


def _run_often(command: Sequence[str | Path], cwd: Path) -> None:
    for _ in range(5):
        with contextlib.suppress(NotRun):
            run(command, cwd)
            return


def wpull(tools: Tools, base: str, out: Path) -> Made:
    """Its release 2.0.1 runs with Python 3.6 alone, and so from an environment made by hand in
    ``--tools DIR``: DIR/wpull with tornado<5, html5lib==0.9999999 and sqlalchemy<1.4."""
    programs = tools.python("wpull")
    (out / "list.txt").write_text("\n".join(addresses(base)))
    run([programs / "wpull", "-i", "list.txt", "--warc-file", "w", "--delete-after"], out)
    version = run([programs / "wpull", "--version"], out).split()[0]
    return version, files_of(out, "*.warc.gz")


def archivebox(tools: Tools, base: str, out: Path) -> Made:
    """It refuses to run as root: then it is nobody, who must be able to read the tools."""
    programs, command = tools.python("archivebox"), list[str | Path]()
    if os.geteuid() == 0:
        os.chown(out, 65534, 65534)
        for each in (out.parent, out.parent.parent):
            each.chmod(0o755)
        options = ["--reuid=65534", "--regid=65534", "--clear-groups"]
        command = [tools.system("setpriv"), *options, "env", f"HOME={out}"]
    command.append(programs / "archivebox")
    run([*command, "init"], out)
    extractors = ["add", "--depth=0", "--extract=wget"]
    run([*command, *extractors], out, stdin="\n".join(addresses(base)))
    return tools.version(programs, "archivebox"), files_of(out, "*.warc.gz")


RECORDERS: dict[str, Record] = {
    "wget": wget,
    "wget -m -k -E": wget_mirror,
    "HTTrack": httrack,
    "warcprox": warcprox,
    "brozzler": brozzler,
    "wpull": wpull,
    "ArchiveBox": archivebox,
    "mitmproxy (HAR)": mitmproxy,
    "warcit": warcit,
    "Scrapy, scrapy-webarchive": scrapy,
    "py-wacz": py_wacz,
    "js-wacz": js_wacz,
    "signed WACZ": signed_wacz,
    "Browsertrix (as specified)": browsertrix,
    "Heritrix (its headers)": heritrix,
    "warcio (node)": node_warcio,
    "node-warc": node_warc,
    "Chromium (HAR)": chromium_har,
    "har2warc": har2warc,
    "Chromium (MHTML)": chromium_mhtml,
    "SingleFile": single_file,
    "pywb, recorder": pywb_recorder,
    "pywb, --cdx": pywb_server,
    "warc2zim": warc2zim,
}
"""Program → what runs it."""
