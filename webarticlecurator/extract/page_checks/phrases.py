"""Phrases on pages that are shown instead of an article, by language.

A phrase is compared with a title, a heading or a line by itself, without regard to case and
punctuation, and must be all of it: an article *about* missing pages must pass. To add a language,
add one row to each table.
"""

from __future__ import annotations

NOT_FOUND: dict[str, tuple[str, str]] = {
    # language: (nouns for a page, verdicts about it); either may come first in the line
    "en": (
        "page|article|content|file|document|story|post|url|link",
        "not found|not be found|cannot be found|can't be found|can’t be found|couldn't find|can't find|"
        "doesn't exist|does not exist|no longer exists|no longer available|isn't available|is not available|"
        "is unavailable|has been removed|was removed",
    ),
    "hu": (
        "oldal|lap|cikk|tartalom|dokumentum|írás",
        "nem található|nem létezik|nincs ilyen|nem elérhető|nem találtuk|megszűnt",
    ),
    "ro": (
        "pagina|pagină|articolul|conținutul|știrea",
        "nu a fost găsit|nu a fost gasit|nu există|nu exista|negăsit|nu poate fi găsit",
    ),
    "de": (
        "seite|artikel|inhalt|dokument|beitrag",
        "nicht gefunden|nicht verfügbar|existiert nicht|gibt es nicht|nicht mehr verfügbar|nicht vorhanden",
    ),
    "fr": (
        "page|article|contenu|document",
        "introuvable|non trouvé|n'existe pas|n’existe pas|n'existe plus|n’existe plus|n'est plus disponible|"
        "pas été trouvé",
    ),
    "es": (
        "página|pagina|artículo|contenido|noticia",
        "no encontrad|no se ha encontrado|no se encontró|no existe|no está disponible|no hemos encontrado|"
        "no encontramos",
    ),
    "ca": ("pàgina|article|contingut", "no trobad|no s'ha trobat|no existeix|no s’ha trobat|no està disponible"),
    "it": (
        "pagina|articolo|contenuto",
        "non trovat|non esiste|non è stata trovata|non è disponibile|non disponibile|inesistente",
    ),
    "pt": (
        "página|artigo|conteúdo|notícia|matéria",
        "não encontrad|não existe|não foi encontrad|não está disponível|indisponível|não encontramos",
    ),
    "nl": ("pagina|artikel|inhoud|bericht", "niet gevonden|bestaat niet|niet beschikbaar|niet vinden"),
    "af": ("bladsy|artikel|inhoud", "nie gevind|bestaan nie|nie beskikbaar|nie vind"),
    "pl": (
        "strona|strony|artykuł|artykułu|treść",
        "nie znaleziono|nie została znaleziona|nie istnieje|nie została odnaleziona|nie został znaleziony|"
        "niedostępn",
    ),
    "cs": (
        "stránka|stránku|článek|obsah",
        "nenalezen|nebyl nalezen|nebyla nalezena|neexistuje|nenašli|není dostupn",
    ),
    "sk": (
        "stránka|stránku|článok|obsah",
        "nenašla|nenájden|nebola nájdená|neexistuje|nenašli|nie je dostupn|nebol nájdený",
    ),
    "sl": ("stran|strani|članek|vsebina", "ne obstaja|ni najdena|ni mogoče najti|ni bila najdena|ni na voljo"),
    "hr": (
        "stranica|stranicu|članak|sadržaj",
        "nije pronađen|ne postoji|nije moguće pronaći|nije dostupn|nije pronadjen",
    ),
    "sr": ("страница|страницу|чланак|садржај|stranica", "није пронађен|не постоји|није доступн|nije pronađena"),
    "mk": ("страница|страницата|статија|статијата", "не е пронајден|не постои|не е најден|не е достапн"),
    "bg": (
        "страница|страницата|статия|статията|съдържанието",
        "не е намерен|не съществува|не беше намерен|не може да бъде намерен|не е открит",
    ),
    "el": ("σελίδα|άρθρο|περιεχόμενο", "δεν βρέθηκε|δεν υπάρχει|δε βρέθηκε|δεν είναι διαθέσιμ"),
    "sq": ("faqja|artikulli|përmbajtja", "nuk u gjet|nuk ekziston|nuk gjendet"),
    "tr": ("sayfa|sayfayı|haber|içerik|makale", "bulunamadı|bulunamıyor|mevcut değil|bulamadık|yayından kaldırıl"),
    "az": ("səhifə|məqalə|xəbər", "tapılmadı|mövcud deyil"),
    "ru": (
        "страница|страницы|статья|материал|документ",
        "не найден|не существует|удален|недоступн|не найдена",
    ),
    "uk": ("сторінка|сторінку|сторінки|стаття|статтю|матеріал", "не знайден|не існує|недоступн|видален"),
    "be": ("старонка|старонку|артыкул", "не знойдзен|не існуе|недаступн"),
    "kk": ("бет|парақша|мақала", "табылмады|жоқ"),
    "lt": ("puslapis|puslapio|straipsnis|turinys", "nerastas|neegzistuoja|rasti nepavyko|nerasta|nebuvo rastas"),
    "lv": ("lapa|raksts|saturs", "nav atrast|neeksistē|netika atrast|nav pieejam"),
    "et": ("lehekülge|lehte|lehekülg|leht|artiklit|sisu", "ei leitud|ei eksisteeri|pole olemas|ei leidu"),
    "fi": (
        "sivua|sivu|artikkelia|juttua|sisältöä",
        "ei löytynyt|ei löydy|ei ole olemassa|ei ole saatavilla|ei ole enää",
    ),
    "sv": (
        "sidan|artikeln|innehållet|sida",
        "hittades inte|inte hittas|kunde inte hittas|finns inte|hittas inte|kan inte hittas|går inte att hitta",
    ),
    "no": (
        "siden|side|artikkelen|innholdet",
        "ikke funnet|finnes ikke|fant ikke|ikke finne|eksisterer ikke|finst ikkje|ikkje funne",
    ),
    "da": (
        "siden|side|artiklen|indholdet",
        "ikke fundet|findes ikke|blev ikke fundet|kunne ikke findes|eksisterer ikke|ikke finde",
    ),
    "is": ("síðan|síða|síðuna|greinin|fréttin", "fannst ekki|er ekki til|finnst ekki"),
    "ar": ("الصفحة|صفحة|المقال|المحتوى", "غير موجود|لم يتم العثور|لا يمكن العثور|غير متاح|غير متوفر"),
    "he": ("הדף|העמוד|דף|עמוד|הכתבה", "לא נמצא|אינו קיים|לא קיים|אינו זמין"),
    "fa": ("صفحه|مطلب|خبر", "یافت نشد|پیدا نشد|وجود ندارد|موجود نیست"),
    "ur": ("صفحہ|مضمون|خبر", "نہیں ملا|موجود نہیں|دستیاب نہیں|نہیں ملی"),
    "hi": ("पेज|पृष्ठ|पन्ना|लेख|खबर", "नहीं मिला|उपलब्ध नहीं|मौजूद नहीं|नहीं मिली"),
    "mr": ("पान|पृष्ठ|लेख|बातमी", "सापडले नाही|आढळले नाही|उपलब्ध नाही|सापडला नाही"),
    "bn": ("পাতা|পৃষ্ঠা|পেজ|পাতাটি|পৃষ্ঠাটি|লেখাটি", "পাওয়া যায়নি|খুঁজে পাওয়া|নেই"),
    "ta": ("பக்கம்|பக்கத்தை|கட்டுரை", "கிடைக்கவில்லை|காணப்படவில்லை|இல்லை|கண்டறியப்படவில்லை"),
    "te": ("పేజీ|కథనం|వ్యాసం", "కనుగొనబడలేదు|దొరకలేదు|కనబడలేదు|లభించలేదు"),
    "zh": (
        "页面|頁面|网页|網頁|文章|内容|內容|页|頁",
        "不存在|找不到|未找到|无法找到|無法找到|已删除|已刪除|没有找到|沒有找到|不見了|不见了",
    ),
    "ja": ("ページ|記事|コンテンツ", "見つかりません|見つかりませんでした|存在しません|削除されました|ありません"),
    "ko": ("페이지|기사|게시물|콘텐츠", "찾을 수 없|존재하지 않|없는|삭제되었|삭제된"),
    "vi": ("trang|bài viết|nội dung", "không tìm thấy|không tồn tại|không thể tìm thấy|không có sẵn"),
    "id": ("halaman|artikel|laman|berita", "tidak ditemukan|tidak ada|tidak tersedia|tidak dapat ditemukan"),
    "ms": ("halaman|laman|artikel", "tidak dijumpai|tidak wujud|tidak ditemui"),
    "tl": ("pahina|artikulo", "hindi nahanap|hindi natagpuan|hindi matagpuan|hindi mahanap|wala na"),
    "th": ("หน้า|หน้าเว็บ|บทความ|เพจ", "ไม่พบ|ไม่มีอยู่|หาไม่พบ"),
    "sw": ("ukurasa|makala|habari", "haukupatikana|haupatikani|haupo|haipatikani|haikupatikana|hayakupatikana|haipo"),
    "zu": ("ikhasi|indaba|isihloko", "alitholakal|ayitholakal|alikho|ayikho|asitholakal"),
    "xh": ("iphepha|inqaku|ibali", "alifumanek|alifunyan|alikho|ayifumaneki|alifumanisekanga"),
    "ka": ("გვერდი|სტატია", "ვერ მოიძებნა|არ მოიძებნა|არ არსებობს"),
    "hy": ("էջը|էջ|հոդվածը", "չի գտնվել|գոյություն չունի|չգտնվեց"),
    "am": ("ገጹ|ገጽ|ጽሑፉ", "አልተገኘም|የለም"),
}  # fmt: skip
"""What 'not found' is composed of, by language."""

