"""Records of WARC and ARC files: read, written, unpacked, decoded. Knows no corpus.
Read ``record.py`` first."""
