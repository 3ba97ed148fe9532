"""Words of dates that CLDR does not have: other spellings of months, halves of the day, fillers
between the parts, time zones.

The lists are closed: a text with a word that is in none of them is not a date.
"""

from __future__ import annotations

MORE_MONTHS = """
ar |||نيسان|مايس||تموز||||تشرين اول/تشرين الثانى|
be ||||траўня/травень|||||||
bg ян|||||||||||
bn জানুয়ারি|ফেব্রুয়ারি||||||আগস্ট/অগস্ট||||
de jän/jänner|feber|mrz||||||sep|||
es ||||||||setiembre/sep/set|||
et |veeb|||||||sep|||
eu urtarrilaren|otsailaren|martxoaren|apirilaren|maiatzaren|ekainaren|uztailaren|abuztuaren|irailaren|urriaren|azaroaren|
eu |||||||||||abenduaren
eu urtarrilak|otsailak|martxoak|apirilak|maiatzak|ekainak|uztailak|abuztuak|irailak|urriak|azaroak|abenduak
fa |||||||آگوست||||
fi tammik|helmik|maalisk|huhtik|toukok|kesäk|heinäk|elok|syysk|lokak|marrask|jouluk
fr jan|fév||||||||||
he בינואר|בפברואר|במרץ/במרס/מרס|באפריל|במאי|ביוני|ביולי|באוגוסט|בספטמבר|באוקטובר|בנובמבר|בדצמבר
he בינו|בפבר||באפר||||באוג|בספט|באוק|בנוב|בדצמ
hi ||||||||सितम्बर|अक्तूबर|नवम्बर|दिसम्बर
hr ||||||||||studenog|
id |pebruari/peb||||||ags/agt|||nopember/nop|
it ||||||||sett|||
lv janvārī|februārī|martā|aprīlī|maijā|jūnijā|jūlijā|augustā|septembrī|oktobrī|novembrī|decembrī
ro ||||||||sep||noi|
ru |фев|||||||сен||ноя|
sl januarja|februarja|marca|aprila|maja|junija|julija|avgusta|septembra|oktobra|novembra|decembra
sr |||||јуни/juni|јули/juli||септ/sept|||
sv |febr||||||||||
tg январи|феврали|марти|апрели|майи|июни|июли|августи|сентябри|октябри|ноябри|декабри
vi tháng một/tháng giêng|tháng hai|tháng ba|tháng tư|tháng năm|tháng sáu|tháng bảy|tháng tám|tháng chín|tháng mười||
vi ||||||||||tháng mười một|tháng mười hai/tháng chạp
"""
"""One line per language with twelve months: other spellings, grammatical cases used in dates, and
short names of the press; empty where CLDR has all. ``/`` separates several names of one month."""

SEPT = "sept"
"""September, in every language."""

SOLAR_MONTHS = """
fa فروردین|اردیبهشت|خرداد|تیر|مرداد/امرداد|شهریور|مهر|آبان|آذر|دی|بهمن|اسفند
fa حمل|ثور|جوزا|سرطان|اسد|سنبله|میزان|عقرب|قوس|جدی|دلو|حوت
ps وری|غويی|غبرګولی|چنګاښ|زمری|وږی|تله|لړم|ليندۍ|مرغومی|سلواغه|کب
"""
"""Months of the Persian solar calendar, in Iran and Afghanistan; lines as in MORE_MONTHS."""

FORENOON: dict[str, str] = {
    "": "am|a.m|a. m|a m|上午|午前|凌晨|早上|清晨|오전",
    "af": "vm",
    "ar": "ص|صباحا|صباحاً",
    "bn": "সকাল|পূর্বাহ্ণ",
    "cs": "dop",
    "de": "vorm|vormittags",
    "el": "π.μ|πμ",
    "fa": "ق.ظ|قبل‌ازظهر|قبل از ظهر|صبح",
    "fi": "ap",
    "fil": "ng umaga",
    "hi": "पूर्वाह्न|सुबह",
    "hu": "de|délelőtt",
    "is": "f.h",
    "km": "ព្រឹក",
    "mn": "ү.ө",
    "ms": "pg|pagi",
    "my": "နံနက်",
    "ne": "पूर्वाह्न",
    "si": "පෙ.ව",
    "sq": "pd|p.d|e paradites",
    "sv": "fm",
    "ta": "முற்பகல்",
    "tr": "öö",
    "vi": "sa|sáng",
}
AFTERNOON: dict[str, str] = {
    "": "pm|p.m|p. m|p m|下午|午後|晚上|傍晚|오후",
    "af": "nm",
    "ar": "م|مساء|مساءً|ظهرا|ظهراً",
    "bn": "বিকাল|বিকেল|অপরাহ্ণ",
    "cs": "odp",
    "de": "nachm|nachmittags",
    "el": "μ.μ|μμ",
    "fa": "ب.ظ|بعدازظهر|بعد از ظهر|عصر",
    "fi": "ip",
    "hi": "अपराह्न|शाम",
    "hu": "du|délután",
    "is": "e.h",
    "km": "ល្ងាច",
    "mn": "ү.х",
    "ms": "ptg|petang",
    "my": "ညနေ",
    "ne": "अपराह्न",
    "si": "ප.ව",
    "sq": "md|m.d|e pasdites",
    "sv": "em",
    "ta": "பிற்பகல்",
    "tr": "ös",
    "vi": "ch|chiều",
}
"""Language (empty: all) → words for the two halves of the day, separated by ``|``. Words for a time
that belongs to both halves (night, noon) are left out."""

