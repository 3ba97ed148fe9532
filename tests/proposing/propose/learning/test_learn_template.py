"""Rules learned from what pages of one portal have in common: roots, drops and leads."""

from __future__ import annotations

from collections.abc import Sequence

from learn_pages import NOTICE, PORTAL, WORDS, framed, old, page, paragraphs, prose, story

from webarticlecurator.articles.units.text_units import list_page_units
from webarticlecurator.base.proposal.proposal import LearnedLine, LearnedRules
from webarticlecurator.proposing.text_rules.block_drops import learn_block_drops
from webarticlecurator.proposing.text_rules.learning import gather_articles, learn_body
from webarticlecurator.proposing.text_rules.shared_blocks import JudgedPage


def selectors(rules: Sequence[LearnedLine]) -> list[str]:
    """Return the rules without that for boxes with a form, which every portal has."""
    return [line.rule for line in rules if "//form" not in line.rule]


def learned(*pages: str) -> LearnedRules:
    read = [page(number, html) for number, html in enumerate(pages)]
    return learn_body(gather_articles(PORTAL, read))


def test_root_and_lead_of_one_layout():
    found = learned(*(story(number) for number in range(8)))
    assert selectors(found.roots) == ["div.story-body"]
    assert [(lead.rule, lead.evidence) for lead in found.leads] == [
        ("p.standfirst", "on 8 of 8 pages")
    ]


def test_what_every_page_repeats_is_dropped_though_it_reads_like_text():
    found = learned(
        *(story(number, f'<div class="legal-words"><p>{NOTICE}</p></div>') for number in range(8))
    )
    assert "div.legal-words" in selectors(found.drops)
    assert "div.share" in selectors(found.drops)
    assert all(drop.evidence.startswith("on 8 of 8") for drop in found.drops[1:])


def test_every_layout_has_a_root_of_its_own():
    found = learned(*(story(number) if number % 3 else old(number) for number in range(12)))
    assert {root.rule: root.evidence for root in found.roots} == {
        "div.story-body": "around the paragraphs on 8 of 12 pages",
        "td.cikk": "around the paragraphs on 4 of 12 pages",
    }


def test_what_only_one_page_has_makes_no_rule():
    extra = f'<div class="share-once"><a href="/f">{prose(1, 80)}</a></div>'
    found = learned(*(story(number, extra if number == 3 else "") for number in range(8)))
    assert "div.share" in selectors(found.drops)
    assert "div.share-once" not in selectors(found.drops)


def test_generated_names_are_skipped():
    """What a program has made up names nothing for long, even if it is the same on all pages of
    today."""
    pages = (
        story(number).replace('class="story-body"', 'class="css-1o2a4k9 story"')
        for number in range(6)
    )
    assert selectors(learned(*pages).roots) == ["div.story"]


def test_a_box_without_a_name_is_found_by_its_place():
    pages = (
        framed(
            number,
            f'<div id="text"><div>{paragraphs(number)}</div><div>Menu of the day</div></div>',
        )
        for number in range(6)
    )
    (root,) = learned(*pages).roots
    assert root.rule == "div:has(> p)"


def test_text_is_never_dropped():
    """A name of text on some pages and of something else on others is not dropped."""

    def mixed(number: int) -> str:
        inside = (
            f"<p>{prose(number, 70)}</p>"
            if number % 2
            else '<a href="/a/long/way/from/here">Read more about it here</a>'
        )
        return story(number, f'<div class="extra">{inside}</div><p>{prose(number, 71)}</p>')

    assert "div.extra" not in selectors(learned(*(mixed(number) for number in range(12))).drops)


def test_three_pages_are_enough_and_two_are_not():
    assert selectors(learned(*map(story, range(3))).roots) == ["div.story-body"]
    assert learned(story(0), story(1)) == LearnedRules()


def test_of_few_pages_one_wrong_guess_spoils_no_root():
    """On one of six pages, the column beside the article is longer, and is taken for it."""
    voices = "".join(f"<p>{prose(40, place)}</p>" for place in range(30))
    for odd in range(6):
        pages = [story(number) for number in range(6)]
        short = framed(odd, f'<div class="story-body">{paragraphs(odd, 1)}</div>')
        pages[odd] = short.replace('<div class="column">', f'<div class="column">{voices}')
        assert selectors(learned(*pages).roots) == ["div.story-body"]


def test_a_box_longer_than_the_text_hides_no_root():
    """A short article with long boxes of related articles below it."""
    long_box = "".join(
        f'<div><h4><a href="/news/other/{n}">Another headline of the day</a></h4><p>{prose(n, 60)}</p></div>'
        for n in range(4)
    )
    related = f'<div class="related-posts">{long_box}</div>'
    pages = (
        framed(number, f'<div class="story-body">{paragraphs(number, 3)}{related}</div>')
        for number in range(6)
    )
    found = learned(*pages)
    assert selectors(found.roots) == ["div.story-body"]
    assert selectors(found.drops) == ["div.related-posts"]


