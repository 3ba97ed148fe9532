"""Pages that are not articles are recognised by phrases; articles are never refused."""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path
from urllib.parse import unquote

import pytest
from warcio.archiveiterator import ArchiveIterator

from webarticlecurator.articles.walls.page_checks import check_by_words
from webarticlecurator.articles.walls.page_checks import check_page as gate_of
from webarticlecurator.articles.walls.visible_text import hash_shown_text
from webarticlecurator.base.model.article import Rejected
from webarticlecurator.base.portal.article_rules import ArticleRules, Reject
from webarticlecurator.base.portal.rule import Place, Rule
from webarticlecurator.pages.page.page import Page, read_page

URL = "https://echo.example/news/1"
MENU = "<nav>Home News Culture Sport Opinion Weather Contact</nav>"


def html(title: str, body: str, head: str = "") -> Page:
    return Page(
        URL, f"<html><head><title>{title}</title>{head}</head><body>{MENU}{body}</body></html>"
    )


PROSE = (
    "<p>"
    + "The council met on Tuesday and spoke about the new bridge over the river. " * 30
    + "</p>"
)


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("Page not found - Daily Echo", "<p>Try the search.</p>"),
        ("404 – Page not found | Daily Echo", PROSE),  # a page of suggestions
        ("Daily Echo", "<h1>Az oldal nem található!</h1>"),
        ("Daily Echo", "<h1>Seite nicht gefunden</h1>"),
        ("Página no encontrada", ""),
        ("Oops! That page can’t be found. | Echo", ""),
        ("Echo » Pagina non trovata", ""),
        ("Error 404", "<p>Sorry.</p>"),
    ],
)
def test_soft_404(title: str, body: str) -> None:
    refused = check_by_words(html(title, body))
    assert refused is not None
    assert refused.reason == "soft-404"
    assert "title says" in refused.evidence


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("Just a moment...", "<p>Checking your browser before accessing echo.example.</p>"),
        ("Attention Required! | Cloudflare", "<h1>Sorry, you have been blocked</h1>"),
        ("echo.example", '<iframe src="https://geo.captcha-delivery.com/captcha/?x=1"></iframe>'),
        (
            "echo.example",
            '<div id="challenge-form">Enable JavaScript and cookies to continue</div>',
        ),
        (
            "Access Denied",
            "<h1>Access Denied</h1><p>You don't have permission. Reference #18.1</p>",
        ),
    ],
)
def test_challenge(title: str, body: str) -> None:
    refused = check_by_words(html(title, body))
    assert refused is not None
    assert refused.reason == "challenge"


@pytest.mark.parametrize(
    "body",
    [
        "<h1>We value your privacy</h1><p>We and our partners store cookies and process personal data such as identifiers, for"
        " personalised advertising. With your consent we and our partners may use data. You may accept or reject. Privacy policy,"
        " cookie policy, partners.</p><button>Accept all</button><button>Reject all</button>",
        "<p>Weiter mit Werbung: Besuchen Sie uns mit Werbung und Cookies. Zustimmung jederzeit widerrufbar. Wir und unsere"
        " Partner verarbeiten personenbezogene Daten mit Ihrer Einwilligung. Details in der Datenschutzerklärung und den"
        " Cookie-Einstellungen.</p><button>Akzeptieren</button>",
        "<p>Az oldal sütiket használ. Az adatkezelési tájékoztató szerint Ön és partnereink személyes adatai hirdetések céljából"
        " kezelhetők, ha hozzájárul. A hozzájárulás visszavonható. Adatvédelmi beállítások.</p><button>Elfogadom</button>",
    ],
)
def test_consent_wall(body: str) -> None:
    refused = check_by_words(html("Daily Echo", body))
    assert refused is not None
    assert refused.reason == "consent-wall"
    assert "consent" in refused.evidence


def test_a_page_without_any_text_is_empty() -> None:
    page = Page(
        URL,
        "<html><head><title>Echo</title></head><body><script>var a = 'words'</script><div id=app></div></body></html>",
    )
    refused = check_by_words(page)
    assert refused is not None
    assert (refused.url, refused.reason) == (URL, "empty")


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("Why 'page not found' is the most read page of the web", PROSE),
        ("404: the story of a number", "<p>A short note.</p>"),
        ("Access denied: how the archive was closed", "<p>A short note on it.</p>"),
        ("404", PROSE),  # a headline of its own over a whole article
        (
            "New cookie law in force",
            "<p>"
            + "The law on cookies asks for consent, said the minister on Monday evening. " * 20
            + "</p>",
        ),
        ("Just a moment...", PROSE),
        (
            "Short news",
            "<p>One line.</p>" + "<div>This site uses cookies. <a>Privacy</a> <a>Accept</a></div>",
        ),
        ("Echo", "<noscript>" + PROSE + "</noscript>"),
    ],
)
def test_articles_about_errors_and_walls_pass(title: str, body: str) -> None:
    assert check_by_words(html(title, body)) is None


@pytest.mark.parametrize(
    ("title", "heading", "passes"),
    [
        ("404 | Echo", "The 404 page as an art form", True),
        ("Страница не найдена", "Новый роман Иванова вышел в марте", True),
        ("Nem található", "Nem található a gyilkos fegyver", True),
        ("404 | Echo", "Sorry, we looked for it everywhere", False),
        ("404 | Echo", "The page you wanted does not exist", False),
        ("404 | Echo", "Daily Echo", False),
    ],
)
def test_an_article_with_a_heading_of_its_own_passes(
    title: str, heading: str, passes: bool
) -> None:
    text = f"<h1>{heading}</h1><p>One short sentence of it.</p>"
    assert (check_by_words(html(title, f"<article>{text}</article>")) is None) == passes
    assert check_by_words(html(title, f"<header>{text}</header>")) is not None  # that of the portal


