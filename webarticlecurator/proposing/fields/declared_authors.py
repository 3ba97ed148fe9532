"""Authors that markup declares in scripts without capitals. The reader without rules judges for
each page alone whether they are names of persons; all pages together know.
"""

from __future__ import annotations

from collections.abc import Sequence

from webarticlecurator.articles.facts.author_names import is_name
from webarticlecurator.articles.facts.name_candidates import is_full_name
from webarticlecurator.articles.units.text_units import fold_text
from webarticlecurator.base.model.article import Metadata
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.proposal.proposal import FieldLine
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.results import select_values

MIN_PAGES = 4
MIN_SHARE = 0.9
"""Pages that must declare authors, and their share."""
MAX_SIZE = 40
"""Characters of the longest name."""
MAX_SHOWN = 3
_PLACES = (
    ({"jsonld": "author.name"}, Rule("jsonld", "author.name")),
    ({"meta": "author"}, Rule("meta", "author")),
)


def find_declared_authors(
    pages: Sequence[Page], known: Sequence[Metadata], site: str
) -> FieldLine | None:
    """Return the rule for the authors that nearly all pages declare: several writers, each of some
    of the pages; None where their names have capitals, so that the reader knows them, or where it
    finds others. ``known``: what the reader finds, ``site``: the name of the site."""
    for written, rule in _PLACES:
        found = [
            [value.value for value in select_values((rule,), page) if is_name(value.value)]
            for page in pages
        ]
        declared = [own for own in found if own]
        if len(declared) < max(MIN_PAGES, MIN_SHARE * len(pages)):
            continue
        names = {name for own in declared for name in own}
        is_known = all(
            {*metadata.texts("authors")} <= {*own}
            for own, metadata in zip(found, known, strict=True)
            if own
        )
        are_writers = 1 < len(names) < sum(map(len, declared)) and all(
            len(name) <= MAX_SIZE and fold_text(name) != fold_text(site) for name in names
        )
        if is_known and are_writers and not all(map(is_full_name, names)):
            shown = "; ".join(sorted(names)[:MAX_SHOWN])
            return FieldLine(written, f"declared on {len(declared)} of {len(pages)} pages: {shown}")
        return None
    return None
