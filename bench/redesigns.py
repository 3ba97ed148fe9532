"""How `curator repair` mends portal files after redesigns that a program makes of stored pages.

    python bench/redesigns.py CASES [--portals NAME …] [--kinds KIND … | --later] [--seeds N …] [--faults] [--rules]
    python bench/redesigns.py CASES --unknown [--portals NAME …]

CASES is a folder of real pages (`wac/NAME.warc.gz`, `fundus/pages.jsonl` with `fundus/html`); their portal
files are those of site_configs. Of each portal twenty articles are made of its stored ones, with other words,
titles, authors and days; its lists name them. All is adopted into a corpus. Then a server on loopback, asked
as a proxy, has the same pages in another design (tests/redesigns.py), and `repair` mends the file. What it
wrote then reads *all* twenty articles and the lists of the new design, without a look at what `repair` says
of itself; and what it claims is compared with that. What a redesign takes from the page (the machine form of
a date that is shown nowhere) cannot be read: `all` counts the articles whose metadata are the same, `shown` of
those whose values are all on the new page. The last lines have the shares over all redesigns.
"""

from __future__ import annotations

import argparse
import gzip
import html as entities
import io
import json
import random
import re
import shutil
import sys
import tempfile
import threading
import time
import warnings
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

HERE = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(HERE / "tests")]
warnings.simplefilter("ignore")

from lxml import etree, html  # noqa: E402
from publishers import load_scorer  # noqa: E402
from redesigns import CHANGES, COMBINATIONS, LATER_COMBINATIONS, redesign  # noqa: E402
from small_portal import FixedClock  # noqa: E402
from warcio.statusandheaders import StatusAndHeaders  # noqa: E402
from warcio.warcwriter import WARCWriter  # noqa: E402

from webarticlecurator.archive import locate_page, span_of  # noqa: E402
from webarticlecurator.article import read_article_page  # noqa: E402
from webarticlecurator.cli.main import main as curator  # noqa: E402
from webarticlecurator.config import load_portal  # noqa: E402
from webarticlecurator.config.yaml_edit import find_value, set_value, yaml_value  # noqa: E402
from webarticlecurator.errors import CuratorError  # noqa: E402
from webarticlecurator.model.article import PageExtract, Rejected  # noqa: E402
from webarticlecurator.model.portal import Portal  # noqa: E402
from webarticlecurator.page import Page, read_page  # noqa: E402
from webarticlecurator.propose.page_summary import PageModel, summarize_page  # noqa: E402
from webarticlecurator.repair.known_articles import (  # noqa: E402
    FIELDS,
    compare_reading,
    has_values,
    is_same_value,
    know_article,
    read_known_values,
)
from webarticlecurator.repair.list_rules import read_listing, strip_host  # noqa: E402
from webarticlecurator.repair.portal_repair import Repair, repair_portal  # noqa: E402
from webarticlecurator.store import open_warcs  # noqa: E402
from webarticlecurator.stored_pages.captured_pages import CapturedPages  # noqa: E402
from webarticlecurator.stored_pages.page_store import StoredPage  # noqa: E402
from webarticlecurator.tei import plain_lines  # noqa: E402
from webarticlecurator.text.date_words import fold_name, month_numbers  # noqa: E402
from webarticlecurator.workers.executor import Runtime  # noqa: E402

ARTICLES = 20
OLD_DAY = "2026-09-02T10:00:00Z"
NEW_DAY = datetime(2026, 10, 2, 12, tzinfo=timezone.utc)
MIN_WORDS = 60
_NAMES = "Ágoston Balog Csilla Dénes Emese Farkas Gergely Hanna Imre Judit Kovács Lilla".split()


@dataclass
class Site:
    """A portal in its first design: its file, address → page, and which of these are lists."""

    name: str
    folder: Path
    file: Path
    pages: dict[str, str] = field(default_factory=dict)
    articles: list[str] = field(default_factory=list)
    lists: list[str] = field(default_factory=list)
    has_articles: bool = True
    """False where no stored page is an article by rules: then those made count for nothing."""


