"""One page, or a few, without changing a corpus: what the rules give, and why. Read
``single_page.py`` first."""
