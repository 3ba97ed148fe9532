#!/usr/bin/env bash
# In one index, a page's newest capture is the plain text that somebody made of it.
#
# Program:  warcio 2.4.11 (npm) beside cdxj-indexer 1.5.0 (PyPI)
# Guess:    an index of captures has a row for each page that was fetched. What was made of a page
#           (`conversion`), and the second half of a long record (`continuation`), are no captures
#           of their own, and have none; else the row says what they are.
# Seen:     `warcio cdx-index` of npm writes such rows, with the address of the page and a later
#           time, and nothing in them but a missing status says that they are no page. cdxj-indexer
#           leaves both out.
# Output:   example,paper)/story 20240101000000 {…"mime":"text/html","status":"200"…}
#           example,paper)/story 20240301000000 {…"mime":"text/plain"…}
#           example,paper)/long  20240101000001 {…"mime":"text/html","status":"200"…}
#           example,paper)/long  20240101000002 {…"mime":"application/octet-stream"…}
# Standard: ISO 28500 (WARC/1.1) §6.8: a conversion has the address of its original, §6.9: a
#           continuation is appended to the first segment before anything else is done with it.
# Matters:  corpus builders store texts as conversion records (Common Crawl's WET files are
#           nothing else). Put beside the pages and indexed, "the newest capture of this address"
#           is their own derived text, or the second half of a page without a beginning; and a
#           count of captures is twice too high.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv env
{ env/bin/pip install -qq --disable-pip-version-check cdxj-indexer==1.5.0 &&
  npm install --silent --no-audit --no-fund --prefix "$dir" warcio@2.4.11 > npm.txt; } || {
  echo "cannot install the packages"
  exit 2
}

cat > make.py <<'PY'
"""Write a page and the text made of it, and a page in two segments."""

import gzip


def record(number: int, kind: str, date: str, path: str, block: bytes, *fields: str) -> bytes:
    head = [
        "WARC/1.1",
        f"WARC-Type: {kind}",
        f"WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-{number:012d}>",
        f"WARC-Date: {date}",
        f"WARC-Target-URI: http://paper.example/{path}",
        *fields,
        f"Content-Length: {len(block)}",
    ]
    return gzip.compress("\r\n".join(head).encode() + b"\r\n\r\n" + block + b"\r\n\r\n")


page = b"<!DOCTYPE html><title>Story</title><p>Words of the story."
http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % len(page)
response = "Content-Type: application/http;msgtype=response"
first = "<urn:uuid:00000000-0000-4000-8000-%012d>"
with open("corpus.warc.gz", "wb") as out:
    out.write(record(1, "response", "2024-01-01T00:00:00Z", "story", http + page, response))
    out.write(
        record(
            2,
            "conversion",
            "2024-03-01T00:00:00Z",
            "story",
            b"Words of the story.",
            f"WARC-Refers-To: {first % 1}",
            "Content-Type: text/plain",
        )
    )
    head, tail = http + page[:30], page[30:]
    number = "WARC-Segment-Number: 1"
    out.write(record(3, "response", "2024-01-01T00:00:01Z", "long", head, response, number))
    out.write(
        record(
            4,
            "continuation",
            "2024-01-01T00:00:02Z",
            "long",
            tail,
            "WARC-Segment-Number: 2",
            f"WARC-Segment-Origin-ID: {first % 3}",
            f"WARC-Segment-Total-Length: {len(http + page)}",
            "Content-Type: application/octet-stream",
        )
    )
PY
env/bin/python make.py
env/bin/cdxj-indexer corpus.warc.gz | cut -d " " -f 1,2 > of_python.txt
node_modules/.bin/warcio cdx-index corpus.warc.gz > of_node.txt

changed() {
  echo "changed: $1"
  exit 1
}
[ "$(wc -l < of_python.txt)" = 2 ] || changed "cdxj-indexer does not write two rows"
[ "$(wc -l < of_node.txt)" = 4 ] || changed "npm's warcio does not write four rows"
newest() { grep "^example,paper)/$1 " of_node.txt | sort | tail -n 1; }
case $(newest story) in
  *' 20240301000000 '*'"mime":"text/plain"'*) ;;
  *) changed "the newest row of the page is not the text made of it: $(newest story)" ;;
esac
case $(newest long) in
  *' 20240101000002 '*'"mime":"application/octet-stream"'*) ;;
  *) changed "the newest row of the long page is not its second half: $(newest long)" ;;
esac
echo "as noted: two pages: two rows of cdxj-indexer, four of npm's warcio; its newest are no pages"
