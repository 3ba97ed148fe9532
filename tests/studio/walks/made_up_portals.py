"""Three made-up portals with the traps of real ones, whose texts are known."""

from __future__ import annotations

import random
from collections.abc import Callable

from small_portal import SmallPortal

_GERMAN = (
    "Brücke Rat Fluss Sommer Schule Garten Winter Dorf Markt Arzt Bericht Bahnhof Bücherei Museum"
    " Lehrerin Wetter Ernte Eisenbahn Stadt Straße Haus Abend Frage Antwort Zeitung Freitag der die"
    " das und oder mit ohne nach vor über unter neue alte grosse kleine spricht baut wartet findet"
    " beschliesst eröffnet schliesst"
).split()
_SPANISH = (
    "puente consejo río verano escuela jardín invierno pueblo mercado médico informe estación"
    " biblioteca museo maestra tiempo cosecha ferrocarril ciudad calle casa tarde pregunta respuesta"
    " periódico viernes el la los y o con sin después antes sobre nueva vieja grande pequeña habla"
    " construye espera encuentra decide abre cierra"
).split()
_HUNGARIAN = (
    "híd tanács folyó nyár iskola kert tél falu piac orvos jelentés állomás könyvtár múzeum tanár"
    " időjárás aratás vasút város utca ház este kérdés válasz újság péntek a az és vagy nélkül után"
    " előtt felett alatt új régi nagy kicsi beszél épít vár talál dönt nyit zár"
).split()
_MONTHS = (
    "Januar Februar März April Mai Juni Juli August September Oktober November Dezember"
).split()


def _sentence(chance: random.Random, words: list[str], count: int) -> str:
    return " ".join(chance.choices(words, k=count)).capitalize() + "."


def _paragraphs(chance: random.Random, words: list[str], count: int) -> list[str]:
    return [
        " ".join(_sentence(chance, words, chance.randrange(8, 16)) for _ in range(4))
        for _ in range(count)
    ]


def _title(chance: random.Random, words: list[str]) -> str:
    return _sentence(chance, words, 6)[:-1]


# A German daily: pictures that lie over the text, icons before it, a notice that wants JavaScript,
# articles of two pages, advertisements among the articles of a list, no data for machines.

_COVER = (
    '<img src="/p.jpg" style="position:absolute;top:0;left:0;width:100%;height:100%;z-index:9">'
)
_ICONS = "".join(
    f'<svg class="i" width="300" height="230"><path d="M0 0h{n}v9z"/></svg>' for n in range(75)
)
_WANTS_SCRIPTS = "<noscript><div class=warn>Bitte aktivieren Sie JavaScript.</div></noscript>"


def _german_page(title: str, main: str) -> str:
    menu = "".join(f'<li><a href="/thema/{n}">Thema {n}</a></li>' for n in range(9))
    return (
        f'<!DOCTYPE html><html lang="de"><head><meta charset="utf-8"><title>{title}</title></head>'
        f"<body>{_WANTS_SCRIPTS}{_ICONS}<nav><ul>{menu}</ul></nav>{main}"
        '<div class="fuss"><a href="/impressum">Impressum</a> © Tagblatt</div></body></html>'
    )


def fill_german_portal(portal: SmallPortal) -> tuple[str, dict[str, str]]:
    """Add the pages; return the address of the list, and the texts by address."""
    chance = random.Random(7)
    texts: dict[str, str] = {}
    names: list[tuple[str, str]] = []
    for number in range(1, 31):
        path, title = f"/lokales/artikel-{4000 + number}.html", _title(chance, _GERMAN)
        lead, first = _sentence(chance, _GERMAN, 20), _paragraphs(chance, _GERMAN, 5)
        second = _paragraphs(chance, _GERMAN, 4) if number % 5 == 0 else []
        author = f"{'Anna Jonas Clara Peter'.split()[number % 4]} {'Berg Stein Wolf'.split()[number % 3]}"
        day = f"{number % 28 + 1}. {_MONTHS[number % 12]} 2021, {8 + number % 12}:15 Uhr"
        related = "".join(
            f'<li><a href="/lokales/artikel-{4000 + (number + n) % 30 + 1}.html">Mehr zu {n}</a></li>'
            for n in (3, 7)
        )

        def page(
            parts: list[str],
            lead: str = "",
            pager: str = "",
            *,
            title: str = title,
            author: str = author,
            day: str = day,
            related: str = related,
        ) -> str:
            paragraphs = "".join(f"<p>{each}</p>" for each in parts)
            head = f'<div class="kopf"><h1>{title}</h1><p class="vorspann">{lead}</p></div>'
            return _german_page(
                f"{title} | Tagblatt",
                f'<div class="seite" style="position:relative">{_COVER}{head}'
                f'<div class="zeile">Von <span class="autor">{author}</span>, {day}</div>'
                f'<div class="absatz">{paragraphs}<div class="kasten"><b>Lesen Sie auch</b>'
                f"<ul>{related}</ul></div></div>{pager}</div>",
            )

        following = path.replace(".html", "-seite2.html")
        pager = f'<p class="blaettern"><a class="vor" href="{following}">Nächste Seite</a></p>'
        portal.pages[path] = page(first, lead, pager if second else "")
        if second:
            back = f'<p class="blaettern"><a class="zurueck" href="{path}">Vorige Seite</a></p>'
            portal.pages[following] = page(second, "", back)
        texts[f"{portal.base}{path}"] = "\n".join([lead, *first, *second])
        names.append((path, title))
    ad = '<div class="eintrag"><h3><a href="/anzeige/kredit-{n}.html">Kredit jetzt günstig wie nie zuvor</a></h3></div>'
    for number in range(3):
        rows = "".join(
            f'<div class="eintrag"><h3><a href="{path}">{title}</a></h3><p>Kurz gesagt.</p></div>'
            for path, title in names[10 * number : 10 * number + 10]
        )
        on = f'<a class="weiter" href="/lokales/seite-{number + 2}.html">ältere Artikel</a>'
        portal.pages[f"/lokales/seite-{number + 1}.html"] = _german_page(
            "Lokales | Tagblatt",
            f'<div class="liste">{rows[:900]}{rows[900:]}{ad.format(n=number)}</div>{on if number < 2 else ""}',
        )
        portal.pages[f"/anzeige/kredit-{number}.html"] = _german_page(
            "Kredit",
            f"<h1>Kredit</h1>{''.join(f'<p>{each}</p>' for each in _paragraphs(chance, _GERMAN, 4))}",
        )
    return f"{portal.base}/lokales/seite-1.html", texts


