"""No command that deletes takes the last copy of a text, whatever is damaged, foreign or half
restored: unless a person asks for exactly that."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from small_portal import SmallPortal, article, listing, small_portal

import webarticlecurator
from webarticlecurator.cli.main import main
from webarticlecurator.storage.warc.container import (
    BrokenMember,
    find_next_readable,
    read_records,
)
from webarticlecurator.storage.warc.message import is_page_record, read_answer

RULES = """
fetch: {delay: 0, robots: ignore, retries: 0}
archive: {url: "BASE/list", dates: none, links: h2}
article: {body: {root: article}, metadata: {published: time}}
corpus: {title: Texts, editors: [{name: "Archer, Anna"}], licence: CC-BY-4.0}
"""
NAMES = [f"/a{number}" for number in range(6)]
DAY = "<time>2024-03-05</time>"
WITHDRAWN = "/a0"
PAGES = {
    "/list": listing(*NAMES),
    **{name: article(f"The text of article {name}.", around=DAY) for name in NAMES},
}


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallPortal]:
    """A corpus, and beside it the copy ``earlier`` that was made when half of it was there."""
    with small_portal(tmp_path_factory.mktemp("portal"), PAGES) as portal:
        portal.executor = "serial"
        portal.pages["/list"] = listing(*NAMES[:3])
        portal.crawl(RULES)
        shutil.copytree(portal.corpus, portal.folder / "earlier")
        portal.pages["/list"] = listing(*NAMES)
        portal.clock.sleep(86400 * 9)
        portal.crawl(RULES)
        assert set(portal.articles().values()) == {"tei"}
        yield portal


def warc(corpus: Path, kind: str) -> Path:
    return max((corpus / "warc").glob(f"*-{kind}-*"))


def cut(corpus: Path, kind: str) -> None:
    file = warc(corpus, kind)
    os.truncate(file, file.stat().st_size * 2 // 3)


def zero(corpus: Path, path: str) -> None:
    with closing(sqlite3.connect(corpus / "corpus.sqlite")) as index:
        query = "SELECT file, offset, length FROM captures WHERE url LIKE '%' || ?"
        places = index.execute(query, (path,)).fetchall()
    for name, offset, length in places:
        with (corpus / name).open("r+b") as file:
            file.seek(offset)
            file.write(bytes(length))


def zero_many(corpus: Path) -> None:
    for path in ("/list", "/a1", "/a4"):
        zero(corpus, path)


def lose_index(corpus: Path) -> None:
    (corpus / "corpus.sqlite").unlink()


def lose_index_and_end(corpus: Path) -> None:
    lose_index(corpus)
    cut(corpus, "articles")


def lose_index_and_list(corpus: Path) -> None:
    zero_many(corpus)
    lose_index(corpus)


def restore_index(corpus: Path) -> None:
    """The index is that of an earlier copy."""
    shutil.copy(corpus.parent / "earlier" / "corpus.sqlite", corpus)


def restore_warcs(corpus: Path) -> None:
    """The WARC files are those of an earlier copy."""
    shutil.rmtree(corpus / "warc")
    shutil.copytree(corpus.parent / "earlier" / "warc", corpus / "warc")


def restore_warcs_without_index(corpus: Path) -> None:
    restore_warcs(corpus)
    lose_index(corpus)


def name_files_outside(corpus: Path) -> None:
    """As of somebody else: the index names the files of the user."""
    with closing(sqlite3.connect(corpus / "corpus.sqlite")) as index, index:
        index.execute("UPDATE articles SET tei = '../../mine/' || substr(tei, 9)")


def double(corpus: Path) -> None:
    """A file was restored behind itself."""
    for kind in ("archive", "articles"):
        file = warc(corpus, kind)
        file.write_bytes(file.read_bytes() * 2)


def swap(corpus: Path) -> None:
    """The records are in another order than the index says."""
    file = warc(corpus, "articles")
    content = file.read_bytes()
    starts = [located.offset for located in read_records(file, "")]
    members = [content[a:b] for a, b in zip(starts, [*starts[1:], len(content)], strict=True)]
    file.write_bytes(b"".join([*members[:1], *reversed(members[1:])]))


def rename_warc(corpus: Path) -> None:
    """No command reads the file by the name that somebody gave it."""
    file = warc(corpus, "articles")
    file.rename(file.with_name("copy of tuesday.warc.gz"))


def restore_tei(corpus: Path) -> None:
    """The TEI is that of an earlier copy, and a part of the WARC files is lost."""
    shutil.rmtree(corpus / "tei")
    shutil.copytree(corpus.parent / "earlier" / "tei", corpus / "tei")
    cut(corpus, "articles")


DAMAGES: tuple[Callable[[Path], None], ...] = (
    lambda corpus: cut(corpus, "articles"),
    lambda corpus: cut(corpus, "archive"),
    lambda corpus: warc(corpus, "articles").unlink(),
    lambda corpus: warc(corpus, "archive").unlink(),
    zero_many,
    lose_index,
    lose_index_and_end,
    lose_index_and_list,
    restore_index,
    restore_warcs,
    restore_warcs_without_index,
    name_files_outside,
    double,
    swap,
    rename_warc,
    restore_tei,
)
SHARES = 4
"""Each damage meets one command in so many, and each command as many damages; all with
``--long``."""
EARLIER = "the WARC file of an earlier copy"
COMMANDS: tuple[list[str], ...] = (
    ["build"],
    ["build", "--all"],
    ["build", "--prune"],
    ["verify", "--rebuild"],
    ["verify", "--repair"],
    ["withdraw", WITHDRAWN, "--reason", "a court"],
    ["warc", "redact", "--secrets"],
    ["warc", "redact", "--output", "handed-on"],
    ["warc", "adopt", EARLIER],
    ["crawl"],
    ["crawl", "--full"],
    ["crawl", "--refresh", "all"],
    ["export", "--format", "txt", "--output", "handed-on"],
    ["export", "--format", "wacz", "--output", "handed-on"],
    ["package", "--output", "handed-on"],
    ["search", "text"],
)
DELETING = {
    "base/system/output_files.py": ["export", "package"],
    "corpus/keeping/tei_zips.py": ["package"],
    "corpus/archives/warc_output.py": ["warc redact"],
    "corpus/keeping/warc_redaction.py": ["warc redact"],
    "corpus/keeping/withdrawing.py": ["withdraw"],
    "corpus/deposit/deposit_folder.py": ["package"],
    "crawling/building/pruned.py": ["build --prune"],
    "crawling/captures/tei_cleanup.py": ["build", "crawl"],
    "crawling/captures/tei_drafts.py": ["build", "crawl"],
    "storage/fixity/mending.py": ["verify --repair", "withdraw", "warc redact"],
    "storage/fixity/parity.py": ["crawl", "verify"],
    "storage/texts/derived_file.py": ["search"],
    "storage/index/disk.py": ["crawl", "verify --rebuild"],
    "storage/index/index_opening.py": ["verify --rebuild"],
    "storage/store/index_rebuild.py": ["verify --rebuild"],
    "storage/store/redact.py": ["warc redact"],
}
"""Each module that removes or cuts files of a corpus, and the commands that do so."""
NO_TEXT = {
    "base/system/appended_lines.py",
    "base/system/file_locks.py",
    "crawling/building/cited_state.py",
    "crawling/building/upgrade.py",
    "crawling/fetch/kept_session.py",
    "proposing/judged/judged_summary.py",
    "storage/index/lock.py",
    "storage/warc/warc_reader.py",
    "studio/frame/run_processes.py",
    "studio/articles/articles_download.py",
    "studio/new_portal/given_files.py",
}
"""Modules that remove nothing else than locks, drafts, sessions, copies of their own, numbers that
follow from others, and a line that a killed run has begun."""


def read_answers(file: Path) -> Iterator[str]:
    """The text of every answer of a WARC file that can be read, on both sides of what is damaged."""
    start: int | None = 0
    while start is not None:
        try:
            for located in read_records(file, "", start):
                if is_page_record(located.record):
                    yield read_answer(located.record).decoded.content.decode("utf-8", "replace")
            return
        except BrokenMember as broken:
            start = broken.next_offset or find_next_readable(file, broken.offset + 1)


def find_texts(corpus: Path) -> set[str]:
    """The articles whose text is in a WARC file or in TEI."""
    texts = [path.read_text("utf-8") for path in (corpus / "tei").rglob("*.xml")]
    texts += [text for file in (corpus / "warc").iterdir() for text in read_answers(file)]
    return {name for name in NAMES if any(f"text of article {name}." in text for text in texts)}


def share_commands(share: int) -> list[tuple[Callable[[Path], None], list[list[str]]]]:
    """Return each damage with a quarter of the commands, so that four shares are all."""
    return [
        (damage, [*COMMANDS[(number + share) % SHARES :: SHARES]])
        for number, damage in enumerate(DAMAGES)
    ]


@pytest.mark.parametrize(
    ("damage", "commands"),
    [
        pytest.param(*each, marks=[pytest.mark.long] if share else [])
        for share in range(SHARES)
        for each in share_commands(share)
    ],
)
def test_no_command_takes_the_last_copy_of_a_text(
    damage: Callable[[Path], None],
    commands: list[list[str]],
    crawled: SmallPortal,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
) -> None:
    for number, words in enumerate(commands):
        folder = tmp_path / str(number)
        shutil.copytree(crawled.folder, folder)
        mine = shutil.copytree(folder / "corpus" / "tei", folder / "mine")
        corpus = folder / "corpus"
        damage(corpus)
        before = find_texts(corpus)
        config = [str(folder / "portal.yaml"), "--corpus", str(corpus)]
        (earlier,) = (folder / "earlier" / "warc").glob("*-articles-*")
        meant = {
            WITHDRAWN: f"{crawled.base}{WITHDRAWN}",
            EARLIER: str(earlier),
            "handed-on": str(folder / "handed-on"),
        }
        named = [meant.get(word, word) for word in words]
        for command in (named, ["build"], ["verify", "--rebuild"], ["build"]):
            place = 2 if command[0] == "warc" else 1
            main([*command[:place], config[0], *command[place:], *config[1:]])
            assert "Traceback" not in capfd.readouterr().err
        allowed = {WITHDRAWN} if words[0] == "withdraw" else set()
        assert before - find_texts(corpus) <= allowed, words
        assert len([*mine.rglob("*.xml")]) == len(NAMES), words


def test_each_module_that_deletes_is_named_with_its_command() -> None:
    top = Path(webarticlecurator.__file__).parent
    removal = re.compile(r"\.unlink\(|rmtree\(|truncate\(|os\.remove\(|\.rmdir\(")
    found = {
        path.relative_to(top).as_posix()
        for path in top.rglob("*.py")
        if removal.search(path.read_text(encoding="utf-8"))
    }
    assert found == DELETING.keys() | NO_TEXT
    tried = [" ".join(words) for words in COMMANDS]
    for commands in DELETING.values():
        assert all(any(each.startswith(command) for each in tried) for command in commands)
