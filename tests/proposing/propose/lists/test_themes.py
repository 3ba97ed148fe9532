"""What themes of blogs do to their lists: pure pages, without a server."""

from __future__ import annotations

import pytest

from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.results import select_first
from webarticlecurator.proposing.list_pages.list_proposals import propose_link_rules
from webarticlecurator.proposing.list_pages.next_links import propose_next_link

HOME = "https://echo.example/"


def page(path: str, body: str) -> Page:
    return Page(f"{HOME}{path}", f"<html><head></head><body>{body}</body></html>")


def story(number: int) -> str:
    return f"/2024/03/{number:02}/the-story-of-the-mill-{number}/"


def addresses(numbers: range) -> set[str]:
    return {f"{HOME[:-1]}{story(n)}" for n in numbers}


def test_both_links_of_a_pager_have_the_same_class():
    """The one on the second page that leads back comes first and looks the same."""
    back = "<a class='prev-page' href='/all/'>上一页</a>"
    on = "<a class='prev-page' href='/all/page/{}/'>下一页</a>"
    pages = [
        page("all/", f"<div class='pager'>{on.format(2)}</div>"),
        page("all/page/2/", f"<div class='pager'>{back}{on.format(3)}</div>"),
    ]
    found = propose_next_link(pages)
    assert found is not None and found.url == f"{HOME}all/page/2/"
    assert select_first(found.rules[:1], pages[1], link=True) == f"{HOME}all/page/3/"
    last = page("all/page/3/", f"<div class='pager'>{back}</div>")
    assert select_first(found.rules[:1], last, link=True) is None


def test_a_link_that_is_named_back_and_leads_back_is_none():
    assert (
        propose_next_link([page("all/page/2/", "<a class='prev-page' href='/all/'>‹</a>")]) is None
    )


def listed(numbers: range, first: str = "h3") -> str:
    return "".join(
        f"<div class='post'><{first if n == numbers[0] else 'h3'}><a class='title' href='{story(n)}'>"
        f"The story of the mill {n}</a></h3></div>"
        for n in numbers
    )


def test_the_newest_article_is_above_the_list_of_the_front_page():
    """Its heading is of another level, and no other page has it."""
    top = f"<div class='cover'><h2><a class='title' href='{story(0)}'>The story of the mill 0</a></h2></div>"
    pager = "<a rel='next' href='{}'>Older</a>"
    pages = [
        page("", f"{top}<main>{listed(range(1, 6))}{pager.format('/page/2/')}</main>"),
        page("page/2/", f"<main>{listed(range(6, 11))}{pager.format('/page/3/')}</main>"),
    ]
    assert {*propose_link_rules(pages)[0].links} == addresses(range(6))
    # in a list of another page it is nothing that the list lacks
    pages[1] = page(
        "page/2/",
        f"<main>{listed(range(6, 10))}{listed(range(1))}{pager.format('/page/3/')}</main>",
    )
    assert {*propose_link_rules(pages)[0].links} == addresses(range(1, 6))


def test_every_second_card_is_the_other_way_round():
    """A link over each card, without words; half of the titles make no telling address."""

    def card(number: int) -> str:
        slug = f"/2024/03/{number:02}/" + (
            f"mill-{number}/" if number % 2 else "the-old-mill-again/"
        )
        side = ("left", "right")[number % 2]
        return f"<div class='wrap {side}'><a class='over' href='{slug}'></a><h2>Mill {number}</h2></div>"

    def cards(path: str, numbers: range, following: str) -> Page:
        return page(
            path,
            f"<main>{''.join(map(card, numbers))}<a rel='next' href='{following}'>Older</a></main>",
        )

    found = propose_link_rules(
        [cards("", range(1, 11), "/page/2/"), cards("page/2/", range(11, 21), "/page/3/")]
    )
    assert len(found[0].links) == 10


def test_links_of_a_page_without_names_are_found_by_the_query_of_their_addresses():
    """As portals of tables have them."""

    def rows(numbers: range, address: str) -> str:
        return "".join(
            f"<tr><td><a href='{address.format(n)}'><b>The story of the mill {n}</b></a></td></tr>"
            for n in numbers
        )

    menu = "<a href='/section.php?s=home'>Home</a> <a href='/section.php?s=sport'>Sport</a>"
    body = f"{menu}<table>{rows(range(7000, 7010), '/article.php?id={}')}</table>"
    found = propose_link_rules([page("archive.php", body)])
    assert [each.css for each in found] == ['a[href*="article.php?id="]']
    assert len(found[0].links) == 10
    # two kinds of addresses have nothing in common but their place
    body += f"<table>{rows(range(10), '/gallery.php?id={}')}</table>"
    found = propose_link_rules([page("archive.php", body)])
    assert [each.css for each in found] == ["body > table > tr"]


