"""Build TEI from stored captures. Read ``build.py`` first, then ``build_article.py``."""
