"""A Drupal blog: articles of its standard profile with a field for the section."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from blog_html import plain_block, table_rows
from blog_posts import Piece, Post, make_posts, slug_of
from blog_site import Blog, Listing, rss


@dataclass(frozen=True)
class DrupalTheme:
    name: str
    render_post: Callable[[Blog, Post], str]
    render_list: Callable[[Blog, Listing], str]
    size: int = 5


def make_drupal(theme: DrupalTheme, count: int, seed: int, authors: Sequence[str] = ()) -> Blog:
    """Its pages do not say when an article was changed, and name one author each."""
    posts = make_posts(count, seed, *([tuple(authors)] if authors else []))
    blog = Blog(theme.name, f"http://{theme.name}.example", posts)
    blog.authors_of = lambda post: post.authors[:1]
    blog.shows_changes = False
    blog.addresses = {
        f"{blog.home}{f'/node/{post.number}' if post.number % 2 else f'/blog/{post.slug}'}": post
        for post in posts
    }
    for address, post in blog.addresses.items():
        blog.add(address.removeprefix(blog.home), theme.render_post(blog, post))
    blog.add_lists(
        "",
        "/",
        posts,
        theme.size,
        lambda first, page: f"{first}?page={page - 1}",
        lambda listing: theme.render_list(blog, listing),
    )
    blog.add("/rss.xml", rss(blog, posts[:10]), "application/rss+xml; charset=utf-8")
    blog.add(
        "/robots.txt",
        "User-agent: *\nDisallow: /core/\nDisallow: /admin/\nDisallow: /search/\nDisallow: /user/login\n",
        "text/plain",
    )
    return blog


def content(post: Post) -> str:
    return "\n".join(_block(piece) for piece in post.pieces)


def _block(piece: Piece) -> str:
    if piece.kind == "table":
        return f"<table><caption>{piece.caption}</caption>{table_rows(piece, head=True)}</table>"
    if piece.kind == "figure":
        return f'<figure role="group" class="caption caption-img align-center"><img alt="" data-entity-type="file" height="400" src="/sites/default/files/inline-images/a.jpg" width="600"><figcaption>{piece.caption}</figcaption></figure>'
    if piece.kind == "gallery":
        return "".join(
            f'<p><img alt="{text}" src="/sites/default/files/inline-images/b.jpg"></p>'
            for text in piece.texts
        )
    if piece.kind == "embed":
        return (
            '<article class="media media--type-remote-video media--view-mode-default"><div class="field field--name-field-media-oembed-video field--type-string field--label-hidden field__item">'
            f'<iframe src="{piece.texts[0]}" width="200" height="113" class="media-oembed-content" loading="eager" title="A film"></iframe></div></article>'
        )
    return plain_block(piece)


def term_links(blog: Blog, terms: Sequence[str], kind: str) -> list[str]:
    return [f'<a href="/{kind}/{slug_of(each)}" hreflang="en">{escape(each)}</a>' for each in terms]


def section_field(blog: Blog, post: Post) -> str:
    items = "".join(
        f'<div class="field__item">{a}</div>' for a in term_links(blog, post.sections, "section")
    )
    return (
        '<div class="field field--name-field-category field--type-entity-reference field--label-inline clearfix"><div class="field__label">Category</div>'
        f'<div class="field__items">{items}</div></div>'
    )


def head(blog: Blog, title: str) -> str:
    return (
        '<!DOCTYPE html>\n<html lang="en" dir="ltr">\n<head><meta charset="utf-8" /><meta name="Generator" content="Drupal 10 (https://www.drupal.org)" />'
        f'<meta name="viewport" content="width=device-width, initial-scale=1.0" /><title>{escape(f"{title} | {blog.title}" if title else blog.title)}</title>'
        f'<link rel="alternate" type="application/rss+xml" title="" href="{blog.home}/rss.xml" /></head>'
    )


def pager(listing: Listing, number_class: str) -> str:
    if listing.pages == 1:
        return ""
    links = []
    for page in range(1, listing.pages + 1):
        if page == listing.page:
            links.append(
                f'<li class="pager__item is-active pager__item--active {number_class}"><span class="visually-hidden">Current page</span> {page}</li>'
            )
        else:
            links.append(
                f'<li class="pager__item {number_class}"><a href="?page={page - 1}" class="pager__link" title="Go to page {page}"><span class="visually-hidden">Page</span> {page}</a></li>'
            )
    if listing.page < listing.pages:
        links.append(
            f'<li class="pager__item pager__item--control pager__item--next"><a href="?page={listing.page}" class="pager__link" title="Go to next page" rel="next"><span class="visually-hidden">Next page</span></a></li>'
        )
        links.append(
            f'<li class="pager__item pager__item--control pager__item--last"><a href="?page={listing.pages - 1}" class="pager__link" title="Go to last page"><span class="visually-hidden">Last page</span></a></li>'
        )
    return f'<nav class="pager" role="navigation" aria-labelledby="pagination-heading"><h4 id="pagination-heading" class="visually-hidden">Pagination</h4><ul class="pager__items js-pager__items">{"".join(links)}</ul></nav>'
