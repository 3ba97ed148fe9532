#!/usr/bin/env bash
# warcio recompress changes the HTTP headers of a sound file, whose digests are wrong from then on.
#
# Program:  warcio 1.8.1
# Guess:    `warcio recompress`, which its own messages recommend where a file is compressed as a
#           whole, changes the compression alone: the records are what they were.
# Seen:     each HTTP header is written anew: "Server:nginx" gets a blank, a folded line becomes one
#           line, a file name with letters becomes percent signs. WARC-Block-Digest stays, and
#           Content-Length is made to fit. It says "No Errors Found!", and `warcio check` of the same
#           release calls the digest of each of these records wrong. The body stays.
# Output:   before: 3 of 3 pass; No Errors Found!; after: 1 pass, 2 block digest failed
# Standard: RFC 9112, section 5: white space after the colon is optional; RFC 9110, section 5.5:
#           a value may have other letters (obs-text). ISO 28500, section 5.8: WARC-Block-Digest is
#           that of the full block, which includes the HTTP headers.
# Matters:  a file is recompressed so that each record can be read by its place, as replay needs
#           it. Afterwards a check of fixity, years later, cannot tell this from damage; and what
#           the server said is no longer in the archive.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv env
env/bin/pip install -qq --disable-pip-version-check warcio==1.8.1 || {
  echo "cannot install the packages"
  exit 2
}

cat > write.py <<'PY'
"""Write a sound WARC file of three pages: two servers whose headers differ from the usual form, and
one that has it."""

import base64
import hashlib

BODY = b"<p>The mill</p>"
HEADERS = (
    "Server: nginx\r\n",
    "Server:nginx\r\n",
    'Content-Disposition: inline; filename="vízimalom.html"\r\n',
)

with open("pages.warc", "wb") as file:
    for number, header in enumerate(HEADERS):
        http = f"HTTP/1.1 200 OK\r\n{header}Content-Length: {len(BODY)}\r\n\r\n"
        block = http.encode() + BODY
        digest = base64.b32encode(hashlib.sha1(block).digest()).decode()
        file.write(
            f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:{number:032}>\r\n"
            f"WARC-Date: 2024-03-01T12:00:00Z\r\nWARC-Target-URI: http://town.example/{number}\r\n"
            f"Content-Type: application/http; msgtype=response\r\nWARC-Block-Digest: sha1:{digest}\r\n"
            f"Content-Length: {len(block)}\r\n\r\n".encode()
            + block
            + b"\r\n\r\n"
        )
PY
python3 write.py

count() { grep -c "$1" <<< "$2" || true; }
before=$(env/bin/warcio check -v pages.warc || true)
said=$(env/bin/warcio recompress pages.warc new.warc.gz)
after=$(env/bin/warcio check -v new.warc.gz || true)
name=$(gzip -dc new.warc.gz | grep -ac "filename\*=UTF-8''v%C3%ADzimalom.html" || true)
seen="$(count 'digest pass' "$before") pass; $(count 'No Errors Found!' "$said") said; $(count 'digest pass' "$after") pass, $(count 'block digest failed' "$after") failed; $name changed"
if [ "$seen" = "3 pass; 1 said; 1 pass, 2 failed; 1 changed" ]; then
  echo "as noted: before: 3 of 3 pass; No Errors Found!; after: 1 pass, 2 block digest failed"
else
  echo "changed: $seen"
  exit 1
fi
