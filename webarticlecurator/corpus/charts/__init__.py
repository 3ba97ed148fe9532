"""Show the numbers of a corpus (``base/model/corpus_numbers.py``): as text, as charts, as one
page."""
