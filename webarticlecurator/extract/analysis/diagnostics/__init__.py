"""What a person is told of a page that is tried: what looks wrong, what is guessed, what lies
outside, which root would do.

No article is made here. Read ``unruled.py`` first.
"""
