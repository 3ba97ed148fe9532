"""A stored page → what it says as an article: gate, layout version, metadata, body, join of several pages. Pure.

Read ``read_article_page.py`` first: it is the order of everything. ``identity.py`` gives an article its address and id.
"""

from webarticlecurator.extract.identity import article_id, canonical, public

__all__ = ["article_id", "canonical", "public"]
