"""A Joomla blog in Cassiopeia: of Joomla 4, with microdata, and of Joomla 5, without."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from blog_html import plain_block, table_rows
from blog_posts import MENU, Piece, Post, make_posts, slug_of
from blog_site import Blog, Listing, rss

SIZE = 9
"""Articles on a page of the list: one large, four with their beginning, four as mere links."""


def make_joomla(
    name: str, count: int, seed: int, authors: Sequence[str] = (), *, microdata: bool = True
) -> Blog:
    """An article has one category; two authors are one name with an *and* in it."""
    posts = make_posts(count, seed, *([tuple(authors)] if authors else []))
    blog = Blog(name, f"http://{name}.example", posts)
    blog.sections_of = lambda post: post.sections[:1]
    blog.addresses = {
        f"{blog.home}/{slug_of(post.sections[0])}/{post.number}-{post.slug}": post for post in posts
    }

    def add(path: str, text: str) -> None:
        blog.add(path, text if microdata else _without_microdata(text))

    for address, post in blog.addresses.items():
        add(address.removeprefix(blog.home), _render_post(blog, post))
    pages = -(-count // SIZE)
    for page in range(1, pages + 1):
        listing = Listing("", "/", posts[(page - 1) * SIZE : page * SIZE], page, pages)
        start = (page - 1) * SIZE
        for path in ("/", "/?start=0") if page == 1 else (f"/?start={start}",):
            add(path, _render_list(blog, listing))
    blog.add("/?format=feed&type=rss", rss(blog, posts[:10]), "application/rss+xml; charset=utf-8")
    blog.add(
        "/robots.txt",
        "User-agent: *\nDisallow: /administrator/\nDisallow: /cache/\nDisallow: /components/\n",
        "text/plain",
    )
    return blog


def _without_microdata(text: str) -> str:
    return re.sub(r' (?:itemscope|itemprop="[^"]*"|itemtype="[^"]*")', "", text)


def content(post: Post) -> str:
    return "\n".join(_block(piece) for piece in post.pieces)


def _block(piece: Piece) -> str:
    if piece.kind == "table":
        return f'<table border="1" style="width: 100%;"><caption>{piece.caption}</caption>{table_rows(piece, head=False)}</table>'
    if piece.kind == "figure":
        return f'<figure class="float-none"><img src="/images/a.jpg" alt="" width="600" height="400" loading="lazy"><figcaption>{piece.caption}</figcaption></figure>'
    if piece.kind == "gallery":
        return "".join(
            f'<p><img src="/images/b.jpg" alt="{text}" loading="lazy"></p>' for text in piece.texts
        )
    if piece.kind == "embed":
        return f'<p><iframe src="{piece.texts[0]}" width="560" height="314" allowfullscreen="allowfullscreen"></iframe></p>'
    return plain_block(piece, heading="h3")


def _frame(blog: Blog, title: str, inside: str) -> str:
    links = "".join(
        f'<li class="nav-item item-10"><a href="/{slug_of(each)}">{each}</a></li>' for each in MENU
    )
    latest = "".join(
        f'<li itemscope itemtype="https://schema.org/Article"><a href="{blog.link(post).removeprefix(blog.home)}" itemprop="url"><span itemprop="name">{escape(post.title)}</span></a></li>'
        for post in blog.posts[:5]
    )
    return (
        '<!DOCTYPE html>\n<html lang="en-gb" dir="ltr">\n<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="generator" content="Joomla! - Open Source Content Management">'
        f'<title>{escape(title or blog.title)}</title><link href="/?format=feed&amp;type=rss" rel="alternate" type="application/rss+xml" title="RSS 2.0"></head>'
        '<body class="site com_content wrapper-static view-article no-layout no-task itemid-101 has-sidebar-right">'
        f'<header class="header container-header full-width"><div class="grid-child"><div class="navbar-brand"><a class="brand-logo" href="/">{escape(blog.title)}</a><div class="site-description">Notes on making and walking</div></div></div><div class="grid-child container-nav"><ul class="mod-menu mod-list nav">{links}</ul></div></header>'
        '<div class="site-grid"><div class="grid-child container-component"><nav class="mod-breadcrumbs__wrapper" aria-label="Breadcrumbs"><ol class="mod-breadcrumbs breadcrumb px-3 py-2"><li class="mod-breadcrumbs__item breadcrumb-item"><a href="/" class="pathway"><span>Home</span></a></li></ol></nav><div id="system-message-container" aria-live="polite"></div>'
        f'<main>{inside}</main></div><div class="grid-child container-sidebar-right"><div class="sidebar-right card"><h3 class="card-header">Latest</h3><div class="card-body"><ul class="mod-articleslatest latestnews mod-list">{latest}</ul></div></div></div></div>'
        '<footer class="container-footer footer full-width"><div class="grid-child"><div class="mod-footer"><div class="footer1">Copyright © 2024 Copper. All Rights Reserved.</div></div></div></footer><a href="#top" id="back-top" class="back-to-top-link"><span class="icon-arrow-up icon-fw"></span></a></body></html>'
    )


def _info(blog: Blog, post: Post) -> str:
    published, modified = (
        f"{when:%Y-%m-%dT%H:%M:%S+00:00}" for when in (post.published, post.modified)
    )
    section = post.sections[0]
    return (
        '<dl class="article-info text-muted"><dt class="article-info-term"><span class="visually-hidden">Details</span></dt>'
        f'<dd class="createdby" itemprop="author" itemscope itemtype="https://schema.org/Person"><span class="icon-user icon-fw" aria-hidden="true"></span> Written by: <span itemprop="name">{escape(" and ".join(post.authors))}</span></dd>'
        f'<dd class="category-name"><span class="icon-folder-open icon-fw" aria-hidden="true"></span> Category: <a href="/{slug_of(section)}" itemprop="genre">{escape(section)}</a></dd>'
        f'<dd class="published"><span class="icon-calendar icon-fw" aria-hidden="true"></span><time datetime="{published}" itemprop="datePublished"> Published: {post.published:%d %B %Y} </time></dd>'
        f'<dd class="modified"><span class="icon-calendar icon-fw" aria-hidden="true"></span><time datetime="{modified}" itemprop="dateModified"> Last Updated: {post.modified:%d %B %Y} </time></dd>'
        f'<dd class="hits"><span class="icon-eye icon-fw" aria-hidden="true"></span><meta itemprop="interactionCount" content="UserPageVisits:12"> Hits: 12 </dd></dl>'
    )


def _tags(post: Post) -> str:
    items = "".join(
        f'<li class="list-inline-item tag-{n} tag-list{n}" itemprop="keywords"><a href="/component/tags/tag/{slug_of(each)}" class="btn btn-sm btn-info"> {escape(each)} </a></li>'
        for n, each in enumerate(post.tags)
    )
    return f'<ul class="tags list-inline">{items}</ul>' if items else ""


def _render_post(blog: Blog, post: Post) -> str:
    older, newer = blog.older(post), blog.newer(post)
    links = "".join(
        f'<a class="btn btn-sm btn-secondary {name}" href="{blog.link(other).removeprefix(blog.home)}" rel="{rel}"><span class="visually-hidden">{words} article: {escape(other.title)}</span> <span class="icon-chevron" aria-hidden="true"></span> <span aria-hidden="true">{words[:4]}</span></a>'
        for other, name, rel, words in (
            (newer, "previous", "prev", "Previous"),
            (older, "next", "next", "Next"),
        )
        if other
    )
    inside = (
        '<div class="com-content-article item-page" itemscope itemtype="https://schema.org/Article"><meta itemprop="inLanguage" content="en-GB">'
        f'<div class="page-header"><h1 itemprop="headline"> {escape(post.title)} </h1></div>{_info(blog, post)}{_tags(post)}'
        f'<div itemprop="articleBody" class="com-content-article__body">{content(post)}</div>'
        f'<nav class="pagenavigation" aria-label="Page Navigation"><span class="pagination ms-0">{links}</span></nav></div>'
    )
    return _frame(blog, post.title, inside)


def _item(blog: Blog, post: Post) -> str:
    path = blog.link(post).removeprefix(blog.home)
    return (
        '<div class="com-content-category-blog__item blog-item" itemprop="blogPost" itemscope itemtype="https://schema.org/BlogPosting"><div class="item-content"><div class="page-header">'
        f'<h2 itemprop="name"><a href="{path}" itemprop="url"> {escape(post.title)} </a></h2></div>{_info(blog, post)}<p>{escape(post.excerpt)}</p>'
        f'<p class="readmore"><a class="btn btn-secondary" href="{path}" aria-label="Read more: {escape(post.title)}"><span class="icon-chevron-right"></span> Read more: {escape(post.title)} </a></p></div></div>'
    )


def _render_list(blog: Blog, listing: Listing) -> str:
    items = [_item(blog, post) for post in listing.posts[:5]]
    more = "".join(
        f'<li class="com-content-blog__link"><a class="com-content-category-blog__link" href="{blog.link(post).removeprefix(blog.home)}"> {escape(post.title)}</a></li>'
        for post in listing.posts[5:]
    )
    pager = "".join(_page_link(listing, page) for page in range(1, listing.pages + 1))
    after = (
        ""
        if listing.page == listing.pages
        else f'<li class="page-item"><a aria-label="Go to next page" href="/?start={listing.page * SIZE}" class="page-link"><span class="icon-angle-right" aria-hidden="true"></span></a></li>'
    )
    inside = (
        f'<div class="com-content-category-blog blog" itemscope itemtype="https://schema.org/Blog"><div class="com-content-category-blog__items blog-items items-leading">{items[0]}</div><div class="com-content-category-blog__items blog-items columns-2">{"".join(items[1:])}</div>'
        f'<div class="items-more"><ol class="com-content-category-blog__links">{more}</ol></div>'
        f'<div class="com-content-category-blog__navigation w-100"><p class="com-content-category-blog__counter counter float-end pt-3 pe-2"> Page {listing.page} of {listing.pages} </p><div class="com-content-category-blog__pagination"><nav class="pagination__wrapper" aria-label="Pagination"><ul class="pagination ms-0 mb-4">{pager}{after}</ul></nav></div></div></div>'
    )
    return _frame(blog, "", inside)


def _page_link(listing: Listing, page: int) -> str:
    if page == listing.page:
        return f'<li class="active page-item"><span class="page-link">{page}</span></li>'
    address = f"/?start={(page - 1) * SIZE}" if page > 1 else "/"
    return f'<li class="page-item"><a aria-label="Go to page {page}" href="{address}" class="page-link">{page}</a></li>'
