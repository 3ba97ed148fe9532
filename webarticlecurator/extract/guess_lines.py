"""Lines of text that are no text of an article, by how they begin: in many languages. For guessing without rules."""

from __future__ import annotations

import re

_FURTHER = (
    r"(?:read|see|watch|listen|click|check out|find out) (?:more|also|now|next|here|on|it|the|this|our|all|full)\b",
    r"(?:also|more|further) (?:read|reading|on this|from|stories|news)\b",
    r"related(?: (?:articles?|stories|content|news|topics|coverage))?\b",
    r"(?:recommended|advertisement|sponsored|must[ -]read|read|watch|trending) ?[:：|–-]",
    r"(?:don.t miss|you may also like|editor.s picks?) ?[:：|–-]",
    r"(?:sign up|subscribe|follow us|join (?:us|our)|get (?:the|our)|download (?:the|our)|support (?:us|our)|donate)\b",
    r"share (?:this|on)\b",
    r"(?:lesen sie|lies|mehr (?:zum|zu|lesen|aus|über)|lesetipp|weiterlesen|zum thema|auch interessant|das könnte|siehe auch)\b",
    r"(?:lire (?:aussi|la|plus|également)|à lire|sur le même sujet|voir aussi|pour aller plus loin)\b",
    r"(?:leer|lea|lee|te puede interesar|ver|mira|también|relacionad[oa]s?|más información) ?(?:también|además|más|[:：])",
    r"(?:leggi|vedi|guarda) (?:anche|tutt)|(?:leia|veja|saiba) (?:também|mais)\b",
    r"(?:les|læs|läs) (?:også|mere?|också|även)\b|(?:lees|bekijk) (?:ook|meer|verder)\b",
    r"(?:baca|simak) (?:juga|selengkapnya)\b|xem thêm|đọc thêm|tin liên quan|(?:ayrıca )?oku\b|ilgili haber",
    r"(?:czytaj|zobacz|przeczytaj) (?:też|także|również|więcej)\b|(?:čtěte|přečtěte) (?:také|si|více)\b",
    r"(?:citește|citeşte|vezi) și\b|olvass? (?:el|tovább|még)\b|olvasná|kapcsolódó cikk",
    r"(?:читайте|смотрите) (?:также|ещё|еще)\b|читайте також\b",
    r"関連|あわせて読みたい|【関連|延伸閱讀|相關|相关|관련|▶|☞",
    r"(?:اقرأ|إقرأ|شاهد) (?:أيضا|أيضاً|ايضا|المزيد)",
)
"""How lines begin that send the reader to something else; a space is any white space."""
FURTHER = 160
"""Such a line is not longer than this: what is longer says something itself."""
_MORE = re.compile(rf"\W*(?:{'|'.join(_FURTHER)})".replace(" ", r"\s+").replace(r"\s+?", r"\s*"), re.IGNORECASE)


def points_elsewhere(text: str) -> bool:
    """True for a line that only sends the reader to something else (*Read more: …*)."""
    return len(text) <= FURTHER and bool(_MORE.match(text))


_MOMENT = re.compile(
    r"""(?=.{0,70}$)(?=.*\d)(?:.*?(?:
    \b\d{1,2}[:.h]\d{2}\b(?:\s*(?:uhr|[ap]\.?m\.?|[a-z]{2,4}))?|\b\d{4}[./年-]\s?\d{1,2}[./月-]\s?\d{1,2}|\b\d{1,2}[./-]\s?\d{1,2}[./-]\s?\d{2,4}\b|
    \b(?:\d{1,2}\.?\s(?:\w+\s)?\w{3,10}\.?,?|\w{3,10}\.?\s\d{1,2}(?:st|nd|rd|th)?,?)\s\d{4}\b
    )).*$""",
    re.VERBOSE | re.IGNORECASE,
)
_SENTENCE = re.compile(r"\w{2,}[.!?]$|(?:\b[^\W\d]{2,}\b\W+){7}")


def is_moment(text: str) -> bool:
    """True for a line that says little more than when something was written (*Stand: 22.04.2024, 06:00 Uhr*)."""
    return bool(_MOMENT.match(text)) and not _SENTENCE.search(text)
