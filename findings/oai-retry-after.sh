#!/usr/bin/env bash
# A repository that asks two harvesters to come back at a time of day ends them.
#
# Program:  Sickle 0.7.0 and oaipmh-scythe 0.16.0
# Guess:    both wait for as long as Retry-After says, since they have a setting for how often they
#           try again after 503, and a default wait where the header is missing.
# Seen:     they wait where the header is a number, or missing. Where it is a date, which is the
#           first of its two forms in the standard, both end with ValueError: "invalid literal for
#           int() with base 10", whatever number of tries is set. They ask once.
# Output:   Retry-After: 1                             3 requests, 2 records
#           Retry-After: Sun, 29 Nov 2026 12:02:32 GMT 1 request, ValueError
# Standard: OAI-PMH 2.0, §3.1.2.2 (a repository that is busy answers 503 with Retry-After);
#           RFC 9110, §10.2.3: Retry-After = HTTP-date / delay-seconds.
# Matters:  a harvest of a large repository takes days, and 503 comes after hours: it ends in the
#           middle with an error that speaks of numbers, not of the repository. What was fetched is
#           lost unless the program that calls it kept the token of each page.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv env
env/bin/pip install -qq --disable-pip-version-check sickle==0.7.0 oaipmh-scythe==0.16.0 || {
  echo "cannot install the packages"
  exit 2
}

cat > harvest.py <<'PY'
"""Harvest two pages from a server of this machine that is busy at the first request."""

import sys
import threading
import time
import warnings
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from oaipmh_scythe import Scythe
from sickle import Sickle

warnings.simplefilter("ignore")
ANSWER = """<?xml version="1.0" encoding="UTF-8"?>
<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>2024-01-01T00:00:00Z
</responseDate><request verb="ListRecords">http://paper.example/oai</request><ListRecords>
<record><header><identifier>oai:paper.example:{0}</identifier><datestamp>2024-01-01</datestamp>
</header><metadata><oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/"
xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Story {0}</dc:title></oai_dc:dc></metadata>
</record>{1}</ListRecords></OAI-PMH>"""
PAGES = (ANSWER.format(1, "<resumptionToken>2</resumptionToken>"), ANSWER.format(2, ""))
header: str | None = None
asked = 0


class Repository(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        global asked
        asked += 1
        body = PAGES["resumptionToken" in self.path].encode() if asked > 1 else b""
        self.send_response(200 if asked > 1 else 503)
        if asked == 1 and header:
            self.send_header("Retry-After", header)
        self.send_header("Content-Type", "text/xml")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments) -> None:
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Repository)
threading.Thread(target=server.serve_forever, daemon=True).start()
url = f"http://127.0.0.1:{server.server_port}/oai"
options = {"max_retries": 5, "default_retry_after": 1}


def harvest_with_sickle() -> int:
    return len(list(Sickle(url, **options).ListRecords(metadataPrefix="oai_dc")))


def harvest_with_scythe() -> int:
    return len(list(Scythe(url, **options).list_records(metadata_prefix="oai_dc")))


failed = False
for name, wait, noted in (
    ("a number", "1", "3 requests, 2 records"),
    ("no header", None, "3 requests, 2 records"),
    ("a date", formatdate(time.time() + 2, usegmt=True), "1 requests, ValueError"),
):
    for harvest in (harvest_with_sickle, harvest_with_scythe):
        asked, header = 0, wait
        try:
            result = f"{harvest()} records"
        except ValueError:
            result = "ValueError"
        if f"{asked} requests, {result}" != noted:
            failed = True
            print(f"changed: {harvest.__name__} with {name}: {asked} requests, {result}")
if failed:
    sys.exit(1)
print("as noted: Retry-After as a number is waited for, as a date it ends both harvests")
PY
env/bin/python harvest.py
