"""Articles under two addresses are a doubt, with the line that unites them."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from small_portal import SmallPortal, article, listing, small_portal
from walk_site import messages, problems

from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.workers.run_options import BuildOptions

TEXT = "fetch: {delay: 0, retries: 0}\narchive: {url: BASE/list, links: h2}\n"
NAMES = [f"story-{n}" for n in range(6)]
PAGES = {name: f"All the words of {name}, and some more of them. " * 8 for name in NAMES}


def page(portal: SmallPortal, name: str, declared: str = "") -> str:
    link = f'<link rel="canonical" href="{portal.base}{declared}">' if declared else ""
    return article(PAGES[name], link)


@pytest.mark.parametrize("kind", ["twin", "session", "plain"])
def test_an_article_at_two_addresses_is_said_with_the_line_that_unites_them(
    kind: str, tmp_path: Path
):
    listed = {
        "twin": [f"/a/{name}/{end}" for name in NAMES for end in ("", "amp/")],
        "session": [f"/a/{name}?of=1&sid={n}" for name in NAMES for n in (1, 2)],
        "plain": [f"/a/{name}/" for name in NAMES],
    }[kind]
    line = {"twin": "{canonical: link}", "session": "{drop: [sid]}", "plain": ""}[kind]
    with small_portal(tmp_path, {}) as portal:
        portal.pages["/list"] = listing(*listed)
        for path in listed:
            name = path.split("/")[2].partition("?")[0]
            portal.pages[path] = page(portal, name, f"/a/{name}/" if kind != "session" else "")
        for _ in range(2):
            summary = portal.crawl(TEXT)
            twins = problems(portal).count("article-twins")
            assert twins == (len(NAMES) if line else 0) and summary.ok is not bool(line)
            assert not line or f"address: {line}" in messages(portal)
        if line:
            assert "/amp/: " in messages(portal) or "sid=2: " in messages(portal)
            assert portal.build(f"{TEXT}address: {line}\n").ok and problems(portal) == []
            assert len(portal.articles()) == len(NAMES) == len(portal.tei())


TWINS = {
    "a folder": ("/m/a/{}", r"{replace: [['^(https?://[^/]+/)m/', '\1']]}"),
    "the end": ("/a/{}/amp", r"{replace: [['^(.+)/amp(?=$)', '\1']]}"),
    "two names": ("/a/{}?sid=2&time=5", ""),
    "a name": ("/a/{}?outputType=amp", "{drop: [outputType]}"),
}


@pytest.mark.parametrize("kind", TWINS)
def test_twins_with_other_words_around_their_text_are_found_by_their_tei(
    kind: str, tmp_path: Path
) -> None:
    """None declares another address."""
    form, line = TWINS[kind]
    plain = "/a/{}?sid=1&time=4" if not line else "/a/{}"
    text = f"{TEXT}article: {{body: {{root: article}}}}\n"
    with small_portal(tmp_path, {}) as portal:
        portal.executor = "serial"
        portal.pages["/list"] = listing(*(way.format(n) for n in NAMES for way in (plain, form)))
        for way, around in ((plain, ""), (form, "<p>Other words in a box beside it.</p>")):
            for name in NAMES:
                whole = page(portal, name).replace("</body>", f"{around}</body>")
                portal.pages[way.format(name)] = whole
        assert not portal.crawl(text).ok
        line = line or "{drop: [sid, time]}"
        assert f"address: {line}  into" in messages(portal)
        assert problems(portal).count("article-twins") == len(NAMES)
        options = BuildOptions(prune=True)
        written = portal.write(f"{text}address: {line}\n")
        assert build(written, portal.corpus, options, portal.runtime).ok, messages(portal)
        assert len(portal.articles()) == len(NAMES) == len(portal.tei())


LEAD = "What the page to print leaves out, above the text of the page itself."


@pytest.mark.parametrize("kind", ["pages to print", "some", "galleries"])
def test_pages_with_title_and_day_of_others_are_said_where_all_of_their_form_are_such(
    kind: str, tmp_path: Path
) -> None:
    """Their texts differ by a paragraph, and no line makes one of the addresses. A gallery has few
    words; a page of another kind may have a title by chance."""
    number = {"some": 4}.get(kind, len(NAMES))
    prints = {f"/print/{n}": name for n, name in enumerate(NAMES)}
    plain = {f"/{name}": name for name in NAMES}
    day = '<meta property="article:published_time" content="2024-04-0{}">'
    text = f"{TEXT}article: {{metadata: {{title: h1}}}}\n"
    with small_portal(tmp_path, {}) as portal:
        portal.executor = "serial"
        portal.pages["/list"] = listing(*plain, *prints)
        for place, (path, name) in enumerate([*plain.items(), *prints.items()]):
            words = PAGES[name][:60] if kind == "galleries" and path in prints else PAGES[name]
            words = f"{LEAD}</p><p>{words}" if path in plain else words
            is_other = path in prints and NAMES.index(name) >= number
            title = f"Another title, that of {name}" if is_other else f"The title of {name}"
            head = day.format(place % len(NAMES) + 1)
            portal.pages[path] = article(words, head).replace("<p>", f"<h1>{title}</h1><p>", 1)
        portal.crawl(text)
        found = [each for each in messages(portal).splitlines() if "the title and the day" in each]
        assert len(found) == (number if kind == "pages to print" else 0)
        assert all("/print/" in each.partition(": it has")[0] for each in found)


def test_one_text_at_two_addresses_that_a_number_tells_apart_is_no_doubt(tmp_path: Path):
    """Agency texts; ``?id=`` alone says which article it is."""
    with small_portal(tmp_path, {}) as portal:
        paths = [f"/a?id={n}" for n in range(8)]
        portal.pages["/list"] = listing(*paths)
        for number, path in enumerate(paths):
            portal.pages[path] = page(portal, NAMES[number // 2])
        portal.crawl(TEXT)
        assert "article-twins" not in problems(portal)


FORMS = {
    "a folder": "/s{n}x/a/{name}.html",
    "a part of a folder": "/a-{n}/{name}",
    "the end of the name": "/a/{name};sid={n}f",
    "before the extension": "/a/{name}-{n}f.html",
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_a_session_number_in_the_path_is_said_with_the_line_at_the_second_crawl(
    form: str, tmp_path: Path
) -> None:
    with small_portal(tmp_path, {}) as portal:
        portal.executor = "serial"
        for crawl in range(3):
            paths = {form.format(n=4711 * (crawl + 1), name=name): name for name in NAMES}
            portal.pages = {path: page(portal, name) for path, name in paths.items()}
            portal.pages["/list"] = listing(*paths)
            portal.clock.time += timedelta(hours=1)
            assert portal.crawl(TEXT).ok is (crawl == 0)
            assert problems(portal).count("article-twins") == len(NAMES) * crawl
        line = messages(portal).partition("write  ")[2].partition("  into")[0]
        options = BuildOptions(prune=True)
        assert build(portal.write(f"{TEXT}{line}\n"), portal.corpus, options, portal.runtime).ok
        assert problems(portal) == []
        assert len(portal.articles()) == len(NAMES) == len(portal.tei()), portal.articles()


def test_one_text_under_two_numbers_of_the_path_is_no_doubt(tmp_path: Path) -> None:
    """Agency texts, at addresses of articles with numbers."""
    with small_portal(tmp_path, {}) as portal:
        portal.executor = "serial"
        paths = [f"/a/text-{n}" for n in range(8)]
        portal.pages["/list"] = listing(*paths)
        for number, path in enumerate(paths):
            portal.pages[path] = page(portal, NAMES[number // 2])
        portal.crawl(TEXT)
        assert "article-twins" not in problems(portal)


@pytest.mark.parametrize(("folder", "is_safe"), [("s", False), ("year", True)])
def test_a_line_that_would_unite_different_articles_is_not_proposed(
    folder: str, is_safe: bool, tmp_path: Path
) -> None:
    """Years stand where the session number is; the number behind another name is left alone."""
    with small_portal(tmp_path, {}) as portal:
        portal.executor = "serial"
        weekly = {f"/{folder}/{year}/weekly": f"story-{year % 10}" for year in range(2000, 2003)}
        for crawl in range(2):
            paths = {f"/s/{500 + crawl}/{name}": name for name in NAMES[3:]} | weekly
            portal.pages = {path: page(portal, name) for path, name in paths.items()}
            portal.pages["/list"] = listing(*paths)
            portal.clock.time += timedelta(hours=1)
            portal.crawl(TEXT)
        assert problems(portal).count("article-twins") == 3
        line = r"address: {replace: [['^(https?://[^/]+/s/)\d+/?', '\1']]}"
        assert line in messages(portal)
        assert ("would unite other articles" in messages(portal)) is not is_safe
