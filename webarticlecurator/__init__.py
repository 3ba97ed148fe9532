"""All articles of one news portal, forum or blog as a citable corpus.

One YAML file describes the portal; ``curator crawl portal.yaml`` walks its own archive pages and articles into
WARC and turns each article into TEI P5 with Schema.org metadata. The same from Python (docs/python.md):

    from webarticlecurator import load_portal, crawl, build, extract
"""

__version__ = "0.1.0"

# after __version__, which the layers read; ``extract`` the function takes the name's place here, the layer of that name is
# reached as ``from webarticlecurator.extract import …``
from webarticlecurator.config import load_portal
from webarticlecurator.run import BuildOptions, CrawlOptions, build, crawl, extract

__all__ = ["BuildOptions", "CrawlOptions", "build", "crawl", "extract", "load_portal"]