# A Spanish magazine: an archive without dates, boxes in the text that belong to it, comments, films.


def fill_spanish_portal(portal: SmallPortal) -> tuple[str, dict[str, str]]:
    """Add the pages; return the address of the list, and the texts by address."""
    chance = random.Random(11)
    texts: dict[str, str] = {}
    names: list[tuple[str, str]] = []
    for number in range(1, 31):
        path, title = f"/nota/{number * 37}", _title(chance, _SPANISH)
        before, after = _paragraphs(chance, _SPANISH, 4), _paragraphs(chance, _SPANISH, 3)
        box = _sentence(chance, _SPANISH, 30)
        comments = "".join(
            f'<div class="opinion"><b>Lector {n}</b><p>{_sentence(chance, _SPANISH, 12)}</p></div>'
            for n in range(number % 4)
        )
        paragraphs = ["".join(f"<p>{each}</p>" for each in part) for part in (before, after)]
        portal.pages[path] = (
            f'<!DOCTYPE html><html lang="es"><head><meta charset="utf-8"><title>{title} - Revista'
            f'</title><meta name="author" content="Lucía Vega"><meta property="article:'
            f'published_time" content="2020-{number % 12 + 1:02}-{number % 28 + 1:02}T10:00:00Z">'
            f'</head><body><header><a href="/">Revista</a></header><article><h1>{title}</h1>'
            f'{paragraphs[0]}<aside class="recuadro"><p>{box}</p></aside>{paragraphs[1]}'
            '<div class="publi">Publicidad: compre ahora</div></article>'
            f'<section id="opiniones"><h2>Opiniones</h2>{comments}</section>'
            "<footer>Revista © 2020</footer></body></html>"
        )
        texts[f"{portal.base}{path}"] = "\n".join([*before, box, *after])
        names.append((path, title))
    for number in range(3):
        rows = "".join(
            f'<li class="item"><a href="{path}"><img src="/m.jpg" alt=""><span>{title}</span></a></li>'
            for path, title in names[10 * number : 10 * number + 10]
        )
        on = f'<a href="/archivo?p={number + 2}" class="mas">Más notas</a>' if number < 2 else ""
        portal.pages["/archivo" if not number else f"/archivo?p={number + 1}"] = (
            '<!DOCTYPE html><html lang="es"><head><meta charset="utf-8"><title>Archivo - Revista'
            f'</title></head><body><header><a href="/">Revista</a></header><ul>{rows}</ul>{on}'
            "</body></html>"
        )
    return f"{portal.base}/archivo", texts


# An old Hungarian paper: tables without names, a language that nothing declares, the day in a line
# with something else, paragraphs between line breaks, no authors.


def _table_page(title: str, main: str) -> str:
    menu = "".join(f'<a href="/rovat.php?r={each}">{each}</a><br>' for each in ("sport", "kultura"))
    return (
        f'<html><head><meta charset="utf-8"><title>{title} | Hírlap</title></head><body><table>'
        f'<tr><td colspan="2"><a href="/">Hírlap</a></td></tr><tr><td>{menu}</td><td>{main}</td></tr>'
        '<tr><td colspan="2"><font size="1">Impresszum</font></td></tr></table></body></html>'
    )


def fill_hungarian_portal(portal: SmallPortal) -> tuple[str, dict[str, str]]:
    """Add the pages; return the address of the list, and the texts by address."""
    chance = random.Random(53)
    texts: dict[str, str] = {}
    rows: list[str] = []
    for number in range(60):
        path, title = f"/cikk.php?id={7000 - number * 3}", _title(chance, _HUNGARIAN)
        parts = _paragraphs(chance, _HUNGARIAN, chance.randrange(4, 8))
        day = f"2009. {('január', 'február')[number // 30]} {29 - number % 28}."
        portal.pages[path] = _table_page(
            title,
            f'<font class="cim">{title}</font><br><font class="datum">{day} | {number} olvasó</font>'
            f'<br><div class="szoveg">{"<br><br>".join(parts)}</div><br>'
            f'<a href="/nyomtat.php?id={number}">Nyomtatás</a>',
        )
        texts[f"{portal.base}{path}"] = "\n".join(parts)
        rows.append(f'<tr><td><a href="{path}"><b>{title}</b></a></td></tr>')
    for number in range(1, 5):
        pager = " ".join(
            f"<b>{each}</b>" if each == number else f'<a href="/lista.php?oldal={each}">{each}</a>'
            for each in range(1, 5)
        )
        some = "".join(rows[15 * number - 15 : 15 * number])
        page = _table_page("Archívum", f"<table>{some}</table><br>{pager}")
        portal.pages[f"/lista.php?oldal={number}"] = page
    portal.pages["/lista.php"] = portal.pages["/lista.php?oldal=1"]
    return f"{portal.base}/lista.php", texts


FillPortal = Callable[[SmallPortal], "tuple[str, dict[str, str]]"]