@dataclass
class Score:
    """How a redesign was mended."""

    name: str
    changes: str
    articles: int = 0
    bodies: int = 0
    texts: int = 0
    """Articles whose words are on the page: a redesign without scripts has no text of scripts."""
    metadata: int = 0
    readable: int = 0
    """Articles whose values are all on the page, in any form, and of these those that are ``read``."""
    read: int = 0
    gone: list[str] = field(default_factory=list)
    lists: int = 0
    exact: int = 0
    requests: int = 0
    claimed: str = "-"
    is_false: bool = False
    seconds: float = 0.0
    trouble: str = ""
    faults: list[str] = field(default_factory=list)
    rules: str = ""
    is_moved: bool = False
    follows: bool = False
    """Whether the portal is at another host, and the addresses of its file are, too."""

    def line(self) -> str:
        return (
            f"{self.name:24} {self.changes:36} {self.bodies:3}/{self.articles:<3}"
            f" {self.metadata:3}/{self.articles:<3} {self.read:3}/{self.readable:<3} {self.exact:2}/{self.lists:<2}"
            f" {self.requests:3} {self.claimed:>6} {'FALSE' if self.is_false else '':5}"
            f" {self.seconds:5.1f} {self.trouble[:60]}"
        )


# The first design: articles made of stored ones.


