"""The default themes of WordPress that are made of blocks: Twenty Twenty-Two, -Three and -Four.

Class names that WordPress generates for layouts (``wp-container-core-group-layout-7``) differ from
page to page, as they do there.
"""

from __future__ import annotations

import json
from html import escape

from blog_posts import BIOS, Post
from blog_site import Blog, Listing
from wordpress_parts import (
    classic_comments,
    content,
    day,
    head,
    jetpack,
    menu,
    page_title,
    term_path,
)
from wordpress_site import Theme, by_day, by_name

_FLOW = "is-layout-flow wp-block-group-is-layout-flow"
_CONSTRAINED = "has-global-padding is-layout-constrained wp-block-group-is-layout-constrained"


def _group(inside: str, names: str = _CONSTRAINED, number: int = 0) -> str:
    extra = f" wp-container-core-group-layout-{number}" if number else ""
    return f'<div class="wp-block-group {names}{extra}">{inside}</div>'


def _frame(blog: Blog, title: str, body_class: str, inside: str, extra: str = "") -> str:
    pages = "".join(
        f'<li class="wp-block-pages-list__item wp-block-navigation-item open-on-hover-click">{each}</li>'
        for each in menu(blog)
    )
    return (
        f'{head(blog, title, extra)}<body class="{body_class} wp-embed-responsive"><div class="wp-site-blocks">'
        f'<header class="wp-block-template-part"><div class="wp-block-group {_CONSTRAINED}"><p class="wp-block-site-title">'
        f'<a href="{blog.start}" target="_self" rel="home" aria-current="page">{escape(blog.title)}</a></p>'
        '<nav class="is-responsive wp-block-navigation is-layout-flex"><button class="wp-block-navigation__responsive-container-open"></button>'
        f'<ul class="wp-block-page-list">{pages}</ul></nav></div></header>'
        f'{inside}<footer class="wp-block-template-part"><div class="wp-block-group {_CONSTRAINED}"><p class="wp-block-site-title">'
        f'<a href="{blog.start}" target="_self" rel="home">{escape(blog.title)}</a></p><p class="has-text-align-right">Proudly powered by'
        ' <a href="https://wordpress.org" rel="nofollow">WordPress</a></p></div></footer></div></body></html>'
    )


def _date(post: Post, link: str = "") -> str:
    stamp = f"{post.published:%Y-%m-%dT%H:%M:%S+00:00}"
    words = f'<a href="{link}">{day(post.published)}</a>' if link else day(post.published)
    return f'<div class="wp-block-post-date"><time datetime="{stamp}">{words}</time></div>'


def _terms(blog: Blog, post: Post, taxonomy: str, prefix: str = "") -> str:
    terms = post.sections if taxonomy == "category" else post.tags
    kind = "category" if taxonomy == "category" else "tag"
    links = '<span class="wp-block-post-terms__separator">, </span>'.join(
        f'<a href="{blog.home}{term_path(kind, each)}" rel="tag">{escape(each)}</a>' for each in terms
    )
    before = f'<span class="wp-block-post-terms__prefix">{prefix}</span>' if prefix else ""
    return f'<div class="taxonomy-{taxonomy} wp-block-post-terms">{before}{links}</div>' if terms else ""


def _author(post: Post) -> str:
    return (
        '<div class="wp-block-post-author"><div class="wp-block-post-author__content">'
        f'<p class="wp-block-post-author__name">{escape(post.authors[0])}</p></div></div>'
    )


def _author_name(blog: Blog, post: Post) -> str:
    name = post.authors[0]
    return (
        f'<div class="wp-block-post-author-name"><a href="{blog.home}{term_path("author", name)}" target="_self"'
        f' class="wp-block-post-author-name__link">{escape(name)}</a></div>'
    )


