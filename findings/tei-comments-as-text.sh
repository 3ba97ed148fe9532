#!/usr/bin/env bash
# What an editor wrote into comments of a TEI document is words of its text.
#
# Program:  acdh-tei-pyutils 2.4.0 and standoffconverter 0.9.1; tei_reader 0.0.17 is right
# Guess:    comments and processing instructions are no text, as in every XPath text().
# Seen:     both walk over the nodes of lxml and take `.text` of each: a comment and a processing
#           instruction are nodes there whose `.text` is what they hold. `extract_fulltext` and
#           `extract_fulltext_with_spacing` of the first have both in the text, its own
#           `create_plain_text` (XPath) has not; `plain` of the second has both, and counts its
#           offsets over them. A list of elements to leave out has no name for them.
# Output:   The bridge check with AH is oldauthor="ah" content="and ugly".
# Standard: XML 1.0, §2.5: comments are not part of the document's character data; §2.6: nor are
#           processing instructions. XPath 1.0, §5: the value of an element is that of its text.
# Matters:  notes like "check with AH", names that were taken out by turning them into comments,
#           and the tracked changes of oXygen (which are processing instructions with the deleted
#           words and the editor's name) go into search indexes, word counts and what is published,
#           and shift the offsets of all annotations behind them.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv env
env/bin/pip install -qq --disable-pip-version-check acdh-tei-pyutils==2.4.0 \
  standoffconverter==0.9.1 tei_reader==0.0.17 || {
  echo "cannot install the packages"
  exit 2
}

cat > read.py <<'PY'
"""Take the text of a TEI document with a comment and a tracked change, in six ways."""

import sys
import warnings
from pathlib import Path

from lxml import etree

warnings.simplefilter("ignore")
from acdh_tei_pyutils.tei import TeiReader  # noqa: E402
from acdh_tei_pyutils.utils import (  # noqa: E402
    extract_fulltext,
    extract_fulltext_with_spacing,
)
from standoffconverter import Standoff  # noqa: E402
from tei_reader import TeiReader as OtherReader  # noqa: E402

TEI = "http://www.tei-c.org/ns/1.0"
DOCUMENT = f"""<TEI xmlns="{TEI}"><teiHeader><fileDesc><titleStmt><title>Bridge</title></titleStmt>
<publicationStmt><p>None.</p></publicationStmt><sourceDesc><p>None.</p></sourceDesc></fileDesc>
</teiHeader><text><body><div><p>The bridge<!-- check with AH --> is old<?oxy_delete
author="ah" content="and ugly"?>.</p></div></body></text></TEI>"""
Path("page.xml").write_text(DOCUMENT)
reader = TeiReader("page.xml")
body = reader.tree.find(f".//{{{TEI}}}body")
kept = {
    "extract_fulltext": extract_fulltext(body),
    "extract_fulltext_with_spacing": extract_fulltext_with_spacing(body),
    "standoffconverter": Standoff(etree.fromstring(DOCUMENT), {"tei": TEI}).plain,
}
left_out = {
    "create_plain_text": reader.create_plain_text(body),
    "tei_reader": OtherReader().read_file("page.xml").text,
    "XPath": etree.fromstring(DOCUMENT).xpath("string(//*[local-name()='body'])"),
}
failed = False
for texts, noted in ((kept, True), (left_out, False)):
    for name, text in texts.items():
        found = ["check with AH" in text, "and ugly" in text]
        if found != [noted] * 2 or "The bridge" not in text:
            failed = True
            print(f"changed: {name} gives {text!r}")
if failed:
    sys.exit(1)
print("as noted: comments and deleted words are in the text of", ", ".join(kept))
print(kept["extract_fulltext"])
PY
env/bin/python read.py
