"""Every view of the studio, by its address in that of ``demo_studio``."""

from __future__ import annotations

from urllib.parse import quote

from studio_pictures import ARTICLE, BEGUN, BEGUN_LIST, LIST, OLD_ARTICLE

VIEWS = (
    "/",
    "/new",
    "/new?by=pages",
    "/run",
    "/run?run=none",
    "/articles",
    "/portal/demo/archive",
    f"/portal/demo/archive?url={LIST}",
    f"/portal/demo/article?url={ARTICLE}",
    f"/portal/demo/article?url={OLD_ARTICLE}&pane=rules",
    "/portal/demo/articles",
    "/portal/demo/articles?point=download",
    "/portal/demo/articles?words=" + quote("új OR város*"),
    "/portal/demo/articles?where=words%3C",
    "/portal/demo/effect",
    "/portal/demo/repair",
    "/portal/demo/tags",
    "/portal/demo/tags?row=b&in=p.alcim",
    "/portal/demo/metadata",
    "/portal/demo/run",
    "/portal/demo/corpus",
    "/portal/demo/corpus?by=months&name=2013-04",
    "/portal/demo/judge",
    "/portal/demo/history",
    "/portal/none",
    f"/portal/{BEGUN}/archive?url={BEGUN_LIST}&step=list",
    f"/portal/{BEGUN}/run",
    f"/portal/{BEGUN}/corpus",
)
