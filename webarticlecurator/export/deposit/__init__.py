"""The files that describe a deposit: README.md, CITATION.cff, DataCite, RO-Crate, Dublin Core.

All are made from a ``DepositDescription``; read ``deposit_description.py`` first.
"""

from __future__ import annotations
