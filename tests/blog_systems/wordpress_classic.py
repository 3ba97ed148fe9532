"""Twenty Twenty-One: the last default theme of WordPress without blocks, with Jetpack."""

from __future__ import annotations

from dataclasses import replace
from html import escape

from blog_posts import BIOS, Post
from blog_site import Blog, Listing
from wordpress_parts import (
    COOKIES,
    classic_comments,
    content,
    day,
    head,
    jetpack,
    menu,
    open_graph,
    term_path,
)
from wordpress_site import Theme, by_day


def _frame(blog: Blog, title: str, body_class: str, inside: str, extra: str = "") -> str:
    items = "".join(f'<li class="menu-item menu-item-type-post_type">{a}</li>' for a in menu(blog))
    recent = "".join(
        f'<li><a href="{blog.link(post)}">{escape(post.title)}</a></li>' for post in blog.posts[:5]
    )
    months = dict.fromkeys(f"{post.published:%Y/%m}" for post in blog.posts)
    archives = "".join(f"<li><a href='{blog.home}/{month}/'>{month}</a></li>" for month in months)
    return (
        f'{head(blog, title, extra)}<body class="{body_class} is-light-theme no-js">'
        '<div id="page" class="site"><a class="skip-link screen-reader-text" href="#content">Skip to content</a>'
        '<header id="masthead" class="site-header has-title-and-tagline" role="banner"><div class="site-branding">'
        f'<p class="site-title"><a href="{blog.start}" rel="home">{escape(blog.title)}</a></p>'
        '<p class="site-description">Notes on making and walking</p></div>'
        f'<nav id="site-navigation" class="primary-navigation" aria-label="Primary menu"><ul class="menu-wrapper">{items}</ul></nav></header>'
        '<div id="content" class="site-content"><section id="primary" class="content-area"><main id="main" class="site-main" role="main">'
        f"{inside}</main></section></div>"
        f'<aside class="widget-area"><section id="block-3" class="widget widget_block"><div class="wp-block-group"><h2>Recent Posts</h2>'
        f'<ul class="wp-block-latest-posts__list wp-block-latest-posts">{recent}</ul></div></section>'
        f'<section id="block-5" class="widget widget_block"><h2>Archives</h2><ul class="wp-block-archives-list wp-block-archives">{archives}</ul></section></aside>'
        '<footer id="colophon" class="site-footer" role="contentinfo"><div class="site-info"><div class="site-name">'
        f'<a href="{blog.start}" rel="home">{escape(blog.title)}</a></div><div class="powered-by">Proudly powered by'
        f' <a href="https://wordpress.org/">WordPress</a>.</div></div></footer></div>{COOKIES}</body></html>'
    )


def _author_link(blog: Blog, name: str, attributes: str = "") -> str:
    return f'<a href="{blog.home}{term_path("author", name)}"{attributes} rel="author">{escape(name)}</a>'


def _time(post: Post) -> str:
    stamp = f"{post.published:%Y-%m-%dT%H:%M:%S+00:00}"
    return (
        '<span class="posted-on">Published <time class="entry-date published updated"'
        f' datetime="{stamp}">{day(post.published)}</time></span>'
    )


def _taxonomies(blog: Blog, post: Post) -> str:
    sections = ", ".join(
        f'<a href="{blog.home}{term_path("category", each)}" rel="category tag">{escape(each)}</a>'
        for each in post.sections
    )
    tags = ", ".join(
        f'<a href="{blog.home}{term_path("tag", each)}" rel="tag">{escape(each)}</a>'
        for each in post.tags
    )
    tagged = f'<span class="tags-links">Tagged {tags}</span>' if tags else ""
    return f'<div class="post-taxonomies"><span class="cat-links">Categorized as {sections} </span>{tagged}</div>'


def _byline(blog: Blog, post: Post) -> str:
    """Of an author with a description, the box below says who it is; of two, an extension does."""
    if len(post.authors) > 1:
        title = ' title="Posts by {}" class="author url fn"'
        names = " and ".join(_author_link(blog, each, title.format(each)) for each in post.authors)
        return f'<span class="byline">By {names}</span>'
    if post.authors[0] in BIOS:
        return ""
    return f'<span class="byline">By {_author_link(blog, post.authors[0])}</span>'


def _author_box(blog: Blog, post: Post) -> str:
    name = post.authors[0]
    if name not in BIOS:
        return ""
    return (
        '<div class="author-bio show-avatars"><img alt="" src="/avatar" class="avatar avatar-85 photo" />'
        f'<div class="author-bio-content"><h2 class="author-title">By {name}</h2><p class="author-description"> {BIOS[name]}</p>'
        f'<a class="author-link" href="{blog.home}{term_path("author", name)}" rel="author">View all of {name}\'s posts.</a></div></div>'
    )


def _neighbour(blog: Blog, post: Post | None, name: str, label: str) -> str:
    if post is None:
        return ""
    title = escape(post.title)
    return (
        f'<div class="nav-{name}"><a href="{blog.link(post)}" rel="{"next" if name == "next" else "prev"}"><p class="meta-nav">{label}</p>'
        f'<p class="post-title">{title}</p></a></div>'
    )


