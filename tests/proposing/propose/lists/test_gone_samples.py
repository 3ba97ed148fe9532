"""Articles of a list that are gone, and whose addresses lead to the home page: that is no sample of
an article.
"""

from __future__ import annotations

from pathlib import Path

from small_portal import Answer, article, listing, small_portal

from webarticlecurator.proposing.propose.portal_proposal import propose_portal


def test_the_home_page_in_place_of_an_article_is_no_sample(tmp_path: Path) -> None:
    paths = [f"/n/story-of-bridge-{n}" for n in range(8)]
    pages: dict[str, str | Answer] = {
        path: article(f"The story of {path}, told at length. " * 20) for path in paths
    }
    with small_portal(tmp_path, {}) as portal:
        portal.pages |= pages
        portal.pages["/list"] = listing(*paths)
        portal.pages["/"] = article("Welcome to the portal of all bridges. " * 20)
        portal.pages[paths[3]] = Answer(status=302, headers=(("Location", f"{portal.base}/"),))
        found = propose_portal([f"{portal.base}/list"], runtime=portal.runtime)
    gone = {f"{portal.base}/", f"{portal.base}{paths[3]}"}
    assert len(found.articles) == 7 and gone.isdisjoint(found.articles)


NOT_FOUND = article("Qapla blurgh narf zogg vlem tikk horum dasq wexl prang. " * 3)


def test_pages_that_show_the_same_at_unlike_addresses_are_no_samples(tmp_path: Path) -> None:
    names = "red blue green white black grey brown pink".split()
    paths = [f"/n/story-of-{name}-bridge" for name in names]
    twin = f"{paths[1]}/amp"
    with small_portal(tmp_path, {}) as portal:
        portal.pages |= {path: article(f"The story of {path} at length. " * 20) for path in paths}
        portal.pages |= {paths[2]: NOT_FOUND, paths[5]: NOT_FOUND, twin: portal.pages[paths[1]]}
        portal.pages["/list"] = listing(*paths, twin)
        found = propose_portal([f"{portal.base}/list"], runtime=portal.runtime)
    samples = {url.removeprefix(portal.base) for url in found.articles}
    # one article at two addresses is one sample
    assert len(samples) == 6 and len(samples & {paths[1], twin}) == 1
    assert samples.isdisjoint({paths[2], paths[5]})