def list_stored(cases: Path) -> dict[str, list[tuple[str, str]]]:
    """Return portal → (address, page) of the stored pages."""
    found: dict[str, list[tuple[str, str]]] = {}
    for file in sorted((cases / "wac").glob("*.warc.gz")):
        name = file.name.removesuffix(".warc.gz")
        portal = load_portal(HERE / "site_configs" / f"{name}.yaml")
        with open_warcs((file,)) as warcs:
            pages = CapturedPages(portal, warcs, name)
            for capture in warcs.captures.all():
                page = pages.read(capture).page(portal)
                if page.json is None:
                    found.setdefault(name, []).append((capture.url, serialize(page)))
    for line in (cases / "fundus" / "pages.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        name = row["publisher"].lower()
        if (HERE / "site_configs" / f"{name}.yaml").exists():
            content = gzip.decompress((cases / "fundus" / row["html_file"]).read_bytes())
            page = read_page(row["url"], content, "text/html")
            found.setdefault(name, []).append((row["url"], serialize(page)))
    return found


def serialize(page: Page) -> str:
    return "<!DOCTYPE html>" + etree.tostring(page.root, encoding="unicode", method="html")


def make_site(name: str, stored: list[tuple[str, str]], folder: Path) -> Site | None:
    """Return a portal with twenty articles made of the stored ones; None if no stored page is one."""
    for file in (HERE / "site_configs").glob(f"{name.split('_')[0]}*"):
        shutil.copy(file, folder / file.name)
    file = folder / f"{name}.yaml"
    (folder / f"{name}.tests.yaml").unlink(missing_ok=True)
    text = file.read_text(encoding="utf-8").replace("https", "http")
    text = set_value(text, ("fetch", "delay"), 0)
    text = set_value(text, ("fetch", "robots"), "obey")
    file.write_text(text, encoding="utf-8")
    portal = load_portal(file)
    site = Site(name, folder, file)
    lists: list[tuple[str, str, tuple[str, ...]]] = []
    rated: list[tuple[tuple[bool, bool], tuple[str, str]]] = []
    for url, page in stored:
        url, page = url.replace("https://", "http://"), page.replace("https://", "http://")
        read = read_article_page(portal, parse(url, page))
        links = list_links(portal, url, page)
        if len(links) > 2:
            lists.append((url, page, links))
        elif locate_page(portal, url) is not None:
            continue  # a list without links is no article
        elif not isinstance(read, Rejected) and read.account.kept >= MIN_WORDS:
            has_date = bool(read_known_values(read.metadata, "published"))
            rated.append(((read.confidence is None, has_date), (url, page)))
    # what is read without rules, or has no date, may be a search or a notice
    best = max((quality for quality, _ in rated), default=())
    templates = [each for quality, each in rated if quality == best]
    site.has_articles = bool(best and best[0])
    if not templates:
        return None
    _add_articles(site, portal, templates, [link for _, _, links in lists for link in links])
    # a stored page may be at an address that lists do not have
    match = str(find_value(text, ("article", "match")) or "^$")
    others = [url for url in site.articles if not re.search(match, url)]
    if others:
        every = "|".join(map(re.escape, others))
        text = set_value(text, ("article", "match"), f"{match}|^(?:{every})$")
        file.write_text(text, encoding="utf-8")
    for url, page, _ in lists:
        site.pages[url] = page
        site.lists.append(url)
    return site if len(site.articles) >= ARTICLES // 2 else None


def _add_articles(
    site: Site, portal: Portal, templates: list[tuple[str, str]], links: list[str]
) -> None:
    """Add articles at the addresses that are listed, and at others of the form of a stored one."""
    addresses = list(dict.fromkeys(link for link in links if link.startswith("http")))[:ARTICLES]
    while len(addresses) < ARTICLES:
        addresses.append(vary_address(templates[0][0], len(addresses)))
    pool = " ".join(" ".join(words_of(page)) for _, page in templates).split()
    # pages without running text, of whose words no others can be made
    for n, url in enumerate(addresses if pool else ()):
        old_url, page = templates[n % len(templates)]
        varied = vary(portal, old_url, page, n, pool).replace(old_url, url)
        known = know_article(url, read_article_page(portal, parse(url, varied)))
        first = know_article(old_url, read_article_page(portal, parse(old_url, page)))
        # what the change of words has spoilt is no article of this portal
        if (
            known
            and first
            and [bool(v) for v in known.values.values()] == [bool(v) for v in first.values.values()]
        ):
            site.pages[url] = varied
            site.articles.append(url)


def parse(url: str, page: str) -> Page:
    content = page.encode("utf-8", "replace")
    return read_page(url, content, "text/html; charset=utf-8")


def list_links(portal: Portal, url: str, page: str) -> tuple[str, ...]:
    """Return the addresses that the rules list on a page, none if it is no list."""
    from webarticlecurator.rules import select_links

    try:
        located = locate_page(portal, url)
    except CuratorError:
        return ()
    if located is None:
        return ()
    return tuple(select_links(span_of(portal, located).links, parse(url, page)))


def vary_address(url: str, number: int) -> str:
    """Return an address of the same form: with another last number, or with one behind its name."""
    parts = urlsplit(url)
    folder, _, name = parts.path.rstrip("/").rpartition("/")
    end = parts.path[len(parts.path.rstrip("/")) :]
    digits = list(re.finditer(r"\d+", name))
    if digits:
        start, stop = digits[-1].span()
        value = str(int(digits[-1][0]) + number).zfill(stop - start)
        name = f"{name[:start]}{value}{name[stop:]}"
    else:
        name = f"{name}-{number}"
    return parts._replace(path=f"{folder}/{name}{end}").geturl()


def words_of(page: str) -> list[str]:
    tree = html.document_fromstring(page)
    return [w for p in tree.iter("p") for w in p.text_content().split() if w.isalpha()]


def vary(portal: Portal, url: str, page: str, number: int, pool: list[str]) -> str:
    """Return an article page with other words, title, authors and day."""
    chance = random.Random(f"{url} {number}")
    read = read_article_page(portal, parse(url, page))
    assert not isinstance(read, Rejected)
    if number == 0:
        return page
    for value in read.metadata.all("title"):
        title = " ".join(chance.choices(pool, k=max(3, len(value.value.split()))))
        for old in {value.value, value.original.strip()}:
            for form in (old, entities.escape(old), entities.escape(old, quote=False)):
                page = page.replace(form, title)
    for value in read.metadata.all("authors"):
        if len(value.value) > 4 and " " in value.value and number % 2:
            page = page.replace(value.value, " ".join(chance.sample(_NAMES, 2)))
    page = _vary_day(page, read, number, portal)
    tree = html.document_fromstring(page)
    known = set(" ".join(map(str, _texts(read.blocks))).split())
    for element in tree.iter(etree.Element):
        if element.tag in ("script", "style", "title", "h1"):
            continue
        element.text = _shuffle(element.text, known, chance, pool)
        for child in element:
            child.tail = _shuffle(child.tail, known, chance, pool)
    return "<!DOCTYPE html>" + html.tostring(tree, encoding="unicode")


def _vary_day(page: str, read: PageExtract, number: int, portal: Portal) -> str:
    day, language = read_known_values(read.metadata, "published"), portal.language
    zone = ZoneInfo(portal.timezone) if portal.timezone else timezone.utc
    if day:
        old_day, new_day = day[0][8:10], f"{number % 19 + 10:02}"
        # the same time of another day is another moment where the clock has changed in between
        noon, other = (datetime.fromisoformat(f"{day[0][:8]}{d}T12:00") for d in (old_day, new_day))
        if noon.astimezone(zone).utcoffset() != other.astimezone(zone).utcoffset():
            return page
        original = read.metadata.all("published")[0].original.strip()
        changed = re.sub(rf"(?<!\d)(?:{old_day}|{int(old_day)})(?!\d)", new_day, original)
        page = page.replace(original, changed).replace(day[0][:10], f"{day[0][:8]}{new_day}")
        page = _vary_shown_day(page, day[0], new_day, language)
    return page


def _vary_shown_day(page: str, day: str, new_day: str, language: str) -> str:
    """Return a page with another day wherever a date is shown, in words or numbers."""
    year, month, old = day[:4], int(day[5:7]), int(day[8:10])
    numbers = month_numbers(language)
    words = {
        word for word in re.findall(r"[^\W\d_]+", page) if numbers.get(fold_name(word)) == month
    }
    names = "|".join(sorted(words)) or "-"
    forms = (
        rf"(?<!\d)0?{old}(?=\.?\s?(?:de\s)?(?:{names})|[./-]\s?0?{month}[./-])",
        rf"(?<=[./-])0?{old}(?=[./-]\s?{year})|(?<={year}[./-]{month:02}[./-])0?{old}(?!\d)",
        rf"(?<={month}月)0?{old}(?=日)",
    )
    for form in forms:
        page = re.sub(form, new_day, page, flags=re.IGNORECASE)
    return re.sub(rf"((?:{names})\.?\s)0?{old}(?!\d)", rf"\g<1>{new_day}", page, flags=re.I)


def _texts(blocks: object) -> list[str]:
    from webarticlecurator.model.blocks import block_words

    return block_words(blocks)  # type: ignore[arg-type]


def _shuffle(
    text: str | None, known: set[str], chance: random.Random, pool: list[str]
) -> str | None:
    """Return a running text of the article with half of its words replaced."""
    words = (text or "").split()
    if len(words) < 8 or sum(w in known for w in words) < 0.9 * len(words):
        return text
    return re.sub(
        r"[^\W\d_]{4,}",
        lambda m: chance.choice(pool) if chance.random() < 0.5 else m[0],
        text or "",
    )


# The corpus of the first design, and the server of the second.


def adopt(site: Site) -> Path:
    """Return the corpus that holds all pages of the first design."""
    warc = site.folder / "old.warc.gz"
    with warc.open("wb") as out:
        writer = WARCWriter(out, gzip=True)
        for url, page in site.pages.items():
            headers = StatusAndHeaders(
                "200 OK", [("Content-Type", "text/html; charset=utf-8")], protocol="HTTP/1.1"
            )
            record = writer.create_warc_record(
                url,
                "response",
                payload=io.BytesIO(page.encode("utf-8", "replace")),
                http_headers=headers,
                warc_headers_dict={"WARC-Date": OLD_DAY},
            )
            writer.write_record(record)
    corpus = site.folder / "corpus"
    said = io.StringIO()
    with redirect_stderr(said), redirect_stdout(said):
        common = [str(site.file), "--corpus", str(corpus), "--quiet"]
        codes = [
            curator(["warc", "adopt", common[0], str(warc), *common[1:]]),
            curator(["build", *common]),
        ]
    if max(codes) > 1:
        raise RuntimeError(said.getvalue()[-400:])
    return corpus


class Server:
    """Answers as a proxy for every host; counts the requests."""

    def __init__(self, pages: dict[str, str], moved: str = "") -> None:
        self.pages, self.asked = pages, list[str]()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                outer.asked.append(self.path)
                parts = urlsplit(self.path)
                if moved and parts.netloc != moved and parts.path != "/robots.txt":
                    self.answer(301, b"", parts._replace(netloc=moved).geturl())
                    return
                page = outer.pages.get(self.path)
                self.answer(200 if page else 404, (page or "nothing").encode("utf-8", "replace"))

            def answer(self, status: int, body: bytes, location: str = "") -> None:
                self.send_response(status)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                if location:
                    self.send_header("Location", location)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}"

    @contextmanager
    def running(self) -> Iterator[Server]:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        try:
            yield self
        finally:
            self._server.shutdown()
            self._server.server_close()