def _classes(post: Post) -> str:
    return (
        f"post-{post.number} post type-post status-publish format-standard hentry category-x entry"
    )


def _pages_of(post: Post) -> list[str]:
    """The content of its pages: some posts have two."""
    if post.number % 5 or len(post.pieces) < 4:
        return [content(post)]
    first, second = replace(post, pieces=post.pieces[:3]), replace(post, pieces=post.pieces[3:])
    return [content(first), content(second)]


def _page_links(blog: Blog, post: Post, page: int, pages: int) -> str:
    if pages == 1:
        return ""
    links = " ".join(
        f'<span class="post-page-numbers current" aria-current="page">{n}</span>'
        if n == page
        else f'<a href="{blog.link(post)}{f"{n}/" if n > 1 else ""}" class="post-page-numbers">{n}</a>'
        for n in range(1, pages + 1)
    )
    return f'<nav class="page-links" aria-label="Page">Pages: {links}</nav>'


def render_post(blog: Blog, post: Post, page: int = 1) -> str:
    texts = _pages_of(post)
    text = texts[page - 1] + _page_links(blog, post, page, len(texts))
    count = len(post.comments)
    replies = (
        f'<h2 class="comments-title">{count} {"Reply" if count == 1 else "Replies"}</h2>'
        if count
        else ""
    )
    navigation = _neighbour(blog, blog.older(post), "previous", "Previous post") + _neighbour(
        blog, blog.newer(post), "next", "Next post"
    )
    inside = (
        f'<article id="post-{post.number}" class="{_classes(post)}">'
        f'<header class="entry-header alignwide"><h1 class="entry-title">{escape(post.title)}</h1></header>'
        f'<div class="entry-content">\n{text}\n{jetpack(blog, post)}</div>'
        f'<footer class="entry-footer default-max-width"><div class="posted-by">{_time(post)}{_byline(blog, post)}</div>'
        f"{_taxonomies(blog, post)}</footer>{_author_box(blog, post)}</article>"
        f'<div id="comments" class="comments-area default-max-width show-avatars">{replies}{classic_comments(blog, post)}</div>'
        '<nav class="navigation post-navigation" aria-label="Posts"><h2 class="screen-reader-text">Post navigation</h2>'
        f'<div class="nav-links">{navigation}</div></nav>'
    )
    return _frame(
        blog, post.title, "post-template-default single single-post", inside, open_graph(blog, post)
    )


def render_second_page(blog: Blog, post: Post) -> str | None:
    return render_post(blog, post, 2) if len(_pages_of(post)) > 1 else None


def render_list(blog: Blog, listing: Listing) -> str:
    items = "".join(
        f'<article id="post-{post.number}" class="{_classes(post)}"><header class="entry-header"><h2 class="entry-title default-max-width">'
        f'<a href="{blog.link(post)}">{escape(post.title)}</a></h2></header><div class="entry-content"><p>{escape(post.excerpt)}</p>'
        f'<div class="more-link-container"><a class="more-link" href="{blog.link(post)}">Continue reading'
        f'<span class="screen-reader-text">{escape(post.title)}</span></a></div></div>'
        f'<footer class="entry-footer default-max-width">{_time(post)}{_taxonomies(blog, post)}</footer></article>'
        for post in listing.posts
    )
    top = (
        f'<header class="page-header alignwide"><h1 class="page-title">{escape(listing.title)}</h1></header>'
        if listing.title
        else ""
    )
    return _frame(
        blog,
        listing.title,
        "home blog hfeed" if not listing.title else "archive hfeed",
        top + items + _pager(blog, listing),
    )


def _pager(blog: Blog, listing: Listing) -> str:
    if listing.pages == 1:
        return ""
    base = f"{blog.home}{listing.path}"
    newer = base if listing.page == 2 else f"{base}page/{listing.page - 1}/"
    links = []
    if listing.page > 1:
        links.append(
            f'<a class="prev page-numbers" href="{newer}"><span class="nav-prev-text">Newer <span class="nav-short">posts</span></span></a>'
        )
    for number in dict.fromkeys((1, listing.page, listing.pages)):
        if number == listing.page:
            links.append(
                f'<span aria-current="page" class="page-numbers current">Page {number}</span>'
            )
        else:
            address = base if number == 1 else f"{base}page/{number}/"
            links.append(f'<a class="page-numbers" href="{address}">Page {number}</a>')
    if listing.page < listing.pages:
        links.append(
            f'<a class="next page-numbers" href="{base}page/{listing.page + 1}/"><span class="nav-next-text">Older <span class="nav-short">posts</span></span></a>'
        )
    return (
        '<nav class="navigation pagination" aria-label="Posts"><h2 class="screen-reader-text">Posts navigation</h2>'
        f'<div class="nav-links">{"".join(links)}</div></nav>'
    )


TWENTYTWENTYONE = Theme(
    "twentytwentyone",
    by_day,
    render_post,
    render_list,
    shows_all_authors=True,
    shows_changes=True,
    render_second_page=render_second_page,
)
