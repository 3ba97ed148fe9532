"""Import of the configurations of older tools as a portal file, a tag dictionary and a header.

Data is converted; Python code is only named, with the rule that replaces it. ``import_wac``
converts the crawl and site YAML of WebArticleCurator (read ``wac.py`` first), ``import_html2tei``
the tables and the header of HTML2TEI (``html2tei.py``). Both return texts and a report, and write
nothing.
"""
