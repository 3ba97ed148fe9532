"""A forum in a new design: its posts are found again, each with who wrote it and when."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from newcomer_portals import fill_czech_forum
from small_portal import small_portal

from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.proposing.repair.portal_repair import repair_portal

RULES = """\
language: cs
fetch: {delay: 0}
archive:
  columns:
    zahrada: {url: 'BASE/deska/zahrada'}
    doprava: {url: 'BASE/deska/doprava'}
    kultura: {url: 'BASE/deska/kultura'}
  pagination: {mode: next-link, next: {css: p.strany a, text: {equals: další}}}
  links: a.nazev
article:
  next_page: a[rel~=next]
  kind: DiscussionForumPosting
  body: {root: div.telo, guess: elsewhere, posts: {author: b.autor, time: span.cas}}
  metadata: {authors: [{css: b.autor, pick: first}], published: [{css: span.cas, pick: first}]}
"""


def test_posts_of_a_new_design_are_read_as_before(tmp_path: Path) -> None:
    with small_portal(tmp_path, {}) as portal:
        forum = fill_czech_forum(portal, portal.clock.now().date())
        assert portal.crawl(RULES).tei == len(forum.texts) == 38
        forum.redesign()
        portal.clock.time += timedelta(days=30)
        file = portal.write(RULES)
        text = file.path.read_text(encoding="utf-8")
        found = repair_portal(file, text, portal.corpus, (), portal.runtime)
        assert not found.doubts
        assert "posts: {author: div.kdo strong" in found.text
        file.path.write_text(found.text, encoding="utf-8")
        summary = crawl(load_portal(file.path), portal.corpus, None, portal.runtime)
        assert summary.tei == len(forum.texts) == 44