def mend(site: Site, corpus: Path, changes: list[str], seed: int) -> Score:
    """Return how the portal file is mended for a new design."""
    score = Score(site.name, "+".join(changes) + f" {seed}")
    moved = ""
    if "host" in changes:
        moved = f"new.{urlsplit(site.articles[0]).netloc.removeprefix('www.')}"
    shown = [each for each in changes if each != "host"]
    new = {url: redesign(page, shown, seed) for url, page in site.pages.items()}
    if moved:
        new = {urlsplit(url)._replace(netloc=moved).geturl(): page for url, page in new.items()}
    portal = load_portal(site.file)
    text = site.file.read_text(encoding="utf-8")
    clock = FixedClock()
    clock.time = NEW_DAY
    started = time.monotonic()
    with Server(new, moved).running() as server:
        try:
            found = repair_portal(portal, text, corpus, (), Runtime(clock=clock), server.address)
        except CuratorError as error:
            score.trouble, found = str(error.message), Repair(text)
        score.requests = len(server.asked)
    score.seconds = time.monotonic() - started
    judge(site, portal, found, new, moved, score)
    if moved:
        values = [find_value(found.text, ("home",)), find_value(found.text, ("archive", "url"))]
        hosts = {urlsplit(str(each)).netloc for each in values[: 2 if site.lists else 1] if each}
        score.is_moved, score.follows = True, hosts == {moved}
    score.rules = "\n".join(sorted(set(found.text.splitlines()) - set(text.splitlines())))
    return score


