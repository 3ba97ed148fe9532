"""The table of doubts: what may be wrong with a list, an article, a corpus or a proposed file.

One row says what a doubt is, who is asked for it, what proves it, what takes it back, its sentences
and the one thing to do. All that shows doubts reads ``doubt_table.py``; read ``doubt_kinds.py``
first. Pure. Imports ``text/``.
"""
