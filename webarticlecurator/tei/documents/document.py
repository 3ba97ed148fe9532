"""Build the TEI document of an article."""

from __future__ import annotations

from webarticlecurator.base.errors import CuratorError
from webarticlecurator.base.model.article import Article, TeiDocument
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.tei.documents.body_words import TeiContext
from webarticlecurator.tei.documents.document_facts import collect_facts
from webarticlecurator.tei.documents.document_template import fill_slots
from webarticlecurator.tei.documents.tei_dates import month_folder


def build_document(article: Article, portal: Portal) -> TeiDocument:
    """Return the document as bytes (UTF-8, LF, XML declaration) with its path below ``tei/``.

    The path is ``<year>/<month>/<id>.xml`` by the date of publication in the portal's zone, else
    ``undated/<id>.xml``. Any ``article.blocks`` that obey ``model.blocks.CONTENT`` result in a
    valid document.

    Raises UsageError if the portal's own template is wrong, CuratorError if blocks are nested
    hundreds of levels deep (HTML parsers stop at 256).
    """
    try:
        context = TeiContext(article, portal)
        content = fill_slots(context).encode("utf-8")
    except RecursionError:
        raise CuratorError(
            make_message(
                "the blocks of the article are nested too deep to be written: {url}",
                url=article.url,
            ),
            "Unwrap the nested tag in the portal's tag dictionary (curator tags tree shows it).",
        ) from None
    path = f"{month_folder(article.metadata.first('published'), portal.timezone)}/{article.id}.xml"
    return TeiDocument(article.id, path, content, collect_facts(context))
