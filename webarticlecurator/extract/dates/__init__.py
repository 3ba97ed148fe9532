"""Dates as text → ISO 8601, in the words, digits and calendars of many languages. Read
``read_date.py`` first."""
