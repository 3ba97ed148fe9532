"""The units of text on a page, and what tells text from menus: features, words of classes, dates.

A page comes in; units with their features and the probability that each is text go out. Read
``text_units.py`` first, then ``classify_units.py``. Sizes are those of ``text_units.text_size``
(characters of an alphabet) unless another unit is named. Pure. Imports ``base``, ``pages``.
"""
