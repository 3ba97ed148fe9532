"""What WordPress and Jetpack themselves put on the pages of every theme: the blocks of a post, share
buttons, likes and related posts, the head, and comments in their classic markup."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from html import escape

from blog_html import plain_block, table_rows
from blog_posts import MENU, Comment, Piece, Post, inline, slug_of
from blog_site import Blog


def day(when: datetime) -> str:
    return f"{when:%B} {when.day}, {when.year}"


def term_path(kind: str, term: str) -> str:
    return f"/{kind}/{slug_of(term)}/"


def content(post: Post) -> str:
    """The blocks of the post, as the editor saves them."""
    return "\n\n".join(_block(piece) for piece in post.pieces)


def _block(piece: Piece) -> str:
    texts = [inline(text) for text in piece.texts]
    if piece.kind == "h2":
        return f'<h2 class="wp-block-heading" id="h-{slug_of(piece.texts[0])}">{texts[0]}</h2>'
    if piece.kind in ("list", "numbered"):
        tag = "ol" if piece.kind == "numbered" else "ul"
        items = "".join(f"<li>{text}</li>\n" for text in texts)
        return f'<{tag} class="wp-block-list">{items}</{tag}>'
    if piece.kind == "quote":
        inside = "\n".join(f"<p>{text}</p>" for text in texts)
        return f'<blockquote class="wp-block-quote is-layout-flow wp-block-quote-is-layout-flow">{inside}</blockquote>'
    if piece.kind == "table":
        return (
            f'<figure class="wp-block-table is-style-stripes"><table class="has-fixed-layout">{table_rows(piece, head=True)}</table>'
            f'<figcaption class="wp-element-caption">{piece.caption}</figcaption></figure>'
        )
    return plain_block(piece).replace("<pre>", '<pre class="wp-block-code">') or _media(piece)


def _media(piece: Piece) -> str:
    if piece.kind == "figure":
        return _image(piece.caption, "wp-block-image size-large")
    if piece.kind == "gallery":
        inside = "\n".join(_image(text, "wp-block-image size-large") for text in piece.texts)
        return (
            '<figure class="wp-block-gallery has-nested-images columns-default is-cropped'
            f' wp-block-gallery-1 is-layout-flex wp-block-gallery-is-layout-flex">{inside}</figure>'
        )
    if piece.kind == "embed":
        return (
            '<figure class="wp-block-embed is-type-video is-provider-youtube wp-block-embed-youtube'
            ' wp-embed-aspect-16-9 wp-has-aspect-ratio"><div class="wp-block-embed__wrapper">\n'
            f'<iframe loading="lazy" title="A film" src="{piece.texts[0]}" allowfullscreen></iframe>\n'
            f'</div><figcaption class="wp-element-caption">{piece.caption}</figcaption></figure>'
        )
    title, words = piece.texts
    return (
        '<figure class="wp-block-embed is-type-wp-embed is-provider-elsewhere"><div class="wp-block-embed__wrapper">'
        f'<blockquote class="wp-embedded-content" data-secret="aB3xY9"><a href="https://elsewhere.example/p/">{title}</a>'
        f'</blockquote><iframe class="wp-embedded-content" sandbox="allow-scripts" title="{escape(words)}"'
        ' src="https://elsewhere.example/p/embed/#?secret=aB3xY9"></iframe></div></figure>'
    )


def _image(caption: str, names: str) -> str:
    return (
        f'<figure class="{names}"><img loading="lazy" decoding="async" width="1024" height="768" src="/wp-content/uploads/a.jpg"'
        f' alt="" class="wp-image-11"><figcaption class="wp-element-caption">{caption}</figcaption></figure>'
    )


def jetpack(blog: Blog, post: Post) -> str:
    """What Jetpack puts at the end of the content: share buttons, likes, related posts."""
    buttons = "".join(
        f'<li class="share-{name.lower()}"><a rel="nofollow noopener noreferrer" data-shared="sharing-{name.lower()}-{post.number}"'
        f' class="share-{name.lower()} sd-button share-icon" href="{blog.link(post)}?share={name.lower()}" target="_blank">'
        f"<span>{name}</span></a></li>"
        for name in ("Facebook", "X", "Mastodon")
    )
    related = "".join(
        f'<div class="jp-relatedposts-post jp-relatedposts-post{n}" data-post-id="{other.number}"><h4 class="jp-relatedposts-post-title">'
        f'<a class="jp-relatedposts-post-a" href="{blog.link(other)}">{escape(other.title)}</a></h4>'
        f'<p class="jp-relatedposts-post-excerpt">{escape(other.excerpt)}</p>'
        f'<p class="jp-relatedposts-post-date">{day(other.published)}</p>'
        f'<p class="jp-relatedposts-post-context">In "{escape(other.sections[0])}"</p></div>'
        for n, other in enumerate(blog.related(post))
    )
    return (
        '<div class="sharedaddy sd-sharing-enabled"><div class="robots-nocontent sd-block sd-social sd-social-icon-text sd-sharing">'
        f'<h3 class="sd-title">Share this:</h3><div class="sd-content"><ul>{buttons}<li class="share-end"></li></ul></div></div></div>'
        f'<div class="sharedaddy sd-block sd-like jetpack-likes-widget-wrapper jetpack-likes-widget-unloaded" id="like-post-wrapper-1-{post.number}">'
        '<h3 class="sd-title">Like this:</h3><div class="likes-widget-placeholder post-likes-widget-placeholder" style="height: 55px;">'
        '<span class="button"><span>Like</span></span> <span class="loading">Loading…</span></div>'
        '<span class="sd-text-color"></span><a class="sd-link-color"></a></div>'
        '<div id="jp-relatedposts" class="jp-relatedposts"><h3 class="jp-relatedposts-headline"><em>Related</em></h3>'
        f'<div class="jp-relatedposts-items jp-relatedposts-items-visual">{related}</div></div>'
    )


def page_title(blog: Blog, title: str) -> str:
    return escape(f"{title} – {blog.title}" if title else blog.title)


def head(blog: Blog, title: str, extra: str = "") -> str:
    return (
        '<!DOCTYPE html>\n<html lang="en-US">\n<head><meta charset="UTF-8" /><meta name="viewport" content="width=device-width" />'
        f"<title>{page_title(blog, title)}</title><meta name='robots' content='max-image-preview:large' />"
        f'<link rel="alternate" type="application/rss+xml" title="Feed" href="{blog.home}/feed/" />'
        f'<link rel="alternate" type="application/rss+xml" title="Comments Feed" href="{blog.home}/comments/feed/" />'
        f'<meta name="generator" content="WordPress 6.4.3" />{extra}</head>'
    )


def open_graph(blog: Blog, post: Post) -> str:
    """The meta elements of Jetpack."""
    values = {
        "og:type": "article",
        "og:title": post.title,
        "og:url": blog.link(post),
        "og:description": post.excerpt,
        "article:published_time": f"{post.published:%Y-%m-%dT%H:%M:%S+00:00}",
        "article:modified_time": f"{post.modified:%Y-%m-%dT%H:%M:%S+00:00}",
        "og:site_name": blog.title,
    }
    return "".join(
        f'<meta property="{name}" content="{escape(value)}" />' for name, value in values.items()
    )


def menu(blog: Blog) -> Iterator[str]:
    for words in MENU:
        yield f'<a href="{blog.home}/{slug_of(words)}/">{words}</a>'


def classic_comments(blog: Blog, post: Post) -> str:
    """The list and the form, with a link to older comments where there are more than three."""
    if not post.comments:
        return _comment_form(blog, post)
    shown = "".join(_comment(blog, post, n) for n in range(len(post.comments))[-3:])
    older = ""
    if len(post.comments) > 3:
        older = (
            '<nav class="navigation comments-pagination" aria-label="Comments"><h2 class="screen-reader-text">Comments navigation</h2>'
            f'<div class="nav-links"><a class="prev page-numbers" href="{blog.link(post)}comment-page-1/#comments">'
            '<span class="nav-prev-text">Older comments</span></a></div></nav>'
        )
    return f'<ol class="comment-list">{shown}</ol>{older}{_comment_form(blog, post)}'


def _comment(blog: Blog, post: Post, number: int) -> str:
    comment: Comment = post.comments[number]
    place = f"{post.number}{number}"
    return (
        f'<li id="comment-{place}" class="comment even thread-even depth-1"><article id="div-comment-{place}" class="comment-body">'
        '<footer class="comment-meta"><div class="comment-author vcard"><img alt="" src="/avatar" class="avatar avatar-60 photo" />'
        f'<b class="fn"><a href="https://reader.example/" class="url" rel="ugc external nofollow">{comment.author}</a></b>'
        ' <span class="says">says:</span></div><div class="comment-metadata">'
        f'<a href="{blog.link(post)}#comment-{place}"><time datetime="{comment.when:%Y-%m-%dT%H:%M:%S+00:00}">{day(comment.when)} at 9:00 am</time></a>'
        f'</div></footer><div class="comment-content"><p>{comment.text}</p></div><div class="reply">'
        f'<a rel="nofollow" class="comment-reply-link" href="{blog.link(post)}?replytocom={place}#respond">Reply</a></div></article></li>'
    )


def _comment_form(blog: Blog, post: Post) -> str:
    return (
        '<div id="respond" class="comment-respond"><h3 id="reply-title" class="comment-reply-title">Leave a Reply</h3>'
        f'<form action="{blog.home}/wp-comments-post.php" method="post" id="commentform" class="comment-form">'
        '<p class="comment-notes"><span id="email-notes">Your email address will not be published.</span>'
        ' <span class="required-field-message">Required fields are marked *</span></p>'
        '<p class="comment-form-comment"><label for="comment">Comment *</label><textarea id="comment" name="comment"></textarea></p>'
        f'<p class="form-submit"><input type="submit" value="Post Comment" /><input type="hidden" value="{post.number}" /></p></form></div>'
    )


COOKIES = (
    '<div id="cookie-law-info-bar" data-nosnippet="true"><span>This website uses cookies to improve your experience. We assume that you'
    ' are ok with this, but you can opt out if you wish. <a role="button" class="cookie_action_close_header">Accept</a>'
    ' <a href="/privacy/" class="cli-plugin-main-link">Read More</a></span></div>'
)
