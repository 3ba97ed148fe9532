"""A Blogger blog: Simple (of 2011), Contempo (of 2017) and Minima (of 2006). Its robots.txt forbids
what the link to older posts leads to."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from blog_html import table_rows
from blog_posts import Piece, Post, inline, make_posts
from blog_site import Blog, Listing, rss, sitemap


@dataclass(frozen=True)
class BloggerTheme:
    name: str
    render_post: Callable[[Blog, Post], str]
    render_list: Callable[[Blog, Listing], str]
    size: int = 6
    shows_changes: bool = False


def labels(post: Post) -> tuple[str, ...]:
    return (*post.sections, *post.tags)


def make_blogger(theme: BloggerTheme, count: int, seed: int, authors: Sequence[str] = ()) -> Blog:
    """Its posts have labels and no sections, and one author each."""
    posts = make_posts(count, seed, *([tuple(authors)] if authors else []))
    blog = Blog(theme.name, f"http://{theme.name}.blogspot.example", posts)
    blog.authors_of = lambda post: post.authors[:1]
    blog.sections_of = lambda post: ()
    blog.shows_changes = theme.shows_changes
    blog.keywords_of = labels
    blog.addresses = {f"{blog.home}{_path(post)}": post for post in posts}
    for post in posts:
        blog.add(_path(post), theme.render_post(blog, post))
    starts = [posts[n : n + theme.size] for n in range(0, len(posts), theme.size)]
    for number, some in enumerate(starts, 1):
        path = "/" if number == 1 else older_path(posts[posts.index(some[0]) - 1])
        blog.add(path, theme.render_list(blog, Listing("", "/", some, number, len(starts))))
    for month, part in blog.by_term(lambda post: [f"{post.published:%Y/%m}"]).items():
        blog.add(f"/{month}/", theme.render_list(blog, Listing(month, f"/{month}/", part, 1, 1)))
    blog.add("/feeds/posts/default?alt=rss", rss(blog, posts[:25]), "application/rss+xml")
    blog.add("/sitemap.xml", sitemap(list(blog.addresses)), "text/xml")
    blog.add(
        "/robots.txt",
        "User-agent: Mediapartners-Google\nDisallow:\n\nUser-agent: *\nDisallow: /search\nAllow: /\n\n"
        f"Sitemap: {blog.home}/sitemap.xml\n",
        "text/plain",
    )
    return blog


def _path(post: Post) -> str:
    return f"/{post.published:%Y/%m}/{post.slug[:39].rpartition('-')[0] or post.slug}.html"


def older_path(last: Post) -> str:
    return f"/search?updated-max={last.published:%Y-%m-%dT%H:%M:%S}%2B00:00&max-results=6"


def stamp(post: Post) -> str:
    return f"{post.published:%Y-%m-%dT%H:%M:%S+00:00}"


def content(post: Post) -> str:
    """What its editor saves: paragraphs in some posts, line breaks in others."""
    if post.number % 2:
        return "\n".join(_block(piece, "p") for piece in post.pieces)
    return "\n<br />\n".join(_block(piece, "") for piece in post.pieces)


def _block(piece: Piece, tag: str) -> str:
    texts = [inline(text) for text in piece.texts]
    if piece.kind == "p":
        return f"<{tag}>{texts[0]}</{tag}>" if tag else f"{texts[0]}<br />"
    if piece.kind == "lines":
        return f"<div>{'<br />'.join(texts)}</div>"
    if piece.kind == "h2":
        return f'<h3 style="text-align: left;">{texts[0]}</h3>'
    if piece.kind in ("list", "numbered"):
        name = "ol" if piece.kind == "numbered" else "ul"
        return f'<{name} style="text-align: left;">{"".join(f"<li>{text}</li>" for text in texts)}</{name}>'
    if piece.kind == "quote":
        return f'<blockquote class="tr_bq">{"<br /><br />".join(texts)}</blockquote>'
    if piece.kind == "pre":
        return f"<pre>{escape(piece.texts[0])}</pre>"
    if piece.kind == "table":
        return f'<table border="1" cellpadding="0">{table_rows(piece, head=False)}</table>'
    return _media(piece)


def _media(piece: Piece) -> str:
    if piece.kind == "figure":
        return (
            '<table align="center" cellpadding="0" cellspacing="0" class="tr-caption-container" style="margin-left: auto; margin-right: auto;"><tbody><tr>'
            '<td style="text-align: center;"><a href="https://img.example/s1600/a.jpg" imageanchor="1"><img border="0" height="300" src="https://img.example/s400/a.jpg" width="400" /></a></td></tr>'
            f'<tr><td class="tr-caption" style="text-align: center;">{piece.caption}</td></tr></tbody></table>'
        )
    if piece.kind == "gallery":
        return "".join(
            '<div class="separator" style="clear: both; text-align: center;"><a href="https://img.example/s1600/b.jpg" style="margin-left: 1em;">'
            '<img border="0" src="https://img.example/s320/b.jpg" width="320" /></a></div>'
            for _ in piece.texts
        )
    if piece.kind == "embed":
        return (
            '<div class="separator" style="clear: both; text-align: center;"><iframe allowfullscreen="" class="BLOG_video_class" height="266"'
            f' src="{piece.texts[0]}" width="320"></iframe></div>'
        )
    return ""


def blog_json(blog: Blog, post: Post) -> str:
    data = {
        "@context": "http://schema.org",
        "@type": "BlogPosting",
        "mainEntityOfPage": {"@type": "WebPage", "@id": blog.link(post)},
        "headline": post.title,
        "description": post.excerpt,
        "datePublished": stamp(post),
        "dateModified": f"{post.modified:%Y-%m-%dT%H:%M:%S+00:00}",
        "image": {
            "@type": "ImageObject",
            "url": "https://img.example/blog.png",
            "height": 348,
            "width": 1200,
        },
        "publisher": {
            "@type": "Organization",
            "name": "Blogger",
            "logo": {"@type": "ImageObject", "url": "https://img.example/b.png"},
        },
        "author": {"@type": "Person", "name": post.authors[0]},
    }
    return f"<script type='application/ld+json'>{json.dumps(data)}</script>"


def label_links(blog: Blog, post: Post) -> str:
    return ",\n".join(
        f"<a href='{blog.home}/search/label/{escape(each)}' rel='tag'>{escape(each)}</a>"
        for each in labels(post)
    )


def head(blog: Blog, title: str, address: str) -> str:
    return (
        "<head><meta content='width=device-width, initial-scale=1' name='viewport'/><meta content='text/html; charset=UTF-8' http-equiv='Content-Type'/>"
        "<meta content='blogger' name='generator'/>"
        f'<link href="{address}" rel="canonical" /><link rel="alternate" type="application/atom+xml" title="{escape(blog.title)} - Atom" href="{blog.home}/feeds/posts/default" />'
        f'<link rel="alternate" type="application/rss+xml" title="{escape(blog.title)} - RSS" href="{blog.home}/feeds/posts/default?alt=rss" />'
        f"<meta content='{address}' property='og:url'/><meta content='{escape(title or blog.title)}' property='og:title'/>"
        f"<title>{escape(f'{blog.title}: {title}' if title else blog.title)}</title></head>"
    )


def archive_widget(blog: Blog, version: int) -> str:
    months = blog.by_term(lambda post: [f"{post.published:%Y/%m}"])
    items = "".join(
        f"<ul class='hierarchy'><li class='archivedate collapsed'><a class='post-count-link' href='{blog.home}/{month}/'>{month}</a><span class='post-count' dir='ltr'>({len(some)})</span></li></ul>"
        for month, some in months.items()
    )
    return f"<div class='widget BlogArchive' data-version='{version}' id='BlogArchive1'><h2>Blog Archive</h2><div class='widget-content'><div id='ArchiveList'>{items}</div></div></div>"


def older_link(blog: Blog, listing: Listing) -> str:
    return blog.home + older_path(listing.posts[-1]) if listing.page < listing.pages else ""
