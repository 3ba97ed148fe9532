"""A made-up next output version, which reads days otherwise, leaves text out and mends characters:
a corpus of this one is shown what that changes before it is written."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from made_up_package import MadeUpPackage, copy_package
from processes import PATIENCE
from small_portal import SmallPortal, article, listing, small_portal
from warcio.archiveiterator import ArchiveIterator
from warcio.checker import Checker

from webarticlecurator.tei.documents.output_version import OUTPUT_VERSION

PORTAL = """fetch: {delay: 0, retries: 0}
archive: {url: "BASE/list", links: h2, dates: none, pagination: {mode: none}}
article: {body: {root: article}, metadata: {published: {css: time, attr: datetime}}}
"""
CHANGE = '''"""What the made-up output version changes."""

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.article import Metadata
from webarticlecurator.base.model.blocks import Node


def change(article):
    fields = tuple(
        (name, tuple(replace(each, value=each.value.replace("2005", "2024")) for each in values))
        for name, values in article.metadata.fields
    )
    blocks = tuple(
        Node(block.name, (block.children[0].replace("\\u00ad", ""),), block.attributes)
        for block in article.blocks
        if "HIDDEN" not in block.children[0]
    )
    return replace(article, metadata=Metadata(fields), blocks=blocks)
'''
NEW, OLD = OUTPUT_VERSION + 1, OUTPUT_VERSION
ROWS = (
    f'OutputChange({NEW}, "day", "years of 2005 are read as 2024", ("published",))',
    f'OutputChange({NEW}, "hidden text left out", "what is hidden is no text", (LEFT_OUT,))',
)
BUILDER, CHANGES = "crawling/captures/build_article.py", "tei/documents/output_changes.py"
OF_PROGRAM = re.compile(rb'webarticlecurator" version="(\d+)"')
TABLE = f"reports/upgrade-{NEW}.tsv"
KINDS = "hidden text left out: 5; characters only: 3"
LINE = f"output version {NEW} of the program changes 20 of 30 articles in TEI: day: 12; {KINDS}"
NOBODY = "nobody is asked here: the new TEI is written"
KEPT = "30 articles keep the TEI of an older output version (--keep-old)"


def page(number: int, text: str, year: int = 2020) -> str:
    around = f'<time datetime="{year}-03-{number % 28 + 1:02}">then</time>'
    return article(f"Number {number} has words.{text}", around=around)


PAGES = {
    **{f"/day{n}": page(n, " Some more.", 2005) for n in range(12)},
    **{f"/hidden{n}": page(20 + n, "</p><p>HIDDEN words are here.") for n in range(5)},
    **{f"/soft{n}": page(30 + n, " Wasser\u00adstand.") for n in range(3)},
    **{f"/same{n}": page(40 + n, " The same.") for n in range(10)},
}


def raise_version(package: MadeUpPackage) -> None:
    version = package.file("tei/documents/output_version.py")
    text = version.read_text(encoding="utf-8")
    assert f"OUTPUT_VERSION = {OLD}\n" in text
    version.write_text(text.replace(f"VERSION = {OLD}\n", f"VERSION = {NEW}\n"), encoding="utf-8")


@pytest.fixture(scope="module")
def newer(tmp_path_factory: pytest.TempPathFactory) -> MadeUpPackage:
    """The program of the next output version."""
    package = copy_package(tmp_path_factory.mktemp("newer"))
    raise_version(package)
    for row in ROWS:
        package.add_row(CHANGES, "OUTPUT_CHANGES", row)
    package.write("tei/documents/made_up.py", CHANGE)
    package.add_import(BUILDER, "from webarticlecurator.tei.documents.made_up import change")
    builder = package.file(BUILDER)
    text = builder.read_text(encoding="utf-8")
    line = "    document = build_document(article, portal)\n"
    assert line in text
    text = text.replace(line, f"    article = change(article)\n{line}")
    builder.write_text(text, encoding="utf-8", newline="\n")
    return package


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallPortal]:
    """A portal with a corpus of this output version, which no test changes."""
    folder = tmp_path_factory.mktemp("crawled")
    with small_portal(folder, {"/list": listing(*PAGES), **PAGES}) as portal:
        portal.crawl(PORTAL)
        yield portal


class Corpus:
    """A copy of the corpus."""

    def __init__(self, crawled: SmallPortal, folder: Path) -> None:
        self.config = crawled.folder / "portal.yaml"
        self.folder = Path(shutil.copytree(crawled.corpus, folder / "corpus"))
        self.arguments = (self.config, "--corpus", self.folder)

    def tei(self) -> dict[str, bytes]:
        """Path below tei/ → content."""
        top = self.folder / "tei"
        return {p.relative_to(top).as_posix(): p.read_bytes() for p in sorted(top.rglob("*.xml"))}

    def versions(self) -> set[int]:
        """The output versions of its TEI."""
        return {int(OF_PROGRAM.search(content)[1]) for content in self.tei().values()}

    def rows(self) -> list[list[str]]:
        lines = (self.folder / TABLE).read_text(encoding="utf-8").splitlines()
        return [line.split("\t") for line in lines]

    def states(self) -> list[tuple[str, set[str]]]:
        """What the records of the old state say of it, and their lines."""
        found = []
        for path in sorted((self.folder / "warc").glob("*.warc.gz")):
            with path.open("rb") as stream:
                for record in ArchiveIterator(stream):
                    headers = record.rec_headers
                    target = headers.get_header("WARC-Target-URI")
                    if target == "urn:webarticlecurator:small:tei-state":
                        assert record.rec_type == "metadata"
                        lines = record.content_stream().read().decode().splitlines()
                        found.append((headers.get_header("WARC-TEI-State"), set(lines)))
        return found


@pytest.fixture
def corpus(crawled: SmallPortal, tmp_path: Path) -> Corpus:
    crawled.pages["/list"] = listing(*PAGES)
    crawled.asked.clear()
    return Corpus(crawled, tmp_path)


def state_lines(tei: dict[str, bytes]) -> set[str]:
    return {f"{sha256(content).hexdigest()}  tei/{path}" for path, content in tei.items()}


def test_an_upgrade_is_shown_written_and_recorded(newer: MadeUpPackage, corpus: Corpus):
    before = corpus.tei()
    said = newer.curator("build", *corpus.arguments)
    assert f"{LINE} ({TABLE} lists all of them)" in said
    assert said.index(LINE) < said.index(NOBODY) < said.index("20 of them changed")
    assert "  day: years of 2005 are read as 2024\n" in said
    assert "  hidden text left out: what is hidden is no text\n" in said
    shown = [line for line in said.splitlines() if " | " in line]
    assert len(shown) == 3
    assert shown[0].endswith("/day0: day: 2005-03-01 | 2024-03-01")
    assert shown[1].endswith("/hidden0: hidden text left out: HIDDEN words are here. | ")
    assert shown[2].endswith("/soft0: characters only: Wasser<U+00AD>stand. | Wasserstand.")

    head, *rows = corpus.rows()
    assert head[:3] == ["address", "change", "part"]
    assert len(rows) == 20
    assert {row[2] for row in rows} == {"published", "words-left-out", "characters"}
    after = corpus.tei()
    assert {Path(path).name for path in after} == {Path(path).name for path in before}
    assert corpus.versions() == {NEW}

    ((state, lines),) = corpus.states()
    assert state.startswith(f"{NEW} {OLD} 30 sha256:")
    assert " webarticlecurator " in state
    assert lines == state_lines(before)
    # what is done is not shown, recorded or written again
    assert f"output version {NEW}" not in newer.curator("build", *corpus.arguments)
    assert f"output version {NEW}" not in newer.curator("crawl", *corpus.arguments)
    assert len(corpus.states()) == 1
    assert corpus.rows() == [head, *rows]

    # the rest is shown by diff
    of_all = newer.curator("diff", corpus.config, "all", "--upgrade", *corpus.arguments[1:])
    assert len(of_all.splitlines()) == 20
    assert {line.strip() for line in shown} <= {line.strip() for line in of_all.splitlines()}
    (url,) = {row[0] for row in rows if row[0].endswith("/day3")}
    upgrade = ("diff", corpus.config, url, "--upgrade", *corpus.arguments[1:])
    assert newer.curator(*upgrade) == f"{url}: day: 2005-03-04 | 2024-03-04\n"
    (row,) = json.loads(newer.curator(*upgrade, "--json"))
    assert (row["part"], row["after"]) == ("published", "2024-03-04")
    assert "--limit has no effect here" in newer.curator(*upgrade, "--limit", "3", code=2)


def test_without_an_upgrade_there_is_nothing_to_see(package: MadeUpPackage, corpus: Corpus):
    before = corpus.tei()
    said = package.curator("build", *corpus.arguments, "--all")
    assert "output version" not in said
    assert "30 built, 0 of them changed" in said
    assert corpus.tei() == before
    assert not corpus.states()
    assert not (corpus.folder / TABLE.replace(str(NEW), str(OLD))).exists()
    answer = package.curator(
        "diff", corpus.config, "all", "--upgrade", *corpus.arguments[1:], code=2
    )
    assert "no upgrade has changed TEI of this corpus" in answer


def test_a_crawl_writes_an_upgrade_and_what_is_new(
    newer: MadeUpPackage, corpus: Corpus, crawled: SmallPortal
):
    crawled.pages["/list"] = listing(*PAGES, "/late")
    crawled.pages["/late"] = page(51, " This is late.", 2005)
    said = newer.curator("crawl", *corpus.arguments)
    assert said.index(LINE) < said.index(NOBODY)
    assert "31 built, 20 of them changed" in said
    assert corpus.versions() == {NEW}
    assert len(corpus.tei()) == 31
    assert len(corpus.states()) == 1


def test_watch_goes_on_and_says_it(newer: MadeUpPackage, corpus: Corpus, tmp_path: Path):
    corpora = tmp_path / "corpora"
    shutil.copytree(corpus.folder, corpora / "small")
    config = tmp_path / "watched.yaml"
    text = corpus.config.read_text(encoding="utf-8")
    config.write_text(f"{text}schedule: 30 4 * * *\n", encoding="utf-8")
    said = newer.curator("watch", config, "--once", "--corpus", corpora)
    assert f"small: {LINE}" in said
    assert f"small: {NOBODY}" in said
    assert "--keep-old" in said


def test_an_output_version_has_rows_that_are_whole(package: MadeUpPackage):
    raise_version(package)
    module = "tei.documents.output_changes"
    assert package.fail_to_import(module) == (
        f"TypeError: OUTPUT_VERSION is {NEW}, but OUTPUT_CHANGES and it differ in version {NEW};"
        " say in a row what it changes in TEI"
    )
    package.add_row(
        CHANGES, "OUTPUT_CHANGES", f'OutputChange({NEW}, "hyphens", "none", ("hyphen",))'
    )
    assert "output change 'hyphens'" in package.fail_to_import(module)
    file = package.file(CHANGES)
    text = file.read_text(encoding="utf-8").replace('("hyphen",)', "(CHARACTERS,)")
    file.write_text(text, encoding="utf-8", newline="\n")
    package.python(f"import webarticlecurator.{module}")


def test_old_tei_is_kept(newer: MadeUpPackage, corpus: Corpus, crawled: SmallPortal):
    before = corpus.tei()
    assert "kept_old" not in json.loads(newer.curator("status", *corpus.arguments, "--json"))
    crawled.pages["/list"] = listing(*PAGES, "/new")
    crawled.pages["/new"] = page(50, " This is new.", 2005)
    for number in range(2):  # the second time, nothing is due
        said = newer.curator("crawl", *corpus.arguments, "--keep-old")
        assert KEPT in said
        assert NOBODY not in said
        assert (LINE in said) is (number == 0)
    after = corpus.tei()
    (new,) = after.keys() - before.keys()
    assert f'version="{NEW}"'.encode() in after[new]
    assert b"2024-03-23" in after[new]
    assert {name: after[name] for name in before} == before
    assert KEPT in newer.curator("status", *corpus.arguments)
    assert json.loads(newer.curator("status", *corpus.arguments, "--json"))["kept_old"] == 30
    assert len(corpus.rows()) == 21
    assert not corpus.states()
    assert "built" not in newer.curator(
        "manifest", *corpus.arguments, "--output", corpus.folder / "manifest"
    )

    # the option is one of the run
    assert LINE in newer.curator("build", *corpus.arguments)
    assert "older output version" not in newer.curator("status", *corpus.arguments)
    assert corpus.versions() == {NEW}
    assert len(corpus.states()) == 1
    assert len(corpus.rows()) == 21


def test_kept_tei_stays_whatever_is_built_again(newer: MadeUpPackage, corpus: Corpus):
    before = corpus.tei()
    newer.curator("build", *corpus.arguments, "--keep-old")
    said = newer.curator("build", *corpus.arguments, "--keep-old", "--all")
    assert KEPT in said
    assert LINE not in said
    assert corpus.tei() == before


def test_parts_of_a_page_are_kept_and_shown(newer: MadeUpPackage, tmp_path: Path):
    text = "{number} has words.</p><p>HIDDEN words are here."
    posts = "".join(
        f'<div class="post" id="p{number}"><p>{text.format(number=number)}</p></div>'
        for number in range(3)
    )
    pages = {"/list": listing("/thread"), "/thread": f"<html><body>{posts}</body></html>"}
    rules = """
