"""Portal files and expectations that the tool writes: started, proposed, learned.

Rules and answers come in; the text of a file goes out. Read ``starting_file.py`` first, then
``proposed_file.py``. Imports ``base``, ``pages``, ``values/``, ``yaml_file/``.
"""
