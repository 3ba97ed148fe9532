"""Rules that would run for ever: their article is failed with the name of the rule, the others are
built."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from building_corpus import (
    ADDRESSES,
    ARCHIVE,
    ARTICLE,
    LIST,
    adopted,
    build_here,
    corpus_of,
    page_of,
    tei_files,
    write_config,
    write_warc,
)
from long_parameters import always

from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule_watch import WATCH
from webarticlecurator.corpus.archives.adopting import adopt_warcs
from webarticlecurator.corpus.corpora.address_history import explain_address
from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.captures.build_article import build_article, build_draft
from webarticlecurator.crawling.workers import processes, worker_loop, worker_sharing
from webarticlecurator.crawling.workers.executor import Job, LostTask, describe_loss
from webarticlecurator.crawling.workers.executor_kinds import open_executor
from webarticlecurator.crawling.workers.processes import QueuedTask
from webarticlecurator.crawling.workers.run_options import BuildOptions, Runtime
from webarticlecurator.crawling.workers.worker import Worker
from webarticlecurator.portal_file.config.load import load_portal

EVIL = "a" * 40 + "!"
MANY = "".join(f"<p><b><i>{n}</i></b></p>" for n in range(2500))
NESTED = "<div>" * 150 + "x" + "</div>" * 150
RULES = {
    "replace": ("metadata: {section: [{css: p, replace: [['(a+)+$', '']]}]}", f"<p>{EVIL}</p>"),
    "regex": (
        "metadata: {section: [{regex: '<p>(([a-z])+.)+[A-Z]([a-z])+$'}]}",
        f"<p>{'a' * 60}</p>",
    ),
    "text": ("metadata: {section: [{css: p, text: {regex: '^(a+)+$'}}]}", f"<p>{EVIL}</p>"),
    "split": ("metadata: {keywords: [{css: p, split: '(a+)+;'}]}", f"<p>{EVIL}</p>"),
    "include": ("metadata: {keywords: [{css: p, include: '^(a+)+$'}]}", f"<p>{EVIL}</p>"),
    "xpath": ("metadata: {section: [{xpath: '//*[count(//*[count(//*) > 0]) > 0]'}]}", MANY),
    "reject": ("reject: [{xpath: '//*[count(//*[count(//*) > 0]) < 0]'}]", MANY),
    "drop": (
        "body: {root: article, drop: [{css: p, text: {regex: '^(a+)+$'}}]}",
        f"<p>x</p><p>{EVIL}</p>",
    ),
    "has": (
        "metadata: {section: [':has(:has(:has(:has(:not(:has(zzz))))) > :has(:has(zzz)))']}",
        MANY + NESTED * 20,
    ),
    "layout": (
        "layouts: [{name: x, when: {regex: '(a+)+;'}, body: {root: main}}]",
        f"<p>{EVIL}</p>",
    ),
    "clean": ("body: {root: article, clean: [['(a+)+$', '']]}", f"<p>{EVIL}</p>"),
    "next_page": ("next_page: {regex: '(a+)+;'}", f"<p>{EVIL}</p>"),
    "signature": (
        "body: {root: article, signature: [{tag: p, attr: class, replace: [['(a+)+$', '']]}], tags: {p: paragraph}}",
        f'<p class="{EVIL}">x</p>',
    ),
}
SLOW = 2
"""Seconds of the processor for a page in these tests."""
SHORT = 0.4
"""The same where a page waits for ever, which ends after ten times as many seconds of the clock."""
HOOK = """\
import threading

def section(page_text, url):
    if "evil" in url:
        threading.Event().wait()
    return ["x"]
"""
"""A hook that does not return from one article, and waits without work for the processor."""


@pytest.fixture(autouse=True, scope="module")
def _prepared(tmp_path_factory: pytest.TempPathFactory) -> None:
    build_here(tmp_path_factory.mktemp("prepared"))


@pytest.fixture(autouse=True)
def _forked(forked_workers: None) -> None:
    """Processes that were ended are soon replaced."""


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages have little time."""
    monkeypatch.setenv("CURATOR_PAGE_SECONDS", str(SLOW))


