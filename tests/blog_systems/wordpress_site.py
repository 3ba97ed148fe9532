"""A WordPress blog of any theme: its addresses, lists, feed and sitemap."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from blog_posts import Post, make_posts
from blog_site import Blog, Listing, rss, sitemap
from wordpress_parts import term_path


@dataclass(frozen=True)
class Theme:
    """``permalink``: path of a post; ``size``: posts on a page of a list."""

    name: str
    permalink: Callable[[Post], str]
    render_post: Callable[[Blog, Post], str]
    render_list: Callable[[Blog, Listing], str]
    size: int = 5
    shows_all_authors: bool = False
    shows_changes: bool = False
    render_second_page: Callable[[Blog, Post], str | None] = lambda blog, post: None


def by_day(post: Post) -> str:
    return f"/{post.published:%Y/%m/%d}/{post.slug}/"


def by_name(post: Post) -> str:
    return f"/{post.slug}/"


def make_wordpress(theme: Theme, count: int, seed: int, authors: Sequence[str] = ()) -> Blog:
    posts = make_posts(count, seed, *([tuple(authors)] if authors else []))
    blog = Blog(theme.name, f"http://{theme.name}.example", posts)
    blog.shows_changes = theme.shows_changes
    if not theme.shows_all_authors:
        blog.authors_of = lambda post: post.authors[:1]
    blog.addresses = {f"{blog.home}{theme.permalink(post)}": post for post in posts}

    for address, post in blog.addresses.items():
        path = address.removeprefix(blog.home)
        blog.add(path, theme.render_post(blog, post))
        second = theme.render_second_page(blog, post)
        if second is not None:
            blog.add(f"{path}2/", second)

    def add(title: str, path: str, some: Sequence[Post]) -> None:
        blog.add_lists(
            title,
            path,
            some,
            theme.size,
            lambda first, page: f"{first}page/{page}/",
            lambda listing: theme.render_list(blog, listing),
        )

    add("", "/", posts)
    for month, some in blog.by_term(lambda post: [f"{post.published:%Y/%m}"]).items():
        add(f"Month: {month}", f"/{month}/", some)
    for section, some in blog.by_term(lambda post: post.sections).items():
        add(f"Category: {section}", term_path("category", section), some)
    for tag, some in blog.by_term(lambda post: post.tags).items():
        add(f"Tag: {tag}", term_path("tag", tag), some)
    for author, some in blog.by_term(lambda post: post.authors).items():
        add(f"Author: {author}", term_path("author", author), some)
    blog.add("/feed/", rss(blog, posts[:10]), "application/rss+xml; charset=UTF-8")
    blog.add("/wp-sitemap.xml", sitemap(list(blog.addresses)), "application/xml")
    blog.add(
        "/robots.txt",
        "User-agent: *\nDisallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php\n\n"
        f"Sitemap: {blog.home}/wp-sitemap.xml\n",
        "text/plain",
    )
    return blog