def judge(
    site: Site, portal: Portal, found: Repair, new: dict[str, str], moved: str, score: Score
) -> None:
    """Compare what the mended file reads in the new design with what the file read in the old."""
    mended = load_portal(site.file, content=found.text.encode("utf-8"))
    day = NEW_DAY.date()
    truth = {}
    for url in site.articles:
        known = know_article(url, read_article_page(portal, parse(url, site.pages[url])))
        if known is None or not site.has_articles:
            continue
        at = urlsplit(url)._replace(netloc=moved).geturl() if moved else url
        stored = StoredPage(at, new[at].encode("utf-8", "replace"), "text/html; charset=utf-8", day)
        page = stored.page(mended)
        read = read_article_page(mended, page)
        compared = compare_reading(portal, page, known, read)
        truth[strip_host(url)] = compared.is_same
        score.articles += 1
        score.bodies += compared.f1 >= 0.99
        score.texts += compared.f1 >= 0.99 or has_text(page, known.words)
        same = [
            not isinstance(read, Rejected)
            and is_same_value(name, known.values[name], read_known_values(read.metadata, name))
            for name in FIELDS
        ]
        shown = [
            not values or has_values(page, portal, name, values)
            for name, values in known.values.items()
        ]
        score.metadata += all(same)
        score.readable += all(shown)
        score.read += all(shown) and all(same)
        score.gone += [name for name, is_shown in zip(FIELDS, shown, strict=True) if not is_shown]
        if not compared.is_same:
            score.faults.append(f"{url}: {'; '.join(compared.differences)}")
    for url in site.lists:
        located = locate_page(portal, url)
        assert located is not None
        old, fresh = span_of(portal, located), span_of(mended, located)
        at = urlsplit(url)._replace(netloc=moved).geturl() if moved else url
        pages = [
            StoredPage(where, text.encode("utf-8", "replace"), "text/html; charset=utf-8", day)
            for where, text in ((url, site.pages[url]), (at, new[at]))
        ]
        known_links, now = (
            read_listing(portal, pages[0], old),
            read_listing(mended, pages[1], fresh),
        )
        is_exact = set(known_links.links) == set(now.links)
        is_exact = is_exact and read_listing(mended, pages[0], fresh) == known_links
        score.lists += 1
        score.exact += is_exact
        if not is_exact:
            more, less = (
                set(now.links) - set(known_links.links),
                set(known_links.links) - set(now.links),
            )
            score.faults.append(
                f"{url}: {len(less)} missing, {len(more)} added: {sorted(more)[:3]}"
            )
    claims = [*found.made.articles, *found.held.articles]
    score.claimed = f"{found.held.same}/{len(found.held.articles)}"
    score.is_false = site.has_articles and any(
        truth.get(strip_host(each.url)) is not each.is_same for each in claims
    )


