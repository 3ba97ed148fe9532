"""A build that would take much TEI because rules changed writes nothing and says which rule it is;
``build --prune`` does it, with the same bytes as a build at once."""

from __future__ import annotations

import os
import re
import shutil
import signal
from collections.abc import Iterator
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path

import pytest
from building_corpus import ADDRESSES, ARTICLE, HEAD, adopted, corpus_of, tei_files, write_config
from long_parameters import always
from small_portal import SmallPortal, article, listing, moved, small_portal

from webarticlecurator.cli.main import main
from webarticlecurator.corpus.corpora.address_history import explain_address
from webarticlecurator.crawling.building import build_doubts
from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.states.summary import read_status
from webarticlecurator.crawling.workers.progress import NullProgress
from webarticlecurator.crawling.workers.run_options import BuildOptions, Runtime
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.storage.store.index_rebuild import rebuild_index
from webarticlecurator.storage.store.view import view_corpus

NUMBER = 30
SERIAL = Runtime(executor="serial")
PRUNE = BuildOptions(prune=True)
TEXTS = {
    f"n{n:02}": f"<p class='{'odd' if n % 2 else 'even'}'>Number {n} has some words.</p>"
    for n in range(NUMBER)
}
SPLIT = ARTICLE + "  split: {css: 'p.part', id: '@id'}\n"
PARTS = {
    f"n{n}": "".join(f"<p class='part' id='x{m}'>Part {m} has words.</p>" for m in range(5))
    for n in range(4)
}
TYPOS = {
    "root": (ARTICLE.replace("root: article", "root: articel"), "no-root", "article.body.root"),
    "reject": (
        ARTICLE + "  reject: [{css: p.odd, reason: not-article}]\n",
        "not-article",
        "article.reject",
    ),
    "drop": (
        ARTICLE.replace("root: article", "root: article, drop: ['p, h1']"),
        "empty",
        "article.body.drop",
    ),
    "gate": (
        ARTICLE + "  reject: [{css: p.even, reason: login-wall}]\n",
        "login-wall",
        "article.reject",
    ),
}


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a portal file and its corpus."""
    folder = tmp_path_factory.mktemp("sound")
    corpus_of(folder, TEXTS)
    return folder


@pytest.fixture
def folder(sound: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(sound, tmp_path / "copy"))


def states_of(corpus: Path) -> dict[str, tuple[str, str | None]]:
    with view_corpus(corpus, "echo") as view:
        return {row.canonical: (row.state, row.reason) for row in view.frontier.articles()}


def built_at_once(folder: Path, article: str, texts: dict[str, str]) -> dict[str, bytes]:
    """Return the TEI of a new corpus of the same pages."""
    folder.mkdir()
    config, corpus = adopted(folder, texts, article)
    build(load_portal(config), corpus, None, SERIAL)
    return tei_files(corpus)


def without_captures(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return TEI files without the record ids and dates of captures, which adopting makes anew."""
    return {
        path: re.sub(rb"urn:uuid:[0-9a-f-]+|sha256=\"[^\"]*\"", b"", content)
        for path, content in files.items()
    }


@pytest.mark.parametrize("name", TYPOS)
def test_a_changed_rule_that_takes_much_is_named_and_nothing_is_written(folder: Path, name: str):
    rules, reason, key = TYPOS[name]
    corpus = folder / "corpus"
    before, states = tei_files(corpus), states_of(corpus)
    config = write_config(folder, rules)
    for _ in range(2):
        summary = build(load_portal(config), corpus, None, SERIAL)
        assert (summary.tei, summary.built, summary.ok) == (NUMBER, 0, False)
        assert summary.problems == {"rules-take-tei": 1}
        (problem,) = (each.message for each in summary.doubts)
        taken = NUMBER if name in ("root", "drop") else NUMBER // 2
        assert f"{key} changed" in problem and f"{taken} of {NUMBER} articles" in problem
        assert f"{taken} {reason}" in problem and "curator build echo.yaml --prune" in problem
        assert tei_files(corpus) == before and states_of(corpus) == states
    assert not read_status(load_portal(config), corpus).ok
    if reason == "not-article":
        assert re.search(r"reject rule css p.odd \(.*echo.yaml:[0-9]+\) matches", problem)

    mended = build(load_portal(write_config(folder)), corpus, None, SERIAL)
    assert (mended.tei, mended.built, mended.ok) == (NUMBER, 0, True)


