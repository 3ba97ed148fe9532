"""A run of links to other articles behind the text is no text, in any script and design; lists in the
middle of the text, of works or of other sites stay, and what may be a line of the text above them."""

from __future__ import annotations

import re

import pytest
from long_parameters import in_pairs

from webarticlecurator.articles.blocks.article_body import BodyResult, read_body
from webarticlecurator.base.portal.article_rules import BodyRules
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.tags import base_tags
from webarticlecurator.tei.documents.plain_text import plain_lines

# language: title, paragraphs, what stands above the links, headlines of other articles
TEXTS = {
    "zh": (
        "市图书馆修缮后重新开放",
        (
            "市图书馆在屋顶修缮工程结束后于星期一重新开放，工程历时两年，是原计划的两倍，期间读者只能到郊区的临时阅览室借书。",
            "来自周围村庄的读者一早就排起了长队，曾经承诺第一个到场的市长也和大家一样站在队伍里，等了将近一个小时才进门。",
            "二楼新设了一间地图室，馆藏的老地图自上世纪的洪水以来一直装在箱子里，研究人员花了三年时间才把它们全部修复整理完毕。",
            "每月第一个星期六，市民可以免费参观这些地图，学校也可以写信或打电话预约其他日子，馆方会安排专人讲解。",
        ),
        "相关新闻",
        (
            "北岸旧桥明年春天拆除重建",
            "渡轮票价下月起上涨一成",
            "中学生科技竞赛昨日落幕",
            "老城区三条街道改为步行街",
        ),
    ),
    "fa": (
        "بازگشایی کتابخانه شهر پس از بازسازی",
        (
            "کتابخانه شهر پس از پایان بازسازی بام خود روز دوشنبه دوباره گشوده شد. کار بازسازی دو سال طول کشید که دو برابر زمان برنامه‌ریزی‌شده بود و خوانندگان در این مدت به سالن موقت می‌رفتند.",
            "خوانندگان از همه روستاهای اطراف از صبح زود صف کشیدند و شهردار هم که قول داده بود نخستین نفر باشد، مانند دیگران نزدیک به یک ساعت در صف ایستاد.",
            "در طبقه دوم اتاقی برای نقشه‌ها ساخته شده است. نقشه‌های کهن از زمان سیل قرن گذشته در جعبه‌ها بود و پژوهشگران سه سال برای ترمیم آن‌ها کار کردند.",
            "این نقشه‌ها را نخستین شنبه هر ماه می‌توان رایگان دید و مدرسه‌ها می‌توانند با نامه یا تلفن روز دیگری را رزرو کنند. راهنمایی نیز همراه آنان خواهد بود.",
        ),
        "اخبار مرتبط",
        (
            "پل قدیمی کرانه شمالی بهار آینده بازسازی می‌شود",
            "بهای بلیت قایق از ماه آینده گران می‌شود",
            "مسابقه علمی دانش‌آموزان پایان یافت",
            "سه خیابان بافت کهن پیاده‌راه می‌شود",
        ),
    ),
    "th": (
        "ห้องสมุดประจำเมืองเปิดอีกครั้งหลังซ่อมแซม",
        (
            "ห้องสมุดประจำเมืองเปิดให้บริการอีกครั้งเมื่อวันจันทร์ หลังการซ่อมหลังคาเสร็จสิ้น งานนี้ใช้เวลาสองปี ซึ่งนานเป็นสองเท่าของที่วางแผนไว้ และผู้อ่านต้องไปใช้ห้องชั่วคราวนอกเมือง",
            "ผู้อ่านจากหมู่บ้านรอบ ๆ มาเข้าแถวตั้งแต่เช้าตรู่ และนายกเทศมนตรีซึ่งเคยสัญญาว่าจะมาเป็นคนแรก ก็ยืนรอในแถวเหมือนคนอื่นเกือบหนึ่งชั่วโมง",
            "ที่ชั้นสองมีห้องแผนที่ห้องใหม่ แผนที่เก่าเหล่านี้ถูกเก็บไว้ในลังตั้งแต่น้ำท่วมใหญ่ในศตวรรษที่แล้ว และนักวิจัยใช้เวลาสามปีในการบูรณะ",
            "ประชาชนเข้าชมแผนที่ได้โดยไม่เสียค่าใช้จ่ายในวันเสาร์แรกของทุกเดือน ส่วนโรงเรียนสามารถจองวันอื่นทางจดหมายหรือโทรศัพท์ และจะมีเจ้าหน้าที่นำชม",
        ),
        "ข่าวที่เกี่ยวข้อง",
        (
            "สะพานเก่าฝั่งเหนือจะรื้อในฤดูใบไม้ผลิ",
            "ค่าเรือข้ามฟากขึ้นเดือนหน้า",
            "การแข่งขันวิทยาศาสตร์นักเรียนจบลงแล้ว",
            "ถนนสามสายในเมืองเก่าเป็นถนนคนเดิน",
        ),
    ),
    "my": (
        "မြို့စာကြည့်တိုက် ပြန်လည်ဖွင့်လှစ်",
        (
            "မြို့စာကြည့်တိုက်သည် အမိုးပြင်ဆင်ခြင်းလုပ်ငန်း ပြီးစီးသဖြင့် တနင်္လာနေ့တွင် ပြန်လည်ဖွင့်လှစ်ခဲ့သည်။ လုပ်ငန်းသည် စီစဉ်ထားသည်ထက် နှစ်ဆကြာပြီး နှစ်နှစ်တိုင်တိုင် ကြာမြင့်ခဲ့သည်။",
            "အနီးအနားရွာများမှ စာဖတ်သူများသည် နံနက်စောစောကပင် တန်းစီနေကြပြီး ပထမဆုံးလာမည်ဟု ကတိပြုထားသော မြို့တော်ဝန်သည်လည်း အခြားသူများကဲ့သို့ပင် တစ်နာရီနီးပါး စောင့်ဆိုင်းခဲ့သည်။",
            "ဒုတိယထပ်တွင် မြေပုံများအတွက် အခန်းသစ်တစ်ခု ဖွင့်လှစ်ထားသည်။ ရှေးဟောင်းမြေပုံများကို ပြီးခဲ့သောရာစုက ရေကြီးမှုမှစ၍ သေတ္တာများထဲတွင် ထားရှိခဲ့ပြီး သုတေသီများက သုံးနှစ်ကြာ ပြုပြင်ခဲ့သည်။",
            "မြေပုံများကို လစဉ် ပထမစနေနေ့တွင် အခမဲ့ ကြည့်ရှုနိုင်ပြီး ကျောင်းများက စာဖြင့်ဖြစ်စေ ဖုန်းဖြင့်ဖြစ်စေ အခြားနေ့များကို ကြိုတင်မှာယူနိုင်သည်။ လမ်းညွှန်တစ်ဦးလည်း ပါရှိမည်။",
        ),
        "ဆက်စပ်သတင်းများ",
        (
            "မြောက်ဘက်ကမ်းရှိ တံတားဟောင်း နွေဦးတွင် ဖြိုဖျက်မည်",
            "ကူးတို့ခ လာမည့်လမှစ၍ တိုးမည်",
            "ကျောင်းသားများ၏ သိပ္ပံပြိုင်ပွဲ ပြီးဆုံး",
            "မြို့ဟောင်းရှိ လမ်းသုံးလမ်း လူသွားလမ်းဖြစ်မည်",
        ),
    ),
    "en": (
        "The town library opens again",
        (
            "The town library opened its doors again on Monday after the works on the roof had taken two years, twice what was planned, while readers had to go to a hall outside the town.",
            "Readers came from all the villages around, and the mayor, who had promised to come first, stood in the queue like everybody and waited for nearly an hour.",
            "What is new is a room for maps on the second floor; it had been kept in boxes since the flood of the last century, and it took three years to mend them.",
            "The maps can be seen on every first Saturday of the month, and schools may ask for other days by letter or by telephone. There will be a guide, too.",
        ),
        "Related",
        (
            "The old bridge is pulled down in spring",
            "Ferry tickets cost more from next month",
            "Young scientists meet at the river",
            "Three streets of the old town without cars",
        ),
    ),
}
ABOVE = {
    "heading": "<h3>{}</h3>{}",
    "own box": "<div><div>{}</div>{}</div>",
    "bold": "<p><strong>{}</strong></p>{}",
    "div": "<div>{}</div>{}",
    "none": "{1}",
}
LISTS = {
    "list": ("<ul>{}</ul>", "<li>{}</li>"),
    "lines": ("<p>{}</p>", "{}<br>"),
    "boxes": ("<div>{}</div>", "<div>{}</div>"),
}


