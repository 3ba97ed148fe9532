"""Phrases with which portals ask readers to pay, subscribe or log in, by language; compared without
regard to case and punctuation."""

from __future__ import annotations

OFFERS: dict[str, str] = {
    # phrases about the rest of *this* article: a short page with one of them is a teaser
    "en": (
        "to continue reading|to keep reading|to read the full|to read the rest|to read this article|"
        "for subscribers only|subscribers only|exclusive to subscribers|this article is for subscribers|"
        "this content is for subscribers|this post is for paid subscribers|this post is for paying subscribers|"
        "member-only story|member only story|log in to read more|subscribe to read|subscribe to unlock|unlock this article|"
        "become a member to read"
    ),
    "hu": (
        "a cikk folytatása előfizetőink|a folytatáshoz előfizetés|a teljes cikk elolvasásához|csak előfizetőknek|"
        "csak előfizetőink|előfizetőink olvashatják|a továbbolvasáshoz|olvasd tovább előfizetőként|"
        "ez a tartalom csak előfizetők"
    ),
    "ro": (
        "pentru a citi mai departe|pentru a citi articolul complet|acest articol este rezervat abonaților|"
        "doar pentru abonați|abonează-te pentru a citi|exclusiv pentru abonați"
    ),
    "de": (
        "jetzt weiterlesen|um weiterzulesen|weiterlesen mit|nur für abonnenten|exklusiv für abonnenten|"
        "mit abo weiterlesen|dieser artikel ist kostenpflichtig|artikel freischalten|um diesen artikel zu lesen|"
        "den ganzen artikel lesen|sie möchten weiterlesen|weiter lesen mit|plusartikel lesen"
    ),
    "fr": (
        "la suite est réservée|cet article est réservé aux abonnés|article réservé aux abonnés|"
        "réservé à nos abonnés|pour lire la suite|pour continuer la lecture|abonnez-vous pour lire"
    ),
    "es": (
        "para seguir leyendo|para continuar leyendo|contenido exclusivo para suscriptores|"
        "exclusivo para suscriptores|artículo solo para suscriptores|solo para suscriptores|suscríbete para leer"
    ),
    "ca": (
        "per continuar llegint|per seguir llegint|exclusiu per a subscriptors|només per a subscriptors|"
        "subscriu-te per llegir"
    ),
    "it": (
        "per continuare a leggere|contenuto riservato agli abbonati|riservato agli abbonati|abbonati per leggere|"
        "per leggere l'articolo completo|per leggere tutto l'articolo|continua a leggere con"
    ),
    "pt": (
        "para continuar a ler|para continuar lendo|conteúdo exclusivo para assinantes|exclusivo para assinantes|"
        "exclusivo para subscritores|assine para ler"
    ),
    "nl": (
        "om verder te lezen|alleen voor abonnees|exclusief voor abonnees|word abonnee om|lees verder met|"
        "dit artikel is voor abonnees"
    ),
    "af": "om verder te lees|slegs vir intekenaars|teken in om te lees|net vir intekenaars",
    "pl": (
        "aby czytać dalej|dalszy ciąg artykułu dostępny|artykuł dostępny dla subskrybentów|"
        "tylko dla prenumeratorów|tylko dla subskrybentów|kup dostęp|czytaj dalej z"
    ),
    "cs": (
        "pro pokračování ve čtení|článek je pouze pro předplatitele|jen pro předplatitele|pouze pro předplatitele|"
        "pokračujte ve čtení s|zbytek článku je|odemknout článek"
    ),
    "sk": (
        "pre pokračovanie v čítaní|článok je len pre predplatiteľov|len pre predplatiteľov|iba pre predplatiteľov|"
        "odomknúť článok|pokračovanie článku je"
    ),
    "sl": "za nadaljevanje branja|samo za naročnike|le za naročnike|članek je dostopen naročnikom",
    "hr": "za nastavak čitanja|samo za pretplatnike|sadržaj je dostupan pretplatnicima|nastavite čitati uz",
    "sr": (
        "за наставак читања|само за претплатнике|za nastavak čitanja|samo za pretplatnike|"
        "текст је доступан претплатницима"
    ),
    "mk": "за да продолжите со читање|само за претплатници|достапно само за претплатници",
    "bg": (
        "за да продължите да четете|само за абонати|съдържанието е достъпно за абонати|"
        "прочетете цялата статия с абонамент"
    ),
    "el": (
        "για να συνεχίσετε την ανάγνωση|για να διαβάσετε ολόκληρο|μόνο για συνδρομητές|αποκλειστικά για συνδρομητές"
    ),
    "sq": "për të vazhduar leximin|vetëm për abonentët|abonohuni për të lexuar",
    "tr": (
        "okumaya devam etmek için|haberin devamını okumak için|yalnızca abonelere|sadece aboneler|abonelere özel|"
        "yazının tamamını okumak için"
    ),
    "az": "oxumağa davam etmək üçün|yalnız abunəçilər üçün|abunə olun və oxuyun",
    "ru": (
        "чтобы читать дальше|чтобы продолжить чтение|только для подписчиков|материал доступен подписчикам|"
        "доступно по подписке|оформите подписку чтобы"
    ),
    "uk": (
        "щоб читати далі|щоб продовжити читання|лише для передплатників|тільки для передплатників|"
        "доступно за передплатою|оформіть передплату щоб"
    ),
    "be": "каб чытаць далей|толькі для падпісчыкаў|даступна па падпісцы",
    "kk": "әрі қарай оқу үшін|тек жазылушыларға|жазылушыларға ғана",
    "lt": (
        "norėdami skaityti toliau|tik prenumeratoriams|straipsnis skirtas prenumeratoriams|skaitykite toliau su|"
        "prenumeruokite ir skaitykite"
    ),
    "lv": "lai turpinātu lasīt|tikai abonentiem|raksts pieejams abonentiem|abonē un lasi|lai lasītu tālāk",
    "et": "edasi lugemiseks|ainult tellijatele|artikkel on tellijatele|telli ja loe|jätka lugemist tellijana",
    "fi": (
        "jatkaaksesi lukemista|vain tilaajille|tämä artikkeli on tilaajille|tilaa ja lue|lukeaksesi koko|"
        "jatka lukemista tilaajana"
    ),
    "sv": (
        "för att läsa vidare|för att fortsätta läsa|bara för prenumeranter|endast för prenumeranter|läs vidare med|"
        "för att läsa hela artikeln|det här är en låst artikel"
    ),
    "no": (
        "for å lese videre|for å lese hele|kun for abonnenter|bare for abonnenter|les videre med|"
        "denne saken er for abonnenter|for å lese resten"
    ),
    "da": (
        "for at læse videre|for at læse hele|kun for abonnenter|læs videre med|denne artikel er for abonnenter|"
        "artiklen er forbeholdt|allerede abonnent"
    ),
    "is": "til að lesa áfram|aðeins fyrir áskrifendur|einungis fyrir áskrifendur|til að lesa alla greinina",
    "ar": "لمتابعة القراءة|لمواصلة القراءة|للمشتركين فقط|حصريا للمشتركين|اشترك لقراءة|لقراءة المقال كاملا",
    "he": "להמשך קריאה יש להירשם|כדי להמשיך לקרוא|למנויים בלבד|לקריאת הכתבה המלאה|תוכן זה למנויים",
    "fa": "برای ادامه مطالعه|برای خواندن ادامه|فقط برای مشترکان|ویژه مشترکان|برای مطالعه کامل",
    "ur": "مزید پڑھنے کے لیے سبسکرائب|صرف سبسکرائبرز کے لیے|پڑھنا جاری رکھنے کے لیے",
    "hi": (
        "आगे पढ़ने के लिए|पूरा लेख पढ़ने के लिए|पूरी खबर पढ़ने के लिए|केवल सब्सक्राइबर|सिर्फ सब्सक्राइबर|केवल सदस्यों के लिए"
    ),
    "mr": "पुढे वाचण्यासाठी|संपूर्ण लेख वाचण्यासाठी|फक्त सदस्यांसाठी",
    "bn": "পড়া চালিয়ে যেতে|সম্পূর্ণ লেখাটি পড়তে|শুধু গ্রাহকদের জন্য|পুরো লেখাটি পড়তে",
    "ta": "தொடர்ந்து படிக்க|முழு கட்டுரையையும் படிக்க|சந்தாதாரர்களுக்கு மட்டும்",
    "te": "చదవడం కొనసాగించడానికి|పూర్తి కథనం చదవడానికి|చందాదారులకు మాత్రమే",
    "zh": (
        "订阅以继续阅读|订阅后继续阅读|訂閱以繼續閱讀|訂閱後繼續閱讀|继续阅读请|仅限订阅|僅限訂閱|会员专享|"
        "會員專屬|付费后阅读|付費閱讀|登录后阅读全文|登入後閱讀全文|阅读全文请|本文为付费"
    ),
    "ja": (
        "有料会員限定|会員限定記事|有料記事|続きを読むには|この記事は有料会員|続きは会員|購読すると続き|"
        "全文を読むには"
    ),
    "ko": (
        "구독자 전용|유료 회원 전용|계속 읽으려면|전체 기사를 읽으려면|구독 후 이용|로그인 후 전문|회원 전용 기사|"
        "유료 구독자"
    ),
    "vi": (
        "để đọc tiếp|để tiếp tục đọc|chỉ dành cho thuê bao|dành riêng cho thành viên|dành cho độc giả đăng ký|"
        "đăng ký để đọc"
    ),
    "id": (
        "untuk melanjutkan membaca|untuk membaca selengkapnya berlangganan|khusus pelanggan|hanya untuk pelanggan|"
        "berlangganan untuk membaca|baca artikel lengkap dengan berlangganan"
    ),
    "ms": "untuk terus membaca|hanya untuk pelanggan|langgan untuk membaca|eksklusif untuk pelanggan",
    "tl": "upang magpatuloy sa pagbabasa|para lamang sa mga subscriber|mag-subscribe upang mabasa",
    "th": "เพื่ออ่านต่อ|สำหรับสมาชิกเท่านั้น|สมัครสมาชิกเพื่ออ่าน|เฉพาะสมาชิก",
    "sw": "ili kuendelea kusoma|kwa wanachama pekee|kwa waliojisajili pekee|jisajili ili kusoma|lipia ili kusoma",
    "zu": "ukuze uqhubeke ufunde|ngeyababhalisile kuphela|bhalisa ukuze ufunde|kwababhalisile kuphela",
    "xh": "ukuze uqhubeke ufunda|bhalisa ukuze ufunde|kwababhalisileyo kuphela",
    "ka": "კითხვის გასაგრძელებლად|მხოლოდ გამომწერებისთვის|გამოიწერეთ რომ წაიკითხოთ",
    "hy": "կարդալը շարունակելու համար|միայն բաժանորդների համար|բաժանորդագրվեք կարդալու",
    "am": "ማንበብ ለመቀጠል|ለተመዝጋቢዎች ብቻ",
}  # fmt: skip
"""Language → phrases, separated by ``|``."""