STATUS_WORDS = (
    "404|error|http|hiba|fehler|erreur|eroare|errore|erro|fout|błąd|chyba|napaka|greška|грешка|ошибка|"
    "помилка|σφάλμα|hata|xəta|klaida|kļūda|viga|virhe|fel|feil|fejl|villa|خطأ|שגיאה|خطا|त्रुटि|錯誤|错误|エラー|"
    "오류|lỗi|kesalahan|ralat|ข้อผิดพลาด|kosa|iphutha"
)
APOLOGIES = (
    "sorry|oops|ooops|whoops|we're sorry|uh oh|hoppá|sajnáljuk|sajnos|ups|hoppla|leider|entschuldigung|désolé|oups|"
    "lo sentimos|vaya|ho sentim|spiacenti|siamo spiacenti|ci dispiace|desculpe|lamentamos|helaas|jammer|"
    "przepraszamy|niestety|omlouváme se|bohužel|ľutujeme|žal|nažalost|жао нам је|жалам|за съжаление|"
    "съжаляваме|λυπούμαστε|δυστυχώς|na vjen keq|üzgünüz|maalesef|təəssüf|извините|к сожалению|увы|вибачте|на жаль|"
    "прабачце|кешіріңіз|atsiprašome|deja|diemžēl|atvainojiet|kahjuks|vabandust|valitettavasti|pahoittelut|tyvärr|"
    "hoppsan|beklager|dessverre|desværre|því miður|عذرا|عذراً|מצטערים|אופס|متاسفانه|متأسفیم|معذرت|क्षमा करें|"
    "माफ़ करें|क्षमस्व|দুঃখিত|மன்னிக்கவும்|క్షమించండి|抱歉|很抱歉|对不起|對不起|申し訳ございません|申し訳ありません|"
    "죄송합니다|xin lỗi|rất tiếc|maaf|paumanhin|ขออภัย|samahani|uxolo|siyaxolisa|ბოდიში|სამწუხაროდ|ներողություն|"
    "ይቅርታ|ai|scuze|ne pare rău"
)
"""Words for the status and for apologies that may be before such a line."""

