"""What the records of a crawl by https say of the connection."""

from __future__ import annotations

import ssl
from pathlib import Path

import trustme
from small_portal import article, listing, small_portal

from webarticlecurator.storage.warc.warc_reader import read_all_records

RULES = """fetch: {delay: 0, verify_tls: false}
archive: {url: "BASE/list", links: h2}
article: {body: {root: article}}
"""


def test_records_have_the_version_of_tls_and_the_cipher_suite(tmp_path: Path) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    trustme.CA().issue_cert("127.0.0.1").configure_cert(context)
    pages = {"/list": listing("/a"), "/a": article("The text of the article. " * 20)}
    with small_portal(tmp_path, pages, context) as portal:
        portal.crawl(RULES)
        (file,) = portal.corpus.glob("warc/*-articles-*")
    records = [located.record for _, located in read_all_records([file])]
    responses = [each for each in records if each.kind == "response"]
    assert responses
    for each in responses:
        assert each.all("WARC-Protocol") == ("http/1.1", "tls/1.3")
        assert each.get("WARC-Cipher-Suite").startswith("TLS_")
