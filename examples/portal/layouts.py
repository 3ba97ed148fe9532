"""Article pages in the two layouts, with all the noise of real ones, and the bytes in one of two
character sets."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from html import escape

from . import markup
from .stories import SECTIONS, Story

HOST = "http://demo.echo.example"
NAME = "Visszhang"
SHORT = {"Dunatáj Hírszolgálat": "DHSZ", "Kővárad Press": "KP"}
MONTHS = "január február március április május június július augusztus szeptember október november december".split()
ADVERT = '<div class="hirdetes"><a href="http://partner.example/akcio">Hirdetés: csak ma féláron!</a></div>'
SCRIPT = '<script>var lap = {"cikk": "<p>nem szöveg</p>", oldal: 1};</script>'
OLD_MENU = "".join(f'<br><a href="{HOST}/{name}/">{title}</a>' for name, title in SECTIONS.items())
MENU = "".join(f'<li><a href="/{name}/">{title}</a></li>' for name, title in SECTIONS.items())


@dataclass(frozen=True)
class Html:
    """A page before it is sent. ``charset`` is what its bytes are in; ``declared`` where that is
    said: http, meta, both or none (then only the reader's own knowledge helps); ``bom`` puts a byte
    order mark in front."""

    text: str
    charset: str = "utf-8"
    declared: str = "both"
    bom: bool = False

    def encoded(self) -> bytes:
        mark = b"\xef\xbb\xbf" if self.bom else b""
        return mark + self.text.encode(self.charset, "xmlcharrefreplace")

    @property
    def content_type(self) -> str:
        return (
            f"text/html; charset={self.charset}"
            if self.declared in ("http", "both")
            else "text/html"
        )


def shown(moment: datetime, day_only: bool = False) -> str:
    """As a reader sees it: ``2004. március 15., 08:30``."""
    day = f"{moment.year}. {MONTHS[moment.month - 1]} {moment.day}."
    return day if day_only else f"{day}, {moment:%H:%M}"


def article_page(story: Story, number: int) -> Html:
    """Page ``number`` (from 1) of an article."""
    return old_page(story, number) if story.old else new_page(story, number)


def old_pager(story: Story, number: int) -> str:
    """Links to the page before and the page after, as far as there are any."""
    steps = {number - 1: "&laquo; Előző oldal", number + 1: "Következő oldal &raquo;"}
    there = {n: text for n, text in steps.items() if 1 <= n <= len(story.pages)}
    links = " ".join(
        f'<a href="{escape(story.page_path(n)[1:])}">{text}</a>' for n, text in there.items()
    )
    return f'<p class="tovabb">{links}</p>' if links else ""


def old_page(story: Story, number: int) -> Html:
    declared = ("meta", "http", "both", "none", "meta")[story.number % 5]
    meta = (
        '<meta http-equiv="Content-Type" content="text/html; charset=windows-1250">'
        if declared in ("meta", "both")
        else ""
    )
    last = number == len(story.pages)
    people = [f"<b>{markup.old_text(name)}</b>" for name in story.authors if not story.unsigned]
    byline = " &ndash; ".join(
        people + [f'<i class="hirugynokseg">{SHORT[name]}</i>' for name in story.sources]
    )
    comments = markup.old_comment_section(story.comments) if last else ""
    body = markup.old_blocks(story.pages[number - 1], bare=story.number % 4 == 2)
    return Html(
        f"""<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">
<html><head>{meta}<title>{NAME} - {markup.old_text(story.title)}</title><base href="{HOST}/">{SCRIPT}</head>
<body bgcolor="#ffffff"><table width="780"><tr><td colspan="2" class="fejlec"><a href="/">{NAME}</a> {ADVERT}</td></tr>
<tr><td class="menu" valign="top">{OLD_MENU}</td><td class="cikk">
<div class="morzsa"><a href="/">Címlap</a> &gt; <a class="rovat" href="{story.column}/">{SECTIONS[story.column]}</a></div>
<h1 class="cim">{markup.old_text(story.title)}</h1>
<div class="alairas">{byline} <span class="datum">{shown(story.when, story.day_only)}</span></div>
{body}
{old_pager(story, number)}{ADVERT}{comments}</td></tr>
<tr><td colspan="2" class="lablec">&copy; {NAME} Kiadó</td></tr></table></body></html>
""",
        "windows-1250",
        declared,
    )


def json_ld(story: Story) -> str:
    node: dict[str, object] = {
        "@type": "NewsArticle",
        "headline": story.title,
        "datePublished": story.when.isoformat(),
    }
    node["author"] = [{"@type": "Person", "name": name} for name in story.authors]
    if story.modified:
        node["dateModified"] = story.modified.isoformat()
    if story.paid:
        node["isAccessibleForFree"] = False
    graph = {
        "@context": "https://schema.org",
        "@graph": [{"@type": "WebSite", "name": NAME, "url": f"{HOST}/"}, node],
    }
    text = json.dumps(graph, ensure_ascii=False).replace("</", "<\\u002f")
    return f'<script type="application/ld+json">{text}</script>'


def head(story: Story, declared: str, number: int) -> str:
    """The ``<head>``: a third of the articles say their date in JSON-LD, a third in a meta tag, a
    third only on the page."""
    parts = ['<meta charset="utf-8">'] if declared in ("meta", "both") else []
    parts.append(f"<title>{escape(story.title)} - {NAME}</title>")
    parts.append(
        f'<link rel="canonical" href="{HOST}{story.path}"><meta property="og:title" content="{escape(story.title)} - {NAME}">'
    )
    parts.extend(f'<meta property="article:tag" content="{word}">' for word in story.keywords)
    if number == 1 and (story.number % 3 == 0 or story.paid):
        parts.append(json_ld(story))
    elif story.number % 3 == 1:
        parts.append(f'<meta property="article:published_time" content="{story.when.isoformat()}">')
    if story.modified:
        parts.append(
            f'<meta property="article:modified_time" content="{story.modified.isoformat()}">'
        )
    return "\n".join(parts)


def pager(story: Story, number: int) -> str:
    """1 2 3, the page that is shown not linked; nothing for an article of one page."""
    pages = range(1, len(story.pages) + 1)
    links = (
        f'<span class="aktiv">{n}</span>'
        if n == number
        else f'<a href="{story.page_path(n)}">{n}</a>'
        for n in pages
    )
    return f'<nav class="lapozo">{" ".join(links)}</nav>' if len(story.pages) > 1 else ""


def new_page(story: Story, number: int) -> Html:
    declared = ("both", "meta", "http")[story.number % 3]
    last = number == len(story.pages)
    people = "".join(
        f'<a class="szerzo" href="/szerzo/{n}/">{escape(name)}</a> '
        for n, name in enumerate(story.authors)
    )
    agencies = "".join(f'<span class="forras">{name}</span>' for name in story.sources)
    subtitle = f'<p class="alcim">{escape(story.subtitle)}</p>' if story.subtitle else ""
    wall = (
        '<div class="fizetofal">A folytatás előfizetőinknek szól. <a href="/elofizetes/">Előfizetek</a></div>'
        if story.paid and last
        else ""
    )
    middle = "\n".join(markup.html(block) for block in story.pages[number - 1])
    return Html(
        f"""<!DOCTYPE html>
<html lang="{story.language}"><head>
{head(story, declared, number)}
{SCRIPT}</head><body class="cikkoldal"><header class="fejlec"><a href="/">{NAME}</a><ul>{MENU}</ul></header>
<main><article class="cikk"><header class="cikkfej"><p class="rovat"><a href="/{story.column}/">{SECTIONS[story.column]}</a></p>
<h1>{escape(story.title)}</h1>{subtitle}<p class="alairas">{people}{agencies}</p>
<time class="megjelent" datetime="{story.when.isoformat()}">{shown(story.when)}</time></header>
{ADVERT}<div class="torzs">
{middle}
</div>
{wall}{pager(story, number)}<div class="megosztas"><a href="#">Megosztom</a></div>
{markup.comment_section(story.comments) if last else ""}</article>
<aside class="legolvasottabb"><h2><a href="/friss/">Friss híreink</a></h2></aside></main>
<footer>© {NAME} Kiadó</footer></body></html>
""",
        "utf-8",
        declared,
        bom=story.number % 50 == 0,
    )
