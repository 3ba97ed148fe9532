"""Keys of the top level: what the header says, what an address is, what is stored."""

from __future__ import annotations

from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest
from keys_case import ARCHIVE, ARTICLE, HOME, Case, blocks, loaded, sees, tei_has
from small_portal import SmallPortal, article, listing, small_portal

from webarticlecurator.base.folders import data_folder
from webarticlecurator.base.model.article import Article
from webarticlecurator.base.model.corpus_numbers import CorpusNumbers
from webarticlecurator.base.model.corpus_terms import CorpusTerms
from webarticlecurator.corpus.deposit.datacite_record import make_datacite_record
from webarticlecurator.corpus.deposit.deposit_metadata import DepositDescription
from webarticlecurator.crawling.archive.windows import span_windows, today_in
from webarticlecurator.crawling.crawl.start_times import next_starts
from webarticlecurator.crawling.workers.run_options import CrawlOptions, RefreshSelection
from webarticlecurator.proposing.trial.one_article import extract

WORDS = "<article><p>Words.</p></article>"
CORPUS = "corpus: {title: Echo Corpus%s}\n"
EDITOR = "corpus: {editors: [{name: A. Editor%s}]}\n"
LIST = "archive: {url: BASE/list}\nfetch: {delay: 0}\n"


def _header(off: str, on: str, needle: str) -> Case:
    """Something that the TEI header says with the key only."""
    return Case(tei_has(needle, WORDS), off, on, False, True)


def _decoded(folder: Path, text: str) -> str:
    portal = loaded(folder, text)
    found = extract(portal, ARTICLE, "<article><p>őszi szél</p></article>".encode("cp1250"))
    assert isinstance(found, Article)
    return "".join(found.body.texts())


def _address(folder: Path, text: str) -> str:
    found = extract(loaded(folder, text), "http://echo.example/a?utm_x=1&id=2", WORDS.encode())
    assert isinstance(found, Article)
    return found.url


def crawled(pages: Any, look: Any) -> Any:
    """What ``look(portal, text of the portal file)`` sees of a portal on loopback."""

    def see(folder: Path, text: str) -> Any:
        with small_portal(folder, pages) as portal:
            return look(portal, text)

    return see


def _files(portal: SmallPortal, text: str) -> str:
    portal.crawl(text)
    return sorted((portal.corpus / "warc").iterdir())[0].name.partition("-a")[0]


LIST_BY_ECHO = "archive: {url: BASE/list}\nfetch: {delay: 0, user_agent: Echo}\n"


def _agent(portal: SmallPortal, text: str) -> str:
    portal.crawl(text)
    return portal.headers[0]["User-Agent"].partition("/")[0]


def _states(portal: SmallPortal, text: str) -> dict[str, str]:
    portal.crawl(text)
    return portal.articles()


def _first_words(portal: SmallPortal, text: str) -> list[str]:
    """Two captures of /a: the second crawl asks for it again."""
    portal.pages["/a"] = article("early")
    portal.crawl(text)
    portal.clock.sleep(60)
    portal.pages["/a"] = article("late")
    portal.crawl(text, CrawlOptions(refresh=RefreshSelection(everything=True)))
    (made,) = portal.tei().values()
    return [word for word in ("early", "late") if word in made]


CANONICAL = '<link rel="canonical" href="/good">'
TEMPLATE = (
    (data_folder("tei_templates") / "default.xml")
    .read_text(encoding="utf-8")
    .replace(" <teiHeader>", " <!-- ours -->\n <teiHeader>")
)


def _by_template(folder: Path, text: str) -> bool:
    (folder / "ours.xml").write_text(TEMPLATE, encoding="utf-8", newline="\n")
    return bool(tei_has("<!-- ours -->")(folder, text))


def _today(folder: Path, text: str) -> list[str]:
    """The days that are walked when it is 23:30 on 2 May in London."""
    portal = loaded(folder, text)
    today = today_in(portal.timezone, datetime(2024, 5, 2, 23, 30, tzinfo=timezone.utc))
    return [window.key for window in span_windows(portal.columns[0].spans[0], today) if window]


