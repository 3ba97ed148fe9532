"""Three made-up portals as a newcomer meets them, and each of them a month later, in another design.

A Dutch paper whose archive is an index of months, an English blog whose list grows by a button with
data attributes, a Czech forum with boards. Their texts and authors are known.
"""

from __future__ import annotations

import html
import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

from small_portal import Answer, SmallPortal

_DUTCH = (
    "brug raad rivier zomer school tuin winter dorp markt dokter verslag station bibliotheek museum"
    " leraar weer oogst spoorlijn stad straat huis avond vraag antwoord krant vrijdag de het een en"
    " of met zonder na voor over onder nieuwe oude grote kleine spreekt bouwt wacht vindt besluit"
    " opent sluit wordt zijn heeft niet ook naar"
).split()
_ENGLISH = (
    "bridge council river summer school garden winter village market doctor report station library"
    " museum teacher weather harvest railway city street house evening question answer paper friday"
    " the a an and or with without after before over under new old great small speaks builds waits"
    " finds decides opens closes is was has not also to"
).split()
_CZECH = (
    "most rada řeka léto škola zahrada zima vesnice trh lékař zpráva nádraží knihovna muzeum učitel"
    " počasí sklizeň železnice město ulice dům večer otázka odpověď noviny pátek a nebo s bez po"
    " před nad pod nový starý velký malý mluví staví čeká najde rozhodne otevře zavře je byl má není"
    " také do už jsem myslím"
).split()
_DUTCH_MONTHS = (
    "januari februari maart april mei juni juli augustus september oktober november december"
).split()
_WRITERS = (
    *("Jan de Vries", "Sanne Bakker", "Pieter van Dijk", "Fatima El Amrani"),
    *("Joris Visser", "Lotte Smit", "Maarten Mulder"),
)


@dataclass(frozen=True)
class Item:
    """An article, or a post of a thread."""

    path: str
    title: str
    authors: tuple[str, ...]
    day: date
    paragraphs: tuple[str, ...]


@dataclass
class NewcomerPortal:
    """What is on a portal: ``start`` is the address that a newcomer has, ``texts`` and ``authors``
    are by the address of the article. ``redesign`` adds a month, and changes every page."""

    start: str
    texts: dict[str, str] = field(default_factory=dict)
    authors: dict[str, str] = field(default_factory=dict)
    redesign: Callable[[], None] = lambda: None


def _sentence(chance: random.Random, words: Sequence[str], count: int) -> str:
    return " ".join(chance.choices(words, k=count)).capitalize() + "."


def _paragraph(chance: random.Random, words: Sequence[str]) -> str:
    return " ".join(_sentence(chance, words, chance.randrange(8, 16)) for _ in range(4))


def _title(chance: random.Random, words: Sequence[str]) -> str:
    return _sentence(chance, words, 6)[:-1]


