"""Export of the corpus for spreadsheets, concordancers and scripts, made from its TEI files alone.

Read ``tei_articles.py`` first: ``read_articles`` returns the stored articles one by one. Each
format is a module that turns them into bytes (``spreadsheet``, ``json_lines``, ``plain_text``);
``export`` joins the two and writes the result completely or not at all.
"""

from webarticlecurator.export.formats import FORMATS, export
from webarticlecurator.export.output import write_file, write_folder, write_stream
from webarticlecurator.export.selection import Selection, StoredArticle
from webarticlecurator.export.tei_articles import Articles, read_articles

__all__ = [
    "FORMATS",
    "Articles",
    "Selection",
    "StoredArticle",
    "export",
    "read_articles",
    "write_file",
    "write_folder",
    "write_stream",
]
