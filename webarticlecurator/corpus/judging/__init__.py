"""How good a corpus is, and how complete: judged by people on a random sample, with intervals.

Judgements and counts come in, shares and numbers go out. Read ``stratified_sample.py`` first (which
articles), then ``share_interval.py`` (what follows from the judged ones). Imports ``base``,
``tei``, ``storage``.
"""