def _comments(blog: Blog, post: Post, level: int) -> str:
    shown = "".join(
        f'<li id="comment-{post.number}{n}" class="comment even thread-even depth-1"><div class="wp-block-columns is-layout-flex">'
        '<div class="wp-block-column is-layout-flow" style="flex-basis:40px"><div class="wp-block-avatar"><img alt="" src="/a" /></div></div>'
        f'<div class="wp-block-column is-layout-flow"><div class="wp-block-comment-author-name">{comment.author}</div>'
        f'{_group(_comment_date(blog, post, n), _FLOW)}<div class="wp-block-comment-content"><p>{comment.text}</p></div>'
        f'<div class="wp-block-comment-reply-link"><a rel="nofollow" class="comment-reply-link" href="?replytocom={n}#respond">Reply</a></div></div></div></li>'
        for n, comment in enumerate(post.comments)
    )
    title = f'<h{level} id="comments" class="wp-block-comments-title">{len(post.comments)} responses to “{escape(post.title)}”</h{level}>'
    listed = f'{title}<ol class="wp-block-comment-template">{shown}</ol>' if shown else ""
    form = (
        '<div id="respond" class="comment-respond wp-block-post-comments-form"><h3 id="reply-title" class="comment-reply-title">Leave a Reply</h3>'
        '<form class="comment-form"><p class="comment-notes">Your email address will not be published. Required fields are marked *</p></form></div>'
    )
    return f'<div class="wp-block-comments">{listed}{form}</div>'


def _comment_date(blog: Blog, post: Post, number: int) -> str:
    when = post.comments[number].when
    return (
        f'<div class="wp-block-comment-date"><time datetime="{when:%Y-%m-%dT%H:%M:%S+00:00}"><a href="{blog.link(post)}#comment-{post.number}{number}">'
        f"{day(when)}</a></time></div>"
    )


def _post_content(blog: Blog, post: Post, *, with_jetpack: bool = True) -> str:
    boxes = jetpack(blog, post) if with_jetpack else ""
    return (
        '<div class="entry-content alignfull wp-block-post-content has-global-padding is-layout-constrained'
        f' wp-container-core-post-content-layout-{post.number}">{content(post)}{boxes}</div>'
    )


def _render_three(blog: Blog, post: Post) -> str:
    tags = _terms(blog, post, "post_tag")
    meta = (
        '<div style="height:0" aria-hidden="true" class="wp-block-spacer"></div>'
        + _group(
            '<hr class="wp-block-separator alignwide has-css-opacity is-style-wide"/><div class="wp-block-columns alignwide has-small-font-size is-layout-flex">'
            '<div class="wp-block-column is-layout-flow">'
            + _group(f"<p>Posted</p>{_date(post)}<p>in</p>{_terms(blog, post, 'category')}", "is-layout-flex", 3)
            + _group(f"<p>by</p>{_author(post)}", "is-layout-flex", 4)
            + f'</div><div class="wp-block-column is-layout-flow">{_group(f"<p>Tags:</p>{tags}", "is-vertical is-layout-flex", 5)}</div></div>',
            number=post.number + 6,
        )
    )
    heading = _group(
        f'<h1 class="alignwide wp-block-post-title">{escape(post.title)}</h1>', number=2
    )
    inside = (
        f'<main class="wp-block-group {_FLOW}">{heading}'
        f"{_post_content(blog, post)}{meta}"
        f'<section class="wp-block-template-part">{_group(_comments_three(blog, post))}</section></main>'
    )
    return _frame(blog, post.title, "post-template-default single single-post", inside)


def _comments_three(blog: Blog, post: Post) -> str:
    return "<h2>Comments</h2>" + _comments(blog, post, 3)


def _list_items(blog: Blog, listing: Listing, date_links: bool = True) -> str:
    items = "".join(
        f'<li class="wp-block-post post-{post.number} post type-post status-publish format-standard hentry">'
        f'<h2 class="wp-block-post-title"><a href="{blog.link(post)}" target="_self">{escape(post.title)}</a></h2>'
        f'<div class="wp-block-post-excerpt"><p class="wp-block-post-excerpt__excerpt">{escape(post.excerpt)} </p></div>'
        f"{_date(post, blog.link(post) if date_links else '')}"
        '<div style="height:var(--wp--preset--spacing--60)" aria-hidden="true" class="wp-block-spacer"></div></li>'
        for post in listing.posts
    )
    return f'<ul class="alignwide wp-block-post-template is-layout-grid columns-3">{items}</ul>'


