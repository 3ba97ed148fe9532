"""Write a WACZ as Browsertrix Crawler does, of the pages of a WARC file: WARC BASE OUT."""

import hashlib
import io
import json
import pathlib
import sys
import zipfile

from warcio.archiveiterator import ArchiveIterator
from warcio.warcwriter import WARCWriter

source, base, target = sys.argv[1:]
pages, warc = [], io.BytesIO()
writer = WARCWriter(warc, gzip=True, warc_version="WARC/1.1")
with pathlib.Path(source).open("rb") as stream:
    for record in ArchiveIterator(stream):
        url = record.rec_headers.get_header("WARC-Target-URI")
        writer.write_record(record)
        if record.rec_type != "response":
            continue
        pages.append(
            {
                "id": str(len(pages)),
                "url": url,
                "title": "Portál",
                "loadState": 4,
                "ts": record.rec_headers.get_header("WARC-Date"),
                "mime": "text/html",
                "status": 200,
                "depth": len(pages) and 1,
                "text": "Szöveg",
            }
        )
        for kind, mime, content in (
            ("thumbnail", "image/jpeg", b"\xff\xd8\xff"),
            ("view", "image/png", b"\x89PNG"),
            ("text", "text/plain", "Szöveg".encode()),
            ("pageinfo", "application/json", b"{}"),
        ):
            extra = writer.create_warc_record(
                f"urn:{kind}:{url}", "resource", payload=io.BytesIO(content), warc_content_type=mime
            )
            writer.write_record(extra)
head = {"format": "json-pages-1.0", "id": "pages", "title": "Seed Pages", "hasText": "true"}
rows = [json.dumps(row, ensure_ascii=False) for row in pages]
files = {
    "archive/rec-0.warc.gz": warc.getvalue(),
    "pages/pages.jsonl": "\n".join([json.dumps(head), *rows[:1], ""]).encode(),
    "pages/extraPages.jsonl": "\n".join([json.dumps(head), *rows[1:], ""]).encode(),
    "logs/crawl.log": b"{}\n",
}
package = {
    "profile": "data-package",
    "wacz_version": "1.1.1",
    "software": "Browsertrix-Crawler",
    "resources": [
        {
            "name": name.split("/")[-1],
            "path": name,
            "bytes": len(content),
            "hash": f"sha256:{hashlib.sha256(content).hexdigest()}",
        }
        for name, content in files.items()
    ],
}
text = json.dumps(package)
with zipfile.ZipFile(target, "w") as out:
    for name, content in files.items():
        out.writestr(name, content)
    out.writestr("datapackage.json", text)
    digest = f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"
    out.writestr(
        "datapackage-digest.json", json.dumps({"path": "datapackage.json", "hash": digest})
    )
print("WACZ 1.1.1")
