"""Lines that are not text of an article, recognised by how they begin, in many languages: links to
further reading, and dates."""

from __future__ import annotations

import re

from webarticlecurator.extract.heuristics.text_units import text_size

LINK_LINE_STARTS = (
    # English
    (
        r"(?:read|see|watch|listen|check out|find out) (?:more|also|next)\b|(?:read|watch|listen)"
        r" (?:now|here|on)\b"
    ),
    r"click (?:here|on|to)\b",
    r"(?:read|see|watch) (?:the|our) (?:full|latest|whole|video)\b",
    r"(?:also|more|further) (?:read|reading|on this|from|stories|news)\b",
    (
        r"related"
        r" (?:articles?|stories|story|content|news|topics|coverage|links|posts?|reading)\b|related"
        r" ?(?:[:：|–-]|$)"
    ),
    (
        r"(?:recommended|advertisement|sponsored|must[ -]read|read|watch|trending|you may also"
        r" like|editor.s picks?) ?[:：|–-]"
    ),
    (
        r"(?:sign up|subscribe|follow us|join us on|donate)"
        r" ?(?:to|for|on|now|here|via|[.!:：]|$)|share this\b|support us\b"
    ),
    r"(?:get|download) (?:the|our) (?:\w+ ){0,3}(?:newsletter|app|latest)\b",
    # Germanic and Nordic
    (
        r"(?:lesen sie|lies) (?:auch|hier|mehr|dazu|jetzt|weiter|außerdem)\b|mehr (?:zum"
        r" thema|dazu|lesen|aus dem|über)\b"
    ),
    (
        r"lesetipp|weiterlesen|zum thema ?[:：|–-]|auch interessant|das könnte"
        r" (?:sie|dich|euch|ihnen|dir)\b|siehe auch\b"
    ),
    (
        r"(?:les|læs|läs) (?:også|mere?|mer|också|även)\b|(?:lees|bekijk)"
        r" (?:ook|meer|verder)\b|lesa meira|sjá einnig"
    ),
    # Romance
    (
        r"lire (?:aussi|plus|également|la suite)\b|à lire(?: aussi| également)? ?[:：|–-]|sur le"
        r" même sujet|voir aussi"
    ),
    r"pour aller plus loin ?[:：]",
    (
        r"(?:leer|lea|lee|te puede interesar|ver|mira|también|relacionad[oa]s?|más información)"
        r" ?(?:también|además|más\b|[:：])"
    ),
    (
        r"(?:leggi|vedi|guarda) (?:anche|tutt)|(?:leia|veja|saiba)"
        r" (?:também|mais|ainda)\b|(?:llegiu|llegeix) (?:també|més)\b"
    ),
    r"(?:citește|citeşte|citiți|vezi) (?:și|şi|mai mult)\b",
    # Slavic, Baltic
    (
        r"(?:czytaj|zobacz|przeczytaj) (?:też|także|również|więcej)\b|(?:čtěte|přečtěte)"
        r" (?:také|si|více)\b"
    ),
    r"(?:čítajte|prečítajte) (?:aj|si|viac)\b",
    (
        r"pročitaj(?:te)? (?:još|i|više)\b|preberi(?:te)? (?:tudi|še|več)\b|прочитајте"
        r" (?:још|и|више)\b"
    ),
    r"(?:вижте|прочетете) (?:още|също)\b",
    (
        r"(?:читайте|смотрите|читать) (?:также|ещё|еще|далее)\b|(?:читайте|дивіться)"
        r" (?:також|ще)\b|по теме ?[:：|–-]"
    ),
    r"(?:taip pat )?skaitykite (?:taip pat|daugiau)\b|lasi(?:et)? (?:arī|vairāk)\b",
    # Greek, Finnic, Hungarian, Turkic, Caucasian
    (
        r"(?:διαβάστε|δείτε) (?:επίσης|ακόμη|ακόμα|περισσότερα)\b|lue (?:myös|lisää)\b|loe"
        r" (?:ka|veel|lähemalt|edasi)\b"
    ),
    (
        r"olvass? (?:el|tovább|még)\b|olvasná|olvassa (?:el|tovább)\b|kapcsolódó"
        r" (?:cikk|írás)|ayrıca oku|ilgili haber"
    ),
    r"(?:devamını|bunu da) oku",
    r"კითხეთ (?:აგრეთვე|ასევე)|წაიკითხეთ (?:აგრეთვე|ასევე|მეტი)|կարդացեք նաև|կարդալ նաև",
    # Semitic, Iranian, Indic
    (
        r"(?:اقرأ|إقرأ|اقرئي|شاهد) (?:أيضا|أيضاً|ايضا|المزيد)|(?:مواضيع|مقالات|أخبار) ذات صلة|קראו"
        r" (?:גם|עוד)|לקריאה נוספת"
    ),
    (
        r"(?:بیشتر|همچنین) بخوانید|مطالب مرتبط|(?:یہ بھی|مزید) پڑھیں|(?:यह|ये|इसे) भी पढ़ें|और"
        r" पढ़ें|हे(?:ही)? वाचा"
    ),
    r"(?:আরও|আরো) পড়ুন",
    r"(?:இதையும்|மேலும்) படி|ఇది కూడా చదవండి",
    # East and South East Asia, Africa
    r"関連(?:記事|ニュース|リンク|トピックス|動画|ページ)|【関連|あわせて読みたい|合わせて読みたい",
    r"(?:相关|相關)(?:新闻|新聞|阅读|閱讀|文章|报道|報導|報道|链接|連結|推荐|专题)",
    r"(?:延伸|推荐|推薦)(?:阅读|閱讀)|관련 ?(?:기사|뉴스|글|영상)|▶|☞",
    (
        r"(?:baca|simak) (?:juga|selengkapnya|lagi)\b|basahin (?:din|rin|pa)\b|xem thêm|đọc"
        r" thêm|tin liên quan"
    ),
    r"อ่าน(?:เพิ่มเติม|ต่อ|ข่าว|ด้วย)|ข่าวที่เกี่ยวข้อง|soma (?:pia|zaidi)\b",
)
"""How lines begin that send the reader to something else; a space is any white space."""
MAX_LINK_LINE_SIZE = 160
"""Size of the longest line that can be such a link: a longer one has content of its own."""
_LINK_LINE = re.compile(
    rf"\W*(?:{'|'.join(LINK_LINE_STARTS)})".replace(" ", r"\s+").replace(r"\s+?", r"\s*"),
    re.IGNORECASE,
)