def _month_before(day: date, months: int) -> date:
    """Return the first day of the month that many months before."""
    number = day.year * 12 + day.month - 1 - months
    return date(number // 12, number % 12 + 1, 1)


def _know(known: NewcomerPortal, base: str, items: Sequence[Item], joined: str) -> None:
    for each in items:
        known.texts[f"{base}{each.path}"] = "\n".join(each.paragraphs)
        known.authors[f"{base}{each.path}"] = joined.join(each.authors)


# The Dutch paper: an index of months, the five that are read most beside every page, a bar about
# cookies that stays over the page, several authors in one byline.

_DUTCH_CONSENT = (
    '<div class="cookie-balk" style="position:fixed;left:0;right:0;bottom:0;height:210px;'
    'background:#222;color:#fff;z-index:99"><p>Wij gebruiken cookies om de krant te verbeteren en'
    " advertenties te tonen.</p><button>Akkoord</button></div>"
)


def _write_dutch_day(day: date) -> str:
    return f"{day.day} {_DUTCH_MONTHS[day.month - 1]} {day.year}"


def _make_dutch_items(chance: random.Random, first: date, number: int) -> list[Item]:
    items = []
    for place in range(number):
        title = _title(chance, _DUTCH)
        day = first + timedelta(days=place)
        authors = tuple(chance.sample(_WRITERS, 2 if place % 5 == 3 else 1))
        slug = "-".join(title.lower().split())
        path = f"/nieuws/{day:%Y/%m}/{slug}"
        paragraphs = tuple(_paragraph(chance, _DUTCH) for _ in range(chance.randrange(4, 7)))
        items.append(Item(path, title, authors, day, paragraphs))
    return items


def _dutch_page(title: str, main: str, most_read: Sequence[Item], *, is_new: bool) -> str:
    rows = "".join(f'<li><a href="{each.path}">{each.title}</a></li>' for each in most_read)
    if is_new:
        return (
            f'<!DOCTYPE html><html lang="nl"><head><meta charset="utf-8"><title>{title} – De'
            f' Stadsbode</title></head><body class="v2">{_DUTCH_CONSENT}<div class="top_m4"><a'
            f' href="/">De Stadsbode</a> <a href="/archief">Archief</a></div><div'
            f' class="page_m4">{main}</div><div class="side_m4"><h4>Meest gelezen</h4><ol>{rows}'
            "</ol></div><div>© De Stadsbode – Contact – Privacy</div></body></html>"
        )
    return (
        f'<!DOCTYPE html><html lang="nl"><head><meta charset="utf-8"><title>{title} | De'
        f" Stadsbode</title></head><body><header><a href='/'>De Stadsbode</a><nav><a"
        f' href="/archief">Archief</a> <a href="/over-ons">Over ons</a></nav></header><main>{main}'
        f'</main><aside class="zijbalk"><h3>Meest gelezen</h3><ul class="top5">{rows}</ul></aside>'
        f"<footer>© De Stadsbode – Contact – Privacy</footer>{_DUTCH_CONSENT}</body></html>"
    )


def _dutch_article(item: Item, *, is_new: bool) -> str:
    paragraphs = "".join(f"<p>{each}</p>" for each in item.paragraphs)
    who, when = " en ".join(item.authors), _write_dutch_day(item.day)
    if is_new:
        return (
            f'<h2 class="hd_m4">{item.title}</h2><div class="by_m4"><b>{who}</b><i>{when}</i></div>'
            f'<div class="tx_m4">{paragraphs}</div><div class="sh_m4">Deel dit bericht</div>'
        )
    return (
        f'<article><h1>{item.title}</h1><div class="meta"><span class="auteur">Door {who}</span>'
        f'<span class="datum">{when}</span></div><div class="tekst">{paragraphs}</div>'
        '<div class="delen">Deel dit artikel</div></article>'
    )


def fill_dutch_paper(portal: SmallPortal, today: date) -> NewcomerPortal:
    """Add the pages of 14 months with 54 articles; the later month has ten."""
    chance = random.Random(77)
    today -= timedelta(days=1)  # a crawl reads the months until yesterday
    known = NewcomerPortal(f"{portal.base}/archief")
    months = [
        (first, _make_dutch_items(chance, first, 4 if place < 12 else 3))
        for place, first in enumerate(_month_before(today, 14 - each) for each in range(14))
    ]

    def publish(*, is_new: bool) -> None:
        items = [each for _, of_month in months for each in of_month]
        most_read = items[::9][:5]
        links = "".join(
            f'<li><a href="/archief/{first:%Y/%m}">{_DUTCH_MONTHS[first.month - 1]} {first.year}</a>'
            f" ({len(of_month)})</li>"
            for first, of_month in months[::-1]
        )
        index = f'<h1>Archief</h1><ul class="{"mn_m4" if is_new else "maanden"}">{links}</ul>'
        for path in ("/", "/archief"):
            portal.pages[path] = _dutch_page("Archief", index, most_read, is_new=is_new)
        for first, of_month in months:
            name = f"{_DUTCH_MONTHS[first.month - 1].capitalize()} {first.year}"
            if is_new:
                rows = "".join(
                    f'<div class="row_m4"><a href="{each.path}"><b>{each.title}</b></a></div>'
                    for each in of_month
                )
                main = f"<h2>{name}</h2>{rows}"
            else:
                rows = "".join(
                    f'<li class="bericht"><h2><a href="{each.path}">{each.title}</a></h2><span>'
                    f"{_write_dutch_day(each.day)}</span></li>"
                    for each in of_month
                )
                main = f"<h1>{name}</h1><ul class='berichten'>{rows}</ul>"
            portal.pages[f"/archief/{first:%Y/%m}"] = _dutch_page(
                name, main, most_read, is_new=is_new
            )
        for each in items:
            main = _dutch_article(each, is_new=is_new)
            portal.pages[each.path] = _dutch_page(each.title, main, most_read, is_new=is_new)
        _know(known, portal.base, items, "; ")

    def redesign() -> None:
        first = _month_before(today, 0)
        months.append((first, _make_dutch_items(chance, first, 10)))
        publish(is_new=True)

    portal.pages["/over-ons"] = _dutch_page("Over ons", "<p>Wij zijn er.</p>", (), is_new=False)
    known.redesign = redesign
    publish(is_new=False)
    return known


# The English blog: a button that a script listens to, which adds what an address for scripts says.

_LOAD_MORE = """
document.querySelectorAll("[data-endpoint]").forEach((button) => {
  button.addEventListener("click", async () => {
    const query = new URLSearchParams({ offset: button.dataset.offset, size: button.dataset.size });
    const answer = await (await fetch(`${button.dataset.endpoint}?${query}`)).json();
    document.querySelector(button.dataset.into).insertAdjacentHTML("beforeend", answer.html);
    button.dataset.offset = answer.next;
    if (!answer.more) button.remove();
  });
});
"""
_POSTS_AT_ONCE = 9


def _make_blog_items(chance: random.Random, days: Sequence[date]) -> list[Item]:
    items = []
    for day in days:
        title = _title(chance, _ENGLISH)
        slug = "-".join(title.lower().split()[:5])
        paragraphs = tuple(_paragraph(chance, _ENGLISH) for _ in range(chance.randrange(4, 7)))
        author = chance.choice(("Nora Field", "Tom Archer", "Priya Rao"))
        items.append(Item(f"/{day:%Y}/{slug}-{len(items)}", title, (author,), day, paragraphs))
    return items


def _blog_row(item: Item, *, is_new: bool) -> str:
    if is_new:
        return f'<div class="tile"><a class="t" href="{item.path}">{item.title}</a></div>'
    return (
        f'<div class="post-card"><h3><a href="{item.path}">{item.title}</a></h3>'
        f"<p>{item.paragraphs[0][:90]}…</p></div>"
    )


def _blog_page(title: str, main: str, *, is_new: bool) -> str:
    body = "next" if is_new else "classic"
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title} - Field'
        f' Notes</title></head><body class="{body}"><header><a href="/">Field Notes</a> <a'
        f' href="/about">About</a></header>{main}<footer>© Field Notes. All rights reserved.'
        f"</footer><script>{_LOAD_MORE}</script></body></html>"
    )


