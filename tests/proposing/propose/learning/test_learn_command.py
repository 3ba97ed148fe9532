"""``curator learn`` from a crawl without rules to TEI by learned ones; what it writes, and when it
refuses to."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from uuid import UUID

import pytest
import yaml
from learn_pages import NOTICE, WORDS, old, story
from response_records import response_record
from small_portal import Answer, SmallPortal, listing, small_portal

from webarticlecurator.cli.main import main
from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.workers.run_options import BuildOptions
from webarticlecurator.portal_file.config.load import check, load_portal
from webarticlecurator.tei.documents.read import read_header

TEXT = "language: en\nfetch: {delay: 0}\narchive: {url: BASE/list, links: h2}\n"
LEGAL = f'<div class="legal-words"><p>{NOTICE}</p></div>'
NUMBERS = range(12)
ARTICLES = {f"/{WORDS[n]}": story(n, LEGAL) if n % 3 else old(n) for n in NUMBERS}
PAGES = {"/list": listing(*ARTICLES), **ARTICLES}


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory):
    with small_portal(tmp_path_factory.mktemp("learn"), PAGES) as running:
        running.crawl(TEXT)
        yield running


@pytest.fixture
def portal(crawled: SmallPortal):
    crawled.write(TEXT)
    learned(crawled).unlink(missing_ok=True)
    return crawled


def learned(portal: SmallPortal) -> Path:
    return portal.folder / "portal.learned.yaml"


def roots(portal: SmallPortal) -> set[str]:
    body = yaml.safe_load(learned(portal).read_text(encoding="utf-8"))["article"].get("body", {})
    return set(body.get("root", ()))


def learn(portal: SmallPortal, *options: str) -> int:
    return main(
        ["learn", str(portal.folder / "portal.yaml"), "--corpus", str(portal.corpus), *options]
    )


def test_learned_rules_make_the_tei_and_count_as_rules(portal: SmallPortal, capsys):
    portal.build(TEXT)
    before = portal.tei()
    assert learn(portal) == 0
    body = yaml.safe_load(learned(portal).read_text(encoding="utf-8"))["article"]["body"]
    assert (body["root"], body["guess"], body["tags"]) == (
        ["div.story-body", "td.cikk"],
        True,
        {"p.standfirst": "lead"},
    )
    assert "div.legal-words" in body["drop"]
    assert portal.build(TEXT).built == 12
    after = portal.tei()
    assert not [text for text in after.values() if NOTICE in text]
    digests = {read_header(text.encode("utf-8")).rules_digest for text in after.values()}
    assert digests == {load_portal(portal.folder / "portal.yaml").tei_digest}
    assert digests.isdisjoint(
        read_header(text.encode("utf-8")).rules_digest for text in before.values()
    )
    learned(portal).unlink()
    portal.build(TEXT)
    assert portal.tei() == before


def test_each_rule_has_its_evidence(portal: SmallPortal, capsys):
    assert learn(portal) == 0
    text = learned(portal).read_text(encoding="utf-8")
    assert "- div.story-body  # around the paragraphs on 8 of 12 pages\n" in text
    assert "- td.cikk  # around the paragraphs on 4 of 12 pages\n" in text
    assert "- div.legal-words  # on 8 of 12 pages, text on none\n" in text
    assert "p.standfirst: lead  # on 8 of 12 pages\n" in text
    printed = capsys.readouterr().err
    assert "12 stored articles read" in printed
    assert "+ - td.cikk  # around the paragraphs on 4 of 12 pages" in printed


def test_the_number_of_processes_changes_no_byte(portal: SmallPortal):
    assert learn(portal, "--jobs", "1") == 0
    alone = learned(portal).read_bytes()
    assert learn(portal, "--jobs", "2") == 0
    assert learned(portal).read_bytes() == alone
    file = load_portal(portal.folder / "portal.yaml")
    build(file, portal.corpus, BuildOptions(jobs=1))
    one = portal.tei()
    build(file, portal.corpus, BuildOptions(jobs=2, everything=True))
    assert portal.tei() == one


def test_warc_files_give_the_same_rules(portal: SmallPortal, capsys):
    assert learn(portal, "--dry-run") == 0
    corpus = capsys.readouterr().out
    files = [str(path) for path in sorted((portal.corpus / "warc").iterdir())]
    assert main(["learn", str(portal.folder / "portal.yaml"), "--dry-run", "--warc", *files]) == 0
    assert capsys.readouterr().out == corpus
    assert "div.story-body" in corpus
    assert not learned(portal).exists()


def test_changes_since_the_last_run_are_listed(portal: SmallPortal, capsys):
    assert learn(portal) == 0
    capsys.readouterr()
    assert learn(portal) == 0
    assert "the same rules as before" in capsys.readouterr().err
    # of one layout, whatever the sample of a port is
    of_one_layout = [x for n in (1, 2, 4, 5) for x in ("--url", f"{portal.base}/{WORDS[n]}")]
    output = ("--output", str(portal.folder / "four.yaml"))
    assert learn(portal, *of_one_layout, *output) == 0
    (portal.folder / "four.yaml").replace(learned(portal))
    before = roots(portal)
    capsys.readouterr()
    assert learn(portal) == 0
    changes = [line for line in capsys.readouterr().err.splitlines() if line[:2] in ("+ ", "- ")]
    assert changes
    stayed = before & roots(portal)  # on more pages now, but the same rule
    assert not [line for line in changes for root in stayed if f"'{root}'" in line]


def test_changes_by_hand_are_not_overwritten(portal: SmallPortal, capsys):
    assert learn(portal) == 0
    written = learned(portal).read_text(encoding="utf-8")
    mine = written.replace("    guess: true", "    guess: false")
    learned(portal).write_text(mine, encoding="utf-8")
    capsys.readouterr()
    assert learn(portal) == 2
    assert "was changed by hand" in capsys.readouterr().err
    assert learned(portal).read_text(encoding="utf-8") == mine
    assert learn(portal, "--dry-run") == 0
    assert capsys.readouterr().out == written
    # as some editors and git leave it
    learned(portal).write_bytes(written.replace("\n", "\r\n").encode("utf-8"))
    assert learn(portal) == 0


def test_a_root_by_hand_replaces_all_learned_body_rules(portal: SmallPortal, capsys):
    assert learn(portal) == 0
    own = portal.write(TEXT + "article: {body: {root: div.story-body}}\n")
    assert (
        own.article.body == load_portal(portal.folder / "portal.yaml", learned=False).article.body
    )
    with_layout = portal.write(
        TEXT + "article: {layouts: [{name: old, when: td.cikk, body: {root: td.cikk}}]}\n"
    )
    assert not with_layout.layouts[0].rules.body.guess
    assert not with_layout.layouts[0].rules.body.drop
    assert with_layout.article.body.guess


def test_a_root_by_hand_is_compared_with_what_would_be_learned(portal: SmallPortal, capsys):
    portal.write(TEXT + "article: {body: {root: [div.page]}}\n")
    assert learn(portal, "--dry-run") == 0
    output = capsys.readouterr()
    assert output.out == ""  # nothing is written that would have no effect
    kept = re.search(
        r"that of the portal file keeps (\d+) % of the text, and (\d+) % of it is none; what would"
        r" be learned from 12 pages keeps (\d+) % of the text, and (\d+) % of it is none",
        output.err,
    )
    assert kept is not None
    own_text, own_rest, text, rest = map(int, kept.groups())
    assert (own_text, text, rest) == (100, 100, 0) and own_rest > 5
    better = output.err.partition("instead of its root, drop and guess:\n")[2]
    body = yaml.safe_load(better)["article"]["body"]
    assert body["root"] == ["div.story-body", "td.cikk"] and "div.legal-words" in body["drop"]


def test_a_root_by_hand_that_is_as_good_stays(portal: SmallPortal, capsys):
    portal.write(
        TEXT + "article: {body: {root: [div.story-body, td.cikk], drop: [.share, .legal-words]}}\n"
    )
    assert learn(portal, "--dry-run") == 0
    assert "the one of the portal file stays, because it is as good" in capsys.readouterr().err


def test_warc_files_without_a_key_for_articles(portal: SmallPortal, capsys):
    """Foreign pages that no archive page lists are articles only by ``article.match``."""
    path = portal.folder / "other.yaml"
    path.write_text(
        f"portal: small\nhome: {portal.base}/\narchive:"
        f" {{url: '{portal.base}/nowhere', links: h2}}\n",
        encoding="utf-8",
    )
    warc = portal.folder / "other.warc"
    warc.write_bytes(
        response_record(f"{portal.base}/{WORDS[0]}", story(0).encode(), str(UUID(int=1)))
    )
    assert main(["learn", str(path), "--dry-run", "--warc", str(warc)]) == 0
    assert "write the key `article.match` into the portal file" in capsys.readouterr().err


def test_drops_by_hand_replace_the_learned_ones_and_leave_the_root(portal: SmallPortal):
    assert learn(portal) == 0
    body = portal.write(TEXT + "article: {body: {drop: [.ours]}}\n").article.body
    assert [rule.expression for rule in body.root] == ["div.story-body", "td.cikk"]
    assert [rule.expression for rule in body.drop] == [".ours"]


def test_text_of_any_kind_comes_back_as_it_was_written(tmp_path: Path):
    """A paragraph that YAML could take for something else, known by its text, is dropped by the
    rule that was learned of it."""
    line = "Don't miss: {it's} all # here, as 'ever' was said \\d+ times by nobody at all."
    pages = {
        f"/{WORDS[n]}": story(n, f"<p>{line.replace('here,', 'here,<br>')}</p>") for n in range(6)
    }
    with small_portal(tmp_path, {"/list": listing(*pages), **pages}) as running:
        running.crawl(TEXT)
        assert sum("miss: {it" in text for text in running.tei().values()) == 6
        assert learn(running) == 0
        assert "Don''t miss:" in learned(running).read_text(encoding="utf-8")
        running.build(TEXT)
        assert not [text for text in running.tei().values() if "miss: {it" in text]


def test_too_few_pages(portal: SmallPortal, capsys):
    assert learn(portal, "--limit", "1") == 0
    assert "too few pages have running text: 1 (expected at least 3)" in capsys.readouterr().err
    assert not learned(portal).exists()


def test_an_encoding_that_no_page_declares_is_learned(tmp_path: Path) -> None:
    """The letters of all pages choose it; the portal file overrides it."""
    plain = (("Content-Type", "text/html"),)

    def page(n: int, encoding: str, quoted: str) -> Answer:
        html = story(n, "").replace("<html>", "<html lang=hu>")
        words = f"<p>{quoted} őszi időszakban hűvösebb, esősebb idő várható {WORDS[n]}.</p></body>"
        return Answer(html.replace("</body>", words).encode(encoding), headers=plain)

    articles = {f"/{WORDS[n]}": page(n, "cp1250", "„Az”" if n % 3 else "Az") for n in NUMBERS}
    pages: dict[str, Answer | str] = {"/list": listing(*articles), **articles}
    with small_portal(tmp_path, pages) as running:
        text = TEXT.replace("en", "hu", 1)
        running.crawl(text)
        assert learn(running) == 0
        written = learned(running).read_text(encoding="utf-8")
        assert yaml.safe_load(written)["encoding"] == "windows-1250"
        path = running.folder / "portal.yaml"
        assert load_portal(path).encoding == "cp1250"
        running.write(f"encoding: iso-8859-2\n{text}")
        assert load_portal(path).encoding == "iso8859-2"
        learned(running).write_text("columns: 3\n", encoding="utf-8")
        problems = [problem.message for problem in check(path)]
        assert len(problems) == 1 and "only `article:` and `encoding:`" in str(problems[0])


def test_the_encodings_that_a_portal_had_in_turn_are_learned(tmp_path: Path) -> None:
    """Their days are those of pages that only one of them reads; where pages of both are mixed,
    nothing is written."""
    plain = (("Content-Type", "text/html"),)

    def page(n: int, encoding: str, day: str) -> Answer:
        words = f"<p>Вчера в городе было тихо, {WORDS[n]}, и завтра будет так же.</p>"
        head = f'<meta property="article:published_time" content="{day}"></head>'
        html = story(n, words).replace("<html>", "<html lang=ru>").replace("</head>", head)
        return Answer(html.encode(encoding), headers=plain)

    def answers(*encodings: str) -> dict[str, Answer | str]:
        found = {
            f"/{WORDS[n]}": page(n, encoding, f"2004-05-{10 + n}")
            for n, encoding in enumerate(encodings)
        }
        return {"/list": listing(*found), **found}

    old, new = ("koi8-r",) * 5, ("cp1251",) * 6
    with small_portal(tmp_path, answers(*old, *new)) as running:
        text = TEXT.replace("en", "ru", 1)
        running.crawl(text)
        assert learn(running) == 0
        written = yaml.safe_load(learned(running).read_text(encoding="utf-8"))
        assert str(written["encoding"]) == str(
            [
                {"name": "koi8-r", "when": {"published": {"until": date(2004, 5, 14)}}},
                {"name": "windows-1251", "when": {"published": {"from": date(2004, 5, 15)}}},
            ]
        )
        path = running.folder / "portal.yaml"
        before, after = load_portal(path).dated_encodings
        assert (before.name, after.name) == ("koi8-r", "cp1251")
        running.build(text)
        assert all("Вчера в городе" in tei for tei in running.tei().values())
    for name, mixed in {"b": (*old, "cp1251", "koi8-r", *new[2:]), "c": (*old, *new[:4])}.items():
        (tmp_path / name).mkdir()
        with small_portal(tmp_path / name, answers(*mixed)) as running:
            running.crawl(text)
            assert learn(running) == 0
            assert "encoding:" not in learned(running).read_text(encoding="utf-8")