archive: {url: "BASE/list", links: h2, dates: none, pagination: {mode: none}}
article: {body: {root: p}, split: {css: div.post, id: "@id"}}
"""
    with small_portal(tmp_path, pages) as portal:
        portal.crawl(f"fetch: {{delay: 0, retries: 0}}{rules}")
        corpus = Corpus(portal, tmp_path / "copy")
        before = corpus.tei()
        assert len(before) == 3
        line = f"output version {NEW} of the program changes 3 of 3 articles in TEI"
        said = newer.curator("build", *corpus.arguments, "--keep-old")
        assert line in said
        assert "3 articles keep the TEI" in said
        assert line not in newer.curator("crawl", *corpus.arguments, "--keep-old")
        assert corpus.tei() == before
        assert line in newer.curator("build", *corpus.arguments)
        assert corpus.versions() == {NEW}
        assert [lines for _, lines in corpus.states()] == [state_lines(before)]


class Terminal:
    """A command at a terminal that has asked its question."""

    def __init__(self, newer: MadeUpPackage, arguments: list[str], terminal: str) -> None:
        import pty

        self._ours, theirs = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "webarticlecurator", *arguments],
            cwd=newer.folder,
            env={
                **os.environ,
                "PYTHONPATH": str(newer.folder),
                "TERM": terminal,
                "LANG": "C.UTF-8",
            },
            stdin=theirs,
            stdout=subprocess.DEVNULL,
            stderr=theirs,
        )
        os.close(theirs)
        self.said = b""
        while b"[y/n]" not in self.said:
            self.said += os.read(self._ours, 4096)

    def answer(self, answer: bytes) -> str:
        """Return all that is said after an answer."""
        os.write(self._ours, answer)
        try:
            while part := os.read(self._ours, 4096):
                self.said += part
        except OSError:  # the end of a terminal
            pass
        assert self.process.wait(PATIENCE) == 0
        os.close(self._ours)
        return self.said.decode(errors="replace")

    def kill(self) -> None:
        self.process.kill()
        assert self.process.wait(PATIENCE) == -signal.SIGKILL
        os.close(self._ours)


needs_terminal = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")


@needs_terminal
@pytest.mark.parametrize(
    ("answer", "terminal", "command"),
    [
        (b"y\n", "dumb", "build"),
        (b"n\n", "xterm", "build"),
        (b"\xff\n", "dumb", "build"),
        (b"\x04", "xterm", "crawl"),
    ],
)
def test_at_a_terminal_the_person_is_asked(
    newer: MadeUpPackage,
    corpus: Corpus,
    crawled: SmallPortal,
    answer: bytes,
    terminal: str,
    command: str,
):
    before = corpus.tei()
    asked = Terminal(newer, [command, *map(str, corpus.arguments)], terminal)
    assert LINE in asked.said.decode()
    assert corpus.tei() == before
    assert not crawled.asked
    said = asked.answer(answer)
    assert said.count("[y/n]") == 1
    assert bool(crawled.asked) is (command == "crawl")
    assert NOBODY not in said
    if answer == b"y\n":
        assert corpus.versions() == {NEW}
    else:
        assert corpus.tei() == before
        assert not corpus.states()
        assert KEPT in newer.curator("status", *corpus.arguments)
        assert len(corpus.rows()) == 21


@needs_terminal
def test_a_kill_at_the_question_changes_nothing(newer: MadeUpPackage, corpus: Corpus):
    before = corpus.tei()
    Terminal(newer, ["build", *map(str, corpus.arguments)], "dumb").kill()
    assert corpus.tei() == before
    assert "older output version" not in newer.curator("status", *corpus.arguments)
    assert LINE in newer.curator("build", *corpus.arguments, "--keep-old")
    assert corpus.tei() == before


def test_changed_rules_are_not_called_the_program_s(
    newer: MadeUpPackage, corpus: Corpus, tmp_path: Path
):
    config = tmp_path / "portal.yaml"
    text = corpus.config.read_text(encoding="utf-8")
    config.write_text(text.replace("root: article", "root: article, drop: [h6]"), encoding="utf-8")
    said = newer.curator("build", config, "--corpus", corpus.folder)
    kinds = f"day: 12; rules changed, too: 20; {KINDS}"
    assert f"changes 20 of 30 articles in TEI: {kinds}" in said
    assert len([line for line in said.splitlines() if " | " in line]) == 3


KILLED = """
import os
from pathlib import Path
from webarticlecurator.crawling.building import build, writing
from webarticlecurator.crawling.captures.tei_drafts import TeiDrafts
from webarticlecurator.crawling.workers.run_options import BuildOptions, Runtime
from webarticlecurator.portal_file.config.load import load_portal
build.BATCH = 7
finish = TeiDrafts.finish
batches = iter((False, True))
def end(self):
    has_drafts = bool(self._drafts)
    finish(self)
    if has_drafts and next(batches):
        os._exit(0)  # the files have their names; the index does not know them
