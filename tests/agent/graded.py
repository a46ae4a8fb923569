"""Claims beside what their source says, and the grade a careful reader would give: written by hand, in six languages.

`asks` says what makes the case: what was changed, or how it was said otherwise. A paraphrase that shares no words with
its source and a swap of roles are in it as well; code cannot see either, and the figures say so.
"""

from __future__ import annotations

from dataclasses import dataclass

from agent.facts import Grade, Passage


@dataclass(frozen=True)
class Case:
    language: str
    asks: str
    claim: str
    page: str
    grade: Grade


PAGES = {
    "reader": "# Kindle Paperwhite review\n\nThe Paperwhite costs 129 euros and weighs 205 grams. It was released on 3 November "
    "2024 in Germany.\nThe screen is seven inches wide and the device is waterproof. The battery lasts up to ten weeks.\n"
    "It is not suited for reading comics, since the screen shows no colours. Anna Berger, who tested it for two months, "
    "praised the warm light. Storage is 16 GB; about 1,600 books fit on it.",
    "ferry": "# Ferries to the islands\n\nThe ferry from Norddeich to Juist runs once a day, depending on the tide. The crossing "
    "takes 90 minutes and a return ticket costs $44.50 for adults. Dogs travel for free, but bicycles are not allowed on "
    "board.\n\n| Month | Departures | Passengers |\n|---|---|---|\n| June | 34 | 18,200 |\n| July | 62 | 44,310 |\n\n"
    "In 2023 the company, Frisia Lines, carried 1.7 million passengers. Its director, Michael Garrels, expects 12 percent "
    "more in 2025. Tickets can be refunded until 24 hours before departure.",
    "koa": "# Koa 2\n\nIn Koa 2 the body of a request is read with `koa-body`. Call `app.use(koaBody({ multipart: true }))` before "
    "the router. The option `jsonLimit` defaults to 1mb; `formLimit` defaults to 56kb. Version 6.0.1 requires Node.js 16. "
    "Generators were removed in Koa v3.0.0.",
    "rail": "# Deutsche Bahn\n\nDie Deutsche Bahn hat 2023 einen Verlust von 2,4 Milliarden Euro gemacht. Der Umsatz sank um "
    "13 Prozent auf 45,2 Mrd. Euro. Bahnchef Richard Lutz kündigte an, bis 2027 rund 10.000 Stellen zu streichen. "
    "Pünktlich waren 64,0 Prozent der Fernzüge. Die Generalsanierung der Riedbahn begann am 15. Juli 2024 und dauerte fünf "
    "Monate. Hunde dürfen ohne Maulkorb nicht mitfahren.",
    "wawel": "# Zamek na Wawelu\n\nZamek Królewski na Wawelu jest otwarty od wtorku do niedzieli w godzinach 9.00-17.00. Bilet "
    "normalny kosztuje 49 zł, a ulgowy 34 zł. W 2023 roku muzeum odwiedziło 2,6 mln osób. Dyrektorem zamku jest od 2020 "
    "roku Andrzej Betlej. W listopadzie wstęp jest bezpłatny w poniedziałki. Nie wolno wnosić dużych plecaków.",
    "prado": "# Museo del Prado\n\nEl Museo del Prado abre de lunes a sábado de 10 a 20 horas. La entrada general cuesta 15 euros "
    "y es gratuita para menores de 18 años. En 2023 el museo recibió 3.337.550 visitantes, un 30 % más que en 2022. Su "
    "director es Miguel Falomir desde el 17 de marzo de 2017. No se permite hacer fotografías en las salas.",
    "tgv": "# TGV Paris-Lyon\n\nLe TGV relie Paris à Lyon en 1 h 56. La ligne a été inaugurée le 27 septembre 1981 par François "
    "Mitterrand. Environ 44 millions de voyageurs l'empruntent chaque année. Le billet coûte à partir de 25 euros. Les vélos "
    "non démontés ne sont pas acceptés. En 2023, 87 % des trains sont arrivés à l'heure.",
    "shinkansen": "# 北陸新幹線\n\n北陸新幹線は2024年3月16日に金沢から敦賀まで延伸された。東京・敦賀間の所要時間は最短3時間8分である。"
    "建設費は約1兆6779億円だった。1日の利用者は約4,400万人ではなく約4万4000人とされる。運賃は16,360円。"
    "社長の長谷川一明氏は「利用は好調だ」と述べた。自転車はそのままでは持ち込めない。",
    "pump": "Heat pump sales in Europe fell in 2024, according to the European Heat Pump Association (EHPA). Sales in "
    "13 European countries dropped by an average of 23 percent, from 2.6 million to 2.0 million units. The "
    "steepest decline was in Belgium (52%) and Germany (48%). \"The market needs stable policy,\" said Paul "
    "Kenny, director general of the EHPA, in Brussels on Tuesday. Only the UK saw growth: sales there rose 63%"
    " to almost 100,000 units, helped by a subsidy of £7,500 per household. France, the largest market, "
    "recorded 500,000 units, down 24%. Bosch and Vaillant cut around 4,000 jobs, while Daikin postponed its "
    "factory in Łódź until mid-2026. Interest rates and cheap gas were named as the main reasons. In Norway "
    "two thirds of homes already have a heat pump. The association was founded in 2000 and has more than 170 "
    "members.",
    "stadt": "Die Stadt Freiburg will bis 2035 klimaneutral werden. Oberbürgermeister Martin Horn stellte am Montag den"
    " neuen Klimaplan vor. Dafür sind jährlich 120 Millionen Euro vorgesehen, vor allem für den Ausbau der "
    "Fernwärme und der Straßenbahn. Die Linie 7 soll ab Frühjahr 2028 bis nach Gundelfingen fahren; der Bau "
    "kostet 86,4 Millionen Euro, wovon der Bund 75 Prozent übernimmt. Die Grünen im Gemeinderat begrüßten den "
    "Plan, die FDP lehnte ihn ab. Das Freiburger Unternehmen Badenova liefert schon heute Wärme an 27.000 "
    "Haushalte. Kritik kam vom Verband Haus und Grund: Eigentümer dürften nicht zum Anschluss gezwungen "
    "werden. Professorin Lena Hoffmann vom Öko-Institut nennt die Ziele ehrgeizig, aber erreichbar.",
    "miasto": "Wrocław uruchomi w marcu 2027 roku nową linię tramwajową na Jagodno. Budowa trwała trzy lata i kosztowała"
    " 343 mln zł. Trasa ma 4,3 km długości i 9 przystanków. Prezydent Jacek Sutryk zapowiedział, że tramwaj "
    "linii 13 będzie kursował co 8 minut. Przewoźnik MPK kupił 24 nowe składy od firmy Pesa z Bydgoszczy. "
    "Mieszkańcy Jagodna czekali na tramwaj od 2015 roku, kiedy odbyło się referendum. Bilety nie zdrożeją w "
    "tym roku.",
}  # fmt: skip


