"""Build TEI from stored captures. Read ``build.py`` first, then ``build_article.py``."""

from __future__ import annotations





