"""Blocks → HTML in the layout of before 2011: tables, ``<font>``, unclosed paragraphs, some with
``<br><br>`` between them."""

from __future__ import annotations

from functools import singledispatch
from html import escape

from . import markup
from .blocks import (
    Block,
    Box,
    Comment,
    Entry,
    Frame,
    Gallery,
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

TAGS = {"bold": "b", "italic": "i", "super": "sup", "strike": "s"}


def text(value: str) -> str:
    """Escaped as the old editor did it: no-break spaces and soft hyphens by name."""
    return escape(value, quote=False).replace("\u00a0", "&nbsp;").replace("\u00ad", "&shy;")


def inline(runs: Runs) -> str:
    return "".join(text(run) if isinstance(run, str) else mark(run) for run in runs)


def mark(run: Mark) -> str:
    if run.kind == "break":
        return "<br>"
    if run.kind == "link":
        return f'<a href="{escape(run.href)}" target="_blank"><font color="#990000">{text(run.text)}</font></a>'
    return f"<{TAGS[run.kind]}>{text(run.text)}</{TAGS[run.kind]}>"


@singledispatch
def html(block: Block) -> str:
    """One block as HTML."""
    raise TypeError(type(block))


@html.register
def paragraph(block: Text) -> str:
    if block.kind == "heading":
        return f'<p class="alcim"><b>{inline(block.runs)}</b></p>'
    return (
        f"<p class=bevezeto>{inline(block.runs)}</p>"
        if block.kind == "lead"
        else f"<p>{inline(block.runs)}"
    )


@html.register
def items(block: Items) -> str:
    tag = "ol" if block.numbered else "ul"
    start = markup.number("start", block.start) if block.numbered else ""
    told = "".join(
        f"<li>{inline(i.runs)}\n{items(i.inner) if i.inner else ''}" for i in block.items
    )
    return f"<{tag}{start}>\n{told}</{tag}>"


@html.register
def _(block: Table) -> str:
    return (
        markup.table(block)
        .replace('<table class="adatok">', '<TABLE class="adatok" border="1" cellpadding="3">')
        .replace("</table>", "</TABLE>")
    )


@html.register
def _(block: Picture) -> str:
    image = f'<img src="{block.src}" alt="{escape(block.alt)}" border="0">'
    if block.link:
        image = f'<a href="{block.link}">{image}</a>'
    credit = f'<tr><td class="kepforras">{text(block.credit)}</td></tr>' if block.credit else ""
    return (
        f'<table class="kep" align="right"><tr><td>{image}</td></tr>'
        f'<tr><td class="kepalairas">{inline(block.caption)}</td></tr>{credit}</table>'
    )  # fmt: skip


@html.register
def _(block: Frame) -> str:
    return f'<iframe src="{escape(block.src)}" width="400"></iframe>'


@html.register
def _(block: Quote) -> str:
    source = f'<p align="right" class="forras">{text(block.source)}' if block.source else ""
    return (
        "<blockquote>"
        + "".join(f"<p>{inline(p)}" for p in block.paragraphs)
        + f"{source}</blockquote>"
    )


@html.register
def _(block: Box) -> str:
    told = "<br><br>".join(inline(p) for p in block.paragraphs)
    return f'<table class="keretes" width="60%"><tr><td><p class="alcim">{text(block.title)}</p>{told}</td></tr></table>'


@html.register
def _(block: Entry) -> str:
    head = f'<b class="ido">{block.when:%H:%M}</b> ' + (
        f'<i class="tudosito">{text(block.author)}</i> ' if block.author else ""
    )
    title = f'<p class="alcim">{text(block.title)}</p>' if block.title else ""
    return (
        f'<div class="bejegyzes" id="{block.id}">{head}{title}'
        + "\n".join(html(b) for b in block.blocks)
        + "</div>"
    )


@html.register
def _(_: Gallery) -> str:
    raise TypeError("the old layout has no galleries")


@html.register
def _(_: SocialPost) -> str:
    raise TypeError("the old layout has no social posts")


def blocks_html(blocks: tuple[Block, ...], bare: bool) -> str:
    """All blocks of a page; ``bare`` ones have no ``<p>`` but an empty line between paragraphs."""
    made = []
    for block in blocks:
        plain = bare and isinstance(block, Text) and block.kind == "paragraph"
        made.append(
            f"{inline(block.runs)}<br><br>" if plain and isinstance(block, Text) else html(block)
        )
    return "\n".join(made)


def comment(one: Comment) -> str:
    answers = "".join(map(comment, one.answers))
    return (
        f'<div class="komment" id="{one.id}"><b class="kommentelo">{text(one.author)}</b> <font size="1" class="mikor">'
        f"{one.when:%Y.%m.%d. %H:%M}</font><br>{text(one.text)}{answers}</div>\n"
    )


def comment_section(comments: tuple[Comment, ...]) -> str:
    """The comments under an article, or nothing."""
    if not comments:
        return ""
    return f'<div class="kommentek"><h3>Hozzászólások ({count(comments)})</h3>\n{"".join(map(comment, comments))}</div>\n'
