"""Two more default themes of WordPress, without any extension: Twenty Seventeen, and Twenty
Twenty-Five, whose posts show no date of their own, but that of others."""

from __future__ import annotations

from html import escape

from blog_posts import Post
from blog_site import Blog, Listing
from wordpress_block_parts import (
    CONSTRAINED,
    FLOW,
    author_name,
    comments,
    date,
    frame,
    group,
    pager,
    post_content,
    terms_of,
)
from wordpress_parts import classic_comments, content, day, head, menu, term_path
from wordpress_site import Theme, by_day, by_name


def _render_five(blog: Blog, post: Post) -> str:
    names = "has-accent-4-color has-text-color has-link-color wp-elements-9f1c2"
    byline = (
        f'<p class="{names}">Written by </p>{author_name(blog, post)}<p class="{names}">in</p>'
        f"{terms_of(blog, post, 'category')}"
    )
    older, newer = blog.older(post), blog.newer(post)
    neighbours = "".join(
        f'<div class="post-navigation-link-{name} wp-block-post-navigation-link"><span class="wp-block-post-navigation-link__arrow-{name} is-arrow-arrow">←</span>'
        f'<a href="{blog.link(other)}" rel="{rel}">{escape(other.title)}</a></div>'
        for other, name, rel in ((older, "previous", "prev"), (newer, "next", "next"))
        if other
    )
    more = "".join(
        f'<li class="wp-block-post post-{other.number} post type-post status-publish format-standard hentry">'
        + group(
            f'<h3 class="wp-block-post-title has-large-font-size"><a href="{blog.link(other)}" target="_self">{escape(other.title)}</a></h3>{date(other, blog.link(other))}',
            "alignfull is-nowrap is-layout-flex",
            other.number,
        )
        + "</li>"
        for other in blog.posts[:4]
    )
    inside = (
        f'<main class="wp-block-group {CONSTRAINED}">'
        + group(
            f'<h1 class="wp-block-post-title">{escape(post.title)}</h1>'
            + group(byline, "has-small-font-size is-nowrap is-layout-flex", 3)
            + post_content(blog, post, with_jetpack=False)
            + group(terms_of(blog, post, "post_tag"))
            + f'<nav class="wp-block-group alignwide is-layout-flex" aria-label="Post navigation">{neighbours}</nav>'
            + comments(blog, post, 3)
        )
        + group(
            '<h2 class="wp-block-heading alignwide has-small-font-size">More posts</h2>'
            f'<div class="wp-block-query alignwide is-layout-flow"><ul class="alignfull wp-block-post-template is-layout-flow">{more}</ul></div>'
        )
        + "</main>"
    )
    return frame(blog, post.title, "wp-singular post-template-default single single-post", inside)


def _list_five(blog: Blog, listing: Listing) -> str:
    """It shows the posts whole."""
    items = "".join(
        f'<li class="wp-block-post post-{post.number} post type-post status-publish format-standard hentry">'
        + group(
            f'<h2 class="wp-block-post-title has-x-large-font-size"><a href="{blog.link(post)}" target="_self">{escape(post.title)}</a></h2>'
            f'<div class="entry-content alignfull wp-block-post-content has-medium-font-size is-layout-flow">{content(post)}</div>{date(post, blog.link(post))}',
            f"alignfull {FLOW}",
            post.number,
        )
        + "</li>"
        for post in listing.posts
    )
    links = pager(blog, listing, ("Previous Page", "Next Page"), numbers=True)
    inside = f'<main class="wp-block-group {CONSTRAINED}"><div class="wp-block-query is-layout-flow"><ul class="alignfull wp-block-post-template is-layout-flow">{items}</ul>{group(links)}</div></main>'
    return frame(blog, listing.title, "home blog" if not listing.title else "archive", inside)


def _frame_seventeen(blog: Blog, title: str, names: str, inside: str) -> str:
    recent = "".join(
        f'<li><a href="{blog.link(post)}">{escape(post.title)}</a></li>' for post in blog.posts[:5]
    )
    said = "".join(
        f'<li class="recentcomments"><span class="comment-author-link">{comment.author}</span> on <a href="{blog.link(post)}#c">{escape(post.title)}</a></li>'
        for post in blog.posts[:4]
        for comment in post.comments[:1]
    )
    pages = "".join(f'<li class="menu-item">{each}</li>' for each in menu(blog))
    return (
        f'{head(blog, title)}<body class="{names} group-blog has-sidebar colors-light"><div id="page" class="site"><a class="skip-link screen-reader-text" href="#content">Skip to content</a>'
        f'<header id="masthead" class="site-header"><div class="custom-header"><div class="site-branding"><div class="wrap"><div class="site-branding-text"><p class="site-title"><a href="{blog.start}" rel="home">{escape(blog.title)}</a></p><p class="site-description">Notes on making and walking</p></div></div></div></div>'
        f'<div class="navigation-top"><div class="wrap"><nav id="site-navigation" class="main-navigation"><ul id="top-menu" class="menu">{pages}</ul></nav></div></div></header>'
        f'<div class="site-content-contain"><div id="content" class="site-content"><div class="wrap">{inside}'
        f'<aside id="secondary" class="widget-area" aria-label="Blog Sidebar"><section id="recent-posts-2" class="widget widget_recent_entries"><h2 class="widget-title">Recent Posts</h2><nav aria-label="Recent Posts"><ul>{recent}</ul></nav></section>'
        f'<section id="recent-comments-2" class="widget widget_recent_comments"><h2 class="widget-title">Recent Comments</h2><ul id="recentcomments">{said}</ul></section></aside></div></div>'
        '<footer id="colophon" class="site-footer"><div class="wrap"><div class="site-info"><a href="https://wordpress.org/" class="imprint">Proudly powered by <span>WordPress</span></a></div></div></footer></div></div></body></html>'
    )


