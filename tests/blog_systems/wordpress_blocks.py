"""The default themes of WordPress that are made of blocks: Twenty Twenty-Two, -Three and -Four."""

from __future__ import annotations

import json
from html import escape

from blog_posts import BIOS, Post
from blog_site import Blog, Listing
from wordpress_block_parts import (
    CONSTRAINED,
    FLOW,
    author_block,
    author_name,
    comments,
    date,
    frame,
    group,
    list_items,
    pager,
    post_content,
    terms_of,
)
from wordpress_parts import classic_comments, page_title
from wordpress_site import Theme, by_day, by_name


def _render_three(blog: Blog, post: Post) -> str:
    tags = terms_of(blog, post, "post_tag")
    meta = '<div style="height:0" aria-hidden="true" class="wp-block-spacer"></div>' + group(
        '<hr class="wp-block-separator alignwide has-css-opacity is-style-wide"/><div class="wp-block-columns alignwide has-small-font-size is-layout-flex">'
        '<div class="wp-block-column is-layout-flow">'
        + group(
            f"<p>Posted</p>{date(post)}<p>in</p>{terms_of(blog, post, 'category')}",
            "is-layout-flex",
            3,
        )
        + group(f"<p>by</p>{author_block(post)}", "is-layout-flex", 4)
        + f'</div><div class="wp-block-column is-layout-flow">{group(f"<p>Tags:</p>{tags}", "is-vertical is-layout-flex", 5)}</div></div>',
        number=post.number + 6,
    )
    heading = group(
        f'<h1 class="alignwide wp-block-post-title">{escape(post.title)}</h1>', number=2
    )
    inside = (
        f'<main class="wp-block-group {FLOW}">{heading}'
        f"{post_content(blog, post)}{meta}"
        f'<section class="wp-block-template-part">{group(_comments_three(blog, post))}</section></main>'
    )
    return frame(blog, post.title, "post-template-default single single-post", inside)


def _comments_three(blog: Blog, post: Post) -> str:
    return "<h2>Comments</h2>" + comments(blog, post, 3)


def _list_three(blog: Blog, listing: Listing) -> str:
    title = listing.title or "Mindblown: a blog about copper."
    inside = (
        f'<main class="wp-block-group {CONSTRAINED}"><h1 class="alignwide">{escape(title)}</h1><div class="wp-block-query alignwide is-layout-constrained">'
        f'{list_items(blog, listing)}<hr class="wp-block-separator alignwide"/>{pager(blog, listing, ("Newer Posts", "Older Posts"), numbers=False)}</div>'
        f'<div class="wp-block-columns alignwide"><div class="wp-block-column"><p class="has-x-large-font-size">Got any book recommendations?</p>'
        '<div class="wp-block-buttons"><div class="wp-block-button"><a class="wp-block-button__link wp-element-button">Get In Touch</a></div></div></div></div></main>'
    )
    return frame(blog, listing.title, "home blog" if not listing.title else "archive", inside)


def _render_two(blog: Blog, post: Post) -> str:
    """With an extension for search engines, and the classic comments in one block."""
    meta = (
        date(post)
        + author_block(post)
        + terms_of(blog, post, "category")
        + terms_of(blog, post, "post_tag")
    )
    spacer = '<div style="height:32px" aria-hidden="true" class="wp-block-spacer"></div>'
    count = len(post.comments)
    title = f'<h2 id="comments">{count} responses to “{escape(post.title)}”</h2>' if count else ""
    inside = (
        f'<main class="wp-block-group {FLOW}">'
        + group(
            f'<h1 class="alignwide wp-block-post-title">{escape(post.title)}</h1><hr class="wp-block-separator alignwide is-style-wide"/>'
        )
        + spacer
        + post_content(blog, post, with_jetpack=False)
        + spacer
        + group(
            group(meta, "is-layout-flex", 9)
            + spacer
            + f'<div class="wp-block-post-comments">{title}{classic_comments(blog, post)}</div>'
        )
        + "</main>"
    )
    return frame(
        blog, post.title, "post-template-default single single-post", inside, _graph(blog, post)
    )


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
        + group(
            f'<h2 class="alignwide wp-block-post-title has-huge-font-size"><a href="{blog.link(post)}" target="_self" rel="">{escape(post.title)}</a></h2>'
            '<div class="wp-block-columns alignwide is-layout-flex"><div class="wp-block-column is-layout-flow" style="flex-basis:650px">'
            f'<div class="wp-block-post-excerpt"><p class="wp-block-post-excerpt__excerpt">{escape(post.excerpt)} </p></div>{date(post, blog.link(post))}</div>'
            '<div class="wp-block-column is-layout-flow"></div></div>',
            number=post.number,
        )
        + "</li>"
        for post in listing.posts
    )
    links = pager(blog, listing, ("Previous Page", "Next Page"), numbers=True)
    inside = f'<main class="wp-block-query is-layout-flow"><ul class="alignwide wp-block-post-template is-layout-flow">{items}</ul>{links}</main>'
    return frame(blog, listing.title, "home blog" if not listing.title else "archive", inside)


