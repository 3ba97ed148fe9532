"""Configurations of older tools → a portal file, a tag dictionary, a header. Data is carried over,
Python is named.

``import_wac`` reads WebArticleCurator's crawl and site YAML (read ``wac.py`` first),
``import_html2tei`` HTML2TEI's tables and header (``html2tei.py``). Both give texts and an account,
and write nothing.
"""

from webarticlecurator.importing.html2tei import import_html2tei
from webarticlecurator.importing.import_report import KINDS, Imported, MadeFile, Note
from webarticlecurator.importing.wac import import_wac

__all__ = ["KINDS", "Imported", "MadeFile", "Note", "import_html2tei", "import_wac"]
