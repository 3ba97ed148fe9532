"""Values and words that every other wing uses; it knows no page, no portal file and no corpus.

``model/`` has the frozen values that travel between the wings, ``portal/`` a portal with its rules,
``proposal/`` proposed rules; read ``portal/portal.py`` first.
``text/`` has text without pages: languages, dates, times, translations. ``system/`` opens and
writes files safely, and knows what is installed. ``errors.py`` has the errors, ``command_ends.py``
the exit codes in words, ``folders.py`` the folders of data. Imports no other wing.
"""
