"""Import of the configurations of older tools as a portal file, a tag dictionary and a header.

Data is converted; Python code is only named, with the rule that replaces it. ``import_wac``
converts the crawl and site YAML of WebArticleCurator (read ``wac.py`` first), ``import_html2tei``
the tables and the header of HTML2TEI (``html2tei.py``). Both return texts and a report, and write
nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from webarticlecurator.lazy_names import import_lazily

if TYPE_CHECKING:
    from webarticlecurator.importing.html2tei import import_html2tei
    from webarticlecurator.importing.import_report import KINDS, Imported, MadeFile, Note
    from webarticlecurator.importing.wac import import_wac

__all__ = ["KINDS", "Imported", "MadeFile", "Note", "import_html2tei", "import_wac"]

__getattr__ = import_lazily(__name__)