STATUS_ALONE = "404|404 error|error 404|http 404|hiba 404|404 hiba|404es hiba|fehler 404|erreur 404|eroare 404|errore 404|erro 404"
NOT_FOUND_ALONE = "not found|nothing found|nem található|introuvable|nicht gefunden|no encontrado|non trovato|não encontrado"
"""Titles that mean 'not found' without a noun, those with a status only on a page of few words."""

MAINTENANCE = (
    "under maintenance|site under maintenance|website under maintenance|scheduled maintenance|down for maintenance|"
    "maintenance mode|we'll be back soon|be right back|maintenance|"
    "briefly unavailable for scheduled maintenance check back in a minute|karbantartás|karbantartás alatt|"
    "az oldal karbantartás alatt áll|karbantartás miatt az oldal nem elérhető|în mentenanță|site în mentenanță|"
    "wartungsarbeiten|wartungsmodus|wir sind gleich wieder da|wegen wartungsarbeiten nicht erreichbar|"
    "die seite wird gerade gewartet|site en maintenance|en maintenance|maintenance en cours|en mantenimiento|"
    "sitio en mantenimiento|estamos en mantenimiento|en manteniment|in manutenzione|sito in manutenzione|"
    "em manutenção|site em manutenção|onderhoud|in onderhoud|wij zijn zo terug|onder instandhouding|"
    "przerwa techniczna|prace konserwacyjne|strona w trakcie konserwacji|probíhá údržba|údržba|prebieha údržba|"
    "vzdrževanje|održavanje u tijeku|stranica je u održavanju|сајт је у одржавању|одржавање|"
    "страницата е в поддръжка|сайтът е в профилактика|υπό συντήρηση|εργασίες συντήρησης|bakımdayız|site bakımda|"
    "sitemiz bakımda|bakım çalışması|технические работы|ведутся технические работы|"
    "сайт на техническом обслуживании|технічні роботи|ведуться технічні роботи|vyksta techniniai darbai|"
    "tehniskie darbi|hooldustööd|huoltokatko|sivusto on huollossa|underhåll pågår|sidan är under underhåll|"
    "vedlikehold|siden er under vedlikehold|vedligeholdelse|siden er under vedligeholdelse|viðhald|"
    "viðhald stendur yfir|الموقع تحت الصيانة|تحت الصيانة|الموقع قيد الصيانة|האתר בתחזוקה|سایت در دست تعمیر است|"
    "در حال به‌روزرسانی|साइट रखरखाव में है|রক্ষণাবেক্ষণ চলছে|பராமரிப்பு பணி|系统维护中|网站维护中|網站維護中|"
    "系統維護中|メンテナンス中|ただいまメンテナンス中です|メンテナンスのお知らせ|점검 중|서비스 점검 중|"
    "시스템 점검 안내|đang bảo trì|website đang bảo trì|sedang dalam pemeliharaan|situs dalam perbaikan|"
    "dalam penyelenggaraan|ปิดปรับปรุง|ปิดปรับปรุงระบบ|tovuti iko kwenye matengenezo|isayithi iyalungiswa|"
    "საიტზე მიმდინარეობს ტექნიკური სამუშაოები"
)
"""Lines of pages that are closed for maintenance."""

