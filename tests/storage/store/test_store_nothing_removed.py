"""Commands that delete, with corpora that are damaged, from a stranger or half restored: no text is
removed that cannot be made again, but what a person asked for, and nothing outside of the corpus.
"""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from small_portal import SmallPortal, article, listing, small_portal
from unpacked_files import places_of

from webarticlecurator.cli.main import main

RULES = """\
fetch: {delay: 0, robots: ignore}
archive: {url: "BASE/list", dates: none, links: h2}
article: {body: {root: article}, metadata: {published: time}}
"""
NAMES = [f"/a{number}" for number in range(6)]
PAGES = {
    "/list": listing(*NAMES),
    **{
        name: article(f"The text of article {name}.", around="<time>2024-03-05</time>")
        for name in NAMES
    },
}


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallPortal]:
    with small_portal(tmp_path_factory.mktemp("crawled"), PAGES) as portal:
        portal.executor = "serial"
        portal.crawl(RULES)
        yield portal


def find_warc(corpus: Path) -> Path:
    (file,) = (corpus / "warc").glob("*-articles-*")
    return file


def cut_last_third(corpus: Path) -> None:
    file = find_warc(corpus)
    file.write_bytes(file.read_bytes()[: file.stat().st_size * 2 // 3])


def zero_response(corpus: Path) -> None:
    with closing(sqlite3.connect(corpus / "corpus.sqlite")) as index:
        query = "SELECT offset, length FROM captures WHERE url LIKE '%/a2'"
        offset, length = index.execute(query).fetchone()
    content = find_warc(corpus).read_bytes()
    zeroed = content[:offset] + bytes(length) + content[offset + length :]
    find_warc(corpus).write_bytes(zeroed)


def lose_index(corpus: Path) -> None:
    for file in corpus.glob("corpus.sqlite*"):
        file.unlink()


def damage_index(corpus: Path) -> None:
    lose_index(corpus)
    (corpus / "corpus.sqlite").write_bytes(b"no index" * 99)


def name_files_of_others(corpus: Path) -> None:
    """The index of a stranger says that the TEI of an article is a file of the user."""
    with closing(sqlite3.connect(corpus / "corpus.sqlite")) as index, index:
        index.execute(
            "UPDATE articles SET tei = '../mine.xml' WHERE id = (SELECT min(id) FROM articles)"
        )


def restore_without_lists(corpus: Path) -> None:
    """Only the files with articles came back from the backup."""
    lose_index(corpus)
    for file in (corpus / "warc").glob("*-archive-*"):
        file.unlink()


def restore_without_warcs(corpus: Path) -> None:
    find_warc(corpus).unlink()


def restore_tei_alone(corpus: Path) -> None:
    lose_index(corpus)
    shutil.rmtree(corpus / "warc")


def restore_part_of_tei(corpus: Path) -> None:
    """The text of one article came back, that of the others did not, nor did their WARC file."""
    find_warc(corpus).unlink()
    lose_index(corpus)
    for file in sorted((corpus / "tei").rglob("*.xml"))[1:]:
        file.unlink()


def leave_unfinished(corpus: Path) -> None:
    """Files as killed runs leave them, beside a WARC file that ends in the middle."""
    cut_last_third(corpus)
    (corpus / "tei" / "half.xml.tmp").write_bytes(b"<TEI")
    (corpus / "mine.txt").write_bytes(b"notes of the user")


STATES = (
    cut_last_third,
    zero_response,
    lose_index,
    damage_index,
    name_files_of_others,
    restore_without_lists,
    restore_without_warcs,
    restore_tei_alone,
    restore_part_of_tei,
    leave_unfinished,
)
WITHDRAWN = "/a5"
SENTENCE = re.compile(r"article /a\d\.")
COMMANDS = {
    "build": [["build"]],
    "build all": [["build", "--all"]],
    "prune": [["build", "--prune"]],
    "rebuild": [["verify", "--rebuild"], ["build", "--prune"]],
    "crawl": [["crawl"]],  # clean-up at its start
    "withdraw": [["withdraw", WITHDRAWN, "--reason", "by order"], ["build", "--prune"]],
    "redact": [["warc", "redact"], ["build", "--prune"]],
}


def read_texts(corpus: Path) -> dict[str, bytes]:
    """The files of a corpus that are the last copy of anything, or may be."""
    top = corpus / "tei"
    return {str(p.relative_to(top)): p.read_bytes() for p in sorted(top.rglob("*.xml"))}


@pytest.mark.parametrize("damage", STATES, ids=lambda state: state.__name__)
@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_removes_what_cannot_be_made_again(
    crawled: SmallPortal, command: str, damage: Callable[[Path], None], tmp_path: Path
) -> None:
    corpus, config = tmp_path / "corpus", tmp_path / "portal.yaml"
    shutil.copytree(crawled.corpus, corpus)
    shutil.copy(crawled.folder / "portal.yaml", config)
    (tmp_path / "mine.xml").write_bytes(b"a file of the user")
    damage(corpus)
    texts, warcs = read_texts(corpus), sorted((corpus / "warc").glob("*"))
    stored = {file: file.read_bytes() for file in warcs}
    for verb, *options in COMMANDS[command]:
        words = [verb, str(config), "--corpus", str(corpus), *options]
        if verb == "withdraw":
            words[2:2] = [f"{crawled.base}{options[0]}"]
            words.remove(options[0])
        if verb == "warc":
            redacted = str(tmp_path / "redacted")
            words = ["warc", "redact", *words[1:4], "--output", redacted]
        main(words)
    left = read_texts(corpus)
    if command == "withdraw":  # a person asked for exactly that one
        texts = {name: text for name, text in texts.items() if WITHDRAWN.encode() not in text}
    words_of = {name: SENTENCE.search(text.decode()) for name, text in texts.items()}
    lost = [
        sentence[0]
        for name, sentence in words_of.items()
        if name not in left and sentence and not places_of(corpus, sentence[0])
    ]
    assert not lost, lost
    assert (tmp_path / "mine.xml").read_bytes() == b"a file of the user"
    if command != "withdraw":  # which writes these files again, without that article
        assert all(file.read_bytes().startswith(stored[file]) for file in warcs)
    if damage is leave_unfinished:
        assert (corpus / "mine.txt").exists()


@pytest.mark.parametrize("command", ["build", "withdraw", "crawl"])
def test_what_a_person_asks_for_is_removed(
    crawled: SmallPortal, command: str, tmp_path: Path
) -> None:
    """So that the test above is not right for the reason that no command did anything."""
    corpus, config = tmp_path / "corpus", tmp_path / "portal.yaml"
    shutil.copytree(crawled.corpus, corpus)
    shutil.copy(crawled.folder / "portal.yaml", config)
    url = f"{crawled.base}{WITHDRAWN}"
    (tmp_path / "portal.exclude.tsv").write_text(f"id\treason\n{url}\tby order\n", encoding="utf-8")
    words = [command, str(config), "--corpus", str(corpus)]
    more = {"withdraw": [url, "--reason", "by order"], "build": ["--prune"]}
    main([*words[:2], *more.get(command, []), *words[2:]])
    assert len(read_texts(corpus)) == len(NAMES) - 1
