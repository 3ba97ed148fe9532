#!/usr/bin/env bash
# A sitemap that gives the year alone gets today's month and day, another one every day.
#
# Program:  ultimate-sitemap-parser 1.8.1
# Guess:    <lastmod>2004</lastmod> is 2004-01-01, or no date, or a date that says that it is a
#           year: the same whenever the sitemap is read.
# Seen:     month and day of the day on which the program runs are filled in, without a word:
#           `2004` read on 28 November is 28 November 2004, `2004-12` is 28 December 2004; the same
#           for the publication date of a news sitemap. Read tomorrow, both are a day later.
# Output:   http://paper.example/year  2004-11-28 00:00:00
#           http://paper.example/month 2004-12-28 00:00:00
# Standard: sitemaps.org protocol 0.9, <lastmod>: W3C Datetime, whose first two forms are YYYY and
#           YYYY-MM (W3C note NOTE-datetime, "Formats").
# Matters:  old years of an archive have such dates. A corpus that takes its dates from the sitemap
#           puts whole years on one day, differs at every crawl, and a crawl of "what was changed
#           since" fetches all of it again. Nothing tells these dates from those that are exact.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv env
env/bin/pip install -qq --disable-pip-version-check ultimate-sitemap-parser==1.8.1 || {
  echo "cannot install the packages"
  exit 2
}

cat > read.py <<'PY'
"""Read a sitemap with four exactnesses of dates."""

import sys
from datetime import date

from usp.tree import sitemap_from_str

SITEMAP = """<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
    xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">
<url><loc>http://paper.example/year</loc><lastmod>2004</lastmod></url>
<url><loc>http://paper.example/month</loc><lastmod>2004-12</lastmod></url>
<url><loc>http://paper.example/day</loc><lastmod>2004-12-23</lastmod></url>
<url><loc>http://paper.example/news</loc><news:news><news:publication><news:name>Paper</news:name>
<news:language>en</news:language></news:publication>
<news:publication_date>2004-12</news:publication_date><news:title>Story</news:title></news:news>
</url>
</urlset>"""


def read(today: date) -> bool:
    pages = list(sitemap_from_str(SITEMAP).all_pages())
    found = [page.last_modified.date() for page in pages[:3]]
    found.append(pages[3].news_story.publish_date.date())
    print("as noted:" if found == expect(today) else "changed:", *found)
    return found == expect(today)


def expect(today: date) -> list[date]:
    year, month = date(2004, today.month, today.day), date(2004, 12, today.day)
    return [year, month, date(2004, 12, 23), month]


# once more where midnight came between the two
today = date.today()
sys.exit(0 if read(today) or (date.today() != today and read(date.today())) else 1)
PY
env/bin/python read.py
