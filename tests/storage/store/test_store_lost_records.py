"""What of a WARC file is lost: the TEI made of it is the last copy, and stays."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from small_portal import Answer, SmallPortal, article, crawled_portal, listing

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


def zero_records(portal: SmallPortal, path: str) -> None:
    """Zero the bytes of all responses of a path, as bad sectors do."""
    with closing(sqlite3.connect(portal.corpus / "corpus.sqlite")) as index:
        query = "SELECT file, offset, length FROM captures WHERE url LIKE '%' || ?"
        places = index.execute(query, (path,)).fetchall()
    assert places
    for name, offset, length in places:
        with (portal.corpus / name).open("r+b") as file:
            file.seek(offset)
            file.write(bytes(length))


@pytest.mark.parametrize("is_acknowledged", [False, True])
def test_the_last_copy_stays_when_the_list_that_named_it_is_lost_too(
    is_acknowledged: bool, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with crawled_portal(tmp_path, PAGES, RULES) as portal:
        before = portal.tei()
        for path in ("/list", "/a2"):
            zero_records(portal, path)
        where = [str(tmp_path / "portal.yaml"), "--corpus", str(portal.corpus)]
        assert main(["verify", "--rebuild", *where]) == 4
        if is_acknowledged:
            (portal.corpus / "lost.jsonl").unlink()
        main(["build", *where])
        assert portal.tei() == before
        capfd.readouterr()
        assert main(["verify", *where]) == 4
        assert "remove it" not in capfd.readouterr().out
        # what can be made again is still removed without an article
        copy = next(
            each for each in (portal.corpus / "tei").rglob("*.xml") if "/a1<" in each.read_text()
        )
        stray = copy.with_name("aaaaaaaaaaaaaaaaa.xml")
        stray.write_bytes(copy.read_bytes())
        (portal.corpus / "corpus.sqlite").unlink()
        main(["verify", "--rebuild", *where])
        main(["build", *where])
        assert portal.tei() == before


NOTICES = {
    "gone": Answer("not here", 404),
    "down": Answer("out of order", 503),
    "soft-404": article("", around="<h1>Page not found</h1>"),
    "moved away": Answer("", 302, (("Location", "http://127.0.0.1:9/elsewhere"),)),
}


@pytest.mark.parametrize("notice", NOTICES)
def test_no_later_answer_takes_the_last_copy_of_a_text(notice: str, tmp_path: Path) -> None:
    with crawled_portal(tmp_path, PAGES, RULES) as portal:
        before = portal.tei()
        (file,) = (portal.corpus / "warc").glob("*-articles-*")
        zero_response(portal, file)
        where = [str(tmp_path / "portal.yaml"), "--corpus", str(portal.corpus)]
        assert main(["verify", "--rebuild", *where]) == 4
        portal.pages["/a2"] = NOTICES[notice]
        for _ in range(4):
            portal.crawl(RULES)
            main(["build", "--all", *where])
            assert portal.tei() == before
            if notice == "gone":
                assert portal.articles()["/a2"] == "tei"
        # what the portal shows again is what the article is then
        portal.pages["/a2"] = article("The new text.", around=DAY)
        if portal.articles()["/a2"] != "tei":
            portal.crawl(RULES)
            assert portal.articles()["/a2"] == "tei"
            (text,) = set(before.items()) - set(portal.tei().items())
            assert [each.read_text() for each in (portal.corpus / "lost").iterdir()] == [text[1]]


def test_what_no_build_can_make_is_not_taken_by_the_rules(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Twelve articles are lost, and the portal has deleted them since."""
    names = [f"/a{number}" for number in range(12)]
    pages = {name: article(f"The text of article {name}.", around=DAY) for name in names}
    with crawled_portal(tmp_path, {"/list": listing(*names), **pages}, RULES) as portal:
        before = portal.tei()
        for name in names[1:]:
            zero_records(portal, name)
            portal.pages[name] = Answer("not here", 404)
        where = [str(tmp_path / "portal.yaml"), "--corpus", str(portal.corpus)]
        assert main(["verify", "--rebuild", *where]) == 4
        portal.pages["/list"] = listing("/new", *names)
        portal.pages["/new"] = article("The text of a new article.", around=DAY)
        for _ in range(2):
            capfd.readouterr()
            main(["crawl", *where])
        assert "built again" not in "".join(capfd.readouterr())
        assert set(before.items()) < set(portal.tei().items())
        assert portal.articles() == dict.fromkeys(["/new", *names], "tei")


