"""The pages of an article, and what is on them that is no text."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape

from bench.portals.random_sites.bylines import Bylines
from bench.portals.random_sites.frame import Frame
from bench.portals.random_sites.made_articles import MadeArticle, Piece, Publisher
from bench.portals.random_sites.markup import Markup
from bench.portals.random_sites.traits import Traits
from bench.portals.random_sites.vocabulary import Vocabulary

NETWORKS = ("Facebook", "WhatsApp", "Telegram", "E-mail")


class ArticleMarkup:
    """Writes the pages of the articles of a portal."""

    def __init__(
        self,
        traits: Traits,
        words: Vocabulary,
        publisher: Publisher,
        markup: Markup,
        frame: Frame,
        articles: Sequence[MadeArticle],
    ) -> None:
        self._traits, self._words, self._publisher = traits, words, publisher
        self._markup, self._frame, self._articles = markup, frame, articles
        self.bylines = Bylines(traits, words, publisher, markup)
        chance = traits.chance("house advertisement")
        self._house = chance.choice((words.sentence(), words.paragraph(1, 2)))
        self._letter = words.sentence()
        self._captions = [words.phrase(5, 10) for _ in range(2 * (1 + articles[-1].number))]
        self._comments = [words.paragraph(1, 2) for _ in range(20)]
        self._people = [words.person() for _ in range(8)]

    def page(self, article: MadeArticle, number: int = 0) -> str:
        """Return a page of an article (from 0)."""
        self._chance = self._traits.chance(f"page {article.number} {number}")
        is_flat = self._traits["nesting"] == "flat"
        body = self._text(article, number)
        end = self.bylines.end_line(article)
        if end and number == len(article.pages) - 1:
            body += f"<p><em>{escape(end)}</em></p>"
        if number == len(article.pages) - 1:
            body += self._frame.surroundings.notice("end")
        if not is_flat:
            body = self._markup.element("div", "body", body)
        inside, outside = self._around(article, number)
        name = self._traits["root"]
        content = self._head_of(article) + body + inside
        root = (
            f"<table><tr>{self._markup.element('td', 'root', content)}</tr></table>"
            if name == "td"
            else self._markup.element(name, "root", content)
        )
        crumbs = ""
        if self._traits["section"] == "breadcrumb":
            home = self._markup.link("/", self._words.labels["home"])
            section = self._markup.link(self._frame.section_path(article.section), article.section)
            crumbs = self._markup.element("div", "crumbs", f"{home} › {section}")
        return self._frame.document(
            article.title, crumbs + root + outside, self._declared(article), is_article=True
        )

    def printed(self, article: MadeArticle) -> str:
        """Return an article as it is printed: all of its pages, and nothing around them."""
        texts = "".join(
            f"<p>{escape(line, quote=False)}</p>"
            for page in range(len(article.pages))
            for line in self.expected_lines(article, page)
        )
        title = escape(article.title, quote=False)
        return (
            f'<!DOCTYPE html>\n<html lang="{self._words.code}"><head><meta charset="CHARSET">'
            f"<title>{title}</title></head><body><h1>{title}</h1>"
            f"{self.bylines.above(article)}{texts}</body></html>"
        )

    def optional_lines(self, article: MadeArticle) -> list[str]:
        """Return the lines that may be read as text, and need not be."""
        lines = [*self._captions_of(article), self.bylines.end_line(article)]
        if self._traits["lead"] == "above":
            lines.append(article.lead)
        lines += (
            line
            for page in article.pages
            for piece in page
            if piece.kind == "live"
            for line in piece.lines
        )
        return [line for line in lines if line]

    def expected_lines(self, article: MadeArticle, page: int) -> list[str]:
        """Return the lines of text of a page that must be read."""
        lines = [
            line for piece in article.pages[page] if piece.kind != "live" for line in piece.lines
        ]
        return [article.lead, *lines] if page == 0 and self._traits["lead"] == "in-text" else lines

    def _captions_of(self, article: MadeArticle) -> list[str]:
        return self._captions[2 * article.number : 2 * article.number + 2]

    def _head_of(self, article: MadeArticle) -> str:
        kind = self._traits["headline"]
        title = escape(article.title, quote=False)
        parts = [
            self._markup.element("h2" if kind != "h1" else "h1", "headline", title),
            self.bylines.above(article) + self._frame.surroundings.byline_extra(article),
        ]
        if self._traits["section"] in ("eyebrow", "labelled"):
            label = self._words.labels["section"] if self._traits["section"] == "labelled" else ""
            link = self._markup.link(self._frame.section_path(article.section), article.section)
            line = self._markup.element("div", "section", f"{label} {link}".strip())
            parts.insert(0 if not label else 2, line)
        if self._traits["lead"] == "above":
            parts.insert(-1, self._markup.element("div", "lead", escape(article.lead)))
        if self._traits["share"] in ("above", "both"):
            parts.append(self._share(article))
        if self._traits["neighbours"] == "above":
            parts.append(self._neighbours(article))
        return "".join(parts)

    def _text(self, article: MadeArticle, number: int) -> str:
        """Return the text of a page with what stands between its paragraphs."""
        parts = [self._piece(piece) for piece in article.pages[number]]
        between = []
        if self._chance.random() < 0.85:
            between.append(self._also(article))
        between.append(self._ad())
        between.append(self._frame.surroundings.notice("between"))
        between.append(self._picture(article, number))
        for extra in filter(None, between):
            parts.insert(self._chance.randint(1, max(1, len(parts) - 1)), extra)
        if number == 0 and self._traits["lead"] == "in-text":
            parts.insert(0, self._markup.element("p", "lead", escape(article.lead)))
        return "".join(parts)

    def _piece(self, piece: Piece) -> str:
        texts = [self._inline(line) for line in piece.lines]
        if piece.kind == "h":
            return f"<h3>{texts[0]}</h3>"
        if piece.kind == "live":
            return self._markup.element("div", "live", texts[0])
        if piece.kind == "quote":
            return f"<blockquote><p>{texts[0]}</p></blockquote>"
        if piece.kind == "table":
            cells = [f"<td>{text}</td>" for text in texts]
            rows = ("".join(cells[at : at + 2]) for at in range(0, len(cells), 2))
            return f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"
        if piece.kind == "list":
            return f"<ul>{''.join(f'<li>{text}</li>' for text in texts)}</ul>"
        form = self._traits["paragraphs"]
        return f"{texts[0]}<br><br>\n" if form == "br" else f"<{form}>{texts[0]}</{form}>"

    def _inline(self, line: str) -> str:
        """Return a line as markup, now and then with a link or emphasis."""
        words = [escape(word, quote=False) for word in line.split(" ")]
        if len(words) > 6 and self._chance.random() < 0.25:
            at = self._chance.randrange(1, len(words) - 1)
            name = self._chance.choice(("a", "em", "strong"))
            opened = '<a href="https://elsewhere.example/x">' if name == "a" else f"<{name}>"
            words[at] = f"{opened}{words[at]}</{name}>"
        return " ".join(words)

    def _others(self, article: MadeArticle, count: int) -> list[MadeArticle]:
        others = [each for each in self._articles if each is not article]
        return self._chance.sample(others, min(count, len(others)))

    def _also(self, article: MadeArticle) -> str:
        kind, label = self._traits["also"], escape(self._words.labels["also"])
        if kind == "none":
            return ""
        others = self._others(article, 3 if kind == "list" else 1)
        links = [self._markup.link(each.path, each.title) for each in others]
        if kind == "paragraph":
            return f"<p>{label}: {links[0]}</p>"
        if kind == "box":
            return self._markup.element("div", "also", f"<span>{label}</span> {links[0]}")
        items = "".join(f"<li>{link}</li>" for link in links)
        return self._markup.element("div", "also", f"<b>{label}</b><ul>{items}</ul>")

    def _ad(self) -> str:
        kind, label = self._traits["ads"], escape(self._words.labels["ad"])
        if kind == "label":
            return self._markup.element("div", "ad", f"<span>{label}</span><ins></ins>")
        if kind == "house":
            return self._markup.element(
                "div", "ad", f'<p>{escape(self._house)}</p><a href="/subscribe">{label}</a>'
            )
        if kind == "linked":
            text = self._chance.choice(self._captions)
            link = self._markup.link(
                f"https://ads.example/{self._chance.randint(1, 99)}", text, rel="sponsored nofollow"
            )
            return self._markup.element("div", "ad", f"<small>{label}</small> {link}")
        return ""

    def _picture(self, article: MadeArticle, number: int) -> str:
        captions = self._captions_of(article)
        shown = ""
        if self._traits["pictures"] != "none" and number == 0:
            shown = self._figure(article, captions[0], 1)
        if self._traits["gallery"] == "some" and number == 0 and article.number % 3 == 0:
            figures = "".join(self._figure(article, captions[1], n) for n in (2, 3, 4))
            shown += self._markup.element("div", "gallery", figures)
        return shown

    def _figure(self, article: MadeArticle, caption: str, number: int) -> str:
        picture = f'<img src="/img/{article.id}-{number}.jpg" alt="" width="640" height="400">'
        if self._traits["pictures"] == "div":
            text = self._markup.element("div", "caption", escape(caption))
            return self._markup.element("div", "figure", picture + text)
        text = self._markup.element("figcaption", "caption", escape(caption))
        return self._markup.element("figure", "figure", picture + text)

    def _share(self, article: MadeArticle) -> str:
        address = self._publisher.base + article.path
        links = " ".join(
            self._markup.link(f"https://{name.lower()}.example/share?u={address}", name)
            for name in NETWORKS
        )
        label = escape(self._words.labels["share"])
        return self._markup.element("div", "share", f"<span>{label}:</span> {links}")

    def _neighbours(self, article: MadeArticle) -> str:
        labels, place = self._words.labels, self._articles.index(article)
        newer = self._articles[place - 1] if place else None
        older = self._articles[place + 1] if place + 1 < len(self._articles) else None
        links = []
        for other, label, arrow in ((older, "previous", "←"), (newer, "next", "→")):
            if other is not None:
                text = f"{arrow} {labels[label]}"
                if self._traits["neighbours"] == "titles":
                    text = f"{arrow} {other.title}"
                links.append(self._markup.link(other.path, text))
        return self._markup.element("div", "neighbours", " ".join(links))

    def _tags(self, article: MadeArticle) -> str:
        kind, label = self._traits["tags"], escape(self._words.labels["tags"])
        if kind == "none":
            return ""
        mark = "#" if kind == "hash" else ""
        links = [
            self._markup.link(self._frame.tag_path(tag), f"{mark}{tag}", "tag")
            for tag in article.tags
        ]
        if kind == "list":
            items = "".join(f"<li>{link}</li>" for link in links)
            return self._markup.element("ul", "tags", items)
        if kind == "commas":
            return self._markup.element("p", "tags", f"{label}: {', '.join(links)}")
        if kind == "labelled":
            return self._markup.element("div", "tags", f"<span>{label}:</span> {' '.join(links)}")
        if kind == "label-inside":
            return self._markup.element("div", "tags", f"{label} {' '.join(links)}")
        return self._markup.element("div", "tags", " ".join(links))

    def _around(self, article: MadeArticle, number: int) -> tuple[str, str]:
        """Return what follows the text inside of the root, and what is outside of it."""
        inside = [self._pager(article, number), self._series(article), self._tags(article)]
        outside: list[str] = []
        share = outside if self._traits["share-place"] == "outside" else inside
        if self._traits["share"] in ("below", "both"):
            share.append(self._share(article))
        if self._traits["newsletter"] == "some":
            form = f'<form action="/letter"><input name="mail"><button>{self._words.labels["contact"]}</button></form>'
            inside.append(
                self._markup.element("div", "newsletter", f"<p>{escape(self._letter)}</p>{form}")
            )
        if self._traits["author-box"] == "some" and self.bylines.shows_authors:
            name = article.authors[0]
            about = self._comments[self._publisher.writers.index(name)]
            link = self._markup.link(f"/author/{self._publisher.writers.index(name) + 1}", name)
            outside.append(
                self._markup.element("div", "author-box", f"<h4>{link}</h4><p>{escape(about)}</p>")
            )
        if self._traits["neighbours"] in ("titles", "arrow-words"):
            (inside if self._traits["nesting"] == "body-apart" else outside).append(
                self._neighbours(article)
            )
        related = outside if self._traits["related-place"] == "outside" else inside
        related.append(self._related(article))
        outside.append(self._comment_list())
        return "".join(inside), "".join(outside)

    def _related(self, article: MadeArticle) -> str:
        if self._traits["related"] == "none":
            return ""
        picture = '<img src="/img/s.jpg" alt="">' if self._traits["related"] == "pictures" else ""
        items = "".join(
            f"<li>{picture}{self._markup.link(each.path, each.title)}</li>"
            for each in self._others(article, 4)
        )
        label = escape(self._words.labels["also"])
        return self._markup.element("div", "related", f"<h3>{label}</h3><ul>{items}</ul>")

    def _comment_list(self) -> str:
        if self._traits["comments"] == "none":
            return ""
        shown = "".join(
            self._markup.element(
                "li",
                "comment",
                f"<b>{escape(self._chance.choice(self._people))}</b>"
                f"<p>{escape(self._chance.choice(self._comments))}</p>",
            )
            for _ in range(self._chance.randint(0, 4))
        )
        label = escape(self._words.labels["comments"])
        return self._markup.element("section", "comments", f"<h3>{label}</h3><ol>{shown}</ol>")

    def _series(self, article: MadeArticle) -> str:
        if self._traits["series"] != "linked" or not article.part:
            return ""
        place = self._articles.index(article)
        others = []
        if article.part > 1:
            others.append(self._articles[place + 1])
        if article.part < article.of_parts:
            others.append(self._articles[place - 1])
        links = " ".join(self._markup.link(each.path, each.title) for each in others)
        return self._markup.element("div", "series", links)

    def _pager(self, article: MadeArticle, number: int) -> str:
        """Return the links between the pages of an article."""
        count, labels, form = len(article.pages), self._words.labels, self._traits["article-pager"]
        if count == 1:
            return ""
        paths, before, after = article.addresses, "", ""
        if number:
            before = self._markup.link(paths[number - 1], "‹")
        if number + 1 < count:
            after = self._markup.link(paths[number + 1], "›")
        numbers = " ".join(
            f"<span>{n + 1}</span>"
            if n == number and form != "all-linked"
            else self._markup.link(path, str(n + 1))
            for n, path in enumerate(paths)
        )
        shown = {
            "all-linked": numbers,
            "current-plain": numbers,
            "arrows": f"{before} {after}",
            "numbers-and-next": f"{numbers} {after}",
            "page-of": f"{before} {labels['page_of'].format(n=number + 1, m=count)} {after}",
            "next-word": self._markup.link(paths[number + 1], labels["next"])
            if number + 1 < count
            else self._markup.link(paths[number - 1], labels["previous"]),
        }[form]
        return self._markup.element("div", "pages", shown.strip())

    def _declared(self, article: MadeArticle) -> str:
        """Return what the head of the page declares."""
        kind, url = self._traits["metadata"], self._publisher.base + article.path
        title, site = escape(article.title), escape(self._publisher.name)
        tags = [f'<meta name="description" content="{escape(article.teaser)}">']
        if self._traits["canonical"] == "link":
            tags.append(f'<link rel="canonical" href="{escape(url)}">')
        if kind in ("og-only", "meta", "json-ld"):
            tags += [
                '<meta property="og:type" content="article">',
                f'<meta property="og:title" content="{title}">',
                f'<meta property="og:site_name" content="{site}">',
            ]
        if self._traits["og-url"] == "yes" and kind != "none":
            tags.append(f'<meta property="og:url" content="{escape(url)}">')
        names = list(article.authors) if self.bylines.declares_person else []
        if self._traits["declared-author"] == "publisher":
            names = [self._publisher.name]
        stamp = f"{article.day.isoformat()}T10:00:00+00:00"
        if kind == "meta":
            tags += [f'<meta name="author" content="{escape(name)}">' for name in names]
            tags.append(f'<meta property="article:published_time" content="{stamp}">')
        if kind == "json-ld":
            sort = "Organization" if names == [self._publisher.name] else "Person"
            node = {
                "@context": "https://schema.org",
                "@type": "NewsArticle",
                "headline": article.title,
                "datePublished": stamp,
                "publisher": {"@type": "Organization", "name": self._publisher.name},
                **({"author": [{"@type": sort, "name": name} for name in names]} if names else {}),
            }
            shown = json.dumps(node, ensure_ascii=False).replace("</", "<\\/")
            tags.append(f'<script type="application/ld+json">{shown}</script>')
        return "".join(tags)
