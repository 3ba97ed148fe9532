"""Write the records of a WARC file with the headers of Heritrix 3: WARC OUT."""

import io
import pathlib
import sys

from warcio.archiveiterator import ArchiveIterator
from warcio.warcwriter import WARCWriter

INFO = {
    "software": "Heritrix/3.4.0 http://crawler.archive.org",
    "ip": "127.0.0.1",
    "hostname": "crawler",
    "format": "WARC File Format 1.0",
    "operator": "Library",
    "conformsTo": "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.0/",
    "isPartOf": "weekly-2019",
    "robots": "obey",
    "http-header-user-agent": "Mozilla/5.0 (heritrix)",
}
source, target = sys.argv[1:]
with pathlib.Path(source).open("rb") as stream, pathlib.Path(target).open("wb") as out:
    writer = WARCWriter(out, gzip=True, warc_version="WARC/1.0")
    writer.write_record(writer.create_warcinfo_record("WEB-20190503-00000.warc.gz", INFO))
    for record in ArchiveIterator(stream):
        if record.rec_type not in ("response", "request"):
            continue
        headers = record.rec_headers
        if record.rec_type == "response":
            headers.add_header("WARC-Identified-Payload-Type", "text/html")
        writer.write_record(record)
        if record.rec_type == "response":
            told = (
                b"force-fetch: \r\nvia: http://127.0.0.1/\r\nhopsFromSeed: LL\r\n"
                b"fetchTimeMs: 12\r\noutlink: /a L a/@href\r\n"
            )
            url = headers.get_header("WARC-Target-URI")
            writer.write_record(
                writer.create_warc_record(
                    url,
                    "metadata",
                    payload=io.BytesIO(told),
                    warc_content_type="application/warc-fields",
                    warc_headers_dict={"WARC-Concurrent-To": headers.get_header("WARC-Record-ID")},
                )
            )
print("WARC/1.0")