def has_text(page: Page, known: tuple[str, ...]) -> bool:
    """Return True if the words of an article are on a page, apart from one in fifty."""
    shown = Counter(" ".join(map(str, page.root.itertext())).split())
    return sum((Counter(known) - shown).values()) <= 0.02 * len(known)


# Layouts of which no article is known.


def list_layouts(cases: Path) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield the pages of a layout and of the next one of a publisher."""
    publishers: dict[str, list[dict[str, Any]]] = {}
    for line in (cases / "fundus" / "pages.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        row["content"] = gzip.decompress((cases / "fundus" / row["html_file"]).read_bytes())
        publishers.setdefault(row["publisher"], []).append(row)
    for rows in publishers.values():
        rows.sort(key=lambda row: row["crawl_date"])
        yield from pairwise(rows)


def mend_unknown(old: dict[str, Any], new: dict[str, Any], folder: Path) -> tuple[Portal, bool]:
    """Return the portal as it is mended for the page ``new``, of which only its HTML is known, and
    whether a layout was proposed."""
    file = folder / "unknown.yaml"
    parts = urlsplit(new["url"])
    head = (
        f"portal: unknown\nhome: http://{parts.netloc}/\nlanguage: {new['lang']}\ntimezone: UTC\n"
        f"fetch: {{delay: 0}}\narchive: {{url: 'http://{parts.netloc}/list', links: a}}\n"
    )
    every = "|".join(re.escape(row["url"].replace("https:", "http:")) for row in (old, new))
    file.write_text(f"{head}article: {{match: '^(?:{every})$'}}\n", encoding="utf-8")
    stored = [
        StoredPage(
            row["url"].replace("https:", "http:"), row["content"], "text/html; charset=utf-8"
        )
        for row in (old, new)
    ]
    rules = {"root": find_own_root(load_portal(file), *stored)}
    text = f"{head}article: {yaml_value({'match': f'^(?:{every})$', 'body': rules})}\n"
    file.write_text(text, encoding="utf-8")
    site = Site("unknown", folder, file, {each.url: "" for each in stored})
    site.pages = {each.url: each.content.decode("utf-8", "replace") for each in stored}
    corpus = adopt(site)
    clock = FixedClock()
    clock.time = NEW_DAY
    with Server({}).running() as server:
        try:
            found = repair_portal(
                load_portal(file), text, corpus, (), Runtime(clock=clock), server.address
            )
        except CuratorError as error:
            print(f"    {error}")
            found = Repair(text)
    return load_portal(file, content=found.text.encode("utf-8")), bool(found.layout)


def find_own_root(portal: Portal, old: StoredPage, new: StoredPage) -> str:
    """Return a selector of the text of a page that finds nothing on another one."""
    summary = summarize_page(old.page(portal))
    model = PageModel(summary, frozenset()) if summary else None
    roots = sorted(model.guessed_roots, key=lambda n: -model.shares[n].text) if model else []
    names = [
        name
        for n in roots[:1]
        for at in (n, *model.ancestors(n))
        for name in model.pieces[at].names
    ]
    other = new.page(portal).root
    return next((name for name in names if not other.cssselect(name)), "article.of-the-old-layout")


def measure_unknown(cases: Path, only: list[str] | None) -> None:
    """Print how well the newest page of each layout is read, and the shares."""
    scorer = load_scorer(cases.parent)
    scores: list[float] = []
    for old, new in list_layouts(cases):
        if only and new["publisher"].lower() not in only:
            continue
        with tempfile.TemporaryDirectory() as folder:
            try:
                portal, is_proposed = mend_unknown(old, new, Path(folder))
            except (CuratorError, RuntimeError) as error:
                print(f"{new['id']:40} cannot be made into a portal: {error}", flush=True)
                continue
        url = new["url"].replace("https:", "http:")
        day = NEW_DAY.date()
        page = StoredPage(url, new["content"], "text/html; charset=utf-8", day).page(portal)
        read = read_article_page(portal, page)
        text = "" if isinstance(read, Rejected) else "\n".join(plain_lines(read.blocks))
        words = scorer.CJK if new["lang"] in ("ja", "ko", "zh") else scorer.WORD
        f1 = scorer.text_prf(text, scorer.gold_text(new["gold"]["body"]), words)[2]
        scores.append(f1)
        print(f"{new['id']:40} {f1:.3f} {'layout' if is_proposed else '-'}", flush=True)
    good = sum(f1 >= 0.97 for f1 in scores)
    print(
        f"{len(scores)} layouts without known articles: mean F1 {sum(scores) / len(scores):.3f},"
        f" {good} of .97 or more"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("cases", type=Path)
    parser.add_argument("--portals", nargs="*")
    parser.add_argument("--kinds", nargs="*", help=f"of {', '.join((*CHANGES, 'host'))}")
    parser.add_argument("--later", action="store_true", help="the later kinds of redesigns")
    parser.add_argument("--unknown", action="store_true", help="layouts without known articles")
    parser.add_argument("--seeds", nargs="*", type=int, default=[1])
    parser.add_argument("--faults", action="store_true")
    parser.add_argument("--rules", action="store_true")
    args = parser.parse_args()
    if args.unknown:
        measure_unknown(args.cases, args.portals)
        return
    combinations = LATER_COMBINATIONS if args.later else COMBINATIONS
    scores = []
    print(f"{'portal':24} {'changes':36} bodies   all    shown  lists req   held       s")
    for n, (name, stored) in enumerate(list_stored(args.cases).items()):
        if args.portals and name not in args.portals:
            continue
        with tempfile.TemporaryDirectory() as folder:
            try:
                site = make_site(name, stored, Path(folder))
                corpus = None if site is None else adopt(site)
            except (CuratorError, RuntimeError) as error:
                print(f"{name:24} cannot be made into a portal: {error}", flush=True)
                continue
            if site is None or corpus is None:
                continue
            for seed in args.seeds:
                changes = args.kinds or combinations[(n + seed) % len(combinations)]
                score = mend(site, corpus, changes, seed)
                scores.append(score)
                print(score.line(), flush=True)
                if args.faults:
                    print("\n".join(f"    {fault[:300]}" for fault in score.faults[:4]))
                if args.rules:
                    print(score.rules)
    articles, lists = sum(s.articles for s in scores), sum(s.lists for s in scores)
    readable = sum(s.readable for s in scores)
    gone = Counter(name for s in scores for name in s.gone)
    print(f"values that are nowhere on the page: {dict(gone)}")
    print(
        f"addresses follow to another host: {sum(s.follows for s in scores)} of {sum(s.is_moved for s in scores)}"
    )
    print(
        f"{len(scores)} redesigns: bodies {sum(s.bodies for s in scores) / max(1, articles):.1%}"
        f" ({sum(s.bodies for s in scores) / max(1, sum(s.texts for s in scores)):.1%} of those on the page),"
        f" metadata {sum(s.metadata for s in scores) / max(1, articles):.1%} of {articles} articles,"
        f" {sum(s.read for s in scores) / max(1, readable):.1%} of the {readable} that show all of it,"
        f" lists {sum(s.exact for s in scores) / max(1, lists):.1%} of {lists},"
        f" at most {max(s.requests for s in scores)} requests,"
        f" {sum(s.is_false for s in scores)} false proofs"
    )


if __name__ == "__main__":
    main()
