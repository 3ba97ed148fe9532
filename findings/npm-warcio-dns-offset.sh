#!/usr/bin/env bash
# An index of npm's warcio gives a page the place of the record before it.
#
# Program:  warcio 2.4.11 of npm (beside it cdxj-indexer 1.5.0 of PyPI)
# Guess:    `warcio cdx-index` lists each record with the byte where it begins and its length, in
#           a compressed file and in an uncompressed one.
# Seen:     in an uncompressed file, a page that follows a `response` record without HTTP (an
#           answer of the name server, as Heritrix stores it before the first page of each host)
#           has the offset of that record, and the lengths of both together. Its own beginning is
#           in no row. In the same records compressed one by one all rows are right.
# Output:   dns:paper.example … "length":"264","offset":"0"
#           example,paper)/   … "length":"631","offset":"0"      (right: offset 264)
# Standard: ISO 28500 (WARC/1.1) §6.3.3: a `response` of another scheme than http may have any
#           block, so that HTTP headers cannot be looked for in each; RFC 4027 has `text/dns`.
#           In CDXJ, offset and length are those of the row's own record.
# Matters:  who asks for the page by the index gets the answer of the name server instead: no
#           error, another text. In a corpus this is the front page of every newspaper.
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
"""Write two records, uncompressed and compressed one by one; print where the second begins."""

import gzip


def record(number: int, uri: str, kind: str, block: bytes) -> bytes:
    head = [
        "WARC/1.1",
        "WARC-Type: response",
        f"WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-{number:012d}>",
        f"WARC-Date: 2024-01-01T00:00:0{number}Z",
        f"WARC-Target-URI: {uri}",
        f"Content-Type: {kind}",
        f"Content-Length: {len(block)}",
    ]
    return "\r\n".join(head).encode() + b"\r\n\r\n" + block + b"\r\n\r\n"


page = b"<!DOCTYPE html><title>Paper</title><p>Words of the front page."
http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % len(page)
answer = b"20240101000001\npaper.example.\t300\tIN\tA\t192.0.2.1\n"
records = [
    record(1, "dns:paper.example", "text/dns", answer),
    record(2, "http://paper.example/", "application/http;msgtype=response", http + page),
]
with open("plain.warc", "wb") as out:
    out.write(b"".join(records))
with open("packed.warc.gz", "wb") as out:
    out.write(b"".join(map(gzip.compress, records)))
print(len(records[0]), len(gzip.compress(records[0])))
PY
read -r plain packed < <(env/bin/python make.py)

changed() {
  echo "changed: $1"
  exit 1
}
offset_of_page() { grep '^example,paper)/' | sed 's/.*"offset": *"\([0-9]*\)".*/\1/'; }
index() { node_modules/.bin/warcio cdx-index "$1"; }
[ "$(env/bin/cdxj-indexer plain.warc | offset_of_page)" = "$plain" ] ||
  changed "cdxj-indexer does not say that the page begins at $plain"
[ "$(index packed.warc.gz | offset_of_page)" = "$packed" ] ||
  changed "npm's warcio does not say that the compressed page begins at $packed"
[ "$(index plain.warc | offset_of_page)" = 0 ] ||
  changed "npm's warcio does not say that the page begins at 0 (right: $plain)"
echo "as noted: the page begins at $plain; npm's warcio says 0, where the name server's answer is"
