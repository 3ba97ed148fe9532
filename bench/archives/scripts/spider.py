"""A spider whose answers scrapy-webarchive writes into a WACZ."""

from typing import ClassVar

import scrapy


class Pages(scrapy.Spider):
    name = "pages"
    start_urls = ADDRESSES  # noqa: F821
    custom_settings: ClassVar = {
        "EXTENSIONS": {"scrapy_webarchive.extensions.WaczExporter": 543},
        "SW_EXPORT_URI": "./archive.wacz",
        "ROBOTSTXT_OBEY": False,
        "LOG_LEVEL": "ERROR",
    }

    def parse(self, response):
        yield {"url": response.url}