FILLER_WORDS = """
    on at of the in am um uhr den der dem vom le à a du de des del d el la las l los y h hs hrs hora horas do da dia às as dos
    il alle ore ora les op om te uur van o godz godzina godziny r roku rok dnia w v ve ob leta leto u god godine godina sati g
    г года год году в р року рік об о у ч часа година години во гадзіне
    m metų mėn val gada gads plkst kell aasta klo kello kl klokken klockan klukkan þann orele στις ώρα saat tarihinde
    թ թվական թվականի ժամը წლის წელი ж жыл жылы жылдын yil yili оны ны
    pukul pkl jam tanggal tgl ng ika noong ngày năm lúc vào hồi วันที่ ที่ เวลา น พ.ศ ค.ศ เดือน ថ្ងៃទី ឆ្នាំ ខែ ម៉ោង ວັນທີ ເວລາ
    الساعة في يوم م عام ساعت در تاریخ ه.ش بجے ء ב בשעה שעה को बजे টা সময়
    年 日 号 號 于 於 일 년 에 ta'
    mánudaginn þriðjudaginn miðvikudaginn fimmtudaginn föstudaginn laugardaginn sunnudaginn
    published posted publié publiée publicado publicada pubblicato veröffentlicht gepubliceerd opublikowano publisert publicerad
"""
"""Words between the parts of a date that do not change its meaning."""

HOUR_WORDS: dict[str, str] = {
    "": "h|uhr|uur|時|时|點|点|시",
    "hu": "óra",
    "vi": "giờ",
}
MINUTE_WORDS = "min|分|분|perc|мин|phút"
"""Words after the number of the hour (by language, empty: all) and after that of the minutes."""

ZONE_OFFSETS = {
    "Z": 0, "UT": 0, "UTC": 0, "GMT": 0, "WET": 0, "WEST": 60, "BST": 60, "CET": 60, "MEZ": 60, "CEST": 120, "MESZ": 120,
    "EET": 120, "EEST": 180, "MSK": 180, "МСК": 180, "TRT": 180, "SAST": 120, "CAT": 120, "EAT": 180, "WAT": 60, "PKT": 300,
    "NPT": 345, "WIB": 420, "WITA": 480, "WIT": 540, "ICT": 420, "SGT": 480, "PHT": 480, "HKT": 480, "JST": 540, "KST": 540,
    "AWST": 480, "ACST": 570, "ACDT": 630, "AEST": 600, "AEDT": 660, "NZST": 720, "NZDT": 780, "BRT": -180,
    "EST": -300, "EDT": -240, "CST": -360, "CDT": -300, "MST": -420, "MDT": -360, "PST": -480, "PDT": -420,
}  # fmt: skip
"""Abbreviation → minutes east of UTC: those of RFC 2822 §4.3 and common ones with one meaning.
Ambiguous ones (``IST``, ``AST``) are read only if the portal's own zone has that name at that
time."""

REGION_ZONES = {
    "ET": "America/New_York",
    "CT": "America/Chicago",
    "MT": "America/Denver",
    "PT": "America/Los_Angeles",
}
"""Abbreviation for standard and summer time alike → IANA zone."""

DAY_FIRST = frozenset(
    """am ar as az be bg bn br bs ca cs cy da de dsb el es et fi fo fr fur fy ga gd gl gsw gu ha he hi hr hsb hy id ig is it ka kk
    km kn ku ky lb lo lv mk ml mr ms mt my nb nl nn no os pa pl pt rm ro ru sc sk sl so sq sr sw ta te tg th tk tr tt uk ur uz vi
    yo en-gb en-au en-ie en-nz en-in en-sg en-pk en-ke en-ng en-gh en-mt""".split()
)
"""Languages in which ``3/5/2021`` is the third of May: CLDR's short dates, the same in every
country except those below. English counts only together with a country."""

MONTH_FIRST = frozenset(("en-us", "en-ph"))
"""Languages with countries in which ``3/5/2021`` is the fifth of March."""

NO_FIXED_ORDER = frozenset(("es-us", "es-pr", "es-pa", "fr-ca"))
"""Countries in which a language of DAY_FIRST writes dates in another order, or in both."""
