"""A layout for the new design of a portal, from pages whose articles are known: where the text is,
what to drop in it, and where title, authors and date are; and rows of the tag dictionary for what
has another name in it.
"""

from __future__ import annotations

from collections.abc import Sequence

from webarticlecurator.articles.without_rules.article_text import find_article_text
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.stored_pages.page_store import StoredPage, run_supervised
from webarticlecurator.portal_file.written.body_yaml import write_posts
from webarticlecurator.portal_file.written.written_rules import to_field_yaml, to_line_yaml
from webarticlecurator.portal_file.yaml_file.yaml_text import Keyword, YamlValue
from webarticlecurator.proposing.fields.metadata_rules import learn_fields
from webarticlecurator.proposing.repair.body_rules import Body, BodyChoice
from webarticlecurator.proposing.repair.field_rules import propose_fields
from webarticlecurator.proposing.repair.known_articles import FIELDS
from webarticlecurator.proposing.repair.known_pages import KnownPage
from webarticlecurator.proposing.repair.known_places import find_places
from webarticlecurator.proposing.repair.tried_layouts import try_layouts
from webarticlecurator.proposing.text_rules.block_drops import make_drop_rule
from webarticlecurator.proposing.text_rules.learning import gather_articles, learn_body
from webarticlecurator.proposing.text_rules.post_rules import learn_posts, write_opening_writer

MIN_LETTERS = 12
"""Letters of a text that no other element has by chance."""
MIN_PAGES = 2
"""Pages that must show the same name for a row."""

PagePair = tuple[StoredPage, StoredPage]


def propose_layout(portal: Portal, text: str, pages: Sequence[KnownPage]) -> Body:
    """Return the entry of ``layouts``, without its name and condition, for pages in the new design;
    empty where the rules of ``portal`` (its file is ``text``) read all of them the same."""
    known = [(page.stored, page.known) for page in pages if page.known is not None]
    if not known:
        return _propose_unknown(portal, [page.stored for page in pages])
    places = [run_supervised(portal, s.url, find_places, s, k) for s, k in known]
    threads = _learn_threads(portal, [s for s, _ in known])
    body = BodyChoice(portal, text, known).choose(places, [each for each, _ in threads])
    fields = next((own for each, own in threads if each == body), {})
    layout: Body = {"body": body, **({"metadata": fields} if fields else {})}
    trial = try_layouts(portal, text, [layout])[0] if body else portal
    metadata = {**fields, **propose_fields(trial or portal, known)}
    found: Body = {"body": body} if body else {}
    return {**found, "metadata": metadata} if metadata else found


def _learn_threads(portal: Portal, stored: Sequence[StoredPage]) -> list[tuple[Body, Body]]:
    """Return the rules for the text and for metadata that pages of a forum suggest by their posts,
    if any."""
    if not portal.article.body.post_author:
        return []
    pages = [page.page(portal) for page in stored]
    posts = learn_posts(pages, lambda _url: None, lambda *_: False)
    if posts is None or not posts.root:
        return []
    body: Body = {"root": [posts.root], "guess": Keyword("elsewhere"), "posts": write_posts(posts)}
    writer = to_field_yaml(write_opening_writer(posts.author))
    return [(body, {"authors": [writer], "published": [to_field_yaml(posts.time)]})]


def _propose_unknown(portal: Portal, stored: Sequence[StoredPage]) -> Body:
    pages = [page.page(portal) for page in stored]
    readable = [page for page in pages if page.json is None and find_article_text(page)]
    rules = learn_body(gather_articles(portal, readable))
    roots = [root.rule for root in rules.roots]
    drops: list[YamlValue] = [*map(to_line_yaml, rules.drops)]
    fields = learn_fields(pages, roots, portal, [*map(make_drop_rule, rules.drops)])
    body: Body = {"root": roots} if roots else {"root": Keyword("none")}
    body |= {"guess": Keyword("true")} | ({"drop": drops} if drops else {})
    metadata = {name: [*map(to_field_yaml, ls)] for name, ls in fields if name in FIELDS}
    return {"body": body, **({"metadata": metadata} if metadata else {})}
