"""Hosts in addresses."""

from __future__ import annotations

from urllib.parse import urlsplit


def plain_host(url: str) -> str:
    """The host of an address in small letters, without ``www.`` before it; empty where there is none, or the address cannot be
    read (``http://[bad``)."""
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        return ""


def same_site(one: str, other: str) -> bool:
    """True if the hosts of two addresses are the same, or one lies below the other; ``www.`` does not count."""
    a, b = plain_host(one), plain_host(other)
    return a == b or a.endswith("." + b) or b.endswith("." + a)
