"""One engine for links, next pages, values and elements to drop. Pure: a rule and a page in, values
out.

Read ``engine.py`` first: it contains the fixed order of the steps of a rule. ``results.py`` is what
the other layers call; ``select.py`` contains the selectors and the operations on values,
``trace.py`` the account for ``--explain``. A selector that finds nothing yields nothing; it is
never an error.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from webarticlecurator.lazy_names import import_lazily

if TYPE_CHECKING:
    from webarticlecurator.rules.link_context import find_boxes, read_inside, read_link_context
    from webarticlecurator.rules.results import (
        condition_holds,
        has_pager_without_current,
        select_elements,
        select_first,
        select_link_elements,
        select_links,
        select_texts,
        select_values,
    )
    from webarticlecurator.rules.rule_values import SelectedValue
    from webarticlecurator.rules.trace import Trace

__all__ = [
    "SelectedValue",
    "Trace",
    "condition_holds",
    "find_boxes",
    "has_pager_without_current",
    "read_inside",
    "read_link_context",
    "select_elements",
    "select_first",
    "select_link_elements",
    "select_links",
    "select_texts",
    "select_values",
]

__getattr__ = import_lazily(__name__)
