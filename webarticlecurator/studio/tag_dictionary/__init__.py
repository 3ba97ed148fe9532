"""The tag dictionary of a portal as the views edit it: the table that a spreadsheet edits, too.

Read ``tag_files.py`` first (which files there are), then ``open_tag_tables.py`` (how they are read
and written) and ``tag_decisions.py`` (what a decision writes).
"""
