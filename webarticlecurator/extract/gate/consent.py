"""Consent walls: pages about cookies and data that stand where the article should be, with a button to agree.

Four things together: few words, many of them about consent, a button, and no article beside the box that the button is in.
"""

from __future__ import annotations

import re

from lxml import etree

from webarticlecurator.extract.gate.shown import ENOUGH, Shown, folded, measure

SHARE = 1 / 12
"""More than this part of a wall's words are words of consent; half of it is enough below a title that says so."""
LEAST = 6
PROSE = 60
"""Words in paragraphs outside the box with the button: an article that has a banner."""

_TITLES = frozenset(
    folded(title)
    for title in (
        "before you continue|before you continue to youtube|we value your privacy|your privacy choices|"
        "cookie consent|privacy settings|your privacy matters|your privacy|consent|privacywall|cookies|"
        "cookie settings|we use cookies|this site uses cookies|cookie beállítások|sütibeállítások|"
        "adatvédelmi beállítások|fontos számunkra az ön adatainak védelme|fontos számunkra az ön magánélete|"
        "bevor sie fortfahren|datenschutzeinstellungen|cookie einstellungen|privatsphäre einstellungen|"
        "wir schützen ihre privatsphäre|zustimmung|mit werbung weiterlesen|weiter mit werbung|"
        "ihre privatsphäre ist uns wichtig|avant de continuer|gestion des cookies|vie privée|"
        "le respect de votre vie privée est notre priorité|antes de continuar|configuración de privacidad|"
        "valoramos tu privacidad|prima di continuare|impostazioni privacy|la tua privacy è importante|"
        "je privacy instellingen|voordat je verdergaat|dpg media privacy gate|zanim przejdziesz dalej|"
        "szanujemy twoją prywatność|nastavení soukromí|vážíme si vašeho soukromí|a sua privacidade é importante|"
        "confidențialitatea dvs|мы ценим вашу конфиденциальность|gizliliğinize önem veriyoruz"
    ).split("|")
)
_STEMS = (
    "cookie|consent|privacy|gdpr|tcf|partner|accept|reject|advertis|personal|süti|adatkezel|adatvéd|hozzájárul|"
    "elfogad|személyes|hirdet|confidențial|consimț|publicita|einwillig|zustimm|datenschutz|akzeptier|"
    "personenbezogen|werbung|consentement|confidentialité|traceur|publicité|consentimiento|privacidad|aceptar|"
    "publicidad|consentiment|privadesa|galet|consenso|accetta|pubblicit|consentimento|privacidade|aceitar|"
    "publicidade|toestemming|advertentie|persoonsgegevens|gegevens|koekie|toestem|persoonlike|privaatheid|"
    "advertensie|zgod|zgadza|prywatno|reklam|ciastecz|danych|souhlas|osobních|soubory|soukromí|inzer|súhlas|"
    "osobných|súkromi|súbory|soglas|privol|piškot|zasebnost|oglas|osebn|oglaš|kolačić|privatnost|pristan|osobn|"
    "колачић|приватност|сагласност|пристан|оглас|колачињ|согласност|бисквитк|съгласи|поверителност|лични|реклам|"
    "συγκατάθεση|απόρρητ|συναιν|αποδοχ|προσωπικ|διαφήμι|διαφημί|pëlqim|privatësi|çerez|gizlilik|kişisel|onay|rıza|"
    "kabul|razılı|məxfilik|şəxsi|согла|конфиденциальн|куки|персональн|згод|конфіденційн|погодж|файли|згада|"
    "прыватнасц|печыва|келісім|құпиялы|дербес|slapuk|sutikim|privatum|asmens|reklam|sīkdat|piekriš|piekrīt|"
    "privātum|personas|küpsis|nõusolek|privaatsus|isikuandm|reklaam|eväste|suostumu|yksityisyy|henkilötie|mainon|"
    "kakor|samtyck|integritet|personuppgift|annons|informasjonskaps|samtykk|personvern|annonse|personopplysn|"
    "samtykke|privatliv|persondata|annonc|vafrakök|samþyk|persónu|auglýs|vidakuzi|faragha|ridhaa|idhini|kubali|"
    "matangazo|amakhukhi|imvume|ubumfihlo|vumela|izikhangiso|iicookie|imvume|ubucala|vuma|privasi|persetujuan|"
    "setuju|iklan|kuki|pribadi|data peribadi|pahintulot|pagkapribado|ქუქი|თანხმო|კონფიდენციალ|პერსონალ|რეკლამ|"
    "համաձայն|գաղտնիու|անձնական|կուկի|քուքի|ኩኪ|ፈቃድ|ግላዊ"
)
"""How the words begin that a wall consists of; of scripts with blanks between words."""
_PARTS = (
    "đồng ý|quyền riêng tư|quảng cáo|dữ liệu cá nhân|الارتباط|موافق|الخصوصية|خصوصيت|البيانات الشخصية|الإعلان|"
    "إعلانات|كوكيز|עוגיות|הסכמ|פרטיות|פרסומ|נתונים אישיים|מאשר|کوکی|رضایت|حریم خصوصی|موافقت|تبلیغات|کوکیز|رضامندی|"
    "رازداری|اشتہار|ذاتی|कुकी|सहमति|गोपनीयता|विज्ञापन|व्यक्तिगत|स्वीकार|कुकीज|संमती|जाहिरात|वैयक्तिक|কুকি|সম্মতি|"
    "গোপনীয়তা|গোপনীয়তা|বিজ্ঞাপন|ব্যক্তিগত|குக்கீ|ஒப்புதல்|தனியுரிமை|விளம்பர|తనిఖీ|కుకీ|సమ్మతి|గోప్యత|ప్రకటన|వ్యక్తిగత|同意|"
    "隐私|隱私|广告|廣告|个人信息|個人資料|个人数据|クッキー|プライバシー|広告|個人情報|個人データ|쿠키|동의|"
    "개인정보|광고|คุกกี้|ยินยอม|ความเป็นส่วนตัว|โฆษณา|ข้อมูลส่วนบุคคล|ยอมรับ"
)
"""The same for scripts where words have no beginning to look for."""
_HEAD = 3