@pytest.fixture
def very_hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages have very little time."""
    monkeypatch.setenv("CURATOR_PAGE_SECONDS", str(SHORT))


PATIENT = 1000
"""Seconds of the clock for one of the processor, where the machine may be busy with other tests."""


def load_with_hook(folder: Path) -> Portal:
    """Write the portal file with a rule that calls ``HOOK``, and load it."""
    (folder / "endless.py").write_text(HOOK, encoding="utf-8")
    config = write_config(folder, rules_of("metadata: {section: [{hook: 'endless:section'}]}"))
    return load_portal(config, allow_hooks=True)


def rules_of(addition: str) -> str:
    """Return the article section with one more key, or with a replaced one."""
    key = addition.partition(":")[0]
    return (
        "".join(line for line in ARTICLE.splitlines(keepends=True) if f"  {key}:" not in line)
        + f"  {addition}\n"
    )


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("name", always({"replace"}, RULES))
def test_the_article_is_failed_and_names_the_rule_and_the_others_are_built(
    tmp_path: Path, name: str
):
    addition, evil = RULES[name]
    config, corpus = adopted(
        tmp_path, {"one": "<p>One.</p>", "evil": evil, "two": "<p>Two.</p>"}, rules_of(addition)
    )
    summary = build(load_portal(config), corpus)
    assert (summary.tei, summary.failed, summary.ok) == (2, 1, False)
    line = next(
        n
        for n, text in enumerate(config.read_text(encoding="utf-8").splitlines(), 1)
        if addition in text
    )
    history = explain_address(load_portal(config), corpus, ADDRESSES + "evil")
    assert history.reason == "rule-timeout"
    # the pairs of body.clean are values of one key: their number and pattern name them
    where = "body.clean[0] ((a+)+$)" if name == "clean" else f"echo.yaml:{line}"
    assert where in history.verdict
    assert name == "clean" or "article." in history.verdict
    assert any(ADDRESSES + "evil" in words and where in words for words in summary.lines())


@pytest.mark.parametrize("name", RULES)
def test_each_rule_is_reported_by_its_name_before_it_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
):
    """Its name is what is known of a rule that never ends."""
    addition = RULES[name][0]
    config, corpus = adopted(tmp_path, {"one": '<p class="p">One.</p>'}, rules_of(addition))
    lines = config.read_text(encoding="utf-8").splitlines()
    line = next(number for number, text in enumerate(lines, 1) if addition in text)
    reported: list[str] = []
    monkeypatch.setattr(WATCH, "rule", reported.append)
    build(load_portal(config), corpus, None, Runtime(executor="serial"))
    assert [rule for rule in reported if f"(echo.yaml:{line})" in rule]


@pytest.mark.usefixtures("hasty")
@pytest.mark.long
def test_adopting_goes_on_where_a_link_rule_runs_for_ever_and_names_the_page(tmp_path: Path):
    list_page = f"<html><body><h2><a href='{ADDRESSES}one'>{EVIL}</a></h2></body></html>"
    pages = {LIST: list_page, ADDRESSES + "one": page_of("<p>One.</p>")}
    archive = ARCHIVE.replace("links: h2", "links: {css: h2, text: {regex: '^(a+)+$'}}")
    config = write_config(tmp_path, archive=archive)
    portal, corpus = load_portal(config), tmp_path / "corpus"
    assert adopt_warcs(portal, corpus, [write_warc(tmp_path / "x.warc", pages)]).captures == 2
    summary = build(portal, corpus)
    assert (summary.tei, summary.ok) == (1, False)
    assert any(LIST in words and "echo.yaml:" in words for words in summary.lines())


@pytest.mark.usefixtures("very_hasty")
def test_a_hook_that_never_returns_fails_its_article_only_and_is_named(tmp_path: Path):
    _, corpus = adopted(tmp_path, {"one": "<p>One.</p>", "evil": "<p>Two.</p>"})
    portal = load_with_hook(tmp_path)
    summary = build(portal, corpus)
    assert (summary.tei, summary.failed) == (1, 1)
    history = explain_address(portal, corpus, ADDRESSES + "evil")
    assert history.reason == "rule-timeout"
    assert "article.metadata.section" in history.verdict
    assert f"ran for more than {SHORT * 10:g} seconds" in history.verdict


def wait_or_build(portal, source, task):
    """Work that waits as on a machine with many processes: longer than a page may take by the
    clock, if the clock counted."""
    time.sleep(1.5 * SHORT)
    return build_article(portal, source, task)


@pytest.mark.usefixtures("very_hasty")
def test_an_article_that_waits_for_the_processor_is_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    config, corpus = adopted(tmp_path, {"one": "<p>One.</p>"})
    monkeypatch.setattr(sys.modules[build_draft.__module__], "build_article", wait_or_build)
    summary = build(load_portal(config), corpus)
    assert (summary.tei, summary.failed, summary.ok) == (1, 0, True)


@pytest.mark.usefixtures("very_hasty")
def test_a_large_page_that_takes_its_time_is_not_blamed_on_a_rule(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(processes, "CLOCK_FACTOR", PATIENT)
    config, corpus = adopted(tmp_path, {"large": "<p>Some <b>words</b> of it.</p>" * 40_000})
    summary = build(load_portal(config), corpus)
    assert (summary.tei, summary.failed) == (0, 1)
    evidence = explain_address(load_portal(config), corpus, ADDRESSES + "large").verdict
    assert "reading the page itself" in evidence and "echo.yaml" not in evidence
    assert f"{SHORT:g} seconds of processor time" in evidence
    lost = LostTask("rule-timeout", evidence.partition("rule-timeout: ")[2])
    assert "CURATOR_PAGE_SECONDS" in describe_loss(lost, "x").cure


@pytest.mark.parametrize(
    ("reports", "rule"),
    [
        ([("a", 0.1), ("", 0.8), ("b", 0.9)], "a"),
        ([("a", 0.1), ("", 0.4), ("a", 0.6), ("", 0.9), ("b", 0.95)], "a"),
        ([("outer", 0.0), ("inner", 0.1), ("outer", 0.9)], "inner"),
        ([("a", 0.4), ("", 0.6), ("b", 0.9)], ""),
        ([], ""),
        ([("meta: og:type (built in)", 0.1)], ""),
    ],
)
def test_the_rule_that_took_most_of_the_time_is_blamed_not_the_last_one(
    reports: list[tuple[str, float]], rule: str
):
    queued = QueuedTask("x", seconds=1.0)
    for report in reports:
        queued.note_rule(*report)
    assert queued.find_slow_rule() == rule


def processor_seconds_of(worker: Worker) -> float:
    fields = Path(f"/proc/{worker.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
@pytest.mark.usefixtures("hasty")
def test_a_system_without_a_timer_has_the_same_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """As on Windows, where the command looks at the processor time of its workers."""
    monkeypatch.setattr(processes, "CLOCK_FACTOR", PATIENT)
    monkeypatch.setattr(processes, "HAS_PROCESSOR_TIMER", False)
    monkeypatch.setattr(worker_loop, "HAS_PROCESSOR_TIMER", False)
    monkeypatch.setattr(Worker, "processor_seconds", processor_seconds_of)
    addition, evil = RULES["replace"]
    texts = {"one": "<p>One.</p>", "evil": evil, "two": "<p>Two.</p>"}
    config, corpus = adopted(tmp_path, texts, rules_of(addition))
    summary = build(load_portal(config), corpus)
    assert (summary.tei, summary.failed) == (2, 1)
    verdict = explain_address(load_portal(config), corpus, ADDRESSES + "evil").verdict
    assert f"ran for more than {SLOW} seconds of processor time" in verdict


@pytest.mark.usefixtures("hasty")
@pytest.mark.long
def test_any_number_of_processes_has_the_same_result_and_a_corrected_rule_builds_the_article(
    tmp_path: Path,
):
    texts = {f"n{number:02}": f"<p>Number {number}.</p>" for number in range(30)} | {
        "n07": f"<p>{EVIL}</p>"
    }
    config, one = adopted(tmp_path, texts, rules_of(RULES["replace"][0]))
    (tmp_path / "more").mkdir()
    _, three = adopted(tmp_path / "more", texts, rules_of(RULES["replace"][0]))
    first, second = (
        build(load_portal(config), folder, BuildOptions(jobs=jobs))
        for folder, jobs in ((one, 1), (three, 3))
    )
    assert (first.tei, first.failed) == (second.tei, second.failed) == (29, 1)
    assert tei_files(one) == tei_files(three)
    again = build(load_portal(config), one)
    assert (again.built, again.failed) == (0, 1), "it alone is tried again"
    summary = build(load_portal(write_config(tmp_path)), one)
    assert (summary.tei, summary.failed, summary.ok) == (30, 0, True)


@pytest.mark.usefixtures("very_hasty")
def test_pages_of_other_tools_are_read_under_the_same_limit(tmp_path: Path):
    pages = {ADDRESSES + name: page_of(f"<p>{name}</p>") for name in ("one", "evil")}
    options = BuildOptions(warcs=(write_warc(tmp_path / "x.warc", pages),))
    summary = build(load_with_hook(tmp_path), tmp_path / "corpus", options)
    assert (summary.tei, summary.failed) == (1, 1)


@pytest.mark.usefixtures("hasty")
@pytest.mark.long
def test_a_rule_that_is_too_slow_on_every_page_ends_the_build(tmp_path: Path):
    texts = {f"n{number:02}": f"<p>{EVIL}</p>" for number in range(25)}
    config, corpus = adopted(tmp_path, texts, rules_of(RULES["replace"][0]))
    began = time.monotonic()
    summary = build(load_portal(config), corpus, BuildOptions(jobs=2))
    assert time.monotonic() - began < 120, "the limit falls, and then the build ends"
    assert 9 <= summary.failed < 25 and summary.failed + summary.stored == 25


@pytest.mark.long
def test_an_article_of_many_pages_gets_the_time_of_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Each page takes much less than the limit, all of them together take more."""
    monkeypatch.setenv("CURATOR_PAGE_SECONDS", "2.4")
    count = 32
    slow = "metadata: {section: [{css: p.slow, replace: [['(a+)+$', '']]}]}\n  next_page: a.next"
    text = f'<p class="slow">{"a" * 19}!</p>'
    pages = {ADDRESSES + "one": page_of(text + f'<a class="next" href="{ADDRESSES}one?p=2">2</a>')}
    for number in range(2, count + 1):
        after = f'<a class="next" href="{ADDRESSES}one?p={number + 1}">next</a>'
        link = after if number < count else ""
        pages[f"{ADDRESSES}one?p={number}"] = page_of(text + link)
    config = write_config(tmp_path, rules_of(slow) + "  continuation: '[?]p='\n")
    options = BuildOptions(warcs=(write_warc(tmp_path / "x.warc", pages),))
    summary = build(load_portal(config), tmp_path / "corpus", options)
    assert (summary.tei, summary.failed) == (1, 0)


