"""Records of WARC and ARC files: bytes in, records out, and back.

Read ``record.py`` first: it has a record and its bytes. ``warc_reader.py`` reads the files of any
tool, ``coding.py`` decodes the body of a response. Knows no corpus. Imports ``base``.
"""
