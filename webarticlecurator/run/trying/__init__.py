"""One page, or a few, without changing a corpus: what the rules give, and why. Read ``trial.py`` first."""