def kill_itself(portal, source, task):
    """Work that ends its process at one article, in each attempt."""
    if task.canonical.endswith("evil"):
        os.kill(os.getpid(), signal.SIGKILL)
    return build_article(portal, source, task)


def run_out_of_memory(portal, source, task):
    if task.canonical.endswith("evil"):
        raise MemoryError
    return build_article(portal, source, task)


def break_down(portal, source, task):
    if task.canonical.endswith("evil"):
        raise KeyError("x")
    return build_article(portal, source, task)


def take_all_memory(portal, source, task):
    if task.canonical.endswith("evil"):
        return bytearray(5 << 30)
    return build_article(portal, source, task)


@pytest.mark.parametrize(
    ("work", "reason", "jobs"),
    [
        (kill_itself, "worker-killed", 1),
        (kill_itself, "worker-killed", 2),
        pytest.param(run_out_of_memory, "out-of-memory", 1, marks=pytest.mark.long),
        pytest.param(run_out_of_memory, "out-of-memory", 2, marks=pytest.mark.long),
        (take_all_memory, "out-of-memory", 1),
        pytest.param(take_all_memory, "out-of-memory", 2, marks=pytest.mark.long),
        (break_down, "program-error", 1),
        pytest.param(break_down, "program-error", 2, marks=pytest.mark.long),
    ],
)
def test_a_process_that_ends_in_the_middle_loses_its_article_only(
    tmp_path: Path, monkeypatch, work, reason, jobs
):
    texts = {f"n{number:02}": f"<p>Number {number}.</p>" for number in range(12)} | {
        "n03evil": "<p>x</p>",
        "n08evil": "<p>y</p>",
    }
    config, corpus = corpus_of(tmp_path, texts)
    before = tei_files(corpus)
    with monkeypatch.context() as patch:
        patch.setattr(sys.modules[build_draft.__module__], "build_article", work)
        summary = build(load_portal(config), corpus, BuildOptions(jobs=jobs, everything=True))
    assert (summary.tei, summary.failed, summary.problems) == (14, 0, {reason: 2})
    assert tei_files(corpus) == before, "what they had stays"
    assert [(each.kind, each.count) for each in summary.doubts] == [(reason, 2)]
    assert "n03evil" in summary.doubts[0].first
    assert build(load_portal(config), corpus).built == 2
    assert tei_files(corpus) == before


