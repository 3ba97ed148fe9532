"""An article → its TEI document."""

from __future__ import annotations

from webarticlecurator.model.article import Article, TeiDocument
from webarticlecurator.model.portal import Portal
from webarticlecurator.tei.dates import folder
from webarticlecurator.tei.subject import Subject
from webarticlecurator.tei.template import fill


def document(article: Article, portal: Portal) -> TeiDocument:
    """The finished bytes (UTF-8, LF, XML declaration) and the path below ``tei/``: ``<year>/<month>/<id>.xml`` by the date of
    publication in the portal's zone, else ``undated/<id>.xml``. ``article.blocks`` obey ``model.blocks.CONTENT``; any such
    tree becomes valid. Raises UsageError if the portal's own template is wrong."""
    content = fill(Subject(article, portal)).encode("utf-8")
    return TeiDocument(article.id, f"{folder(article.metadata.first('published'), portal.timezone)}/{article.id}.xml", content)
