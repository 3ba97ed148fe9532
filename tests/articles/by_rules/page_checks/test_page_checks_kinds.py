"""Protection services by their markup, pages for other countries, login pages, maintenance, pages
made by scripts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from checkout import CHECKOUT

from webarticlecurator.articles.by_rules.one_page import read_article_page
from webarticlecurator.articles.walls.page_checks import check_by_words, check_page
from webarticlecurator.base.model.article import PageExtract, Rejected
from webarticlecurator.base.model.verdict import GATED, REJECTIONS
from webarticlecurator.base.portal.article_rules import ArticleRules
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.load import load_portal

URL = "https://echo.example/news/1"
PROSE = (
    "<p>"
    + "The council met on Tuesday and spoke about the new bridge over the river. " * 40
    + "</p>"
)
NOTE = (
    "<h1>A short note</h1><p>"
    + "The council met on Tuesday and spoke about the new bridge. " * 5
    + "</p>"
)


def page(title: str, body: str, head: str = "") -> Page:
    return Page(URL, f"<html><head><title>{title}</title>{head}</head><body>{body}</body></html>")


def refused(title: str, body: str, head: str = "") -> Rejected | None:
    return check_by_words(page(title, body, head))


SERVICES = {
    "cloudflare": "<noscript>Enable JavaScript and cookies to continue</noscript><script>window._cf_chl_opt={cvId:'3'}</script>",
    "datadome": "<script>var dd={'rt':'c','cid':'A','host':'geo.captcha-delivery.com'}</script><p>Please enable JS</p>",
    "human perimeterx": "<div id='px-captcha'></div><p>Press &amp; Hold to confirm you are a human.</p>",
    "akamai": "<p>You don't have permission to access this server.</p><p>https://errors.edgesuite.net/18.aa</p>",
    "imperva": "<iframe src='/_Incapsula_Resource?SWUDNSAI=31'>Request unsuccessful. Incapsula incident ID: 1-2</iframe>",
    "aws waf": "<script>window.gokuProps = {'key':'x'}</script><h1>Let's confirm you are human</h1>",
    "anubis": "<script id='anubis_challenge' type='application/json'>{}</script><p>Loading...</p>",
    "ddos guard": "<script src='/.well-known/ddos-guard/js-challenge/index.js'></script><p>Checking</p>",
    "sucuri": "<script>var s={},u,c; sucuri_cloudproxy_js='';</script><p>You are being redirected</p>",
    "google": "<form id='captcha-form'></form><p>Our systems have detected unusual traffic.</p>",
    "qrator": "<script src='/__qrator/qauth_utm_v2.js'></script><p>Wait</p>",
    "vercel": "<script src='/.well-known/vercel/security/static/challenge.v2.min.js'></script><p>Checking</p>",
    "kasada": "<script src='/149e9513-01fa-4fb0-aad4-566afd725d1b/2d206a39-8ed7-437e-a3be-862e0f06eea3/p.js'></script>",
    "yandex": "<form action='/checkcaptcha?key=1'></form><p>Confirm</p>",
    "aliyun": "<script>setCookie('acw_sc__v2', arg3)</script>",
    "fastly": "<script src='/_fs-ch-1T1wmsGaOgGaSxcX/script.js'></script><p>Wait</p>",
}


@pytest.mark.parametrize("service", SERVICES)
def test_challenges_by_their_markup(service: str) -> None:
    found = refused("echo.example", SERVICES[service])
    assert found is not None
    assert found.reason == "challenge"
    assert f"of {service} (" in found.evidence


@pytest.mark.parametrize(
    "script",
    [
        "<script src='/_Incapsula_Resource?SWJIYLWA=719'></script>",
        "<script src='/cdn-cgi/challenge-platform/h/b/scripts/jsd/main.js'></script>",
        "<script src='https://1.edge.sdk.awswaf.com/1/2/challenge.js'></script>",
        "<script>window._pxAppId = 'PX1';</script>",
        "<script src='https://challenges.cloudflare.com/turnstile/v0/api.js'></script>",
        "<script src='https://js.datadome.co/tags.js'></script>",
    ],
)
def test_the_script_of_a_service_on_a_page_with_text_is_not_evidence(script: str) -> None:
    assert refused("A short note", NOTE, script) is None


@pytest.mark.parametrize(
    "said",
    [
        "451: Unavailable due to legal reasons. We recognize you are attempting to access this website from a country "
        "belonging to the European Economic Area (EEA) and therefore access cannot be granted at this time.",
        "Our website is currently unavailable in most European countries.",
        "This content is not available in your region.",
        "Dieser Inhalt ist in Ihrem Land nicht verfügbar.",
        "Ce contenu n'est pas disponible dans votre pays.",
        "Материал недоступен в вашем регионе.",
        "このコンテンツはお住まいの地域ではご利用になれません。",
        "هذا المحتوى غير متاح في بلدك",
    ],
)
def test_geo_block(said: str) -> None:
    found = refused("Echo", f"<p>{said}</p>")
    assert found is not None
    assert found.reason == "geo-block"
    assert refused("Echo", f"<h1>Streams</h1><p>{said}</p>{PROSE}") is None


@pytest.mark.parametrize(
    "title",
    [
        "Log in",
        "Bejelentkezés",
        "Anmelden | Echo",
        "Connexion",
        "Iniciar sesión",
        "Войти",
        "ログイン",
        "تسجيل الدخول",
        "Ingia",
    ],
)
def test_login_wall(title: str) -> None:
    form = "<form><input name='user'><input type='password'><button>OK</button></form>"
    found = refused(title, form)
    assert found is not None
    assert found.reason == "login-wall"
    assert refused(title, form + PROSE) is None  # the article is there
    assert refused("A short note", NOTE + form) is None  # a form at the margin
    # nothing to log in with
    assert refused(title, NOTE.replace("<h1>A short note</h1>", "")) is None


@pytest.mark.parametrize(
    "title",
    ["Under maintenance", "Echo – Karbantartás alatt", "Wartungsarbeiten", "Site en maintenance", "En mantenimiento",
     "Ведутся технические работы", "Bakımdayız",
     "メンテナンス中", "系统维护中", "الموقع تحت الصيانة", "Huoltokatko", "Tovuti iko kwenye matengenezo"],
)  # fmt: skip
def test_maintenance(title: str) -> None:
    found = refused(title, "<p>10:00–12:00</p>")
    assert found is not None
    assert found.reason == "maintenance"
    assert refused(title, PROSE) is None


@pytest.mark.parametrize(
    "said",
    ["You need to enable JavaScript to run this app.", "Az oldal használatához engedélyezze a JavaScriptet!",
     "Bitte aktivieren Sie JavaScript.", "Включите JavaScript", "JavaScriptを有効にしてください。", "자바스크립트를 활성화하세요",
     "يرجى تفعيل جافا سكريبت", "कृपया जावास्क्रिप्ट चालू करें"],
)  # fmt: skip
def test_a_page_made_only_by_scripts_is_empty(said: str) -> None:
    found = refused("Echo", f"<noscript>{said}</noscript><div id='root'></div>")
    assert found is not None
    assert found.reason == "empty"
    assert "only asks for" in found.evidence
    assert refused("JavaScript turns thirty", f"<noscript>{said}</noscript>{PROSE}") is None


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("Page not found: how a newspaper lost its archive", "<p>A short note on a long loss.</p>"),
        ("Just a moment in time", "<p>A poem.</p>"),
        ("Maintenance of the bridge begins", "<p>It takes a week.</p>"),
        (
            "Log in the river stops the mill",
            "<p>It was an oak.</p><form><input type='password'></form>",
        ),
        (
            "A page of history",
            "<p>The article was written in 1848 and could, said the historian, not be read.</p>",
        ),
    ],
)
def test_short_articles_with_such_words_in_their_titles_pass(title: str, body: str) -> None:
    assert refused(title, body) is None


FATAL = (
    "<b>Fatal error</b>:  Uncaught Error: Call to a member function query() on null in /srv/www/db.php:12"
    " Stack trace: #0 /srv/www/list.php(3): open() #1 {main} thrown in <b>/srv/www/db.php</b> on line <b>12</b><br />"
)


@pytest.mark.parametrize(
    "source",
    [
        "Error establishing a database connection",
        "<html><head><title>Database Error</title></head><body><h1>Error establishing a database connection</h1></body></html>",
        "<html><head><title>Echo</title></head><body><p>Adatbázishiba</p></body></html>",
        "<title>Datenbankfehler</title><p>Fehler beim Aufbau einer Datenbankverbindung</p>",
        f"<html><body>{FATAL}</body></html>",
        f"<html><head><title>Echo</title></head><body><ul><li>News<li>Culture<li>Sport</ul><h1>Echo</h1>{FATAL}",
        "503 Service Unavailable",
        "<html><head><title>503 Service Temporarily Unavailable</title></head><body><center><h1>503 Service Temporarily Unavailable</h1></center><hr><center>nginx</center></body></html>",
        "<title>Error 503 Backend fetch failed</title><h1>Error 503</h1><p>Guru Meditation:</p><p>XID: 12</p>",
        "<html><body><h1>Sorry!</h1><p>The server is overloaded. Please try again later.</p></body></html>",
        "<title>Echo</title><h1>Echo</h1><p>SQLSTATE[HY000] [2002] Connection refused</p>",
        "There has been a critical error on this website.",
    ],
)
def test_an_error_of_the_portal_is_no_page(source: str) -> None:
    found = check_by_words(Page(URL, source))
    assert found is not None
    assert found.reason == "error-page"
    marked = f'<meta property="og:type" content="article">{source}'
    assert check_by_words(Page(URL, marked)) is None


@pytest.mark.parametrize(
    "body",
    [
        f"<h1>Error establishing a database connection</h1>{PROSE}",
        "<article><h1>Database error keeps readers of the Echo waiting</h1><p>Service unavailable.</p></article>",
        f"<main><h1>What to do when PHP stops</h1><p>Readers saw this:</p><pre>{FATAL}</pre></main>",
        f"<p>Readers saw this:</p><pre>{FATAL}</pre><p>{'The editors were surprised. ' * 10}</p>",
        f"<h1>The server is overloaded, says the mayor</h1>{NOTE}",
        f"<p>{'The bridge was closed on Monday. ' * 10}</p><p>Overloaded</p>",
    ],
)
def test_an_article_about_an_error_passes(body: str) -> None:
    assert refused("The Daily Echo", body) is None


SHORT_ARTICLE = (
    "<p>The library opened again on Monday after two years of works on its roof, and readers came"
    " from all the villages around. The mayor stood in the queue like everybody.</p>"
)


@pytest.mark.parametrize(
    "beside",
    [
        "<div class=player>Something went wrong</div>",
        "<p>Oops, something went wrong.</p>",
        "<ul><li><a href=/topics/javascript>JavaScript</a></li></ul>",
        "<noscript>Please enable JavaScript.</noscript>",
    ],
)
def test_a_short_article_is_not_refused_for_one_phrase_beside_it(beside: str) -> None:
    article = f"<article><h2>The library opens</h2>{SHORT_ARTICLE}{beside}</article>"
    assert refused("The library opens again", article) is None
    assert refused("Echo", beside) is not None, "without the article it is what the page says"


def test_json_in_place_of_a_page() -> None:
    answer = Page(URL, '{"error": "overloaded"}')
    found = check_page(answer, ArticleRules())
    assert found is not None
    assert found.reason == "error-page"
    assert check_page(answer, ArticleRules(gate_off=("error-page",))) is None
    reads = (("title", (Rule(kind="json", expression="error"),)),)
    assert check_page(answer, ArticleRules(metadata=reads)) is None


def test_a_page_that_scripts_fill_is_empty() -> None:
    shell = "<ul><li>News<li>Culture</ul><div id='app'></div><script src='/app.js'></script>"
    found = refused("Echo", shell)
    assert found is not None
    assert found.reason == "empty"
    assert refused("Echo", shell.replace("id='app'>", "id='app'><p>The bridge</p>")) is None
    assert refused("Echo", shell + PROSE) is None


def test_each_reason_can_be_switched_off() -> None:
    lost, wait = (
        page("Page not found", "<p>Try the search.</p>"),
        page("Just a moment...", "<p>Ray ID</p>"),
    )
    off = ArticleRules(gate_off=("soft-404",))
    assert check_page(lost, off) is None
    assert check_page(wait, off) is not None
    assert check_page(wait, ArticleRules(gate_off=GATED)) is None
    assert set(GATED) < set(REJECTIONS)


GUIDE = CHECKOUT / "docs" / "what-it-says.md"


def test_the_guide_lists_every_verdict_and_its_examples_are_valid(tmp_path: Path) -> None:
    said = GUIDE.read_text(encoding="utf-8").partition("\n## Pages that are not articles\n")[2]
    said = said.partition("\n## ")[0]
    assert set(re.findall(r"^\| `([a-z0-9-]+)` \| [^|]*words?\b", said, re.MULTILINE)) >= set(GATED)
    examples = re.findall(r"```yaml\n(.*?)```", said, re.DOTALL)
    assert len(examples) == 2
    for example in examples:
        path = tmp_path / "echo.yaml"
        head = "portal: echo\nhome: https://echo.example/\narchive: {url: https://echo.example/list, links: h2}\n"
        path.write_text(head + example, encoding="utf-8", newline="\n")
        assert load_portal(path).id == "echo"


def test_a_layout_can_switch_a_test_off(tmp_path: Path) -> None:
    path = tmp_path / "echo.yaml"
    layout = "article: {layouts: [{name: wiki, when: {url: '/errors/'}, gate_off: soft-404}]}\n"
    head = "portal: echo\nhome: https://echo.example/\narchive: {url: https://echo.example/list, links: h2}\n"
    path.write_text(head + layout, encoding="utf-8", newline="\n")
    portal, html = (
        load_portal(path),
        "<title>Page not found</title><h1>Page not found</h1><p>A poem.</p>",
    )
    kept = read_article_page(portal, Page("https://echo.example/errors/404", html))
    lost = read_article_page(portal, Page("https://echo.example/news/1", html))
    assert isinstance(kept, PageExtract)
    assert isinstance(lost, Rejected)
    assert lost.reason == "soft-404"
