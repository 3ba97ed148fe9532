"""What the default themes of WordPress that are made of blocks have in common.

Class names that WordPress generates for layouts (``wp-container-core-group-layout-7``) differ from
page to page, as they do there.
"""

from __future__ import annotations

from html import escape

from blog_posts import Post
from blog_site import Blog, Listing
from wordpress_parts import content, day, head, jetpack, menu, term_path

FLOW = "is-layout-flow wp-block-group-is-layout-flow"
CONSTRAINED = "has-global-padding is-layout-constrained wp-block-group-is-layout-constrained"


def group(inside: str, names: str = CONSTRAINED, number: int = 0) -> str:
    extra = f" wp-container-core-group-layout-{number}" if number else ""
    return f'<div class="wp-block-group {names}{extra}">{inside}</div>'


def frame(blog: Blog, title: str, body_class: str, inside: str, extra: str = "") -> str:
    pages = "".join(
        f'<li class="wp-block-pages-list__item wp-block-navigation-item open-on-hover-click">{each}</li>'
        for each in menu(blog)
    )
    return (
        f'{head(blog, title, extra)}<body class="{body_class} wp-embed-responsive"><div class="wp-site-blocks">'
        f'<header class="wp-block-template-part"><div class="wp-block-group {CONSTRAINED}"><p class="wp-block-site-title">'
        f'<a href="{blog.start}" target="_self" rel="home" aria-current="page">{escape(blog.title)}</a></p>'
        '<nav class="is-responsive wp-block-navigation is-layout-flex"><button class="wp-block-navigation__responsive-container-open"></button>'
        f'<ul class="wp-block-page-list">{pages}</ul></nav></div></header>'
        f'{inside}<footer class="wp-block-template-part"><div class="wp-block-group {CONSTRAINED}"><p class="wp-block-site-title">'
        f'<a href="{blog.start}" target="_self" rel="home">{escape(blog.title)}</a></p><p class="has-text-align-right">Proudly powered by'
        ' <a href="https://wordpress.org" rel="nofollow">WordPress</a></p></div></footer></div></body></html>'
    )


def date(post: Post, link: str = "") -> str:
    stamp = f"{post.published:%Y-%m-%dT%H:%M:%S+00:00}"
    words = f'<a href="{link}">{day(post.published)}</a>' if link else day(post.published)
    return f'<div class="wp-block-post-date"><time datetime="{stamp}">{words}</time></div>'


def terms_of(blog: Blog, post: Post, taxonomy: str, prefix: str = "") -> str:
    words = post.sections if taxonomy == "category" else post.tags
    kind = "category" if taxonomy == "category" else "tag"
    links = '<span class="wp-block-post-terms__separator">, </span>'.join(
        f'<a href="{blog.home}{term_path(kind, each)}" rel="tag">{escape(each)}</a>'
        for each in words
    )
    before = f'<span class="wp-block-post-terms__prefix">{prefix}</span>' if prefix else ""
    return (
        f'<div class="taxonomy-{taxonomy} wp-block-post-terms">{before}{links}</div>'
        if words
        else ""
    )


def author_block(post: Post) -> str:
    return (
        '<div class="wp-block-post-author"><div class="wp-block-post-author__content">'
        f'<p class="wp-block-post-author__name">{escape(post.authors[0])}</p></div></div>'
    )


def author_name(blog: Blog, post: Post) -> str:
    name = post.authors[0]
    return (
        f'<div class="wp-block-post-author-name"><a href="{blog.home}{term_path("author", name)}" target="_self"'
        f' class="wp-block-post-author-name__link">{escape(name)}</a></div>'
    )


def comments(blog: Blog, post: Post, level: int) -> str:
    shown = "".join(
        f'<li id="comment-{post.number}{n}" class="comment even thread-even depth-1"><div class="wp-block-columns is-layout-flex">'
        '<div class="wp-block-column is-layout-flow" style="flex-basis:40px"><div class="wp-block-avatar"><img alt="" src="/a" /></div></div>'
        f'<div class="wp-block-column is-layout-flow"><div class="wp-block-comment-author-name">{comment.author}</div>'
        f'{group(_comment_date(blog, post, n), FLOW)}<div class="wp-block-comment-content"><p>{comment.text}</p></div>'
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


def post_content(blog: Blog, post: Post, *, with_jetpack: bool = True) -> str:
    boxes = jetpack(blog, post) if with_jetpack else ""
    return (
        '<div class="entry-content alignfull wp-block-post-content has-global-padding is-layout-constrained'
        f' wp-container-core-post-content-layout-{post.number}">{content(post)}{boxes}</div>'
    )


def list_items(blog: Blog, listing: Listing, date_links: bool = True) -> str:
    items = "".join(
        f'<li class="wp-block-post post-{post.number} post type-post status-publish format-standard hentry">'
        f'<h2 class="wp-block-post-title"><a href="{blog.link(post)}" target="_self">{escape(post.title)}</a></h2>'
        f'<div class="wp-block-post-excerpt"><p class="wp-block-post-excerpt__excerpt">{escape(post.excerpt)} </p></div>'
        f"{date(post, blog.link(post) if date_links else '')}"
        '<div style="height:var(--wp--preset--spacing--60)" aria-hidden="true" class="wp-block-spacer"></div></li>'
        for post in listing.posts
    )
    return f'<ul class="alignwide wp-block-post-template is-layout-grid columns-3">{items}</ul>'


def pager(blog: Blog, listing: Listing, words: tuple[str, str], numbers: bool) -> str:
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
