#!/usr/bin/env bash
# Sparv reads no attribute of an element in a document's header, so a TEI date gives no date.
#
# Program:  Sparv Pipeline 5.3.1 (with setuptools 80.9.0: one of its libraries imports pkg_resources)
# Guess:    xml_import.header_data takes "header/date:when as text:date", the form that its own help
#           for the setting names, and puts the attribute on the text; header_data with the words of
#           an element works.
# Seen:     with an attribute the run ends with an error: Sparv waits for a file for the attribute's
#           element, as if the header had become an annotation, which it never does. The same
#           line without ":when" runs, and has the words of the element.
# Output:   attribute: exit 1, missing sparv-workdir/a/header/date/@span
#           words:     exit 0, <text date="2020">
# Standard: TEI P5, att.datable: the day that a program can read stands in @when, the words of the
#           element may be in any form ("last May", or none).
# Matters:  who imports TEI by its headers has no days, and no ids that stand in attributes: of a
#           corpus in TEI no timeline can be drawn until the attributes are copied elsewhere.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv env
env/bin/pip install -qq --disable-pip-version-check sparv==5.3.1 setuptools==80.9.0 || {
  echo "cannot install the packages"
  exit 2
}
export SPARV_DATADIR="$dir/data"
env/bin/sparv setup --dir "$dir/data" > setup.log 2>&1 < <(yes "") || true
# the rule for tokens wants these Swedish models to be there; its segmenter by white space reads none
mkdir -p data/models/segment data/models/saldo
touch data/models/segment/{saldo.tokens,bettertokenizer.sv,bettertokenizer.sv.saldo-tokens}
touch data/models/saldo/saldo.pickle

run() { # run NAME LINE: a corpus of one document, whose header is read by LINE
  mkdir -p "$1/source"
  echo '<text><header><date when="2020">2020</date></header>A bridge.</text>' > "$1/source/a.xml"
  cat > "$1/config.yaml" << YAML
metadata: {id: $1, language: swe}
import: {importer: "xml_import:parse", text_annotation: text}
xml_import:
  elements: [text, "text:date"]
  header_elements: [header]
  header_data: ["$2"]
export: {annotations: ["<token>"], source_annotations: [text, "text:date"], default: ["xml_export:pretty"]}
segment: {token_segmenter: whitespace, token_chunk: <text>}
YAML
  code=0
  (cd "$1" && ../env/bin/sparv run) > "$1.log" 2>&1 || code=$?
  echo "$1: exit $code"
  grep -o "sparv-workdir/a/header/date/@span" "$1.log" | head -1 || true
  find "$1/export" -name "*.xml" -exec grep -ho "<text[^>]*>" {} + 2> /dev/null || true
}
{
  run attribute "header/date:when as text:date"
  run words "header/date as text:date"
} > seen
cat seen
cat > noted << TEXT
attribute: exit 1
sparv-workdir/a/header/date/@span
words: exit 0
<text date="2020">
TEXT
if cmp -s seen noted; then
  echo "as noted: the attribute ends the run, the words of the element do not"
else
  echo "changed: sparv reads the header in another way"
  exit 1
fi
