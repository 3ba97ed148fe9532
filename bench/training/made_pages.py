"""Small pages put together from the texts of real articles, from which the classifier of text units
learns what few real pages show alone: for ``training_pages.py``.

A real page has hundreds of lines beside its article, so that one label, date or teaser in the text
weighs nothing there, and a page of five paragraphs is like none of them. A made page has a few
paragraphs of one article in an element of any kind and name. Between them are, at random places,
lines that are not text (links to other articles, dates, names, teasers, captions, boxes, what is
hidden) and such that are (headings, lists, tables, quotations, definitions, verses); around them
menus, comments, footers and other articles, which may be longer. All words but those of labels are
of real articles, so that nothing can be learned of made-up sentences.
"""

from __future__ import annotations

import hashlib
import html
import json
import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

_MIN_LINE = 60
"""Characters of the shortest line that is a paragraph."""
_SENTENCE = re.compile(r"(?<=[.!?。])\s+")
_CLASSES = (
    "a x7 story text content entry post body main item block c12 css-1ab wrap inner column part"
).split()
_MISLEADING = (
    "sidebar comments related promo shared widget banner teaser modal newsletter ad profile footer"
    " aside-left box"
).split()
_BESIDE = (
    "related related-articles newsletter-box share-bar social promo-box advert teaser widget"
    " author-bio tags more-stories most-read infobox subscribe recommended"
).split()
_LABELS = (
    "Advertisement|Anzeige|Publicité|Share|Share this|Tags|More|Comments|Related|Print|Photo|Werbung"
    "|Most read|Read more|Newsletter|Hirdetés|Reklama|Publicidad|Top stories|Contents|Follow us"
).split("|")
_POINTERS = (
    "Read also:|Read more:|See also:|Also read:|Lesen Sie auch:|Mehr zum Thema:|Lire aussi :"
    "|Lea también:|Leggi anche:|Lees ook:|Olvassa el:|Czytaj też:|Läs också:|Related:|More on this:"
    "|Siehe auch:|À lire aussi :|Další zprávy:|Read next:|Don't miss:"
).split("|")
_DATES = (
    "17.05.2020, 10:30|May 3, 2019|3 May 2019|2021-03-04 12:55|12. März 2018, 06:00 Uhr|04/11/2017"
    "|le 5 juin 2016 à 18h20|2015. május 4. 09:12|5 de mayo de 2014|Monday, 2 June 2008, 14:05"
).split("|")
_DATE_WORDS = "|Published |Updated: |Posted on |Stand: |Last modified |Veröffentlicht am |Publié "
_NAMES = (
    "Anna Weber|John Miller|Marie Dubois|Kovács Péter|Jan Nowak|Luis García|Ingrid Larsen"
    "|Tom Baker|Elena Rossi|Piet de Vries|Sarah Khan|Mike O'Neill"
).split("|")
_BY = "|By |By |Von |Par |Por |Text: |Author: |Written by |Posted by "
_CREDITS = "Picture: |Photo: |Foto: |Image: |© |Photo credit: |Bild: |Source: "
_HIDDEN = (
    'style="display: none"', "hidden", 'style="display:none"', 'class="hide" style="display:none"'
)  # fmt: skip
_NAME = re.compile(r' (?:class|id)=(?:"[^"]*"|[\w-]+)')
"""A class or an id; a third of the pages has none."""
_WORDS = "of the and to in it that was for on with they at this had have from or one by we".split()
_SHARES = "Facebook|Twitter|WhatsApp|E-Mail|Print|Copy link|LinkedIn|Share on Reddit".split("|")


@dataclass(frozen=True)
class MadePage:
    """A page in UTF-8 with the ``text`` of its article."""

    content: bytes
    text: str