def passages(page: str) -> list[Passage]:
    return [Passage(address=f"https://{page}.test/", title="", where="whole page", text=PAGES[page])]


def _cases(page: str, language: str, *rows: tuple[Grade, str, str]) -> tuple[Case, ...]:
    return tuple(Case(language, asks, claim, page, grade) for grade, asks, claim in rows)


# Those about pumps, the town and the tramway were written before the grader was tried on them, and were all that the
# names of countries, lone German nouns and foreign names in a sentence were mended by.
CASES: tuple[Case, ...] = (
    *_cases(
        "reader", "en",
        ("quoted", "verbatim", "The Paperwhite costs 129 euros and weighs 205 grams."),
        ("quoted", "verbatim, a part", "The battery lasts up to ten weeks"),
        ("quoted", "a quote", "The review says it “is not suited for reading comics”."),
        ("supported", "said otherwise", "At 129 €, the Paperwhite weighs 205 g."),
        ("supported", "two sentences", "The Paperwhite is waterproof and costs 129 euros."),
        ("supported", "units", "It weighs 0.205 kg."),
        ("supported", "date in another order", "It was released in Germany on Nov 3, 2024."),
        ("supported", "date, less of it", "It was released in Germany in November 2024."),
        ("supported", "magnitude", "About 1.6k books fit on its storage of 16 GB."),
        ("supported", "number in words", "The screen is 7 inches wide."),
        ("supported", "who said it", "Tester Anna Berger praised the warm light."),
        ("weak", "number changed", "The Paperwhite costs 139 euros and weighs 205 grams."),
        ("weak", "number changed", "It weighs 215 grams and costs 129 euros."),
        ("weak", "year changed", "It was released on 3 November 2023 in Germany."),
        ("weak", "date changed", "It was released on 8 November 2024 in Germany."),
        ("weak", "name swapped", "Clara Berger tested it for two months and praised the warm light."),
        ("weak", "name swapped", "It was released on 3 November 2024 in Austria."),
        ("weak", "clause added", "The Paperwhite costs 129 euros and supports wireless charging through a dock."),
        ("weak", "negated", "The device is not waterproof."),
        ("weak", "negated", "It is suited for reading comics."),
        ("weak", "a made-up quote", "The review calls it “the best reader on the market”."),
        ("not found", "unsupported", "Its speaker plays audiobooks through a Bluetooth headset."),
        ("not found", "unsupported", "Customers complain about slow page turns."),
    ),
    *_cases(
        "ferry", "en",
        ("supported", "row of a table", "July: 62 departures, 44,310 passengers"),
        ("supported", "magnitude", "Frisia Lines carried 1,700,000 passengers in 2023."),
        ("supported", "percent", "Michael Garrels expects 12 % more in 2025."),
        ("supported", "currency", "A return ticket for adults is 44.50 USD."),
        ("supported", "units", "The crossing from Norddeich to Juist takes 1.5 hours."),
        ("supported", "units", "Tickets are refunded up to one day before departure."),
        ("supported", "negation kept", "Bicycles aren't allowed on board."),
        ("weak", "row of a table, wrong", "July: 64 departures, 44,310 passengers"),
        ("weak", "magnitude changed", "Frisia Lines carried 17 million passengers in 2023."),
        ("weak", "percent changed", "Michael Garrels expects 21 % more in 2025."),
        ("weak", "name swapped", "The ferry from Norddeich to Borkum takes 90 minutes."),
        ("weak", "name swapped", "AG Ems carried 1.7 million passengers in 2023."),
        ("weak", "negated", "Bicycles are allowed on board."),
        ("weak", "clause added", "Dogs travel for free, and a veterinary certificate must be shown at the pier."),
        ("weak", "roles swapped", "The ferry runs from Juist to Norddeich once a day, and Norddeich is the island."),
        ("not found", "unsupported", "A restaurant serves breakfast until noon."),
        ("supported", "paraphrase", "You can take your dog along at no charge."),
    ),
    *_cases(
        "koa", "en",
        ("supported", "identifiers", "Use `koa-body` to read a request's body in Koa 2."),
        ("supported", "identifiers", "`jsonLimit` is 1mb by default, `formLimit` 56kb."),
        ("supported", "version", "koa-body 6.0.1 requires Node.js 16."),
        ("supported", "code", "```js\napp.use(koaBody({ multipart: true }))\n```"),
        ("weak", "identifier made up", "`bodyLimit` defaults to 1mb."),
        ("weak", "version changed", "Version 6.1.0 requires Node.js 16."),
        ("weak", "code made up", "```js\napp.use(koaBody({ encoding: 'gzip' }))\n```"),
        ("weak", "version changed", "Generators were removed in Koa v2.0.0."),
    ),
    *_cases(
        "rail", "de",
        ("quoted", "verbatim", "Der Umsatz sank um 13 Prozent auf 45,2 Mrd. Euro."),
        ("supported", "magnitude", "2023 machte die Deutsche Bahn 2.400 Mio. Euro Verlust."),
        ("supported", "said otherwise", "Laut Bahnchef Richard Lutz sollen bis 2027 etwa 10 000 Stellen gestrichen werden."),
        ("supported", "percent", "64 % der Fernzüge waren pünktlich."),
        ("supported", "date", "Die Generalsanierung der Riedbahn begann am 15.07.2024."),
        ("weak", "number changed", "Der Umsatz sank um 31 Prozent auf 45,2 Mrd. Euro."),
        ("weak", "name swapped", "Laut Bahnchef Rüdiger Grube sollen bis 2027 rund 10.000 Stellen gestrichen werden."),
        ("weak", "date changed", "Die Generalsanierung der Riedbahn begann am 15. Juni 2024."),
        ("weak", "negated", "Der Umsatz sank nicht um 13 Prozent."),
        ("weak", "clause added", "Pünktlich waren 64 Prozent der Fernzüge, und das Bordrestaurant wurde überall abgeschafft."),
        ("not found", "unsupported", "Reservierungen kosten ab Dezember extra."),
    ),
    *_cases(
        "wawel", "pl",
        ("quoted", "verbatim", "Bilet normalny kosztuje 49 zł, a ulgowy 34 zł."),
        ("supported", "magnitude", "W 2023 roku muzeum odwiedziło 2 600 000 osób."),
        ("supported", "name inflected", "Zamkiem od 2020 roku kieruje dyrektor Andrzej Betlej."),
        ("supported", "negation kept", "Dużych plecaków nie wolno wnosić."),
        ("weak", "number changed", "Bilet normalny kosztuje 59 zł, a ulgowy 34 zł."),
        ("weak", "year changed", "W 2022 roku muzeum odwiedziło 2,6 mln osób."),
        ("weak", "name swapped", "Dyrektorem zamku jest od 2020 roku Jan Ostrowski."),
        ("weak", "negated", "Wolno wnosić duże plecaki."),
        ("not found", "unsupported", "Parking przy bramie czynny całą dobę."),
    ),
    *_cases(
        "prado", "es",
        ("quoted", "verbatim", "La entrada general cuesta 15 euros y es gratuita para menores de 18 años."),
        ("supported", "magnitude", "En 2023 el museo recibió unos 3,3 millones de visitantes."),
        ("supported", "date", "Miguel Falomir es director desde el 17/03/2017."),
        ("supported", "percent", "Los visitantes aumentaron un 30 por ciento respecto a 2022."),
        ("weak", "number changed", "La entrada general cuesta 18 euros."),
        ("weak", "name swapped", "Su director es Miguel Zugaza desde el 17 de marzo de 2017."),
        ("weak", "date changed", "Miguel Falomir es director desde el 17 de mayo de 2017."),
        ("weak", "negated", "Se permite hacer fotografías en las salas."),
        ("not found", "unsupported", "La cafetería ofrece menús vegetarianos."),
    ),
    *_cases(
        "tgv", "fr",
        ("quoted", "verbatim", "Environ 44 millions de voyageurs l'empruntent chaque année."),
        ("supported", "date", "La ligne Paris-Lyon a été inaugurée par François Mitterrand le 27/09/1981."),
        ("supported", "percent", "87 pour cent des trains sont arrivés à l'heure en 2023."),
        ("weak", "number changed", "Le billet coûte à partir de 35 euros."),
        ("weak", "year changed", "En 2022, 87 % des trains sont arrivés à l'heure."),
        ("weak", "name swapped", "La ligne a été inaugurée le 27 septembre 1981 par Jacques Chirac."),
        ("weak", "negated", "Les vélos non démontés sont acceptés."),
        ("not found", "unsupported", "Une réservation de groupe exige un acompte."),
    ),
    *_cases(
        "shinkansen", "ja",
        ("quoted", "verbatim", "運賃は16,360円。"),
        ("quoted", "a quote", "長谷川一明氏は「利用は好調だ」と述べた。"),
        ("supported", "date", "北陸新幹線は2024/03/16に敦賀まで延伸された。"),
        ("supported", "magnitude", "建設費は約1.6779兆円だった。"),
        ("weak", "number changed", "運賃は18,360円である。"),
        ("weak", "date changed", "北陸新幹線は2024年5月16日に敦賀まで延伸された。"),
        ("weak", "name swapped", "社長の山田太郎氏は利用は好調だと述べた。"),
        ("weak", "negated", "自転車はそのままで持ち込める。"),
        ("not found", "unsupported", "駅弁の販売は終了した。"),
    ),
    *_cases(
        "rail", "en on de",
        ("translated", "numbers and a quote", "Deutsche Bahn lost 2.4 billion euros in 2023 (“einen Verlust von 2,4 Milliarden Euro”)."),
        ("weak", "no quote", "Deutsche Bahn lost 2.4 billion euros in 2023 and its revenue fell by 13 percent."),
        ("weak", "a number changed", "Deutsche Bahn lost 4.2 billion euros in 2023 (“einen Verlust von 2,4 Milliarden Euro”)."),
        ("weak", "a made-up quote", "Of its trains 64 percent were on time (“so pünktlich wie noch nie zuvor”)."),
        ("weak", "unsupported", "The staff of the company is to receive a bonus before the end of the year."),
    ),
    *_cases(
        "shinkansen", "en on ja",
        ("translated", "numbers and a quote", "The line was extended to Tsuruga on March 16, 2024 (「金沢から敦賀まで延伸された」)."),
        ("weak", "no quote", "The line was extended to Tsuruga on March 16, 2024, and the fare is 16,360 yen."),
        ("weak", "a number changed", "The fare is 16,630 yen (「運賃は16,360円」)."),
    ),
    *_cases(
        "ferry", "de on en",
        ("translated", "numbers and a quote", "Die Überfahrt dauert 90 Minuten („The crossing takes 90 minutes“)."),
        ("weak", "no quote", "Die Überfahrt von Norddeich nach Juist dauert 90 Minuten, und die Hunde fahren umsonst mit."),
    ),
    *_cases(
        "pump", "en",
        ("supported", "said otherwise", "European heat pump sales declined by 23% on average across 13 countries in 2024."),
        ("supported", "said otherwise", "Sales went down from 2.6 million to 2 million units."),
        ("supported", "said otherwise", "Belgium saw the sharpest drop at 52%, followed by Germany at 48%."),
        ("supported", "said otherwise", "The UK was the only market that grew: sales increased by 63% to nearly 100,000."),
        ("supported", "said otherwise", "British households receive a £7,500 subsidy."),
        ("supported", "said otherwise", "France remained the biggest market with 500,000 units sold, a decrease of 24%."),
        ("supported", "said otherwise", "Bosch and Vaillant together cut about 4,000 jobs."),
        ("supported", "said otherwise", "Daikin delayed its Łódź plant to mid-2026."),
        ("supported", "paraphrase", "High interest rates and low gas prices were cited as the key causes."),
        ("supported", "said otherwise", "EHPA director general Paul Kenny called for stable policy."),
        ("supported", "said otherwise", "Founded in 2000, the EHPA has over 170 members."),
        ("supported", "said otherwise", "Two thirds of Norwegian homes already have a heat pump."),
        ("supported", "said otherwise", "**Germany:** −48 %"),
        ("weak", "number changed", "European heat pump sales declined by 32% on average across 13 countries in 2024."),
        ("weak", "number changed", "Bosch and Vaillant together cut about 14,000 jobs."),
        ("weak", "year changed", "Daikin delayed its Łódź plant to mid-2027."),
        ("weak", "name swapped", "Viessmann and Vaillant cut around 4,000 jobs."),
        ("weak", "name swapped", "EHPA director general Thomas Nowak called for stable policy."),
        ("weak", "name swapped", "Only Ireland saw growth, with sales up 63%."),
        ("weak", "roles swapped", "Germany saw the steepest decline with 52%, Belgium 48%."),
        ("weak", "clause added", "France recorded 500,000 units, down 24%, because its main subsidy scheme ran out in spring."),
        ("not found", "unsupported", "Air-to-air devices accounted for most installations in southern Europe."),
        ("weak", "negated", "The UK did not see growth."),
    ),
    *_cases(
        "stadt", "de",
        ("supported", "said otherwise", "Freiburg möchte bis 2035 klimaneutral sein."),
        ("supported", "paraphrase", "Jedes Jahr sollen 120 Mio. € in Fernwärme und Straßenbahn fließen."),
        ("supported", "said otherwise", "Die Verlängerung der Linie 7 nach Gundelfingen kostet 86,4 Mio. Euro; 75 % zahlt der Bund."),
        ("supported", "said otherwise", "Badenova versorgt bereits 27 000 Haushalte mit Wärme."),
        ("supported", "said otherwise", "Die FDP hat den Plan abgelehnt, die Grünen haben ihn begrüßt."),
        ("supported", "said otherwise", "Laut Lena Hoffmann vom Öko-Institut sind die Ziele ehrgeizig, aber erreichbar."),
        ("supported", "said otherwise", "OB Martin Horn hat den Klimaplan am Montag vorgestellt."),
        ("supported", "said otherwise", "Haus und Grund will keinen Zwang zum Anschluss der Eigentümer."),
        ("weak", "number changed", "Badenova versorgt bereits 72 000 Haushalte mit Wärme."),
        ("weak", "year changed", "Freiburg möchte bis 2030 klimaneutral sein."),
        ("weak", "name swapped", "Stuttgart möchte bis 2035 klimaneutral sein."),
        ("weak", "name swapped", "Die Verlängerung der Linie 7 nach Denzlingen kostet 86,4 Mio. Euro."),
        ("weak", "name swapped", "Oberbürgermeister Dieter Salomon stellte am Montag den Klimaplan vor."),
        ("weak", "name swapped", "Die CDU lehnte den Plan ab."),
        ("weak", "negated", "Die FDP lehnte den Plan nicht ab."),
        ("weak", "clause added", "Die Linie 7 soll ab Frühjahr 2028 nach Gundelfingen fahren, wobei neue Batteriezüge eingesetzt werden."),
    ),
    *_cases(
        "miasto", "pl",
        ("supported", "said otherwise", "Nowa linia tramwajowa na Jagodno we Wrocławiu ruszy w marcu 2027 r."),
        ("supported", "said otherwise", "Budowa kosztowała 343 miliony złotych i zajęła 3 lata."),
        ("supported", "said otherwise", "Linia o długości 4300 m będzie miała 9 przystanków."),
        ("supported", "said otherwise", "Tramwaj nr 13 pojedzie co 8 min, zapowiedział prezydent Jacek Sutryk."),
        ("supported", "said otherwise", "MPK zamówiło 24 składy w bydgoskiej Pesie."),
        ("supported", "paraphrase", "W tym roku ceny biletów nie wzrosną."),
        ("weak", "name swapped", "MPK kupił 24 nowe składy od firmy Solaris."),
        ("weak", "number changed", "Trasa ma 3,4 km długości i 9 przystanków."),
        ("weak", "date changed", "Linia ruszy w maju 2027 roku."),
        ("weak", "negated", "Bilety zdrożeją w tym roku."),
    ),
)  # fmt: skip