LOGIN_TITLES = (
    "log in|login|sign in|please log in|please sign in|log in to continue|sign in to continue|"
    "log in to your account|sign in to your account|bejelentkezés|belépés|jelentkezz be|autentificare|conectare|"
    "anmelden|anmeldung|einloggen|bitte anmelden|connexion|se connecter|identifiez-vous|connectez-vous|"
    "iniciar sesión|inicia sesión|acceder|inicia la sessió|accedi|accesso|entrar|iniciar sessão|faça login|"
    "inloggen|teken in|zaloguj się|logowanie|přihlášení|přihlásit se|prihlásenie|prijava|prijavite se|пријава|"
    "најава|вход|влез|σύνδεση|είσοδος|hyni|giriş yap|giriş|üye girişi|daxil ol|войти|авторизация|увійти|вхід|"
    "авторизація|увайсці|кіру|prisijungti|prisijungimas|ieiet|pieslēgties|logi sisse|sisselogimine|kirjaudu|"
    "kirjaudu sisään|logga in|logg inn|log ind|innskráning|تسجيل الدخول|התחברות|כניסה|ورود|لاگ ان|लॉग इन|लॉगिन|"
    "लॉग इन करा|লগ ইন|லாக் இன்|உள்நுழைக|లాగిన్|登录|登入|ログイン|로그인|đăng nhập|masuk|log masuk|mag-log in|เข้าสู่ระบบ|"
    "ingia|ngena|ngena ngemvume|შესვლა|մուտք|ግባ"
)
"""Titles of login pages."""

