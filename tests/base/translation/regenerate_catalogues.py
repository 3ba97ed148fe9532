"""Write the catalogues anew: every text of the package, with the translation that there is.

``.venv/bin/python tests/base/translation/regenerate_catalogues.py``: new texts come with an empty
translation, which is to be written; those of texts that are gone are left out.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from extract_messages import PACKAGE, Text, list_texts

from webarticlecurator.base.text.catalogues import ENGLISH, LANGUAGES, parse_catalogue

FOLDER = PACKAGE / "base" / "translations"
PLURALS = {
    "hu": "nplurals=2; plural=(n != 1);",
    "de": "nplurals=2; plural=(n != 1);",
    "fr": "nplurals=2; plural=(n > 1);",
    "es": "nplurals=2; plural=(n != 1);",
}
FORMS = 2
"""Plural forms of each of these languages."""
_WIDTH = 90


def make_catalogue(language: str, known: Mapping[str, Sequence[str]]) -> str:
    """Return the text of the ``.po`` file of a language, with the ``known`` translations."""
    header = known.get("", ("",))[0] or (
        f"Language: {language}\n"
        "MIME-Version: 1.0\n"
        "Content-Type: text/plain; charset=UTF-8\n"
        "Content-Transfer-Encoding: 8bit\n"
        f"Plural-Forms: {PLURALS[language]}\n"
        "X-Read-By-Native-Speaker: no\n"
    )
    lines = ["# How this file is made and mended: docs/translations.md", *_write("msgid", "")]
    lines += _write("msgstr", header)
    file = ""
    for text in sorted(list_texts(), key=lambda each: each.file):
        lines.append("")
        if text.file != file:
            file = text.file
            lines += [f"# {file}", ""]
        lines += _write_entry(text, known.get(text.one, ()))
    return "\n".join(lines) + "\n"


def _write_entry(text: Text, forms: Sequence[str]) -> Iterator[str]:
    if "{" in text.one:
        yield "#, python-brace-format"
    yield from _write("msgid", text.one)
    if not text.many:
        yield from _write("msgstr", forms[0] if forms else "")
        return
    yield from _write("msgid_plural", text.many)
    for number in range(FORMS):
        yield from _write(f"msgstr[{number}]", forms[number] if number < len(forms) else "")


def _write(keyword: str, text: str) -> Iterator[str]:
    """Yield a keyword with its text, in several lines where it is long or has some."""
    pieces = [""]
    for word in text.replace("\n", "\n\0").replace(" ", " \0").split("\0"):
        if pieces[-1] and (len(pieces[-1]) + len(word) > _WIDTH or pieces[-1].endswith("\n")):
            pieces.append("")
        pieces[-1] += word
    pieces = pieces if len(pieces) == 1 else ["", *pieces]
    yield f"{keyword} {json.dumps(pieces[0], ensure_ascii=False)}"
    yield from (json.dumps(piece, ensure_ascii=False) for piece in pieces[1:])


def main() -> None:
    for language in LANGUAGES:
        if language != ENGLISH:
            file = FOLDER / f"{language}.po"
            known = parse_catalogue(file.read_text(encoding="utf-8")) if file.exists() else {}
            file.write_text(make_catalogue(language, known), encoding="utf-8")


if __name__ == "__main__":
    main()
