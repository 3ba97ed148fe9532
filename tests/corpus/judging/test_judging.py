"""`curator judge`: a person judges by keys, stops, continues, and what was judged is told."""

from __future__ import annotations

import gzip
import json
import os
import select
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from lxml import etree
from small_portal import SmallPortal, crawled_portal, listing

from webarticlecurator.cli.main import main
from webarticlecurator.corpus.judging.judged_shares import find_result, read_sentences
from webarticlecurator.corpus.judging.judgements import (
    JudgedSample,
    SampledArticle,
    add_judgement,
    forget_judgements,
    list_open,
    make_judgement,
    read_judgements,
    read_sample,
    write_sample,
)
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.proposing.judged.judged_article import OUTSIDE
from webarticlecurator.proposing.judged.judging_session import (
    ENTER,
    JudgingSession,
    describe_judged,
    find_sample,
    read_digests,
    summarise_judgements,
)
from webarticlecurator.tei.documents.validation import validate

RULES = """fetch: {delay: 0}
corpus: {editors: [{name: "Editor, Anna"}]}
archive: {url: BASE/list, links: h2}
article: {body: {root: article, drop: [p.ad]}}
"""
NUMBER = 12


def page(number: int) -> str:
    title = f"<title>Title {number}</title><meta property='article:published_time' content='20{number:02}-03-04'>"
    text = f"<p>First words of {number}.</p><p>Middle.</p><p class=ad>Buy {number} now!</p><p>Last words.</p>"
    box = "<figure><img src=a.png><figcaption>A quiet street.</figcaption></figure>"
    links = "".join(
        f"<li><a href=/s{each}>Articles of the section {each}</a></li>" for each in "abcd"
    )
    menu = f"<ul><li>All sections<ul>{links}</ul></li></ul>"
    beside = "<p>Other words that stand beside the text.</p>"
    far = "".join(
        f"<p>Words of the imprint that are longer than all others, part {each}.</p>"
        for each in "1234"
    )
    return f"<html><head>{title}</head><body>{menu}<h2>Under the headline</h2><article>{text}{box}</article>{beside}{far}</body></html>"


PAGES = {f"/a{number}": page(number) for number in range(1, NUMBER + 1)}


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory):
    pages = {"/list": listing(*PAGES), **PAGES}
    with crawled_portal(tmp_path_factory.mktemp("judged"), pages, RULES) as running:
        yield running


@pytest.fixture
def portal(crawled: SmallPortal, tmp_path: Path):
    """The crawled portal without a judgement."""
    yield crawled
    for name in ("judgements", "reports/judged.json"):
        place = crawled.corpus / name
        if place.exists():
            place.rename(tmp_path / place.name)
    crawled.build(RULES)


def open_sample(portal: SmallPortal):
    config = load_portal(portal.folder / "portal.yaml")
    sample = find_sample(config, portal.corpus, 1, 0.05, portal.clock.now().date())
    return config, sample


def judge_all(portal: SmallPortal, judge: str, faults: dict[int, tuple[str, ...]]) -> None:
    """Judge all articles; ``faults``: number of an article in the sample → what is wrong."""
    config, sample = open_sample(portal)
    session = JudgingSession(config, portal.corpus, judge, sample)
    number = 0
    while session.article() is not None:
        session.add(faults.get(number, ()))
        number += 1
    session.close()


def run(portal: SmallPortal, *words: str) -> int:
    return main(
        ["judge", str(portal.folder / "portal.yaml"), "--corpus", str(portal.corpus), *words]
    )


def test_a_sample_is_drawn_once_and_again_when_it_is_asked_for(portal: SmallPortal, capsys):
    assert run(portal, "--judge", "anna") == 0
    assert "nothing is judged yet: 11 articles" in capsys.readouterr().err
    first = read_sample(portal.corpus)
    assert first is not None
    assert first.population == NUMBER
    assert run(portal, "--seed", "2", "--width", "20") == 0
    assert read_sample(portal.corpus) == first
    stays = "stays: --width 5 --seed 1; --new-sample draws another one"
    assert stays in capsys.readouterr().err
    assert run(portal, "--seed", "1", "--width", "5") == 0
    assert stays not in capsys.readouterr().err
    assert run(portal, "--seed", "2", "--width", "20", "--new-sample") == 0
    second = read_sample(portal.corpus)
    assert second is not None
    assert len(second.articles) < len(first.articles)


