"""Names in lines that are hard to cut: capitals, signs, degrees, places, addresses, and labels and
words between names in many languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from webarticlecurator.articles.by_rules.metadata import read_metadata
from webarticlecurator.articles.units.introductions import introduction_end
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.load import load_portal

PORTAL = """
portal: courier
home: https://courier.example/
language: und
timezone: UTC
archive: {url: "https://courier.example/news"}
"""
TEXT = "".join(
    f"<p>The {word} harvest has come in after a long and wet summer, and the people of the village"
    f" bring what is left of it to the mill beside the {word} river before the frost.</p>"
    for word in ("first", "second", "third", "last")
)
LINES = [
    tuple(line.split("\t"))
    for line in (Path(__file__).parent / "hard_bylines.tsv")
    .read_text(encoding="utf-8")
    .splitlines()[1:]
]
MARKED = "<p class=byline><span class=author>{}</span> <time>4 March 2021</time></p>"
UNMARKED = "<p>{} <time>4 March 2021</time></p>"


def read_authors(folder: Path, language: str, line: str) -> list[str]:
    return read_with_doubts(folder, language, line)[0]


def read_with_doubts(folder: Path, language: str, line: str) -> tuple[list[str], list[str]]:
    path = folder / "courier.yaml"
    path.write_text(PORTAL, encoding="utf-8", newline="\n")
    portal = load_portal(path)
    html = (
        f"<html lang={language}><title>Harvest in the village</title><body><header><nav>"
        f"<a href=/a>News</a> <a href=/b>Sport</a></nav></header><main><article>"
        f"<h1>Harvest in the village</h1>{line}<div>{TEXT}</div></article></main></body></html>"
    )
    found, problems = read_metadata(Page("https://courier.example/x", html), portal, portal.article)
    said = [each.message for each in problems if each.kind == "author-unsure"]
    return [value.value for value in found.all("authors")], said


@pytest.mark.parametrize(("language", "line", "names"), LINES)
def test_the_names_of_a_marked_line(language: str, line: str, names: str, tmp_path: Path) -> None:
    assert read_authors(tmp_path, language, MARKED.format(line)) == names.split(";")


@pytest.mark.parametrize(
    ("language", "line", "names"),
    [
        ("en", "BY ANNA ARCHER AND BELA BAKER", ["ANNA ARCHER", "BELA BAKER"]),
        ("en", "By Tara Fox, PhD, and Liz O'Hara, MD", ["Tara Fox", "Liz O'Hara"]),
        ("de", "Von Anna Archer, Berlin, und Bela Baker, Paris", ["Anna Archer", "Bela Baker"]),
        ("zh", "作者：张三、李四", ["张三", "李四"]),
        ("fa", "نویسنده: علی رضایی و سارا احمدی", ["علی رضایی", "سارا احمدی"]),
        ("ko", "홍길동 기자 hong@example.org", ["홍길동"]),
        ("ko", "홍길동, 김철수 기자", ["홍길동", "김철수"]),
        ("zh", "记者：张三 李四", ["张三", "李四"]),
        ("hu", "Kovács Géza – Nagy Ilona", ["Kovács Géza", "Nagy Ilona"]),
        ("en", "Medically reviewed by Bela Baker, MD — By Anna Archer", ["Anna Archer"]),
        ("hi", "लेखक: राम शर्मा", ["राम शर्मा"]),
        ("ar", "تقرير: أحمد علي", ["أحمد علي"]),
        ("ar", "تقرير/ أحمد علي", ["أحمد علي"]),
        ("en", "Anna Archer. Photos: Bela Baker", ["Anna Archer"]),
        (
            "de",
            "Text: Anna Archer und Eva Kern, Fotos: Karl Heide und Uwe Lang",
            ["Anna Archer", "Eva Kern"],
        ),
        ("de", "Anna Müller (Text) und Karl Heide (Foto)", ["Anna Müller"]),
        ("hu", "Fotó: Nagy Béla, szöveg: Kovács Anna", ["Kovács Anna"]),
    ],
)
def test_the_names_of_a_line_that_only_its_words_tell(
    language: str, line: str, names: list[str], tmp_path: Path
) -> None:
    assert read_authors(tmp_path, language, UNMARKED.format(line)) == names


@pytest.mark.parametrize(
    ("line", "names"),
    [
        # a label of no list, where the element says what the line is
        ("<p class=author>Հեղինակ: Անի Պետրոսյան</p>", ["Անի Պետրոսյան"]),
        ("<p>Խոսնակ: Անի Պետրոսյան</p>", []),
        (
            "<p class=author>Fact checked by Bela Baker. Written by Anna Archer</p>",
            ["Anna Archer"],
        ),
        ("<p>Illustrated by Bela Baker. Text by Anna Archer</p>", ["Anna Archer"]),
        # two functions of one person
        ("<p class=author>Anna Archer</p><p>Founder &amp; Lead Reviewer</p>", ["Anna Archer"]),
        # an initial is no word between names
        ("<p class=author>By MARIA E LOPEZ</p>", ["MARIA E LOPEZ"]),
        # who made the pictures wrote nothing
        ("<p class=author>By Anna Archer</p><p>Photos by Bela Baker</p>", ["Anna Archer"]),
        ("<p class=author>By Anna Archer (Photos: <a href=/b>Bela Baker</a>)</p>", ["Anna Archer"]),
        (
            "<p class=author><b>Anna Archer</b> (text), <b>Bela Baker</b> (photos)</p>",
            ["Anna Archer"],
        ),
        (
            "<p class=author><i>By Anna Archer</i> <i>Photos</i> <i>Bela Baker</i></p>",
            ["Anna Archer"],
        ),
        ("<p class=author>Photos: Bela Baker</p>", []),
        ("<p>Accounting Software for Freelancers</p>", []),
        ("<p class=author>Edited by Bela Baker</p>", []),
        ("<p class=author>Image credit: Bela Baker</p>", []),
        ("<p class=author>編輯：李四</p>", []),
        ("<p class=author><b>Anna Archer</b> <i>Senior Reporter</i></p>", ["Anna Archer"]),
        ("<p class=author>Robert Downey, Jr.</p>", ["Robert Downey, Jr."]),
        # an editorial office is no person
        ("<p class=author>Redaktion</p>", []),
        ("<p class=author>Von der Redaktion</p>", []),
        ("<p class=author>La Rédaction</p>", []),
        # a label of another meaning is before all names of its line
        ("<p>Judges: A. Smith, B. Lee</p>", []),
        ("<p>With: Anna Archer, Bela Baker and Cora Cole</p>", []),
        ("<p>Режиссёр: Анна Иванова, Иван Петров</p>", []),
        ("<p>Σκηνοθεσία: Άννα Παπά, Νίκος Δήμου</p>", []),
        ("<p>导演：张三、李四</p>", []),
        ("<p><b>Jury:</b> <i>Anna Archer</i>, <i>Bela Baker</i></p>", []),
        ("<p>Regie: Anna Archer, Text: Bela Baker</p>", ["Bela Baker"]),
        ("<p>Text: Anna Archer, Bela Baker, Regie: Cora Cole</p>", ["Anna Archer", "Bela Baker"]),
        ("<p>Contributors: Anna Archer, Bela Baker</p>", ["Anna Archer", "Bela Baker"]),
        # what somebody did who is no author
        ("<p>Directed by Anna Archer</p>", []),
        ("<p>Produced by Anna Archer and Bela Baker</p>", []),
        ("<p>Starring Anna Archer, Bela Baker</p>", []),
        ("<p>Réalisé par Anna Archer</p>", []),
        ("<p>Musik von Anna Archer</p>", []),
        ("<p>Regia di Anna Archer</p>", []),
        ("<p>Режиссёр Анна Иванова</p>", []),
        ("<p>By Anna Archer</p><p>Directed by Bela Baker</p>", ["Anna Archer"]),
        ("<p class=byline>By Anna Archer. Starring Bela Baker</p>", ["Anna Archer"]),
        ("<p>Reported by Anna Archer</p>", ["Anna Archer"]),
        ("<p>Running on Science by Anna Archer</p>", ["Anna Archer"]),
        # labels in elements, cells and terms of their own
        ("<p><b>Author:</b> Anna Archer</p>", ["Anna Archer"]),
        ("<p><b>Author</b> <a href=/a>Anna Archer</a></p>", ["Anna Archer"]),
        ("<p><span>Correspondent:</span> <i>Anna Archer</i></p>", ["Anna Archer"]),
        ("<p><b>Ann Author</b> <i>4 March 2021</i></p>", ["Ann Author"]),
        ("<dl><dt>Author<dd>Anna Archer<dt>Translator<dd>Bela Baker</dl>", ["Anna Archer"]),
        ("<dl><dt>Director<dd>Anna Archer<dt>Cast<dd>Bela Baker<dd>Cora Cole</dl>", []),
        ("<dl><dt>Foobar<dd>Anna Archer</dl>", ["Anna Archer"]),
        ("<dl><dt>Verfasser<dd>Anna Archer</dl>", ["Anna Archer"]),
        ("<dl><dt>Author(s)<dd>Anna Archer</dl>", ["Anna Archer"]),
        # what ends the names behind a label, and what is none
        ("<p><b>Author:</b> Anna Archer<br><b>Editor:</b> Bela Baker</p>", ["Anna Archer"]),
        (
            "<p><i>Author</i> <a href=/a>Anna Archer</a> <i>Category</i> <a>Book Reviews</a></p>",
            ["Anna Archer"],
        ),
        (
            "<p><i>by</i> <b>Anna Archer</b> <i>and</i> <b>Bela Baker</b></p>",
            ["Anna Archer", "Bela Baker"],
        ),
        ("<p>Related story: Old Bridge</p>", []),
        ("<p>Words: Five Hundred</p>", []),
        # who did more than write
        ("<p>Produced and reported by Anna Archer</p>", ["Anna Archer"]),
        ("<p>Hosted and written by Anna Archer</p>", ["Anna Archer"]),
        ("<p>Produziert und geschrieben von Anna Archer</p>", ["Anna Archer"]),
        ("<p>Directed and produced by Anna Archer</p>", []),
        ("<p>Photos and video by Anna Archer</p>", []),
        ("<table><tr><th>Written by<td>Anna Archer</table>", ["Anna Archer"]),
        ("<table><tr><td>Author<td>Anna Archer</table>", ["Anna Archer"]),
        # but not beyond it
        ("<p><span>Topic: Harvest</span> <span>By Anna Archer</span></p>", ["Anna Archer"]),
        ("<p>Updated: 4 March 2021, Anna Archer</p>", ["Anna Archer"]),
        ("<p>Topic: Harvest | Anna Archer <time>4 March 2021</time></p>", ["Anna Archer"]),
        ("<p class=author>YO-YO MA</p>", ["YO-YO MA"]),
        ("<p class=author>Dr. Allen</p>", ["Dr. Allen"]),
    ],
)
def test_what_is_beside_names(line: str, names: list[str], tmp_path: Path) -> None:
    assert read_authors(tmp_path, "en", line) == names


@pytest.mark.parametrize(
    ("text", "introduction"),
    [
        ("BY ANNA ARCHER", "BY "),
        ("Story by Anna Archer", "Story by "),
        ("YAZI: Ali Kaya", "YAZI: "),
        ("YAZI: Ayşe Kaya", "YAZI: "),
        ("İlk haber İsmail Kaya", "İlk haber "),
        ("ΣΥΝΤΆΚΤΗΣ: ΆΝΝΑ ΠΑΠΆ", "ΣΥΝΤΆΚΤΗΣ: "),
        ("Συντάκτης:Άννα Παπά", "Συντάκτης:"),
        ("SZERZŐ: NAGY ANNA", "SZERZŐ: "),
        ("AP通信記者 山田", "AP通信記者 "),
        ("Anna Archer", ""),
        ("Ann de Wit", ""),
    ],
)
def test_what_introduces_names_in_letters_of_any_size(text: str, introduction: str) -> None:
    assert text[: introduction_end(text)] == introduction


@pytest.mark.parametrize(
    ("language", "line", "names"),
    [
        ("en", "With Anna Archer and Bela Baker", []),
        ("de", "Mit Anna Archer und Bela Baker", []),
        ("fr", "Avec Anna Archer et Bela Baker", []),
        ("it", "Con Anna Archer e Bela Baker", []),
        ("nl", "Met Anna Archer en Bela Baker", []),
        # a name, where the language has no such word
        ("en", "Con Archer and Bela Baker", ["Con Archer", "Bela Baker"]),
        ("en", "By Anna Archer with Bela Baker", ["Anna Archer", "Bela Baker"]),
    ],
)
def test_those_whom_a_text_is_about_are_no_authors(
    language: str, line: str, names: list[str], tmp_path: Path
) -> None:
    assert read_authors(tmp_path, language, f"<p>{line}</p>") == names


@pytest.mark.parametrize(
    ("language", "line", "names", "doubted"),
    [
        ("en", "Fact checked by Anna Archer", [], "Anna Archer"),
        ("en", "Verified by Anna Archer", [], "Anna Archer"),
        ("en", "Foobared by Anna Archer and Bela Baker", [], "Anna Archer, Bela Baker"),
        ("en", "Reviewed and approved by Anna Archer", [], "Anna Archer"),
        ("en", "Medically reviewed by Anna Archer, MD", [], "Anna Archer"),
        ("en", "Updated by Anna Archer", [], "Anna Archer"),
        ("de", "Geprüft von Anna Archer", [], "Anna Archer"),
        ("fr", "Relu par Anne Dupont", [], "Anne Dupont"),
        ("es", "Revisado por Ana Pérez", [], "Ana Pérez"),
        ("en", "Foobar: Anna Archer, Bela Baker", [], "Anna Archer, Bela Baker"),
        ("eu", "Testua: Ane Etxeberria", [], "Ane Etxeberria"),
        # a book is reviewed by an author
        ("en", "Reviewed by Anna Archer", ["Anna Archer"], "Anna Archer"),
        (
            "en",
            "Book by Bela Baker, reviewed by Anna Archer",
            ["Bela Baker", "Anna Archer"],
            "Anna Archer",
        ),
        # another one is known to have written, or these are known not to have
        ("en", "By Bela Baker | Fact checked by Anna Archer", ["Bela Baker"], ""),
        ("en", "Written by Bela Baker. Foobared by Anna Archer", ["Bela Baker"], ""),
        ("en", "Words: Bela Baker | By Anna Archer", ["Anna Archer"], ""),
        ("en", "Directed by Anna Archer", [], ""),
        ("en", "Credit: Anna Archer", [], ""),
        ("en", "Running on Science by Anna Archer", ["Anna Archer"], ""),
        ("en", "Topic: harvest", [], ""),
        ("de", "Ein Bericht von Anna Archer", ["Anna Archer"], ""),
        ("nb", "Skrevet av Kari Nordmann", ["Kari Nordmann"], ""),
    ],
)
def test_names_whose_words_may_not_mean_an_author_are_said(
    language: str, line: str, names: list[str], doubted: str, tmp_path: Path
) -> None:
    found, said = read_with_doubts(tmp_path, language, UNMARKED.format(line))
    assert found == names
    assert bool(said) == bool(doubted)
    assert not said or f" names {doubted} (" in said[0]


UNCASED = [
    ("zh", "記者王小明／台北報導", "王小明"),
    ("zh", "【記者王小明、李大同／台北報導】", "王小明;李大同"),
    ("ja", "山田太郎記者", "山田太郎"),
    ("ja", "山田太郎、鈴木花子", "山田太郎;鈴木花子"),
    ("ko", "홍길동 선임기자", "홍길동"),
    ("ko", "[서울=뉴시스] 홍길동 기자", "홍길동"),
    ("ko", "홍길동·김철수 기자", "홍길동;김철수"),
    ("ko", "홍길동 기자 사진=김철수", "홍길동"),
    ("zh", "约翰·史密斯", "约翰·史密斯"),
    ("zh", "编辑/李四", ""),
    ("ja", "文・山田太郎", "山田太郎"),
    ("th", "โดย สมชาย ใจดี", "สมชาย ใจดี"),
    ("hi", "राम शर्मा द्वारा", "राम शर्मा"),
    ("ar", "كتب أحمد علي", "أحمد علي"),
    ("he", "דנה לוי", "דנה לוי"),
    ("ka", "ავტორი: ნინო ბერიძე", "ნინო ბერიძე"),
    ("hy", "Հեղինակ՝ Անի Պետրոսյան", "Անի Պետրոսյան"),
    ("zh", "中央社記者王美華台北5日電", "王美華"),
    ("zh", "【本報記者鄭文傑台北報導】", "鄭文傑"),
    ("zh", "（记者刘洋北京报道）", "刘洋"),
    ("ja", "【ソウル=高橋一郎】", "高橋一郎"),
    ("ja", "石田彰＝パリ", "石田彰"),
    ("ja", "伊藤大輔記者、渡辺直美記者", "伊藤大輔;渡辺直美"),
    ("ja", "文・写真＝渡辺直美", "渡辺直美"),
    ("ja", "文／石田彰　写真／森川智之", "石田彰"),
    ("ko", "글=박민수", "박민수"),
    ("ko", "[도쿄=뉴시스]최지우 기자 = ", "최지우"),
    ("ko", "(서울=연합뉴스) 최지우 강동원 기자", "최지우;강동원"),
    ("ko", "유재석 동물전문기자", "유재석"),
    ("ko", "유재석 기자 yu@example.org", "유재석"),
    ("hi", "राम शर्मा और सीता वर्मा", "राम शर्मा;सीता वर्मा"),
    ("de", "Null", "Null"),
    ("de", "null", ""),
    ("ar", "تقرير أحمد علي", "أحمد علي"),
    ("ar", "القاهرة - خالد يوسف", "خالد يوسف"),
    ("fa", "رضا محمدی و مریم کریمی", "رضا محمدی;مریم کریمی"),
    ("ur", "عمران خالد، نامہ نگار", "عمران خالد"),
    ("he", "תמר גולן, כתבת", "תמר גולן"),
    ("am", "በሰላም ታደሰ", "ሰላም ታደሰ"),
    ("am", "በረከት ታደሰ", "በረከት ታደሰ"),
    ("sw", "Na Juma Hamisi", "Juma Hamisi"),
    ("ha", "Daga Musa Ibrahim", "Musa Ibrahim"),
    ("vi", "Theo Trần Thị Hoa", "Trần Thị Hoa"),
    ("nl", "Theo Jansen", "Theo Jansen"),
    ("ka", "ავტორი: გიორგი მაისურაძე, ნინო კაპანაძე", "გიორგი მაისურაძე;ნინო კაპანაძე"),
    ("km", "ដោយ៖ ចាន់ ដារា", "ចាន់ ដារា"),
    ("zh", "記者宋雅婷、特約記者葉子豪／新竹報導", "宋雅婷;葉子豪"),
    ("ko", "글/한지민 사진/이도현", "한지민"),
    ("ko", "한지민 리포터", "한지민"),
    ("bn", "প্রতিবেদন: তানভীর আহমেদ", "তানভীর আহমেদ"),
    ("ar", "إعداد وتقديم: سامر نجار", "سامر نجار"),
    # nobody
    ("zh", "國際中心／綜合報導", ""),
    ("ja", "報道部", ""),
    ("zh", "綜合報導", ""),
    ("zh", "編輯部", ""),
    ("ko", "온라인뉴스팀", ""),
    ("ur", "ویب ڈیسک", ""),
    ("bn", "নিজস্ব প্রতিবেদক", ""),
    ("he", "מערכת האתר", ""),
    ("ar", "المصدر: وكالات", ""),
    ("zh", "来源：新华网", ""),
    ("en", "{{author}}", ""),
]


@pytest.mark.parametrize(("language", "line", "names"), UNCASED)
@pytest.mark.parametrize("form", [MARKED, '<meta name=author content="{}">'])
def test_a_line_without_capitals_is_cut_into_its_names(
    language: str, line: str, names: str, form: str, tmp_path: Path
) -> None:
    assert ";".join(read_authors(tmp_path, language, form.format(line))) == names


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("ko", "서울 / 김철수"),
        ("hi", "नई दिल्ली / राम कुमार"),
        ("zh", "北京/上海/广州"),
        ("ja", "山田太郎／佐藤花子"),
        ("ar", "القاهرة | محمد علي"),
        ("am", "አዲስ አበባ – አበበ ከበደ"),
        ("th", "กรุงเทพ - สมชาย ใจดี"),
    ],
)
def test_what_a_row_parts_without_capitals_may_be_places(
    language: str, line: str, tmp_path: Path
) -> None:
    assert read_authors(tmp_path, language, MARKED.format(line)) == []
    if "|" not in line:
        declared = f'<meta name=author content="{line}">'
        assert read_authors(tmp_path, language, declared) == [line]


@pytest.mark.parametrize("line", ["المصدر: وكالات", "來源：網路"])
def test_a_declared_line_with_another_label_names_nobody(line: str, tmp_path: Path) -> None:
    assert read_authors(tmp_path, "und", f'<meta name=author content="{line}">') == []


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("محمد علي (القاهرة)", ["محمد علي (القاهرة)"]),
        ("محمد علي، القاهرة", ["محمد علي، القاهرة"]),
        ("محمد علي، سارة حسن", ["محمد علي", "سارة حسن"]),
        ("王小明（記者）", ["王小明"]),
        ("سامر نجار، خالد يوسف ومنى سالم", ["سامر نجار", "خالد يوسف", "منى سالم"]),
        ("תמר גולן, יוסי כהן ורות לוי", ["תמר גולן", "יוסי כהן", "רות לוי"]),
        ("新华社", ["新华社"]),
    ],
)
def test_a_place_beside_a_declared_name_is_no_name(
    line: str, names: list[str], tmp_path: Path
) -> None:
    assert read_authors(tmp_path, "und", f'<meta name=author content="{line}">') == names


@pytest.mark.parametrize(
    "name",
    [
        "محمد علي وصفي التل",
        "سامي حسن وهبي قاسم",
        "خالد عمر وجدان ناصر",
        "عبد الله واصف منصور",
        "خالد يوسف ومنى سالم",
        "דוד כהן ורד לוי",
        "రచన శర్మ",
    ],
)
def test_a_name_is_not_cut_where_an_and_may_be_its_first_letter(name: str, tmp_path: Path) -> None:
    data = f'{{"@type":"NewsArticle","author":{{"@type":"Person","name":"{name}"}}}}'
    line = f'<script type="application/ld+json">{data}</script>'
    assert read_authors(tmp_path, "und", line) == [name]
    assert read_authors(tmp_path, "und", f'<meta name=author content="{name}">') == [name]
    # nobody rather than two parts of a name
    assert read_authors(tmp_path, "und", MARKED.format(name)) in ([], [name])


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("ar", "تغطية خاصة"),
        ("ar", "حوار خاص"),
        ("ar", "تقرير إخباري"),
        ("ar", "تقرير البنك الدولي"),
        ("bn", "লেখা পাঠান"),
        ("te", "రచన పోటీలు"),
        ("gu", "લેખક મંડળ"),
        ("yi", "פון ניו יארק"),
    ],
)
def test_words_of_headings_name_nobody_without_a_colon(
    language: str, line: str, tmp_path: Path
) -> None:
    assert read_authors(tmp_path, language, f"<p>{line}</p>") == []
    assert read_authors(tmp_path, language, UNMARKED.format(line)) == []
    parts = "<span>{}</span> <b>{}</b>".format(*line.split(" ", 1))
    assert read_authors(tmp_path, language, f"<p>{parts}</p>") == []
    if len(line.split()) == 2:
        assert read_authors(tmp_path, language, MARKED.format(line)) == []