def test_a_list_without_names_is_told_from_a_box_by_the_tags_down_to_it():
    def links(first: int) -> str:
        return "".join(f'<li><a href="/{n}">Wem {n}</a></li>' for n in range(first, first + 6))

    menu = '<header><ul><li><a href="/sport">Sport</a></li></ul></header>'
    body = (
        f"{menu}<div><div><ul>{links(70001)}</ul></div><aside><ul>{links(70011)}</ul></aside></div>"
    )
    (best, *_) = propose_link_rules([page("archive", body)])
    assert (best.css, len(best.links)) == ("body > div > div > ul > li", 6)


def test_titles_in_scripts_without_spaces_are_titles():
    titles = ("村の水車が春に売れた", "ร้านขนมปังริมแม่น้ำ", "河边的磨坊春天被卖掉了")
    rows = "".join(f'<h3><a href="/?p={n}">{title}</a></h3>' for n, title in enumerate(titles, 7))
    (best, *_) = propose_link_rules([page("archive", f"<main>{rows}</main>")])
    assert (best.css, len(best.links)) == ("h3", 3)


def test_a_list_in_the_same_tags_as_another_is_told_by_its_place():
    """The other one stands below a heading of its own."""

    def links(first: int) -> str:
        numbers = range(first, first + 6)
        return "".join(f'<li><a href="/{n}">Wem wuda gomel</a></li>' for n in numbers)

    articles, others = links(70001), links(2001)
    body = f"<div><ul>{articles}</ul></div><div><h3>Wem</h3><ul>{others}</ul></div>"
    found = propose_link_rules([page("wum", f"<div>{body}</div>")])
    assert (found[0].css, len(found[0].links)) == ("body > div > div > ul:first-child > li", 6)


def test_a_next_page_that_only_the_head_names_is_none_where_others_show_theirs():
    """Programs name one on the last page, too."""
    head = "<link rel='next' href='/all/page/{}/'>"
    on = "<div class='pager'><a class='on' href='/all/page/{}/'>older posts →</a></div>"
    pages = [page(f"all/page/{n}/", head.format(n + 1) + on.format(n + 1)) for n in (2, 3)]
    pages.append(page("all/page/4/", head.format(5)))
    for some in (pages, pages[::-1]):
        found = propose_next_link(some)
        assert found is not None
        assert select_first(found.rules[:1], pages[0], link=True) == f"{HOME}all/page/3/"
        assert select_first(found.rules[:1], pages[2], link=True) is None


def test_the_head_and_the_pager_write_one_address_with_a_slash_and_without():
    """The pager of the first page alone lacks it: what readers click is the next page."""
    head, on = "<link rel='next' href='/all/page/{}/'>", "<li class='next'><a href='/all/page/{}'>"
    pages = [page("all/", head.format(2) + on.format("2"))]
    pages += [page(f"all/page/{n}/", head.format(n + 1) + on.format(f"{n + 1}/")) for n in (2, 3)]
    for some in (pages, pages[::-1], pages[:1]):
        found = propose_next_link(some)
        assert found is not None
        assert select_first(found.rules[:1], pages[0], link=True) == f"{HOME}all/page/2"
        assert select_first(found.rules[:1], pages[1], link=True) == f"{HOME}all/page/3/"


def test_of_one_page_the_first_article_beside_the_pager_has_another_heading():
    top = f"<div class='cover'><h2><a class='title' href='{story(0)}'>The story of the mill 0</a></h2></div>"
    box = "".join(f"<h2><a class='title' href='{story(n)}'>Mill {n}</a></h2>" for n in (20, 21))
    body = f"<main>{top}{listed(range(1, 13))}<a rel='next' href='/page/2/'>Older</a></main>"
    found = propose_link_rules([page("", f"{body}<aside>{box}</aside>")])
    assert set(found[0].links) == addresses(range(13))


