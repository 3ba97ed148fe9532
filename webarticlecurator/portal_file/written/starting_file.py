"""Writes a portal file to start from, for a name or a home page."""

from __future__ import annotations

import re
import unicodedata
from ipaddress import ip_address
from urllib.parse import urlsplit

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.hosts import is_ip_address
from webarticlecurator.base.system.input_files import is_name_everywhere
from webarticlecurator.base.system.installation import SCHEMA_ADDRESS
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.portal_file.yaml_file.yaml_text import yaml_value

MAX_TITLE = 40
"""Characters of a title that are part of an id."""
NAMELESS = "portal"
"""The id of what has no name."""
MODELINE = f"# yaml-language-server: $schema={SCHEMA_ADDRESS}\n"
"""What editors with the YAML language server complete and check the file by."""


_TEMPLATE = (
    MODELINE
    + """\
# Step by step: docs/add-a-portal.md; what every key means: docs/keys.md. Check this file:  curator check FILE --plan
portal: {portal}              # names the corpus folder
title: {title}
home: {home}
language: und                 # main language as BCP 47: hu, de, pt-BR …
# timezone: Europe/Budapest   # the portal's zone; without it, times on pages without a zone stay so

# How the portal is requested: one request at a time; be patient with small portals.
fetch: {{delay: 1.0}}

# The portal's own archive: pages that list the articles. Look for "archive", a calendar, or a section with page numbers.
archive:
  url: "{home}archive?page={{page}}"
  # An archive by date:  url: "{home}{{date:%Y/%m/%d}}/"   with   dates: {{from: 2005-01-01, step: day}}
  pagination: {{mode: infinite-scroll}}      # page 1, 2, 3 … up to the first one that lists nothing
  # Or follow the link to the next page:  pagination: {{mode: next-link, next: "a[rel=next]"}}
  links: ["article h2", "article h3"]       # CSS: elements that are, hold, or lie in a link to an article
  # Several sections, each with its own address:
  # columns:
  #   news: {{url: "{home}news?page={{page}}"}}
  #   sport: {{url: "{home}sport?page={{page}}"}}

# The articles themselves.
article:
  # next_page: "a[rel=next]"                # if articles have several pages
  body:
    # root: [div.article-text]              # the element of the text; without it, it is looked for on each page
    drop: [nav, aside, form]
  # Metadata come from JSON-LD, meta elements and microdata by themselves; write here the rules for what is wrong in them:
  # metadata:
  #   authors: [".byline a"]
  #   published: [{{css: time, attr: datetime}}, {{css: .date, format: "%Y. %B %d., %H:%M"}}]
"""
)


def starting_yaml(name_or_url: str) -> str:
    """Return the text of a commented portal file, which passes ``check``, for a name
    (``daily-echo``) or an address (``https://echo.example/``). Raises UsageError for an invalid
    address."""
    portal = propose_portal_id(name_or_url)
    if "://" in name_or_url:
        home = home_page_of(name_or_url)
        title = urlsplit(home).hostname or portal
    else:
        home, title = (
            f"https://{portal.strip('_-').replace('_', '-') or 'portal'}.example/",
            name_or_url.strip(),
        )
    return _TEMPLATE.format(portal=yaml_value(portal), title=yaml_value(title or portal), home=home)


def propose_portal_id(name_or_url: str, title: str = "") -> str:
    """Return the id of the portal for the starting file, words: its host name without ``www.`` and
    the top level, with the port that the address names. A host without a name (an IP address,
    ``localhost``) says nothing of the portal: its ``title`` does, else ``localhost`` or ``portal``
    with the port.

    Raises UsageError as starting_yaml.
    """
    if "://" not in name_or_url:
        return make_identifier(name_or_url)
    parts = urlsplit(home_page_of(name_or_url))
    host = (parts.hostname or "").removeprefix("www.")
    name = host.rpartition(".")[0] or host
    if is_ip_address(host):
        name = "localhost" if ip_address(host).is_loopback else NAMELESS
    own = make_identifier(title[:MAX_TITLE]) if name in ("localhost", NAMELESS) else NAMELESS
    return own if own != NAMELESS else make_identifier(f"{name} {parts.port or ''}")


def home_page_of(url: str) -> str:
    """Return the home page on the same host. Raises UsageError for an invalid address."""
    try:
        parts = urlsplit(url.strip())
        good = (
            parts.scheme in ("http", "https")
            and parts.hostname
            and not re.search(r"[\s{}\"\\#<>^`|]", parts.netloc)
        )
        good = good and (parts.port is None or parts.port > 0)
    except ValueError:
        good = False
    if not good:
        raise UsageError(
            make_message("{url}: not an http(s) address", url=url),
            "Give the portal's home page, such as https://echo.example/, or just a name.",
        )
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}/"


def make_identifier(text: str) -> str:
    """Return text as an id of lower-case ASCII letters, digits, hyphens and underscores."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii").lower()
    name = re.sub(r"[^a-z0-9_]+", "-", plain).strip("-") or NAMELESS
    return name if is_name_everywhere(name) else f"{name}-portal"
