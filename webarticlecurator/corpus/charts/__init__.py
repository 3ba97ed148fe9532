"""Show the numbers of a corpus (``base/model/corpus_numbers.py``): as text, as charts, as one page.

Numbers come in; text, SVG and HTML go out. Read ``corpus_charts.py`` first. Pure. Imports ``base``.
"""