def _pager(blog: Blog, listing: Listing, words: tuple[str, str], numbers: bool) -> str:
    base = f"{blog.home}{listing.path}"
    inside = ""
    if listing.page > 1:
        newer = base if listing.page == 2 else f"{base}page/{listing.page - 1}/"
        inside += f'<a href="{newer}" class="wp-block-query-pagination-previous"><span class="wp-block-query-pagination-previous-arrow is-arrow-arrow" aria-hidden="true">←</span>{words[0]}</a>'
    if numbers:
        links = "".join(
            f'<span aria-current="page" class="page-numbers current">{n}</span>'
            if n == listing.page
            else f'<a class="page-numbers" href="{base if n == 1 else f"{base}page/{n}/"}">{n}</a>'
            for n in range(1, listing.pages + 1)
        )
        inside += f'<div class="wp-block-query-pagination-numbers">{links}</div>'
    if listing.page < listing.pages:
        inside += f'<a href="{base}page/{listing.page + 1}/" class="wp-block-query-pagination-next">{words[1]}<span class="wp-block-query-pagination-next-arrow is-arrow-arrow" aria-hidden="true">→</span></a>'
    return f'<nav class="alignwide wp-block-query-pagination is-content-justification-space-between is-layout-flex" aria-label="Pagination">{inside}</nav>'


def _list_three(blog: Blog, listing: Listing) -> str:
    title = listing.title or "Mindblown: a blog about copper."
    inside = (
        f'<main class="wp-block-group {_CONSTRAINED}"><h1 class="alignwide">{escape(title)}</h1><div class="wp-block-query alignwide is-layout-constrained">'
        f'{_list_items(blog, listing)}<hr class="wp-block-separator alignwide"/>{_pager(blog, listing, ("Newer Posts", "Older Posts"), numbers=False)}</div>'
        f'<div class="wp-block-columns alignwide"><div class="wp-block-column"><p class="has-x-large-font-size">Got any book recommendations?</p>'
        '<div class="wp-block-buttons"><div class="wp-block-button"><a class="wp-block-button__link wp-element-button">Get In Touch</a></div></div></div></div></main>'
    )
    return _frame(blog, listing.title, "home blog" if not listing.title else "archive", inside)


def _render_two(blog: Blog, post: Post) -> str:
    """With an extension for search engines, and the classic comments in one block."""
    meta = _date(post) + _author(post) + _terms(blog, post, "category") + _terms(blog, post, "post_tag")
    spacer = '<div style="height:32px" aria-hidden="true" class="wp-block-spacer"></div>'
    count = len(post.comments)
    title = f'<h2 id="comments">{count} responses to “{escape(post.title)}”</h2>' if count else ""
    inside = (
        f'<main class="wp-block-group {_FLOW}">'
        + _group(f'<h1 class="alignwide wp-block-post-title">{escape(post.title)}</h1><hr class="wp-block-separator alignwide is-style-wide"/>')
        + spacer
        + _post_content(blog, post, with_jetpack=False)
        + spacer
        + _group(
            _group(meta, "is-layout-flex", 9)
            + spacer
            + f'<div class="wp-block-post-comments">{title}{classic_comments(blog, post)}</div>'
        )
        + "</main>"
    )
    return _frame(blog, post.title, "post-template-default single single-post", inside, _graph(blog, post))


def _graph(blog: Blog, post: Post) -> str:
    """The JSON-LD and meta elements of an extension for search engines."""
    address = blog.link(post)
    article = {
        "@type": "Article",
        "@id": f"{address}#article",
        "isPartOf": {"@id": address},
        "author": {"name": post.authors[0], "@id": f"{blog.home}/#/schema/person/1f2e"},
        "headline": post.title,
        "datePublished": f"{post.published:%Y-%m-%dT%H:%M:%S+00:00}",
        "dateModified": f"{post.modified:%Y-%m-%dT%H:%M:%S+00:00}",
        "mainEntityOfPage": {"@id": address},
        "wordCount": len(post.words),
        "keywords": list(post.tags),
        "articleSection": list(post.sections),
        "inLanguage": "en-US",
    }
    graph = [
        {key: value for key, value in article.items() if value},
        {"@type": "WebPage", "@id": address, "url": address, "name": page_title(blog, post.title)},
        {"@type": "Person", "@id": f"{blog.home}/#/schema/person/1f2e", "name": post.authors[0]},
    ]
    data = json.dumps({"@context": "https://schema.org", "@graph": graph})
    return (
        f'<meta name="author" content="{escape(post.authors[0])}" /><meta name="twitter:label1" content="Written by" />'
        f'<meta name="twitter:data1" content="{escape(post.authors[0])}" /><meta property="og:site_name" content="{escape(blog.title)}" />'
        f'<script type="application/ld+json" class="yoast-schema-graph">{data}</script>'
    )


