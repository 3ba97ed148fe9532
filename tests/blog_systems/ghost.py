"""A Ghost blog with one of its themes, Casper or Source: the cards of its editor, the meta elements
and the JSON-LD that it writes itself (one author; the others are contributors)."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from blog_html import plain_block, table_rows
from blog_posts import MENU, Piece, Post, inline, make_posts, slug_of
from blog_site import Blog, Listing, rss, sitemap


@dataclass(frozen=True)
class GhostTheme:
    name: str
    render_post: Callable[[Blog, Post], str]
    render_list: Callable[[Blog, Listing], str]
    size: int = 7


def labels(post: Post) -> tuple[str, ...]:
    """Ghost has tags only; the first one is the primary tag, which the themes show."""
    return (*post.sections, *post.tags)


def make_ghost(theme: GhostTheme, count: int, seed: int, authors: Sequence[str] = ()) -> Blog:
    posts = make_posts(count, seed, *([tuple(authors)] if authors else []))
    blog = Blog(theme.name, f"https://{theme.name}.example".replace("https", "http"), posts)
    blog.sections_of = lambda post: post.sections[:1]
    blog.keywords_of = labels
    blog.addresses = {f"{blog.home}/{post.slug}/": post for post in posts}
    for post in posts:
        blog.add(f"/{post.slug}/", theme.render_post(blog, post))

    def add(title: str, path: str, some: Sequence[Post]) -> None:
        blog.add_lists(
            title,
            path,
            some,
            theme.size,
            lambda first, page: f"{first}page/{page}/",
            lambda listing: theme.render_list(blog, listing),
        )

    add("", "/", posts)
    for tag, some in blog.by_term(labels).items():
        add(tag, f"/tag/{slug_of(tag)}/", some)
    for author, some in blog.by_term(lambda post: post.authors).items():
        add(author, f"/author/{slug_of(author)}/", some)
    blog.add("/rss/", rss(blog, posts[:15]), "application/rss+xml; charset=utf-8")
    blog.add("/sitemap.xml", sitemap(list(blog.addresses)), "application/xml")
    blog.add(
        "/robots.txt",
        f"User-agent: *\nSitemap: {blog.home}/sitemap.xml\nDisallow: /ghost/\nDisallow: /p/\n",
        "text/plain",
    )
    return blog


def content(post: Post) -> str:
    return "".join(_card(piece) for piece in post.pieces) + (_signup() if post.number % 2 else "")


def _card(piece: Piece) -> str:
    if piece.kind == "h2":
        return f'<h2 id="{slug_of(piece.texts[0])}">{inline(piece.texts[0])}</h2>'
    if piece.kind == "quote":
        return f"<blockquote>{'<br><br>'.join(map(inline, piece.texts))}</blockquote>"
    if piece.kind == "table":
        return f"<!--kg-card-begin: html--><table>{table_rows(piece, head=True)}</table><!--kg-card-end: html-->"
    return plain_block(piece) or _media(piece)


def _media(piece: Piece) -> str:
    caption = (
        f'<figcaption><span style="white-space: pre-wrap;">{piece.caption}</span></figcaption>'
    )
    if piece.kind == "figure":
        return f'<figure class="kg-card kg-image-card kg-card-hascaption"><img src="/content/images/a.jpg" class="kg-image" alt="" loading="lazy" width="2000" height="1333">{caption}</figure>'
    if piece.kind == "gallery":
        images = "".join(
            f'<div class="kg-gallery-image"><img src="/content/images/{n}.jpg" width="800" height="600" loading="lazy" alt=""></div>'
            for n, _ in enumerate(piece.texts)
        )
        return (
            '<figure class="kg-card kg-gallery-card kg-width-wide kg-card-hascaption"><div class="kg-gallery-container">'
            f'<div class="kg-gallery-row">{images}</div></div><figcaption>{piece.texts[0]}</figcaption></figure>'
        )
    if piece.kind == "embed":
        return f'<figure class="kg-card kg-embed-card kg-card-hascaption"><iframe width="200" height="113" src="{piece.texts[0]}" title="A film" allowfullscreen></iframe>{caption}</figure>'
    title, words = piece.texts
    return (
        '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://elsewhere.example/p/"><div class="kg-bookmark-content">'
        f'<div class="kg-bookmark-title">{title}</div><div class="kg-bookmark-description">{words}</div><div class="kg-bookmark-metadata">'
        f'<img class="kg-bookmark-icon" src="/icon" alt=""><span class="kg-bookmark-author">{piece.caption}</span><span class="kg-bookmark-publisher">A. Writer</span></div></div>'
        '<div class="kg-bookmark-thumbnail"><img src="/t.jpg" alt="" onerror="this.style.display = \'none\'"></div></a></figure>'
    )


def _signup() -> str:
    return (
        '<div class="kg-card kg-signup-card kg-width-regular" data-lexical-signup-form=""><div class="kg-signup-card-content"><div class="kg-signup-card-text">'
        '<h2 class="kg-signup-card-heading"><span style="white-space: pre-wrap;">Sign up for Copper &amp; Candle</span></h2>'
        '<p class="kg-signup-card-subheading"><span style="white-space: pre-wrap;">Notes on making and walking, twice a month.</span></p>'
        '<form class="kg-signup-card-form" data-members-form="signup"><button class="kg-signup-card-button" type="submit"><span>Subscribe</span></button></form>'
        '<p class="kg-signup-card-disclaimer"><span style="white-space: pre-wrap;">No spam. Unsubscribe anytime.</span></p></div></div></div>'
    )


def head(blog: Blog, post: Post) -> str:
    """What ``ghost_head`` writes for a post."""
    address = blog.link(post)
    published, modified = (
        f"{when:%Y-%m-%dT%H:%M:%S.000Z}" for when in (post.published, post.modified)
    )
    people = [
        {"@type": "Person", "name": name, "url": f"{blog.home}/author/{slug_of(name)}/"}
        for name in post.authors
    ]
    schema = {
        "@context": "https://schema.org",
        "@type": "Article",
        "publisher": {"@type": "Organization", "name": blog.title, "url": blog.start},
        "author": {**people[0], "sameAs": []},
        **({"contributor": people[1:]} if people[1:] else {}),
        "headline": post.title,
        "url": address,
        "datePublished": published,
        "dateModified": modified,
        "keywords": ", ".join(labels(post)),
        "description": post.excerpt,
        "mainEntityOfPage": address,
    }
    values = {
        "og:site_name": blog.title,
        "og:type": "article",
        "og:title": post.title,
        "og:description": post.excerpt,
        "og:url": address,
        "article:published_time": published,
        "article:modified_time": modified,
    }
    metas = "".join(
        f'<meta property="{name}" content="{escape(value)}">' for name, value in values.items()
    )
    metas += "".join(
        f'<meta property="article:tag" content="{escape(tag)}">' for tag in labels(post)
    )
    written = ", ".join(post.authors)
    metas += f'<meta name="twitter:label1" content="Written by"><meta name="twitter:data1" content="{escape(written)}">'
    metas += f'<meta name="twitter:label2" content="Filed under"><meta name="twitter:data2" content="{escape(", ".join(labels(post)))}">'
    return f'<link rel="canonical" href="{address}">{metas}<script type="application/ld+json">\n{json.dumps(schema, indent=4)}\n</script>'


def frame(blog: Blog, title: str, body_class: str, inside: str, extra: str = "") -> str:
    pages = "".join(
        f'<li class="nav-{slug_of(each)}"><a href="{blog.home}/{slug_of(each)}/">{each}</a></li>'
        for each in MENU
    )
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1.0">'
        f'<title>{escape(title or blog.title)}</title>{extra}<meta name="generator" content="Ghost 5.82">'
        f'<link rel="alternate" type="application/rss+xml" title="{escape(blog.title)}" href="{blog.home}/rss/"></head>'
        f'<body class="{body_class}"><div class="viewport gh-viewport"><header id="gh-head" class="gh-head outer gh-navigation gh-outer"><div class="gh-head-inner inner gh-inner">'
        f'<div class="gh-head-brand"><a class="gh-head-logo no-image" href="{blog.home}">{escape(blog.title)}</a></div>'
        f'<nav class="gh-head-menu"><ul class="nav">{pages}</ul></nav></div></header>{inside}'
        f'<footer class="site-footer outer"><div class="inner"><section class="copyright"><a href="{blog.home}">{escape(blog.title)}</a> &copy; 2024</section>'
        '<nav class="site-footer-nav"></nav><div class="gh-powered-by"><a href="https://ghost.org/" rel="noopener">Powered by Ghost</a></div></div></footer></div></body></html>'
    )


def date(post: Post) -> str:
    return f"{post.published:%d %b %Y}"


def author_links(blog: Blog, post: Post) -> str:
    return ", ".join(
        f'<a href="{blog.home}/author/{slug_of(name)}/">{escape(name)}</a>' for name in post.authors
    )


def list_head(blog: Blog, listing: Listing) -> str:
    """The links of ``ghost_head`` to the other pages of a list."""
    base, page = f"{blog.home}{listing.path}", listing.page
    links = f'<link rel="canonical" href="{base}">'
    if page > 1:
        links += f'<link rel="prev" href="{base if page == 2 else f"{base}page/{page - 1}/"}">'
    if page < listing.pages:
        links += f'<link rel="next" href="{base}page/{page + 1}/">'
    return links


def comments() -> str:
    """A script fills it in."""
    return '<script defer src="https://cdn.example/comments-ui.min.js" data-ghost-comments="/" data-title="Discussion"></script>'
