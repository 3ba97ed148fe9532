"""Export of the corpus for spreadsheets, concordancers and scripts, made from its TEI files alone.

Read ``tei_articles.py`` first: ``read_articles`` returns the stored articles one by one. Each
format is a module that turns them into bytes (``spreadsheet``, ``json_lines``, ``plain_text``) and
a row in ``formats.py``; ``export`` writes the result completely or not at all.
"""

from webarticlecurator.export.exporter import Exporter
from webarticlecurator.export.formats import EXPORTERS, export, find_exporter
from webarticlecurator.export.manifest_file import check_manifest, manifest_chunks, read_manifest
from webarticlecurator.export.output import write_file, write_folder, write_stream
from webarticlecurator.export.selection import Selection, StoredArticle
from webarticlecurator.export.tei_articles import Articles, read_articles

__all__ = [
    "EXPORTERS",
    "Articles",
    "Exporter",
    "Selection",
    "StoredArticle",
    "check_manifest",
    "export",
    "find_exporter",
    "manifest_chunks",
    "read_articles",
    "read_manifest",
    "write_file",
    "write_folder",
    "write_stream",
]
