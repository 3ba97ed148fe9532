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
    from webarticlecurator.tei.document import build_document, find_template_problems, read_facts
    from webarticlecurator.tei.header import OUTPUT_VERSION, write_corpus_header
    from webarticlecurator.tei.read import (
        CaptureNote,
        Header,
        plain_lines,
        read_header,
        read_lines,
        read_text,
    )
    from webarticlecurator.tei.validation import is_sampled, validate
    from webarticlecurator.tei.xml import find_local_day, tei_words

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
