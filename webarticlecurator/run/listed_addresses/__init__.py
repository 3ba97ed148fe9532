"""Addresses of a list, without a portal file: fetched into a WARC file, looked up in WARC files."""
