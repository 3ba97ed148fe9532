"""Write an article as TEI P5.

Documents are valid by construction, never repaired afterwards. The same article and rules result in
the same bytes.

Read ``document.py`` first, then ``pieces.py`` (block → element) and ``header.py``. ``read.py``
reads a stored document: its plain text and its header. ``docs/tei-reference.md`` has all
elements.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from webarticlecurator.lazy_names import import_lazily

if TYPE_CHECKING:
    from webarticlecurator.tei.body_words import tei_words
    from webarticlecurator.tei.corpus_header import write_corpus_header
    from webarticlecurator.tei.document import build_document
    from webarticlecurator.tei.document_facts import read_facts
    from webarticlecurator.tei.document_template import find_template_problems
    from webarticlecurator.tei.header import OUTPUT_VERSION
    from webarticlecurator.tei.plain_text import plain_lines, read_lines, read_text
    from webarticlecurator.tei.read import CaptureNote, Header, read_header
    from webarticlecurator.tei.tei_dates import find_local_day
    from webarticlecurator.tei.validation import is_sampled, validate

__all__ = [
    "OUTPUT_VERSION",
    "CaptureNote",
    "Header",
    "build_document",
    "find_local_day",
    "find_template_problems",
    "is_sampled",
    "plain_lines",
    "read_facts",
    "read_header",
    "read_lines",
    "read_text",
    "tei_words",
    "validate",
    "write_corpus_header",
]

__getattr__ = import_lazily(__name__)
