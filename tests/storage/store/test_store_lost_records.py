"""What of a WARC file is lost: the TEI made of it is the last copy, and stays."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from small_portal import SmallPortal, article, crawled_portal, listing

from webarticlecurator.cli.main import main

RULES = """
fetch: {delay: 0, robots: ignore}
archive: {url: "BASE/list", dates: none, links: h2}
article: {body: {root: article}, metadata: {published: time}}
"""
NAMES = [f"/a{number}" for number in range(6)]
DAY = "<time>2024-03-05</time>"
PAGES = {
    "/list": listing(*NAMES),
    **{name: article(f"The text of article {name}.", around=DAY) for name in NAMES},
}


def cut_last_third(portal: SmallPortal, file: Path) -> None:
    content = file.read_bytes()
    file.write_bytes(content[: len(content) * 2 // 3])


def zero_response(portal: SmallPortal, file: Path) -> None:
    """Zero the bytes of the third response, as a bad sector does."""
    with closing(sqlite3.connect(portal.corpus / "corpus.sqlite")) as index:
        query = "SELECT offset, length FROM captures WHERE url LIKE '%/a2'"
        offset, length = index.execute(query).fetchone()
    content = file.read_bytes()
    file.write_bytes(content[:offset] + bytes(length) + content[offset + length :])


@pytest.mark.parametrize("damage", [cut_last_third, zero_response])
def test_the_last_copy_of_a_text_stays(
    damage: Callable[[SmallPortal, Path], None],
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
) -> None:
    with crawled_portal(tmp_path, PAGES, RULES) as portal:
        before = portal.tei()
        (file,) = (portal.corpus / "warc").glob("*-articles-*")
        damage(portal, file)
        where = [str(tmp_path / "portal.yaml"), "--corpus", str(portal.corpus)]
        for words in (["verify"], ["verify", "--rebuild"], ["build"], ["status"], ["build"]):
            main([words[0], *where, *words[1:]])
            assert portal.tei() == before
        assert "pending" in capfd.readouterr().out


@pytest.mark.parametrize("damage", [cut_last_third, zero_response, lambda _, file: file.unlink()])
def test_what_is_lost_stays_said_until_it_is_back(
    damage: Callable[[SmallPortal, Path], None],
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
) -> None:
    with crawled_portal(tmp_path, PAGES, RULES) as portal:
        (file,) = (portal.corpus / "warc").glob("*-articles-*")
        content, before = file.read_bytes(), portal.articles()
        damage(portal, file)
        left = file.read_bytes() if file.exists() else None
        where = [str(tmp_path / "portal.yaml"), "--corpus", str(portal.corpus)]
        for words in (["verify", "--rebuild"], ["verify", "--rebuild"], ["verify"]):
            assert main([words[0], *where, *words[1:]]) == 4
            said = capfd.readouterr().out
            assert f"/a{2 if damage is zero_response else 3} of 2024-05-02" in said
            assert "is lost" in said
        main(["build", *where])
        (portal.corpus / "corpus.sqlite").unlink()
        assert main(["verify", "--rebuild", *where]) == 4
        assert (file.read_bytes() if file.exists() else None) == left
        capfd.readouterr()
        main(["status", *where])
        assert "problem: lost: " in capfd.readouterr().out
        file.write_bytes(content)
        assert main(["verify", "--rebuild", *where]) == 0
        assert not (portal.corpus / "lost.jsonl").exists()
        main(["build", *where])
        capfd.readouterr()
        assert main(["status", *where]) == 0
        assert "lost" not in capfd.readouterr().out
        assert portal.articles() == before


def test_what_is_stored_after_a_loss_does_not_go_into_the_damaged_file(tmp_path: Path) -> None:
    with crawled_portal(tmp_path, PAGES, RULES) as portal:
        (file,) = (portal.corpus / "warc").glob("*-articles-*")
        content = file.read_bytes()
        cut_last_third(portal, file)
        left = file.read_bytes()
        where = [str(tmp_path / "portal.yaml"), "--corpus", str(portal.corpus)]
        assert main(["verify", "--rebuild", *where]) == 4
        portal.crawl(RULES)
        files = sorted((portal.corpus / "warc").glob("*-articles-*"))
        assert len(files) == 2 and file.read_bytes() == left
        # so a copy can be put back in its place, and nothing of what came since is lost
        file.write_bytes(content)
        assert main(["verify", "--rebuild", *where]) == 0
        assert main(["verify", *where]) == 0
        assert not (portal.corpus / "lost.jsonl").exists()
        main(["build", *where])
        assert set(portal.articles().values()) == {"tei"}