def test_an_article_shows_what_was_left_out_and_why(portal: SmallPortal):
    config, sample = open_sample(portal)
    session = JudgingSession(config, portal.corpus, "anna", sample)
    article = session.article()
    session.close()
    assert article is not None
    number = article.url.rpartition("/a")[2]
    assert article.text.lines == (f"First words of {number}.", "Middle.", "Last words.")
    left_out = [(each.rule, each.text) for each in article.left_out]
    assert left_out[:3] == [
        (OUTSIDE, "Under the headline"),
        ("drop: p.ad", f"Buy {number} now!"),
        (OUTSIDE, "Other words that stand beside the text."),
    ]
    assert len(left_out) == 7  # a menu is none
    shown = "\n".join(describe_judged(article))
    assert "Under the headline" in shown
    assert "Other words" in shown
    assert "part 4" not in shown
    assert "part 4" in "\n".join(describe_judged(article, "l"))
    assert "3 paragraphs; in captions, boxes and the like: 1; left out: 7 texts" in shown
    assert "[figure] A quiet street." in describe_judged(article, "o")
    title = next(each for each in article.text.fields if each[0] == "title")
    assert title[1] == f"Title {number}"
    assert title[2]


def test_judging_stops_continues_goes_back_and_skips(portal: SmallPortal):
    config, sample = open_sample(portal)
    seconds = iter(range(0, 1000, 7))
    session = JudgingSession(config, portal.corpus, "anna", sample, lambda: float(next(seconds)))
    session.add(())
    session.note = "the end is missing"
    session.add(("cut", "field:title"))
    assert session.note == ""
    session.press("b")
    assert session.faults == {"cut", "field:title"}
    assert session.note == "the end is missing"
    session.press("1")
    session.press(ENTER)
    session.press("s")
    session.close()
    judged = read_judgements(portal.corpus, "anna")
    first, second, third = (url for url, _ in sample.articles[:3])
    assert [judged[url].faults for url in (first, second)] == [(), ("cut",)]
    assert judged[first].seconds > 0
    again = JudgingSession(config, portal.corpus, "anna", sample)
    again.close()
    assert again.queue[again.place :] == again.list_open()
    assert again.list_open()[0] == third
    assert len(again.list_open()) == len(sample.articles) - 2
    again = JudgingSession(config, portal.corpus, "anna", sample)
    again.press("b")  # what was judged before can be judged again
    again.press("b")
    again.press("c")
    again.press("t")
    again.press(ENTER)
    again.close()
    assert read_judgements(portal.corpus, "anna")[first].faults == ("cut", "too-much")


def test_a_changed_rule_asks_only_for_texts_that_are_not_the_same(portal: SmallPortal):
    judge_all(portal, "anna", {})
    config, sample = open_sample(portal)
    with closing(JudgingSession(config, portal.corpus, "anna", sample)) as session:
        assert session.list_open() == []
    old = "{name: old, when: {css: 'meta[content^=\"2003\"]'}, body: {root: article, drop: [p.ad]}}"
    changed = RULES.replace("p.ad", "p.other").replace("{body", f"{{layouts: [{old}], body")
    portal.build(changed)
    config = load_portal(portal.folder / "portal.yaml")
    session = JudgingSession(config, portal.corpus, "anna", sample)
    session.close()
    kept = sum(url.endswith("/a3") for url, _ in sample.articles)
    assert len(session.list_open()) == len(sample.articles) - kept
    assert kept == 1