def make_list(form: str, items: list[str]) -> str:
    around, each = LISTS[form]
    return around.format("".join(map(each.format, items)))


def read_text(
    language: str, content: str, url: str = "https://www.echo.example/news/2024/05/777.html"
) -> list[str]:
    title = TEXTS[language][0]
    html = (
        f"<html lang={language}><head><title>{title} - Echo</title></head><body><div id=nav><ul>"
        f"<li><a href=/s/>Echo</a></ul></div><div id=main><h1>{title}</h1><div>2024-05-17 10:20"
        f"</div><div class=c>{content}</div></div><div id=foot>© Echo</div></body></html>"
    )
    found = read_body(Page(url, html), BodyRules(), base_tags())
    assert isinstance(found, BodyResult)
    return plain_lines(found.blocks)


@pytest.mark.parametrize(
    ("date", "form", "above", "language"),
    in_pairs(["", " <span>2024-01-1{}</span>"], LISTS, ABOVE, TEXTS),
)
def test_links_to_other_articles_behind_the_text_are_left_out(
    language: str, above: str, form: str, date: str
) -> None:
    _, paragraphs, label, headlines = TEXTS[language]
    items = [
        f'<a href="/news/2024/0{n}/{1230 + n}.html">{headline}</a>{date.format(n)}'
        for n, headline in enumerate(headlines, 1)
    ]
    text = "".join(map("<p>{}</p>".format, paragraphs))
    content = f"{text}{ABOVE[above].format(label, make_list(form, items))}"
    read = read_text(language, content)
    # what looks like the paragraphs may be one of them, as a name below the text
    assert read == [*paragraphs] or (above in ("bold", "div") and read == [*paragraphs, label])


