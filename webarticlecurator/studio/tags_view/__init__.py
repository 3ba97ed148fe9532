"""The view of the tag dictionary: its rows with counts and suggestions, and their decisions.

Read ``tags_page.py`` first, then ``tag_filter.py`` (what is shown) and ``row_details.py``.
"""