def is_link_line(text: str) -> bool:
    """Return True for a line that only sends the reader to something else (*Read more: …*)."""
    return text_size(text) <= MAX_LINK_LINE_SIZE and bool(_LINK_LINE.match(text))


_TIMESTAMP = re.compile(
    r"""(?=.{0,70}$)(?=.*\d)(?:.*?(?:
    \b\d{1,2}[:.h]\d{2}\b(?:\s*(?:uhr|[ap]\.?m\.?|[a-z]{2,4}))?|\b\d{4}[./年-]\s?\d{1,2}[./月-]\s?\d{1,2}|\b\d{1,2}[./-]\s?\d{1,2}[./-]\s?\d{2,4}\b|
    \b(?:\d{1,2}\.?\s(?:\w+\s)?\w{3,10}\.?,?|\w{3,10}\.?\s\d{1,2}(?:st|nd|rd|th)?,?)\s\d{4}\b
    )).*$""",
    re.VERBOSE | re.IGNORECASE,
)
"""A line of at most 70 characters with a date or a time of day."""
_SENTENCE = re.compile(r"\w{2,}[.!?]$|(?:\b[^\W\d]{2,}\b\W+){7}")
"""The end of a sentence, or seven words in a row without a number: more than a date."""


def is_date_line(text: str) -> bool:
    """Return True for a line with little more than a date (*Stand: 22.04.2024, 06:00 Uhr*)."""
    return bool(_TIMESTAMP.match(text)) and not _SENTENCE.search(text)
