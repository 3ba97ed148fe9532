"""Reads mutated files in a process of its own that may die.

``mutation_child.py pages|portal-files|warcs SEED FIRST COUNT``

Pages are read as ``curator extract`` and ``links`` do, portal files by ``check``, WARC files by
``warc list``, ``warc check`` and ``build``. Writes one line before and one after each: ``start N``,
then ``done N VERDICT`` or ``wrong N WHAT``.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import sys
import tempfile
import traceback
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from lxml import etree
from mutated_files import portal_file, warc_file
from mutated_pages import BARE, DEMO, Mutated, MutatedPages

from webarticlecurator.base.errors import CuratorError
from webarticlecurator.base.folders import data_folder
from webarticlecurator.base.model.article import Article, Rejected
from webarticlecurator.base.model.verdict import REJECTIONS
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.cli.main import main as curator
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.proposing.trial.one_article import article_json, extract, extract_split
from webarticlecurator.proposing.trial.page_links import find_article_next_page, list_links
from webarticlecurator.storage.warc.message import read_response
from webarticlecurator.tei.documents.document import build_document
from webarticlecurator.tei.documents.plain_text import plain_lines, read_lines
from webarticlecurator.tei.documents.tei_all import load_tei_all, load_uncompiled_tei_all
from webarticlecurator.tei.documents.validation import validate

MEMORY = 500_000_000
"""Bytes that one page may take above what the process has before it."""
BARE_FILE = """portal: bare
home: https://bare.example/
language: hu
archive: {url: "https://bare.example/", links: h2}
"""
FEW = 50
"""Pages for which the compiled tei_all is not loaded: it takes longer than to read them."""
Wrong = AssertionError


class Portals(dict[str, Portal]):
    """Portal files by name, read when asked for."""

    def __missing__(self, name: str) -> Portal:
        if name == BARE:
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "bare.yaml"
                path.write_text(BARE_FILE, encoding="utf-8")
                return self.setdefault(name, load_portal(path))
        folder = data_folder("examples" if name == DEMO else "site_configs")
        return self.setdefault(name, load_portal(folder / f"{name}.yaml"))


def tei_all(count: int) -> etree.RelaxNG | None:
    """The schema for so many pages; None for made-up pages."""
    if "CURATOR_SHARED" not in os.environ:
        return None
    return load_uncompiled_tei_all() if count < FEW else load_tei_all()


def read(portal: Portal, page: Mutated, full_schema: etree.RelaxNG | None) -> str:
    """The verdict on the page. Raises Wrong if the TEI is not valid or does not hold the text."""
    answer = read_response(page.url, page.block)
    stored = StoredPage(page.url, answer.body(), answer.get("content-type"))
    list_links(portal, stored)
    find_article_next_page(portal, stored)
    found = extract_split(portal, stored.url, stored.content, stored.content_type)
    verdicts = [
        check(portal, one, full_schema)
        for one in found or (extract(portal, stored.url, stored.content, stored.content_type),)
    ]
    return "+".join(sorted(set(verdicts)))


def check(portal: Portal, found: Article | Rejected, full_schema: etree.RelaxNG | None) -> str:
    json.dumps(article_json(found), ensure_ascii=False).encode("utf-8", "replace")
    if isinstance(found, Rejected):
        _expect(found.reason in REJECTIONS, f"unknown reason {found.reason}")
        return found.reason
    made = build_document(found, portal).content
    wrong = validate(made)
    _expect(not wrong, f"webarticle.rng: {wrong[:3]}")
    _expect(made == build_document(found, portal).content, "two different documents of one article")
    _expect(
        list(read_lines(made)) == list(plain_lines(found.blocks)),
        "the lines of the TEI are not those of the article",
    )
    if full_schema is not None:
        tree = etree.fromstring(made, etree.XMLParser(huge_tree=True, resolve_entities=False))
        _expect(full_schema.validate(tree), f"tei_all.rng: {str(full_schema.error_log)[:300]}")
    return "kept"


def _expect(right: bool, what: str) -> None:
    if not right:
        raise Wrong(what)


def limit_memory() -> None:
    with Path("/proc/self/statm").open(encoding="utf-8") as stream:
        now = int(stream.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (now + MEMORY, resource.RLIM_INFINITY))


class Pages:
    """Reads page after page."""

    def __init__(self, seed: int, count: int) -> None:
        shared = os.environ.get("CURATOR_SHARED")
        self._pages = MutatedPages(seed, Path(shared) if shared else None)
        self._portals, self._full_schema = Portals(), tei_all(count)

    def prepare(self, number: int) -> Callable[[], str]:
        page = self._pages.page(number)
        portal = self._portals[page.portal]
        return lambda: read(portal, page, self._full_schema)


class Files:
    """What all mutated files share: a scratch folder, and commands in this process."""

    codes: tuple[int, ...]

    def __init__(self, seed: int, _: int) -> None:
        self._seed = seed
        self._scratch = tempfile.TemporaryDirectory()
        self._folder = Path(self._scratch.name)

    def run(self, *commands: Sequence[str]) -> str:
        found = []
        for command in commands:
            with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
                found.append(curator(list(command)))
            _expect(found[-1] in self.codes, f"exit code {found[-1]} of {command[0]}")
        return "exit " + "+".join(map(str, found))


class PortalFiles(Files):
    """Checks portal file after portal file."""

    codes = (0, 2)

    def prepare(self, number: int) -> Callable[[], str]:
        name, content = portal_file(self._seed, number)
        for other in Path(name).parent.glob(f"{Path(name).stem}.*"):
            shutil.copy(other, self._folder)
        path = self._folder / Path(name).name
        path.write_bytes(content)
        return lambda: self.run(("check", str(path), "--plan", "--today", "2024-01-31"))


class WarcFiles(Files):
    """Reads WARC after WARC."""

    codes = (0, 1, 2, 4)

    def prepare(self, number: int) -> Callable[[], str]:
        path, corpus = (
            str(warc_file(self._seed, number, self._folder)),
            str(self._folder / f"corpus-{number}"),
        )
        portal = str(data_folder("examples") / "demo.yaml")
        verbs = (
            ("warc", "list", path),
            ("warc", "check", path),
            ("build", portal, "--warc", path, "--corpus", corpus),
        )
        return lambda: self.run(*verbs)


KINDS: dict[str, type[Pages | PortalFiles | WarcFiles]] = {
    "pages": Pages,
    "portal-files": PortalFiles,
    "warcs": WarcFiles,
}


def attempt(number: int, work: Callable[[], str]) -> str:
    """The line that says how it ended."""
    try:
        return f"done {number} {work()}"
    except CuratorError as error:
        return f"done {number} {type(error).__name__}"
    except BaseException as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        what = f"{type(error).__name__}: {str(error)[:200]!r}"
        return f"wrong {number} {what} at {where.filename}:{where.lineno}"


def main(kind: str, seed: str, first: str, count: str) -> None:
    reader = KINDS[kind](int(seed), int(count))
    for number in range(int(first), int(first) + int(count)):
        resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        work = reader.prepare(number)
        limit_memory()
        print("start", number, flush=True)
        print(attempt(number, work), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:5])