@pytest.mark.parametrize(
    "mark",
    [
        '<script type="application/ld+json">{"@type": "NewsArticle", "headline": "Page not found"}</script>',
        '<meta property="article:published_time" content="2020-01-01T00:00:00Z">',
        '<meta property="og:type" content="article">',
    ],
)
def test_a_page_with_the_metadata_of_an_article_passes(mark: str) -> None:
    assert check_by_words(html("Page not found", "<p>A poem.</p>", mark)) is None


def test_reject_rules_come_first_and_are_named() -> None:
    rule = Rule(kind="css", expression="body.quiz", place=Place("echo.yaml", 12, 5))
    rules = ArticleRules(
        reject=(Reject(Rule(kind="css", expression="div.none")), Reject(rule, "excluded"))
    )
    refused = gate_of(Page(URL, f"<html><body class='quiz'>{PROSE}</body></html>"), rules)
    assert refused is not None
    assert refused.reason == "excluded"
    assert refused.evidence == "reject rule css body.quiz (echo.yaml:12) matches"
    assert gate_of(Page(URL, f"<html><body>{PROSE}</body></html>"), rules) is None


READS_JSON = ArticleRules(page=(Rule(kind="json", expression="html"),))


def test_a_page_with_an_embedded_article_is_not_judged_by_its_visible_text() -> None:
    carried = Page(URL, '{"title": "Page not found", "html": ""}')
    assert gate_of(carried, READS_JSON) is None
    script = Page(URL, "<html><body><script>var html = '<p>Text</p>'</script></body></html>")
    assert (
        gate_of(script, ArticleRules(page=(Rule(kind="regex", expression="html = '([^']*)'"),)))
        is None
    )


def news(shared: Path) -> list[Page]:
    folder = shared / "cases" / "fundus"
    rows = [
        json.loads(line)
        for line in (folder / "pages.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    pages = [
        (row["url"], gzip.decompress((folder / row["html_file"]).read_bytes())) for row in rows
    ]
    return [read_page(url, content, "text/html; charset=utf-8") for url, content in pages]


def archived(shared: Path) -> list[Page]:
    """Return all stored pages of the 24 portals: articles, archive pages, lists in JSON."""
    pages = []
    for file in sorted((shared / "cases" / "wac").glob("*.warc.gz")):
        with file.open("rb") as warc:
            for record in ArchiveIterator(warc):
                if record.rec_type == "response":
                    # stored without the chunks that its header speaks of
                    content = record.raw_stream.read()
                    address = record.rec_headers.get_header("WARC-Target-URI")
                    pages.append(
                        read_page(address, content, record.http_headers.get_header("Content-Type"))
                    )
    return pages


def test_no_real_page_is_refused_even_without_the_metadata_of_an_article(
    shared: Path, monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config
) -> None:
    """Every fourth page, all with ``--long``; and the one that shows nothing. Portals that send
    JSON have rules that read it."""
    pages = [*news(shared), *archived(shared)]
    assert len(pages) > 210
    if not pytestconfig.getoption("long"):
        pages = [page for n, page in enumerate(pages) if n % 4 == 0 or "hankookilbo" in page.url]

    def gate_of_portal(page: Page) -> Rejected | None:
        return gate_of(page, ArticleRules() if page.json is None else READS_JSON)

    assert [refused for page in pages if (refused := gate_of_portal(page))] == []
    monkeypatch.setattr(
        sys.modules["webarticlecurator.articles.walls.page_checks"],
        "_has_article_metadata",
        lambda page: False,
    )
    refused = [refused for page in pages if (refused := gate_of_portal(page))]
    # the one that shows nothing: its article is in a script
    assert [(r.reason, r.url.split("/")[2]) for r in refused] == [("empty", "www.hankookilbo.com")]


def test_text_in_pre_counts_for_what_a_page_shows():
    """Messages of mailing lists have their text there, and one title for a whole thread."""
    page = "<html><head><title>Re: The boat of the harbour</title></head><body><h1>Re: The boat of the harbour</h1><pre>{}</pre></body></html>"
    texts = [f"The boat number {name} was seen again near the coast." for name in ("one", "two")]
    hashes = {
        hash_shown_text(read_page("https://x.example/1", page.format(text).encode(), "text/html"))
        for text in texts
    }
    assert len(hashes) == 2 and None not in hashes


@pytest.mark.parametrize(
    "end", ["a/17", "the-old-bridge", "?p=17", "h%C3%ADd-a-v%C3%A1ros-felett/"]
)
def test_the_address_of_a_page_makes_no_difference_between_notices(end: str):
    def hashed(url: str, shown: str) -> int | None:
        text = f"<h1>Oops, what is that?</h1><p>Nobody has {shown} here, (“{shown}”).</p>"
        return hash_shown_text(read_page(url, text.encode(), "text/html"))

    shown = "/" + unquote(end).rstrip("/")
    other = hashed("https://x.example/quite-another-name", "/quite-another-name")
    assert hashed(f"https://x.example/{end}", shown) == other
    assert hashed(f"https://x.example/{end}", f"https://x.example{shown}") == other
    assert hashed(f"https://x.example/{end}", "/elsewhere/7") != other
    # a date may be all that an article has of its own
    days = {hashed(f"https://x.example/{day}", day) for day in ("2024-05-01", "2024-05-02")}
    assert len(days) == 2
