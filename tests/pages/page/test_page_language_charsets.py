"""The encoding of a page that declares none, by the language that it declares."""

from __future__ import annotations

import pytest

from webarticlecurator.pages.page.page import read_page

TEXTS = {
    "hu": "A város közgyűlése úgy döntött, hogy a régi hidat a nyárra lezárják, mert a kövek "
    "elmozdultak az árvíz óta. Az őszi időszakban új, hűvösebb idő várható.",
    "cs": "Zastupitelstvo města rozhodlo, že starý most bude přes léto uzavřen, protože kameny "
    "druhého oblouku se od povodně pohnuly. Řidiči budou muset jezdit objížďkou, říká šéf úřadu.",
    "pl": "Rada miasta zdecydowała, że stary most będzie zamknięty przez całe lato, ponieważ "
    "kamienie drugiego łuku przesunęły się od powodzi. Źródło i ćwierć miliona złotych.",
    "sk": "Mestské zastupiteľstvo rozhodlo, že starý most bude cez leto zatvorený, pretože kamene "
    "druhého oblúka sa od povodne pohli. Vodiči budú môcť využiť obchádzku, ďalej cez štvrť.",
    "hr": "Gradsko vijeće odlučilo je da će stari most biti zatvoren cijelo ljeto, jer se kamenje "
    "drugog luka pomaknulo. Građani traže da ih čamac vozi preko rijeke, a žičara čeka.",
    "el": "Το συμβούλιο της πόλης αποφάσισε ότι η παλιά γέφυρα θα κλείσει για όλο το καλοκαίρι, "
    "επειδή οι πέτρες μετακινήθηκαν μετά την πλημμύρα. Άλλωστε, ήταν αναμενόμενο.",
    "tr": "Şehir meclisi, eski köprünün bütün yaz boyunca kapatılmasına karar verdi, çünkü ikinci "
    "kemerin taşları selden beri yerinden oynadı. Işıklar sönük kaldı.",
    "he": "מועצת העיר החליטה שהגשר הישן ייסגר לכל הקיץ, כי האבנים של הקשת השנייה זזו מאז השיטפון.",
    "ru": "Городской совет решил, что старый мост будет закрыт на всё лето, потому что камни "
    "второй арки сдвинулись после наводнения. Жители просят пустить паром.",
    "uk": "Міська рада вирішила, що старий міст буде закритий на все літо, бо каміння другої арки "
    "зрушило після повені. Її мешканці просять пустити пором.",
    "th": "สภาเมืองมีมติให้ปิดสะพานเก่าตลอดฤดูร้อน เพราะหินของซุ้มที่สองขยับไปเกือบสองเซนติเมตรนับตั้งแต่น้ำท่วม",
    "vi": "Tha\u0300nh phô\u0301 đa\u0303 cho đo\u0301ng câ\u0300u cu\u0303 ca\u0309 mu\u0300a he\u0300.",
    "zh": "市议会决定，旧桥整个夏天都将关闭，因为第二个拱的石头自洪水以来移动了近两厘米。",
    "zh-TW": "市議會決定，舊橋整個夏天都將關閉，因為第二個拱的石頭自洪水以來移動了近兩公分。",
    "zh-HK": "市議會決定咗，舊橋成個夏天都會封閉，因為第二個拱嘅石頭自從洪水之後郁咗差唔多兩厘米。佢哋話喺嗰度冇人受傷。",
    "ja": "市議会は、古い橋を夏の間ずっと閉鎖することを決めた。洪水以来、石が約二センチ動いたためだ。",
    "ko": "시의회는 낡은 다리를 여름 내내 폐쇄하기로 결정했다. 홍수 이후 돌이 거의 이 센티미터 움직였기 때문이다.",
    "lt": "Miesto taryba nusprendė, kad senasis tiltas bus uždarytas visą vasarą, nes antrosios "
    "arkos akmenys po potvynio pajudėjo. Šiaurės gyventojai prašo kelto per upę.",
    "is": "Bæjarstjórnin ákvað að loka gömlu brúnni allt sumarið, því að steinarnir hafa færst.",
    "et": "Linnavolikogu otsustas vana silla kogu suveks sulgeda, sest kivid on liikunud. Šokolaad.",
    "ar": "قرر مجلس المدينة إغلاق الجسر القديم طوال فصل الصيف لأن حجارة القوس الثاني تحركت منذ الفيضان.",
}  # fmt: skip
ENCODINGS = [
    ("hu", "iso8859_2"), ("hu", "cp1250"), ("cs", "cp1250"), ("cs", "iso8859_2"), ("pl", "iso8859_2"),
    ("pl", "cp1250"), ("sk", "cp1250"), ("sk", "iso8859_2"), ("hr", "cp1250"), ("hr", "iso8859_2"),
    ("el", "iso8859_7"), ("el", "cp1253"), ("tr", "cp1254"), ("tr", "iso8859_9"), ("he", "cp1255"),
    ("ru", "cp1251"), ("ru", "koi8_r"), ("ru", "iso8859_5"), ("uk", "cp1251"), ("uk", "koi8_u"),
    ("th", "cp874"), ("th", "tis_620"), ("vi", "cp1258"), ("zh", "gb18030"), ("zh", "gbk"),
    ("zh-TW", "big5hkscs"), ("zh-TW", "big5"), ("zh-TW", "gb18030"), ("zh-HK", "big5hkscs"),
    ("zh-HK", "gb18030"), ("ja", "cp932"), ("ja", "euc_jp"),
    ("ko", "cp949"), ("ko", "euc_kr"), ("lt", "cp1257"), ("lt", "iso8859_13"), ("ar", "cp1256"),
    ("ar", "iso8859_6"), ("is", "cp1252"), ("et", "cp1257"), ("et", "cp1252"), ("et", "iso8859_15"),
]  # fmt: skip