def _starts(folder: Path, text: str) -> list[str]:
    """The next start of a crawl; the id of the portal adds two minutes."""
    pytest.importorskip("croniter")
    portal = loaded(folder, text)
    after = datetime(2024, 5, 2, 12, tzinfo=timezone.utc)
    return [start.isoformat() for start in next_starts(portal, after, 1)] if portal.schedule else []


def cases() -> dict[str, Case]:
    return {
        "portal.portal": Case(
            crawled({"/list": listing("/a"), "/a": article("x")}, _files),
            LIST,
            f"portal: other\n{LIST}",
            "small",
            "other",
        ),
        "portal.title": _header(
            "", "title: The Daily Echo\n", '<title level="j">The Daily Echo</title>'
        ),
        "portal.home": Case(
            tei_has("https://www.echo.example/"),
            "",
            f"portal: echo\nhome: https://www.echo.example/\n{ARCHIVE}",
            False,
            True,
        ),
        "portal.language": _header("", "language: hu\n", '<language ident="hu"/>'),
        "portal.timezone": Case(
            _today,
            DAYS,
            DAYS + "timezone: Asia/Tokyo\n",
            ["2024-05-01"],
            ["2024-05-02", "2024-05-01"],
        ),
        "portal.encoding": Case(
            _decoded, "encoding: latin1\n", "encoding: windows-1250\n", "õszi szél", "őszi szél"
        ),
        "encoding.name": Case(
            _decoded,
            "encoding: [{name: latin1}]\n",
            "encoding: [{name: windows-1250}]\n",
            "õszi szél",
            "őszi szél",
        ),
        "encoding.when": Case(
            _decoded,
            "encoding: [{name: windows-1250, when: nav}, latin1]\n",
            "encoding: [{name: windows-1250, when: article}, latin1]\n",
            "õszi szél",
            "őszi szél",
        ),
        "layout.encoding": Case(
            _decoded,
            "encoding: latin1\narticle: {layouts: [{name: old, when: article}]}\n",
            "encoding: latin1\n"
            "article: {layouts: [{name: old, when: article, encoding: windows-1250}]}\n",
            "õszi szél",
            "őszi szél",
        ),
        "portal.publisher": _header(
            "", "publisher: {name: Echo Kft.}\n", "<publisher>Echo Kft.</publisher>"
        ),
        "portal.rights": _header(
            "", "rights: {text: Ours.}\n", '<licence n="text">Ours.</licence>'
        ),
        "portal.corpus": _header("", CORPUS % "", ">Echo Corpus</edition>"),
        "portal.address": Case(
            _address,
            "",
            "address: {drop: ['utm_*']}\n",
            "http://echo.example/a?utm_x=1&id=2",
            "http://echo.example/a?id=2",
        ),
        "portal.fetch": Case(
            crawled({"/list": listing()}, _agent),
            "archive: {url: BASE/list}\nfetch: {delay: 0}\n",
            LIST_BY_ECHO,
            "webarticlecurator",
            "Echo",
        ),
        "portal.archive": Case(
            lambda f, t: loaded(f, t).columns[0].spans[0].url.text,
            ARCHIVE,
            ARCHIVE.replace("list", "other"),
            f"{HOME}/list",
            f"{HOME}/other",
        ),
        "portal.article": Case(
            sees(blocks, "<article><p>a</p></article><nav>b</nav>"),
            "",
            "article: {body: {root: nav}}\n",
            "paragraph:a",
            "paragraph:b",
        ),
        "portal.captures": Case(
            crawled({"/list": listing("/a")}, _first_words),
            LIST,
            LIST + "captures: first\n",
            ["late"],
            ["early"],
        ),
        "portal.schedule": Case(
            _starts, "", "schedule: 0 4 * * *\n", [], ["2024-05-03T04:02:26+00:00"]
        ),
        "portal.tei": Case(_by_template, "", "tei: {template: ours.xml}\n", False, True),
        "tei.template": Case(
            _by_template, "tei: {template: default}\n", "tei: {template: ours.xml}\n", False, True
        ),
        "publisher.name": _header(
            "publisher: {name: Other}\n",
            "publisher: {name: Echo Kft.}\n",
            "<publisher>Echo Kft.</publisher>",
        ),
        "publisher.place": _header(
            "publisher: {name: E}\n",
            "publisher: {name: E, place: Budapest}\n",
            "<pubPlace>Budapest</pubPlace>",
        ),
        "rights.text": _header(
            "rights: {text: Other.}\n",
            "rights: {text: Ours.}\n",
            '<licence n="text">Ours.</licence>',
        ),
        "rights.url": _header(
            "rights: {text: O}\n",
            f"rights: {{text: O, url: '{HOME}/rights'}}\n",
            f'target="{HOME}/rights"',
        ),
        **_corpus(),
        **_addresses(),
    }