TeiDrafts.finish = end
portal = load_portal(Path({config!r}))
build.build(portal, Path({folder!r}), BuildOptions(), Runtime(executor="serial"))
"""


@pytest.mark.parametrize("keep_old", [False, True])
def test_a_killed_upgrade_is_finished_by_the_same_command(
    newer: MadeUpPackage, corpus: Corpus, tmp_path: Path, keep_old: bool
):
    before = corpus.tei()
    undisturbed = Path(shutil.copytree(corpus.folder, tmp_path / "undisturbed"))
    newer.curator("build", corpus.config, "--corpus", undisturbed)
    newer.python(KILLED.format(config=str(corpus.config), folder=str(corpus.folder)))
    assert corpus.versions() == {OLD, NEW}
    if keep_old:
        halfway = corpus.tei()
        newer.curator("build", *corpus.arguments, "--keep-old")
        assert corpus.tei() == halfway
        kept = json.loads(newer.curator("status", *corpus.arguments, "--json"))["kept_old"]
        assert kept == sum(f'version="{OLD}"'.encode() in content for content in halfway.values())
    newer.curator("build", *corpus.arguments)
    top = undisturbed / "tei"
    whole = {p.relative_to(top).as_posix(): p.read_bytes() for p in top.rglob("*.xml")}
    assert corpus.tei() == whole
    first, *later = (lines for _, lines in corpus.states())
    assert first == state_lines(before)
    assert all(lines < first for lines in later)
    # what was written before the kill is still in the table
    assert corpus.rows() == [
        line.split("\t") for line in (undisturbed / TABLE).read_text("utf-8").splitlines()
    ]


def test_several_processes_show_and_write_the_same(
    newer: MadeUpPackage, corpus: Corpus, tmp_path: Path
):
    other = Path(shutil.copytree(corpus.folder, tmp_path / "other"))
    program = f"""
