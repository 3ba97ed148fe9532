"""Blocks → HTML in the layout of 2011: HTML 5 with telling classes."""

from __future__ import annotations

from functools import singledispatch
from html import escape

from .blocks import (
    Block,
    Box,
    Comment,
    Entry,
    Frame,
    Gallery,
    Item,
    Items,
    Mark,
    Picture,
    Quote,
    Runs,
    SocialPost,
    Table,
    Text,
    count,
)

OPEN = {"bold": "<strong>", "italic": '<span class="dolt">', "super": "<sup>", "strike": "<del>"}
CLOSE = {"bold": "</strong>", "italic": "</span>", "super": "</sup>", "strike": "</del>"}
TEXT_TAGS = {"paragraph": "<p>{}</p>", "heading": "<h2>{}</h2>", "lead": '<p class="lead">{}</p>'}


def inline(runs: Runs) -> str:
    return "".join(escape(run, quote=False) if isinstance(run, str) else mark(run) for run in runs)


def mark(run: Mark) -> str:
    if run.kind == "break":
        return "<br/>"
    if run.kind == "link":
        return f'<a href="{escape(run.href)}">{escape(run.text)}</a>'
    return f"{OPEN[run.kind]}{escape(run.text)}{CLOSE[run.kind]}"


def number(name: str, value: int) -> str:
    """`` rowspan="2"``, or nothing for 1."""
    return f' {name}="{value}"' if value != 1 else ""


@singledispatch
def html(block: Block) -> str:
    """One block as HTML."""
    raise TypeError(type(block))


@html.register
def _(block: Text) -> str:
    return TEXT_TAGS[block.kind].format(inline(block.runs))


@html.register
def items(block: Items) -> str:
    tag = "ol" if block.numbered else "ul"
    start = number("start", block.start) if block.numbered else ""
    return f"<{tag}{start}>\n" + "".join(f"<li>{item(i)}</li>\n" for i in block.items) + f"</{tag}>"


def item(one: Item) -> str:
    return inline(one.runs) + (f"\n{items(one.inner)}" if one.inner else "")


@html.register
def table(block: Table) -> str:
    rows = []
    for row in block.rows:
        cells = ""
        for cell in row:
            tag = "th" if cell.label else "td"
            cells += f"<{tag}{number('rowspan', cell.rows)}{number('colspan', cell.cols)}>{inline(cell.runs)}</{tag}>"
        rows.append(f"<tr>{cells}</tr>\n")
    return (
        f'<table class="adatok">\n<caption>{escape(block.heading)}</caption>\n'
        + "".join(rows)
        + "</table>"
    )


@html.register
def picture(block: Picture) -> str:
    image = f'<img src="{block.src}" alt="{escape(block.alt)}" width="640"/>'
    if block.link:
        image = f'<a href="{block.link}">{image}</a>'
    credit = f'<cite class="foto">{escape(block.credit)}</cite>' if block.credit else ""
    return f"<figure>{image}<figcaption>{inline(block.caption)}</figcaption>{credit}</figure>"


@html.register
def _(block: Gallery) -> str:
    return '<div class="galeria">\n' + "\n".join(picture(p) for p in block.pictures) + "\n</div>"


@html.register
def _(block: Frame) -> str:
    return f'<div class="lejatszo"><iframe src="{escape(block.src)}" width="640" height="360"></iframe></div>'


@html.register
def _(block: SocialPost) -> str:
    sender = f'— {escape(block.author)} <a href="{escape(block.href)}">{block.date}</a>'
    return f'<blockquote class="poszt"><p>{escape(block.text)}</p>{sender}</blockquote>'


@html.register
def _(block: Quote) -> str:
    source = f"<cite>{escape(block.source)}</cite>" if block.source else ""
    return (
        "<blockquote>"
        + "".join(f"<p>{inline(p)}</p>" for p in block.paragraphs)
        + f"{source}</blockquote>"
    )


@html.register
def _(block: Box) -> str:
    told = "".join(f"<p>{inline(p)}</p>" for p in block.paragraphs)
    return f'<aside class="keretes"><h3>{escape(block.title)}</h3>{told}</aside>'


@html.register
def _(block: Entry) -> str:
    who = f'<span class="tudosito">{escape(block.author)}</span>' if block.author else ""
    title = f"<h3>{escape(block.title)}</h3>" if block.title else ""
    time = f'<time class="ido" datetime="{block.when:%Y-%m-%dT%H:%M:%S}">{block.when:%H:%M}</time>'
    return (
        f'<div class="bejegyzes" id="{block.id}">{time}{who}{title}\n'
        + "\n".join(html(b) for b in block.blocks)
        + "\n</div>"
    )


def comment(one: Comment) -> str:
    answers = "".join(map(comment, one.answers))
    return (
        f'<div class="komment" id="{one.id}"><b class="kommentelo">{escape(one.author)}</b> '
        f'<time class="mikor" datetime="{one.when:%Y-%m-%dT%H:%M:%S}">{one.when:%Y.%m.%d. %H:%M}</time>'
        f'<p>{escape(one.text)}</p><a class="valasz" href="#valasz-{one.id}">Válasz</a>'
        + (f'<div class="valaszok">{answers}</div>' if answers else "") + "</div>\n"
    )  # fmt: skip


def comment_section(comments: tuple[Comment, ...]) -> str:
    """The comments under an article, or nothing."""
    if not comments:
        return ""
    head = f"<h3>Hozzászólások ({count(comments)})</h3>"
    return f'<section class="kommentek" id="kommentek">{head}\n{"".join(map(comment, comments))}</section>\n'
