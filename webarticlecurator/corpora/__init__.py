"""What is asked of a whole corpus: reports, search, duplicates, completeness beside a web archive,
manifests, exports, WARC files that are adopted or redacted. Read ``reporting.py`` first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webarticlecurator.lazy_names import import_lazily

if TYPE_CHECKING:
    from webarticlecurator.corpora.address_history import AddressHistory, explain_address


__all__ = [
    "AddressHistory",
    "explain_address",
]

__getattr__ = import_lazily(__name__)
