"""Text without pages: words in many languages, dates, times, characters.

Text comes in; values, messages in the reader's language and harmless text go out. Read ``dates.py``
first: it reads the dates of a page. ``translation.py`` translates what a person reads,
``characters.py`` escapes what would act on a terminal. Pure. Imports only the files of ``base``.
"""
