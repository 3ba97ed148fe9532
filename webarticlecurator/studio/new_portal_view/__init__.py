"""The view that makes a portal file: from an address, from saved pages or from WARC files.

Read ``new_portal_page.py`` first. The three forms lead to one panel (``proposal_panel.py``), which
runs ``curator new``, shows what it proposes and writes the file.
"""
