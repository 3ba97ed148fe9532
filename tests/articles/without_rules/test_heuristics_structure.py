"""Pages on which only structure says what is text: lists that belong to the text, a text that lies
twice on the page, code with little prose, names that say nothing. One made-up page each."""

from __future__ import annotations

import pytest

from webarticlecurator.articles.blocks.article_body import BodyResult, read_body
from webarticlecurator.articles.without_rules.article_text import find_article_text
from webarticlecurator.base.portal.article_rules import BodyRules
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.tags import base_tags
from webarticlecurator.tei.documents.plain_text import plain_lines

PROSE = [
    "The council met on Monday evening to talk about the river, and it did not take long before the first voices grew loud in the hall.",
    "For years the banks have been left to themselves, said the mayor, and nobody had known who was to pay for the stones that fell in.",
    "A report of forty pages names three ways to mend them; the cheapest of them takes eleven years and needs no digger at all.",
    "The council will vote in autumn, and until then the path along the water stays closed to everyone but the fishermen.",
]
LINKS = [
    "The stones of the lower river",
    "Report on banks and bridges",
    "A history of fishing in the valley",
]
PARAGRAPHS = "".join(f"<p>{line}</p>" for line in PROSE)
MENU = "<nav><ul><li><a href='/news'>News</a></li><li><a href='/sport'>Sport</a></li></ul></nav>"


def text(body: str) -> list[str]:
    """Return the lines that are read of an article."""
    page = Page(
        "https://echo.example/2020/05/the-river-and-the-council",
        "<html lang=en><head><title>The river and the council - Echo</title></head><body>"
        f"<header><a href='/'>Echo</a>{MENU}</header><main><article>"
        f"<h1>The river and the council</h1>{body}</article></main>"
        "<footer><p>Echo Press, Vienna</p></footer></body></html>",
    )
    assert find_article_text(page)
    found = read_body(page, BodyRules(), base_tags())
    assert isinstance(found, BodyResult)
    return plain_lines(found.blocks)


@pytest.mark.parametrize(
    ("introduction", "line", "after"),
    [
        ("<h2>Sources</h2>", "<a href='https://library.example/{n}'>{title}</a>, 2019.", ""),
        ("<p>I have written about the river before:</p>", "<a href='/river/{n}'>{title}</a>", ""),
        (
            "<p>These are samples of the new paths:</p>",
            "<a href='https://paths.example/{n}'>{title}</a>",
            f"<p>{PROSE[3]}</p>",
        ),
    ],
)
def test_a_list_of_links_that_something_introduces_is_text(
    introduction: str, line: str, after: str
) -> None:
    items = [line.format(n=n, title=title) for n, title in enumerate(LINKS)]
    entries = "".join(f"<li>{item}</li>" for item in items)
    before = "".join(f"<p>{each}</p>" for each in PROSE[:3])
    found = text(f"{before}{introduction}<ul>{entries}</ul>{after}")
    assert [each for each in LINKS if not any(each in line for line in found)] == []
    assert found[:3] == PROSE[:3]


def test_a_text_that_lies_twice_on_the_page_is_read_once() -> None:
    twice = f"<div class=wide>{PARAGRAPHS}</div><div class=narrow>{PARAGRAPHS}</div>"
    assert text(twice) == PROSE


def test_one_paragraph_that_comes_again_stays() -> None:
    assert text(f"{PARAGRAPHS}<p>{PROSE[0]}</p>") == [*PROSE, PROSE[0]]


def test_the_prose_around_code_stays() -> None:
    prose = [
        "Sorting a list needs one call.",
        "The key is asked once for each item.",
        "So it prints them in order of names.",
    ]
    first = "\n".join(f"items[{n}] = sort(items, key=names[{n}])" for n in range(30))
    second = "\n".join(f"print(items[{n}].value, file=out[{n}])" for n in range(30))
    found = text(
        f"<p>{prose[0]}</p><pre><code>{first}</code></pre><p>{prose[1]}</p>"
        f"<pre><code>{second}</code></pre><p>{prose[2]}</p>"
    )
    assert [line for line in prose if line not in found] == []
    assert "print(items[29].value, file=out[29])" in " ".join(found)


