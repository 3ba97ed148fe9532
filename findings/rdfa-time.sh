#!/usr/bin/env bash
# RDFa gives the date as the reader sees it, not the one that is written for programs.
#
# Program:  extruct 0.18.0 with pyrdfa3 3.6.5
# Guess:    the value of <time property="datePublished" datetime="…"> is that of datetime, as in
#           microdata, which extruct reads so.
# Seen:     of the same element the microdata value is the attribute, the RDFa value the words.
#           An attribute `content` is honoured.
# Output:   microdata 2020-01-02T03:04:05+01:00 · RDFa "last Thursday"
# Standard: HTML+RDFa 1.1 (W3C Recommendation), §3.1, rule 9: where there is `datetime`, its value
#           is that of the property, unless there is `content`.
# Matters:  a newspaper that marks its articles with RDFa Lite gives the exact time in datetime and
#           "yesterday" to the reader. The corpus gets "yesterday".
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv env
env/bin/pip install -qq --disable-pip-version-check \
  extruct==0.18.0 pyrdfa3==3.6.5 lxml_html_clean==0.4.6 || {
  echo "cannot install the packages"
  exit 2
}

cat > read.py <<'PY'
"""Read one date as microdata and as RDFa."""

import sys

from extruct import extract

WHEN = "2020-01-02T03:04:05+01:00"
PAGE = f"""<!DOCTYPE html><html lang="en"><head><title>Story</title></head><body>
<article itemscope itemtype="https://schema.org/NewsArticle">
<time itemprop="datePublished" datetime="{WHEN}">last Thursday</time></article>
<article vocab="https://schema.org/" typeof="NewsArticle">
<time property="datePublished" datetime="{WHEN}">last Thursday</time>
<span property="dateModified" content="{WHEN}">today</span></article></body></html>"""

data = extract(PAGE, base_url="http://paper.example/story", syntaxes=["microdata", "rdfa"])
microdata = data["microdata"][0]["properties"]["datePublished"]
rdfa = next(item for item in data["rdfa"] if "https://schema.org/datePublished" in item)
found = [microdata] + [
    rdfa[f"https://schema.org/{name}"][0]["@value"] for name in ("datePublished", "dateModified")
]
noted = [WHEN, "last Thursday", WHEN]
print("as noted:" if found == noted else "changed:", found)
sys.exit(0 if found == noted else 1)
PY
env/bin/python read.py
