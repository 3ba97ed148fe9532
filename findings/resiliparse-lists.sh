#!/usr/bin/env bash
# The lists of an article are left out of its text, those with numbers are kept.
#
# Program:  Resiliparse 2.0.1, extract_plain_text(main_content=True)
# Guess:    <ul> and <ol> inside <article> are text both; a list of links may be taken for a menu.
# Seen:     every <ul> that is a child of <article>, or of the <div> that has the paragraphs, is
#           gone with all its sentences, also below "The proposals are:" and without any link. An
#           <ol> of the same sentences stays. So does a <ul> with one more element around it, a
#           <section> or a <blockquote>. Without main_content, all lists are there.
# Output:   <ul>  The two proposals are:
#           <ol>  The two proposals are: 1. It keeps the old arches. 2. It has a lane for bicycles.
# Standard: HTML, §4.4.6: <ul> is a list of items where a change of the order would not change the
#           meaning; that is the only difference from <ol> (§4.4.5).
# Matters:  the demands of a party, the points of an agreement and "what we know so far" are such
#           lists, in paragraphs' place. The text still ends its sentence with a colon, and the
#           next paragraph follows. How much is lost differs by editing system: one that writes a
#           <div> around lists loses nothing.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv env
env/bin/pip install -qq --disable-pip-version-check resiliparse==2.0.1 || {
  echo "cannot install the packages"
  exit 2
}

cat > read.py <<'PY'
"""Take the text from pages with a list of sentences."""

import sys

from resiliparse.extract.html2text import extract_plain_text

PAGE = """<!DOCTYPE html><html lang="en"><head><title>Bridge</title></head><body><main>
<{0}><h1>Bridge</h1>
<p>The council met on Monday evening and talked for hours. The two proposals are:</p>{1}
<p>Both can begin in autumn, the mayor told the newspaper after the meeting in the town hall.</p>
</{0}></main></body></html>"""
ITEMS = "<li>It keeps the old arches, and costs two million until they are mended.</li>" + (
    "<li>It has a lane for bicycles, which the town has waited for since 1998.</li>"
)
failed = False


def expect(items_stay: bool, around: str, inside: str, **options) -> None:
    """Say whether the page whose list stands in ``around`` keeps the list's two sentences."""
    global failed
    text = extract_plain_text(PAGE.format(around, inside.format(ITEMS)), **options)
    found = [sentence in text for sentence in ("old arches", "lane for bicycles")]
    if "proposals are:" not in text or "in autumn" not in text or found != [items_stay] * 2:
        failed = True
        print(f"changed: {inside} in {around} with {options} keeps the list: {found}")


for parent in ("article", "div"):
    expect(False, parent, "<ul>{}</ul>", main_content=True)
    expect(True, parent, "<ol>{}</ol>", main_content=True)
    expect(True, parent, "<section><ul>{}</ul></section>", main_content=True)
    expect(True, parent, "<blockquote><ul>{}</ul></blockquote>", main_content=True)
    expect(True, parent, "<ul>{}</ul>")
if failed:
    sys.exit(1)
print("as noted: a list of two sentences is gone, the same list with numbers is there")
PY
env/bin/python read.py