def _list_two(blog: Blog, listing: Listing) -> str:
    items = "".join(
        f'<li class="wp-block-post post-{post.number} post type-post status-publish format-standard hentry">'
        + _group(
            f'<h2 class="alignwide wp-block-post-title has-huge-font-size"><a href="{blog.link(post)}" target="_self" rel="">{escape(post.title)}</a></h2>'
            '<div class="wp-block-columns alignwide is-layout-flex"><div class="wp-block-column is-layout-flow" style="flex-basis:650px">'
            f'<div class="wp-block-post-excerpt"><p class="wp-block-post-excerpt__excerpt">{escape(post.excerpt)} </p></div>{_date(post, blog.link(post))}</div>'
            '<div class="wp-block-column is-layout-flow"></div></div>',
            number=post.number,
        )
        + "</li>"
        for post in listing.posts
    )
    pager = _pager(blog, listing, ("Previous Page", "Next Page"), numbers=True)
    inside = f'<main class="wp-block-query is-layout-flow"><ul class="alignwide wp-block-post-template is-layout-flow">{items}</ul>{pager}</main>'
    return _frame(blog, listing.title, "home blog" if not listing.title else "archive", inside)


def _render_four(blog: Blog, post: Post) -> str:
    meta = (
        _date(post, blog.link(post))
        + '<p class="has-contrast-2-color has-text-color has-link-color wp-elements-4f2b">—</p><p class="has-small-font-size">by</p>'
        + _author_name(blog, post)
        + _terms(blog, post, "category", "in ")
    )
    older, newer = blog.older(post), blog.newer(post)
    navigation = "".join(
        f'<div class="post-navigation-link-{name} wp-block-post-navigation-link"><span class="wp-block-post-navigation-link__arrow-{name} is-arrow-arrow">←</span>'
        f'<a href="{blog.link(other)}" rel="{rel}">{words}: {escape(other.title)}</a></div>'
        for other, name, rel, words in ((older, "previous", "prev", "Previous"), (newer, "next", "next", "Next"))
        if other
    )
    bio = BIOS.get(post.authors[0], "")
    inside = (
        _group(
            _group(
                _group(f'<h1 class="wp-block-post-title has-x-large-font-size">{escape(post.title)}</h1>')
                + _group(_group(meta, "is-content-justification-left is-layout-flex", 2)),
                "is-vertical is-content-justification-stretch is-layout-flex",
                3,
            )
        )
        + f'<main class="wp-block-group alignfull {_FLOW}">{_post_content(blog, post)}</main>'
        + _group(
            _terms(blog, post, "post_tag")
            + (f'<div class="wp-block-post-author-biography">{bio}</div>' if bio else "")
            + _group(
                '<div class="wp-block-comments wp-block-comments-query-loop">'
                + _comments(blog, post, 3)
                + f'</div>{_group(navigation, "is-nowrap is-layout-flex", 12)}'
            )
        )
    )
    return _frame(blog, post.title, "post-template-default single single-post", inside)


def _list_four(blog: Blog, listing: Listing) -> str:
    items = "".join(
        f'<li class="wp-block-post post-{post.number} post type-post status-publish format-standard hentry">'
        + _group(
            f'<h2 class="wp-block-post-title has-x-large-font-size"><a href="{blog.link(post)}" target="_self">{escape(post.title)}</a></h2>'
            + _group(
                f'{_date(post, blog.link(post))}<p class="has-contrast-2-color has-text-color has-small-font-size">by</p>{_author_name(blog, post)}{_terms(blog, post, "category", "in ")}',
                "is-layout-flex",
                post.number,
            )
            + f'<div class="wp-block-post-excerpt"><p class="wp-block-post-excerpt__excerpt">{escape(post.excerpt)} </p></div>'
        )
        + "</li>"
        for post in listing.posts
    )
    title = listing.title or "Watch, Read, Listen"
    inside = (
        f'<main class="wp-block-group {_CONSTRAINED}"><h1 class="wp-block-heading">{escape(title)}</h1><div class="wp-block-query alignwide is-layout-flow">'
        f'<ul class="is-layout-flow wp-block-post-template">{items}</ul>{_pager(blog, listing, ("Previous Page", "Next Page"), numbers=True)}</div></main>'
    )
    return _frame(blog, listing.title, "home blog" if not listing.title else "archive", inside)


TWENTYTWENTYTWO = Theme("twentytwentytwo", by_name, _render_two, _list_two)
TWENTYTWENTYTHREE = Theme("twentytwentythree", by_name, _render_three, _list_three)
TWENTYTWENTYFOUR = Theme("twentytwentyfour", by_day, _render_four, _list_four)
