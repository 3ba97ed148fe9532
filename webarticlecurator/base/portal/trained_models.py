"""Trained models: the files of ``trained/``, made by scripts of ``bench/``, and the check of those
that portal files name.
"""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from typing import Any

from webarticlecurator.base.folders import data_folder
from webarticlecurator.base.text.translation import make_message

UNIT_CLASSIFIER = "unit-classifier.json"
"""Which text units of a page belong to its article (``extract/unit_classifier``)."""
PAGE_KIND_MODEL = "page-kinds.json"
"""What kind of page a page is (``articles/without_rules/page_kind.py``)."""
AUTHOR_CLASSIFIER = "author-classifier.json"
"""Which names on a page are those of its authors (``articles/facts/persons.py``)."""
MAX_MODEL = 10_000_000
"""Largest model file, in bytes; that of the package has some 25,000."""
MAX_DEPTH = 50
"""Levels of a decision tree, at most."""
_CONTEXT = "likely"
"""The first feature that only the second stage reads."""
_KEYS = ("features", "probabilities", "first", "second", "reading", "confidence")


@lru_cache(maxsize=4)
def read_trained_model(name: str) -> bytes:
    """Return the bytes of ``trained/<name>``."""
    return (data_folder("trained") / name).read_bytes()


@lru_cache(maxsize=4)
def digest_trained_model(name: str) -> str:
    """Return the hex sha256 of ``trained/<name>``."""
    return hashlib.sha256(read_trained_model(name)).hexdigest()


@lru_cache(maxsize=4)
def find_classifier_fault(content: bytes) -> str:
    """Return why the content of a file is no classifier of text units for this version, or "".

    It must have the form of the classifier of the package, and its trees the same features.
    """
    try:
        stored: Any = json.loads(content)
    except (ValueError, RecursionError):
        return make_message("it is not JSON")
    if not isinstance(stored, dict) or any(key not in stored for key in _KEYS):
        return make_message("it lacks the keys {keys}", keys=", ".join(_KEYS))
    shipped: Any = json.loads(read_trained_model(UNIT_CLASSIFIER))
    names, of_readings = (shipped[key] for key in ("features", "reading"))
    if stored["features"] != names or stored["reading"] != of_readings:
        return make_message(
            "its trees use features that this version of the program does not compute"
        )
    values = stored["probabilities"]
    if not isinstance(values, list) or len(values) != len(shipped["probabilities"]):
        return make_message(
            "probabilities does not have {number} values", number=len(shipped["probabilities"])
        )
    if not all(_is_integer(value) and 0 <= value <= 1000 for value in values):
        return make_message("probabilities has values outside 0 to 1000")
    counts = {
        "first": names.index(_CONTEXT), "second": len(names), "confidence": len(of_readings)
    }  # fmt: skip
    if not all(_is_ensemble(stored[key], count) for key, count in counts.items()):
        return make_message("its trees cannot be read")
    return ""


def _is_ensemble(stored: Any, features: int) -> bool:
    return (
        isinstance(stored, dict)
        and _is_integer(stored.get("start"))
        and isinstance(stored.get("trees"), list)
        and all(_is_tree(tree, features) for tree in stored["trees"])
    )


def _is_tree(stored: Any, features: int) -> bool:
    pending = [(stored, 0)]
    while pending:
        node, depth = pending.pop()
        if _is_integer(node):
            continue
        if not isinstance(node, list) or len(node) != 4 or depth >= MAX_DEPTH:
            return False
        feature, threshold, low, high = node
        if not _is_integer(feature) or not 0 <= feature < features or not _is_integer(threshold):
            return False
        pending += [(low, depth + 1), (high, depth + 1)]
    return True


def _is_integer(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