def _time_link(blog: Blog, post: Post) -> str:
    stamp = f"{post.published:%Y-%m-%dT%H:%M:%S+00:00}"
    changed = f"{post.modified:%Y-%m-%dT%H:%M:%S+00:00}"
    times = f'<time class="entry-date published updated" datetime="{stamp}">{day(post.published)}</time>'
    if post.modified != post.published:
        times = (
            f'<time class="entry-date published" datetime="{stamp}">{day(post.published)}</time>'
            f'<time class="updated" datetime="{changed}">{day(post.modified)}</time>'
        )
    return f'<span class="screen-reader-text">Posted on</span> <a href="{blog.link(post)}" rel="bookmark">{times}</a>'


def _render_seventeen(blog: Blog, post: Post) -> str:
    name = post.authors[0]
    sections = ", ".join(
        f'<a href="{blog.home}{term_path("category", each)}" rel="category tag">{escape(each)}</a>'
        for each in post.sections
    )
    tags = ", ".join(
        f'<a href="{blog.home}{term_path("tag", each)}" rel="tag">{escape(each)}</a>'
        for each in post.tags
    )
    tagged = (
        f'<span class="tags-links"><span class="screen-reader-text">Tags</span>{tags}</span>'
        if tags
        else ""
    )
    count = len(post.comments)
    replies = (
        f'<h2 class="comments-title">{count} Replies to “{escape(post.title)}”</h2>'
        if count
        else ""
    )
    older = blog.older(post)
    previous = (
        f'<div class="nav-previous"><a href="{blog.link(older)}" rel="prev"><span class="screen-reader-text">Previous Post</span><span aria-hidden="true" class="nav-subtitle">Previous</span> <span class="nav-title">{escape(older.title)}</span></a></div>'
        if older
        else ""
    )
    inside = (
        '<div id="primary" class="content-area"><main id="main" class="site-main">'
        f'<article id="post-{post.number}" class="post-{post.number} post type-post status-publish format-standard hentry category-x"><header class="entry-header"><div class="entry-meta"><span class="posted-on">{_time_link(blog, post)}</span>'
        f'<span class="byline"> by <span class="author vcard"><a class="url fn n" href="{blog.home}{term_path("author", name)}">{escape(name)}</a></span></span></div><h1 class="entry-title">{escape(post.title)}</h1></header>'
        f'<div class="entry-content">{content(post)}</div><footer class="entry-footer"><span class="cat-tags-links"><span class="cat-links"><span class="screen-reader-text">Categories</span>{sections}</span>{tagged}</span></footer></article>'
        f'<div id="comments" class="comments-area">{replies}{classic_comments(blog, post)}</div>'
        f'<nav class="navigation post-navigation" aria-label="Posts"><h2 class="screen-reader-text">Post navigation</h2><div class="nav-links">{previous}</div></nav></main></div>'
    )
    return _frame_seventeen(blog, post.title, "post-template-default single single-post", inside)


def _list_seventeen(blog: Blog, listing: Listing) -> str:
    items = "".join(
        f'<article id="post-{post.number}" class="post-{post.number} post type-post status-publish format-standard hentry"><header class="entry-header"><div class="entry-meta">{_time_link(blog, post)}</div>'
        f'<h3 class="entry-title"><a href="{blog.link(post)}" rel="bookmark">{escape(post.title)}</a></h3></header><div class="entry-content">{content(post)}</div></article>'
        for post in listing.posts
    )
    base = f"{blog.home}{listing.path}"
    links = ""
    if listing.page < listing.pages:
        links = f'<a class="next page-numbers" href="{base}page/{listing.page + 1}/"><span class="screen-reader-text">Next page</span><svg></svg></a>'
    inside = (
        '<header class="page-header"><h2 class="page-title">Posts</h2></header><div id="primary" class="content-area"><main id="main" class="site-main">'
        f'{items}<nav class="navigation pagination" aria-label="Posts"><h2 class="screen-reader-text">Posts navigation</h2><div class="nav-links"><span aria-current="page" class="page-numbers current">{listing.page}</span>{links}</div></nav></main></div>'
    )
    return _frame_seventeen(blog, listing.title, "home blog hfeed", inside)


TWENTYTWENTYFIVE = Theme("twentytwentyfive", by_name, _render_five, _list_five)
TWENTYSEVENTEEN = Theme(
    "twentyseventeen", by_day, _render_seventeen, _list_seventeen, shows_changes=True
)