IN_BOX = (
    "subscri|sign up|log in|sign in|register|premium|member|előfizet|abona|abonn|abo |abonnement|registrier|"
    "anmelden|suscri|suscrí|subscript|iscriv|abbon|assin|intekena|prenumer|subskry|předplat|predplat|naročn|pretplat|"
    "претплат|абон|συνδρομ|üye ol|abone|подпис|передплат|abonē|tellija|tilaa|abonent|áskrif|اشترك|اشتراك|מנוי|"
    "اشتراک|سبسکرا|सदस्य|सब्सक्रा|গ্রাহক|சந்தா|చందా|订阅|訂閱|会员|會員|会員|購読|有料|구독|유료|thuê bao|berlangganan|"
    "langgan|สมาชิก|jisajili|bhalisa|გამოიწერ|բաժանորդ"
)
"""Stems of words in elements that are marked as a paywall."""

BOX_CLASSES = (
    "paywall|pay-wall|pay_wall|regwall|reg-wall|paygate|pay-gate|content-gate|content_gate|contentgate|"
    "metered-wall|meter-wall|subscription-wall|subscriber-only|subscribers-only|premium-teaser|premium-wall|"
    "premium-content-message|paid-content|paid-wall|restricted-content|content-restricted|restriction-message|"
    "leaky_paywall_message|leaky-paywall|pmpro_content_message|pmpro_card|rcp_restricted|mepr-unauthorized|"
    "mepr_error|mp_wrapper|wc-memberships|memberful|gh-post-upgrade-cta|gh-cta|steady-paywall|steady_paywall|"
    "lp_purchase|lp-purchase|plenigo|poool|piano-|tp-container|tp-modal|zephr|evolok|ev-paywall|blendle|pelcro|"
    "laterpay|swg-|newspack-content-gate|newspack-memberships|read-more-login|login-wall|loginwall|article-locked|"
    "locked-content|is-locked|abo-box|abobox|offer-box|kodex-paywall"
)
"""Ids and classes of such elements, of paywall products and many portals; an expression."""
