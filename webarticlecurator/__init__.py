"""All articles of one news portal, forum or blog as a citable corpus.

One YAML file describes the portal; ``curator crawl portal.yaml`` walks its own archive pages and articles into
WARC and turns each article into TEI P5 with Schema.org metadata. The same from Python (docs/python.md):

    from webarticlecurator import load_portal, crawl, build, extract
"""

from webarticlecurator.config import load_portal

# ``extract`` the function takes the name here; the layer is reached as ``from webarticlecurator.extract import …``
from webarticlecurator.run import BuildOptions, CrawlOptions, build, crawl, extract
from webarticlecurator.version import __version__ as __version__

__all__ = ["BuildOptions", "CrawlOptions", "build", "crawl", "extract", "load_portal"]
