"""The languages that the rehearsal model knows by their small words, and the few sentences of its own in each."""

from __future__ import annotations

import re
from typing import Literal

from bot.playground.rehearsal.filler import each
from bot.playground.rehearsal.words import fold

Sentence = Literal[
    "greeting", "thanks", "who", "translate", "today", "otherwise", "closing", "nothing", "summary", "decided",
    "said", "open", "worth", "limited",
]  # fmt: skip

# Small words, folded; those of one language first where they tell it for sure.
_SMALL = {
    "German": each(
        "der die das und ist wie was wann wo welche welcher nicht wir unser fur mit ein eine viel kostet gibt es "
        "haben wer dieser diesen zusammen beschlossen einen einem einer finde suche bitte im"
    ),
    "Polish": each(
        "jest jak kiedy gdzie ile czy nie na dla oraz jaki jakie jaka co przez naszej nasz mamy ustalono kto ten tym "
        "znajdz prosze"
    ),
    "French": each(
        "le la les est que quel quelle combien ou quand et des du une pour nous avec dans qu on avons ce cette fil"
    ),
    "Spanish": each(
        "el la los las es que cual cuanto cuanta donde cuando y de una para con nuestro por hemos este quien"
    ),
    "English": each("the is what how when where which and of to for in our we does do a are on with this"),
}
_LETTERS = (("Japanese", r"[\u3040-\u30ff]"), ("Polish", r"[ąęłńśźż]"), ("Spanish", r"[¿¡ñ]"))
_ALONE = frozenset(each("jakie ktore sie"))


LANGUAGES = ("English", "German", "Polish", "Spanish", "French", "Japanese")


def language(text: str) -> str:
    """The language of a text by its letters and small words; English where nothing tells."""
    for name, letters in _LETTERS:
        if re.search(letters, text.casefold()):
            return name
    given = [fold(word) for word in re.findall(r"[^\W\d_]+", text)]
    if _ALONE.intersection(given):
        return "Polish"
    counts = {name: sum(1 for word in given if word in small) for name, small in _SMALL.items()}
    counts["German"] += bool(re.search("[äöüß]", text.casefold()))
    best = max(counts, key=lambda name: counts[name])
    return best if counts[best] > counts["English"] else "English"


def stock(name: Sentence, language: str) -> str:
    """A sentence in a language by its English name; the English one where there is none. "{today}" is filled in by
    whoever says it."""
    return _STOCK.get(language, _STOCK["English"])[name]


