"""Title and paragraphs of made-up pages in nineteen languages; the days in their sentences are not those
of the pages."""

from __future__ import annotations

TITLES = {
    "en": "The old bridge is open again",
    "de": "Die alte Brücke ist wieder frei",
    "fr": "Le vieux pont est rouvert à tous",
    "hu": "Újra járható a régi kőhíd",
    "es": "El puente viejo vuelve a abrirse",
    "it": "Il ponte vecchio riapre a tutti",
    "pl": "Stary most znowu otwarty dla pieszych",
    "cs": "Starý most je znovu otevřen",
    "nl": "De oude brug is weer open",
    "pt": "A ponte velha volta a abrir",
    "ro": "Podul vechi este din nou deschis",
    "sk": "Starý most je znova otvorený",
    "ru": "Старый мост снова открыт",
    "el": "Η παλιά γέφυρα άνοιξε ξανά",
    "ar": "الجسر القديم مفتوح من جديد",
    "hi": "पुराना पुल फिर खुला",
    "ja": "古い石橋が再び通れるようになった",
    "zh": "古老的石桥重新开放通行",
    "ko": "오래된 돌다리가 다시 열렸다",
}
_SENTENCES = {
    "en": (
        "Walkers may cross the river again, after two years of work on the arches and the railing.",
        "The bridge had been closed since 1 June 1998, when the flood took a part of the pier away.",
        "The town thanks the masons and all neighbours who lived with the noise for so long.",
    ),
    "de": (
        "Wer zu Fuß geht, kommt wieder über den Fluss: Zwei Jahre wurde an den Bögen gearbeitet.",
        "Gesperrt war die Brücke seit dem 1. Juni 1998, als das Hochwasser einen Pfeiler beschädigte.",
        "Die Stadt dankt den Maurern und allen Nachbarn, die den Lärm so lange ertragen haben.",
    ),
    "fr": (
        "Les promeneurs traversent de nouveau la rivière, après deux ans de travaux sur les arches.",
        "Le pont était fermé depuis le 1er juin 1998, quand la crue avait emporté une partie de la pile.",
        "La ville remercie les maçons et tous les voisins qui ont supporté le bruit si longtemps.",
    ),
    "hu": (
        "A gyalogosok ismét átkelhetnek a folyón, miután két évig dolgoztak a boltíveken.",
        "A híd 1998. június 1. óta volt zárva, amikor az árvíz elvitte a pillér egy részét.",
        "A város köszöni a kőműveseknek és a szomszédoknak, hogy ilyen sokáig tűrték a zajt.",
    ),
    "es": (
        "Los vecinos cruzan de nuevo el río, después de dos años de obras en los arcos.",
        "El puente estaba cerrado desde el 1 de junio de 1998, cuando la crecida se llevó un pilar.",
        "La ciudad da las gracias a los albañiles y a todos los que soportaron el ruido.",
    ),
    "it": (
        "I pedoni attraversano di nuovo il fiume, dopo due anni di lavori alle arcate.",
        "Il ponte era chiuso dal 1 giugno 1998, quando la piena portò via una parte del pilone.",
        "Il comune ringrazia i muratori e tutti i vicini che hanno sopportato il rumore.",
    ),
    "pl": (
        "Piesi znowu mogą przejść przez rzekę, po dwóch latach prac przy łukach i poręczach.",
        "Most był zamknięty od 1 czerwca 1998 roku, kiedy powódź zabrała część filaru.",
        "Miasto dziękuje murarzom i wszystkim sąsiadom, którzy tak długo znosili hałas.",
    ),
    "cs": (
        "Chodci mohou znovu přes řeku, po dvou letech prací na obloucích a zábradlí.",
        "Most byl uzavřen od 1. června 1998, kdy povodeň odnesla část pilíře.",
        "Město děkuje zedníkům a všem sousedům, kteří tak dlouho snášeli hluk.",
    ),
    "nl": (
        "Wandelaars kunnen weer over de rivier, na twee jaar werk aan de bogen en de leuning.",
        "De brug was dicht sinds 1 juni 1998, toen het hoge water een deel van de pijler meenam.",
        "De gemeente dankt de metselaars en alle buren die zo lang het lawaai verdroegen.",
    ),
    "pt": (
        "Os peões atravessam de novo o rio, depois de dois anos de obras nos arcos.",
        "A ponte estava fechada desde 1 de junho de 1998, quando a cheia levou parte do pilar.",
        "A cidade agradece aos pedreiros e a todos os vizinhos que suportaram o ruído.",
    ),
    "ro": (
        "Pietonii pot trece din nou râul, după doi ani de lucrări la arcade și la balustradă.",
        "Podul era închis din 1 iunie 1998, când viitura a luat o parte din pilon.",
        "Orașul mulțumește zidarilor și tuturor vecinilor care au suportat zgomotul atât de mult.",
    ),
    "sk": (
        "Chodci môžu znova cez rieku, po dvoch rokoch prác na oblúkoch a zábradlí.",
        "Most bol zatvorený od 1. júna 1998, keď povodeň odniesla časť piliera.",
        "Mesto ďakuje murárom a všetkým susedom, ktorí tak dlho znášali hluk.",
    ),
    "ru": (
        "Пешеходы снова могут перейти реку после двух лет работ на арках и перилах моста.",
        "Мост был закрыт с 1 июня 1998 года, когда наводнение унесло часть опоры.",
        "Город благодарит каменщиков и всех соседей, которые так долго терпели шум.",
    ),
    "el": (
        "Οι πεζοί μπορούν ξανά να περάσουν το ποτάμι, μετά από δύο χρόνια εργασιών στις καμάρες.",
        "Η γέφυρα ήταν κλειστή από την 1 Ιουνίου 1998, όταν η πλημμύρα πήρε μέρος της βάσης.",
        "Ο δήμος ευχαριστεί τους μάστορες και όλους τους γείτονες που άντεξαν τον θόρυβο.",
    ),
    "ar": (
        "يستطيع المشاة عبور النهر من جديد بعد عامين من العمل على أقواس الجسر وحواجزه.",
        "كان الجسر مغلقا منذ 1 يونيو 1998 عندما جرف الفيضان جزءا من الدعامة الوسطى.",
        "تشكر المدينة البنائين وجميع الجيران الذين تحملوا الضجيج طوال هذه المدة.",
    ),
    "hi": (
        "दो साल के काम के बाद लोग फिर से नदी पार कर सकते हैं। पत्थर की मेहराब और रेलिंग नई हैं।",
        "पुल 1 जून 1998 से बंद था जब बाढ़ उसके कुछ खंभे बहा ले गई थी। लोगों को लंबा चक्कर लगाना पड़ता था।",
        "नगर राजमिस्त्रियों और उन सब पड़ोसियों को धन्यवाद देता है जिन्होंने इतने दिन शोर सहा।",
    ),
    "ja": (
        "二年にわたる工事が終わり、歩行者は再び川を渡れるようになった。石の弧も欄干も新しい。",
        "橋は洪水で橋脚の一部が流された1998年6月1日から閉鎖されていた。町の人々は遠回りをした。",
        "町は石工たちと、長いあいだ騒音に耐えた近所の人々に感謝している。祭りも開かれる予定だ。",
    ),
    "zh": (
        "经过两年的施工，行人又可以过河了。石拱和栏杆都已经修好，夜间还有灯光照明。",
        "这座桥自1998年6月1日洪水冲走部分桥墩以来一直关闭，居民只能绕行很远的路。",
        "全镇感谢石匠们，也感谢长期忍受噪音的邻居们，镇上还将举行庆祝活动。",
    ),
    "ko": (
        "두 해에 걸친 공사가 끝나 사람들이 다시 강을 건널 수 있게 되었다. 난간도 새로 놓였다.",
        "이 다리는 홍수로 교각 일부가 떠내려간 1998년 6월 1일부터 닫혀 있었다.",
        "마을은 석공들과 오랫동안 소음을 견딘 이웃들에게 감사하며 잔치를 연다.",
    ),
}


def paragraphs(language: str) -> str:
    """Running text of six paragraphs."""
    one, two, three = _SENTENCES[language.partition("-")[0]]
    texts = (f"{one} {two}", f"{three} {one}", f"{two} {three}", f"{one} {three}")
    return "\n".join(f"<p>{text}</p>" for text in (*texts, f"{three} {two}", f"{two} {one}"))