@pytest.mark.parametrize("name", always(["root", "reject"], TYPOS))
def test_pruning_has_the_bytes_and_states_of_a_build_at_once(
    folder: Path, tmp_path: Path, name: str
):
    rules, reason, _ = TYPOS[name]
    config, corpus = write_config(folder, rules), folder / "corpus"
    build(load_portal(config), corpus, None, SERIAL)
    summary = build(load_portal(config), corpus, PRUNE, SERIAL)
    assert "rules-take-tei" not in summary.problems
    at_once = built_at_once(tmp_path / "at-once", rules, TEXTS)
    assert without_captures(tei_files(corpus)) == without_captures(at_once)
    assert states_of(corpus) == states_of(tmp_path / "at-once" / "corpus")
    assert reason in {found for _, found in states_of(corpus).values()}
    before = tei_files(corpus)
    build(load_portal(config), corpus, BuildOptions(everything=True), SERIAL)
    assert tei_files(corpus) == before
    mended = build(load_portal(write_config(folder)), corpus, None, SERIAL)
    assert (mended.tei, mended.ok) == (NUMBER, True)


@pytest.mark.parametrize(
    ("count", "taken", "written"), [(30, 10, True), (30, 11, False), (230, 11, True)]
)
def test_few_articles_or_five_percent_are_taken_as_before(
    tmp_path: Path, count: int, taken: int, written: bool
):
    texts = {
        f"n{n:03}": f"<p class='{'x' if n < taken else 'y'}'>Some words.</p>" for n in range(count)
    }
    _, corpus = adopted(tmp_path, texts)
    build(load_portal(tmp_path / "echo.yaml"), corpus, None, SERIAL)
    config = write_config(tmp_path, ARTICLE + "  reject: [{css: p.x, reason: not-article}]\n")
    summary = build(load_portal(config), corpus, None, SERIAL)
    assert summary.tei == (count - taken if written else count)
    assert summary.ok is written


def test_rules_that_change_text_and_take_nothing_are_applied(folder: Path, tmp_path: Path):
    rules = ARTICLE.replace("root: article", "root: article, drop: [h1]")
    corpus = folder / "corpus"
    summary = build(load_portal(write_config(folder, rules)), corpus, BuildOptions(jobs=2))
    assert (summary.tei, summary.built, summary.ok) == (NUMBER, NUMBER, True)
    at_once = built_at_once(tmp_path / "at-once", rules, TEXTS)
    assert without_captures(tei_files(corpus)) == without_captures(at_once)


def test_an_exclude_list_that_takes_much_asks_first(folder: Path):
    excluded = folder / "echo.exclude.tsv"
    rows = "".join(f"{ADDRESSES}n{n:02}\tfor a reason\n" for n in range(12))
    excluded.write_text(f"id\treason\n{rows}", encoding="utf-8")
    portal, corpus = load_portal(folder / "echo.yaml"), folder / "corpus"
    before = tei_files(corpus)
    summary = build(portal, corpus, None, SERIAL)
    assert (summary.tei, summary.ok, tei_files(corpus)) == (NUMBER, False, before)
    assert "12 excluded" in summary.doubts[0].message
    assert build(portal, corpus, PRUNE, SERIAL).rejected == {"excluded": 12}


def test_parts_of_pages_count_as_articles(tmp_path: Path):
    config, corpus = corpus_of(tmp_path, PARTS, SPLIT)
    before = tei_files(corpus)
    assert len(before) == 20
    write_config(tmp_path, SPLIT.replace("p.part", "p.prat"))
    summary = build(load_portal(config), corpus, None, SERIAL)
    assert (summary.tei, summary.ok, tei_files(corpus)) == (20, False, before)
    assert "article.split changed" in summary.doubts[0].message
    pruned = build(load_portal(config), corpus, PRUNE, SERIAL)
    assert pruned.articles == 4 and "rules-take-tei" not in pruned.problems


