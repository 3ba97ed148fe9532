"""Other forms of an address that usually lead to the same page."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from urllib.parse import SplitResult, urlsplit, urlunsplit


def list_variants(url: str) -> Iterator[str]:
    """Yield the forms of an address that differ in scheme, ``www.``, a slash at the end of the path
    or the query, without ``url`` itself: those with its query first."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return
    queries = [parts.query, ""] if parts.query else [""]
    for query, path, host, scheme in product(
        queries, _list_paths(parts.path), _list_hosts(parts), ("https", "http")
    ):
        variant = urlunsplit((scheme, host, path, query, ""))
        if variant != url:
            yield variant


def _list_paths(path: str) -> tuple[str, ...]:
    bare = path.rstrip("/")
    return (path, bare if path.endswith("/") else f"{path}/") if bare else ("/",)


def _list_hosts(parts: SplitResult) -> tuple[str, ...]:
    host = parts.netloc.removesuffix(":80").removesuffix(":443")
    bare = host.removeprefix("www.")
    return (host, bare if host != bare else f"www.{host}")