def test_an_arrow_between_the_large_pictures_and_the_list_is_no_article():
    """It is as long as a title, and the large pictures are of articles that the list has, too."""

    def write(part: int) -> Page:
        first = 20 * part
        tops = "".join(
            f"<div class=cover><h2><a href='{story(n)}'>The story of the mill {n} is told</a></h2></div>"
            for n in (first + 1, first + 2)
        )
        rows = "".join(
            f"<h3><a href='{story(n)}'>The story of the mill {n} is told</a></h3>"
            for n in range(first + 1, first + 13)
        )
        to = "/all.html" if part else "/all/page/2"
        arrow = f"<div class=pager><a class=number href='{to}'>The news of the days before these</a></div>"
        path = "all/page/2" if part else "all.html"
        return page(
            path, f"<div class=wrap><section>{tops}</section>{arrow}<div>{rows}</div></div>"
        )

    for pages in ([write(0)], [write(0), write(1)]):
        (best, *_) = propose_link_rules(pages)
        assert set(best.links) == addresses(range(1, 13)), best.css


OLDER_AND_NEWER = """
en Older posts|Newer posts,zh 下一页|上一页,hi अगला पृष्ठ|पिछला पृष्ठ,es Entradas más antiguas|Entradas más recientes
ar مقالات أقدم|مقالات أحدث,bn পরবর্তী|পূর্ববর্তী,pt Postagens mais antigas|Postagens mais recentes
ru Следующая|Предыдущая,ur اگلا صفحہ|پچھلا صفحہ,id Selanjutnya|Sebelumnya,de Ältere Beiträge|Neuere Beiträge
ja 次のページ|前のページ,sw Inayofuata|Iliyotangulia,mr पुढील पान|मागील पान,te తదుపరి|మునుపటి,tr Daha eski|Daha yeni
ta அடுத்த பக்கம்|முந்தைய பக்கம்,vi Tiếp theo|Trước,ko 다음|이전,it Post più vecchi|Articoli più recenti
th ถัดไป|ก่อนหน้า,gu આગળનું|પાછળનું,fa صفحه بعدی|صفحه قبلی,pl Starsze wpisy|Nowsze wpisy,uk Старіші|Новіші
ml അടുത്ത|മുമ്പത്തെ,kn ಮುಂದಿನ|ಹಿಂದಿನ,or ପରବର୍ତ୍ତୀ|ପୂର୍ବବର୍ତ୍ତୀ,my နောက်စာမျက်နှာ|ယခင်စာမျက်နှာ
pa ਅਗਲਾ|ਪਿਛਲਾ,ro Articole mai vechi|Articole mai noi,nl Oudere berichten|Nieuwere berichten
hu Régebbi bejegyzések|Újabb bejegyzések,el Παλιότερα|Νεότερα,cs Starší články|Novější články,sv Äldre|Nyare
uz Keyingi|Oldingi,az Növbəti|Əvvəlki,kk Келесі|Алдыңғы,sr Старији|Новији,hr Stariji|Noviji,sk Staršie|Novšie
bg По-стари|По-нови,da Ældre|Nyere,fi Vanhemmat|Uudemmat,nb Eldre|Nyere,he הבא|הקודם,ca Següent|Anterior
lt Senesni|Naujesni,sl Starejši|Novejši,lv Vecāki|Jaunāki,et Vanemad|Uuemad,am ቀጣይ|ቀዳሚ,ka შემდეგი|წინა
hy Հաջորդ|Նախորդ,km បន្ទាប់|មុន,lo ຖັດໄປ|ກ່ອນໜ້າ,tl Susunod|Nakaraan,mn Дараах|Өмнөх,ms Seterusnya|Sebelum
"""


@pytest.mark.parametrize("words", OLDER_AND_NEWER.replace("\n", ",").strip(",").split(","))
def test_the_words_of_a_pager_tell_its_two_links_apart(words: str) -> None:
    """Their classes and addresses tell nothing; the other page is looked at all the same."""
    older, newer = words.partition(" ")[2].split("|")
    links = "".join(
        f"<a href='/all?from={n}'>{text}</a>" for n, text in (("kepu", newer), ("bamo", older))
    )
    found = propose_next_link([page("all?from=fagu", f"<div>{links}</div>")])
    assert found is not None and found.url == f"{HOME}all?from=bamo"