def page(language: str, text: str) -> str:
    return f"<!DOCTYPE html><html lang='{language}'><title>x</title><p>{text}</p></html>"


@pytest.mark.parametrize(("language", "encoding"), ENCODINGS)
def test_the_language_of_the_page_chooses(language: str, encoding: str) -> None:
    content = page(language, TEXTS[language]).encode(encoding)
    read = read_page("https://echo.example/a", content, "text/html")
    assert TEXTS[language] in read.text
    assert read.evidence.startswith("language: ")


@pytest.mark.parametrize("language", TEXTS)
def test_a_declared_encoding_and_utf8_come_first(language: str) -> None:
    content = page(language, TEXTS[language]).encode()
    read = read_page("https://echo.example/a", content, "text/html")
    assert (TEXTS[language] in read.text, read.evidence) == (True, "detected: utf-8")


def test_a_language_that_is_wrong_does_not_choose() -> None:
    content = page("th", "La vieille école a été fermée cet été. " * 5).encode("cp1252")
    assert "école a été" in read_page("https://echo.example/a", content, "text/html").text
    content = page("ru", "Die alte Brücke wird für den Sommer gesperrt. " * 5).encode("cp1252")
    assert "Brücke" in read_page("https://echo.example/a", content, "text/html").text


def test_a_page_without_a_language_is_detected_as_before() -> None:
    content = "<p>Die alte Brücke wird für den Sommer gesperrt, sagt der Bürgermeister.</p>" * 3
    read = read_page("https://echo.example/a", content.encode("cp1252"), "text/html")
    assert "Brücke" in read.text and read.evidence.startswith("detected")


@pytest.mark.parametrize(("language", "encoding"), ENCODINGS)
def test_the_language_of_the_portal_chooses_where_the_page_declares_none(
    language: str, encoding: str
) -> None:
    content = page(language, TEXTS[language]).replace(f" lang='{language}'", "").encode(encoding)
    read = read_page("https://echo.example/a", content, "text/html", language=language)
    assert TEXTS[language] in read.text


def test_short_lines_have_enough_letters() -> None:
    text = "消防員從著火的房子裡救出了兩個孩子。"  # in GB 18030, these bytes are rare characters
    read = read_page("https://echo.example/a", page("zh", text).encode("big5"), "text/html")
    assert text in read.text
    text = "w październiku"  # in windows-1250, a capital inside a word
    read = read_page("https://echo.example/a", page("pl", text).encode("iso8859_2"), "text/html")
    assert text in read.text


@pytest.mark.parametrize("language", ["zh", "zh-CN", "zh-TW", "zh-Hant"])
@pytest.mark.parametrize(
    ("script", "encoding"), [("zh", "gb18030"), ("zh-TW", "gb18030"), ("zh-TW", "big5")]
)
def test_the_characters_choose_between_the_encodings_of_chinese(
    language: str, script: str, encoding: str
) -> None:
    content = page(language, TEXTS[script]).encode(encoding)
    read = read_page("https://echo.example/a", content, "text/html")
    assert (TEXTS[script] in read.text, read.encoding) == (
        True,
        "gb18030" if encoding == "gb18030" else "big5hkscs",
    )


def test_the_language_of_the_page_comes_before_that_of_the_portal() -> None:
    content = page("ru", TEXTS["ru"]).encode("cp1251")
    read = read_page("https://echo.example/a", content, "text/html", language="hu")
    assert TEXTS["ru"] in read.text