from pathlib import Path
from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.workers import executor_kinds
from webarticlecurator.crawling.workers.run_options import BuildOptions, Runtime
from webarticlecurator.portal_file.config.load import load_portal
executor_kinds.MIN_PARALLEL_TASKS = 1
if __name__ == "__main__":
    portal = load_portal(Path({str(corpus.config)!r}))
    build(portal, Path({str(other)!r}), BuildOptions(jobs=2), Runtime())
"""
    newer.python(program)
    newer.curator("build", *corpus.arguments)
    top = other / "tei"
    assert {p.relative_to(top).as_posix(): p.read_bytes() for p in top.rglob("*.xml")} == (
        corpus.tei()
    )
    assert (other / TABLE).read_bytes() == (corpus.folder / TABLE).read_bytes()


def test_a_citation_of_the_old_state_is_checked_by_the_record(
    newer: MadeUpPackage, corpus: Corpus, package: MadeUpPackage
):
    cited = corpus.folder.with_name("cited.jsonl")
    package.curator("manifest", *corpus.arguments, "--output", cited)  # of this output version
    newer.curator("build", *corpus.arguments)
    newer.curator("verify", *corpus.arguments, "--rebuild")
    newer.curator("build", *corpus.arguments)
    said = newer.curator("verify", *corpus.arguments, "--manifest", cited, code=1)
    assert said.count("it was the TEI of this corpus until an upgrade replaced it: record") == 30
    for path in (corpus.folder / "warc").glob("*.warc.gz"):
        checked = Checker(_Options(str(path)))
        checked.process_all()
        assert checked.exit_value == 0
    # the program of then reads the WARC files
    assert "30 built" in package.curator("build", *corpus.arguments)


def test_an_index_that_is_made_again_knows_what_is_old(newer: MadeUpPackage, corpus: Corpus):
    before = corpus.tei()
    newer.curator("verify", *corpus.arguments, "--rebuild")
    assert LINE in newer.curator("build", *corpus.arguments)
    ((_, lines),) = corpus.states()
    assert lines == state_lines(before)


class _Options:
    """What ``warcio check`` takes."""

    verbose = False

    def __init__(self, path: str) -> None:
        self.inputs = [path]
