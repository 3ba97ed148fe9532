"""A language of marks: every text of the catalogues stands in ⟦⟧, every value in it in ⟪⟫, so that a
text that goes through no catalogue is seen.

``python tests/base/translation/marked_texts.py studio …`` runs ``curator`` with it; it has the place of
Hungarian.
"""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path
from string import Formatter

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

from extract_messages import list_texts

from webarticlecurator.base.text import catalogues, translation

LANGUAGE = "hu"
PROGRAM = Path(__file__)
_INNERMOST = re.compile("⟦[^⟦⟧]*⟧")
_VALUE = re.compile("⟪[^⟪⟫]*⟫")
_TWO_WORDS = re.compile(r"(?<![\w./:'\"=%*-])[a-z]{2,} [a-z]{2,}(?![\w./:'\"=-])")


def mark_text(template: str) -> str:
    """Return a template with the marks of a text, and with those of each of its values."""
    parts = [*Formatter().parse(template)] if _may_have_values(template) else []
    if not any(name for _, name, *_ in parts):
        return f"⟦{template}⟧"
    marked = ""
    for literal, name, form, conversion in parts:
        marked += literal.replace("{", "{{").replace("}", "}}")
        if name is not None:
            marked += f"⟪{{{name}{f'!{conversion}' if conversion else ''}:{form}}}⟫"
    return f"⟦{marked}⟧"


def _may_have_values(template: str) -> bool:
    """Return False for a text without values that has braces of YAML."""
    return not re.search(r"\{\w+: ", template)


@cache
def read_marked_catalogue(_language: str) -> catalogues.Catalogue:
    """Return a catalogue whose texts are those in English, marked."""
    texts = {
        text.one: tuple(mark_text(one) for one in (text.one, text.many) if one)
        for text in list_texts()
    }
    head = {"X-Read-By-Native-Speaker": "no"}
    return catalogues.Catalogue(texts, lambda number: int(number != 1), head)


def list_unmarked(shown: str) -> list[str]:
    """Return the parts of what is shown that no catalogue has: what stands beside the marks, and the
    values in them."""
    values: list[str] = []
    while found := _INNERMOST.search(shown):
        text = found.group()
        while value := _VALUE.search(text):
            values.append(value.group()[1:-1])
            text = text.replace(value.group(), " ", 1)
        shown = shown[: found.start()] + " … " + shown[found.end() :]
    return [part.strip() for part in (shown, *values) if part.strip()]


def list_english(shown: str) -> list[str]:
    """Return the unmarked parts that have two words of the alphabet of English after each other."""
    return [part for part in list_unmarked(shown) if _TWO_WORDS.search(part)]


def main() -> int:
    translation.read_catalogue = read_marked_catalogue  # type: ignore[assignment]
    from webarticlecurator.cli.main import main as run_curator

    return run_curator(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
