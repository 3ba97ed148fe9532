"""The pages of Simple, Contempo and Minima."""

from __future__ import annotations

from html import escape

from blog_posts import MENU, Post, slug_of
from blog_site import Blog, Listing
from blogger import (
    BloggerTheme,
    archive_widget,
    blog_json,
    content,
    head,
    label_links,
    labels,
    older_link,
    stamp,
)


def _links(blog: Blog) -> str:
    return "".join(
        f"<li><a href='{blog.home}/p/{slug_of(each)}.html'>{each}</a></li>" for each in MENU
    )


def _pager(blog: Blog, post: Post | None, listing: Listing | None) -> str:
    if post is not None:
        older, newer = blog.older(post), blog.newer(post)
        links = (blog.link(newer) if newer else "", blog.link(older) if older else "")
    else:
        assert listing is not None
        links = ("", older_link(blog, listing))
    first = (
        f"<span id='blog-pager-newer-link'><a class='blog-pager-newer-link' href='{links[0]}' id='Blog1_blog-pager-newer-link' title='Newer Post'>Newer Post</a></span>"
        if links[0]
        else ""
    )
    last = (
        f"<span id='blog-pager-older-link'><a class='blog-pager-older-link' href='{escape(links[1])}' id='Blog1_blog-pager-older-link' title='Older Posts'>Older Posts</a></span>"
        if links[1]
        else ""
    )
    return f"<div class='blog-pager' id='blog-pager'>{first}{last}<a class='home-link' href='{blog.start}'>Home</a></div><div class='clear'></div>"


def _simple_frame(blog: Blog, title: str, address: str, inside: str) -> str:
    return (
        f"<!DOCTYPE html>\n<html class='v2' dir='ltr' lang='en'>{head(blog, title, address)}<body class='loading variant-pale'>"
        "<div class='navbar no-items section' id='navbar' name='Navbar'></div><div class='body-fauxcolumns'></div><div class='content'><div class='content-outer'><div class='content-inner'>"
        f"<header><div class='header-outer'><div class='header section' id='header' name='Header'><div class='widget Header' data-version='1' id='Header1'><div id='header-inner'><div class='titlewrapper'><h1 class='title'><a href='{blog.start}'>{escape(blog.title)}</a></h1></div>"
        "<div class='descriptionwrapper'><p class='description'><span>Notes on making and walking</span></p></div></div></div></div></div></header>"
        f"<div class='tabs-outer'><div class='widget PageList' data-version='1' id='PageList1'><ul>{_links(blog)}</ul></div></div>"
        "<div class='main-outer'><div class='columns fauxcolumns'><div class='columns-inner'><div class='column-center-outer'><div class='column-center-inner'>"
        f"<div class='main section' id='main' name='Main'><div class='widget Blog' data-version='1' id='Blog1'>{inside}</div></div></div></div>"
        f"<div class='column-right-outer'><div class='column-right-inner'><aside><div class='sidebar section' id='sidebar-right-1'>{archive_widget(blog, 1)}"
        f"<div class='widget PopularPosts' data-version='1' id='PopularPosts1'><h2>Popular Posts</h2><div class='widget-content popular-posts'><ul>{_popular(blog)}</ul></div></div></div></aside></div></div>"
        "</div></div></div><footer><div class='footer-outer'><div class='widget Attribution' id='Attribution1'>Simple theme. Powered by <a href='https://www.blogger.com'>Blogger</a>.</div></div></footer>"
        "</div></div></div></body></html>"
    )


def _popular(blog: Blog) -> str:
    return "".join(
        f"<li><div class='item-content'><div class='item-title'><a href='{blog.link(post)}'>{escape(post.title)}</a></div><div class='item-snippet'>{escape(post.excerpt)}</div></div></li>"
        for post in blog.posts[2:5]
    )


