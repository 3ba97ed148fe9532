#!/usr/bin/env bash
# A corpus read and written back by the library `conllu` has shorter values, and fewer comments.
#
# Program:  conllu 6.0.0 (beside it pyconll 3.3.1 and udapi 0.5.2)
# Guess:    parse() and serialize() give a valid file back as it was.
# Seen:     in the columns FEATS and MISC, a value ends before its second "=": an address with a
#           query loses its number, and the program has the short one, too. Comments without "="
#           are dropped, but for newdoc and newpar, and so is `# note =`. pyconll and udapi keep
#           all of it (pyconll sorts the items of MISC).
# Output:   Ref=http://paper.example/story?id=5  ->  Ref=http://paper.example/story?id
#           # read by two annotators             ->  (nothing)
# Standard: CoNLL-U (Universal Dependencies, v2): MISC is a list with | between its items, and no
#           rule splits an item at its last "="; comments may be any line that begins with #.
# Matters:  the address of the page, base64 or a formula is what people keep in MISC. One step of a
#           pipeline with this library cuts them, without an error: all articles of a portal whose
#           addresses are story?id=N then have one and the same source.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv env
env/bin/pip install -qq --disable-pip-version-check conllu==6.0.0 pyconll==3.3.1 udapi==0.5.2 || {
  echo "cannot install the packages"
  exit 2
}

cat > read.py <<'PY'
"""Read a sentence and write it back, by three libraries."""

import sys

import conllu
import pyconll
from udapi.core.document import Document

LOST = ("# read by two annotators\n", "# note =\n")
SENTENCE = (
    "# newdoc\n# sent_id = s1\n# text = Words\n" + "".join(LOST) + "1\tWords\tword\tNOUN\t_\t"
    "Number=Plur\t0\troot\t_\tGloss=w|Ref=http://paper.example/story?id=5\n\n"
)

sentences = conllu.parse(SENTENCE)
by_conllu = "".join(sentence.serialize() for sentence in sentences)
document = Document()
document.from_conllu_string(SENTENCE)
expected = SENTENCE.replace("?id=5", "?id")
for comment in LOST:
    expected = expected.replace(comment, "")
checks = {
    "the file of conllu": (by_conllu, expected),
    "the value in conllu": (sentences[0][0]["misc"]["Ref"], "http://paper.example/story?id"),
    "the value in pyconll": (
        pyconll.load_from_string(SENTENCE)[0][0].misc["Ref"],
        {"http://paper.example/story?id=5"},
    ),
    "the file of udapi": (document.to_conllu_string(), SENTENCE),
}
for name, (found, noted) in checks.items():
    if found != noted:
        print(f"changed: {name} is {found!r}")
        sys.exit(1)
print("as noted:", by_conllu.splitlines()[-2])
PY
env/bin/python read.py
