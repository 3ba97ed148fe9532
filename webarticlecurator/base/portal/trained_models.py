"""Trained models: the files of ``trained/``, made by scripts of ``bench/``."""

from __future__ import annotations

import hashlib
from functools import lru_cache

from webarticlecurator.base.folders import data_folder

UNIT_CLASSIFIER = "unit-classifier.json"
"""Which text units of a page belong to its article (``extract/unit_classifier``)."""
PAGE_KIND_MODEL = "page-kinds.json"
"""What kind of page a page is (``articles/without_rules/page_kind.py``)."""
AUTHOR_CLASSIFIER = "author-classifier.json"
"""Which names on a page are those of its authors (``articles/facts/persons.py``)."""


@lru_cache(maxsize=4)
def read_trained_model(name: str) -> bytes:
    """Return the bytes of ``trained/<name>``."""
    return (data_folder("trained") / name).read_bytes()


@lru_cache(maxsize=4)
def digest_trained_model(name: str) -> str:
    """Return the hex sha256 of ``trained/<name>``."""
    return hashlib.sha256(read_trained_model(name)).hexdigest()
