"""The digest of the features of names, by which trained trees are known to be out of date."""

from __future__ import annotations

import hashlib
import json

from bench.training.feature_digest import read_feature_pages
from webarticlecurator.articles.facts.article_position import locate_article
from webarticlecurator.articles.facts.name_candidates import NAME_FEATURES
from webarticlecurator.articles.facts.persons import list_candidates
from webarticlecurator.base.model.article import Value

_OF_TEXT = ("from_end", "elsewhere")
"""Features that the choice of the text decides, too: not a part of the digest."""
_AFTER = 2
"""The ``zone`` of names below the beginning of the text."""


def digest_name_features() -> str:
    """Return the hex sha256 of the names and values of the features on the made-up pages of
    ``feature_digest.py``, with and without a declared author."""
    kept = [n for n, name in enumerate(NAME_FEATURES) if name not in _OF_TEXT]
    zone = NAME_FEATURES.index("zone")
    rows = [
        [each.value.value, *(each.features[n] for n in kept)]
        for page in read_feature_pages()
        for declared in ([], [Value("The Daily Echo", "meta:author", "The Daily Echo")])
        if (position := locate_article(page)) is not None
        for each in list_candidates(position, declared, frozenset({"echo"}))
        if each.features[zone] != _AFTER
    ]
    content = json.dumps([NAME_FEATURES, rows]).encode("ascii")
    return hashlib.sha256(content).hexdigest()
