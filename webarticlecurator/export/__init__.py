"""Export of the corpus for spreadsheets, concordancers and scripts, made from its TEI files alone.

Read ``tei_articles.py`` first: ``read_articles`` returns the stored articles one by one. Each
format is a class that turns them into bytes, in the file of its kind (``text_formats.py``,
``sheets.py``, ``data_sets.py`` …), and a row in ``formats.py``; ``export`` writes the result
completely or not at all.

``manifest_file.py`` writes what is not made of articles: ``corpora/`` gives it the entries.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from webarticlecurator.lazy_names import import_lazily

if TYPE_CHECKING:
    from webarticlecurator.export.exporter import Exporter, ExportOptions
    from webarticlecurator.export.formats import (
        EXPORTERS,
        WACZ,
        WHOLE_CORPUS,
        ZIP,
        export,
        find_exporter,
        list_formats,
        write_converted,
    )
    from webarticlecurator.export.manifest_file import (
        check_manifest,
        manifest_chunks,
        read_manifest,
    )
    from webarticlecurator.export.output_files import (
        create_file,
        make_folder,
        make_zip_entry,
        replace_when_complete,
        write_file,
        write_folder,
        write_stream,
    )
    from webarticlecurator.export.sampling import Sample
    from webarticlecurator.export.selection import Selection, SelectionOptions, make_selections
    from webarticlecurator.export.stored_article import StoredArticle
    from webarticlecurator.export.tei_articles import (
        Articles,
        ReadFile,
        TeiSource,
        find_tei,
        list_files,
        read_articles,
        read_file,
        read_places,
    )

__all__ = [
    "EXPORTERS",
    "WACZ",
    "WHOLE_CORPUS",
    "ZIP",
    "Articles",
    "ExportOptions",
    "Exporter",
    "ReadFile",
    "Sample",
    "Selection",
    "SelectionOptions",
    "StoredArticle",
    "TeiSource",
    "check_manifest",
    "create_file",
    "export",
    "find_exporter",
    "find_tei",
    "list_files",
    "list_formats",
    "make_folder",
    "make_selections",
    "make_zip_entry",
    "manifest_chunks",
    "read_articles",
    "read_file",
    "read_manifest",
    "read_places",
    "replace_when_complete",
    "write_converted",
    "write_file",
    "write_folder",
    "write_stream",
]

__getattr__ = import_lazily(__name__)
