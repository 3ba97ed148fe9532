"""The keys of ``--json`` answers: attribute → key, in the order of the answer.

They are a contract with the programs that read the answers (docs/json.md). An attribute may
be renamed; its key may not.
"""

from __future__ import annotations

from webarticlecurator.base.model.attribute_words import read_words

PLAN_WORDS = read_words("column span pages windows at_least first middle last")
"""``check --plan``: the plan of a span."""
LIST_WORDS = read_words("column url status articles next_page ended wrong")
"""``check --live``: an archive page."""
MISMATCH_WORDS = read_words("what expected found message rules")
"""``check --tests``: a mismatch."""
RUN_WORDS = read_words("portal file started ended outcome next_start")
"""``watch``: a crawl that has ended."""
ADDRESS_WORDS = read_words(
    "url known canonical verdict reason listed fetched tei problems versions unused gone"
)
"""``why``: what happened to an address."""
VERSION_WORDS = read_words("number time record")
"""``diff``: a version."""
FIELD_CHANGE_WORDS = read_words("field old=from new=to")
"""``diff``: a metadata field."""
LINE_CHANGE_WORDS = read_words("change kind number old=from new=to")
"""``diff``: a line of text."""
DIFFERENCE_WORDS = read_words("kind signature context old new")
"""``tags diff``: a row that differs."""
RECORD_WORDS = read_words("file offset length kind id url date status content_type size")
"""``warc list``: a WARC record."""
MANIFEST_WORDS = read_words("line address record is_damage=damage message")
"""``verify --manifest``: a difference between corpus and manifest."""
FAULT_WORDS = read_words("line schema message cure is_warning=warning")
"""``tei validate``: a fault of a document."""
NUMBERS_WORDS = read_words("portal articles words unit other_words unread")
"""``report corpus``: the corpus as a whole; the bars of each dimension follow by its key."""
ARTICLE_COUNT_WORDS = read_words("name articles words unit")
"""``report corpus``: a bar."""
VERDICT_COUNT_WORDS = read_words("state reason articles")
"""``report corpus``: a verdict."""
CORPUS_RUN_WORDS = read_words("command started finished outcome")
"""``report corpus``: a run; what the corpus held then follows."""
RUN_COUNT_WORDS = read_words("listed fetched rejected tei words")
"""``report corpus``: what the corpus held at the end of a run."""
GAP_WORDS = read_words("column first last months")
"""``report corpus``: months without articles."""
SILENT_WORDS = read_words("place message")
"""``report corpus``: a span of the archive that lists nothing."""
