"""`curator diff`: two versions of an article of a corpus."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from blog import ALL, RULES, Blog, Post, open_blog
from small_portal import Answer

from webarticlecurator.cli.main import main

Diff = Callable[..., tuple[int, str, str]]
TEXTS = (
    "The cat sat on the mat, as it did on every other day of the long and uneventful week before.",
    "The dog sat on the mat, as it did on every other day of the long and uneventful week before.",
    "The dog sat on the mat, as it did on every other day of the long and uneventful week after.",
)


@pytest.fixture(scope="module")
def blog(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Blog]:
    """Versions of 2, 3 and 5 May; the second post has only one."""
    posts = [Post(1, TEXTS[0]), Post(2, "Another text")]
    with open_blog(tmp_path_factory.mktemp("diff"), posts) as running:
        running.crawl()
        for days, text in ((1, TEXTS[1]), (2, TEXTS[2])):
            running.posts[1].text = text
            running.wait(days=days)
            running.crawl(ALL)
        yield running


@pytest.fixture
def diff(blog: Blog, capsys: pytest.CaptureFixture[str]) -> Diff:
    def call(path: str, *options: str) -> tuple[int, str, str]:
        config, corpus = str(blog.portal.write(blog.rules).path), str(blog.portal.corpus)
        capsys.readouterr()
        code = main(["diff", config, blog.portal.base + path, "--corpus", corpus, *options])
        return code, *capsys.readouterr()

    return call


def test_the_last_two_versions_by_default(diff: Diff):
    code, said, _ = diff("/1")
    lines = said.splitlines()
    assert code == 0 and [line[:15] for line in lines[1:3]] == [
        "version 2 of 3:",
        "version 3 of 3:",
    ]
    assert lines[3:] == [
        "~ paragraph 1: … other day of the long and uneventful week [-before.-] {+after.+}",
        "words: 1 gone, 1 added",
    ]


@pytest.mark.parametrize(
    "options",
    [("--from", "1", "--to", "2"), ("--from", "2024-05-02", "--to", "2024-05-04"), ("--to", "2")],
)
def test_versions_are_named_by_number_or_day(diff: Diff, options: tuple[str, ...]):
    _, said, _ = diff("/1", *options)
    assert "~ paragraph 1: The [-cat-] {+dog+} sat on the mat, as it did on …" in said


def test_json_has_the_whole_lines(diff: Diff):
    answer = json.loads(diff("/1", "--from", "1", "--json")[1])
    assert (answer["from"], answer["to"], len(answer["versions"])) == (1, 3, 3)
    assert answer["versions"][1]["time"].startswith("2024-05-03T")
    assert answer["text"] == [
        {"change": "changed", "kind": "paragraph", "number": 1, "from": TEXTS[0], "to": TEXTS[2]}
    ]
    assert (answer["words_gone"], answer["words_added"], answer["metadata"]) == (2, 2, [])


def test_one_version_is_nothing_to_compare(diff: Diff):
    code, said, message = diff("/2")
    assert (code, said.count("version 1 of 1:")) == (0, 1)
    assert "the article has only one version, so there is nothing to compare" in message


@pytest.mark.parametrize(
    ("path", "options", "message"),
    [
        ("/1", ("--from", "4"), "no version 4 (expected 1 to 3, or a day from 2024-05-02 on)"),
        ("/1", ("--from", "2024-05-01"), "no version 2024-05-01 (expected 1 to 3"),
        ("/never", (), "/never is not in the corpus"),
        ("/1", ("--to", "May"), "not a version: 'May' (expected its number, or a day YYYY-MM-DD)"),
    ],
)
def test_what_is_not_there_is_named(diff: Diff, path: str, options: tuple[str, ...], message: str):
    try:
        code, _, said = diff(path, *options)
    except SystemExit as ended:  # from the parser of arguments
        assert ended.code == 2 and "May" in message
        return
    assert code == 2 and message in said


def test_a_post_of_a_split_page_has_versions(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    rules = RULES.replace("body: {root: article}", "split: {css: p, id: '@id'}")

    def thread(text: str) -> Answer:
        return Answer(f'<html><head><title></title></head><body><p id="a">{text}</p></body></html>')

    with open_blog(tmp_path, [Post(1, "", answer=thread(TEXTS[0]))], rules) as blog:
        blog.crawl()
        blog.posts[1].answer = thread(TEXTS[1])
        blog.wait(days=1)
        blog.crawl(ALL)
        config, corpus = str(blog.portal.write(rules).path), str(blog.portal.corpus)
        capsys.readouterr()
        assert main(["diff", config, f"{blog.portal.base}/1#a", "--corpus", corpus]) == 0
        assert "The [-cat-] {+dog+} sat" in capsys.readouterr().out