def _simple_entry(blog: Blog, post: Post, alone: bool) -> str:
    title = escape(post.title) if alone else f"<a href='{blog.link(post)}'>{escape(post.title)}</a>"
    share = "".join(
        f"<a class='goog-inline-block share-button sb-{name.lower()}' href='https://www.blogger.com/share-post.g?target={name.lower()}' title='{name}'><span class='share-button-link-text'>{name} This!</span></a>"
        for name in ("Email", "Blog", "Share to X")
    )
    labelled = (
        f"<span class='post-labels'>Labels:\n{label_links(blog, post)}</span>"
        if labels(post)
        else ""
    )
    count = len(post.comments)
    return (
        f"<div class=\"date-outer\"><h2 class='date-header'><span>{post.published:%A, %B} {post.published.day}, {post.published.year}</span></h2><div class=\"date-posts\"><div class='post-outer'>"
        f"<div class='post hentry uncustomized-post-template' itemprop='blogPost' itemscope='itemscope' itemtype='http://schema.org/BlogPosting'><meta content='77' itemprop='blogId'/><meta content='{post.number}' itemprop='postId'/>"
        f"<a name='{post.number}'></a><h3 class='post-title entry-title' itemprop='name'>{title}</h3><div class='post-header'><div class='post-header-line-1'></div></div>"
        f"<div class='post-body entry-content' id='post-body-{post.number}00{post.number}' itemprop='{'description articleBody' if alone else 'articleBody'}'>\n{content(post)}\n<div style='clear: both;'></div></div>"
        "<div class='post-footer'><div class='post-footer-line post-footer-line-1'><span class='post-author vcard'>\nPosted by\n<span class='fn' itemprop='author' itemscope='itemscope' itemtype='http://schema.org/Person'>"
        f"<meta content='https://www.blogger.com/profile/1' itemprop='url'/><a class='g-profile' href='https://www.blogger.com/profile/1' rel='author' title='author profile'><span itemprop='name'>{escape(post.authors[0])}</span></a></span></span>"
        f"<span class='post-timestamp'>\nat\n<meta content='{blog.link(post)}' itemprop='url'/><a class='timestamp-link' href='{blog.link(post)}' rel='bookmark' title='permanent link'><abbr class='published' itemprop='datePublished' title='{stamp(post)}'>{post.published:%H:%M}</abbr></a></span>"
        f"<span class='post-comment-link'><a class='comment-link' href='{blog.link(post)}#comment-form'>{count} comments:</a></span><div class='post-share-buttons goog-inline-block'>{share}</div></div>"
        f"<div class='post-footer-line post-footer-line-2'>{labelled}</div></div></div>{_simple_comments(blog, post) if alone else ''}</div></div></div>"
    )


def _simple_comments(blog: Blog, post: Post) -> str:
    items = "".join(
        f'<li class="comment" id="c{post.number}{n}"><div class="avatar-image-container"><img src="/a"></div><div class="comment-block"><div class="comment-header"><cite class="user"><a href="https://reader.example/" rel="nofollow">{comment.author}</a></cite>'
        f'<span class="icon user"></span><span class="datetime secondary-text"><a rel="nofollow" href="{blog.link(post)}?showComment={n}">{comment.when:%B} {comment.when.day}, {comment.when.year} at 9:00 AM</a></span></div><p class="comment-content">{comment.text}</p>'
        '<span class="comment-actions secondary-text"><a class="comment-reply" target="_self">Reply</a></span></div></li>'
        for n, comment in enumerate(post.comments)
    )
    return (
        f"<div class='comments' id='comments'><a name='comments'></a><h4>{len(post.comments)} comments:</h4><div class='comments-content'><div id='comment-holder'><div class=\"comment-thread toplevel-thread\"><ol id=\"top-ra\">{items}</ol></div></div></div>"
        "<p class='comment-footer'><div class='comment-form'><a name='comment-form'></a><h4 id='comment-post-message'>Post a Comment</h4></div></p></div>"
    )


def _simple_post(blog: Blog, post: Post) -> str:
    inside = f"<div class='blog-posts hfeed'>{_simple_entry(blog, post, alone=True)}</div>{_pager(blog, post, None)}"
    return _simple_frame(blog, post.title, blog.link(post), inside)


def _simple_list(blog: Blog, listing: Listing) -> str:
    entries = "".join(_simple_entry(blog, post, alone=False) for post in listing.posts)
    inside = f"<div class='blog-posts hfeed'>{entries}</div>{_pager(blog, None, listing)}<div class='blog-feeds'><div class='feed-links'>Subscribe to: <a class='feed-link' href='{blog.home}/feeds/posts/default'>Posts (Atom)</a></div></div>"
    return _simple_frame(blog, listing.title, f"{blog.home}{listing.path}", inside)


def _contempo_frame(blog: Blog, title: str, address: str, view: str, inside: str) -> str:
    return (
        f"<!DOCTYPE html>\n<html dir='ltr' lang='en'>{head(blog, title, address)}<body class='container {view} version-1-3-3 variant-indie_light'><a class='skip-navigation' href='#main' tabindex='0'>Skip to main content</a>"
        "<div class='page'><div class='bg-photo-overlay'></div><div class='page_body'><div class='centered'><header class='centered-top-container' role='banner'><div class='centered-top'>"
        f"<div class='blog-name container'><div class='container section' id='header'><div class='widget Header' data-version='2' id='Header1'><div class='header-widget'><div><h1><a href='{blog.start}'>{escape(blog.title)}</a></h1></div><p>Notes on making and walking</p></div></div></div>"
        f"<nav role='navigation'><div class='clearboth no-items section' id='page_list_top'><ul>{_links(blog)}</ul></div></nav></div></div></header>"
        f"<main class='centered-bottom' id='main' role='main' tabindex='-1'><div class='main section' id='page_body' name='Page Body'><div class='widget Blog' data-version='2' id='Blog1'>{inside}</div>"
        f"{_contempo_popular(blog) if view == 'item-view' else ''}</div></main></div><footer class='footer section' id='footer'><div class='widget Attribution' id='Attribution1'><div class='widget-content'><div class='blogger'><a href='https://www.blogger.com' rel='nofollow'>Powered by Blogger</a></div></div></div></footer></div></div>"
        f"<aside class='sidebar-container container sidebar-invisible' role='complementary'><div class='sidebar_top_wrapper'><div class='sidebar_bottom section' id='sidebar_bottom'>{archive_widget(blog, 2)}</div></div></aside></body></html>"
    )


