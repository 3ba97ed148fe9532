"""Names of months and days in the languages of portals, as data: written and read the same on every machine.

From Unicode CLDR (Babel 2.18), names as that standard gives them; Monday is the first day. Only rows that say something of
their own are there: without ``months-alone`` the name standing alone is the one that stands in a date.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True)
class CalendarNames:
    """Twelve months, seven days (Monday first). ``months`` and ``short`` as they stand in a date (Polish *stycznia*),
    ``…_alone`` by themselves (*styczeń*); short names may end in a full stop, as they are written."""

    months: tuple[str, ...]
    months_alone: tuple[str, ...]
    short: tuple[str, ...]
    short_alone: tuple[str, ...]
    days: tuple[str, ...]
    days_alone: tuple[str, ...]
    short_days: tuple[str, ...]


def languages() -> tuple[str, ...]:
    """The languages that have names here, as lower-case BCP 47 tags, sorted."""
    return tuple(sorted(_table()))


@lru_cache(maxsize=256)
def calendar_names(language: str) -> CalendarNames:
    """The names in ``language`` (BCP 47, case and region do not matter); in English where this table has none."""
    tag = language.lower().replace("_", "-")
    primary, _, rest = tag.partition("-")
    script = f"{primary}-{rest.partition('-')[0]}"
    rows = next(_table()[t] for t in (script, _SAME.get(primary, primary), "en") if t in _table())
    return CalendarNames(
        rows["months"],
        rows.get("months-alone", rows["months"]),
        rows["short"],
        rows.get("short-alone", rows["short"]),
        rows["days"],
        rows.get("days-alone", rows["days"]),
        rows["short-days"],
    )


@lru_cache(maxsize=1)
def _table() -> dict[str, dict[str, tuple[str, ...]]]:
    table: dict[str, dict[str, tuple[str, ...]]] = {}
    for line in _ROWS.strip().split("\n"):
        language, kind, names = line.split(" ", 2)
        table.setdefault(language, {})[kind] = tuple(names.split("|"))
    return table


_SAME = {"no": "nb", "nn": "nb", "sh": "hr"}
"""Languages that borrow the names of a close one."""

_ROWS = """
ar months يناير|فبراير|مارس|أبريل|مايو|يونيو|يوليو|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر
ar short يناير|فبراير|مارس|أبريل|مايو|يونيو|يوليو|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر
ar days الاثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت|الأحد
ar short-days الاثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت|الأحد
be months студзеня|лютага|сакавіка|красавіка|мая|чэрвеня|ліпеня|жніўня|верасня|кастрычніка|лістапада|снежня
be months-alone студзень|люты|сакавік|красавік|май|чэрвень|ліпень|жнівень|верасень|кастрычнік|лістапад|снежань
be short сту|лют|сак|кра|мая|чэр|ліп|жні|вер|кас|ліс|сне
be short-alone сту|лют|сак|кра|май|чэр|ліп|жні|вер|кас|ліс|сне
be days панядзелак|аўторак|серада|чацвер|пятніца|субота|нядзеля
be short-days пн|аў|ср|чц|пт|сб|нд
bg months януари|февруари|март|април|май|юни|юли|август|септември|октомври|ноември|декември
bg short яну|фев|март|апр|май|юни|юли|авг|сеп|окт|ное|дек
bg days понеделник|вторник|сряда|четвъртък|петък|събота|неделя
bg short-days пн|вт|ср|чт|пт|сб|нд
bs months januar|februar|mart|april|maj|juni|juli|august|septembar|oktobar|novembar|decembar
bs short jan|feb|mar|apr|maj|jun|jul|aug|sep|okt|nov|dec
bs days ponedjeljak|utorak|srijeda|četvrtak|petak|subota|nedjelja
bs short-days pon|uto|sri|čet|pet|sub|ned
ca months de gener|de febrer|de març|d’abril|de maig|de juny|de juliol|d’agost|de setembre|d’octubre|de novembre|de desembre
ca months-alone gener|febrer|març|abril|maig|juny|juliol|agost|setembre|octubre|novembre|desembre
ca short de gen.|de febr.|de març|d’abr.|de maig|de juny|de jul.|d’ag.|de set.|d’oct.|de nov.|de des.
ca short-alone gen.|febr.|març|abr.|maig|juny|jul.|ag.|set.|oct.|nov.|des.
ca days dilluns|dimarts|dimecres|dijous|divendres|dissabte|diumenge
ca short-days dl.|dt.|dc.|dj.|dv.|ds.|dg.
cs months ledna|února|března|dubna|května|června|července|srpna|září|října|listopadu|prosince
cs months-alone leden|únor|březen|duben|květen|červen|červenec|srpen|září|říjen|listopad|prosinec
cs short led|úno|bře|dub|kvě|čvn|čvc|srp|zář|říj|lis|pro
cs days pondělí|úterý|středa|čtvrtek|pátek|sobota|neděle
cs short-days po|út|st|čt|pá|so|ne
da months januar|februar|marts|april|maj|juni|juli|august|september|oktober|november|december
da short jan.|feb.|mar.|apr.|maj|jun.|jul.|aug.|sep.|okt.|nov.|dec.
da days mandag|tirsdag|onsdag|torsdag|fredag|lørdag|søndag
da short-days man.|tirs.|ons.|tors.|fre.|lør.|søn.
de months Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember
de short Jan.|Feb.|März|Apr.|Mai|Juni|Juli|Aug.|Sept.|Okt.|Nov.|Dez.
de short-alone Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez
de days Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag
de short-days Mo.|Di.|Mi.|Do.|Fr.|Sa.|So.
el months Ιανουαρίου|Φεβρουαρίου|Μαρτίου|Απριλίου|Μαΐου|Ιουνίου|Ιουλίου|Αυγούστου|Σεπτεμβρίου|Οκτωβρίου|Νοεμβρίου|Δεκεμβρίου
el months-alone Ιανουάριος|Φεβρουάριος|Μάρτιος|Απρίλιος|Μάιος|Ιούνιος|Ιούλιος|Αύγουστος|Σεπτέμβριος|Οκτώβριος|Νοέμβριος|Δεκέμβριος
el short Ιαν|Φεβ|Μαρ|Απρ|Μαΐ|Ιουν|Ιουλ|Αυγ|Σεπ|Οκτ|Νοε|Δεκ
el short-alone Ιαν|Φεβ|Μάρ|Απρ|Μάι|Ιούν|Ιούλ|Αύγ|Σεπ|Οκτ|Νοέ|Δεκ
el days Δευτέρα|Τρίτη|Τετάρτη|Πέμπτη|Παρασκευή|Σάββατο|Κυριακή
el short-days Δευ|Τρί|Τετ|Πέμ|Παρ|Σάβ|Κυρ
en months January|February|March|April|May|June|July|August|September|October|November|December
en short Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec
en days Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday
en short-days Mon|Tue|Wed|Thu|Fri|Sat|Sun
es months enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre
es short ene|feb|mar|abr|may|jun|jul|ago|sept|oct|nov|dic
es days lunes|martes|miércoles|jueves|viernes|sábado|domingo
es short-days lun|mar|mié|jue|vie|sáb|dom
et months jaanuar|veebruar|märts|aprill|mai|juuni|juuli|august|september|oktoober|november|detsember
et short jaan|veebr|märts|apr|mai|juuni|juuli|aug|sept|okt|nov|dets
et days esmaspäev|teisipäev|kolmapäev|neljapäev|reede|laupäev|pühapäev
et short-days E|T|K|N|R|L|P
eu months urtarrila|otsaila|martxoa|apirila|maiatza|ekaina|uztaila|abuztua|iraila|urria|azaroa|abendua
eu short urt.|ots.|mar.|api.|mai.|eka.|uzt.|abu.|ira.|urr.|aza.|abe.
eu days astelehena|asteartea|asteazkena|osteguna|ostirala|larunbata|igandea
eu short-days al.|ar.|az.|og.|or.|lr.|ig.
fa months ژانویهٔ|فوریهٔ|مارس|آوریل|مهٔ|ژوئن|ژوئیهٔ|اوت|سپتامبر|اکتبر|نوامبر|دسامبر
fa months-alone ژانویه|فوریه|مارس|آوریل|مه|ژوئن|ژوئیه|اوت|سپتامبر|اکتبر|نوامبر|دسامبر
fa short ژانویه|فوریه|مارس|آوریل|مه|ژوئن|ژوئیه|اوت|سپتامبر|اکتبر|نوامبر|دسامبر
fa days دوشنبه|سه\u200cشنبه|چهارشنبه|پنجشنبه|جمعه|شنبه|یکشنبه
fa short-days دوشنبه|سه\u200cشنبه|چهارشنبه|پنجشنبه|جمعه|شنبه|یکشنبه
fi months tammikuuta|helmikuuta|maaliskuuta|huhtikuuta|toukokuuta|kesäkuuta|heinäkuuta|elokuuta|syyskuuta|lokakuuta|marraskuuta|joulukuuta
fi months-alone tammikuu|helmikuu|maaliskuu|huhtikuu|toukokuu|kesäkuu|heinäkuu|elokuu|syyskuu|lokakuu|marraskuu|joulukuu
fi short tammi|helmi|maalis|huhti|touko|kesä|heinä|elo|syys|loka|marras|joulu
fi days maanantaina|tiistaina|keskiviikkona|torstaina|perjantaina|lauantaina|sunnuntai
fi days-alone maanantai|tiistai|keskiviikko|torstai|perjantai|lauantai|sunnuntai
fi short-days ma|ti|ke|to|pe|la|su
fr months janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre
fr short janv.|févr.|mars|avr.|mai|juin|juil.|août|sept.|oct.|nov.|déc.
fr days lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche
fr short-days lun.|mar.|mer.|jeu.|ven.|sam.|dim.
ga months Eanáir|Feabhra|Márta|Aibreán|Bealtaine|Meitheamh|Iúil|Lúnasa|Meán Fómhair|Deireadh Fómhair|Samhain|Nollaig
ga short Ean|Feabh|Márta|Aib|Beal|Meith|Iúil|Lún|MFómh|DFómh|Samh|Noll
ga days Dé Luain|Dé Máirt|Dé Céadaoin|Déardaoin|Dé hAoine|Dé Sathairn|Dé Domhnaigh
ga short-days Luan|Máirt|Céad|Déar|Aoine|Sath|Domh
gl months xaneiro|febreiro|marzo|abril|maio|xuño|xullo|agosto|setembro|outubro|novembro|decembro
gl short xan.|feb.|mar.|abr.|maio|xuño|xul.|ago.|set.|out.|nov.|dec.
gl days luns|martes|mércores|xoves|venres|sábado|domingo
gl short-days luns|mar.|mér.|xov.|ven.|sáb.|dom.
he months ינואר|פברואר|מרץ|אפריל|מאי|יוני|יולי|אוגוסט|ספטמבר|אוקטובר|נובמבר|דצמבר
he short ינו׳|פבר׳|מרץ|אפר׳|מאי|יוני|יולי|אוג׳|ספט׳|אוק׳|נוב׳|דצמ׳
he days יום שני|יום שלישי|יום רביעי|יום חמישי|יום שישי|יום שבת|יום ראשון
he short-days יום ב׳|יום ג׳|יום ד׳|יום ה׳|יום ו׳|שבת|יום א׳
hi months जनवरी|फ़रवरी|मार्च|अप्रैल|मई|जून|जुलाई|अगस्त|सितंबर|अक्टूबर|नवंबर|दिसंबर
hi short जन॰|फ़र॰|मार्च|अप्रैल|मई|जून|जुल॰|अग॰|सित॰|अक्टू॰|नव॰|दिस॰
hi days सोमवार|मंगलवार|बुधवार|गुरुवार|शुक्रवार|शनिवार|रविवार
hi short-days सोम|मंगल|बुध|गुरु|शुक्र|शनि|रवि
hr months siječnja|veljače|ožujka|travnja|svibnja|lipnja|srpnja|kolovoza|rujna|listopada|studenoga|prosinca
hr months-alone siječanj|veljača|ožujak|travanj|svibanj|lipanj|srpanj|kolovoz|rujan|listopad|studeni|prosinac
hr short sij|velj|ožu|tra|svi|lip|srp|kol|ruj|lis|stu|pro
hr days ponedjeljak|utorak|srijeda|četvrtak|petak|subota|nedjelja
hr short-days pon|uto|sri|čet|pet|sub|ned
hu months január|február|március|április|május|június|július|augusztus|szeptember|október|november|december
hu short jan.|febr.|márc.|ápr.|máj.|jún.|júl.|aug.|szept.|okt.|nov.|dec.
hu days hétfő|kedd|szerda|csütörtök|péntek|szombat|vasárnap
hu short-days H|K|Sze|Cs|P|Szo|V
id months Januari|Februari|Maret|April|Mei|Juni|Juli|Agustus|September|Oktober|November|Desember
id short Jan|Feb|Mar|Apr|Mei|Jun|Jul|Agu|Sep|Okt|Nov|Des
id days Senin|Selasa|Rabu|Kamis|Jumat|Sabtu|Minggu
id short-days Sen|Sel|Rab|Kam|Jum|Sab|Min
is months janúar|febrúar|mars|apríl|maí|júní|júlí|ágúst|september|október|nóvember|desember
is short jan.|feb.|mar.|apr.|maí|jún.|júl.|ágú.|sep.|okt.|nóv.|des.
is days mánudagur|þriðjudagur|miðvikudagur|fimmtudagur|föstudagur|laugardagur|sunnudagur
is short-days mán.|þri.|mið.|fim.|fös.|lau.|sun.
it months gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre
it short gen|feb|mar|apr|mag|giu|lug|ago|set|ott|nov|dic
it days lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica
it short-days lun|mar|mer|gio|ven|sab|dom
ja months 1月|2月|3月|4月|5月|6月|7月|8月|9月|10月|11月|12月
ja short 1月|2月|3月|4月|5月|6月|7月|8月|9月|10月|11月|12月
ja days 月曜日|火曜日|水曜日|木曜日|金曜日|土曜日|日曜日
ja short-days 月|火|水|木|金|土|日
ko months 1월|2월|3월|4월|5월|6월|7월|8월|9월|10월|11월|12월
ko short 1월|2월|3월|4월|5월|6월|7월|8월|9월|10월|11월|12월
ko days 월요일|화요일|수요일|목요일|금요일|토요일|일요일
ko short-days 월|화|수|목|금|토|일
lt months sausio|vasario|kovo|balandžio|gegužės|birželio|liepos|rugpjūčio|rugsėjo|spalio|lapkričio|gruodžio
lt months-alone sausis|vasaris|kovas|balandis|gegužė|birželis|liepa|rugpjūtis|rugsėjis|spalis|lapkritis|gruodis
lt short saus.|vas.|kov.|bal.|geg.|birž.|liep.|rugp.|rugs.|spal.|lapkr.|gruod.
lt days pirmadienis|antradienis|trečiadienis|ketvirtadienis|penktadienis|šeštadienis|sekmadienis
lt short-days pr|an|tr|kt|pn|št|sk
lv months janvāris|februāris|marts|aprīlis|maijs|jūnijs|jūlijs|augusts|septembris|oktobris|novembris|decembris
lv short janv.|febr.|marts|apr.|maijs|jūn.|jūl.|aug.|sept.|okt.|nov.|dec.
lv days pirmdiena|otrdiena|trešdiena|ceturtdiena|piektdiena|sestdiena|svētdiena
lv days-alone Pirmdiena|Otrdiena|Trešdiena|Ceturtdiena|Piektdiena|Sestdiena|Svētdiena
lv short-days pirmd.|otrd.|trešd.|ceturtd.|piektd.|sestd.|svētd.
mk months јануари|февруари|март|април|мај|јуни|јули|август|септември|октомври|ноември|декември
mk short јан.|фев.|мар.|апр.|мај|јун.|јул.|авг.|сеп.|окт.|ное.|дек.
mk days понеделник|вторник|среда|четврток|петок|сабота|недела
mk short-days пон.|вто.|сре.|чет.|пет.|саб.|нед.
nb months januar|februar|mars|april|mai|juni|juli|august|september|oktober|november|desember
nb short jan.|feb.|mars|apr.|mai|juni|juli|aug.|sep.|okt.|nov.|des.
nb short-alone jan|feb|mar|apr|mai|jun|jul|aug|sep|okt|nov|des
nb days mandag|tirsdag|onsdag|torsdag|fredag|lørdag|søndag
nb short-days man.|tir.|ons.|tor.|fre.|lør.|søn.
nl months januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december
nl short jan|feb|mrt|apr|mei|jun|jul|aug|sep|okt|nov|dec
nl days maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag
nl short-days ma|di|wo|do|vr|za|zo
pl months stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października|listopada|grudnia
pl months-alone styczeń|luty|marzec|kwiecień|maj|czerwiec|lipiec|sierpień|wrzesień|październik|listopad|grudzień
pl short sty|lut|mar|kwi|maj|cze|lip|sie|wrz|paź|lis|gru
pl days poniedziałek|wtorek|środa|czwartek|piątek|sobota|niedziela
pl short-days pon.|wt.|śr.|czw.|pt.|sob.|niedz.
pt months janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro
pt short jan.|fev.|mar.|abr.|mai.|jun.|jul.|ago.|set.|out.|nov.|dez.
pt days segunda-feira|terça-feira|quarta-feira|quinta-feira|sexta-feira|sábado|domingo
pt short-days seg.|ter.|qua.|qui.|sex.|sáb.|dom.
ro months ianuarie|februarie|martie|aprilie|mai|iunie|iulie|august|septembrie|octombrie|noiembrie|decembrie
ro short ian.|feb.|mar.|apr.|mai|iun.|iul.|aug.|sept.|oct.|nov.|dec.
ro days luni|marți|miercuri|joi|vineri|sâmbătă|duminică
ro short-days lun.|mar.|mie.|joi|vin.|sâm.|dum.
ru months января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря
ru months-alone январь|февраль|март|апрель|май|июнь|июль|август|сентябрь|октябрь|ноябрь|декабрь
ru short янв.|февр.|мар.|апр.|мая|июн.|июл.|авг.|сент.|окт.|нояб.|дек.
ru short-alone янв.|февр.|март|апр.|май|июнь|июль|авг.|сент.|окт.|нояб.|дек.
ru days понедельник|вторник|среда|четверг|пятница|суббота|воскресенье
ru short-days пн|вт|ср|чт|пт|сб|вс
sk months januára|februára|marca|apríla|mája|júna|júla|augusta|septembra|októbra|novembra|decembra
sk months-alone január|február|marec|apríl|máj|jún|júl|august|september|október|november|december
sk short jan|feb|mar|apr|máj|jún|júl|aug|sep|okt|nov|dec
sk days pondelok|utorok|streda|štvrtok|piatok|sobota|nedeľa
sk short-days po|ut|st|št|pi|so|ne
sl months januar|februar|marec|april|maj|junij|julij|avgust|september|oktober|november|december
sl short jan.|feb.|mar.|apr.|maj|jun.|jul.|avg.|sep.|okt.|nov.|dec.
sl days ponedeljek|torek|sreda|četrtek|petek|sobota|nedelja
sl short-days pon.|tor.|sre.|čet.|pet.|sob.|ned.
sq months janar|shkurt|mars|prill|maj|qershor|korrik|gusht|shtator|tetor|nëntor|dhjetor
sq short jan|shk|mar|pri|maj|qer|korr|gush|sht|tet|nën|dhj
sq days e hënë|e martë|e mërkurë|e enjte|e premte|e shtunë|e diel
sq short-days hën|mar|mër|enj|pre|sht|die
sr months јануар|фебруар|март|април|мај|јун|јул|август|септембар|октобар|новембар|децембар
sr short јан|феб|мар|апр|мај|јун|јул|авг|сеп|окт|нов|дец
sr days понедељак|уторак|среда|четвртак|петак|субота|недеља
sr short-days пон|уто|сре|чет|пет|суб|нед
sr-latn months januar|februar|mart|april|maj|jun|jul|avgust|septembar|oktobar|novembar|decembar
sr-latn short jan|feb|mar|apr|maj|jun|jul|avg|sep|okt|nov|dec
sr-latn days ponedeljak|utorak|sreda|četvrtak|petak|subota|nedelja
sr-latn short-days pon|uto|sre|čet|pet|sub|ned
sv months januari|februari|mars|april|maj|juni|juli|augusti|september|oktober|november|december
sv short jan.|feb.|mars|apr.|maj|juni|juli|aug.|sep.|okt.|nov.|dec.
sv days måndag|tisdag|onsdag|torsdag|fredag|lördag|söndag
sv short-days mån|tis|ons|tors|fre|lör|sön
tr months Ocak|Şubat|Mart|Nisan|Mayıs|Haziran|Temmuz|Ağustos|Eylül|Ekim|Kasım|Aralık
tr short Oca|Şub|Mar|Nis|May|Haz|Tem|Ağu|Eyl|Eki|Kas|Ara
tr days Pazartesi|Salı|Çarşamba|Perşembe|Cuma|Cumartesi|Pazar
tr short-days Pzt|Sal|Çar|Per|Cum|Cmt|Paz
uk months січня|лютого|березня|квітня|травня|червня|липня|серпня|вересня|жовтня|листопада|грудня
uk months-alone січень|лютий|березень|квітень|травень|червень|липень|серпень|вересень|жовтень|листопад|грудень
uk short січ.|лют.|бер.|квіт.|трав.|черв.|лип.|серп.|вер.|жовт.|лист.|груд.
uk days понеділок|вівторок|середа|четвер|пʼятниця|субота|неділя
uk short-days пн|вт|ср|чт|пт|сб|нд
vi months tháng 1|tháng 2|tháng 3|tháng 4|tháng 5|tháng 6|tháng 7|tháng 8|tháng 9|tháng 10|tháng 11|tháng 12
vi months-alone Tháng 1|Tháng 2|Tháng 3|Tháng 4|Tháng 5|Tháng 6|Tháng 7|Tháng 8|Tháng 9|Tháng 10|Tháng 11|Tháng 12
vi short thg 1|thg 2|thg 3|thg 4|thg 5|thg 6|thg 7|thg 8|thg 9|thg 10|thg 11|thg 12
vi short-alone Tháng 1|Tháng 2|Tháng 3|Tháng 4|Tháng 5|Tháng 6|Tháng 7|Tháng 8|Tháng 9|Tháng 10|Tháng 11|Tháng 12
vi days Thứ Hai|Thứ Ba|Thứ Tư|Thứ Năm|Thứ Sáu|Thứ Bảy|Chủ Nhật
vi short-days Th 2|Th 3|Th 4|Th 5|Th 6|Th 7|CN
zh months 一月|二月|三月|四月|五月|六月|七月|八月|九月|十月|十一月|十二月
zh short 1月|2月|3月|4月|5月|6月|7月|8月|9月|10月|11月|12月
zh days 星期一|星期二|星期三|星期四|星期五|星期六|星期日
zh short-days 周一|周二|周三|周四|周五|周六|周日
"""  # noqa: E501
