"""The magnitudes and units that stand behind numbers, and currencies before them. Pure tables."""

from __future__ import annotations

from decimal import Decimal

from agent.documents.words import listed
from agent.grounding.numerals import table

Unit = tuple[Decimal, str]  # how many of the base unit of its kind, and that

MAGNITUDES = {
    word: int(value)
    for word, value in table("""
        3: k thousand thousands tsd tausend tys tysiąc tysiące tysięcy mil mille millier milliers mila migliaia
        3: milhar
        3: milhares duizend tusen tusind tisíc tisíce tis bin тыс тысяч тысячи тысяча тысячу тисяч тисячі
        3: тисяча 千
        3: ألف آلاف हज़ार हजार 천
        4: 万 萬 만
        5: lakh lakhs lac लाख
        7: crore crores करोड़
        6: million millions mio millionen mln milion miliona miliony milionów milionach millón millon millones
        6: mn 百万
        6: milione milioni milhão milhões miljoen miljoner miljon millioner mill milyon milionu milionů
        6: млн миллион миллиона миллионов миллионы мільйон мільйона мільйони мільйонів مليون ملايين मिलियन
        8: 億 亿 억
        9: billion billions bn mrd milliarde milliarden milliard milliards mld mds miliard miliarda miliardy
        9: miliardów
        9: md miliardo miliardi bilhão bilhões miljard miljarder milliarder mia milyar
        9: млрд миллиард миллиарда миллиардов миллиарды мільярд мільярда мільярди мільярдів مليار مليارات अरब
        15: quadrillion quadrillions
        18: quintillion quintillions
        12: trillion trillions billionen bilion biliony bilionów billón billon billones tn biljoen trilhão
        12: trilhões
        12: bilioni bilionů trilyon трлн триллион триллиона триллионов трильйон трильйонів تريليون 兆 조
    """).items()
}
_WORDS = table("""
    1 %: % ％ percent pct prozent procent procenta procentów proc パーセント percento porcento procentu yüzde процент
    1 %: процента процентов процентів
    1 %: प्रतिशत 퍼센트
    0.1 %: ‰ promille promil
    10 %: 割 成
    1 pp: pp ppt ポイント pps
    0.01 pp: bps
    1 EUR: € eur euro euros eura ユーロ евро євро يورو यूरो 유로
    1000 EUR: keur
    1000000 EUR: meur
    1 USD: $ usd us$ dollar dollars ドル buck bucks dólar dólares dolarów dolary dolara dollari
    1 USD: dolar dolarů доллар доллара долларов доларів دولار डॉलर 달러
    1 GBP: £ gbp pound pounds sterline
    1 JPY, 1 CNY: ¥ ￥
    1 JPY: jpy yen 円
    1 CNY: cny rmb yuan 元 人民币 块
    1 INR: ₹ inr rs rupee rupees rupien रुपये रुपए
    1 KRW: ₩ krw ウォン 원
    1 RUB: ₽ rub rubel ruble rubles руб рубль рубля рублей рублів
    1 UAH: ₴ uah грн гривень гривні гривня
    1 BRL: r$ brl reais
    1 TRY: ₺ lira
    1 CZK: kč czk korun koruny koruna
    1 SEK, 1 NOK, 1 DKK: kr kronor kroner kronen koron
    1000000 SEK, 1000000 NOK, 1000000 DKK: mkr mnkr
    1000000 SEK: msek
    1 SEK: sek
    1 NOK: nok
    1 DKK: dkk
    1 HUF: huf forint
    1 CAD: cad c$
    1 AUD: aud a$
    0.01 GBP: pence penny p
    0.01 USD, 0.01 EUR: cent cents ct cts ¢ céntimos centavos セント
    0.01 EUR, 0.01 CHF: centime centimes
    0.01 CHF: rappen
    1 CHF: franchi
    0.01 PLN: grosz grosze groszy gr
    1 PLN: zł pln złoty złotych złote
    1 CHF: chf franken franc francs
    1 m: m 米 meter meters metre metres metrów metry metr metro metros mètre mètres メートル
    1 m: metri метр метра метров метрів
    1000 m: km 公里 kilometer kilometers kilometre kilometres kilometern kilometrów kilómetro kilómetros
    1000 m: kilomètre kilomètres quilômetro quilômetros キロメートル chilometro chilometri quilómetro quilómetros
    1000 m: kilometrů км километр километра километров кілометрів किलोमीटर किमी 킬로미터
    0.01 m: cm centimeter centimeters centimetre centimetres zentimeter centymetrów centímetros centimètres センチ
    0.01 m: centimetri см сантиметров
    0.001 m: mm millimeter millimeters millimetre millimetres milímetros milimetrów millimètres ミリ
    0.001 m: millimetri мм
    1 m2: m2 qm quadratmeter quadratmetern kvadratmeter 平方メートル 平方米
    0.000001 m: µm micrometre micrometres micrometer micrometers mikrometer micron microns
    0.000000001 m: nm nanometre nanometres nanometer nanometers
    1000000 m2: km2 quadratkilometer quadratkilometern 平方キロメートル 平方公里
    0.0001 m2: cm2
    10000 m2: ha hectare hectares hektar hektare hektarów hektary hectárea hectáreas ettari ettaro hektarů га
    10000 m2: гектар гектара гектаров гектарів ヘクタール 公顷
    1 acre: acre acres
    1 ft2: sqft
    1 m3: m3 kubikmeter kubikmetern 立方メートル 立方米
    0.000001 m3: cm3
    0.001 m3: l ℓ liter liters litern litre litres litrów litry litra litro litros litri litrů литр литра
    0.001 m3: литров літрів リットル 升
    0.00001 m3: cl centilitres centilitre zentiliter
    0.0001 m3: dl
    0.1 m3: hl hectolitres hectolitre hektoliter
    0.000001 m3: ml milliliter milliliters millilitre millilitres mililitrów
    1 mile: mile miles mi
    1 in: inch inches zoll cali pulgadas pouces インチ
    1 ft: ft foot feet
    1 g: g 克 gram grams gramm gramów gramos gramme grammes グラム
    1000 g: kg kilo kilos kilogram kilograms kilogramm kilogramów kilogramos kilogrammes
    1000 g: kilogramy 公斤 キロ キログラム chilo chilogrammo chilogrammi quilo quilos quilograma quilogramas
    1000 g: kilogramů кг килограмм килограмма килограммов кілограмів किलो किलोग्राम 킬로그램
    0.001 g: mg milligram milligrams milligramm
    0.000001 g: µg mcg microgram micrograms mikrogramm microgrammes microgramos mikrogramów マイクログラム 微克
    0.000000001 g: ng nanogram nanograms
    1000000 g: t 吨 ton tons tonne tonnes tonnen toneladas tonelada tonnellata tonnellate тонн тонна тонны टन 톤
    1000000000 g: kt kilotonnes
    1 lb: lb lbs
    1 s: s sec secs second seconds sekunde sekunden sekund sekundy segundo segundos seconde secondes 秒 秒間
    1 s: secondi
    1 s: seconden sekunder сек секунд секунды секунда 秒钟
    0.001 s: ms millisecond milliseconds millisekunden
    0.000001 s: µs microsecond microseconds mikrosekunden
    0.000000001 s: ns nanosecond nanoseconds
    60 s: min mins minute minutes minuten minut minuty minutę minuto minutos 分 minuti minuter minutter dakika
    60 s: мин минут минуты минута хвилин хвилини मिनट
    60 s: 分間 分钟
    3600 s: h hr hrs hour hours stunde stunden godzin godziny godzina godzinę godzinie std hora horas
    3600 s: ora ore uur uren timmar timer hodin hodiny hodina saat час часа часов годин години ساعة ساعات घंटे
    3600 s: 시간
    3600 s: heure heures 時間 小时 小時
    86400 s: day days tag tage tagen dni dzień día días jour jours 日 日間 天 giorno giorni
    86400 s: dia dias dagen dagar dage dager dny dnů день дня дней днів दिन أيام
    1209600 s: fortnight fortnights
    604800 s: week weeks woche wochen tygodni tygodnie tygodniach tydzień semana semanas semaine semaines
    604800 s: settimana settimane weken veckor uger uker týdnů týdny hafta недель недели
    604800 s: неделя тижнів тижні सप्ताह 週 週間 周
    1 month: month months monat monate monaten miesięcy miesiące miesiąc mes meses mois mese mesi mês maand
    1 month: maanden månader måneder měsíců měsíce
    1 month: месяц месяца месяцев місяців місяці महीने か月 ヶ月 カ月 ヵ月 个月 個月
    12 month: year years yrs yr jahr jahre jahren jährige jähriger jährigen lat
    12 month: letni letnia letnie letniej letniego letnich
    12 month: lata rok año años an ans année années anni ano anos jaren år yıl лет років роки साल वर्ष 年 年間 歳 才
    12 month: 岁 周年 週年
    1 B: byte bytes
    1024 B: kib kibibyte kibibytes
    1048576 B: mib mebibyte mebibytes
    1073741824 B: gib gibibyte gibibytes
    1099511627776 B: tib tebibyte tebibytes
    1000 B: kb kilobyte kilobytes
    1000000 B: mb megabyte megabytes
    1000000000 B: gb gigabyte gigabytes
    1000000000000 B: tb terabyte terabytes
    1 W: w watt watts
    1000 W: kw kilowatt kilowatts キロワット 千瓦
    1000000 W: mw megawatt megawatts メガワット 兆瓦
    1000000000 W: gw gigawatt gigawatts
    1 Wh: wh watt-hour watt-hours wattstunden
    1000 Wh: kwh kilowatt-hour kilowatt-hours kilowattstunde kilowattstunden kilowattheure kilowattheures
    1000 Wh: kilovatios-hora kilowatogodzin キロワット時
    1000000 Wh: mwh megawatt-hour megawatt-hours megawattstunde megawattstunden メガワット時
    1000000000 Wh: gwh gigawatt-hour gigawatt-hours gigawattstunde gigawattstunden ギガワット時
    1000000000000 Wh: twh terawatt-hour terawatt-hours terawattstunde terawattstunden
    1 C: °c ℃ celsius
    1 F: °f ℉ fahrenheit
    1 C, 1 F: ° degrees grad stopni stopnie degrés grados 度
    1 bit: bit bits
    1000 bit: kbit kbits kbps
    1000000 bit: mbit mbits mbps megabit megabits
    1000000000 bit: gbit gbits gbps gigabit gigabits
    1 mph: mph
    1 kn: kn knot knots
    1 Hz: hz
    1000000 Hz: mhz
    1000000000 Hz: ghz
""")


def _read(written: str) -> tuple[Unit, ...]:
    pairs = (one.split(" ") for one in written.split(", "))
    return tuple((Decimal(factor), unit) for factor, unit in pairs)


# What a unit may mean: a cent is one of a dollar or of a euro, a degree one of either scale.
UNITS: dict[str, tuple[Unit, ...]] = {word: _read(written) for word, written in _WORDS.items()}
# What only capitals tell apart: "MW" and "mW", "MB" and "Mb".
EXACT: dict[str, tuple[Unit, ...]] = {
    written: _read(said)
    for written, said in {
        "mW": "0.001 W", "mWh": "0.001 Wh", "kb": "1000 B, 1000 bit", "Kb": "1000 bit", "Mb": "1000000 bit",
        "Gb": "1000000000 bit", "Tb": "1000000000000 bit",
    }.items()
}  # fmt: skip
CURRENCIES = listed("eur usd gbp jpy cny inr krw rub czk sek nok dkk huf cad aud pln chf uah brl")
