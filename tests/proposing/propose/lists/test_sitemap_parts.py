"""Which files of an index of sitemaps ``new`` has read: all but those with other things."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from small_portal import Answer, SmallPortal, article, small_portal

from webarticlecurator.crawling.archive.portal_sitemaps import FollowedSitemaps, choose_sources
from webarticlecurator.portal_file.written.proposed_file import proposed_yaml
from webarticlecurator.proposing.propose.portal_proposal import propose_portal

WORDS = "The mill by the river was sold in spring, and nobody in the village knew the buyer."


def _slug(number: int) -> str:
    return f"/news/the-story-number-{number}-of-the-mill/"


def _write_file(portal: SmallPortal, root: str, entry: str, paths: list[str]) -> Answer:
    urls = "".join(f"<{entry}><loc>{portal.base}{path}</loc></{entry}>" for path in paths)
    space = "http://www.sitemaps.org/schemas/sitemap/0.9"
    text = f"<{root} xmlns='{space}'>{urls}</{root}>"
    return Answer(text, headers=(("Content-Type", "application/xml"),))


def _publish(portal: SmallPortal, number: int) -> None:
    """Publish articles, with sitemaps as Yoast makes them: ten articles a file, the first of which
    has no number in its name."""
    paths = [_slug(n) for n in range(number)]
    pages = {path: article(f"{WORDS} " + " ".join(f"room{n * k}" for k in range(2, 40))) for n, path in enumerate([*paths, "/about", "/category/news/"])}  # fmt: skip
    parts = {f"/post-sitemap{start // 10 + 1 if start else ''}.xml": paths[start : start + 10] for start in range(0, number, 10)}  # fmt: skip
    files = parts | {"/page-sitemap.xml": ["/about"], "/category-sitemap.xml": ["/category/news/"]}
    portal.pages |= pages | {path: _write_file(portal, "urlset", "url", each) for path, each in files.items()}  # fmt: skip
    portal.pages["/sitemap.xml"] = _write_file(portal, "sitemapindex", "sitemap", [*files])


def test_of_an_index_of_sitemaps_the_parts_that_come_later_are_read_too(tmp_path: Path):
    links = "".join(f"<h2><a href='{_slug(n)}'>The story number {n} of the mill</a></h2>" for n in range(5))  # fmt: skip
    with small_portal(tmp_path, {"/news/": f"<html><body><div>{links}</div></body></html>"}) as portal:  # fmt: skip
        _publish(portal, 19)
        text = proposed_yaml(propose_portal([f"{portal.base}/news/"], runtime=portal.runtime))
        others = r"{exclude: ['/page-sitemap[-_]?\d*\.xml$', '/category-sitemap[-_]?\d*\.xml$']}"
        assert f"sitemap: {{url: '{portal.base}/sitemap.xml', files: {others}}}" in text
        text = re.sub("(?m)^home: .*$", "", text)
        text = re.sub(r"(?m)^portal: \S+", "portal: small", text)
        portal.crawl(text)
        assert {*portal.articles()} == {_slug(n) for n in range(19)}
        _publish(portal, 25)
        portal.crawl(text)
        assert {*portal.articles()} == {_slug(n) for n in range(25)}


MAP = "https://echo.example/"


@pytest.mark.parametrize(
    ("named", "indexes", "files", "kept", "sources"),
    [
        (["a.xml"], {}, ["a.xml"], ["a.xml"], {"a.xml": ()}),
        # one that was not read may have articles; one by whose name it has others is left out
        (["i"], {"i": ["n-1.xml", "n-9.xml", "tags.xml"]}, ["n-1.xml"], ["n-1.xml"], {"i": ("/tags[-_]?\\d*\\.xml$",)}),
        (["i"], {"i": ["a1.xml", "b.xml"]}, ["a1.xml", "b.xml"], ["a1.xml", "b.xml"], {"i": ()}),
        # an index in an index, and an expression that would find a file of articles
        (["i"], {"i": ["x/m-1.xml", "j"], "j": ["y/x/m-2.xml"]}, ["x/m-1.xml", "y/x/m-2.xml"], ["y/x/m-2.xml"], {"i": (f"^{MAP}x/m-1.xml$".replace(".", r"\."),)}),
        # several that robots.txt names
        (["n1.xml", "n2.xml", "image.xml"], {}, ["n1.xml", "n2.xml"], ["n1.xml"], {"robots": ("/image[-_]?\\d*\\.xml$",)}),
        (["n.xml", "image.xml"], {}, ["n.xml"], ["n.xml"], {"n.xml": ()}),
    ],
    ids=["file", "unread", "all", "nested", "robots", "one of robots"],
)  # fmt: skip
def test_which_sitemaps_lead_to_the_files_with_articles(
    named: list[str],
    indexes: dict[str, list[str]],
    files: list[str],
    kept: list[str],
    sources: dict[str, tuple[str, ...]],
):
    def at(names: list[str]) -> list[str]:
        return [MAP + name for name in names]

    followed = FollowedSitemaps(
        {url: (f"{url}/1",) for url in at(files)},
        {MAP + name: tuple(at(parts)) for name, parts in indexes.items()},
    )
    found = choose_sources(at(named), followed, at(kept))
    assert {each.url.removeprefix(MAP): each.left_out for each in found} == sources


def test_a_sitemap_replaces_a_list_whose_next_page_is_forbidden(tmp_path: Path) -> None:
    paths = [f"/story-{n}-of-the-mill" for n in range(12)]
    pages: dict[str, str | Answer] = {path: article(f"Story {path}. " * 30) for path in paths}
    items = "".join(f'<h2><a href="{each}">A {each[1:]}</a></h2>' for each in paths[:6])
    onward = '<a rel="next" href="/news/page/2">Next page</a>'
    pages["/news"] = f"<html><body><main>{items}{onward}</main></body></html>"
    with small_portal(tmp_path, pages) as portal:
        portal.pages["/map.xml"] = _write_file(portal, "urlset", "url", paths)
        portal.pages["/robots.txt"] = (
            f"User-agent: *\nDisallow: /news/page/\nSitemap: {portal.base}/map.xml\n"
        )
        found = propose_portal([f"{portal.base}/news"], runtime=portal.runtime)
    assert found.sitemap is not None
    assert (found.sitemap.addresses, found.sitemap.shared, found.sitemap.links) == (12, 6, 6)
