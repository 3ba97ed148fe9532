"""The pages of Olivero (Drupal 10) and Bartik (Drupal 8 and 9, with RDFa)."""

from __future__ import annotations

from html import escape

from blog_posts import MENU, Post, slug_of
from blog_site import Blog, Listing
from drupal import DrupalTheme, content, head, pager, section_field, term_links


def _olivero_tags(blog: Blog, post: Post) -> str:
    if not post.tags:
        return ""
    items = "".join(
        f'<li class="field__item field--tags__item">{a}</li>'
        for a in term_links(blog, post.tags, "tags")
    )
    return (
        '<div class="field field--name-field-tags field--type-entity-reference field--label-above field--tags"><h3 class="field__label field--tags__label">Tags</h3>'
        f'<ul class="links field__items field--tags__items">{items}</ul></div>'
    )


def _olivero_frame(blog: Blog, title: str, body_class: str, inside: str) -> str:
    links = "".join(
        f'<li class="primary-nav__menu-item"><a href="/{slug_of(each)}" class="primary-nav__menu-link"><span class="primary-nav__menu-link-inner">{each}</span></a></li>'
        for each in MENU
    )
    heading = (
        f'<div id="block-olivero-page-title" class="block block-core block-page-title-block"><h1 class="title page-title"><span class="field field--name-title field--type-string field--label-hidden">{escape(title)}</span></h1></div>'
        if title
        else ""
    )
    recent = "".join(
        f'<li><div class="views-field views-field-title"><span class="field-content"><a href="{blog.link(post)}" hreflang="en">{escape(post.title)}</a></span></div></li>'
        for post in blog.posts[:4]
    )
    return (
        f'{head(blog, title)}<body class="{body_class}"><a href="#main-content" class="visually-hidden focusable skip-link">Skip to main content</a><div class="dialog-off-canvas-main-canvas" data-off-canvas-main-canvas><div id="page-wrapper" class="page-wrapper"><div id="page">'
        f'<header id="header" class="site-header" role="banner"><div class="site-header__inner"><div class="region region--header"><div class="site-branding"><a class="site-branding__name" href="/" rel="home">{escape(blog.title)}</a></div></div><div class="header-nav"><nav class="primary-nav block"><ul class="menu primary-nav__menu">{links}</ul></nav></div></div></header>'
        '<div id="main-wrapper" class="layout-main-wrapper layout-container"><div id="main" class="layout-main"><main id="content" class="main-content" role="main"><a id="main-content" tabindex="-1"></a><div class="main-content__container container">'
        f'<div class="region region--highlighted grid-full layout--pass--content-medium"></div><div class="region region--breadcrumb"><nav class="breadcrumb" role="navigation"><ol class="breadcrumb__list"><li class="breadcrumb__item"><a href="/" class="breadcrumb__link">Home</a></li></ol></nav></div>'
        f'<div class="region region--content-above grid-full layout--pass--content-medium">{heading}</div><div class="sidebar-grid grid-full"><main role="main" class="site-main"><div class="region region--content grid-full layout--pass--content-medium" id="content">'
        f'<div id="block-olivero-content" class="block block-system block-system-main-block"><div class="block__content">{inside}</div></div></div></main>'
        f'<div class="layout-sidebar-first sidebar"><div class="region region--sidebar grid-full"><div class="views-element-container block block-views"><h2 class="block__title">Recent content</h2><div class="block__content"><ul>{recent}</ul></div></div></div></div></div></div></main>'
        '<div class="social-bar"><div class="social-bar__inner fixable"><div class="rotate"></div></div></div></div></div><footer class="site-footer"><div class="site-footer__inner container"><div class="region region--footer-bottom"><div class="block block-system block-system-powered-by-block"><span>Powered by <a href="https://www.drupal.org">Drupal</a></span></div></div></div></footer></div></div></div></body></html>'
    )


def _olivero_meta(post: Post) -> str:
    return (
        f'<div class="node__meta"><span>By <span class="node__author"><span class="field field--name-uid field--type-entity-reference field--label-hidden"><a title="View user profile." href="/user/2" class="username">{escape(post.authors[0])}</a></span></span>, '
        f'<span class="field field--name-created field--type-created field--label-hidden"><time datetime="{post.published:%Y-%m-%dT%H:%M:%S+00:00}" title="{post.published:%A, %B %d, %Y - %H:%M}" class="datetime">{post.published:%d %B, %Y}</time></span></span></div>'
    )


