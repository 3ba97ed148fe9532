"""Bytes → text → one tree. Pure; the package does not know about rules.

Read ``page.py`` first; ``decoding.py`` determines the character encoding, ``tree.py`` parses any
text without raising.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from webarticlecurator.lazy_names import import_lazily

if TYPE_CHECKING:
    from webarticlecurator.page.decoding import Decoded, decode
    from webarticlecurator.page.page import Page, read_page
    from webarticlecurator.page.tree import parse

__all__ = ["Decoded", "Page", "decode", "parse", "read_page"]

__getattr__ = import_lazily(__name__)