def test_a_killed_judge_loses_one_judgement_at_most(tmp_path: Path):
    add_judgement(tmp_path, "anna", make_judgement("u1", "d", (), "", 1))
    path = tmp_path / "judgements" / "anna.jsonl"
    path.write_bytes(path.read_bytes() + b'{"url": "u2", "te')
    assert list(read_judgements(tmp_path, "anna")) == ["u1"]
    add_judgement(tmp_path, "anna", make_judgement("u3", "d", (), "", 1))
    assert list(read_judgements(tmp_path, "anna")) == ["u1", "u3"]


def test_nothing_is_left_of_what_was_said_of_a_withdrawn_article(tmp_path: Path):
    sample = JudgedSample(
        1, 0.05, "2026-01-01", (("2026", 9),), (SampledArticle("u1", 0), SampledArticle("u2", 0))
    )
    write_sample(tmp_path, sample)
    for url in ("u1", "u2"):
        add_judgement(tmp_path, "anna", make_judgement(url, "d", ("cut",), f"words of {url}", 1))
    forget_judgements(tmp_path, {"u1"})
    assert "u1" not in "".join(each.read_text() for each in (tmp_path / "judgements").iterdir())
    left = read_sample(tmp_path)
    assert left is not None
    assert [each.url for each in left.articles] == list(read_judgements(tmp_path, "anna")) == ["u2"]


def test_what_a_sample_says_is_told_wherever_the_corpus_is_described(
    portal: SmallPortal, capsys, tmp_path: Path
):
    judge_all(portal, "anna", {0: ("cut",), 1: ("field:title",)})
    config = str(portal.folder / "portal.yaml")
    capsys.readouterr()
    assert run(portal, "--summary") == 0
    shown = capsys.readouterr().out
    sentence = "In a random sample of 11 of 12 articles, stratified by year and layout, the text was complete and clean in 10 ("
    assert shown.startswith(sentence)
    assert "articles without a fault: 9 of 11" in shown
    assert "field:title: 1 of 11" in shown
    (told,) = read_sentences(portal.corpus)
    assert told.startswith(sentence)
    result = json.loads((portal.corpus / "reports" / "judged.json").read_text("utf-8"))
    assert result["judges"][0]["judge"] == "anna"
    manifest = tmp_path / "m.jsonl"
    corpus = ["--corpus", str(portal.corpus)]
    assert main(["manifest", config, *corpus, "--output", str(manifest)]) == 0
    assert (
        json.loads(manifest.read_text("utf-8").splitlines()[-1])["root"]
        == result["state"]["manifest"]
    )

    capsys.readouterr()
    assert main(["report", "corpus", config, *corpus]) == 0
    assert told in capsys.readouterr().out
    one, folder = tmp_path / "all.xml", tmp_path / "all"
    for output in (one, folder):
        assert main(["export", config, *corpus, "--format", "tei", "--output", str(output)]) == 0
    place = "{*}teiHeader/{*}encodingDesc/{*}editorialDecl/{*}correction/{*}p"
    assert etree.parse(str(one)).getroot().findtext(place) == told
    for file in folder.rglob("*.xml"):
        assert etree.parse(str(file)).getroot().findtext(place) == told
        assert validate(file.read_bytes()) == ()
    assert not any(
        told.encode() in file.read_bytes() for file in (portal.corpus / "tei").rglob("*.xml")
    )
    deposit = tmp_path / "deposit"
    assert main(["package", config, *corpus, "--output", str(deposit)]) in (0, 1)
    for name in ("README.md", "datacite.json", "CITATION.cff"):
        assert "random sample of 11 of 12" in (deposit / name).read_text("utf-8"), name


def test_two_people_agree_or_differ(portal: SmallPortal, capsys):
    judge_all(portal, "anna", {0: ("cut",), 1: ("cut",)})
    judge_all(portal, "berta", {0: ("cut",), 2: ("too-much",)})
    config, sample = open_sample(portal)
    result = summarise_judgements(config, portal.corpus, sample)
    assert result is not None
    assert result.agreement is not None
    assert (result.agreement.judged, result.agreement.same) == (11, 9)
    assert result.different == tuple(url for url, _ in sample.articles[1:3])
    alone = summarise_judgements(config, portal.corpus, sample, "berta")
    assert alone is not None
    assert [each.judge for each in alone.judges] == ["berta"]
    assert run(portal, "--summary") == 0
    assert f"they differ: {result.different[0]}" in capsys.readouterr().out
    assert run(portal, "--judge", "../anna") == 2


