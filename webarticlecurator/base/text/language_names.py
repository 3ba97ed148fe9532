"""Names of languages in the languages of readers, as data: on every machine the same.

The names in ``base/words/language-names.tsv`` are those of Unicode CLDR (Babel 2.19).
"""

from __future__ import annotations

from functools import lru_cache

from webarticlecurator.base.text.catalogues import ENGLISH
from webarticlecurator.base.text.translation import current_language
from webarticlecurator.base.text.words import read_name_table

_COLUMNS = (ENGLISH, "hu", "de", "fr", "es")


def name_language(tag: str) -> str:
    """Return what the language of the reader calls a language (BCP 47), with the tag where it names
    a script or a country, too; the tag itself where the language has no name here."""
    primary = tag.lower().replace("_", "-").partition("-")[0]
    name = _load_names().get(primary, {}).get(current_language())
    if name is None:
        return tag
    return name if tag.lower() == primary else f"{name} ({tag})"


@lru_cache(maxsize=1)
def _load_names() -> dict[str, dict[str, str]]:
    rows = read_name_table("language-names")
    return {tag: dict(zip(_COLUMNS, names, strict=True)) for tag, *names in rows}