@dataclass
class _Writer:
    """Writes one page. ``own``, ``other``: paragraphs of its article and of others, each taken
    once; ``text``: the lines of the article so far; ``title``, ``author``: what it declares;
    ``form``: the elements around it."""

    dice: random.Random
    own: list[str]
    other: list[str]
    title: str = ""
    author: str = ""
    text: list[str] = field(default_factory=list)
    form: str = ""

    # parts

    def some(self, values: Sequence[str]) -> str:
        return self.dice.choice(values)

    def happens(self, probability: float) -> bool:
        return self.dice.random() < probability

    def borrow(self) -> str:
        """Return a paragraph of another article."""
        return self.other.pop() if self.other else " ".join(self.dice.sample(_WORDS, 9))

    def headline(self) -> str:
        """Return words of another article that can be its title."""
        return " ".join(self.borrow().split()[: self.dice.randint(3, 10)]).rstrip(",;:.")

    def link(self, text: str) -> str:
        return f'<a href="/{self.dice.randint(1, 9999)}/{self.dice.randint(1, 9999)}-other-story">{_safe(text)}</a>'

    def named(self, names: Sequence[str], probability: float = 0.7) -> str:
        """Return a class or an id, or nothing."""
        if not self.happens(probability):
            return ""
        return f' {self.some(("class", "class", "class", "id"))}="{self.some(names)}"'

    def keep(self, line: str, tag: str = "p", attributes: str = "") -> str:
        """Return an element with a line of the article."""
        self.text.append(line)
        return f"<{tag}{attributes}>{_safe(line)}</{tag}>"

    def take_own(self) -> str:
        return self.own.pop(0) if self.own else ""

    # lines that are not text

    def beside(self) -> str:
        """Return something between the paragraphs that is not text of the article."""
        kinds: Sequence[Callable[[], str]] = (
            self.pointer, self.pointer, self.date, self.date, self.byline, self.teaser, self.teaser,
            self.linked_line, self.linked_line, self.label, self.links, self.box, self.box,
            self.shares, self.caption, self.credit, self.credit, self.hidden, self.hidden,
            self.aside, self.aside, self.meta, self.meta, self.advert, self.advert,
        )  # fmt: skip
        return self.dice.choice(kinds)()

    def pointer(self) -> str:
        words, head = self.some(_POINTERS), self.headline()
        shown = self.link(head) if self.happens(0.6) else _safe(head)
        if self.happens(0.2):
            shown = self.link(f"{words} {head}")
            return f"<p>{shown}</p>"
        tag = self.some(("p", "p", "div", "strong", "h4" if "<a" in shown else "p"))
        return f"<{tag}>{_safe(words)} {shown}</{tag}>"

    def linked_line(self) -> str:
        tag = self.some(("p", "p", "div", "h3", "li", "span", "b", ""))
        linked = self.link(self.headline())
        if self.happens(0.2):
            linked += f", {self.link(self.headline())}"
        return f"<{tag}>{linked}</{tag}>" if tag else linked

    def date(self) -> str:
        tag = self.some(("p", "div", "span", "time", "small", "em"))
        words = self.some(_DATE_WORDS.split("|"))
        return f"<{tag}{self.named(('date', 'meta', 'time', 'c3'), 0.4)}>{words}{self.some(_DATES)}</{tag}>"

    def byline(self) -> str:
        words, name = self.some(_BY.split("|")), self.author or self.some(_NAMES)
        shown = self.link(name) if self.happens(0.3) else _safe(name)
        tag = self.some(("p", "div", "span", "address", "b"))
        tail = f" | {self.some(_DATES)}" if self.happens(0.3) else ""
        return f"<{tag}{self.named(('author', 'byline', 'meta', 'c4'), 0.4)}>{words}{shown}{tail}</{tag}>"

    def label(self) -> str:
        tag = self.some(("p", "div", "span", "b"))  # a heading would be one of the text below
        return f"<{tag}>{_safe(self.some(_LABELS))}</{tag}>"

    def teaser(self) -> str:
        heading, outer = self.some(("h2", "h3", "h3", "h4")), self.some(("div", "article", "li"))
        summary = f"<p>{_safe(_cut(self.borrow(), self.dice.randint(40, 160)))}</p>"
        more = f"<p>{self.link(self.some(('more', 'Read more', 'Weiter', 'Lire la suite')))}</p>"
        parts = f"<{heading}>{self.link(self.headline())}</{heading}>{summary if self.happens(0.7) else ''}"
        return f"<{outer}{self.named(_BESIDE, 0.4)}>{parts}{more if self.happens(0.3) else ''}</{outer}>"

    def links(self) -> str:
        items = "".join(
            f"<li>{self.link(self.headline())}</li>" for _ in range(self.dice.randint(2, 7))
        )
        head = f"<h3>{_safe(self.some(_LABELS))}</h3>" if self.happens(0.6) else ""
        return f"<div{self.named(_BESIDE, 0.5)}>{head}<ul>{items}</ul></div>"

    def box(self) -> str:
        lines = "".join(
            f"<p>{_safe(_cut(self.borrow(), 200))}</p>" for _ in range(self.dice.randint(1, 2))
        )
        extra = self.link(self.headline()) if self.happens(0.5) else ""
        return f'<div class="{self.some(_BESIDE)}">{lines}{extra}</div>'

    def shares(self) -> str:
        names = self.dice.sample(_SHARES, self.dice.randint(2, 5))
        if self.happens(0.3):
            return f"<share-bar>{_safe(' '.join(names))}</share-bar>"
        items = "".join(f"<li><a href='#'>{name}</a></li>" for name in names)
        return f"<ul{self.named(('share', 'social', 'tools'), 0.6)}>{items}</ul>"

    def caption(self) -> str:
        words = _safe(_cut(self.borrow(), self.dice.randint(20, 140)))
        if self.happens(0.6):
            return f"<figure><img src=/i.jpg><figcaption>{words}</figcaption></figure>"
        return f"<div class={self.some(('caption', 'image', 'media'))}><img src=/i.jpg><span>{words}</span></div>"

    def credit(self) -> str:
        tag = self.some(("p", "div", "small", "span"))
        return f"<{tag}>{self.some(_CREDITS.split('|'))}{_safe(self.some(_NAMES))}</{tag}>"

    def hidden(self) -> str:
        tag = self.some(("div", "p", "section"))
        return f"<{tag} {self.some(_HIDDEN)}>{_safe(_cut(self.borrow(), self.dice.randint(20, 200)))}</{tag}>"

    def aside(self) -> str:
        lines = "".join(
            f"<p>{_safe(_cut(self.borrow(), self.dice.randint(15, 200)))}</p>"
            for _ in range(self.dice.randint(1, 3))
        )
        outer = self.some(
            (
                "aside",
                "aside",
                "nav",
                "footer",
                "form",
                'div role="dialog"',
                'div role="complementary"',
            )
        )
        return f"<{outer}>{lines}</{outer.split()[0]}>"

    def meta(self) -> str:
        words = f"{self.some(_NAMES)} {self.some(_DATES)} {self.some(_LABELS)} {self.headline()}"
        return f"<p class={self.some(('postmetadata', 'entry-meta', 'tags', 'filed-under'))}><small>{_safe(words)}</small></p>"

    def advert(self) -> str:
        """Return a label and a few words without a link."""
        label, words = _safe(self.some(_LABELS[:2])), _safe(_cut(self.borrow(), 40))
        inner = self.some(("div", "p", "span"))
        form = self.some(("<{0}>{1}</{0}><{0}>{2}</{0}>", "{1}<br>{2}", "<b>{1}</b> {2}"))
        name = self.named(("c9", "x3"), 0.3)
        return f"<div{name}>{form.format(inner, label, words)}</div>"

    # text that is no plain paragraph

    def inside(self) -> str:
        """Return something between the paragraphs that is text of the article, in another form."""
        if not self.own:
            return ""
        kinds = (
            self.heading, self.heading, self.heading, self.list_, self.list_, self.quotation,
            self.table, self.definitions, self.code, self.verses, self.post, self.linked_paragraph,
            self.short_paragraph, self.odd_paragraph, self.sources, self.sources,
        )  # fmt: skip
        return self.dice.choice(kinds)()

    def pieces(self, most: int) -> list[str]:
        """Return short lines of the next paragraphs."""
        found: list[str] = []
        while len(found) < most and self.own:
            found += [
                _cut(each, self.dice.randint(12, 90)).rstrip(".,;:")
                for each in re.split(r"(?<=[.,;:])\s+", self.take_own())
                if len(each) > 8
            ]
        return found[: max(most, 2)]

    def heading(self) -> str:
        words = " ".join(self.take_own().split()[: self.dice.randint(1, 9)]).rstrip(".,;:")
        following = self.take_own()
        if not following or not words:
            return ""
        tag = self.some(("h2", "h2", "h3", "h4", "h1" if self.happens(0.1) else "h2"))
        return self.keep(words, tag) + self.keep(following)

    def list_(self) -> str:
        tag, form = self.some(("ul", "ol")), self.some(("<li>{}</li>", "<li><p>{}</p></li>"))
        lines = self.pieces(self.dice.randint(2, 9))
        if self.happens(0.3) and self.own:
            lines = [self.take_own() for _ in range(min(len(self.own), self.dice.randint(2, 4)))]
        self.text += lines
        return f"<{tag}>{''.join(form.format(_safe(line)) for line in lines)}</{tag}>"

    def sources(self) -> str:
        """Return what introduces a list of links that is text, and the list: sources with years,
        samples, further reading."""
        tag, intro = self.some((("h2", ""), ("h3", ""), ("p", ":"), ("p", ":")))
        words = " ".join(self.take_own().split()[: self.dice.randint(1, 7)]).rstrip(".,;:")
        if not words:
            return ""
        parts, year = [self.keep(f"{words}{intro}", tag)], self.some(("", ", {}.", " ({})"))
        items, share = list[str](), self.some((0.5, 0.8, 1.0))
        for _ in range(self.dice.randint(2, 8)):
            line = self.headline().split()
            cut = max(1, round(share * len(line)))
            head, tail = " ".join(line[:cut]), " ".join(line[cut:])
            tail = f"{' ' if tail else ''}{tail}{year.format(self.dice.randint(1950, 2024))}"
            self.text.append(f"{head}{tail}")
            items.append(f"<li>{self.link(head)}{_safe(tail)}</li>")
        outer = self.some(("ul", "ul", "ol"))
        parts.append(f"<{outer}>{''.join(items)}</{outer}>")
        return "".join(parts)

    def quotation(self) -> str:
        line = self.take_own()
        self.text.append(line)
        inner = _safe(line) if self.happens(0.3) else f"<p>{_safe(line)}</p>"
        name = ""
        if self.happens(0.3):
            writer = self.some(_NAMES)
            self.text.append(writer)
            name = (
                f"<cite>{_safe(writer)}</cite>"
                if self.happens(0.5)
                else f"<p>— {_safe(writer)}</p>"
            )
        return f"<blockquote{self.named(('tag', 'quote', 'pull-quote', 'c5'), 0.4)}>{inner}{name}</blockquote>"

    def table(self) -> str:
        columns, lines = self.dice.randint(2, 4), self.pieces(16)
        rows = [lines[n : n + columns] for n in range(0, len(lines), columns)]
        self.text += lines
        cells = ("".join(f"<td>{_safe(cell)}</td>" for cell in row) for row in rows)
        name = self.named(("player-1", "row", "odd"), 0.3)
        return f"<table>{''.join(f'<tr{name}>{row}</tr>' for row in cells)}</table>"

    def definitions(self) -> str:
        parts = []
        for _ in range(self.dice.randint(2, 5)):
            words = self.take_own().split()
            if len(words) > 4:
                term, rest = " ".join(words[:2]), " ".join(words[2:40])
                self.text += [term, rest]
                parts.append(f"<dt>{_safe(term)}</dt><dd>{_safe(rest)}</dd>")
        return f"<dl>{''.join(parts)}</dl>"

    def code(self) -> str:
        lines = self.pieces(6)
        self.text += lines
        return f"<pre><code>{_safe(chr(10).join(lines))}</code></pre>"

    def verses(self) -> str:
        lines = self.pieces(self.dice.randint(4, 10))
        self.text += lines
        if self.happens(0.4):
            return f"<p>{'<br>'.join(map(_safe, lines))}</p>"
        return "".join(f"<p>{_safe(line)}</p>" for line in lines)

    def post(self) -> str:
        line, date, name = _cut(self.take_own(), 200), self.some(_DATES), self.some(_NAMES)
        linked = self.link(date)
        self.text += [line, f"{name} {date}"]
        return f"<blockquote class=twitter-tweet><p>{_safe(line)}</p>{_safe(name)} {linked}</blockquote>"

    def linked_paragraph(self) -> str:
        words = self.take_own().split()
        at = self.dice.randint(1, max(1, len(words) * 3 // 4))
        self.text.append(" ".join(words))
        return f"<p>{self.link(' '.join(words[:at]))} {_safe(' '.join(words[at:]))}</p>"

    def short_paragraph(self) -> str:
        sentences = _SENTENCE.split(self.take_own())
        return "".join(self.keep(sentence) for sentence in sentences)

    def odd_paragraph(self) -> str:
        attributes = self.some(
            (" aria-hidden=true", " class=paywall", " class=lead", " class=ad-free")
        )
        return self.keep(self.take_own(), "p", attributes)

    # the article

    def body(self, count: int) -> str:
        """Return the text of the article in one of several forms, with all that is between."""
        form = self.some(("p", "p", "p", "p", "p", "p", "div", "br", "each", "section", "rows"))
        noise, rich = self.some("000123"), self.some("00123")
        parts: list[str] = []
        for _ in range(count):
            line = self.take_own()
            if not line:
                break
            if form == "br":
                self.text.append(line)
                parts.append(_safe(line))
            else:
                parts.append(self.keep(line, "div" if form == "div" else "p"))
            if form in ("p", "each") and self.happens(0.15 * int(rich)):
                parts.append(self.inside())
            if form != "rows" and self.happens(0.12 * int(noise)):
                parts.append(self.beside())
        if form == "br":
            gap = self.some(("<br><br>", "<br/>\n<br/>", "<br>"))
            return f"<{(tag := self.some(('div', 'font', 'span', 'p')))}>{gap.join(parts)}</{tag}>"
        if form == "each":
            return "".join(f"<div class=c>{part}</div>" for part in parts)
        if form == "rows":
            return f"<table>{''.join(f'<tr><td>{part}</td></tr>' for part in parts)}</table>"
        if form == "section":
            size, tag = self.dice.randint(1, 3), self.some(("section", "div"))
            name = self.named(_CLASSES, 0.5)
            return "".join(
                f"<{tag}{name}>{''.join(parts[n : n + size])}</{tag}>"
                for n in range(0, len(parts), size)
            )
        return "".join(parts)

    def article(self, count: int) -> str:
        """Return the elements of the article with its title."""
        names = _MISLEADING if self.happens(0.25) else _CLASSES
        tag = self.some(("div", "div", "main", "article", "section"))
        is_old = self.happens(0.1)
        heading = f"<h1>{_safe(self.title)}</h1>"
        if is_old or self.happens(0.08):
            heading = f"<{(tag_ := self.some(('b', 'font', 'div')))}>{_safe(self.title)}</{tag_}>"
        elif self.happens(0.07):
            heading = ""
        lead = ""
        if self.happens(0.3):
            line = _cut(self.take_own(), self.dice.randint(60, 260))
            form = self.some(
                (
                    "<p><b>{}</b></p>",
                    "<div class=intro>{}</div>",
                    "<h2>{}</h2>",
                    "<p class=lead>{}</p>",
                    "<div><b>{}</b></div>",
                )
            )
            lead = form.format(_safe(line))
            self.text.append(line)
        above = "".join(
            self.dice.choice(
                (self.date, self.byline, self.shares, self.credit, self.label, self.caption)
            )()
            for _ in range(self.dice.randint(0, 3) if self.happens(0.5) else 0)
        )
        body = self.body(count)
        below = "".join(self.beside() for _ in range(self.dice.randint(0, 2)))
        if is_old:
            menu = "<br>".join(self.link(self.headline()) for _ in range(5))
            return f"<table><tr><td>{menu}</td><td>{heading}<br>{above}<br>{lead}{body}{below}</td></tr></table>"
        form = "{body}"
        for _ in range(self.dice.randint(0, 2)):
            inner = self.some(("div", "div", "section", "article"))
            form = f"<{inner}{self.named(names)}>{form}</{inner}>"
        body = form.format(body=body)
        if self.happens(0.2):  # the title in another element
            return (
                f"<div>{heading}{lead}</div>{above}<{tag}{self.named(names)}>{body}</{tag}>{below}"
            )
        inside = f"{heading}{lead}{above}" if self.happens(0.5) else f"{heading}{above}{lead}"
        name = self.named(names)
        self.form = f"<{tag}{name}>{{heading}}{form}</{tag}>"
        return f"<{tag}{name}>{inside}{body}{below}</{tag}>"

    # around the article

    def twin(self, count: int) -> str:
        """Return another article in elements like those of this one."""
        lines = "".join(f"<p>{_safe(self.borrow())}</p>" for _ in range(count))
        heading = f"<h1>{_safe(self.headline())}</h1>"
        if not self.form:
            return self.other_article(count)
        return self.form.format(heading=heading, body=lines)

    def other_article(self, count: int) -> str:
        tag, heading = self.some(("article", "div", "section")), self.some(("h1", "h2", "h2", "h3"))
        lines = "".join(f"<p>{_safe(self.borrow())}</p>" for _ in range(count))
        return f"<{tag}{self.named(_CLASSES)}><{heading}>{_safe(self.headline())}</{heading}>{lines}</{tag}>"

    def comments(self, count: int) -> str:
        """Return what readers wrote: each with a name and a day, one template for all."""
        form = self.some(
            (
                "<li><b>{0}</b> <i>{1}</i><p>{2}</p>{3}</li>",
                "<li>{2}</li>",
                "<div><b>{0}</b> {1}<p>{2}</p>{3}</div>",
                "<div class=c8><p>{2}</p><div>{0}, {1}</div>{3}</div>",
                "<p>{2}</p>",
                "<p><b>{0}</b> ({1}):<br>{2}</p>",
                "<dt>{0} ({1})</dt><dd>{2}</dd>",
                "<table><tr><td>From: {0}<br>Date: {1}</td></tr><tr><td>{2}<br>{3}</td></tr></table>",
                "<hr><font size=2>{0}, {1}</font><br>{2}<br>",
            )
        )
        entries = []
        for _ in range(count):
            reply = "<a href='#reply'>Reply</a>" if self.happens(0.7) else ""
            line = _safe(_cut(self.borrow(), self.dice.randint(20, 400)))
            entries.append(form.format(self.some(_NAMES), self.some(_DATES), line, reply))
        outer = "ol" if form.startswith("<li") else "dl" if form.startswith("<dt") else "div"
        list_ = f"<{outer}>{''.join(entries)}</{outer}>"
        head = f"<h3>{_safe(self.some(('Comments', '3 Kommentare', 'Leserbriefe', '12 comments')))}</h3>"
        return f"<div{' class=comments' if self.happens(0.5) else ''}>{head if self.happens(0.5) else ''}{list_}</div>"

    def teasers(self, count: int) -> str:
        items = "".join(self.teaser() for _ in range(count))
        outer = self.some(("div", "nav", "section", "aside", "ul"))
        head = f"<h2>{_safe(self.some(_LABELS))}</h2>" if self.happens(0.5) else ""
        return f"<{outer}{self.named(_BESIDE, 0.4)}>{head}{items}</{outer}>"

    def notice(self, count: int) -> str:
        lines = "".join(f"<p>{_safe(self.borrow())}</p>" for _ in range(count))
        name = self.some(("cookie-layer", "consent", "about", "imprint", "disclaimer", "foot-four"))
        outer = self.some(("div", "footer", "div"))
        head = f"<h2>{_safe(self.headline())}</h2>" if self.happens(0.4) else ""
        return f"<{outer} class={name}><div>{head}{lines}</div></{outer}>"

    def menu(self) -> str:
        items = "".join(
            f"<li>{self.link(' '.join(self.headline().split()[:3]))}</li>"
            for _ in range(self.dice.randint(3, 20))
        )
        outer = self.some(("nav", "div", "div class=menu", "header"))
        return f"<{outer}><ul>{items}</ul></{outer.split()[0]}>"


def make_page(seed: str, text: str, others: Sequence[str]) -> MadePage | None:
    """Return a page with a part of ``text`` as its article; None if that has too few paragraphs.
    ``seed``: decides all else; ``others``: texts of other articles."""
    dice = random.Random(hashlib.sha256(seed.encode()).digest())
    own = _list_lines(text)
    if len(own) < 3:
        return None
    borrowed = [line for other in others for line in _list_lines(other)][:400]
    dice.shuffle(borrowed)
    count = dice.choice((2, 2, 3, 3, 4, 5, 6, 8, 12, 16))
    start = dice.randint(0, max(0, len(own) - 2 * count))
    own = own[start : start + 5 * count]
    title = " ".join(own[-1].split()[: dice.randint(3, 9)]).rstrip(".,;:") if len(own) > 3 else ""
    writer = _Writer(dice, own[:-1] if title else own, borrowed, title or "Untitled")
    if dice.random() < 0.3:
        writer.author = dice.choice(_NAMES)
    article = writer.article(count)
    size = len(" ".join(writer.text))
    many = max(2, min(count * dice.choice((1, 1, 2, 4)), 40))
    around: list[Callable[[], str]] = [
        lambda: writer.other_article(many),
        lambda: writer.twin(many),
        lambda: writer.comments(many),
        lambda: writer.teasers(max(2, many // 2)),
        lambda: writer.notice(many),
    ]
    before = after = ""
    if dice.random() < 0.15:
        before += dice.choice(around)()
    for _ in range(dice.choice((0, 0, 1, 1, 2))):
        after += dice.choice(around)()
    if dice.random() < 0.4:
        before = writer.menu() + before
    if dice.random() < 0.4:
        after += dice.choice(("<div>Echo</div>", "<footer>© Echo 2020</footer>", writer.menu()))
    if dice.random() < 0.3:
        before, article = before + "<div>", article + f"<div>{dice.choice(_LABELS)}</div></div>"
    if size < 200:
        return None
    body = f"{before}{article}{after}"
    if dice.random() < 0.35:
        body = _NAME.sub("", body)
    content = f"<html><head>{_head(writer)}</head><body>{body}</body></html>"
    return MadePage(content.encode("utf-8", "replace"), "\n".join(writer.text))


def _head(writer: _Writer) -> str:
    title = writer.title + writer.some(("", " - Echo", " | Echo"))
    parts = [f"<title>{_safe(title)}</title>"]
    if writer.happens(0.4):
        parts.append(f'<meta property="og:title" content="{_safe(writer.title)}">')
    if writer.happens(0.3) and writer.text:
        parts.append(f'<meta name="description" content="{_safe(writer.text[0][:160])}">')
    declared: dict[str, object] = {"@type": "NewsArticle", "headline": writer.title}
    if writer.author:
        declared["author"] = {"name": writer.author}
    if writer.happens(0.15):
        declared["articleBody"] = " ".join(writer.text[: writer.dice.choice((2, 50, 50))])
    if writer.author or len(declared) > 2:
        stored = json.dumps(declared).replace("<", "\\u003c")
        parts.append(f'<script type="application/ld+json">{stored}</script>')
    return "".join(parts)


def _list_lines(text: str) -> list[str]:
    lines = (" ".join(line.split()) for line in text.split("\n"))
    return [line[:1500] for line in lines if len(line) >= _MIN_LINE]


def _cut(line: str, size: int) -> str:
    """Return the beginning of a line, to the end of a word."""
    return line if len(line) <= size else line[:size].rsplit(" ", 1)[0]


def _safe(text: str) -> str:
    return html.escape(text)
