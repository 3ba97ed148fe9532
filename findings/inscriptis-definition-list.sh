#!/usr/bin/env bash
# The lines of an interview that is a list of names and answers are glued to one word after another.
#
# Program:  inscriptis 2.7.6
# Guess:    <dt> and <dd> begin lines of their own, as in every browser: inscriptis lays a page out
#           as a browser does, by its own style sheet.
# Seen:     the style sheet has no row for them, so they are inline, and nothing stands between two
#           of them where the markup has no blank there: the last word of one is joined with the
#           first of the next. Where the markup is indented, a blank divides them, and the whole
#           interview is one line. Lists, table cells and paragraphs are divided as they should be.
# Output:   Anna SmithWe have waited long.PaperFor what?Anna SmithFor the bridge.
# Standard: HTML, §15.3.7 (rendering): dl, dt and dd are `display: block`, dd with a margin.
# Matters:  interviews, glossaries and tables of facts are written so. "SmithWe" and "PaperFor" are
#           words of no lexicon; who spoke cannot be told from what was said. Minified pages are
#           hit, their indented twins are not, so that one portal changes with its server.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv env
env/bin/pip install -qq --disable-pip-version-check inscriptis==2.7.6 || {
  echo "cannot install the packages"
  exit 2
}

cat > read.py <<'PY'
"""Lay out an interview as a definition list, and as lists of other kinds."""

import sys

from inscriptis import get_text

TURNS = (("Anna Smith", "We have waited long."), ("Paper", "For what?"), ("Anna Smith", "A bridge."))
KINDS = {
    "dl": ("dl", "<dt>{}</dt><dd>{}</dd>"),
    "indented dl": ("dl", "\n  <dt>{}</dt>\n  <dd>{}</dd>"),
    "ul": ("ul", "<li>{}</li><li>{}</li>"),
    "table": ("table", "<tr><td>{}</td><td>{}</td></tr>"),
    "p": ("div", "<p>{}</p><p>{}</p>"),
}
failed = False
for kind, (around, turn) in KINDS.items():
    turns = "".join(turn.format(*words) for words in TURNS)
    text = get_text(f"<html><body><{around}>{turns}</{around}></body></html>").strip()
    glued = "SmithWe" in text and "long.Paper" in text
    lines = len([line for line in text.splitlines() if line.strip()])
    if glued != (kind == "dl") or (lines == 1) != (around == "dl"):
        failed = True
        print(f"changed: {kind} is laid out as {text!r}")
    if kind == "dl":
        noted = text
if failed:
    sys.exit(1)
print(f"as noted: {noted}")
PY
env/bin/python read.py
