#!/usr/bin/env bash
# A blank between day and month exchanges the two.
#
# Program:  htmldate 1.11.0 with dateparser 1.5.0
# Guess:    "5. 3. 2024" is 5 March 2024, as "5.3.2024" is: htmldate takes a date with points day
#           first, and the page says lang="cs".
# Seen:     without blanks it is 5 March, with blanks 3 May. Only days after the 12th are right
#           with blanks. The form without blanks is read by htmldate's own patterns (day first),
#           the other by dateparser, which is not told a language or an order and takes the month
#           first. With extensive_search=False there is no date at all.
# Output:   5.3.2024 2024-03-05 · 5. 3. 2024 2024-05-03 · 25. 3. 2024 2024-03-25
# Standard: CLDR's date in digits is "d. M. y" for cs, sk and sl, and "dd. MM. y." for hr, all with
#           blanks; ČSN 01 6910 (Czech) has them, too.
# Matters:  these are the ordinary dates of newspapers in four languages. Of a month's articles the
#           first twelve days are scattered over the year, the others are right, so that a look at
#           a few articles shows nothing; a chart by month is wrong without a gap.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv env
env/bin/pip install -qq --disable-pip-version-check htmldate==1.11.0 dateparser==1.5.0 || {
  echo "cannot install the packages"
  exit 2
}

cat > read.py <<'PY'
"""Find the date of a page in three spellings."""

import sys

from htmldate import find_date

PAGE = """<!DOCTYPE html><html lang="cs"><head><title>Zpráva</title></head><body><article>
<h1>Zpráva</h1><p class="date">{}</p><p>Slova zprávy.</p></article></body></html>"""
NOTED = {"5.3.2024": "2024-03-05", "5. 3. 2024": "2024-05-03", "25. 3. 2024": "2024-03-25"}

found = {written: find_date(PAGE.format(written)) for written in NOTED}
print("as noted:" if found == NOTED else "changed:", found)
sys.exit(0 if found == NOTED else 1)
PY
env/bin/python read.py
