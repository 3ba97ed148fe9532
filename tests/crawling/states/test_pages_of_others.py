"""A cache that answers with the pages of other articles: none of them is used, and each article is
asked for again."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_portal import SmallPortal, moved, small_portal

from webarticlecurator.crawling.building.recovery import rebuild_corpus
from webarticlecurator.crawling.workers.run_options import CrawlOptions, RefreshSelection

FILE = """\
archive: {url: BASE/list, links: h2}
fetch: {delay: 0}
article: {body: {root: article}, metadata: {title: h1}}
"""
# of each headline, words of its own, and the small ones that all have
HEADLINES = [
    f"The {n} {a} of {b} in {c}"
    for n, (a, b, c) in enumerate(
        (f"{start}bridge", f"{start}harbour", f"{start}market") for start in "abcdefghijklmnopqrst"
    )
]
NUMBER = len(HEADLINES)


def page(number: int, head: str = "", title: str = "") -> str:
    text = " ".join(f"sentence {n} about {HEADLINES[number]} and more." for n in range(20))
    head = head.replace("OWN", f"/a/{number}")
    return (
        f"<html><head>{head}</head><body><article><h1>{title or HEADLINES[number]}</h1>"
        f"<p>{text}</p></article></body></html>"
    )


def listed(headlines: list[str]) -> str:
    links = (f'<h2><a href="/a/{n}">{text}</a></h2>' for n, text in enumerate(headlines))
    return f"<html><body>{''.join(links)}</body></html>"


def portal_of(folder: Path, pages: list[str], headlines: list[str] | None = None):
    answers = {f"/a/{n}": text for n, text in enumerate(pages)}
    return small_portal(folder, {"/list": listed(headlines or HEADLINES), **answers})


def mixed(head: str = "") -> list[str]:
    """Every second article is answered with the page of the one before it."""
    return [page(n - n % 2, head) for n in range(NUMBER)]


def right(portal: SmallPortal) -> int:
    """How many articles have the text that is their own."""
    texts = portal.tei().values()
    return sum(
        any(
            f'{portal.base}/a/{n}"' in text and f"about {HEADLINES[n]} and" in text
            for text in texts
        )
        for n in range(NUMBER)
    )


@pytest.mark.parametrize("head", ["", '<link rel="canonical" href="OWN">'])
def test_ten_of_twenty_texts_were_those_of_other_articles(tmp_path: Path, head: str):
    with portal_of(tmp_path, mixed(head)) as portal:
        summary = portal.crawl(FILE)
        assert (summary.tei, summary.failed, right(portal)) == (10, 10, 10)
        assert [doubt.kind for doubt in summary.doubts] == ["failed: other-article"]
        assert not summary.ok
        states = portal.articles()
        rebuild_corpus(portal.write(FILE), portal.corpus)
        portal.build(FILE)
        assert portal.articles() == states

        portal.pages |= {f"/a/{n}": page(n, head) for n in range(NUMBER)}
        portal.clock.sleep(3600)
        portal.asked.clear()
        summary = portal.crawl(FILE)
        assert (summary.tei, summary.failed, right(portal), summary.ok) == (20, 0, 20, True)
        assert sum(path.startswith("/a/") for path in portal.asked) == 10


def test_such_a_page_never_replaces_a_text(tmp_path: Path):
    with portal_of(tmp_path, [page(n) for n in range(NUMBER)]) as portal:
        assert portal.crawl(FILE).ok
        before = portal.tei()
        portal.pages["/a/3"] = page(7)
        portal.clock.sleep(86400)
        portal.crawl(FILE, CrawlOptions(refresh=RefreshSelection(everything=True)))
        assert right(portal) == NUMBER and portal.tei() == before


def test_a_new_article_that_is_asked_for_alone_is_not_the_page_of_another(tmp_path: Path):
    with portal_of(tmp_path, [page(n) for n in range(NUMBER)]) as portal:
        portal.pages["/list"] = listed(HEADLINES[:-1])
        assert portal.crawl(FILE).ok
        portal.pages |= {"/list": listed(HEADLINES), f"/a/{NUMBER - 1}": page(7)}
        for _ in range(3):
            portal.clock.sleep(3600)
            summary = portal.crawl(FILE)
            assert (summary.tei, summary.failed) == (NUMBER - 1, 1)
        portal.pages[f"/a/{NUMBER - 1}"] = page(NUMBER - 1)
        portal.clock.sleep(3600)
        assert portal.crawl(FILE).ok and right(portal) == NUMBER


HEADS = {
    "nothing": "",
    "an address elsewhere": '<link rel="canonical" href="https://other.example/a">',
    "one address for all": '<meta property="og:url" content="/list">',
}


@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
@pytest.mark.parametrize(
    "change", [str, lambda text: text[:20] + "…", lambda text: "Read all of it"]
)
def test_no_alarm_where_pages_are_their_own(tmp_path: Path, head: str, change):
    headlines = [change(text) for text in HEADLINES]
    with portal_of(tmp_path, [page(n, head) for n in range(NUMBER)], headlines) as portal:
        summary = portal.crawl(FILE)
        assert (summary.tei, summary.ok) == (NUMBER, True)


def test_no_alarm_where_the_rules_read_the_headline_of_the_next_link(tmp_path: Path):
    moved = [*HEADLINES[1:], HEADLINES[0]]
    with portal_of(tmp_path, [page(n) for n in range(NUMBER)], moved) as portal:
        assert portal.crawl(FILE).tei == NUMBER


def test_no_alarm_for_one_article_at_two_addresses(tmp_path: Path):
    head = '<link rel="canonical" href="/a/0">'
    pages = [page(0, head), page(0, head), *(page(n) for n in range(2, NUMBER))]
    headlines = [HEADLINES[0], HEADLINES[0], *HEADLINES[2:]]
    with portal_of(tmp_path, pages, headlines) as portal:
        assert portal.crawl(FILE).ok


def test_no_alarm_where_the_same_title_comes_every_day(tmp_path: Path):
    pages = [page(n, title="The weather of today here") for n in range(NUMBER)]
    headlines = ["The weather of today here", *HEADLINES[1:]]
    with portal_of(tmp_path, pages, headlines) as portal:
        assert portal.crawl(FILE).failed == 0


@pytest.mark.parametrize("later", ["/a/0?page=2", "/a/0/2", "/a/0-2"])
def test_no_alarm_for_a_later_page_that_is_listed(tmp_path: Path, later: str):
    pages = [page(n) for n in range(NUMBER)]
    with portal_of(tmp_path, pages) as portal:
        link = f'<h2><a href="{later}">More of this on the next page</a></h2></body>'
        portal.pages["/list"] = listed(HEADLINES).replace("</body>", link)
        portal.pages[later] = page(0).replace("sentence", "further")
        assert portal.crawl(FILE).failed == 0


@pytest.mark.parametrize(
    ("answered", "is_own"),
    [
        ("/7", False),
        ("/copy/3", True),
        ("/a/the-dbridge-of-dharbour-and-snow-ice", False),
        ("/a/snow-ice-snow-62", False),
        ("/b/snow-ice-snow-62", False),
        ("/s/snow", True),
        ("/a/print?id=5", True),
        ("/a/62", True),
    ],
)
def test_where_lists_have_no_headlines_the_words_of_addresses_are_these(
    tmp_path: Path, answered: str, is_own: bool
):
    """A sitemap names addresses alone. Once, one is answered with the page of another article,
    which declares its address, and perhaps shares words with that, or has too few of its own; a copy
    at a second address with the same words, or a short link, is no fault."""
    paths = [f"/a/{text.lower().replace(' ', '-')}" for text in HEADLINES]
    answered = {"/7": paths[7], "/copy/3": f"/copy{paths[3]}"}.get(answered, answered)
    paths[5] = paths[5].replace("/a/", "/b/")
    own = [page(n, f'<link rel="canonical" href="{paths[n]}">') for n in range(NUMBER)]
    answers = dict(zip(paths, own, strict=True)) | {answered: own[3]}
    with small_portal(tmp_path, answers) as portal:
        entries = "".join(f"<url><loc>{portal.base}{path}</loc></url>" for path in answers)
        portal.pages["/map"] = f"<urlset>{entries}</urlset>"
        found = portal.crawl(FILE.replace("url: BASE/list, links: h2", "sitemap: BASE/map"))
    others = [] if is_own else ["failed: other-article"]
    assert (found.failed, [each.kind for each in found.doubts]) == (len(others), others)


def test_the_article_whose_page_another_one_got_may_have_got_that_of_a_third_one(tmp_path: Path):
    """Lists have no headlines: 7 is answered with the page of 3, and 3 with that of 5."""
    paths = [f"/a/{text.lower().replace(' ', '-')}" for text in HEADLINES]
    own = [page(n, f'<link rel="canonical" href="{paths[n]}">') for n in range(NUMBER)]
    answers = dict(zip(paths, own, strict=True)) | {paths[7]: own[3], paths[3]: own[5]}
    with small_portal(tmp_path, answers) as portal:
        entries = "".join(f"<url><loc>{portal.base}{path}</loc></url>" for path in answers)
        portal.pages["/map"] = f"<urlset>{entries}</urlset>"
        found = portal.crawl(FILE.replace("url: BASE/list, links: h2", "sitemap: BASE/map"))
    assert (found.tei, found.failed) == (NUMBER - 2, 2)


def test_an_address_without_words_is_not_believed_where_most_pages_are_those_of_others(
    tmp_path: Path,
):
    """/b/1 shows the page of another article, as all addresses with words do. Next time, it is
    still the only one that does, and thus a second address of that article."""
    paths = [f"/a/{text.lower().replace(' ', '-')}" for text in HEADLINES]
    own = [page(n, f'<link rel="canonical" href="{paths[n]}">') for n in range(NUMBER)]
    wrong = {path: own[n - 1] for n, path in enumerate(paths)} | {"/b/1": own[4]}
    with small_portal(tmp_path, wrong) as portal:
        entries = "".join(f"<url><loc>{portal.base}{path}</loc></url>" for path in wrong)
        portal.pages["/map"] = f"<urlset>{entries}</urlset>"
        rules = FILE.replace("url: BASE/list, links: h2", "sitemap: BASE/map")
        first = portal.crawl(rules)
        portal.pages |= dict(zip(paths, own, strict=True))
        portal.clock.sleep(86400)
        second = portal.crawl(rules)
    assert (first.tei, first.failed) == (0, NUMBER + 1)
    assert second.failed == 0


@pytest.mark.parametrize("is_own", [False, True])
def test_where_addresses_have_no_words_either_an_earlier_page_tells(tmp_path: Path, is_own: bool):
    """A refresh gets the page of another article, which declares its address, where the article had
    a page of its own; or a second address, which has shown that article from the beginning."""
    heads = [f'<link rel="canonical" href="/a/{n}">' for n in range(NUMBER)]
    answers = {f"/a/{n}": page(n, head) for n, head in enumerate(heads)}
    answers |= {"/b/3": page(3, heads[3])} if is_own else {}
    with small_portal(tmp_path, answers) as portal:
        entries = "".join(f"<url><loc>{portal.base}{path}</loc></url>" for path in answers)
        portal.pages["/map"] = f"<urlset>{entries}</urlset>"
        rules = FILE.replace("url: BASE/list, links: h2", "sitemap: BASE/map")
        portal.crawl(rules)
        portal.pages |= {"/b/3" if is_own else "/a/7": page(3, heads[3])}
        portal.clock.sleep(86400)
        found = portal.crawl(rules, CrawlOptions(refresh=RefreshSelection(everything=True)))
        assert (found.failed, right(portal)) == (0, NUMBER)


@pytest.mark.parametrize(
    ("title", "declared", "is_kept"),
    [
        ("Swans on the lake", "/b/swans", False),
        (HEADLINES[0], "/b/swans", True),
        ("Swans on the lake", "OWN", True),
        ("Swans on the lake", "OWN?page=2", True),
    ],
)
def test_a_later_page_that_declares_another_address_waits_until_it_comes_again(
    title: str, declared: str, is_kept: bool, tmp_path: Path
):
    """It may be that of an article that no list names yet."""
    head = '<link rel="canonical" href="OWN">'
    pages = [page(n, head) for n in range(NUMBER)]
    pages[0] = pages[0].replace("</p>", '</p><a class="more" href="/a/0?page=2">2</a>')
    with portal_of(tmp_path, pages) as portal:
        later = page(0, head.replace("OWN", declared), title).replace("sentence", "further")
        portal.pages["/a/0?page=2"] = later
        rules = FILE.replace("article: {", "article: {next_page: a.more, ")
        for number in range(2):
            portal.clock.sleep(2 * 86400)
            portal.crawl(rules)
            texts = "".join(portal.tei().values())
            assert ("further 1 about" in texts) == (is_kept or number == 1)


def test_an_article_that_has_moved_gets_the_page_of_another_behind_its_redirect(tmp_path: Path):
    paths = [f"/a/{text.lower().replace(' ', '-')}" for text in HEADLINES]
    own = [page(n, f'<link rel="canonical" href="{paths[n]}">') for n in range(NUMBER)]
    rules = FILE.replace("url: BASE/list, links: h2", "sitemap: BASE/map")
    everything = CrawlOptions(refresh=RefreshSelection(everything=True))
    with small_portal(tmp_path, dict(zip(paths, own, strict=True))) as portal:
        entries = "".join(f"<url><loc>{portal.base}{path}</loc></url>" for path in paths)
        portal.pages["/map"] = f"<urlset>{entries}</urlset>"
        assert portal.crawl(rules).ok
        portal.pages |= {paths[7]: moved(f"{paths[7]}-new"), f"{paths[7]}-new": own[7]}
        for answer in (own[7], own[3]):
            portal.pages[f"{paths[7]}-new"] = answer.replace(paths[7], f"{paths[7]}-new")
            portal.clock.sleep(86400)
            assert portal.crawl(rules, everything).tei == NUMBER
        texts = [*portal.tei().values()]
    counts = [sum(f"about {HEADLINES[n]} and" in text for text in texts) for n in (3, 7)]
    assert counts == [1, 1]


def named_portal(folder: Path, headlines: list[str], answers: dict[str, str]):
    """A portal whose addresses have words of the headlines; ``answers``: in place of a page."""
    paths = {name_of(text): text for text in headlines}
    links = "".join(f'<h2><a href="{path}">{text}</a></h2>' for path, text in paths.items())
    pages = {path: titled(text, path) for path, text in paths.items()}
    return small_portal(folder, {"/list": f"<html><body>{links}</body></html>", **pages, **answers})


def name_of(headline: str) -> str:
    return f"/a/{'-'.join(headline.lower().split()[:4])}"


def titled(title: str, declared: str) -> str:
    return page(0, f'<link rel="canonical" href="{declared}">', title)


@pytest.mark.parametrize("is_renamed", [False, True])
def test_an_article_with_another_title_may_declare_an_address_that_no_list_names(
    tmp_path: Path, is_renamed: bool
):
    """Of another form, or with the words of the new title."""
    known, other = HEADLINES[3], "Harvest feasts at all villages"
    title, declared = (other, name_of(other)) if is_renamed else (known, f"/text{name_of(known)}")
    answers = {name_of(known): titled(title, declared)}
    with named_portal(tmp_path, HEADLINES, answers) as portal:
        summary = portal.crawl(FILE)
        assert (summary.tei, summary.failed) == (len(HEADLINES), 0)


@pytest.mark.parametrize(
    "one", ["Library school bridge writer museum", "Railway writer bridge harbour museum library"]
)
def test_articles_whose_headlines_have_many_words_in_common_are_told_apart_by_addresses(
    tmp_path: Path, one: str
):
    other = "Museum mayor library railway bridge harbour"
    answers = {name_of(one): titled(other, name_of(other))}
    with named_portal(tmp_path, [*HEADLINES, one, other], answers) as portal:
        found = portal.crawl(FILE)
        assert [each.kind for each in found.doubts] == ["failed: other-article"]


@pytest.mark.parametrize("declared", ["new", "none", "own"])
def test_the_page_of_an_article_that_no_list_names_yet_is_known_once_one_does(
    tmp_path: Path, declared: str
):
    """Until then, it may be that of an article which got another title, as one that declares its
    own address is."""
    known, new = HEADLINES[3], "Harvest feasts at all villages"
    wrong = titled(new, name_of(known if declared == "own" else new))
    if declared == "none":
        wrong = page(0, "", new)
    with named_portal(tmp_path, HEADLINES, {name_of(known): wrong}) as portal:
        assert portal.crawl(FILE).ok
        link = f'<h2><a href="{name_of(new)}">{new}</a></h2></body>'
        portal.pages["/list"] = portal.pages["/list"].replace("</body>", link)
        # whatever its page shows by now
        own = titled(new, name_of(new)).replace("sentence", "phrase")
        portal.pages |= {name_of(known): titled(known, name_of(known)), name_of(new): own}
        portal.clock.sleep(86400)
        found = portal.crawl(FILE)
        if declared == "own":
            assert (found.tei, found.failed, found.ok) == (NUMBER + 1, 0, True)
            return
        assert [each.kind for each in found.doubts] == ["failed: other-article"]
        states = portal.articles()
        rebuild_corpus(portal.write(FILE), portal.corpus)
        portal.build(FILE)
        assert portal.articles() == states
        portal.clock.sleep(86400)
        assert portal.crawl(FILE).ok
        assert sum(new in text for text in portal.tei().values()) == 1


def test_an_article_that_got_the_pages_of_others_gets_one_that_no_list_names(tmp_path: Path):
    """It is asked for again, until the same page comes in another crawl: it has a new title."""
    known, new = HEADLINES[3], "Harvest feasts at all villages"
    wrong = titled(HEADLINES[5], name_of(HEADLINES[5]))
    with named_portal(tmp_path, HEADLINES, {name_of(known): wrong}) as portal:
        for page_now, is_right in ((wrong, False), (titled(new, name_of(new)), False), ("", True)):
            portal.pages[name_of(known)] = page_now or portal.pages[name_of(known)]
            assert portal.crawl(FILE).ok is is_right
            portal.clock.sleep(86400)
        states = portal.articles()
        rebuild_corpus(portal.write(FILE), portal.corpus)
        portal.build(FILE)
        assert portal.articles() == states
