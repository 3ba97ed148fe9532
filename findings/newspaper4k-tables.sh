#!/usr/bin/env bash
# The cells of a table are one word, and the lines of a poem one line.
#
# Program:  newspaper4k 0.9.6
# Guess:    a table inside an article is text with something between its cells; <pre> keeps lines.
# Seen:     the whole table is one run of letters: nothing stands between cells, nor between rows,
#           so that a result of 3 and 1 is "Home3Guests1". <pre> loses its line breaks and becomes
#           one line. Paragraphs, list items and <br> are divided as they should be.
# Output:   YearCost2024Two million   Roses are red Violets are blue
# Standard: HTML, §15.3.8 (tables: rows and cells are boxes of their own) and §15.3.3 (pre:
#           `white-space: pre`).
# Matters:  results, prices and timetables become words of no lexicon, and numbers become other
#           numbers: "20241998" is a plausible one. Poems and transcripts in <pre> lose their lines.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv env
env/bin/pip install -qq --disable-pip-version-check newspaper4k==0.9.6 || {
  echo "cannot install the packages"
  exit 2
}

cat > read.py <<'PY'
"""Take the text from pages with a table, a poem, a list and lines, all between two paragraphs."""

import sys
import warnings

warnings.simplefilter("ignore")
from newspaper import Article  # noqa: E402

PAGE = """<!DOCTYPE html><html lang="en"><head><title>Bridge</title></head><body><main><article>
<h1>The council decides about the bridge</h1><p>The council met on Monday evening and decided about
the old bridge over the river, which has been closed since spring.</p>{}<p>The works begin in
autumn and take two years, the mayor told the newspaper after the meeting in the town hall.</p>
</article></main></body></html>"""
TABLE = "<table><tr><td>{}</td><td>{}</td></tr><tr><td>{}</td><td>{}</td></tr></table>"
NOTED = {
    TABLE.format("Home", 3, "Guests", 1): "Home3Guests1",
    TABLE.format("Year", "Cost", 2024, "Two million"): "YearCost2024Two million",
    "<pre>Roses are red\nViolets are blue</pre>": "Roses are red Violets are blue",
    "<p>Roses are red<br>Violets are blue</p>": "Roses are red\n\nViolets are blue",
    "<ul><li>Roses are red</li><li>Violets are blue</li></ul>": "Roses are red\n\nViolets are blue",
}
failed = False
for part, noted in NOTED.items():
    article = Article("http://paper.example/bridge")
    article.download(input_html=PAGE.format(part))
    article.parse()
    text = article.text
    found = text[text.find("spring.") + len("spring.") : text.find("The works")].strip()
    if found != noted:
        failed = True
        print(f"changed: {part} gives {found!r}, {noted!r} was noted")
if failed:
    sys.exit(1)
print("as noted:", *list(NOTED.values())[:3], sep="\n  ")
PY
env/bin/python read.py
