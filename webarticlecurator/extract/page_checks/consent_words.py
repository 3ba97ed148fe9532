"""Phrases of walls that ask for consent to cookies and data, in many languages: titles, words and
buttons, separated by ``|``.

Titles are compared as a whole, without regard to case and punctuation; words and buttons by their
beginning.
"""

from __future__ import annotations

TITLES = (
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
)
"""Titles of consent walls."""

CONSENT_STEMS = (
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
    "прыватнасц|печыва|келісім|құпиялы|дербес|slapuk|sutikim|privatum|asmens|sīkdat|piekriš|piekrīt|"
    "privātum|personas|küpsis|nõusolek|privaatsus|isikuandm|reklaam|eväste|suostumu|yksityisyy|henkilötie|mainon|"
    "kakor|samtyck|integritet|personuppgift|annons|informasjonskaps|samtykk|personvern|annonse|personopplysn|"
    "samtykke|privatliv|persondata|annonc|vafrakök|samþyk|persónu|auglýs|vidakuzi|faragha|ridhaa|idhini|kubali|"
    "matangazo|amakhukhi|imvume|ubumfihlo|vumela|izikhangiso|iicookie|ubucala|vuma|privasi|persetujuan|"
    "setuju|iklan|kuki|pribadi|data peribadi|pahintulot|pagkapribado|ქუქი|თანხმო|კონფიდენციალ|პერსონალ|რეკლამ|"
    "համաձայն|գաղտնիու|անձնական|կուկի|քուքի|ኩኪ|ፈቃድ|ግላዊ"
)
"""Beginnings of words about consent, in scripts with spaces between words."""
CONSENT_PARTS = (
    "đồng ý|quyền riêng tư|quảng cáo|dữ liệu cá nhân|الارتباط|موافق|الخصوصية|خصوصيت|البيانات الشخصية|الإعلان|"
    "إعلانات|كوكيز|עוגיות|הסכמ|פרטיות|פרסומ|נתונים אישיים|מאשר|کوکی|رضایت|حریم خصوصی|موافقت|تبلیغات|کوکیز|رضامندی|"
    "رازداری|اشتہار|ذاتی|कुकी|सहमति|गोपनीयता|विज्ञापन|व्यक्तिगत|स्वीकार|कुकीज|संमती|जाहिरात|वैयक्तिक|কুকি|সম্মতি|"
    "গোপনীয়তা|বিজ্ঞাপন|ব্যক্তিগত|குக்கீ|ஒப்புதல்|தனியுரிமை|விளம்பர|తనిఖీ|కుకీ|సమ్మతి|గోప్యత|ప్రకటన|వ్యక్తిగత|同意|"
    "隐私|隱私|广告|廣告|个人信息|個人資料|个人数据|クッキー|プライバシー|広告|個人情報|個人データ|쿠키|동의|"
    "개인정보|광고|คุกกี้|ยินยอม|ความเป็นส่วนตัว|โฆษณา|ข้อมูลส่วนบุคคล|ยอมรับ"
)
"""Parts of words about consent, in scripts and languages where words cannot be found by their
beginning."""

BUTTON_STARTS = (
    "accept|agree|i agree|i accept|allow|got it|continue to site|yes, i|elfogad|összes elfogad|hozzájárul|"
    "rendben|egyetért|sunt de acord|accept toate|acceptă|acceptați|akzeptier|alle akzeptier|alles akzeptier|"
    "zustimm|ich stimme|einverstanden|accepter|tout accepter|j’accepte|j'accepte|continuer|aceptar|acepto|accepta|"
    "accetta|accetto|acconsento|aceitar|aceito|concordo|akkoord|alles accepteren|alle cookies|accepteren|aanvaar|"
    "ek stem|zgadzam|akceptuj|zaakceptuj|przejdź do|souhlas|přijmout|přijímám|súhlas|prijať|prihvat|prihvać|sprejm|"
    "strinjam|slažem|прихват|сагласан|прифат|прифаќ|се согласувам|приеми|приемам|съглас|αποδοχή|αποδέχομαι|συμφωνώ|"
    "pranoj|prano|kabul|qəbul|razıyam|принять|принимаю|соглас|прийняти|приймаю|погоджуюс|прыняць|згодны|қабылда|"
    "келісем|sutinku|priimti|piekrītu|pieņemt|nõustun|luba|hyväksy|godkänn|acceptera|jag godkänner|samtykk|godta|"
    "aksepter|godkend|tillad|samþykk|أوافق|موافق|قبول|אישור|אני מסכים|מאשר|מסכימ|می‌پذیرم|موافقم|"
    "منظور|स्वीकार|सहमत|मैं सहमत|स्वीकारा|সম্মত|গ্রহণ|ஏற்|அனுமதி|అంగీకరి|同意|接受|すべて同意|同意する|承諾|동의|"
    "모두 동의|đồng ý|chấp nhận|setuju|terima|saya setuju|tanggapin|sumasang-ayon|ยอมรับ|ตกลง|kubali|nakubali|"
    "ninakubali|yamukela|ngiyavuma|ndiyavuma|yamkela|ვეთანხმები|თანხმობა|ընդունել|համաձայն|ተቀበል|እስማማለሁ"
)
"""Beginnings of the text of the button that gives consent."""