@pytest.mark.parametrize("words", [["verify", "--rebuild"], ["build"], ["crawl"]])
def test_a_broken_end_stays_until_a_person_has_decided(
    words: list[str], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Without an index nobody knows whether the end was written by half, or lost later."""
    with crawled_portal(tmp_path, PAGES, RULES) as portal:
        before = portal.tei()
        (file,) = (portal.corpus / "warc").glob("*-articles-*")
        cut_last_third(portal, file)
        left = file.read_bytes()
        (portal.corpus / "corpus.sqlite").unlink()
        where = [str(tmp_path / "portal.yaml"), "--corpus", str(portal.corpus)]
        main([words[0], *where, *words[1:]])
        assert file.read_bytes() == left
        main(["build", *where])
        after = portal.tei()
        assert set(after) == set(before) and (after == before or words == ["crawl"])
        capfd.readouterr()
        main(["status", *where])
        assert "problem: lost: " in capfd.readouterr().out
        (portal.corpus / "lost.jsonl").unlink()
        main(["verify", "--rebuild", *where])
        assert len(file.read_bytes()) < len(left)
        main(["build", *where])
        capfd.readouterr()
        main(["status", *where])
        assert "lost" not in capfd.readouterr().out
        portal.crawl(RULES)
        assert set(portal.articles().values()) == {"tei"}


def test_withdraw_takes_the_last_copy_too(tmp_path: Path) -> None:
    with crawled_portal(tmp_path, PAGES, RULES) as portal:
        (file,) = (portal.corpus / "warc").glob("*-articles-*")
        cut_last_third(portal, file)
        where = [str(tmp_path / "portal.yaml"), "--corpus", str(portal.corpus)]
        assert main(["verify", "--rebuild", *where]) == 4
        (portal.corpus / "lost.jsonl").unlink()
        assert main(["verify", "--rebuild", *where]) == 0
        portal.pages["/a4"] = article("The new text.", around=DAY)
        portal.crawl(RULES)
        assert len([*(portal.corpus / "lost").iterdir()]) == 1
        url = f"{portal.base}/a4"
        main(["withdraw", where[0], url, "--reason", "a court", *where[1:]])
        assert len(portal.tei()) == len(NAMES) - 1
        assert not any("article /a4" in text for text in portal.tei().values())
        assert not [*(portal.corpus / "lost").iterdir()]


@pytest.mark.parametrize("is_beside", [False, True])
def test_a_file_that_is_there_twice_is_said_and_is_no_damage(
    is_beside: bool, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with crawled_portal(tmp_path, PAGES, RULES) as portal:
        (file,) = (portal.corpus / "warc").glob("*-articles-*")
        content = file.read_bytes()
        copy = file.with_name(file.name.replace("-00001", "-00002")) if is_beside else file
        copy.write_bytes(content if is_beside else content * 2)
        where = [str(tmp_path / "portal.yaml"), "--corpus", str(portal.corpus)]
        for words in (["verify"], ["verify", "--rebuild"], ["build"], ["verify"]):
            assert main([words[0], *where, *words[1:]]) == 0
            said = capfd.readouterr().out
            assert "6 of the responses are stored twice" in said or words == ["build"]
        os.truncate(file, len(content) // 2)
        assert main(["verify", *where]) == 4
