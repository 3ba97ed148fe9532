"""Derived text formats: what may be shared of texts that may not.

TEI comes in; a folder of tables or files goes out, from which the texts cannot be read. It says
what was done to what, and how much can be put together again. Read ``derivation.py`` first (the
forms and their parameters), then ``forms.py``. Imports ``base``, ``tei``, ``storage``, ``export/``,
``corpora/``, ``keeping/``.
"""