def _contempo_header(blog: Blog, post: Post) -> str:
    return (
        "<div class='post-header'><div class='post-header-line-1'><span class='byline post-author vcard'><span class='post-author-label'>By</span><span class='fn'><meta content='https://www.blogger.com/profile/1'/>"
        f"<a class='g-profile' href='https://www.blogger.com/profile/1' rel='author' title='author profile'><span>{escape(post.authors[0])}</span></a></span></span><span class='byline post-timestamp'>\n-\n<meta content='{blog.link(post)}'/>"
        f"<a class='timestamp-link' href='{blog.link(post)}' rel='bookmark' title='permanent link'><time class='published' datetime='{stamp(post)}' title='{stamp(post)}'>{post.published:%B %d, %Y}</time></a></span></div></div>"
    )


def _contempo_popular(blog: Blog) -> str:
    items = "".join(
        f"<article class='post' role='article'><h3 class='post-title'><a href='{blog.link(post)}'>{escape(post.title)}</a></h3>{_contempo_header(blog, post)}"
        f"<div class='item-content float-container'><div class='popular-posts-snippet snippet-container r-snippet-container'><div class='snippet-item r-snippetized'>{escape(post.excerpt)}</div></div><div class='jump-link flat-button ripple'><a href='{blog.link(post)}'>Read more</a></div></div></article>"
        for post in blog.posts[1:4]
    )
    return f"<div class='widget PopularPosts' data-version='2' id='PopularPosts1'><h3 class='title'>Popular posts from this blog</h3><div class='widget-content'><div role='feed'>{items}</div></div></div>"


def _contempo_post(blog: Blog, post: Post) -> str:
    share = "".join(
        f"<li><span aria-label='Share to {n}' class='sharing-platform-button sharing-element-{n.lower()}'><span class='platform-sharing-text'>{n}</span></span></li>"
        for n in ("Facebook", "X", "Email")
    )
    comments = "".join(
        f"<dt class='comment-author' id='c{n}'><a href='https://reader.example/' rel='nofollow'>{comment.author}</a> said...</dt><dd class='comment-body' id='Blog1_cmt-{n}'><p>{comment.text}</p></dd>"
        f"<dd class='comment-footer'><span class='comment-timestamp'><a href='{blog.link(post)}?showComment={n}' title='comment permalink'>{comment.when:%B %d, %Y at 9:00 AM}</a></span></dd>"
        for n, comment in enumerate(post.comments)
    )
    inside = (
        "<div class='blog-posts hfeed container'><article class='post-outer-container'><div class='post-outer'><div class='post'>"
        f"{blog_json(blog, post)}<a name='{post.number}'></a><h3 class='post-title entry-title'>{escape(post.title)}</h3><div class='post-share-buttons post-share-buttons-top'><div class='byline post-share-buttons goog-inline-block'><div class='sharing'><button class='sharing-button touch-icon-button'>Share</button><ul>{share}</ul></div></div></div>"
        f"{_contempo_header(blog, post)}<div class='post-body entry-content float-container' id='post-body-{post.number}00{post.number}'>\n{content(post)}\n</div>"
        f"<div class='post-bottom'><div class='post-footer float-container'><div class='post-footer-line post-footer-line-1'><span class='byline post-icons'></span></div><div class='post-footer-line post-footer-line-2'><span class='byline post-labels'><span class='byline-label'>Labels:</span>\n{label_links(blog, post)}</span></div></div>"
        f"<div class='post-share-buttons post-share-buttons-bottom invisible'><ul>{share}</ul></div></div></div></div><section class='comments embed' data-num-comments='{len(post.comments)}' id='comments'><a name='comments'></a><h3 class='title'>Comments</h3><div id='Blog1_comments-block-wrapper'><dl id='comments-block'>{comments}</dl></div>"
        "<p class='comment-footer'><div class='comment-form'><h4 id='comment-post-message'>Post a Comment</h4></div></p></section></article></div>"
    )
    return _contempo_frame(blog, post.title, blog.link(post), "item-view", inside)


