"""Bytes → text → one tree. Pure; nothing here knows a rule.

Read ``page.py`` first; ``decode.py`` finds the character set, ``tree.py`` parses anything without
raising.
"""

from webarticlecurator.page.decode import Decoded, decode
from webarticlecurator.page.page import Page, read_page
from webarticlecurator.page.tree import parse

__all__ = ["Decoded", "Page", "decode", "parse", "read_page"]