def test_processes_that_are_killed_while_they_wait_are_replaced(tmp_path: Path):
    config, corpus = corpus_of(tmp_path, {"one": "<p>1</p>"})
    with open_executor("processes", Job(load_portal(config), corpus), 1) as executor:
        for _ in range(3):
            assert list(executor.results(give_back, iter("x"))) == ["x"]
            executor._members[0].worker.kill()


def give_back(portal, source, task):
    return task


def test_a_process_that_ended_while_it_was_idle_is_replaced(tmp_path: Path):
    config, corpus = corpus_of(tmp_path, {"one": "<p>1</p>"})
    portal = load_portal(config)
    gone = Worker()
    gone.set_job(portal, corpus)
    os.kill(gone.pid, signal.SIGKILL)
    worker_sharing.idle_workers.append(gone)
    with open_executor("processes", Job(portal, corpus), 1) as executor:
        assert list(executor.results(give_back, iter("x"))) == ["x"]


def test_no_process_is_left(tmp_path: Path):
    config, corpus = corpus_of(tmp_path, {"one": "<p>1</p>"})
    with open_executor("processes", Job(load_portal(config), corpus), 2) as executor:
        pids = [member.worker.pid for member in executor._members]
        assert list(executor.results(give_back, iter("x"))) == ["x"]
    assert not [pid for pid in pids if Path(f"/proc/{pid}").exists()] or os.name != "posix"
    found = subprocess.run(
        ["ps", "--ppid", str(os.getpid()), "-o", "stat="], capture_output=True, text=True
    ).stdout
    assert "Z" not in found
