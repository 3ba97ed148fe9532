#!/usr/bin/env bash
# A WACZ made of a crawl of articles lists no page, and is called valid.
#
# Program:  wacz 0.6.0 (py-wacz), warcio 1.8.1
# Guess:    `wacz create --detect-pages` lists each HTML page that was captured with status 200.
# Seen:     it lists an HTML capture only where the request of another capture names it as its
#           Referer, whatever its status. Three articles that were fetched without pictures and
#           style sheets are no pages; there is no pages.jsonl; `wacz validate` says "valid". With
#           one picture fetched for the second article, that one is the only page; with one for an
#           answer 404, that answer is a page, too.
# Output:   no Referer: [] · a picture of article 2 and of an answer 404: ["/2", "/none"]
# Standard: WACZ 1.1.1, *pages.jsonl*: the file must be there and list the pages.
# Matters:  a crawler that fetches texts alone has no requests for pictures, and many send no
#           Referer. Who opens the file in a replay program sees an archive without pages.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv env
env/bin/pip install -qq --disable-pip-version-check wacz==0.6.0 warcio==1.8.1 setuptools==80.9.0 || {
  echo "cannot install the packages"
  exit 2
}

cat > make.py <<'PY'
"""Write articles.warc.gz, and pictures.warc.gz with two pictures and the requests for them."""

from io import BytesIO

from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

HOME = "http://paper.example"


def write_capture(writer, path, status, kind, body, referer=""):
    url = HOME + path
    heads = StatusAndHeaders(
        status, [("Content-Type", kind), ("Content-Length", str(len(body)))], protocol="HTTP/1.1"
    )
    answer = writer.create_warc_record(url, "response", payload=BytesIO(body), http_headers=heads)
    asked = [("Host", "paper.example")] + ([("Referer", referer)] if referer else [])
    heads = StatusAndHeaders(f"GET {path} HTTP/1.1", asked, is_http_request=True)
    request = writer.create_warc_record(url, "request", http_headers=heads)
    writer.write_request_response_pair(request, answer)


for name in ("articles", "pictures"):
    with open(f"{name}.warc.gz", "wb") as file:
        writer = WARCWriter(file, gzip=True, warc_version="1.1")
        for path in ("/1", "/2", "/3", "/none"):
            status = "404 Not Found" if path == "/none" else "200 OK"
            page = f"<!DOCTYPE html><title>Page {path}</title><p>Text of {path}."
            write_capture(writer, path, status, "text/html", page.encode())
        for path in ("/2", "/none") if name == "pictures" else ():
            write_capture(writer, f"{path}.png", "200 OK", "image/png", path.encode(), HOME + path)
PY
env/bin/python make.py
for name in articles pictures; do
  env/bin/wacz create -f $name.warc.gz -o $name.wacz --detect-pages > $name.log 2>&1
  env/bin/wacz validate -f $name.wacz > $name.validate 2>&1
done

cat > read.py <<'PY'
"""Compare the pages that are listed, and the verdict on the file without any, with what was noted."""

import json
import sys
from pathlib import Path
from zipfile import ZipFile

found = []
for name in ("articles", "pictures"):
    with ZipFile(f"{name}.wacz") as file:
        lines = (
            file.read("pages/pages.jsonl").decode().splitlines()
            if "pages/pages.jsonl" in file.namelist()
            else []
        )
    rows = map(json.loads, lines)
    found.append(sorted(row["url"].rpartition("example")[2] for row in rows if "url" in row))
found.append("is valid" in Path("articles.validate").read_text())
noted = [[], ["/2", "/none"], True]
print("as noted:" if found == noted else "changed:", found)
sys.exit(0 if found == noted else 1)
PY
env/bin/python read.py
