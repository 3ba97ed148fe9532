"""What is asked of a whole corpus: reports, search, duplicates, completeness beside a web archive,
manifests, exports, WARC files that are adopted or redacted. Read ``reporting.py`` first."""