def fill_english_blog(portal: SmallPortal, today: date) -> NewcomerPortal:
    """Add the pages of 44 posts; the later month has ten."""
    chance = random.Random(78)
    known = NewcomerPortal(f"{portal.base}/")
    first_month = _month_before(today, 23)
    days = [
        _month_before(today, 23 - place // 2).replace(day=9 + place % 2 * 11) for place in range(44)
    ]
    assert days[0] >= first_month
    posts = _make_blog_items(chance, days)

    def publish(*, is_new: bool) -> None:
        newest = posts[::-1]
        size = _POSTS_AT_ONCE
        rows = "".join(_blog_row(each, is_new=is_new) for each in newest[:size])
        button = (
            f'<button class="more" data-endpoint="/api/cards" data-offset="{size}"'
            f' data-size="{size}" data-into="#posts">Load more</button>'
        )
        tag = "section" if is_new else "div"
        portal.pages["/"] = _blog_page(
            "Home", f'<{tag} id="posts">{rows}</{tag}>{button}', is_new=is_new
        )
        for start in range(size, len(newest) + size, size):
            part = newest[start : start + size]
            answer = {
                "html": "".join(_blog_row(each, is_new=is_new) for each in part),
                "next": start + size,
                "more": start + size < len(newest),
            }
            portal.pages[f"/api/cards?offset={start}&size={size}"] = Answer(
                json.dumps(answer), headers=(("Content-Type", "application/json"),)
            )
        for each in posts:
            portal.pages[each.path] = _blog_page(
                each.title, _blog_article(each, is_new=is_new), is_new=is_new
            )
        _know(known, portal.base, posts, "; ")

    def redesign() -> None:
        last = _month_before(today, 1)
        posts.extend(
            _make_blog_items(random.Random(79), [last.replace(day=2 + 2 * n) for n in range(10)])
        )
        publish(is_new=True)

    portal.pages["/about"] = _blog_page("About", "<p>Notes from the field.</p>", is_new=False)
    known.redesign = redesign
    publish(is_new=False)
    return known


def _blog_article(item: Item, *, is_new: bool) -> str:
    paragraphs = "".join(f"<p>{each}</p>" for each in item.paragraphs)
    day = f"{item.day:%B} {item.day.day}, {item.day.year}"
    if is_new:
        return (
            f'<div class="story"><h1 class="t">{item.title}</h1><div class="sig"><em>{item.authors[0]}'
            f'</em><time>{day}</time></div><div class="words">{paragraphs}</div></div>'
        )
    return (
        f'<main><h1>{item.title}</h1><p class="byline">By <a rel="author" href="/by/x">'
        f'{item.authors[0]}</a> on <span class="when">{day}</span></p><div class="entry-content">'
        f"{paragraphs}</div></main>"
    )


# The Czech forum: an index of boards, lists of threads on several pages, long threads too.

_BOARDS = (("zahrada", "Zahrada"), ("doprava", "Doprava ve městě"), ("kultura", "Kultura"))
_THREADS_AT_ONCE = 10
_POSTS_OF_PAGE = 6
_NAMES = ("lojza62", "Marie_K", "petrh", "zahradnik", "Tonda", "ivana.n", "skeptik")


@dataclass(frozen=True)
class _Thread:
    board: str
    number: int
    title: str
    posts: tuple[Item, ...]


def _forum_page(title: str, main: str, *, is_new: bool) -> str:
    if is_new:
        return (
            f'<!DOCTYPE html><html lang="cs"><head><meta charset="utf-8"><title>{title} · Fórum'
            f' Lípa</title></head><body><div id="hlava"><a href="/forum">Fórum Lípa</a></div>'
            f'<div id="obsah">{main}</div><div id="pata">© Fórum Lípa</div></body></html>'
        )
    return (
        f'<!DOCTYPE html><html lang="cs"><head><meta charset="utf-8"><title>{title} - Fórum'
        f' Lípa</title></head><body><div class="header"><a href="/forum">Fórum Lípa</a> <a'
        f' href="/pravidla">Pravidla</a></div>{main}<div class="footer">© Fórum Lípa</div>'
        "</body></html>"
    )


def fill_czech_forum(portal: SmallPortal, today: date) -> NewcomerPortal:
    """Add the pages of 38 threads in three boards; the later month has six more."""
    chance = random.Random(80)
    known = NewcomerPortal(f"{portal.base}/forum")
    threads: list[_Thread] = []

    def add_threads(number: int, month: date) -> None:
        for _ in range(number):
            place = len(threads)
            title = _title(chance, _CZECH)
            path = f"/tema/{100 + place}"
            count = (3, 5, 4, 9, 2)[place % 5]
            posts = tuple(
                Item(
                    path,
                    title,
                    (chance.choice(_NAMES),),
                    month.replace(day=1 + (place + each) % 27),
                    tuple(_paragraph(chance, _CZECH) for _ in range(1 + each % 2)),
                )
                for each in range(count)
            )
            threads.append(_Thread(_BOARDS[place % 3][0], 100 + place, title, posts))

    for back in range(20, 1, -1):
        add_threads(2, _month_before(today, back))

    def publish(*, is_new: bool) -> None:
        rows = "".join(
            f'<tr><td><a href="/deska/{name}">{words}</a></td><td>'
            f"{sum(each.board == name for each in threads)} témat</td></tr>"
            for name, words in _BOARDS
        )
        index = f'<h1>Fórum</h1><table class="desky">{rows}</table>'
        portal.pages["/forum"] = _forum_page("Fórum", index, is_new=is_new)
        for name, words in _BOARDS:
            _publish_board(portal, words, name, threads[::-1], is_new=is_new)
        for each in threads:
            _publish_thread(portal, each, is_new=is_new)
            url = f"{portal.base}/tema/{each.number}"
            known.texts[url] = "\n".join(
                paragraph for post in each.posts for paragraph in post.paragraphs
            )
            known.authors[url] = each.posts[0].authors[0]

    def redesign() -> None:
        add_threads(6, _month_before(today, 1))
        publish(is_new=True)

    portal.pages["/pravidla"] = _forum_page("Pravidla", "<p>Buďte slušní.</p>", is_new=False)
    known.redesign = redesign
    publish(is_new=False)
    return known


def _publish_board(
    portal: SmallPortal, words: str, name: str, threads: Sequence[_Thread], *, is_new: bool
) -> None:
    own = [each for each in threads if each.board == name]
    pages = -(-len(own) // _THREADS_AT_ONCE)
    for number in range(1, pages + 1):
        part = own[(number - 1) * _THREADS_AT_ONCE : number * _THREADS_AT_ONCE]
        rows = "".join(
            f'<div class="vlakno"><a href="/tema/{each.number}">{each.title}</a><i>'
            f"{len(each.posts)}</i></div>"
            if is_new
            else f'<tr class="tema"><td><a class="nazev" href="/tema/{each.number}">{each.title}</a>'
            f"</td><td>{each.posts[0].authors[0]}</td><td>{len(each.posts)}</td></tr>"
            for each in part
        )
        following = (
            f'<a href="/deska/{name}?strana={number + 1}">další</a>' if number < pages else ""
        )
        pager = f'<p class="strany">Strana {number} z {pages} {following}</p>'
        table = rows if is_new else f'<table class="temata">{rows}</table>'
        path = f"/deska/{name}" + (f"?strana={number}" if number > 1 else "")
        portal.pages[path] = _forum_page(words, f"<h1>{words}</h1>{table}{pager}", is_new=is_new)


def _publish_thread(portal: SmallPortal, thread: _Thread, *, is_new: bool) -> None:
    pages = -(-len(thread.posts) // _POSTS_OF_PAGE)
    for number in range(1, pages + 1):
        posts = "".join(
            _forum_post(each, place, is_new=is_new)
            for place, each in enumerate(
                thread.posts[(number - 1) * _POSTS_OF_PAGE : number * _POSTS_OF_PAGE],
                (number - 1) * _POSTS_OF_PAGE,
            )
        )
        following = (
            f'<p class="strany"><a rel="next" href="/tema/{thread.number}?strana={number + 1}">další'
            "</a></p>"
            if number < pages
            else ""
        )
        path = f"/tema/{thread.number}" + (f"?strana={number}" if number > 1 else "")
        portal.pages[path] = _forum_page(
            thread.title, f"<h1>{html.escape(thread.title)}</h1>{posts}{following}", is_new=is_new
        )


def _write_moment(post: Item, place: int) -> str:
    return f"{post.day.day}. {post.day.month}. {post.day.year} {8 + place % 12}:15"


def _forum_post(post: Item, place: int, *, is_new: bool) -> str:
    paragraphs = "".join(f"<p>{each}</p>" for each in post.paragraphs)
    day = _write_moment(post, place)
    if is_new:
        return (
            f'<div class="zprava"><div class="kdo"><strong>{post.authors[0]}</strong> <small>{day}'
            f'</small></div><div class="co">{paragraphs}</div></div>'
        )
    return (
        f'<div class="prispevek"><div class="hlavicka"><b class="autor">{post.authors[0]}</b> <span'
        f' class="cas">{day}</span></div><div class="telo">{paragraphs}</div></div>'
    )


FillNewcomerPortal = Callable[[SmallPortal, date], NewcomerPortal]