_STOCK: dict[str, dict[Sentence, str]] = {
    "English": {
        "greeting": "Hello! Ask me something and I will look for sources that answer it.",
        "thanks": "You are welcome! Ask whenever there is more to look up.",
        "who": (
            "I look things up: ask a question, and I search, open what fits, and answer with numbered sources. "
            "Right now a rehearsal model speaks for me, which follows rules and quotes whole sentences."
        ),
        "translate": (
            "I am a rehearsal model and cannot translate; with a real language model behind it this bot could."
        ),
        "today": "Today is {today} where you are.",
        "otherwise": (
            "I am a rehearsal model and good for looking things up only: ask me a question that a source could "
            "answer."
        ),
        "closing": "_Rehearsal model: rules, no understanding._",
        "nothing": "None of the sources I opened answers this.",
        "summary": "What was said in this thread:",
        "decided": "What was decided, as far as messages say so:",
        "said": "Who said so:",
        "open": "What seems to be open:",
        "worth": ", which is worth knowing beforehand.",
        "limited": "The source says “{word}”, which is left out here.",
    },
    "German": {
        "greeting": "Hallo! Stell mir eine Frage, und ich suche Quellen, die sie beantworten.",
        "thanks": "Gern geschehen! Frag, wenn es mehr nachzuschlagen gibt.",
        "who": (
            "Ich schlage nach: Auf eine Frage hin suche ich, öffne, was passt, und antworte mit nummerierten "
            "Quellen. Im Moment spricht ein Probemodell für mich, das Regeln befolgt und ganze Sätze zitiert."
        ),
        "translate": "Ich bin ein Probemodell und kann nicht übersetzen; mit einem echten Sprachmodell ginge es.",
        "today": "Heute ist bei dir {today}.",
        "otherwise": "Ich bin ein Probemodell und kann nur nachschlagen: Frag, was eine Quelle beantwortet.",
        "closing": "_Probemodell: Regeln, kein Verstehen._",
        "nothing": "Keine der Quellen, die ich geöffnet habe, beantwortet das.",
        "summary": "Was in diesem Thread gesagt wurde:",
        "decided": "Was beschlossen wurde, soweit Nachrichten es sagen:",
        "said": "Wer das gesagt hat:",
        "open": "Was offen scheint:",
        "worth": ", was man vorher wissen sollte.",
        "limited": "Die Quelle sagt „{word}“, was hier fehlt.",
    },
    "Polish": {
        "greeting": "Cześć! Zadaj mi pytanie, a poszukam źródeł, które na nie odpowiadają.",
        "thanks": "Nie ma za co! Pytaj, gdy znów trzeba będzie coś sprawdzić.",
        "who": (
            "Szukam informacji: na pytanie szukam, otwieram to, co pasuje, i odpowiadam z numerowanymi źródłami. "
            "Teraz mówi za mnie model próbny, który stosuje reguły i cytuje całe zdania."
        ),
        "translate": "Jestem modelem próbnym i nie umiem tłumaczyć; z prawdziwym modelem językowym ten bot by umiał.",
        "today": "Dziś jest u Ciebie {today}.",
        "otherwise": "Jestem modelem próbnym i umiem tylko szukać: zapytaj o coś, na co odpowie źródło.",
        "closing": "_Model próbny: reguły, bez rozumienia._",
        "nothing": "Żadne z otwartych źródeł na to nie odpowiada.",
        "summary": "Co powiedziano w tym wątku:",
        "decided": "Co ustalono, o ile mówią to wiadomości:",
        "said": "Kto to powiedział:",
        "open": "Co wydaje się otwarte:",
        "worth": ", o czym warto wiedzieć wcześniej.",
        "limited": "Źródło mówi „{word}”, czego tu brakuje.",
    },
    "Spanish": {
        "greeting": "¡Hola! Hazme una pregunta y buscaré fuentes que la respondan.",
        "thanks": "¡De nada! Pregunta cuando haya algo más que buscar.",
        "who": (
            "Busco información: ante una pregunta busco, abro lo que encaja y respondo con fuentes numeradas. "
            "Ahora habla por mí un modelo de ensayo, que sigue reglas y cita frases enteras."
        ),
        "translate": "Soy un modelo de ensayo y no sé traducir; con un modelo de lenguaje real, este bot podría.",
        "today": "Hoy es {today} donde estás.",
        "otherwise": "Soy un modelo de ensayo y solo sé buscar: pregunta algo que una fuente pueda responder.",
        "closing": "_Modelo de ensayo: reglas, sin comprensión._",
        "nothing": "Ninguna de las fuentes que abrí responde a esto.",
        "summary": "Lo que se dijo en este hilo:",
        "decided": "Lo que se decidió, según los mensajes:",
        "said": "Quién lo dijo:",
        "open": "Lo que parece abierto:",
        "worth": ", algo que conviene saber antes.",
        "limited": "La fuente dice «{word}», que aquí falta.",
    },
    "French": {
        "greeting": "Bonjour ! Posez-moi une question et je chercherai des sources qui y répondent.",
        "thanks": "Je vous en prie ! Demandez quand il y aura autre chose à chercher.",
        "who": (
            "Je cherche des informations : à une question, je cherche, j'ouvre ce qui convient et je réponds avec "
            "des sources numérotées. Pour l'instant, un modèle d'essai parle pour moi ; il suit des règles et "
            "cite des phrases entières."
        ),
        "translate": "Je suis un modèle d'essai et ne sais pas traduire ; un vrai modèle de langue le saurait.",
        "today": "Chez vous, nous sommes le {today}.",
        "otherwise": (
            "Je suis un modèle d'essai et ne sais que chercher : posez une question à laquelle une source peut "
            "répondre."
        ),
        "closing": "_Modèle d'essai : des règles, aucune compréhension._",
        "nothing": "Aucune des sources que j'ai ouvertes n'y répond.",
        "summary": "Ce qui a été dit dans ce fil :",
        "decided": "Ce qui a été décidé, d'après les messages :",
        "said": "Qui l'a dit :",
        "open": "Ce qui semble ouvert :",
        "worth": ", ce qu’il est bon de savoir avant.",
        "limited": "La source dit « {word} », ce qui manque ici.",
    },
    "Japanese": {
        "greeting": "こんにちは。質問をどうぞ。答えになる情報源を探します。",
        "thanks": "どういたしまして。また調べることがあれば聞いてください。",
        "who": (
            "調べものをします。質問を受けると検索し、合うものを開き、番号つきの情報源とともに答えます。"
            "今は、規則に従って文をそのまま引用する練習用モデルが代わりに話しています。"
        ),
        "translate": "練習用モデルなので翻訳はできません。本物の言語モデルを使えばできます。",
        "today": "そちらの今日の日付は {today} です。",
        "otherwise": "練習用モデルなので、調べることしかできません。情報源が答えられる質問をどうぞ。",
        "closing": "_練習用モデル：規則だけで、理解はしません。_",
        "nothing": "開いた情報源の中に答えはありませんでした。",
        "summary": "このスレッドで話されたこと：",
        "decided": "メッセージから分かる、決まったこと：",
        "said": "それを言った人：",
        "open": "まだ決まっていないこと：",
        "worth": "、これは事前に知っておくとよいでしょう。",
        "limited": "出典には「{word}」とありますが、ここにはありません。",
    },
}