def _contempo_list(blog: Blog, listing: Listing) -> str:
    items = "".join(
        f"<article class='post-outer-container'><div class='post-outer'><div class='post'>{blog_json(blog, post)}<a name='{post.number}'></a><h3 class='post-title entry-title'><a href='{blog.link(post)}'>{escape(post.title)}</a></h3>{_contempo_header(blog, post)}"
        f"<div class='container post-body entry-content' id='post-snippet-{post.number}00{post.number}'><div class='post-snippet snippet-container r-snippet-container'><div class='snippet-item r-snippetized'>{escape(post.excerpt)}</div></div></div>"
        f"<div class='post-bottom'><div class='post-footer'><div class='post-footer-line post-footer-line-0'><span class='byline post-comment-link container'><a class='comment-link' href='{blog.link(post)}#comments'>Post a Comment</a></span></div></div><div class='byline jump-link'><a href='{blog.link(post)}' title='{escape(post.title)}'>Read more</a></div></div></div></div></article>"
        for post in listing.posts
    )
    older = older_link(blog, listing)
    pager = (
        f"<div class='blog-pager container' id='blog-pager'><a class='blog-pager-older-link flat-button ripple' href='{escape(older)}' id='Blog1_blog-pager-older-link' title='More posts'>More posts</a></div>"
        if older
        else ""
    )
    return _contempo_frame(
        blog,
        listing.title,
        f"{blog.home}{listing.path}",
        "home-view feed-view",
        f"<div class='blog-posts hfeed container'>{items}</div>{pager}",
    )


def _minima_frame(blog: Blog, title: str, address: str, inside: str) -> str:
    return (
        f"<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\">\n<html dir='ltr'>{head(blog, title, address)}<body><div id='outer-wrapper'><div id='wrap2'><div id='header-wrapper'><div class='header section' id='header'><div class='widget Header' id='Header1'>"
        f"<div id='header-inner'><div class='titlewrapper'><h1 class='title'><a href='{blog.start}'>{escape(blog.title)}</a></h1></div></div></div></div></div><div id='content-wrapper'><div id='main-wrapper'><div class='main section' id='main'><div class='widget Blog' id='Blog1'><div class='blog-posts hfeed'>{inside}</div></div></div></div>"
        f"<div id='sidebar-wrapper'><div class='sidebar section' id='sidebar'>{archive_widget(blog, 1)}<div class='widget Profile' id='Profile1'><h2>Contributors</h2><div class='widget-content'><ul><li><a href='https://www.blogger.com/profile/1'>Somebody Else</a></li></ul></div></div></div></div></div></div></div></body></html>"
    )


def _minima_entry(blog: Blog, post: Post) -> str:
    return (
        f"<h2 class='date-header'>{post.published:%A, %B} {post.published.day}, {post.published.year}</h2><div class='post hentry'><a name='{post.number}'></a><h3 class='post-title entry-title'><a href='{blog.link(post)}'>{escape(post.title)}</a></h3><div class='post-header-line-1'></div>"
        f"<div class='post-body entry-content'>\n{content(post)}\n<div style='clear: both;'></div></div><div class='post-footer'><p class='post-footer-line post-footer-line-1'><span class='post-author vcard'>Posted by\n<span class='fn'>{escape(post.authors[0])}</span></span>"
        f"<span class='post-timestamp'>at\n<a class='timestamp-link' href='{blog.link(post)}' rel='bookmark' title='permanent link'><abbr class='published' title='{stamp(post)}'>{post.published:%H:%M}</abbr></a></span></p><p class='post-footer-line post-footer-line-2'><span class='post-labels'>Labels: {label_links(blog, post)}</span></p></div></div>"
    )


def _minima_post(blog: Blog, post: Post) -> str:
    comments = "".join(
        f"<dt class='comment-author' id='c{n}'>{comment.author} said...</dt><dd class='comment-body'><p>{comment.text}</p></dd><dd class='comment-footer'><span class='comment-timestamp'>{comment.when:%d %B %Y}</span></dd>"
        for n, comment in enumerate(post.comments)
    )
    inside = f"{_minima_entry(blog, post)}<div class='comments' id='comments'><a name='comments'></a><h4>{len(post.comments)} comments:</h4><dl id='comments-block'>{comments}</dl></div>{_pager(blog, post, None)}"
    return _minima_frame(blog, post.title, blog.link(post), inside)


def _minima_list(blog: Blog, listing: Listing) -> str:
    inside = "".join(_minima_entry(blog, post) for post in listing.posts) + _pager(
        blog, None, listing
    )
    return _minima_frame(blog, listing.title, f"{blog.home}{listing.path}", inside)


SIMPLE = BloggerTheme("simple", _simple_post, _simple_list)
CONTEMPO = BloggerTheme("contempo", _contempo_post, _contempo_list, shows_changes=True)
MINIMA = BloggerTheme("minima", _minima_post, _minima_list)
