"""Blocks → HTML in the two layouts of the portal."""

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

# The layout of 2011: HTML 5 with telling classes.

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


# The layout of before 2011: tables, ``<font>``, unclosed paragraphs, some with ``<br><br>`` between
# them.

OLD_TAGS = {"bold": "b", "italic": "i", "super": "sup", "strike": "s"}


def old_text(value: str) -> str:
    """Escaped as the old editor did it: no-break spaces and soft hyphens by name."""
    return escape(value, quote=False).replace("\u00a0", "&nbsp;").replace("\u00ad", "&shy;")


def old_inline(runs: Runs) -> str:
    return "".join(old_text(run) if isinstance(run, str) else old_mark(run) for run in runs)


def old_mark(run: Mark) -> str:
    if run.kind == "break":
        return "<br>"
    if run.kind == "link":
        return f'<a href="{escape(run.href)}" target="_blank"><font color="#990000">{old_text(run.text)}</font></a>'
    return f"<{OLD_TAGS[run.kind]}>{old_text(run.text)}</{OLD_TAGS[run.kind]}>"


@singledispatch
def old_html(block: Block) -> str:
    """One block as HTML."""
    raise TypeError(type(block))


@old_html.register
def old_paragraph(block: Text) -> str:
    if block.kind == "heading":
        return f'<p class="alcim"><b>{old_inline(block.runs)}</b></p>'
    return (
        f"<p class=bevezeto>{old_inline(block.runs)}</p>"
        if block.kind == "lead"
        else f"<p>{old_inline(block.runs)}"
    )


@old_html.register
def old_items(block: Items) -> str:
    tag = "ol" if block.numbered else "ul"
    start = number("start", block.start) if block.numbered else ""
    told = "".join(
        f"<li>{old_inline(i.runs)}\n{old_items(i.inner) if i.inner else ''}" for i in block.items
    )
    return f"<{tag}{start}>\n{told}</{tag}>"


@old_html.register
def _(block: Table) -> str:
    return (
        table(block)
        .replace('<table class="adatok">', '<TABLE class="adatok" border="1" cellpadding="3">')
        .replace("</table>", "</TABLE>")
    )


@old_html.register
def _(block: Picture) -> str:
    image = f'<img src="{block.src}" alt="{escape(block.alt)}" border="0">'
    if block.link:
        image = f'<a href="{block.link}">{image}</a>'
    credit = f'<tr><td class="kepforras">{old_text(block.credit)}</td></tr>' if block.credit else ""
    return (
        f'<table class="kep" align="right"><tr><td>{image}</td></tr>'
        f'<tr><td class="kepalairas">{old_inline(block.caption)}</td></tr>{credit}</table>'
    )  # fmt: skip


@old_html.register
def _(block: Frame) -> str:
    return f'<iframe src="{escape(block.src)}" width="400"></iframe>'


@old_html.register
def _(block: Quote) -> str:
    source = f'<p align="right" class="forras">{old_text(block.source)}' if block.source else ""
    return (
        "<blockquote>"
        + "".join(f"<p>{old_inline(p)}" for p in block.paragraphs)
        + f"{source}</blockquote>"
    )


@old_html.register
def _(block: Box) -> str:
    told = "<br><br>".join(old_inline(p) for p in block.paragraphs)
    return f'<table class="keretes" width="60%"><tr><td><p class="alcim">{old_text(block.title)}</p>{told}</td></tr></table>'


@old_html.register
def _(block: Entry) -> str:
    head = f'<b class="ido">{block.when:%H:%M}</b> ' + (
        f'<i class="tudosito">{old_text(block.author)}</i> ' if block.author else ""
    )
    title = f'<p class="alcim">{old_text(block.title)}</p>' if block.title else ""
    return (
        f'<div class="bejegyzes" id="{block.id}">{head}{title}'
        + "\n".join(old_html(b) for b in block.blocks)
        + "</div>"
    )


@old_html.register
def _(_: Gallery) -> str:
    raise TypeError("the old layout has no galleries")


@old_html.register
def _(_: SocialPost) -> str:
    raise TypeError("the old layout has no social posts")


def old_blocks(blocks: tuple[Block, ...], bare: bool) -> str:
    """All blocks of a page; ``bare`` ones have no ``<p>`` but an empty line between paragraphs."""
    made = []
    for block in blocks:
        plain = bare and isinstance(block, Text) and block.kind == "paragraph"
        made.append(
            f"{old_inline(block.runs)}<br><br>"
            if plain and isinstance(block, Text)
            else old_html(block)
        )
    return "\n".join(made)


def old_comment(one: Comment) -> str:
    answers = "".join(map(old_comment, one.answers))
    return (
        f'<div class="komment" id="{one.id}"><b class="kommentelo">{old_text(one.author)}</b> <font size="1" class="mikor">'
        f"{one.when:%Y.%m.%d. %H:%M}</font><br>{old_text(one.text)}{answers}</div>\n"
    )


def old_comment_section(comments: tuple[Comment, ...]) -> str:
    """The comments under an article, or nothing."""
    if not comments:
        return ""
    return f'<div class="kommentek"><h3>Hozzászólások ({count(comments)})</h3>\n{"".join(map(old_comment, comments))}</div>\n'
