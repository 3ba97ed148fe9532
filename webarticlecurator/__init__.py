"""All articles of one news portal, forum or blog as a citable corpus.

One YAML file describes the portal; ``curator crawl portal.yaml`` walks its own archive pages and articles into
WARC and turns each article into TEI P5 with Schema.org metadata.
"""

__version__ = "0.1.0"
