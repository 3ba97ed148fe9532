"""The crawl of ``made_up_portal.py`` by Scrapy, for ``peers.py``, which runs it in a virtual
environment with Scrapy and warcio.

usage: python -m bench.speed.peer_scrapy ADDRESS [--warc FILE] [--jobdir FOLDER]

Prints the number of articles. One request at a time without a delay. ``--warc``: every answer is
written as a response record as ``warcio`` writes it; Scrapy does not hand out the bytes of the
answer's head, so it is made again of its headers. ``--jobdir``: articles of an earlier run with the
same folder are not requested.
"""

from __future__ import annotations

import argparse
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import scrapy
from scrapy.crawler import CrawlerProcess
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

SETTINGS = {
    "CONCURRENT_REQUESTS": 1,
    "DOWNLOAD_DELAY": 0,
    "ROBOTSTXT_OBEY": True,
    "LOG_LEVEL": "ERROR",
    "TELNETCONSOLE_ENABLED": False,
    "COOKIES_ENABLED": False,
    "HTTPERROR_ALLOWED_CODES": [404],
}


class PortalSpider(scrapy.Spider):
    """Walks the numbered lists, then requests what each names. ``records``: where answers are
    written, or None."""

    name = "portal"
    address = ""
    records: WARCWriter | None = None
    articles = 0

    async def start(self) -> Any:
        yield self.list_request(1)

    def list_request(self, number: int) -> scrapy.Request:
        url = f"{self.address}/list/{number}"
        kwargs = {"number": number}
        return scrapy.Request(url, self.parse_list, dont_filter=True, cb_kwargs=kwargs)

    def parse_list(self, response: Any, number: int) -> Iterator[scrapy.Request]:
        self.store(response)
        if response.status == 404:
            return
        for link in response.css("a.item::attr(href)").getall():
            yield response.follow(link, self.parse_article)
        yield self.list_request(number + 1)

    def parse_article(self, response: Any) -> None:
        self.store(response)
        type(self).articles += 1

    def store(self, response: Any) -> None:
        if self.records is None:
            return
        names = response.headers.to_unicode_dict().items()
        head = StatusAndHeaders(f"{response.status} OK", list(names), protocol="HTTP/1.1")
        body = io.BytesIO(response.body)
        record = self.records.create_warc_record(
            response.url, "response", payload=body, http_headers=head
        )
        self.records.write_record(record)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("address")
    parser.add_argument("--warc")
    parser.add_argument("--jobdir")
    given = parser.parse_args()
    PortalSpider.address = given.address
    process = CrawlerProcess({**SETTINGS, **({"JOBDIR": given.jobdir} if given.jobdir else {})})
    if given.warc:
        with Path(given.warc).open("wb") as out:
            PortalSpider.records = WARCWriter(out, gzip=True, warc_version="1.1")
            process.crawl(PortalSpider)
            process.start()
    else:
        process.crawl(PortalSpider)
        process.start()
    print(PortalSpider.articles)


if __name__ == "__main__":
    main()
