#!/usr/bin/env bash
# A Chinese or Japanese character that has an element of its own vanishes from the text.
#
# Program:  Resiliparse 2.0.1, extract_plain_text(main_content=True)
# Guess:    an element inside a sentence keeps its word, however short the word is.
# Seen:     an element whose whole text is one character is left out if that character takes three
#           bytes in UTF-8: every Han, kana, Hangul, Devanagari and Thai letter, the dash, the euro.
#           Letters of one, two and four bytes stay (a, é, я, the rare Han characters), two Han
#           characters stay, too. It does not matter which element it is: b, a, span, td, p, li; a
#           base of <ruby> with brackets beside it goes, and its reading stays. Icons of icon fonts
#           are characters of three bytes, which may be what was meant. Without main_content, all
#           words are there.
# Output:   <b>橋</b> -> Before after.   <b>橋梁</b> -> Before 橋梁 after.
#           新しい<ruby>橋<rp>(</rp><rt>はし</rt><rp>)</rp></ruby>ができる。 -> 新しい(はし)ができる。
# Standard: HTML, §4.5 (text-level semantics) and §4.5.10 (ruby: the base is the text, the reading
#           is beside it).
# Matters:  readings stand above single characters in news for learners and children, in law and in
#           names: each such page loses the word and keeps its reading. Counts of characters, and
#           of the one-character words of Chinese, are too low, in marked words alone, and no
#           sentence looks broken enough to be seen by somebody who does not read it.
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
"""Take the text from pages with one short element in a sentence."""

import sys

from resiliparse.extract.html2text import extract_plain_text

PAGE = """<!DOCTYPE html><html lang="ja"><head><title>Bridge</title></head><body><main><article>
<h1>Bridge</h1><p>The council met on Monday evening and talked for hours about the bridge.</p>
{}<p>A board met on Tuesday and talked for hours about the money for all this.</p>
</article></main></body></html>"""
SENTENCE = "<p>Before <b>{}</b> after.</p>"
RUBY = "<p>新しい<ruby>橋<rp>(</rp><rt>はし</rt><rp>)</rp></ruby>ができる。</p>"
GONE = ("橋", "日", "あ", "한", "अ", "ก", "€", "—")
KEPT = ("a", "é", "я", "ق", "𠀀", "橋梁", "あの", "No")
failed = False


def expect(part: str, wanted: str, **options) -> None:
    """Say whether the text of the page with ``part`` has ``wanted`` between its two paragraphs."""
    global failed
    text = extract_plain_text(PAGE.format(part), **options)
    found = " ".join(text.split("the bridge.")[1].split("A board")[0].split())
    if found != wanted:
        failed = True
        print(f"changed: {part} with {options} gives {found!r}, {wanted!r} was noted")


for word in GONE:
    expect(SENTENCE.format(word), "Before after.", main_content=True)
for word in KEPT:
    expect(SENTENCE.format(word), f"Before {word} after.", main_content=True)
for word in GONE + KEPT:
    expect(SENTENCE.format(word), f"Before {word} after.")
expect(RUBY, "新しい(はし)ができる。", main_content=True)
expect(RUBY, "新しい橋(はし)ができる。")
if failed:
    sys.exit(1)
print("as noted: single characters are gone:", *GONE, "and the base of a reading; these stay:", *KEPT)
PY
PYTHONIOENCODING=utf-8 env/bin/python read.py