GEO_BLOCKS = (
    # said to readers of another country; searched for in the text of a page of few words
    "not available in your region|not available in your country|not available in your location|"
    "unavailable in your region|unavailable in your country|unavailable in your location|"
    "unavailable for legal reasons|unavailable due to legal reasons|"
    "from a country belonging to the european economic area|unavailable in most european countries|"
    "not available to visitors from the european|currently unavailable to visitors from|"
    "unable to grant you access at this time|az ön országában nem|az ön régiójában nem|nu este disponibil în țara|"
    "nu este disponibil în regiunea|in ihrem land nicht verfügbar|in ihrer region nicht verfügbar|"
    "pas disponible dans votre pays|pas disponible dans votre région|no está disponible en su país|"
    "no está disponible en tu país|no está disponible en su región|no está disponible en tu región|"
    "non è disponibile nel tuo paese|non disponibile nella tua|não está disponível no seu país|"
    "não está disponível na sua região|niet beschikbaar in uw land|niet beschikbaar in jouw land|"
    "niet beschikbaar in uw regio|niedostępna w twoim kraju|niedostępna w twoim regionie|niedostępne w twoim kraju|"
    "není ve vaší zemi|není ve vašem regionu|nie je vo vašej krajine|nije dostupan u vašoj zemlji|"
    "nije dostupna u vašoj|није доступан у вашој земљи|не е достъпно във вашата страна|"
    "δεν είναι διαθέσιμο στη χώρα|δεν είναι διαθέσιμη στη χώρα|ülkenizde kullanılamıyor|bulunduğunuz bölgede|"
    "недоступен в вашем регионе|недоступна в вашем регионе|недоступен в вашей стране|недоступна в вашей стране|"
    "недоступний у вашій країні|недоступна у вашій країні|недоступний у вашому регіоні|jūsų šalyje nepasiekiam|"
    "jūsu valstī nav|teie riigis|ei ole saatavilla maassasi|inte tillgänglig i ditt land|"
    "inte tillgängligt i ditt land|ikke tilgjengelig i ditt land|ikke tilgængelig i dit land|"
    "ikke tilgængeligt i dit land|غير متاح في بلدك|غير متوفر في بلدك|غير متاحة في منطقتك|غير متاح في منطقتك|"
    "אינו זמין באזורך|אינו זמין במדינתך|در کشور شما|آپ کے ملک میں دستیاب نہیں|आपके देश में उपलब्ध नहीं|"
    "आपके क्षेत्र में उपलब्ध नहीं|আপনার দেশে|您所在的国家|您所在的地区|您所在的地區|您所在的國家|お住まいの地域では|"
    "お住まいの国では|해당 지역에서는|귀하의 국가에서는|귀하의 지역에서는|không khả dụng tại quốc gia|"
    "tidak tersedia di negara anda|tidak tersedia di wilayah anda|tidak tersedia di negara|"
    "ไม่พร้อมให้บริการในประเทศของคุณ|haipatikani katika nchi yako|ayitholakali ezweni lakho"
)
"""Parts of sentences on pages that are not available in the reader's country."""

JAVASCRIPT_WORDS = (
    "javascript|java script|جافا سكريبت|جافاسكريبت|جافا سكربت|جاوااسکریپت|جاوا اسکریپت|جاوا اسکرپٹ|जावास्क्रिप्ट|"
    "জাভাস্ক্রিপ্ট|ஜாவாஸ்கிரிப்ட்|జావాస్క్రిప్ట్|자바스크립트|จาวาสคริปต์|ג'אווה סקריפט|ג׳אווה סקריפט|ჯავასკრიპტი|"
    "ジャバスクリプト|джаваскрипт"
)
"""The word JavaScript, which pages that are empty without it show."""