@pytest.mark.parametrize("language", TEXTS)
@pytest.mark.parametrize(
    ("item", "is_last"),
    [
        pytest.param("{headline}", True, id="works"),
        pytest.param('<a href="/books/{n}">{headline}</a>, {more}', True, id="works-with-pages"),
        pytest.param(
            '<a href="/news/2024/01/{n}.html">{headline}</a> {more}', True, id="described"
        ),
        pytest.param('<a href="/news/2024/01/{n}.html">{headline}</a>', False, id="in-the-middle"),
        pytest.param('<a href="https://{n}.example/a">{headline}</a>', False, id="other-sites"),
    ],
)
def test_lists_of_the_author_stay(language: str, item: str, is_last: bool) -> None:
    _, paragraphs, _, headlines = TEXTS[language]
    items = [
        item.format(headline=headline, n=n, more=paragraphs[n][:50])
        for n, headline in enumerate(headlines)
    ]
    first, second, *rest = map("<p>{}</p>".format, paragraphs)
    parts = [first, second, *rest, make_list("list", items)]
    if not is_last:
        parts = [first, second, make_list("list", items), *rest]
    text = "\n".join(read_text(language, "".join(parts)))
    assert all(each in text for each in (*paragraphs, *headlines))


PARAGRAPHS = (
    "The city library opened again on Monday after the repair of its roof. The work took two years, twice as long as planned, and readers had to go to a room outside the city.",
    "Readers from all the villages around came early and stood in line, and the mayor, who had promised to be the first, waited nearly an hour like everybody else did that day.",
    "On the second floor there is a new room for maps. The old maps were kept in boxes since the flood of the last century, and researchers took three years to restore them all.",
)
LINKED = (
    "The old bridge of the north bank is rebuilt in spring",
    "Tickets of the ferry cost more from next month",
    "The contest of young scientists has ended yesterday",
    "Three streets of the old town become pedestrian",
    "A long winter for the harbour of the islands",
)