def four_articles() -> JudgedSample:
    articles = tuple(SampledArticle(f"u{number}", 0) for number in range(4))
    return JudgedSample(1, 0.05, "2026-01-01", (("a", 4),), articles)


def judge_them(*faulty: str, among: str = "u0 u1 u2 u3"):
    return {
        url: make_judgement(url, "d", ("cut",) * (url in faulty), "", 1) for url in among.split()
    }


def test_no_share_is_told_of_what_is_no_random_part_of_a_sample():
    """Changed articles are those that a rule touches, new ones those of another year."""
    texts = dict.fromkeys(("u0", "u1", "u2", "u3"), "d")

    def find(texts: dict[str, str], **judged):
        return find_result(four_articles(), judged, texts)

    assert find(texts, anna=judge_them(among="u0 u1")) is not None
    assert find(texts, anna=judge_them(among="u0 u2")) is None
    assert find({**texts, "u3": "other"}, anna=judge_them("u3")) is None
    withdrawn = {url: text for url, text in texts.items() if url != "u1"}
    assert find(withdrawn, anna=judge_them(among="u0 u2")) is not None


def test_of_two_who_judged_as_much_the_stricter_one_is_told_first():
    texts = dict.fromkeys(("u0", "u1", "u2", "u3"), "d")
    judged = {"adam": judge_them(), "zoe": judge_them("u1", "u2")}
    result = find_result(four_articles(), judged, texts)
    assert result is not None
    assert result.judges[0].judge == "zoe"
    assert result.sentence().endswith(" A second person judged 4, and 2 alike.")
    assert result.agreement is not None
    assert result.agreement.low >= -1


def test_a_stratum_without_a_judgement_counts_with_its_neighbour():
    articles = tuple(SampledArticle(f"u{number}", number) for number in (1, 2, 0))
    sample = JudgedSample(1, 0.05, "2026-01-01", (("a", 10), ("b", 20), ("c", 70)), articles)
    texts = dict.fromkeys(("u0", "u1", "u2"), "d")
    judged = {
        "u1": make_judgement("u1", "d", ("cut",), "", 1),
        "u2": make_judgement("u2", "d", (), "", 1),
    }
    result = find_result(sample, {"anna": judged}, texts)
    assert result is not None
    assert result.judges[0].text.share == pytest.approx(0.7)
    assert list_open(sample, judged, texts) == ["u0"]
    assert find_result(sample, {"anna": judged}, dict.fromkeys(texts, "e")) is None


class Keys:
    """A terminal with `curator judge` in it."""

    def __init__(self, portal: SmallPortal) -> None:
        import pty

        self._ours, theirs = pty.openpty()
        words = [
            sys.executable,
            "-m",
            "webarticlecurator",
            "judge",
            str(portal.folder / "portal.yaml"),
        ]
        self._process = subprocess.Popen(
            [*words, "--corpus", str(portal.corpus), "--judge", "anna"],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
        )
        os.close(theirs)

    def wait_for(self, words: str) -> str:
        """Return what is shown until the words are."""
        shown, end = b"", time.monotonic() + 60
        while words.encode() not in shown and time.monotonic() < end:
            if select.select([self._ours], [], [], 1)[0]:
                shown += os.read(self._ours, 65536)
        assert words.encode() in shown, shown
        return shown.decode()

    def press(self, keys: str) -> None:
        os.write(self._ours, keys.encode())

    def close(self) -> int:
        code = self._process.wait(60)
        os.close(self._ours)
        return code


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pty")
def test_keys_alone_judge_a_sample_in_a_terminal(portal: SmallPortal):
    keys = Keys(portal)
    shown = keys.wait_for("stop")
    assert "1 of 11 · anna" in shown
    assert "Last words." in shown
    assert "Middle." not in shown
    keys.press("o")
    assert "Middle." in keys.wait_for("stop")
    keys.press("r")
    keys.wait_for("2 of 11")
    keys.press("c")
    keys.wait_for("cut\r\n")
    keys.press("1")
    keys.wait_for("cut, field:title")
    keys.press("m")
    keys.wait_for("note")
    keys.press("end is gone\n")
    keys.wait_for("stop")
    keys.press("\n")
    keys.wait_for("3 of 11")
    keys.press("n")
    keys.wait_for("4 of 11")
    keys.press("q")
    assert "8 articles wait" in keys.wait_for("to continue")
    assert keys.close() == 0
    found = [*read_judgements(portal.corpus, "anna").values()]
    assert [each.faults for each in found] == [(), ("cut", "field:title"), ("no-article",)]
    assert found[1].note == "end is gone"


