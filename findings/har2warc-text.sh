#!/usr/bin/env bash
# har2warc writes a page that is not in UTF-8 with the letters of UTF-8 and the name of the other
# encoding, and an answer whose body was not recorded as a page that is empty.
#
# Programs: har2warc 1.0.4, warcio 1.8.1
# Guess:    the WARC file has a page as the server sent it, or with a header that fits what it has;
#           an answer without its body is left out, or named.
# Seen:     the text of a HAR is written as UTF-8, beside the header "charset=windows-1250", which
#           stays: each reader that follows the header has other letters. An answer without `text`
#           becomes a response of 200 whose payload is empty, with a digest. The exit code is 0, no
#           line is printed, and `warcio check` passes.
# Output:   13 bytes for the 9 letters "Žlutý kůň", of which the header says windows-1250; 0 bytes of
#           512 without `text`; exit code 0
# Standard: HAR 1.2, `content`: the response is "trans-coded from its original character set into
#           UTF-8" before `text` is set, and `text` is optional; `size` says how long the body was.
#           RFC 9110, section 8.3: Content-Type says how the content is to be read.
# Matters:  mitmproxy writes such a text of each page with another encoding (seen with 11.0.2), and
#           browsers leave out `text` where they have thrown the body away. A replay shows wrong
#           letters, or an empty page, of what was sound when it was recorded.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv env
env/bin/pip install -qq --disable-pip-version-check har2warc==1.0.4 warcio==1.8.1 || {
  echo "cannot install the packages"
  exit 2
}

cat > write.py <<'PY'
"""Write a HAR of two pages: one in windows-1250, and one whose body was not recorded."""

import json


def entry(name, content):
    url = f"http://town.example/{name}"
    request = {"method": "GET", "url": url, "httpVersion": "HTTP/1.1", "cookies": [], "headers": []}
    response = {"status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1", "cookies": []}
    headers = [{"name": "Content-Type", "value": content["mimeType"]}]
    sizes = {"headersSize": -1, "bodySize": -1}
    return {
        "startedDateTime": "2024-03-01T12:00:00.000Z",
        "time": 1,
        "request": request | {"queryString": []} | sizes,
        "response": response | {"headers": headers, "content": content, "redirectURL": ""} | sizes,
        "cache": {},
        "timings": {"send": 0, "wait": 1, "receive": 0},
    }


entries = [
    entry(
        "horse",
        {"size": 9, "mimeType": "text/html; charset=windows-1250", "text": "Žlutý kůň"},
    ),
    entry("mill", {"size": 512, "mimeType": "text/html; charset=utf-8"}),
]
creator = {"name": "by hand", "version": "1"}
har = {"log": {"version": "1.2", "creator": creator, "pages": [], "entries": entries}}
with open("pages.har", "w", encoding="utf-8") as file:
    json.dump(har, file)
PY
python3 write.py

code=0
said=$(env/bin/har2warc pages.har pages.warc.gz 2>&1) || code=$?
cat > read.py <<'PY'
"""Print what a reader that follows the headers has of each page."""

import re

from warcio.archiveiterator import ArchiveIterator

with open("pages.warc.gz", "rb") as file:
    for record in ArchiveIterator(file):
        if record.rec_type == "response":
            body = record.content_stream().read()
            charset = re.search("charset=(.+)", record.http_headers.get_header("Content-Type"))
            text = body.decode(charset[1], "backslashreplace")
            print(record.http_headers.get_statuscode(), len(body), text.encode("unicode_escape"))
PY
env/bin/warcio check pages.warc.gz || code=1
seen="$code|$said|$(env/bin/python read.py | tr '\n' '|')"
garbled=$(python3 -c 'print("Žlutý kůň".encode().decode("windows-1250", "backslashreplace").encode("unicode_escape"))')
if [ "$seen" = "0||200 13 $garbled|200 0 b''|" ]; then
  echo "as noted: letters of UTF-8 called windows-1250; a page without text is empty; exit code 0"
else
  echo "changed: $seen"
  exit 1
fi
