"""Configurations of older tools → a portal file, a tag dictionary and a header.

Data is converted; Python code is only named, with the rule that replaces it. ``wac.py`` converts
the crawl and site YAML of WebArticleCurator, ``html2tei.py`` the tables and the header of HTML2TEI.
Both return texts and a report, and write nothing. Read ``wac.py`` first. Imports ``base``,
``pages``, ``keys/``, ``values/``, ``yaml_file/``, ``written/``, ``config/``.
"""