def _render_four(blog: Blog, post: Post) -> str:
    meta = (
        date(post, blog.link(post))
        + '<p class="has-contrast-2-color has-text-color has-link-color wp-elements-4f2b">—</p><p class="has-small-font-size">by</p>'
        + author_name(blog, post)
        + terms_of(blog, post, "category", "in ")
    )
    older, newer = blog.older(post), blog.newer(post)
    navigation = "".join(
        f'<div class="post-navigation-link-{name} wp-block-post-navigation-link"><span class="wp-block-post-navigation-link__arrow-{name} is-arrow-arrow">←</span>'
        f'<a href="{blog.link(other)}" rel="{rel}">{words}: {escape(other.title)}</a></div>'
        for other, name, rel, words in (
            (older, "previous", "prev", "Previous"),
            (newer, "next", "next", "Next"),
        )
        if other
    )
    bio = BIOS.get(post.authors[0], "")
    inside = (
        group(
            group(
                group(
                    f'<h1 class="wp-block-post-title has-x-large-font-size">{escape(post.title)}</h1>'
                )
                + group(group(meta, "is-content-justification-left is-layout-flex", 2)),
                "is-vertical is-content-justification-stretch is-layout-flex",
                3,
            )
        )
        + f'<main class="wp-block-group alignfull {FLOW}">{post_content(blog, post)}</main>'
        + group(
            terms_of(blog, post, "post_tag")
            + (f'<div class="wp-block-post-author-biography">{bio}</div>' if bio else "")
            + group(
                '<div class="wp-block-comments wp-block-comments-query-loop">'
                + comments(blog, post, 3)
                + f"</div>{group(navigation, 'is-nowrap is-layout-flex', 12)}"
            )
        )
    )
    return frame(blog, post.title, "post-template-default single single-post", inside)


def _list_four(blog: Blog, listing: Listing) -> str:
    items = "".join(
        f'<li class="wp-block-post post-{post.number} post type-post status-publish format-standard hentry">'
        + group(
            f'<h2 class="wp-block-post-title has-x-large-font-size"><a href="{blog.link(post)}" target="_self">{escape(post.title)}</a></h2>'
            + group(
                f'{date(post, blog.link(post))}<p class="has-contrast-2-color has-text-color has-small-font-size">by</p>{author_name(blog, post)}{terms_of(blog, post, "category", "in ")}',
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
        f'<main class="wp-block-group {CONSTRAINED}"><h1 class="wp-block-heading">{escape(title)}</h1><div class="wp-block-query alignwide is-layout-flow">'
        f'<ul class="is-layout-flow wp-block-post-template">{items}</ul>{pager(blog, listing, ("Previous Page", "Next Page"), numbers=True)}</div></main>'
    )
    return frame(blog, listing.title, "home blog" if not listing.title else "archive", inside)


TWENTYTWENTYTWO = Theme("twentytwentytwo", by_name, _render_two, _list_two, shows_changes=True)
TWENTYTWENTYTHREE = Theme("twentytwentythree", by_name, _render_three, _list_three)
TWENTYTWENTYFOUR = Theme("twentytwentyfour", by_day, _render_four, _list_four)