@pytest.mark.parametrize(
    ("content", "item"),
    [
        pytest.param("<p>本系列共五篇：</p><ul>{}</ul>", "{linked}", id="colon-chinese"),
        pytest.param("<p>This series has five parts:</p><ul>{}</ul>", "{linked}", id="colon"),
        pytest.param("<ol>{}</ol>", "{linked}", id="numbered"),
        pytest.param("<h2>References</h2><ul>{}</ul>", "Smith (199{n}), {linked}", id="works"),
        pytest.param("<h2>Timeline</h2><ul>{}</ul>", "{n} March: {linked}", id="days"),
        pytest.param("<h2>What they said</h2><ul>{}</ul>", "{linked}.", id="sentences"),
    ],
)
def test_links_that_the_text_counts_cites_or_announces_stay(content: str, item: str) -> None:
    links = [item.format(linked=each, n=n) for n, each in enumerate(LINKED, 1)]
    items = [f"<li><a href=/news/2024/0{n}/{n}.html>{each}</a>" for n, each in enumerate(links, 1)]
    label = re.sub("<[^>]+>|{}", "", content)
    text = "".join(map("<p>{}</p>".format, PARAGRAPHS))
    read = read_text("en", text + content.format("".join(items)))
    assert read == [*PARAGRAPHS, *([label] if label else []), *links]


def test_addresses_of_one_part_say_nothing() -> None:
    items = [f'<a href="/guide-{n}">{each}</a>' for n, each in enumerate(LINKED)]
    text = "".join(map("<p>{}</p>".format, PARAGRAPHS))
    content = f"{text}<h2>Our guides</h2>{make_list('list', items)}"
    read = read_text("en", content, "https://www.echo.example/library")
    assert read == [*PARAGRAPHS, "Our guides", *LINKED]


@pytest.mark.parametrize("line", ["{}", "<b>{}</b>"])
@pytest.mark.parametrize(
    ("language", "last"),
    [
        ("en", "Anna Kiss, Budapest"),
        ("en", "Kovács János és Kiss Pál"),
        ("en", "Translated by John Smith"),
        ("en", "Text: Anna Fox, photo: echo"),
        ("en", "Correction added on May 3"),
        ("fa", "علی رضایی"),
        ("th", "สมชาย ใจดี"),
        ("my", "မောင်မောင် အေးအေး"),
    ],
)
def test_the_last_line_of_the_text_is_no_label_of_links(
    language: str, last: str, line: str
) -> None:
    paragraphs, headlines = TEXTS[language][1], TEXTS[language][3]
    if language == "en":
        paragraphs, headlines = PARAGRAPHS, LINKED
    items = [
        f'<a href="/news/2024/01/{n}.html">{each}, {headlines[-n]}</a> <span>2024-01-1{n}</span>'
        for n, each in enumerate(headlines, 1)
    ]
    text = "".join(map("<p>{}</p>".format, [*paragraphs, line.format(last)]))
    read = read_text(language, text + make_list("list", items))
    assert read == [*paragraphs, last]


def test_a_bold_name_in_chinese_is_no_label_of_links() -> None:
    _, paragraphs, _, headlines = TEXTS["zh"]
    items = [
        f'<a href="/news/2024/01/{n}.html">{each}，{headlines[-n]}</a>'
        for n, each in enumerate(headlines, 1)
    ]
    text = "".join(map("<p>{}</p>".format, [*paragraphs, "<b>王小明 2024年5月</b>"]))
    read = read_text("zh", text + make_list("list", items))
    assert read == [*paragraphs, "王小明 2024年5月"]
