"""The pages of Casper and Source."""

from __future__ import annotations

from html import escape

from blog_posts import Post, slug_of
from blog_site import Blog, Listing
from ghost import GhostTheme, author_links, comments, content, date, frame, head, list_head


def _casper_card(blog: Blog, post: Post) -> str:
    authors = "".join(
        f'<li class="author-list-item"><a href="{blog.home}/author/{slug_of(name)}/" class="static-avatar" aria-label="Read more of {escape(name)}"><svg></svg></a></li>'
        for name in post.authors
    )
    return (
        f'<article class="post-card post tag-{slug_of(post.sections[0])} no-image"><div class="post-card-content"><a class="post-card-content-link" href="/{post.slug}/">'
        f'<header class="post-card-header"><div class="post-card-tags"><span class="post-card-primary-tag">{escape(post.sections[0])}</span></div>'
        f'<h2 class="post-card-title">{escape(post.title)}</h2></header><div class="post-card-excerpt">{escape(post.excerpt)}</div></a>'
        f'<footer class="post-card-meta"><ul class="author-list">{authors}</ul><time class="post-card-meta-date" datetime="{post.published:%Y-%m-%d}">{date(post)}</time>'
        '<span class="post-card-meta-length">3 min read</span></footer></div></article>'
    )


def _casper_post(blog: Blog, post: Post) -> str:
    tag = post.sections[0]
    cards = "".join(_casper_card(blog, other) for other in blog.related(post))
    inside = (
        f'<main id="site-main" class="site-main"><article class="article post tag-{slug_of(tag)} no-image"><header class="article-header gh-canvas">'
        f'<div class="article-tag post-card-tags"><span class="post-card-primary-tag"><a href="/tag/{slug_of(tag)}/">{escape(tag)}</a></span></div>'
        f'<h1 class="article-title">{escape(post.title)}</h1><div class="article-byline"><section class="article-byline-content"><ul class="author-list instapaper_ignore"></ul>'
        f'<div class="article-byline-meta"><h4 class="author-name">{author_links(blog, post)}</h4><div class="byline-meta-content">'
        f'<time class="byline-meta-date" datetime="{post.published:%Y-%m-%d}">{date(post)}</time><span class="byline-reading-time"><span class="bull">&bull;</span> 3 min read</span>'
        f'</div></div></section></div></header><section class="gh-content gh-canvas">{content(post)}</section>'
        f'<section class="article-comments gh-canvas">{comments()}</section></article></main>'
        f'<section class="footer-cta outer"><div class="inner"><h2 class="footer-cta-title">Sign up for more like this.</h2><a class="footer-cta-button" href="#/portal"><div class="footer-cta-input">Enter your email</div><span>Subscribe</span></a></div></section>'
        f'<aside class="read-more-wrap outer"><div class="read-more inner">{cards}</div></aside>'
    )
    return frame(
        blog,
        post.title,
        f"post-template tag-{slug_of(tag)} is-head-left-logo",
        inside,
        head(blog, post),
    )


def _casper_list(blog: Blog, listing: Listing) -> str:
    cards = "".join(_casper_card(blog, post) for post in listing.posts)
    base, pager = f"{blog.home}{listing.path}", ""
    if listing.page > 1:
        pager += f'<a class="newer-posts" href="{base if listing.page == 2 else f"{base}page/{listing.page - 1}/"}"><span aria-hidden="true">&larr;</span> Newer Posts</a>'
    pager += f'<span class="page-number">Page {listing.page} of {listing.pages}</span>'
    if listing.page < listing.pages:
        pager += f'<a class="older-posts" href="{base}page/{listing.page + 1}/">Older Posts <span aria-hidden="true">&rarr;</span></a>'
    inside = (
        f'<main id="site-main" class="site-main outer"><div class="inner posts"><div class="post-feed">{cards}</div></div></main>'
        f'<nav class="pagination" role="navigation">{pager}</nav>'
    )
    return frame(
        blog,
        listing.title,
        "home-template is-head-left-logo" if listing.page == 1 else "paged",
        inside,
        list_head(blog, listing),
    )


def _source_card(blog: Blog, post: Post) -> str:
    return (
        f'<article class="gh-card post tag-{slug_of(post.sections[0])} no-image"><a class="gh-card-link" href="/{post.slug}/"><div class="gh-card-wrapper">'
        f'<p class="gh-card-tag">{escape(post.sections[0])}</p><h3 class="gh-card-title is-title">{escape(post.title)}</h3><p class="gh-card-excerpt is-body">{escape(post.excerpt)}</p>'
        f'<footer class="gh-card-meta"><span class="gh-card-author">By {escape(", ".join(post.authors))}</span><time class="gh-card-date" datetime="{post.published:%Y-%m-%d}">{date(post)}</time></footer></div></a></article>'
    )


def _source_post(blog: Blog, post: Post) -> str:
    tag = post.sections[0]
    cards = "".join(_source_card(blog, other) for other in blog.related(post))
    images = "".join(
        f'<a href="/author/{slug_of(name)}/"><img class="author-profile-image" src="/a.jpg" alt="{escape(name)}"></a>'
        for name in post.authors
    )
    inside = (
        f'<main class="gh-main"><article class="gh-article post tag-{slug_of(tag)} no-image"><header class="gh-article-header gh-canvas"><a class="gh-article-tag" href="{blog.home}/tag/{slug_of(tag)}/">{escape(tag)}</a>'
        f'<h1 class="gh-article-title is-title">{escape(post.title)}</h1><div class="gh-article-meta"><div class="gh-article-author-image instapaper_ignore">{images}</div>'
        f'<div class="gh-article-meta-wrapper"><h4 class="gh-article-author-name">{author_links(blog, post)}</h4><div class="gh-article-meta-content"><time class="gh-article-meta-date" datetime="{post.published:%Y-%m-%d}">{date(post)}</time>'
        '<span class="gh-article-meta-length"><span class="bull">—</span> 3 min read</span></div></div></div></header>'
        f'<section class="gh-content gh-canvas is-body">{content(post)}</section></article><div class="gh-comments gh-canvas">{comments()}</div></main>'
        f'<section class="gh-container is-grid gh-outer"><div class="gh-container-inner gh-inner"><h2 class="gh-container-title">Read more</h2><div class="gh-feed">{cards}</div></div></section>'
    )
    return frame(
        blog,
        post.title,
        f"post-template tag-{slug_of(tag)} has-sans-title has-sans-body",
        inside,
        head(blog, post),
    )


def _source_list(blog: Blog, listing: Listing) -> str:
    featured = "".join(_source_card(blog, post) for post in listing.posts[:1])
    cards = "".join(_source_card(blog, post) for post in listing.posts[1:])
    sidebar = '<aside class="gh-sidebar"><div class="gh-about"><p class="gh-about-description">Notes on making and walking</p></div></aside>'
    top = f'<section class="gh-header is-highlight gh-outer"><div class="gh-header-inner gh-inner"><div class="gh-header-left">{featured}</div></div></section>'
    inside = f'<main class="gh-main gh-outer">{top}<section class="gh-container is-list has-sidebar gh-outer"><div class="gh-container-inner gh-inner"><h2 class="gh-container-title">Latest</h2><main class="gh-main"><div class="gh-feed">{cards}</div></main>{sidebar}</div></section></main>'
    return frame(
        blog,
        listing.title,
        "home-template has-sans-title has-sans-body",
        inside,
        list_head(blog, listing),
    )


CASPER = GhostTheme("casper", _casper_post, _casper_list)
SOURCE = GhostTheme("source-theme", _source_post, _source_list)
