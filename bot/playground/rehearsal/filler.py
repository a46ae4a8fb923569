"""Function words and the words of asking, in English, German and Polish: they say that somebody asks, not what "
"about."""

from __future__ import annotations


def each(text: str) -> list[str]:
    """The words of a list written as a text."""
    return text.split()


FILLER = frozenset(
    each(
        """
        a about above after again all also am an and any anybody anyone anything are as at be because been
        before being below between both but by can cannot could did do does doing done down during each either
        else every few for from further get gets got had has have having he her here hers him his how however
        i if in into is it its itself just let like made make makes many may me might more most much must my
        need needs no nor not now of off on once only or other others our ours out over own per please quite
        rather said same say says shall she should since so some such than that the their theirs them then
        there these they thing things this those through to too under until up upon us very via was we were
        what when where whether which while who whom whose why will with within without would you your yours
        ask asked find finding found give gives given help know look looking search show tell thanks thank
        want wanted wants wonder dont doesnt isnt whats im ive lets ok okay hi hello hey there anyone somebody
        someone currently exactly actually really question answer different instead ideally preferably nice ll
        re ve
        der die das den dem des ein eine einen einem einer und oder aber ist sind war waren wird werden wie
        was wer wo wann welche welcher welches warum nicht kein keine mit ohne für von zu zum zur im am auf
        aus bei nach über um es ich wir ihr sie uns bitte kann muss soll sich auch noch nur haben hat
        czy jak kto gdzie kiedy ile jaki jaka jakie jest sa byl byla bylo nie tak dla przez przy oraz lub albo
        ale ktory ktora ktore co to ten ta te na po od do ze za jako tylko prosze mam mamy nasz nasze naszej
        sie
        """
    )
)
