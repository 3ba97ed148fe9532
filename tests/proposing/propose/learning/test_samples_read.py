"""What ``new`` writes about the text of articles whose pages have no telling names: tried on the
pages of a made-up portal, with nothing edited.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest
from learn_pages import WORDS, paragraphs, prose

from webarticlecurator.articles.units.text_units import fold_text, list_page_units
from webarticlecurator.base.portal.article_rules import BodyRules
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.proposal.proposal import FieldLine, LearnedLine, Proposal
from webarticlecurator.cli.main import main
from webarticlecurator.crawling.crawl.page_visits import PageVisit
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.elements import text_of
from webarticlecurator.pages.rules.results import select_elements
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.portal_file.written.proposed_file import proposed_yaml
from webarticlecurator.proposing.propose.article_samples import add_articles
from webarticlecurator.proposing.text_rules.block_drops import learn_block_drops, make_drop_rule
from webarticlecurator.proposing.text_rules.reading_choice import choose_reading
from webarticlecurator.proposing.text_rules.shared_blocks import (
    ArticleFacts,
    JudgedPage,
    judge_blocks,
    list_kept,
)
from webarticlecurator.proposing.text_rules.structural_roots import find_structural_roots

HOST = "https://echo.example"
LIST = f"{HOST}/news"
SECTIONS = ("Harbour life", "Bridges", "Markets", "Old river", "The castle", "Wide gardens")


class PageVisits:
    """Visits to pages that are given by their addresses; with ``encoding``, which they do not
    declare, they are not in UTF-8."""

    def __init__(self, pages: Mapping[str, str], encoding: str = "") -> None:
        self.pages, self.encoding = pages, encoding

    def get(self, url: str) -> PageVisit:
        content_type = "text/html" if self.encoding else "text/html; charset=utf-8"
        content = self.pages[url].encode(self.encoding or "utf-8", "replace")
        return PageVisit(url, url, 200, content, content_type)

    def render(self, *_: object) -> None:
        return None

    def robots_text(self, _url: str) -> str:
        return ""

    def can_visit(self, url: str) -> bool:
        return url in self.pages

    def stored_among(self, urls: Sequence[str]) -> Sequence[str]:
        return [url for url in urls if url in self.pages]


def address(number: int) -> str:
    return f"{HOST}/a/{number}-{WORDS[number]}.html"


def title(number: int) -> str:
    return f"{WORDS[number].title()} and {WORDS[number + 9]} in the {WORDS[number + 17]}"


def write_page(number: int, head: str = "", inside: str = "", text: str = "") -> str:
    """Return a page without names: the text in an ``article``, ``head`` above it in there, and
    ``inside`` below it."""
    menu = "".join(f'<li><a href="/s/{n}">{name}</a></li>' for n, name in enumerate(SECTIONS))
    text = text or paragraphs(number)
    return (
        f"<html lang=en><head><title>{title(number)}</title></head><body><ul>{menu}</ul>"
        f"<article>{head or f'<h1>{title(number)}</h1>'}{text}{inside}</article>"
        "</body></html>"
    )


def propose(
    pages: Mapping[str, str], links: Sequence[str] | None = None, beside: Sequence[str] = ()
) -> Proposal:
    known = Proposal(LIST, title="Echo", language="en")
    return add_articles(known, tuple(links or pages), PageVisits(pages), Runtime(), beside)


def read_texts(proposal: Proposal, pages: Mapping[str, str]) -> dict[str, list[str]]:
    """Return what a file reads of each page: the texts of its parts."""
    body = load_portal(Path("new.yaml"), content=proposed_yaml(proposal).encode()).article.body
    return {
        url: [unit.text for unit in list_kept(Page(url, html), body)[1]]
        for url, html in pages.items()
    }


def make(write: Callable[[int], str], count: int = 12) -> dict[str, str]:
    return {address(number): write(number) for number in range(count)}


def expected(number: int) -> list[str]:
    return [prose(number, place) for place in range(5)]


def test_an_article_that_stands_in_two_lists_is_looked_at_once() -> None:
    pages = make(write_page)
    found = propose(pages, beside=[address(0), address(5)])
    assert len(found.articles) == len({*found.articles}) == 12
    assert read_texts(found, pages) == {address(n): expected(n) for n in range(12)}


def test_an_article_at_an_address_with_something_added_is_the_same() -> None:
    """What two pages have in common is of no article, and would be dropped from both."""
    pages = make(write_page)
    tracked = f"{address(0)}?utm_source=list"
    found = propose({tracked: pages[address(0)], **pages}, [tracked, *pages], [address(0)])
    assert len(found.articles) == 12
    assert read_texts(found, pages) == {address(n): expected(n) for n in range(12)}


def test_what_two_pages_of_one_article_have_in_common_is_text() -> None:
    """Its second page repeats a paragraph of the first, as one that was added since."""
    pages = make(write_page)
    again = paragraphs(0, 2) + paragraphs(0, 3, 7)
    pages[f"{HOST}/b/0"] = write_page(0, text=again)
    texts = read_texts(propose(pages, [*pages][::-1]), pages)
    assert texts[address(0)] == expected(0)
    assert texts[f"{HOST}/b/0"][:2] == expected(0)[:2]


def test_each_layout_has_a_root_and_what_repeats_in_it_is_dropped() -> None:
    """Lines that a third of all pages have are no template of all."""
    crumbs = '<div class="crumbs">You are here, below the front page of Echo</div>'

    def write(n: int) -> str:
        if n % 3:
            return write_page(n, text=f'<div class="story">{paragraphs(n)}</div>')
        table = f'<table><tr><td class="old">{crumbs}{paragraphs(n)}</td></tr></table>'
        return write_page(n, text=table).replace("article>", "div>")

    pages = make(write)
    found = propose(pages)
    assert [line.rule for line in found.article.roots] == ["div.story", "td.old"]
    assert read_texts(found, pages) == {address(n): expected(n) for n in range(12)}


def test_an_old_layout_with_lines_in_a_cell_has_a_root_beside_the_new_one() -> None:
    def write(n: int) -> str:
        if n % 2:
            return write_page(n, text=f'<div class="story">{paragraphs(n)}</div>')
        lines = "<br><br>".join(expected(n))
        table = f"<table width=600><tr><td>{lines}</td></tr></table>"
        return write_page(n, text=table).replace("article>", "center>")

    found = propose(make(write))
    assert [line.rule for line in found.article.roots] == ["div.story", "td:has(> br)"]


def test_a_further_page_of_the_list_is_no_article() -> None:
    listing = "".join(f'<p><a href="{address(n)}">{title(n)}</a></p>' for n in range(12))
    further = {f"{LIST}?page={n}": f"<article>{listing}</article>" for n in (2, 3)}
    pages = make(write_page)
    found = propose({**further, **pages}, [*further, *pages])
    assert {*found.articles} == {*pages}


def test_the_title_of_the_article_is_no_heading_of_its_text() -> None:
    pages = [Page(url, html) for url, html in make(write_page).items()]
    kept = [list_page_units(page) for page in pages]
    facts = [ArticleFacts(fold_text(title(n))) for n in range(12)]
    judged = judge_blocks(pages, kept, facts, ())
    assert all(title(n) in {unit.text for unit in own} for n, own in enumerate(judged))


def test_links_to_the_parts_of_a_series_are_no_text() -> None:
    """Two of twelve have them: that is no reason to guess in the root, which loses short items."""

    def write(n: int) -> str:
        parts = {3: [4], 7: [20]}.get(n, [])  # the last one is not known as an article
        links = " ".join(f'<a href="/a/{m}-{WORDS[m]}.html">Part {m}</a>' for m in parts)
        items = "".join(
            f"<li>{WORDS[n]}{WORDS[m]} of {WORDS[n + m]}{WORDS[n]}</li>" for m in range(4)
        )
        text = f"{paragraphs(n)}<ul>{items}</ul>"
        return write_page(n, text=text, inside=f"<div>{links}</div>" if links else "")

    pages = make(write)
    found = propose(pages)
    read = read_texts(found, pages)
    assert found.article.is_precise
    assert all(len(read[address(n)]) == 9 for n in range(12)), read


def test_the_sections_above_titles_are_dropped_by_where_they_lead() -> None:
    """The names of two of them are on several pages, word for word."""

    def write(n: int) -> str:
        section = (0, 0, 0, 1, 1, 1, 1, 1, 2, 3, 4, 2)[n]
        link = f'<div><a href="/s/{section}">{SECTIONS[section]}</a></div>'
        return write_page(n, f"{link}<h1>{title(n)}</h1>")

    pages = [Page(url, html) for url, html in make(write).items()]
    known = Proposal(LIST, title="Echo", language="en")
    chosen = choose_reading(None, known, pages, [ArticleFacts()] * 12, ())
    drops = [make_drop_rule(line) for line in chosen.drops]
    found = [{*select_elements(drops, page, any_of=True)} for page in pages]
    assert all(
        page.root.find(".//article/div") in own for page, own in zip(pages, found, strict=True)
    )


def judge(pages: Mapping[str, str]) -> list[set[str]]:
    """Return what is of the template on pages of which nothing is known but their addresses."""
    read = [Page(url, html) for url, html in pages.items()]
    kept = [list_page_units(page) for page in read]
    judged = judge_blocks(read, kept, [ArticleFacts()] * len(read), (), "hr")
    return [{unit.text for unit in own} for own in judged]


def test_links_to_articles_that_no_list_names_are_known_by_their_addresses() -> None:
    """The list was cut: the neighbours of the four articles that it names are not among them."""

    def write(n: int) -> str:
        links = [f'<a href="/a/{n + m}-x-y.html">{title(n + m)}</a>' for m in (5, 7)]
        return write_page(n, inside=f"<div>← {links[0]} → {links[1]}</div>")

    own = f"<p><a href='/about'>{WORDS[3]}</a></p>"
    pages = {
        url: html.replace("</article>", f"{own}</article>") for url, html in make(write, 4).items()
    }
    judged = judge(pages)
    assert all(f"← {title(n + 5)} → {title(n + 7)}" in each for n, each in enumerate(judged))


def test_two_articles_are_compared() -> None:
    share = "<div><b>Grumf:</b> Anna Bird Face</div>"
    pages = make(lambda n: write_page(n, inside=share), 2)
    assert all("Grumf: Anna Bird Face" in each for each in judge(pages))
    assert all(prose(n, 2) not in each for n, each in enumerate(judge(pages)))


def test_a_line_that_ends_with_a_day_is_no_sentence() -> None:
    names = ("Vesna Marušić", "Dunja Šimunić", "Hrvoje Knežević", "Željko Vuković")

    def write(n: int) -> str:
        line = f"<div>Piše {names[n % 4]} {n + 1}. travnja 2024.</div>"
        return write_page(n, f"<h1>{title(n)}</h1>{line}")

    assert all(any("travnja" in text for text in each) for each in judge(make(write)))


def roots_of(write: Callable[[int], str]) -> list[str]:
    pages = [Page(url, html) for url, html in make(write).items()]
    texts = [[unit for unit in list_page_units(page) if unit.is_in(page.root)] for page in pages]
    return [css for css, *_ in find_structural_roots(pages, texts)]


def test_the_root_is_beside_the_title_or_around_the_lead_of_some() -> None:
    box = f"<section><div><p>{prose(90, 1)[:60]}</p></div></section>"

    def write(n: int) -> str:
        return write_page(n, text=f"<div>{paragraphs(n)}</div>").replace("</ul>", f"</ul>{box}", 1)

    plain = roots_of(lambda n: write(n).replace("article>", "div>"))
    assert plain[0] == "h1 ~ div:has(> p)"

    def with_lead(n: int) -> str:
        lead = f"<div>{prose(n, 80)}</div>" if n % 3 == 0 else ""
        return write(n).replace("</h1>", f"</h1>{lead}")

    assert roots_of(with_lead)[0] == "article"

    def with_title_of_second_level(n: int) -> str:
        html = with_lead(n).replace("article>", "div>")
        return html.replace("<h1>", "<h2>").replace("</h1>", "</h2>")

    assert roots_of(with_title_of_second_level)[0] == "div:has(> h2)"


def test_the_root_is_on_further_pages_which_have_no_pictures() -> None:
    """There the paragraphs alone say what the root is."""

    def write(n: int, pictures: int = 4) -> str:
        box = '<div><img src="/a.jpg"></div>'
        text = f"<div>{box * pictures}{paragraphs(n)}</div><div><p>Letters</p></div>"
        return write_page(n, text=text).replace("article>", "div>")

    pages = [Page(url, html) for url, html in make(write).items()]
    further = [Page(f"{address(n)}?page=2", write(n + 5, 0)) for n in range(3)]
    texts = [[u for u in list_page_units(page) if u.text != "Letters"] for page in pages]
    (first, *_), (then, *_) = (
        find_structural_roots(pages, texts, later)[0] for later in ((), further)
    )
    assert [len(page.root.cssselect(first)) for page in (*pages, *further)] == [1] * 12 + [0] * 3
    assert [len(page.root.cssselect(then)) for page in (*pages, *further)] == [1] * 15


def test_comments_that_one_article_shows_do_not_hold_the_root_back() -> None:
    """The reader without rules keeps those of one article; they are on all pages."""
    box = "<div><div>Reader {n}</div><p>{text}</p></div>"

    def write(n: int) -> str:
        shown = "".join(box.format(n=k, text=prose(n + 40, k)) for k in range(2))
        return write_page(
            n, text=f"<div>{paragraphs(n)}</div>", inside=f"<section>{shown}</section>"
        )

    pages = [Page(url, html) for url, html in make(write).items()]
    texts = [
        [unit for unit in list_page_units(page) if n == 5 or unit.around[2].tag == "article"]
        for n, page in enumerate(pages)
    ]
    assert find_structural_roots(pages, texts)[0] == ["article > div:has(> p)"]


def test_what_words_say_is_not_dropped_by_its_place() -> None:
    """On a page without the boxes, the last paragraph is the lead."""

    def write(n: int, boxes: bool = True) -> str:
        lines = "<br><br>".join(prose(n, place) for place in range(1, 4))
        other = (n + 1) % 12
        also = f'<p>Read also: <a href="{address(other)}">{title(other)}</a></p>' * (n != 5)
        notice = f"<p>{prose(90, 1)[:150]}.</p>" * (n in (5, 7, 8, 9))
        text = f"<p>{prose(n, 0)[:150]}.</p>{lines}{also + notice if boxes else ''}"
        return write_page(n, text=f'<div class="copy">{text}</div>')

    pages = make(write)
    found = propose(pages)
    assert not any("Read also" in " ".join(each) for each in read_texts(found, pages).values())
    (kept,) = read_texts(found, {f"{HOST}/a/other.html": write(12, boxes=False)}).values()
    assert any(text.startswith(prose(12, 0)[:60]) for text in kept)


def test_of_the_classes_of_a_box_that_is_dropped_the_one_that_says_what_it_is_is_taken() -> None:
    """Another article may have a card with text."""

    def write(n: int) -> str:
        box = f'<div class="card newsletter-card"><p>{prose(90, 1)}</p></div>' if n % 3 else ""
        return write_page(n, text=f'<div class="story">{paragraphs(n)}{box}</div>')

    drops = [line.rule for line in propose(make(write)).article.drops]
    assert "div.newsletter-card" in drops and "div.card" not in drops


def test_a_short_line_of_one_article_that_may_be_template_does_not_hold_the_root_back() -> None:
    """Its line has the name of its author alone, as the line below a title has."""

    def write(n: int) -> str:
        meta = f'<meta name="author" content="{WORDS[n].title()} Brown">'
        signed = f"<p>— {WORDS[n].title()} Brown</p>" if n == 4 else ""
        page = write_page(n, text=f'<div class="story">{paragraphs(n)}{signed}</div>')
        return page.replace("<head>", f"<head>{meta}")

    assert [line.rule for line in propose(make(write)).article.roots] == ["div.story"]


def test_a_notice_that_all_articles_repeat_does_not_hold_the_root_back() -> None:
    def write(n: int) -> str:
        lead = f"<div>{prose(n, 80)}</div>" if n % 3 == 0 else ""
        notice = f"<p>{prose(91, 1)}</p>"
        return write_page(n, text=f"{lead}<div>{paragraphs(n)}</div>", inside=notice)

    pages = [Page(url, html) for url, html in make(write).items()]
    shared = fold_text(prose(91, 1))
    texts = [[u for u in list_page_units(page) if u.folded_text != shared] for page in pages]
    assert find_structural_roots(pages, texts)[0] == ["article"]


def test_paragraphs_may_be_elements_without_a_name_below_the_title() -> None:
    def write(n: int) -> str:
        text = "".join(f"<div>{prose(n, place)}</div>" for place in range(5))
        return write_page(n, text=f"<p>By Anna</p><div>{text}</div>").replace("article>", "div>")

    assert roots_of(write)[0] == "h1 ~ div:has(> div ~ div)"


def test_the_days_of_the_list_are_taken_where_some_articles_show_one() -> None:
    line = FieldLine({"css": "time[datetime]", "attr": "datetime"}, "beside 12 of 12 links")

    def write(n: int) -> str:
        day = f'<time datetime="2024-03-{n + 1:02}">2024-03-{n + 1:02}</time>' if n < 8 else ""
        return write_page(n, f"<h1>{title(n)}</h1>{day}")

    pages = make(write)
    known = Proposal(LIST, title="Echo", language="en", listed_date=line)
    assert add_articles(known, (*pages,), PageVisits(pages), Runtime()).listed_date == line


def test_the_root_is_the_same_where_boxes_are_between_all_paragraphs() -> None:
    def write(n: int) -> str:
        box = "<div><b>Grumf</b></div>" if n == 5 else ""
        text = paragraphs(n).replace("</p>", f"</p>{box}")
        head, letter = f"<div><h1>{title(n)}</h1></div>", f"<div><p>{prose(91, 1)[:60]}</p></div>"
        html = write_page(n, head, letter, f"<div>{text}</div>")
        return html.replace("article>", "div>")

    pages = [Page(url, html) for url, html in make(write).items()]
    css = roots_of(write)[0]
    assert all(len(page.root.cssselect(css)) == 1 for page in pages), css


def test_the_root_is_known_by_what_is_most_of_it() -> None:
    """A paragraph that leads to another article is on all that are looked at, not on all others."""

    def write(n: int) -> str:
        lines = "<br><br>".join(prose(n, place) for place in range(5))
        also = f"<p>Grumf <a href='/a/{n + 1}-x.html'>{title(n + 1)}</a></p>"
        return write_page(n, text=f"<div>{lines}{also}</div>").replace("article>", "div>")

    assert roots_of(write)[0] == "div:has(> br)"


def test_an_organization_that_all_declare_is_no_author() -> None:
    declared = '{"@type": "NewsArticle", "author": {"@type": "Organization", "name": "Echo"}}'
    script = f'<script type="application/ld+json">{declared}</script>'
    pages = {
        url: html.replace("</head>", f"{script}</head>") for url, html in make(write_page).items()
    }
    doubts = [each.message for each in propose(pages).doubts]
    assert "authors not found on 12 of 12: all declare Echo, an organization" in doubts


def test_the_name_of_the_site_that_all_declare_is_no_author() -> None:
    meta = '<meta name="author" content="ECHO">'
    pages = {
        url: html.replace("</head>", f"{meta}</head>") for url, html in make(write_page).items()
    }
    doubts = [each.message for each in propose(pages).doubts]
    assert "authors not found on 12 of 12: all declare ECHO, an organization" in doubts


def test_the_name_of_the_site_that_some_declare_is_no_author_where_others_have_one() -> None:
    names = ("Anna Small", "Peter Stone", "Ruth Wild")

    def write(n: int) -> str:
        line = "" if n in (4, 5, 8) else f"<p>By {names[n % 3]}</p>"
        html = write_page(n, f"<h1>{title(n)}</h1>{line}")
        return html.replace("</head>", '<meta name="author" content="ECHO"></head>')

    doubts = [each.message for each in propose(make(write)).doubts]
    assert "authors not found on 3 of 12, which declare the site alone" in doubts


def test_the_links_to_authors_name_those_that_are_no_persons() -> None:
    names = ("Anna Small", "Peter Stone", "QRX")

    def write(n: int) -> str:
        line = f"<div><a rel=author href='/{n % 3}'>{names[n % 3]}</a></div>"
        html = write_page(n, f"<h1>{title(n)}</h1>{line}")
        return html.replace("</head>", '<meta name="author" content="ECHO"></head>')

    fields = dict(propose(make(write)).article.fields)
    assert [line.rule["css"] for line in fields["authors"]] == ["a[rel~=author]"]


@pytest.mark.parametrize(("label", "every"), [("Grumf:", 2), ("Grumfs", 1)])
def test_a_line_of_terms_that_begins_alike_is_no_text(label: str, every: int) -> None:
    """No class, no link and no list of words tells what it is."""

    def write(n: int) -> str:
        terms = ", ".join(WORDS[(n * 3 + k) % 30].title() for k in range(1 + n % 3))
        line = f"<p>{label} {terms}</p>" if n % every == 0 else ""
        return write_page(n, text=paragraphs(n, 5) + line)

    pages = make(write)
    assert read_texts(propose(pages), pages) == {address(n): expected(n) for n in range(12)}


def test_lines_that_begin_alike_are_text_where_a_page_has_several() -> None:
    def write(n: int) -> str:
        line = "".join(f"<p>Grumfs {WORDS[n + k]} {WORDS[n + k + 3]}</p>" for k in (2, 7))
        return write_page(n, text=paragraphs(n, 5) + line)

    kept = {address(n): 7 for n in range(12)}
    pages = make(write)
    read = read_texts(propose(pages), pages)
    assert {url: len(lines) for url, lines in read.items()} == kept


def test_a_box_about_the_writer_of_one_article_is_as_those_about_others() -> None:
    """Beside a short article, the words about its writer are much of the page."""
    names = ("Anna Small", "Peter Stone", "Ruth Wild")

    def write(n: int) -> str:
        name, about = ("Only Once", 39) if n == 5 else (names[n % 3], 36 + n % 3)
        text = paragraphs(n, 1 if n == 5 else 5)
        return write_page(n, text=text, inside=write_box(name, about))

    def write_box(name: str, about: int) -> str:
        return f"<div><img src='/a.png' alt=''><h4>{name}</h4><p>{prose(about, 3)[:130]}.</p></div>"

    found = propose(make(write))
    page = Page(address(12), write_page(12, inside=write_box("New Writer", 40)))
    body = load_portal(Path("new.yaml"), content=proposed_yaml(found).encode()).article.body
    assert [unit.text for unit in list_kept(page, body)[1]] == expected(12)


def test_headings_among_lines_that_only_br_parts_are_text() -> None:
    """Reading without rules takes them for what stands beside the text, and a byline not."""
    names = ("Anna Small", "Peter Stone", "Ruth Wild")

    def write(n: int) -> str:
        lines = "<br><br>".join(prose(n, place) for place in range(3))
        more = "<br><br>".join(prose(n, place) for place in range(3, 5))
        head = f"<p><strong>{WORDS[n].title()} and {WORDS[n + 3]}</strong></p>"
        sign = f"<p>({names[n % 3]})</p><p><a href=/x>Face</a> <a href=/y>Bird</a></p>"
        return write_page(n, text=f"<div>{lines}<br><br>{head}{more}<br><br>{sign}</div>")

    pages = make(write)
    read = read_texts(propose(pages), pages)
    assert all(f"{WORDS[n].title()} and {WORDS[n + 3]}" in read[address(n)] for n in range(12))


@pytest.mark.parametrize(
    ("begin", "behind", "is_dropped"),
    [
        ("{} minutes to read", "", True),
        ("At {}:15", "<br><br><span>At 3:40</span> more was seen.", False),
        ("{}:15", "", False),
        ("Northport", "", False),
    ],
)
def test_a_number_with_words_in_one_line_with_the_text_is_no_text(
    begin: str, behind: str, is_dropped: bool
) -> None:
    """Where lines begin so further down, too, they are the reports of hours, and a town is text."""

    def write(n: int) -> str:
        lines = "<br><br>".join(prose(n, place) for place in range(5))
        opening = f"<span>{begin.format(n + 3)}</span>"
        return write_page(n, text=f"<p>By all of us</p>{opening}{lines}{behind}")

    pages = make(write)
    rules = [make_drop_rule(each) for each in propose(pages).article.drops]
    for n, (url, html) in enumerate(pages.items()):
        page = Page(url, html)
        dropped = {text_of(each) for rule in rules for each in select_elements((rule,), page)}
        assert (begin.format(n + 3) in dropped) == is_dropped


def test_a_short_sentence_in_a_box_of_few_articles_is_no_text() -> None:
    def write(n: int) -> str:
        box = "<div class=l><h4>Grumf</h4><p>Have our letter in your box!</p></div>"
        box = box if n in (3, 6, 8) else ""
        own = f"<p>So said the {WORDS[n]} to all of us.</p>"
        return write_page(n, text=paragraphs(n, 3) + box + own + paragraphs(n, 2, 3))

    pages = make(write)
    read = read_texts(propose(pages), pages)
    kept = {text for own in read.values() for text in own}
    assert kept.isdisjoint({"Grumf", "Have our letter in your box!"})
    assert all(f"So said the {WORDS[n]} to all of us." in read[address(n)] for n in range(12))


def test_a_number_with_the_same_words_on_all_pages_is_no_text() -> None:
    def write(n: int) -> str:
        return write_page(n, f"<h1>{title(n)}</h1><p>{n % 7 + 2} grumfs doof</p>")

    judged = judge(make(write))
    assert all(f"{n % 7 + 2} grumfs doof" in own for n, own in enumerate(judged))


def test_the_pictures_of_first_pages_do_not_tell_the_root() -> None:
    """A box to subscribe is beside the text, and has a paragraph, too."""
    letter = f"<div><p>{prose(91, 1)[:60]}</p></div>"

    def write(n: int) -> str:
        text = f"<div>{paragraphs(n)}<div>Picture</div></div>"
        return write_page(n, text=text, inside=letter).replace("article>", "div>")

    assert roots_of(write)[0] == "div:has(> p ~ p)"


def test_a_number_beside_the_boxes_of_the_text_is_dropped_without_these() -> None:
    judged = []
    for url, html in make(lambda n: write_page(n, inside=f"<span>{n + 2} grumfs</span>")).items():
        page = Page(url, html)
        first, *own = [unit for unit in list_page_units(page) if unit.tag in ("article", "p")]
        judged.append(JudgedPage(page, (first.element,), (first,), tuple(own)))
    (line,) = learn_block_drops(judged, ["article"])
    assert (line.rule, line.text) == ("span", ("regex", r"^[\d.,]+\ grumfs$"))
    rules = BodyRules((Rule("css", "article"),), (make_drop_rule(line),), refine=False)
    kept = [unit.text for each in judged for unit in list_kept(each.page, rules)[1]]
    assert len(kept) == 72
    assert not any("grumfs" in text for text in kept)


def test_the_title_of_another_article_is_no_label_of_what_is_below_it() -> None:
    """A notice that two articles have below a link to the same third one."""
    notice = " ".join(WORDS[:20]).title()

    def write(n: int) -> str:
        also = f"<div>Grumf doof</div><p>{notice}</p>" if n in (2, 6) else ""
        return write_page(n, text=f"{paragraphs(n, 3)}{also}{paragraphs(n, 2, 3)}")

    judged = []
    for url, html in make(write).items():
        page = Page(url, html)
        units = [unit for unit in list_page_units(page) if unit.tag == "p"]
        template = tuple(unit for unit in units if unit.text == notice)
        own = tuple(unit for unit in units if unit.text != notice)
        judged.append(JudgedPage(page, (page.root.find(".//article"),), template, own))
    (line,) = learn_block_drops(judged, ["article"])
    assert line.rule == "p" and line.text is not None and line.text[0] == "starts"


def test_a_line_of_the_day_may_end_with_a_full_stop() -> None:
    names = ("Vesna Marušić", "Dunja Šimunić", "Hrvoje Knežević", "Željko Vuković")

    def write(n: int) -> str:
        both = " i ".join((names[n % 4], names[(n + n % 3) % 4]))
        line = f"<div>Piše {both}, {WORDS[n].title()}, {n + 1}. travnja 2024 g.</div>"
        return write_page(n, f"<h1>{title(n)}</h1>{line}")

    assert all(any("travnja" in text for text in each) for each in judge(make(write)))


def judge_lines(line: Callable[[int], str]) -> list[LearnedLine]:
    """Return the drops of a line below each title, which is all that is not text."""
    judged = []
    for url, html in make(lambda n: write_page(n, f"<h1>{title(n)}</h1>{line(n)}")).items():
        page = Page(url, html)
        units = [unit for unit in list_page_units(page) if unit.tag in ("div", "p")]
        template = tuple(unit for unit in units if unit.tag == "div")
        own = tuple(unit for unit in units if unit.tag == "p")
        judged.append(JudgedPage(page, (page.root.find(".//article"),), template, own))
    return learn_block_drops(judged, ["article"])


def test_a_link_with_signs_alone_is_no_error(shared: Path, tmp_path: Path) -> None:
    """The arrow of a pager is a link with neither words nor elements inside."""
    warc = shared / "cases" / "wac" / "p444.warc.gz"
    assert main(["new", "--warc", str(warc), "--output", str(tmp_path / "new.yaml")]) == 0


def test_one_word_before_a_link_drops_a_line_alone() -> None:
    """A paragraph in a ``div`` may begin with *From*."""
    found = judge_lines(lambda n: f"<div>From <a href='/by/{n}'>{WORDS[n]}</a></div>")
    (line,) = found
    text = f"<div>From <a href='/x'>here</a> on {prose(3, 3)}</div><div>From here</div>"
    page = Page(address(3), write_page(3, text=text + "<div>From <a href='/by/3'>us</a></div>"))
    dropped = [*select_elements([make_drop_rule(line)], page)]
    assert [each.findtext("a") for each in dropped] == ["us"]


def test_a_label_before_a_day_drops_its_line() -> None:
    months = "siječnja veljače ožujka travnja svibnja lipnja".split()
    (line,) = judge_lines(lambda n: f"<div>Grumf doof: {n + 1}. {months[n % 6]} 2024.</div>")
    assert (line.rule, line.text) == ("div", ("starts", "Grumf doof:"))


def test_the_line_of_a_day_is_dropped_in_other_months_too() -> None:
    """The newest articles, from which the rules come, are all of one month."""
    (line,) = judge_lines(lambda n: f"<div>{n + 1} April, 2024</div>")
    assert line.text is not None and line.text[0] == "regex"
    assert re.search(line.text[1], "28 March, 2023") and not re.search(line.text[1], "28 Apples")


def test_the_line_of_a_change_is_below_a_lead() -> None:
    def write(n: int) -> str:
        lead = f"<div>{prose(n, 90)}</div>"
        lines = "".join(f"<div>Doof{word}</div>" for word in ("a", "b", "c"))
        month = ("travnja", "svibnja", "lipnja", "srpnja")[n % 4]
        change = f"<div>Grumf: {n + 1}. {month} 2024.</div>"
        return write_page(n, f"<h1>{title(n)}</h1>{lead}{lines}{change}")

    assert all(any("Grumf" in text for text in each) for each in judge(make(write)))


def test_articles_of_several_pages_are_signed_on_the_last_one() -> None:
    """Those whose last page is not looked at are no doubt, since all others are signed there. Who
    signs is no text."""
    people = ("Ann Weaver", "Bob Miller", "Eve Stone", "Tom Field", "Mia Brook")
    pages = {}
    for number in range(12):
        url, signed = address(number), f"<p><em>Words: {people[number % 5]}</em></p>"
        numbers = f'<div><b>1</b> <a href="{url}?page=2">2</a></div>'
        back = f'<div><a href="{url}">1</a> <b>2</b></div>'
        if number % 2:
            pages[url] = write_page(number, inside=numbers)
            later = paragraphs(number + 20)
            pages[f"{url}?page=2"] = write_page(number, inside=signed + back, text=later)
        else:
            pages[url] = write_page(number, inside=signed)
    found = propose(pages, [address(number) for number in range(12)])
    (line,) = dict(found.article.fields)["authors"]
    assert line.rule["text"] == {"regex": "^Words:"}
    assert ("p", ("regex", "^Words:")) in [(each.rule, each.text) for each in found.article.drops]
    assert not [each for each in found.doubts if each.field == "authors"]


@pytest.mark.parametrize("count", [2, 12])
def test_the_root_is_known_by_three_articles_at_least(count: int) -> None:
    def write(n: int) -> str:
        box = "".join(f"<div><a>{prose(k, 7)[:60]}</a></div>" for k in range(40, 43))
        text = f"<div>{box if n == 0 else ''}{paragraphs(n)}</div>"
        return write_page(n, text=text).replace("article>", "div>")

    pages = make(write, count)
    proposal = propose(pages)
    assert bool(proposal.article.roots) == (count > 2)
    assert read_texts(proposal, pages)[address(1)] == expected(1)
