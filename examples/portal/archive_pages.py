"""The archive pages of the five columns: five ways of paging, two layouts, menus and adverts that
are no part of the list."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from html import escape

from .columns import Listed, grown, listings
from .layouts import ADVERT, HOST, MENU, NAME, OLD_MENU, SCRIPT, Html
from .stories import SECTIONS

PER_PAGE = {"kultura": 2, "velemeny": 6, "sport": 3, "friss": 6}
FIRST_YEAR = {"hirek": 2001, "kultura": 2001, "sport": 2005}
LAST_YEAR = 2020
SIDE = '<aside class="legolvasottabb"><h2 class="cim"><a href="/elofizetes/">Olvasson minket nyomtatásban</a></h2></aside>'


def frame(title: str, middle: str) -> Html:
    """A page of the new layout around a list."""
    return Html(
        f"""<!DOCTYPE html>
<html lang="hu"><head><meta charset="utf-8"><title>{title} - {NAME}</title>
{SCRIPT}</head><body class="listaoldal"><header class="fejlec"><a href="/">{NAME}</a><ul>{MENU}</ul></header>
<main>
{middle}
</main>{SIDE}<footer>© {NAME} Kiadó</footer></body></html>
"""
    )


def part(lines: Sequence[Listed], page: int, size: int) -> Sequence[Listed]:
    """Page ``page``, counted from 1, of a list."""
    return lines[(page - 1) * size : page * size] if page > 0 else ()


def link(line: Listed, css_class: str = "") -> str:
    """A line of a list as a link."""
    marked = f' class="{css_class}"' if css_class else ""
    return f'<a{marked} href="{escape(line.href)}">{escape(line.title)}</a>'


def old_row(line: Listed) -> str:
    relative = replace(line, href=line.href.lstrip("/"))
    return f'<tr><td class="datum">{line.when:%m.%d.}</td><td>{link(relative, "cim")}</td></tr>\n'


def old_news(year: int) -> Html:
    """``/archivum.php?ev=2004``: one table a year, oldest first, relative addresses under a
    ``<base>``."""
    rows = "".join(old_row(line) for line in reversed(listings("hirek")) if line.when.year == year)
    return Html(
        f"""<html><head><meta http-equiv="Content-Type" content="text/html; charset=windows-1250"><base href="{HOST}/">
<title>{NAME} - Archívum</title></head><body><table><tr><td class="menu">{OLD_MENU}</td><td>{ADVERT}<table class="lista">
{rows}</table></td></tr></table></body></html>
""",
        "windows-1250",
        "meta",
    )


def news(year: int, month: int) -> Html | None:
    """``/hirek/2014/05/``: all of a month on one page, an advert among them. Some empty months are
    not found (None)."""
    lines = [
        line for line in listings("hirek") if (line.when.year, line.when.month) == (year, month)
    ]
    if not lines:
        return None if month % 2 else frame("Hírek", "<p>Ebben a hónapban nem jelent meg cikk.</p>")
    found = [link(line) for line in lines]
    found.insert(1, '<a href="/hirdetes/12/?honap=ez">Támogatott tartalom: új konyha</a>')
    return frame(
        "Hírek",
        "\n".join(f'<div class="talalat"><h2 class="cim">{one}</h2></div>' for one in found),
    )


def card(line: Listed) -> str:
    """A whole card as a link, with an absolute address in which nothing is escaped."""
    address = line.href if line.href.startswith("http") else f"{HOST}{line.href}"
    return f'<a class="kartya" href="{address}"><img src="/kepek/kis.jpg" alt=""><h2 class="cim">{escape(line.title)}</h2></a>'


def culture(year: int, page: int) -> Html | None:
    """``/kultura/?tol=2004-01-01&ig=2005-01-01``: a year, newest first, with links to the newer and
    the older page."""
    lines = [x for x in listings("kultura") if x.when.year == year]
    shown = part(lines, page, PER_PAGE["kultura"])
    if page > 1 and not shown:
        return None
    cards = "\n".join(map(card, shown))
    query = f"?tol={year}-01-01&amp;ig={year + 1}-01-01&amp;lap="
    newer = f'<a class="lapoz" href="{query}{page - 1}">« Újabbak</a> ' if page > 1 else ""
    older = (
        f'<a class="lapoz" href="{query}{page + 1}">Régebbiek »</a>'
        if part(lines, page + 1, PER_PAGE["kultura"])
        else ""
    )
    return frame("Kultúra", f'{cards}\n<p class="lapozas">{newer}{older}</p>')


def opinion(start: int) -> Html | None:
    """``/velemeny/?kezd=6``: by offset; past the end it is not found."""
    shown = listings("velemeny")[start : start + PER_PAGE["velemeny"]]
    note = '<div class="jegyzet">{} <a class="szerzo" href="/szerzo/">{}</a></div>'
    notes = "\n".join(note.format(link(line), escape(line.author)) for line in shown)
    return frame("Vélemény", notes) if shown else None


def sport(year: int, page: int) -> bytes:
    """``/api/sport/2008.json?oldal=1``: what the page's "more" button loads; past the end an empty
    list."""
    lines = [x for x in listings("sport") if x.when.year == year]
    shown = part(lines, page, PER_PAGE["sport"])
    rows = [
        {"cim": x.title, "utvonal": x.href.lstrip("/"), "datum": f"{x.when:%Y-%m-%d}"}
        for x in shown
    ]
    return json.dumps(
        {"rovat": SECTIONS["sport"], "ev": year, "cikkek": rows}, ensure_ascii=False
    ).encode()


def latest(page: int, requests: int) -> Html:
    """``/friss/?oldal=2``, after so many earlier requests: newest first, growing on top while it is
    walked."""
    shown = part(grown(requests), page, PER_PAGE["friss"])
    rows = "".join(f"<li><time>{line.when:%H:%M}</time> {link(line)}</li>\n" for line in shown)
    return frame("Friss", f'<ul class="friss">\n{rows}</ul>' if rows else "<p>Nincs több hír.</p>")
