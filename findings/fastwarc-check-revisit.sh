#!/usr/bin/env bash
# `fastwarc check` calls a whole, correct revisit record damaged.
#
# Program:  FastWARC 2.0.1 (beside it warcio 1.8.1)
# Guess:    a revisit record has no payload of its own, so that its WARC-Payload-Digest cannot be
#           checked against the record: the check says so, and ends with 0, as `warcio check` does.
# Seen:     with --verify-payloads every revisit record of the profile identical-payload-digest is
#           listed below "Failed records" with PAYLOAD_FAIL, and the exit code is 1.
#           warcio 1.8.1 says "digest present but not checked (revisit)" of the same record.
# Output:   <urn:uuid:…1>: OK, PAYLOAD_OK
#           <urn:uuid:…2>: OK, PAYLOAD_FAIL
# Standard: ISO 28500 (WARC/1.1) §6.7.2: a record of this profile has a WARC-Payload-Digest, its
#           payload is that of the original, and its block may be the headers alone or empty.
# Matters:  a corpus that is crawled again and again is mostly revisit records. Who checks its
#           files before a deposit reads that thousands of pages are damaged; who checks them for
#           years learns to overlook the list, and with it the day when a page really is.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv env
env/bin/pip install -qq --disable-pip-version-check FastWARC==2.0.1 warcio==1.8.1 || {
  echo "cannot install the packages"
  exit 2
}

cat > make.py <<'PY'
"""Write a page and its revisit, both with correct digests."""

import base64
import gzip
import hashlib


def digest(data: bytes) -> str:
    return "sha1:" + base64.b32encode(hashlib.sha1(data).digest()).decode()


def record(number: int, kind: str, block: bytes, *fields: str) -> bytes:
    head = [
        "WARC/1.1",
        f"WARC-Type: {kind}",
        f"WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-{number:012d}>",
        f"WARC-Date: 2024-01-0{number}T00:00:00Z",
        "WARC-Target-URI: http://paper.example/story",
        "Content-Type: application/http;msgtype=response",
        f"WARC-Block-Digest: {digest(block)}",
        *fields,
        f"Content-Length: {len(block)}",
    ]
    return gzip.compress("\r\n".join(head).encode() + b"\r\n\r\n" + block + b"\r\n\r\n")


page = b"<!DOCTYPE html><title>Story</title><p>The same words on both days."
head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % len(page)
payload = f"WARC-Payload-Digest: {digest(page)}"
with open("corpus.warc.gz", "wb") as out:
    out.write(record(1, "response", head + page, payload))
    out.write(
        record(
            2,
            "revisit",
            head,
            payload,
            "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest",
            "WARC-Refers-To: <urn:uuid:00000000-0000-4000-8000-000000000001>",
            "WARC-Refers-To-Target-URI: http://paper.example/story",
            "WARC-Refers-To-Date: 2024-01-01T00:00:00Z",
        )
    )
PY
env/bin/python make.py

changed() {
  echo "changed: $1"
  exit 1
}
env/bin/warcio check -v corpus.warc.gz > warcio.txt || changed "warcio calls a record damaged"
grep -q "not checked (revisit)" warcio.txt || changed "warcio says something else of a revisit"
env/bin/fastwarc check -q corpus.warc.gz > blocks.txt || changed "the blocks are called damaged"
code=0
env/bin/fastwarc check -q -p -o results.txt corpus.warc.gz > payloads.txt 2>&1 || code=$?
[ "$code" = 1 ] || changed "fastwarc check -p ends with $code, not 1"
grep -q "0001>: OK, PAYLOAD_OK" results.txt || changed "the page is not called right"
grep -q "0002>: OK, PAYLOAD_FAIL" results.txt || changed "the revisit is no longer PAYLOAD_FAIL"
echo "as noted: fastwarc check -p calls a correct revisit record damaged, warcio check does not"