def _olivero_comments(blog: Blog, post: Post) -> str:
    shown = "".join(
        f'<article data-comment-user-id="0" id="comment-{n}" class="comment js-comment comment--level-1 by-anonymous" role="article" data-drupal-selector="comment"><span class="hidden" data-comment-timestamp="1"></span><div class="comment__text-wrapper"><footer class="comment__meta">'
        f'<p class="comment__author"><span>{comment.author} (not verified)</span></p><p class="comment__time">{comment.when:%d %B, %Y}</p></footer><div class="comment__content"><div class="text-content clearfix field field--name-comment-body field--type-text-long field--label-hidden field__item comment__text-content"><p>{comment.text}</p></div>'
        f'<ul class="links comment__links inline"><li class="comment__links-item"><a href="/comment/reply/node/{post.number}/comment/{n}">Reply</a></li></ul></div></div></article>'
        for n, comment in enumerate(post.comments)
    )
    return (
        f'<div id="comments"><section data-drupal-selector="comments" class="comments"><h2 class="comments__title">Comments<span class="comments__count">{len(post.comments)}</span></h2>'
        f'<div class="add-comment"><div class="add-comment__form"><h2 class="add-comment__title">Add new comment</h2><form class="comment-comment-form comment-form"><label>Your name</label></form></div></div>{shown}</section></div>'
    )


def _olivero_post(blog: Blog, post: Post) -> str:
    path = blog.link(post).removeprefix(blog.home)
    inside = (
        f'<article data-history-node-id="{post.number}" class="node node--type-article node--promoted node--view-mode-full"><header class="layout--content-narrow">{_olivero_meta(post)}</header>'
        f'<div class="node__content layout--content-narrow"><div class="field field--name-field-image field--type-image field--label-hidden field__item"><img loading="lazy" src="/sites/default/files/{post.number}.jpg" alt="" class="image-style-wide"></div>'
        f'<div class="text-content clearfix field field--name-body field--type-text-with-summary field--label-hidden field__item">{content(post)}</div>'
        f'{section_field(blog, post)}{_olivero_tags(blog, post)}<div class="node__links"><ul class="links inline"><li><a href="{path}#comment-form">Add new comment</a></li></ul></div></div>'
        f"{_olivero_comments(blog, post)}</article>"
    )
    return _olivero_frame(blog, post.title, "page-node-type-article not-front", inside)


def _olivero_list(blog: Blog, listing: Listing) -> str:
    items = "".join(
        f'<div class="views-row"><article data-history-node-id="{post.number}" class="node node--type-article node--promoted node--view-mode-teaser teaser">{_olivero_meta(post)}<div class="teaser__content"><h2 class="node__title teaser__title"><a href="{blog.link(post).removeprefix(blog.home)}" rel="bookmark">{escape(post.title)}</a></h2>'
        f'<div class="node__content"><div class="text-content clearfix field field--name-body field--type-text-with-summary field--label-hidden field__item"><p>{escape(post.excerpt)}</p></div>{_olivero_tags(blog, post)}</div><div class="node__read-more"><a href="{blog.link(post).removeprefix(blog.home)}" rel="tag" hreflang="en">Read more<span class="visually-hidden"> about {escape(post.title)}</span></a></div></div></article></div>'
        for post in listing.posts
    )
    inside = f'<div class="views-element-container"><div class="view view-frontpage view-id-frontpage view-display-id-page_1 grid-full layout--pass--content-narrow"><div class="view-content">{items}</div>{pager(listing, "pager__item--number")}</div></div>'
    return _olivero_frame(blog, "", "path-frontpage", inside)


def _bartik_frame(blog: Blog, title: str, inside: str) -> str:
    links = "".join(
        f'<li class="menu-item"><a href="/{slug_of(each)}">{each}</a></li>' for each in MENU
    )
    heading = (
        f'<h1 class="title page-title"><span property="schema:name" class="field field--name-title field--type-string field--label-hidden">{escape(title)}</span></h1>'
        if title
        else ""
    )
    return (
        f'{head(blog, title)}<body class="layout-one-sidebar layout-sidebar-first"><div id="page-wrapper"><div id="page"><header id="header" class="header" role="banner"><div class="section layout-container clearfix"><div class="clearfix region region-header"><div id="block-bartik-branding" class="clearfix site-branding block"><a href="/" rel="home">{escape(blog.title)}</a></div>'
        f'<nav class="block block-menu navigation menu--main"><ul class="clearfix menu">{links}</ul></nav></div></div></header><div id="main-wrapper" class="layout-main-wrapper layout-container clearfix"><div id="main" class="layout-main clearfix"><main id="content" class="column main-content" role="main"><section class="section"><a id="main-content" tabindex="-1"></a><div class="region region-content">{heading}'
        f'<div id="block-bartik-content" class="block block-system block-system-main-block"><div class="content">{inside}</div></div></div></section></main><div id="sidebar-first" class="column sidebar"><aside class="section" role="complementary"><div class="region region-sidebar-first"><div class="search-block-form block block-search"><h2>Search</h2></div></div></aside></div></div></div>'
        '<footer class="site-footer"><div class="layout-container"><div class="site-footer__bottom"><span>Powered by <a href="https://www.drupal.org">Drupal</a></span></div></div></footer></div></div></body></html>'
    )


