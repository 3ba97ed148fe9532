#!/usr/bin/env bash
# The articles of an Atom feed get the address of the entry's own file, and some get none.
#
# Program:  ultimate-sitemap-parser 1.8.1 (beside it feedparser 6.0.14)
# Guess:    the page of an Atom entry is its link rel="alternate" (or the one without rel), relative
#           addresses are made absolute by xml:base; an RSS item without <link> whose <guid> is a
#           permalink has this as its address. feedparser does all of it.
# Seen:     of an Atom entry the first <link> is taken, whatever its rel says: where rel="self"
#           (the entry as XML) comes first, that is the page. A relative address stays "3.html".
#           The RSS item is left out.
# Output:   Atom: http://paper.example/entry/1.xml, 3.html
#           RSS:  http://paper.example/2.html
# Standard: RFC 4287 §4.2.7.2 (a link without rel is "alternate"; "self" is the entry itself),
#           §2 (xml:base applies to relative addresses); RSS 2.0, <guid>: with
#           isPermaLink, which is true by default, it is the item's address.
# Matters:  a corpus is built of XML snippets instead of articles, or without those that have only
#           a guid, and every count of addresses looks right or nearly so.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv env
env/bin/pip install -qq --disable-pip-version-check \
  ultimate-sitemap-parser==1.8.1 feedparser==6.0.14 || {
  echo "cannot install the packages"
  exit 2
}

cat > read.py <<'PY'
"""Read one Atom and one RSS feed with both libraries."""

import sys

import feedparser
from usp.tree import sitemap_from_str

ATOM = """<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://paper.example/base/">
<title>Paper</title><id>urn:x-paper:feed</id><updated>2024-01-02T00:00:00Z</updated>
<author><name>Ann Example</name></author>
<entry><title>One</title><id>urn:x-paper:1</id><updated>2024-01-01T00:00:00Z</updated>
<published>2020-01-01T00:00:00Z</published>
<link rel="self" href="http://paper.example/entry/1.xml"/>
<link rel="alternate" href="http://paper.example/1.html"/></entry>
<entry><title>Three</title><id>urn:x-paper:3</id><updated>2024-01-01T00:00:00Z</updated>
<link href="3.html"/></entry>
</feed>"""
RSS = """<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0"><channel><title>Paper</title><link>http://paper.example/</link>
<description>All of it</description>
<item><title>One</title><guid isPermaLink="true">http://paper.example/1.html</guid></item>
<item><title>Two</title><link>http://paper.example/2.html</link></item>
</channel></rss>"""

atom = [page.url for page in sitemap_from_str(ATOM).all_pages()]
rss = [page.url for page in sitemap_from_str(RSS).all_pages()]
by_feedparser = [entry.link for text in (ATOM, RSS) for entry in feedparser.parse(text).entries]

checks = {
    "the pages of the Atom feed": (atom, ["http://paper.example/entry/1.xml", "3.html"]),
    "the pages of the RSS feed": (rss, ["http://paper.example/2.html"]),
    "the pages by feedparser": (
        by_feedparser,
        [
            "http://paper.example/1.html",
            "http://paper.example/base/3.html",
            "http://paper.example/1.html",
            "http://paper.example/2.html",
        ],
    ),
}
for name, (found, noted) in checks.items():
    if found != noted:
        print(f"changed: {name} are {found}")
        sys.exit(1)
print("as noted: Atom", atom, "RSS", rss)
PY
env/bin/python read.py 2> log.txt || { cat log.txt; exit 1; }