def test_captions_are_neither_dropped_nor_repeats():
    figure = '<figure><img src="/a.jpg"><figcaption>The same words below each picture</figcaption></figure>'
    table = (
        "<table><caption>Opening hours of the museum</caption><tr><td>1</td><td>2</td></tr></table>"
    )
    photo = '<table class="photo-caption"><tr><td><a href="/l.jpg"><img src="/s.jpg"></a></td></tr><tr><td>{}</td></tr></table>'
    found = learned(
        *(
            story(number, figure + table + photo.format(f"View of the {WORDS[number]}"))
            for number in range(6)
        )
    )
    assert selectors(found.drops) == ["div.share"]


def test_pages_with_nothing_in_common_give_no_rules():
    names = ("div", "section", "article", "main", "dd", "center")
    pages = (
        f"<html><body><h1>T</h1><{name}>{paragraphs(n)}</{name}></body></html>"
        for n, name in enumerate(names)
    )
    found = learned(*pages)
    assert not found.roots and not selectors(found.drops)


def test_a_paragraph_without_a_name_is_known_by_its_text():
    """A paragraph that every page has, word for word, among paragraphs that look the same."""
    line = "Don't miss: {it's} all # here,<br>as 'ever' before it was said by nobody."
    (drop,) = [
        drop for drop in learned(*(story(n, f"<p>{line}</p>") for n in range(8))).drops if drop.text
    ]
    assert drop.rule == "p" and drop.text is not None
    assert "Don't miss: {it's} all # here, as 'ever'".startswith(drop.text[1][:11])


def test_names_that_css_cannot_express_are_skipped():
    pages = (
        story(number).replace("<p>", "<o:p class='x'>").replace("</p>", "</o:p>")
        for number in range(8)
    )
    found = learned(*pages)
    rules = selectors((*found.roots, *found.drops, *found.leads))
    assert not [rule for rule in rules if "o:" in rule]


def test_the_same_pages_give_the_same_rules():
    pages = [story(number) if number % 3 else old(number) for number in range(12)]
    assert learned(*pages) == learned(*pages)


def test_a_class_that_says_how_something_looks_is_no_root():
    """``div.col-md-7`` is there today; ``h-entry`` means an article."""
    pages = [story(number).replace('"story-body"', '"col-md-7 px-3"') for number in range(8)]
    assert not {"div.col-md-7", "div.px-3"}.intersection(selectors(learned(*pages).roots))
    pages = [story(number).replace('"story-body"', '"px-3 h-entry"') for number in range(8)]
    assert selectors(learned(*pages).roots) == ["div.h-entry"]


def hashed(number: int, html: str) -> str:
    """Write the classes of a page as frameworks do, with hashes and classes of the layout."""
    for name, classes in {
        "story-body": "px-5 Story_body__3xY2z css-1o2a4k9",
        "standfirst": "text-lg Lead-sc-1x2y3z-0 jyoikr first",
        "share": "mt-4 share__box--x8f2a",
        "page": "container mx-auto sc-bdVaJa kXyZab",
    }.items():
        html = html.replace(f'class="{name}"', f'class="{classes}"')
    return html


def test_rules_hold_no_hashes_and_no_classes_of_the_layout():
    found = learned(*(hashed(number, story(number)) for number in range(8)))
    assert selectors(found.roots) == ['div[class*="Story_body__"]']
    assert selectors(found.drops) == ['div[class*="share__box--"]']
    assert selectors(found.leads) == ['p[class*="Lead-sc-"]']


def test_where_every_class_is_one_of_the_layout_no_rule_has_one():
    pages = [
        hashed(number, story(number))
        .replace("Story_body__3xY2z ", "")
        .replace("Lead-sc-1x2y3z-0 ", "")
        .replace(" share__box--x8f2a", "")
        for number in range(8)
    ]
    found = learned(*pages)
    rules = selectors((*found.roots, *found.drops, *found.leads))
    assert not [rule for rule in rules if "." in rule or "class" in rule]


def test_a_lead_above_the_line_of_the_authors_belongs_to_the_text():
    """It is no part of the element with the rest; the one around both has boxes, too."""

    def one(number: int) -> str:
        below = (
            f'<div class="spread"><a href="#f">Face</a></div><div class="bio"><p>{NOTICE}</p></div>'
        )
        return framed(
            number,
            f'<div class="wrap"><p class="intro-text">{prose(number, 50)} {prose(number, 51)}</p>'
            f'<p class="by">By Anna Kis | 2 May 2020</p><div class="story">{paragraphs(number, 4)}'
            f"</div>{below}</div>",
        )

    found = learned(*map(one, range(12)))
    assert selectors(found.roots) == ["div.wrap"]
    assert {"div.bio", "p.by"} <= {*selectors(found.drops)}


def test_what_is_last_in_a_nameless_box_is_not_dropped_by_tags_alone():
    """Its parent stands behind a box, as those of many headings do."""
    judged = []
    for number in range(6):
        line = f"<h4>{' '.join(WORDS[number * 2 : number * 2 + 2])}</h4>"
        text = f"<div>Menu</div><div>{paragraphs(number)}{line}</div>"
        read = page(number, framed(number, text))
        units = [unit for unit in list_page_units(read) if unit.tag in ("p", "h4")]
        judged.append(JudgedPage(read, (), tuple(units[-1:]), tuple(units[:-1])))
    assert [unit.tag for each in judged for unit in each.template] == ["h4"] * 6
    assert learn_block_drops(judged, []) == []