def _bartik_article(blog: Blog, post: Post, body: str, full: bool) -> str:
    path = blog.link(post).removeprefix(blog.home)
    title = (
        ""
        if full
        else f'<h2 property="schema:name" class="node__title"><a href="{path}" rel="bookmark"><span class="field field--name-title field--type-string field--label-hidden">{escape(post.title)}</span></a></h2>'
    )
    tags = "".join(
        f'<li property="schema:about">{a}</li>'
        for a in term_links(blog, post.tags, "taxonomy/term")
    )
    tagged = (
        f'<div class="field field--name-field-tags field--type-entity-reference field--label-above clearfix"><h3 class="field__label">Tags</h3><ul class="links field__items">{tags}</ul></div>'
        if tags
        else ""
    )
    comments = "".join(
        f'<article role="article" data-comment-user-id="0" id="comment-{n}" about="/comment/{n}" typeof="schema:Comment" class="comment js-comment by-anonymous clearfix"><footer class="comment__meta"><p class="comment__author"><span rel="schema:author"><span lang="" typeof="schema:Person" property="schema:name" datatype="">{comment.author} (not verified)</span></span></p>'
        f'<p class="comment__time">{comment.when:%a, %m/%d/%Y - %H:%M}<span property="schema:dateCreated" content="{comment.when:%Y-%m-%dT%H:%M:%S+00:00}" class="rdf-meta hidden"></span></p></footer><div class="comment__content"><div property="schema:text" class="clearfix text-formatted field field--name-comment-body field--type-text-long field__item"><p>{comment.text}</p></div></div></article>'
        for n, comment in enumerate(post.comments)
    )
    links = (
        f'<li class="comment-add"><a href="{path}#comment-form" title="Share your thoughts and opinions." hreflang="en">Add new comment</a></li>'
        if full
        else f'<li class="node-readmore"><a href="{path}" rel="tag" title="{escape(post.title)}" hreflang="en">Read more</a></li>'
    )
    thread = (
        f'<section class="field field--name-comment field--type-comment field--label-above comment-wrapper"><h2 class="title">Comments</h2>{comments}<h2 class="title comment-form__title">Add new comment</h2></section>'
        if full
        else ""
    )
    return (
        f'<article role="article" about="{path}" typeof="schema:Article" data-history-node-id="{post.number}" class="node node--type-article node--promoted node--view-mode-{"full" if full else "teaser"} clearfix"><header>{title}'
        f'<span property="schema:name" content="{escape(post.title)}" class="rdf-meta hidden"></span><div class="node__meta"><span>Submitted by <span class="field field--name-uid field--type-entity-reference field--label-hidden" rel="schema:author"><a title="View user profile." href="/user/2" lang="" about="/user/2" typeof="schema:Person" property="schema:name" datatype="" class="username">{escape(post.authors[0])}</a></span>'
        f' on <span property="schema:dateCreated" content="{post.published:%Y-%m-%dT%H:%M:%S+00:00}" class="field field--name-created field--type-created field--label-hidden">{post.published:%a, %m/%d/%Y - %H:%M}</span></span><span property="schema:dateCreated" content="{post.published:%Y-%m-%dT%H:%M:%S+00:00}" class="rdf-meta hidden"></span></div></header>'
        f'<div class="node__content clearfix"><div property="schema:text" class="clearfix text-formatted field field--name-body field--type-text-with-summary field--label-hidden field__item">{body}</div>{section_field(blog, post) if full else ""}{tagged}'
        f'<div class="node__links"><ul class="links inline">{links}</ul></div>{thread}</div></article>'
    )


def _bartik_post(blog: Blog, post: Post) -> str:
    return _bartik_frame(blog, post.title, _bartik_article(blog, post, content(post), full=True))


def _bartik_list(blog: Blog, listing: Listing) -> str:
    items = "".join(
        f'<div class="views-row">{_bartik_article(blog, post, f"<p>{escape(post.excerpt)}</p>", full=False)}</div>'
        for post in listing.posts
    )
    inside = f'<div class="views-element-container"><div class="view view-frontpage"><div class="view-content">{items}</div>{pager(listing, "")}</div></div>'
    return _bartik_frame(blog, "", inside)


OLIVERO = DrupalTheme("olivero", _olivero_post, _olivero_list)
BARTIK = DrupalTheme("bartik", _bartik_post, _bartik_list)