def test_digests_leave_out_what_is_not_in_tei(portal: SmallPortal):
    config, sample = open_sample(portal)
    gone = JudgedSample(
        1, 0.05, "", (("a", 2),), (SampledArticle("http://x.example/", 0), *sample.articles)
    )
    assert len(read_digests(config, portal.corpus, gone)) == len(sample.articles)


def test_faults_are_listed_by_layout_with_the_rule_that_they_come_from(portal: SmallPortal, capsys):
    judge_all(portal, "anna", {0: ("cut",), 1: ("cut", "field:title"), 2: ("too-much",)})
    capsys.readouterr()
    assert run(portal, "--faults") == 0
    head, *rows = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    assert head == ["fault", "layout", "rule", "articles", "first", "notes"]
    found = {row[0]: row[2:4] for row in rows}
    assert rows[0][0] == "cut"
    assert found["cut"] == ["outside of the text", "2"]
    assert found["field:title"] == ["css:title", "1"]
    assert found["too-much"][0]


def test_after_a_repair_the_same_sample_says_what_became_better_or_worse(
    portal: SmallPortal, capsys
):
    judge_all(portal, "anna", {0: ("cut",), 1: ("cut",)})
    portal.build(RULES.replace("p.ad", "p.other"))
    judge_all(portal, "anna", {1: ("too-much", "cut"), 2: ("too-much",)})
    _, sample = open_sample(portal)
    capsys.readouterr()
    assert run(portal, "--summary") == 0
    told = capsys.readouterr().out
    assert "1 of the judged articles are better and 2 worse" in told
    assert f"worse: {sample.articles[2].url}" in told


def test_right_articles_are_a_gold_standard_that_scores_todays_rules(
    portal: SmallPortal, capsys, tmp_path: Path
):
    judge_all(portal, "anna", {0: ("cut",), 1: ("field:title",)})
    _, sample = open_sample(portal)
    gold = tmp_path / "gold"
    assert run(portal, "--gold", str(gold)) == 0
    lines = (gold / "pages.jsonl").read_text("utf-8").splitlines()
    rows = {row["url"]: row for row in map(json.loads, lines)}
    assert len(rows) == 10
    assert sample.articles[0].url not in rows
    assert "title" not in rows[sample.articles[1].url]
    right = rows[sample.articles[2].url]
    number = right["url"].rpartition("/a")[2]
    assert right["title"] == f"Title {number}"
    assert right["text"] == f"First words of {number}.\n\nMiddle.\n\nLast words."
    assert gzip.decompress((gold / right["html_file"]).read_bytes()).decode() == page(int(number))
    capsys.readouterr()
    assert run(portal, "--score", str(gold)) == 0
    assert "10 articles: precision 100.0 %, recall 100.0 %" in capsys.readouterr().out
    portal.write(RULES.replace("root: article", "root: p.ad"))
    assert run(portal, "--score", str(gold), "--json") == 0
    score = json.loads(capsys.readouterr().out)
    assert score["recall"] < 0.2
    assert score["precision"] < 0.5
    assert run(portal, "--score", str(tmp_path)) == 2
