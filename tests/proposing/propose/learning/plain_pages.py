"""Made-up article pages whose markup has no telling names, in several scripts: what is text, who
wrote it and which tags it has is known.

Words are drawn from vocabularies of thousands, so that what repeats belongs to the template.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from datetime import date, timedelta

from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.pages.page.page import Page

HOST = "https://plain.example"
_SYLLABLES = {
    "de": "ba ber dor fen gel hau kan lin mol nar rau sel tor wen zim bach feld grund heim stein".split(),
    "ru": "ба вер дор жен зел кан лин мол нар пет рас сел тор цен шин вод град мир лес пол".split(),
    "el": "βα γερ δορ ζεν θελ καν λιν μολ ναρ πετ ρασ σελ τορ φεν χιν ναδ ποτ μιρ λες νησ".split(),
    "ar": "با تر جد حم در رس سل شم صب طر عل فن قل كر لم من نو هد ول يس".split(),
    "ja": "山 川 田 村 町 海 空 森 林 花 風 雨 雪 星 月 火 水 木 金 土".split(),
    "tr": "ba ger dor şen gül kan lin mol nar pet ras sel tor yen çin dağ köy göl taş kum".split(),
}
_NAMES = {
    "de": ["Anna Bergmann", "Jonas Weidel", "Mia Körner", "Karl Stein"],
    "ru": ["Анна Петрова", "Иван Соколов", "Мария Лебедева", "Олег Зимин"],
    "el": ["Νίκος Ράλλης", "Ελένη Δούκα", "Πέτρος Βλάχος", "Μαρία Ζώη"],
    "ar": ["كريم نصار", "ليلى حداد", "سامي عون", "نور خوري"],
    "ja": ["山田花子", "佐藤健", "鈴木一郎", "高橋愛"],
    "tr": ["Mehmet Şahin", "Ayşe Güneş", "Can Öztürk", "Elif Çınar"],
}
_WORDS = {  # by, read also, advertisement, share, tags, back, on
    "de": (
        "Von",
        "Lesen Sie auch:",
        "Anzeige",
        "Diesen Artikel teilen",
        "Schlagwörter:",
        "Zurück",
        "Weiter",
    ),
    "ru": (
        "Автор:",
        "Читайте также:",
        "Реклама",
        "Поделиться статьёй",
        "Метки:",
        "Назад",
        "Вперёд",
    ),
    "el": ("Του", "Διαβάστε επίσης:", "Διαφήμιση", "Κοινοποιήστε το", "Ετικέτες:", "Πίσω", "Μετά"),
    "ar": ("بقلم", "اقرأ أيضا:", "إعلان", "شارك المقال", "الوسوم:", "السابق", "التالي"),
    "ja": ("文", "あわせて読みたい:", "広告", "この記事を共有", "タグ:", "前の記事", "次の記事"),
    "tr": ("", "Ayrıca okuyun:", "Reklam", "Bu yazıyı paylaş", "Etiketler:", "Önceki", "Sonraki"),
}
LANGUAGES = tuple(_WORDS)


@dataclass(frozen=True)
class Story:
    """What is known of a page: its paragraphs in order, and its fields."""

    url: str
    title: str
    paragraphs: tuple[str, ...]
    authors: tuple[str, ...]
    day: date
    tags: tuple[str, ...]
    html: str
    headings: tuple[str, ...] = ()

    @property
    def page(self) -> Page:
        return Page(self.url, self.html)


@dataclass(frozen=True)
class Form:
    """How the pages of a portal look; a value of None leaves the part out. ``names`` of elements:
    none, hashed or semantic; ``byline`` and the parts around the text are what they show."""

    language: str = "de"
    names: str = "none"
    byline: str = "{by} {names} · {day}"
    joined: str = ", "
    several: float = 0.0
    share: str | None = None
    notice: str | None = None
    also: str | None = None
    related: str | None = None
    arrows: str | None = None
    tags: str | None = None
    label: str | None = None
    inline: str | None = None
    heads: str | None = None
    below: str | None = None
    often: float = 1.0
    count: int = 12
    seed: int = 1
    links: Mapping[str, str] = field(default_factory=dict)


CHOICES: Mapping[str, tuple[str | None, ...]] = {
    "language": LANGUAGES,
    "names": ("none", "hashed", "semantic"),
    "byline": (
        "{by} {names} · {day}",
        "{by} {names}",
        "{names} | {day}",
        "{day} — {names}",
        "{names} · {day} · {minutes} min",
        "<span>{names}</span> <span>·</span> <span>{day}</span>",
        "<b>{names}</b><br>{day}",
        "{day}, {by} {names}",
        "{names} ({day})",
        "{by} <a href='/who/{slug}'>{names}</a> · {day}",
    ),
    "joined": (", ", " & ", " / "),
    "share": (None, "line", "links", "box"),
    "notice": (None, "between", "end", "both"),
    "also": (None, "line", "list", "card"),
    "related": (None, "list", "cards"),
    "arrows": (None, "inside", "outside", "titles"),
    "tags": (None, "line", "list", "comma"),
    "label": (None, "label"),
    "inline": (None, "articles", "terms"),
    "heads": (None, "own", "same"),
    "below": (None, "comments", "writer"),
}


def draw_form(seed: int) -> Form:
    """Return a form whose parts are drawn independently."""
    rng = random.Random(seed)
    drawn = {name: rng.choice(values) for name, values in CHOICES.items()}
    return Form(**drawn, several=rng.choice((0.0, 0.3)), often=rng.choice((1.0, 0.4)), seed=seed)  # type: ignore[arg-type]


def make_stories(form: Form) -> list[Story]:
    """Return the articles of a portal of this form, newest first."""
    rng = random.Random(f"{form.seed} {form.language}")
    syllables = _SYLLABLES[form.language]
    words = sorted({"".join(rng.choices(syllables, k=rng.randint(2, 4))) for _ in range(6000)})
    topics = rng.sample(words, 14)

    def sentence(size: int) -> str:
        picked = rng.choices(words, k=size)
        picked[0] = picked[0][:1].upper() + picked[0][1:]
        return ("" if form.language == "ja" else " ").join(picked)

    titles = [sentence(rng.randint(4, 7)) for _ in range(form.count)]
    urls = [f"{HOST}/artikel/{9000 - n}-{rng.randint(100, 999)}.html" for n in range(form.count)]
    stories = []
    for n in range(form.count):
        end = "。" if form.language == "ja" else "."
        texts = tuple(
            " ".join(sentence(rng.randint(8, 20)) + end for _ in range(rng.randint(2, 4)))
            for _ in range(rng.randint(4, 8))
        )
        number = 2 if rng.random() < form.several else 1
        authors = tuple(rng.sample(_NAMES[form.language], number))
        day = date(2024, 6, 20) - timedelta(days=3 * n + rng.randint(0, 2))
        tags = tuple(rng.sample(topics, rng.randint(2, 4)))
        others = [
            (titles[m], urls[m]) for m in rng.sample([m for m in range(form.count) if m != n], 4)
        ]
        near = [(titles[m], urls[m]) for m in (n - 1, n + 1) if 0 <= m < form.count]
        more = [sentence(rng.randint(3, 6)), *(sentence(30) for _ in range(3))]
        html = _write(form, titles[n], texts, authors, day, tags, others, near, more, rng)
        heads = {"own": more[:1], "same": [_WORDS[form.language][4]]}.get(form.heads or "", [])
        stories.append(Story(urls[n], titles[n], texts, authors, day, tags, html, tuple(heads)))
    return stories


def _write(form, title, texts, authors, day, tags, others, near, headings, rng) -> str:  # type: ignore[no-untyped-def]
    """Return the page of an article."""
    by, read, advert, share, label, back, on = _WORDS[form.language]
    naming = random.Random(form.seed)
    hashed = {each: f"css-{naming.randrange(16**6):06x}" for each in "abcdefghijklm"}

    def box(tag: str, name: str, content: str) -> str:
        own = f' class="{hashed[name]}"' if form.names == "hashed" else ""
        return f"<{tag}{own}>{content}</{tag}>"

    def links(pairs: object) -> list[str]:
        return [f'<a href="{url}">{text}</a>' for text, url in pairs]  # type: ignore[attr-defined]

    line = form.byline.format(
        by=by,
        names=form.joined.join(authors),
        day=f"{day.day}. {day.month}. {day.year}" if form.seed % 2 else day.strftime("%d.%m.%Y"),
        minutes=rng.randint(2, 9),
        slug=rng.choice("abcd"),
    ).strip()
    shown_texts = [*texts]
    if form.inline:
        near_words = texts[1].split(" ")
        word = near_words[len(near_words) // 2]
        url = others[-1][1] if form.inline == "articles" else f"/t/{hash_of(word)}"
        shown_texts[1] = texts[1].replace(word, f'<a href="{url}">{word}</a>', 1)
    parts = [box("p", "a", text) for text in shown_texts]
    if form.heads:
        parts.insert(2, f"<h2>{headings[0] if form.heads == 'own' else label}</h2>")
    seldom = rng.random() > form.often
    middle = len(parts) // 2
    if form.also and not seldom:
        one = links(others[:1])[0]
        several = "".join(box("li", "b", each) for each in links(others[:3]))
        parts.insert(
            middle,
            {
                "line": box("p", "c", f"{read} {one}"),
                "list": box("p", "c", read) + box("ul", "d", several),
                "card": box("div", "e", box("div", "c", read) + box("div", "f", one)),
            }[form.also],
        )
    if form.notice in ("between", "both"):
        parts.insert(1, box("div", "g", advert))
    if form.notice in ("end", "both"):
        parts.append(box("p", "g", f"{advert} {advert} {share}."))
    if form.share:
        nets = "".join(f'<a href="https://net.example/{n}">Net{n}</a> ' for n in range(3))
        parts.append(
            {
                "line": box("p", "h", share),
                "links": box("p", "h", nets),
                "box": box("div", "h", box("span", "i", share) + nets),
            }[form.share]
        )
    if form.tags:
        shown = [f'<a href="/t/{abs(hash_of(tag))}">{tag}</a>' for tag in tags]
        before = label if form.label else ""
        parts.append(
            {
                "line": box("div", "j", f"{before} {' '.join(shown)}"),
                "list": box("div", "j", before)
                + box("ul", "k", "".join(f"<li>{each}</li>" for each in shown)),
                "comma": box("p", "j", f"{before} {', '.join(shown)}"),
            }[form.tags]
        )
    arrows = {
        None: "",
        "inside": box(
            "div", "l", f'<a href="{near[0][1]}">← {back}</a> <a href="{near[-1][1]}">{on} →</a>'
        ),
        "outside": box(
            "div", "l", f'<a href="{near[0][1]}">← {back}</a> <a href="{near[-1][1]}">{on} →</a>'
        ),
        "titles": box("div", "l", "".join(box("p", "m", each) for each in links(near))),
    }[form.arrows]
    related = {
        None: "",
        "list": box("h3", "b", read)
        + box("ul", "d", "".join(f"<li>{each}</li>" for each in links(others))),
        "cards": "".join(
            box("div", "e", f"<h3>{link}</h3><p>{text} {text}</p>")
            for link, (text, _) in zip(links(others), others, strict=True)
        ),
    }[form.related]
    menu = "".join(f'<li><a href="/{n}/">{label}{n}</a></li>' for n in range(5))
    inside = form.arrows != "outside"
    below = {
        None: "",
        "comments": box("h3", "i", f"{rng.randint(2, 9)} {share}")
        + "".join(
            box("div", "k", f"<b>{name}</b> <i>{day}</i><p>{text}</p>")
            for name, text in zip(_NAMES[form.language], headings[1:4], strict=False)
        ),
        "writer": box(
            "div", "k", "".join(f"<b>{name}</b><p>{_bio(form, name)}</p>" for name in authors)
        ),
    }[form.below]
    content = "".join(parts) + (arrows if inside else "") + below
    text = box("article" if form.names == "semantic" else "div", "a", content)
    head = f"<h1>{title}</h1>" + box("p", "c", line)
    body = f"{head}{text}{'' if inside else arrows}{related}"
    body = f"<main>{body}</main>" if form.names == "semantic" else box("div", "m", body)
    return (
        f'<html lang="{form.language}"><head><meta charset="utf-8"><title>{title} - Plain</title></head><body>'
        f"<div><a href='/'>Plain</a><ul>{menu}</ul></div>{body}<div>© 2024 Plain · {share}</div></body></html>"
    )


def _bio(form: Form, name: str) -> str:
    rng = random.Random(name)
    return " ".join("".join(rng.choices(_SYLLABLES[form.language], k=3)) for _ in range(14)) + "."


def hash_of(text: str) -> int:
    return sum((n + 1) * ord(char) for n, char in enumerate(text))


Make = Callable[[Form], list[Story]]