def test_articles_that_become_pages_of_others_are_counted(tmp_path: Path):
    """A rule for the next page that finds the next article makes one article of all."""
    texts = {
        f"n{n:02}": f"<p>Number {n}.</p><a class='newer' href='{ADDRESSES}n{n + 1:02}'>x</a>"
        for n in range(NUMBER)
    }
    config, corpus = corpus_of(tmp_path, texts)
    before = tei_files(corpus)
    write_config(tmp_path, ARTICLE + "  next_page: a.newer\n  continuation: '/n[0-9]+$'\n")
    summary = build(load_portal(config), corpus, None, SERIAL)
    assert (summary.tei, summary.ok, tei_files(corpus)) == (NUMBER, False, before)
    assert f"{NUMBER - 1} continuation" in summary.doubts[0].message
    assert "article.continuation, article.next_page changed" in summary.doubts[0].message


def test_more_than_can_be_counted_at_once_are_counted_to_a_bound(
    folder: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(build_doubts, "COUNTED", 15)
    config = write_config(folder, TYPOS["root"][0])
    summary = build(load_portal(config), folder / "corpus", None, SERIAL)
    assert f"the TEI of 15 of the first 15 of {NUMBER} articles" in summary.doubts[0].message
    assert summary.tei == NUMBER


class Ending(NullProgress):
    """Ends the process when so many articles were read."""

    def __init__(self, left: int) -> None:
        self._left = left

    def step(self, what: str) -> None:
        self._left -= 1
        if self._left == 0:
            os.kill(os.getpid(), signal.SIGKILL)


def build_until_killed(config: Path, corpus: Path, after: int) -> None:
    build(load_portal(config), corpus, None, Runtime(executor="serial", progress=Ending(after)))


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
@pytest.mark.parametrize("name", ["root", "drop-heading"])
def test_a_build_that_is_killed_before_it_is_known_what_it_takes_leaves_the_old_tei(
    folder: Path, name: str
):
    heading = ARTICLE.replace("root: article", "root: article, drop: [h1]")
    rules = TYPOS["root"][0] if name == "root" else heading
    config, corpus = write_config(folder, rules), folder / "corpus"
    before = tei_files(corpus)
    child = get_context("spawn").Process(target=build_until_killed, args=(config, corpus, 20))
    child.start()
    child.join()
    assert child.exitcode == -signal.SIGKILL
    assert tei_files(corpus) == before
    summary = build(load_portal(config), corpus, None, SERIAL)
    assert summary.tei == NUMBER
    assert summary.built == (0 if name == "root" else NUMBER)
    assert build(load_portal(write_config(folder)), corpus, None, SERIAL).ok
    assert tei_files(corpus) == before


@pytest.mark.parametrize("is_pruned", [False, True])
def test_an_index_that_is_made_anew_knows_whose_tei_the_rules_take(folder: Path, is_pruned: bool):
    config, corpus = write_config(folder, TYPOS["reject"][0]), folder / "corpus"
    before = tei_files(corpus)
    rebuild_index(corpus, "echo")
    summary = build(load_portal(config), corpus, PRUNE if is_pruned else None, SERIAL)
    assert summary.tei == (NUMBER // 2 if is_pruned else NUMBER)
    assert summary.ok is is_pruned
    assert (tei_files(corpus) == before) is not is_pruned


def test_the_command_asks_by_its_exit_code(folder: Path, capsys: pytest.CaptureFixture[str]):
    config, corpus = write_config(folder, TYPOS["root"][0]), folder / "corpus"
    words = ["build", str(config), "--corpus", str(corpus)]
    assert main(words) == 1
    assert "article.body.root changed" in capsys.readouterr().err
    assert len(tei_files(corpus)) == NUMBER
    assert main([*words, "--prune"]) == 1  # since no article has a root
    assert "rules-take-tei" not in capsys.readouterr().err
    assert tei_files(corpus) == {}
    assert main([*words, "--prune", "--as-of", "2024-01-01", "--output", str(folder / "x")]) == 2
    assert "--prune cannot be used with --as-of" in capsys.readouterr().err


LETTERS = str.maketrans("0123456789", "ghijklmnop")


def story(name: object) -> str:
    """Return words that no other page has."""
    digests = (sha256(f"{name} {n}".encode()).hexdigest()[:7] for n in range(30))
    return " ".join(each.translate(LETTERS) for each in digests)


RULES = """archive:
  columns:
    news: {url: "BASE/list", dates: none, pagination: {mode: none}, links: h2}
article: {body: {root: article}}
"""


@pytest.fixture
def portal(tmp_path: Path) -> Iterator[SmallPortal]:
    pages = {f"/{n}": article(story(n)) for n in range(NUMBER)}
    pages["/list"] = listing(*pages)
    with small_portal(tmp_path, pages) as made:
        made.executor = "serial"
        yield made


def test_a_crawl_keeps_the_tei_says_so_and_builds_all_once_the_rule_is_mended(portal: SmallPortal):
    portal.crawl(RULES)
    before = portal.tei()
    portal.pages["/new"] = article(story("new"))
    portal.pages["/list"] = listing("/new", *(f"/{n}" for n in range(NUMBER)))
    summary = portal.crawl(RULES.replace("root: article", "root: articel"))
    assert (summary.tei, summary.stored, summary.ok) == (NUMBER, 1, False)
    assert "article.body.root changed" in summary.doubts[0].message
    assert portal.tei() == before
    mended = portal.crawl(RULES)
    assert (mended.tei, mended.built, mended.ok) == (NUMBER + 1, 1, True)
    assert before.items() <= portal.tei().items()


def test_redirected_articles_keep_tei_and_address_until_it_is_decided(portal: SmallPortal):
    """By rules that refuse its page, an article has the address that was listed."""
    for n in range(NUMBER):
        portal.pages[f"/to/{n}"] = portal.pages[f"/{n}"]
        portal.pages[f"/{n}"] = moved(f"/to/{n}")
    assert portal.crawl(RULES).tei == NUMBER
    before, states = portal.tei(), portal.articles()
    assert states == {f"/to/{n}": "tei" for n in range(NUMBER)}
    refusing = RULES.replace(
        "root: article", "root: article}, reject: [{css: p, reason: not-article}]"
    )
    refusing = refusing.replace("not-article}]}}", "not-article}]}")
    summary = portal.build(refusing)
    assert (summary.tei, summary.ok) == (NUMBER, False)
    assert (portal.tei(), portal.articles()) == (before, states)
    mended = portal.build(RULES)
    assert (mended.tei, mended.ok) == (NUMBER, True)
    assert (portal.tei(), portal.articles()) == (before, states)
    build(portal.write(refusing), portal.corpus, PRUNE, SERIAL)
    assert portal.tei() == {} and portal.articles().keys() == {f"/{n}" for n in range(NUMBER)}


def test_few_redirected_articles_get_the_address_of_a_build_at_once(portal: SmallPortal):
    for n in range(3):
        portal.pages[f"/to/{n}"] = article(f"<b>{story(n)}</b>")
        portal.pages[f"/{n}"] = moved(f"/to/{n}")
    portal.crawl(RULES)
    refusing = RULES.replace(
        "root: article", "root: article}, reject: [{css: b, reason: not-article}]"
    )
    refusing = refusing.replace("not-article}]}}", "not-article}]}")
    summary = portal.build(refusing)
    assert (summary.tei, summary.rejected) == (NUMBER - 3, {"not-article": 3})
    incremental = portal.tei(), portal.articles()
    rebuild_index(portal.corpus, "small")
    portal.build(refusing)
    assert (portal.tei(), portal.articles()) == incremental


def test_why_names_the_problem_at_the_portal_file_not_the_article(folder: Path):
    config = write_config(folder, TYPOS["root"][0], HEAD)
    build(load_portal(config), folder / "corpus", None, SERIAL)
    history = explain_address(load_portal(config), folder / "corpus", ADDRESSES + "n01")
    assert (history.verdict, history.problems) == ("kept", ())


def test_address_rules_that_make_one_article_of_all_change_nothing(
    folder: Path, capsys: pytest.CaptureFixture[str]
):
    corpus = folder / "corpus"
    before, states = tei_files(corpus), states_of(corpus)
    merging = "address: {replace: [['/n[0-9]+$', '/n']]}\n"
    config = write_config(folder, ARTICLE + merging)
    words = ["build", str(config), "--corpus", str(corpus)]
    for _ in range(2):
        assert main(words) == 1
        shown = capsys.readouterr().err
        assert (
            f"remove the TEI of {NUMBER - 1} of {NUMBER} articles" in shown and "address" in shown
        )
        assert (tei_files(corpus), states_of(corpus)) == (before, states)
    main([*words, "--prune"])
    assert len(tei_files(corpus)) == 1
    assert build(load_portal(write_config(folder)), corpus, None, SERIAL).tei == NUMBER
    assert tei_files(corpus) == before
