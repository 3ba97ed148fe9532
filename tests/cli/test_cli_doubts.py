"""One list of doubts: what is said of a portal with faults is the same everywhere, and first."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from skipped_pauses import skip_pauses
from small_portal import Answer, SmallPortal, listing, small_portal

from webarticlecurator.base.model.doubts import Doubt
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.cli.exit_codes import DONE, PROBLEMS
from webarticlecurator.cli.main import main
from webarticlecurator.corpus.corpora.corpus_counting import count_corpus, open_counted_corpus
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.storage.store.view import view_corpus

RULES = """\
fetch: {delay: 0, retries: 0}
archive: {url: "BASE/list", links: h2}
article: {body: {root: article}, metadata: {title: h1}}
"""
EXPECTED = [
    ("list-not-whole", 1, "all, span 1"),
    ("failed: status-500", 1, "/a/broken"),
    ("unfollowed-page", 5, "/a/n1"),
    ("same-title", 1, "/a/n1"),
]
"""Kind, how many, the first one: what costs articles before what costs texts and fields."""
Run = Callable[..., tuple[int, str, str]]


def article(name: str, number: int = 1) -> str:
    """An article of two pages, whose title is that of all."""
    other = f'<a href="/a/{name}{"/2" if number == 1 else ""}">{3 - number}</a>'
    pager = f"<p><b>{number}</b> {other}</p>"
    return f"<html><body><h1>News</h1><article><p>Page {number} of {name}.</p></article>{pager}</body></html>"


@pytest.fixture
def portal(tmp_path: Path) -> Iterator[SmallPortal]:
    """A portal whose list, whose pages and whose titles are wrong, and of which an article fails."""
    names = [f"n{n}" for n in range(1, 6)]
    shown = listing(*(f"/a/{name}" for name in (*names, "broken")))
    pages: dict[str, str | Answer] = {
        "/list": shown.replace("</body>", '<p>1 <a href="/list?page=2">2</a></p></body>'),
        "/a/broken": Answer("down", 500),
    }
    for name in names:
        pages |= {f"/a/{name}": article(name), f"/a/{name}/2": article(name, 2)}
    with small_portal(tmp_path, pages) as running:
        running.write(RULES)
        yield running


@pytest.fixture
def curator(
    portal: SmallPortal, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Run:
    """A function that runs a command on the portal and its corpus."""
    skip_pauses(monkeypatch)

    def run(*words: str) -> tuple[int, str, str]:
        file, corpus = str(portal.folder / "portal.yaml"), str(portal.corpus)
        code = main([*words, file, "--corpus", corpus])
        output = capsys.readouterr()
        return code, output.out, output.err

    return run


def list_told(output: str) -> list[str]:
    """Return the lines of the doubts of an output, which begins with them."""
    lines = output.splitlines()
    first = next(n for n, line in enumerate(lines) if line.startswith("problem: "))
    told = []
    for line in lines[first:]:
        if not line.startswith(("problem: ", "  ")):
            break
        told.append(line)
    return told


def to_rows(doubts: list[dict[str, object]], base: str) -> list[tuple[object, ...]]:
    return [(each["kind"], each["count"], str(each["first"]).replace(base, "")) for each in doubts]


def test_every_command_says_the_same_first(portal: SmallPortal, curator: Run):
    code, _, err = curator("crawl")
    told = list_told(err)
    assert code == PROBLEMS and len(told) == 3 * len(EXPECTED)
    heads = [line for line in told if line.startswith("problem: ")]
    for head, (kind, number, _) in zip(heads, EXPECTED, strict=True):
        assert head.startswith(f"problem: {kind}: {number}: "), told

    code, out, _ = curator("status")
    assert (code, list_told(out)) == (DONE, told) and out.startswith(told[0])
    code, out, _ = curator("report", "corpus")
    assert (code, list_told(out)) == (DONE, told) and out.startswith(told[0])
    code, _, err = curator("build")
    assert (code, list_told(err)) == (PROBLEMS, told)
    code, _, err = curator("crawl")
    assert (code, list_told(err)) == (PROBLEMS, told), "a crawl that finds nothing new"


def test_programs_and_the_studio_get_the_same_list(portal: SmallPortal, curator: Run):
    curator("crawl", "--quiet")
    answers = [curator(*words, "--json")[1] for words in (["status"], ["report", "corpus"])]
    lists = [json.loads(answer)["doubts"] for answer in answers]
    assert lists[0] == lists[1] and to_rows(lists[0], portal.base) == EXPECTED
    file = portal.write(RULES)
    with open_counted_corpus(file, portal.corpus, Runtime().progress) as corpus:
        counted = count_corpus(corpus).doubts
    assert [each.as_json() for each in counted] == lists[0]
    with view_corpus(portal.corpus, "small") as corpus:
        steps = _read_for_steps(file, corpus)
    assert [each.as_json() for each in steps] == lists[0]


def _read_for_steps(read: Portal, corpus: object) -> tuple[Doubt, ...]:
    """Return what the steps of the studio are made of."""
    facts = pytest.importorskip("webarticlecurator.studio.portal.portal_facts")
    found: tuple[Doubt, ...] = facts.read_doubts(read, corpus)
    return found


def test_doubts_go_one_by_one_as_they_are_mended(portal: SmallPortal, curator: Run):
    curator("crawl", "--quiet")
    portal.write(RULES.replace("article: {", "article: {next_page: {pager: {}}, "))
    portal.pages["/a/broken"] = article("broken")
    portal.pages["/a/broken/2"] = article("broken", 2)
    curator("crawl", "--quiet")  # asks for the first pages of all that is new, and
    curator("crawl", "--quiet")  # for the second ones of what was there
    doubts = json.loads(curator("status", "--json")[1])["doubts"]
    assert [each["kind"] for each in doubts] == ["list-not-whole", "same-title"]
