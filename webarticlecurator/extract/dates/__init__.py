"""Texts of dates → dates, in the words, digits and calendars of many languages. Read ``dates.py``
first."""