def _related(folder: Path, text: str) -> tuple[str, str] | None:
    """What the corpus of a deposit is part of, or was made by, and the kind of its identifier."""
    numbers = CorpusNumbers("echo", 0, 0, {"years": ()}, (), (), (), ())
    days = ("2024-05-01", "2024-05-02")
    deposit = DepositDescription(loaded(folder, text), numbers, CorpusTerms(()), days, days[1], ())
    related = make_datacite_record(deposit)["relatedIdentifiers"][1:]
    return next(((r["relatedIdentifier"], r["relatedIdentifierType"]) for r in related), None)


DAYS = f"archive: {{url: '{HOME}/{{date:%Y-%m-%d}}', dates: {{from: 2024-05-01}}}}\n"


def _corpus() -> dict[str, Case]:
    return {
        "corpus.title": _header("corpus: {title: Other}\n", CORPUS % "", ">Echo Corpus</edition>"),
        "corpus.version": _header(CORPUS % "", CORPUS % ", version: '1.0'", '<edition n="1.0">'),
        "corpus.editors": _header(CORPUS % "", EDITOR % "", "<persName>A. Editor</persName>"),
        "corpus.funder": _header(CORPUS % "", CORPUS % ", funder: NKFIH", "<funder>NKFIH</funder>"),
        "corpus.licence": _header(
            CORPUS % "", CORPUS % ", licence: CC BY 4.0", '<licence n="corpus">CC BY 4.0</licence>'
        ),
        "corpus.doi": _header(
            CORPUS % "",
            CORPUS % ", doi: 10.5281/zenodo.1",
            '<idno type="DOI">10.5281/zenodo.1</idno>',
        ),
        "corpus.handle": _header(
            CORPUS % "",
            CORPUS % ", handle: 11234/1-5901",
            '"URI">https://hdl.handle.net/11234/1-5901?id=',
        ),
        "corpus.project": Case(
            _related,
            "",
            "corpus: {project: 10.26259/d5e0e12f}\n",
            None,
            ("https://raid.org/10.26259/d5e0e12f", "RAiD"),
        ),
        "corpus.software": Case(
            _related,
            "",
            f"corpus: {{software: swh:1:rev:{'a' * 40}}}\n",
            None,
            (f"swh:1:rev:{'a' * 40}", "SWHID"),
        ),
        "editor.name": _header(
            EDITOR.replace("A.", "B.") % "", EDITOR % "", ">A. Editor</persName>"
        ),
        "editor.orcid": _header(
            EDITOR % "",
            EDITOR % ", orcid: 0000-0002-1825-0097",
            'ref="https://orcid.org/0000-0002-1825-0097"',
        ),
        "editor.role": _header(
            EDITOR % "", EDITOR % ", role: proof-reader", "<resp>proof-reader</resp>"
        ),
    }


def _addresses() -> dict[str, Case]:
    plain = "http://echo.example/a?utm_x=1&id=2"
    linked = {"/list": listing("/a"), "/a": article("x", CANONICAL)}
    return {
        "address.drop": Case(
            _address,
            "address: {drop: [fragment]}\n",
            "address: {drop: ['utm_*']}\n",
            plain,
            "http://echo.example/a?id=2",
        ),
        "address.replace": Case(
            _address,
            "",
            "address: {replace: [['^http:', 'https:']]}\n",
            plain,
            plain.replace("http:", "https:"),
        ),
        "address.canonical": Case(
            crawled(linked, _states),
            LIST,
            LIST + "address: {canonical: link}\n",
            {"/a": "tei"},
            {"/good": "tei"},
        ),
        "address.public": _header(
            "",
            f"address: {{public: [['^{HOME}/news/', '{HOME}/cite/']]}}\n",
            f"{HOME}/cite/article-1",
        ),
    }