def _by_head(stems: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for stem in dict.fromkeys(stems.split("|")):
        found.setdefault(stem[:_HEAD], []).append(stem)
    return {head: tuple(those) for head, those in found.items()}


_BY_HEAD = _by_head(_STEMS)
"""The stems by their first letters: one look for most words."""
_SCRIPT = re.compile("[\u0111\u0590-\u07ff\u0900-\u0dff\u0e00-\u0eff\u3040-\u9fff\uac00-\ud7af]")
_IN_TEXT = re.compile(_PARTS)
_NONE: tuple[str, ...] = ()
_WORD = re.compile(r"\w+")

_ACTIONS = tuple(
    (
        "accept|agree|i agree|i accept|allow|got it|continue to site|yes, i|elfogad|összes elfogad|hozzájárul|"
        "rendben|egyetért|sunt de acord|accept toate|acceptă|acceptați|akzeptier|alle akzeptier|alles akzeptier|"
        "zustimm|ich stimme|einverstanden|accepter|tout accepter|j’accepte|j'accepte|continuer|aceptar|acepto|accepta|"
        "accetta|accetto|acconsento|aceitar|aceito|concordo|akkoord|alles accepteren|alle cookies|accepteren|aanvaar|"
        "ek stem|zgadzam|akceptuj|zaakceptuj|przejdź do|souhlas|přijmout|přijímám|súhlas|prijať|prihvat|prihvać|sprejm|"
        "strinjam|slažem|прихват|сагласан|прифат|прифаќ|се согласувам|приеми|приемам|съглас|αποδοχή|αποδέχομαι|συμφωνώ|"
        "pranoj|prano|kabul|qəbul|razıyam|принять|принимаю|соглас|прийняти|приймаю|погоджуюс|прыняць|згодны|қабылда|"
        "келісем|sutinku|priimti|piekrītu|pieņemt|nõustun|luba|hyväksy|godkänn|acceptera|jag godkänner|samtykk|godta|"
        "aksepter|godkend|accepter|tillad|samþykk|أوافق|موافق|قبول|אישור|אני מסכים|מאשר|מסכימ|قبول|می‌پذیرم|موافقم|"
        "منظور|स्वीकार|सहमत|मैं सहमत|स्वीकारा|সম্মত|গ্রহণ|ஏற்|அனுமதி|అంగీకరి|同意|接受|すべて同意|同意する|承諾|동의|"
        "모두 동의|đồng ý|chấp nhận|setuju|terima|saya setuju|tanggapin|sumasang-ayon|ยอมรับ|ตกลง|kubali|nakubali|"
        "ninakubali|yamukela|ngiyavuma|ndiyavuma|yamkela|ვეთანხმები|თანხმობა|ընդունել|համաձայն|ተቀበል|እስማማለሁ"
    ).split("|")
)
"""How the text of the button begins that lets one through."""
_BUTTONS = ("button", "a", "input")
_ACTION_LETTERS = 60


def consent_wall(shown: Shown) -> str | None:
    """The evidence that a page is a consent wall, or None."""
    if not 0 < shown.words < ENOUGH:
        return None
    telling = _telling(shown.text)
    share = telling / shown.words
    titled = any(title.folded in _TITLES for title in shown.titles)
    enough = (telling >= LEAST and share > SHARE) or (titled and telling >= LEAST / 2 and share > SHARE / 2)
    button = _button(shown) if enough else None
    if button is None or (not titled and _article_beside(shown, button)):
        return None
    return f"{telling} of its {shown.words} words are about consent to cookies and data, and it has a button to give it"


def _telling(text: str) -> int:
    """How many words of the text are about consent."""
    words = [word for word in _WORD.findall(text) if word.startswith(_BY_HEAD.get(word[:_HEAD], _NONE))]
    return len(words) + (len(_IN_TEXT.findall(text)) if _SCRIPT.search(text) else 0)


def _button(shown: Shown) -> etree._Element | None:
    return next((e for e in shown.page.root.iter(*_BUTTONS) if _text(e).casefold().startswith(_ACTIONS)), None)


def _all_text(element: etree._Element) -> str:
    return "".join(map(str, element.itertext()))


def _text(element: etree._Element) -> str:
    value = element.get("value") if element.tag == "input" else _all_text(element)
    text = (value or "").strip()
    return text if len(text) <= _ACTION_LETTERS else ""


def _article_beside(shown: Shown, button: etree._Element) -> bool:
    """True if the page has a heading and an article's worth of paragraphs outside the box with the button."""
    box = _box(button)
    outside = [e for e in shown.page.root.iter("h1", "h2", "p") if box not in e.iterancestors()]
    prose = sum(measure(_all_text(e)) for e in outside if e.tag == "p")
    return prose >= PROSE and any(e.tag != "p" for e in outside)


def _box(button: etree._Element) -> etree._Element:
    """The innermost element around the button that says something beside what its buttons say."""
    for outer in button.iterancestors():
        said = sum(measure(_all_text(e)) for e in outer.iter(*_BUTTONS))
        if measure(_all_text(outer)) - said >= 4:
            return outer
    return button