@pytest.mark.parametrize(
    "advert",
    [
        "<div>Advertisement</div><div>Winter tyres</div>",
        "Anzeige Winter tyres",
        "<div><span>Hirdetés</span><a href='https://tyres.example/'>Winter tyres</a></div>",
        "<p>Реклама</p><a href='https://tyres.example/'><img src=/tyre.png></a><p>Winter tyres</p>",
        "<div>广告</div><div>Winter tyres</div>",
    ],
)
@pytest.mark.parametrize("tag", ["div", "p"])
def test_an_advertisement_between_blocks_without_names_is_left_out(advert: str, tag: str) -> None:
    blocks = [f"<{tag} class=q1>{line}</{tag}>" for line in PROSE]
    body = f"<div class=x7f>{''.join(blocks[:2])}<div>{advert}</div>{''.join(blocks[2:])}</div>"
    assert text(body) == PROSE


@pytest.mark.parametrize(
    "line",
    [
        "<p>Advertising has changed the river.</p>",
        "<ul><li>Advertising</li><li>Fishing in the lower river</li><li>The mills</li></ul>",
        "<p>Anzeigen gegen Unbekannt</p>",
    ],
)
def test_lines_that_speak_of_advertising_stay(line: str) -> None:
    body = f"<p>{PROSE[0]}</p><p>{PROSE[1]}</p>{line}<p>{PROSE[2]}</p><p>{PROSE[3]}</p>"
    found = text(body)
    assert [each for each in PROSE if each not in found] == []
    assert len(found) == len(PROSE) + max(1, line.count("<li>"))


CLASSES = {
    "none": lambda _: "",
    "systematic": lambda n: f" class=b{n}",
    "hashed": lambda n: f" class=css-{n * 7919 + 12345:x}",
}
SENTENCES = {
    "en": "For years the banks of the river were left to themselves, and nobody paid for the stones",
    "de": "Jahrelang blieben die Ufer des Flusses sich selbst überlassen, und niemand bezahlte Steine",
    "fr": "Pendant des années, les rives du fleuve étaient laissées à elles-mêmes, sans personne",
    "hu": "A folyó partját évekig senki sem gondozta, és a lehullott kövekért senki sem fizetett",
    "pl": "Przez lata brzegi rzeki były pozostawione same sobie, a za kamienie nikt nie płacił",
    "ru": "Годами берега реки были предоставлены самим себе, и за упавшие камни никто не платил",
    "zh": "多年来河岸无人管理也没有人为掉落的石头付钱直到市议会在秋天投票决定修复河岸为止",
    "ar": "لسنوات طويلة تركت ضفاف النهر لحالها ولم يدفع أحد ثمن الحجارة التي سقطت في الماء",
}


@pytest.mark.parametrize("language", SENTENCES)
@pytest.mark.parametrize("naming", CLASSES)
def test_pages_whose_names_say_nothing(naming: str, language: str) -> None:
    name, line = CLASSES[naming], SENTENCES[language]
    prose = [f"{n}. {line}. {line} {n}." for n in range(1, 7)]
    advert = f"<div{name(5)}><div{name(6)}>Werbung</div><div{name(7)}>Alpha Beta</div></div>"
    blocks = [f"<div{name(4)}>{each}</div>" for each in prose]
    teasers = "".join(
        f"<div{name(9)}><a href='/s/{n}'>{line[:30]} {n}</a><div>{line[20:70]}</div></div>"
        for n in range(4)
    )
    page = Page(
        "https://echo.example/2020/05/the-river-and-the-council",
        f"<html lang={language}><head><title>{line[:25]}</title></head><body><div{name(1)}>"
        f"<a href='/'>Echo</a> <a href='/n'>{line[:8]}</a> <a href='/s'>{line[9:20]}</a></div>"
        f"<div{name(2)}><h1>{line[:25]}</h1><div{name(3)}>{''.join(blocks[:3])}{advert}"
        f"{''.join(blocks[3:])}</div></div><div{name(8)}>{teasers}</div>"
        f"<div{name(10)}>© 2021 Echo</div></body></html>",
    )
    found = read_body(page, BodyRules(), base_tags())
    assert isinstance(found, BodyResult)
    assert plain_lines(found.blocks) == prose
