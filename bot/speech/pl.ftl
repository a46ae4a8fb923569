# Co Footnote mówi po polsku. Zwraca się na „ty”, jak w zespole, ale grzecznie; o ludziach mówi bez zgadywania rodzaju.

## People

somebody = ktoś
nobody = nikt
approvers = ktoś z prawem zatwierdzania
more-approvers = { $n ->
    [one] jeszcze jedna osoba z prawem zatwierdzania
    [few] jedna z { $n } innych osób z prawem zatwierdzania
    [many] jedna z { $n } innych osób z prawem zatwierdzania
   *[other] jedna z { $n } innych osób z prawem zatwierdzania
}
either = { $one } lub { $other }
list = { $one }, { $other }

## Times and numbers

seconds = { $n } s
minutes = { $n } min
hours = { $n } godz.
hours-minutes = { $h } godz. { $m } min
so-far = dotąd { $time }
this-step = ten krok: { $time }
deep-research = Dogłębne badanie
thinking-hard = Dłuższy namysł
deep-and-hard = Dogłębne badanie, dłuższy namysł
context-filled = kontekst { $n } %
rounds-of = { $n ->
    [one] { $used } z { $n } rundy
    [few] { $used } z { $n } rund
    [many] { $used } z { $n } rund
   *[other] { $used } z { $n } rundy
}
rounds = { $n ->
    [one] { $n } runda
    [few] { $n } rundy
    [many] { $n } rund
   *[other] { $n } rundy
}
tokens = { $n ->
    [one] { $n } token
    [few] { $n } tokeny
    [many] { $n } tokenów
   *[other] { $n } tokena
}
tokens-at-most = najwyżej { $tokens }
cached-share = { $tokens } ({ NUMBER($n, style: "percent") } z pamięci podręcznej)
money = { NUMBER($n, minimumFractionDigits: 2, maximumFractionDigits: 3) } USD
money-at-most = najwyżej { NUMBER($n, minimumFractionDigits: 2, maximumFractionDigits: 3) } USD
money-small = poniżej { NUMBER($n, minimumFractionDigits: 2) } USD
credits = { $n ->
    [one] { $n } kredyt wyszukiwania
    [few] { $n } kredyty wyszukiwania
    [many] { $n } kredytów wyszukiwania
   *[other] { $n } kredytu wyszukiwania
}
steps-taken = { $n ->
    [one] { $n } krok
    [few] { $n } kroki
    [many] { $n } kroków
   *[other] { $n } kroku
}
and-more = i jeszcze { $n }

## Progress: the state in a few words

newer-version = Nad tym pytaniem pracuje dalej nowsza wersja tego programu.
queued = { $n ->
    [one] Czeka, aż skończy się pytanie powyżej…
    [few] Czeka, aż skończą się { $n } pytania powyżej…
    [many] Czeka, aż skończy się { $n } pytań powyżej…
   *[other] Czeka, aż skończy się { $n } pytania powyżej…
}
queued-behind = { $n ->
    [one] Czeka, aż skończy się pytanie powyżej (pyta: { $names })…
    [few] Czeka, aż skończą się { $n } pytania powyżej (pytają: { $names })…
    [many] Czeka, aż skończy się { $n } pytań powyżej (pytają: { $names })…
   *[other] Czeka, aż skończy się { $n } pytania powyżej (pytają: { $names })…
}
reading-thread = Czyta wątek…
understanding = Stara się zrozumieć pytanie…
understanding-again = Stara się zrozumieć, co zostało powiedziane od tamtej pory…
waiting-for-answer = Czeka, aż odpowie { $who }
waiting-for-approval = { $n ->
    [one] { $n } wywołanie czeka na decyzję (decyduje { $who })
    [few] { $n } wywołania czekają na decyzję (decyduje { $who })
    [many] { $n } wywołań czeka na decyzję (decyduje { $who })
   *[other] { $n } wywołania czeka na decyzję (decyduje { $who })
}
doing-search = Szuka…
doing-pages = Czyta strony…
doing-files = Czyta dokumenty…
doing-search-pages = Szuka i czyta strony…
doing-search-files = Szuka i czyta dokumenty…
doing-pages-files = Czyta strony i dokumenty…
doing-everything = Szuka, czyta strony i dokumenty…
doing-call = Używa: { $call }…
doing-calls = { $n ->
    [one] Trwa { $n } wywołanie…
    [few] Trwają { $n } wywołania…
    [many] Trwa { $n } wywołań…
   *[other] Trwa { $n } wywołania…
}
thinking = Zastanawia się, od czego zacząć…
thinking-about-found = Zastanawia się nad tym, co znalazł…
summing-up = Streszcza to, co było do tej pory…
waiting-for-model = Serwer modelu jest przeciążony, czeka chwilę…
waiting-for-budget = Czeka na inne pytania: ich wywołania i moje razem mogą kosztować więcej, niż zostało w budżecie…
writing = { $n ->
    [one] Pisze… { $n } słowo
    [few] Pisze… { $n } słowa
    [many] Pisze… { $n } słów
   *[other] Pisze… { $n } słowa
}
writing-answer = { $n ->
    [one] Pisze odpowiedź… { $n } słowo
    [few] Pisze odpowiedź… { $n } słowa
    [many] Pisze odpowiedź… { $n } słów
   *[other] Pisze odpowiedź… { $n } słowa
}
checking = Sprawdza odpowiedź ze źródłami…
second-look = Czyta szkic po raz drugi…
mending = Poprawia odpowiedź…

## Progress: what was understood

understood = Zrozumiano:
must = Musi:
must-not = Nie może:
preferably = Najlepiej:
unclear = Niejasne:
assumed = Przyjęto:

goes-on-anew = Praca toczy się dalej od tego, czego już próbowano.
goes-on-from = { $n ->
    [one] Praca toczy się dalej z { $n } otwartym wcześniej źródłem.
    [few] Praca toczy się dalej z { $n } otwartymi wcześniej źródłami.
    [many] Praca toczy się dalej z { $n } otwartymi wcześniej źródłami.
   *[other] Praca toczy się dalej z { $n } otwartymi wcześniej źródłami.
}
goes-on-without = { $n ->
    [one] Treść { $n } źródła została już usunięta: w razie potrzeby zostanie otwarte ponownie.
    [few] Treść { $n } źródeł została już usunięta: w razie potrzeby zostaną otwarte ponownie.
    [many] Treść { $n } źródeł została już usunięta: w razie potrzeby zostaną otwarte ponownie.
   *[other] Treść { $n } źródła została już usunięta: w razie potrzeby zostanie otwarte ponownie.
}

## Steps

step = { $what }: { $outcome }
quoted = „{ $words }”
remark = { $who }: „{ $words }”
searched-inside = Wyszukiwanie dostawcy modelu: { $query }
draft-sent-back = { $n ->
    [one] szkic wrócił: { $n } rzecz do poprawy
    [few] szkic wrócił: { $n } rzeczy do poprawy
    [many] szkic wrócił: { $n } rzeczy do poprawy
   *[other] szkic wrócił: { $n } rzeczy do poprawy
}
trying-again = { $what }: nie udało się, jeszcze jedna próba: { $reason }
step-recall = czytanie wątku
step-understand = rozumienie pytania
step-reply = zapytanie do modelu
step-check = sprawdzanie odpowiedzi
no-reason = nie podano powodu
earlier-steps = { $n ->
    [one] { $n } wcześniejszy krok: { $kinds }
    [few] { $n } wcześniejsze kroki: { $kinds }
    [many] { $n } wcześniejszych kroków: { $kinds }
   *[other] { $n } wcześniejszego kroku: { $kinds }
}
count-searches = { $n ->
    [one] { $n } wyszukiwanie
    [few] { $n } wyszukiwania
    [many] { $n } wyszukiwań
   *[other] { $n } wyszukiwania
}
count-pages = { $n ->
    [one] { $n } strona
    [few] { $n } strony
    [many] { $n } stron
   *[other] { $n } strony
}
count-files = { $n ->
    [one] { $n } dokument
    [few] { $n } dokumenty
    [many] { $n } dokumentów
   *[other] { $n } dokumentu
}
count-calls = { $n ->
    [one] { $n } inne wywołanie
    [few] { $n } inne wywołania
    [many] { $n } innych wywołań
   *[other] { $n } innego wywołania
}
count-others = { $n ->
    [one] { $n } uwaga lub szkic
    [few] { $n } uwagi i szkice
    [many] { $n } uwag i szkiców
   *[other] { $n } uwagi i szkicu
}
under-way = trwa
waits-for-approval = czeka na zatwierdzenie
comes-next = następne w kolejce
step-superseded = nieaktualne
step-approved = zatwierdzone przez: { $who }
step-changed = zmienione przez: { $who }
step-rejected = odrzucone przez: { $who }
step-rejected-with = odrzucone przez: { $who } – „{ $comment }”
step-refused = odrzucone
step-refused-with = odrzucone: „{ $comment }”
step-expired = wygasło: nikt nie zdecydował na czas
broken-off = przerwane
done-above = zrobione już wyżej
outcome-unknown = nie wiadomo, czy odniosło skutek
outcome-unknown-with = nie wiadomo, czy odniosło skutek: { $reason }
search-failed = wyszukiwanie nie powiodło się: { $reason }
page-failed = nie udało się przeczytać strony: { $reason }
file-failed = nie udało się przeczytać dokumentu: { $reason }
call-failed = nie powiodło się: { $reason }
found = { $n ->
    [one] { $n } wynik
    [few] { $n } wyniki
    [many] { $n } wyników
   *[other] { $n } wyniku
}
nothing-found = nic nie znaleziono
opened = otwarto: { $parts }
opened-part = { $name } ({ $part })

## How much of a source was opened

part-page = cała strona
part-message = cała wiadomość
part-empty = pusty plik
part-first = pierwsze { $n } z { $all } znaków
part-characters = znaki { $first }–{ $last } z { $all }
part-one = { $n }
part-range = { $first }–{ $last }
part-lines = wiersze { $ranges } z { $all }
part-lines-cut = wiersze { $first }–{ $last } z { $all }, ucięte po { $n } znakach
part-line = wiersz { $n } z { $all }
part-line-cut = wiersz { $n } z { $all }, ucięty po { $at } znakach

## What tools and steps report

note-expired = nikt nie zdecydował na czas
note-budget = limit tego na jedno pytanie jest wyczerpany
note-run-spent = to, co zostało na to pytanie, nie wystarczy na kolejne wywołanie
note-day-spent = to, co zostało z budżetu na ten dzień, nie wystarczy na kolejne wywołanie
note-unexpected = nieoczekiwany błąd
note-slow = trwało to dłużej niż { $n } s i zostało przerwane
note-broken-off = zostało przerwane
note-service-slow = wyszukiwarka nie odpowiedziała na czas
note-service-away = nie można połączyć się z wyszukiwarką
note-service-busy = wyszukiwarka dostaje teraz zbyt wiele zapytań
note-service-key = wyszukiwarka nie przyjmuje klucza: ktoś musi poprawić ustawienia
note-service-spent = limit w wyszukiwarce jest wyczerpany: ktoś musi go zwiększyć
note-service-limit = osiągnięto limit opłat za użycie w planie wyszukiwania; ktoś musi go podnieść
note-service-refused = wyszukiwarka odrzuciła zapytanie
note-service-status = wyszukiwarka odpowiedziała statusem { $status }
note-service-garbled = wyszukiwarka odpowiedziała czymś, co nie ma jej formatu
note-service-elsewhere = usługa wyszukiwania zwróciła stronę z innej witryny
note-model-refused = Serwer modelu odrzucił zapytanie.
note-model-forbidden = Serwer modelu nie pozwala używać { $model } z tym kluczem.
note-model-page = Pod adresem modelu odpowiada strona internetowa.
note-model-moved = Punkt dostępu modelu przeniósł się pod { $address }: trzeba ustawić nowy adres.
note-model-wait = Serwer modelu prosi o przerwę: { $time }.
note-model-unknown = Serwer modelu nie zna { $model } albo jego adres jest błędny.
note-model-failed = Serwer modelu zawiódł ({ $status }).
note-model-slow = Model nie odpowiedział na czas.
note-model-away = Połączenie z serwerem modelu nie powiodło się.
note-page-empty = nie ma na niej tekstu
note-page-pdf = to PDF, z którego nie udało się wydobyć tekstu
note-page-binary = to nie tekst, lecz plik binarny
note-page-robots = serwis sprawdza, czy nie jest się robotem, zamiast ją pokazać
note-page-refused = serwis odmówił dostępu do niej
note-page-login = serwis wymaga najpierw zalogowania
note-page-consent = serwis wymaga najpierw zgody
note-page-missing = serwis podaje, że ona nie istnieje
note-page-script = wymaga przeglądarki, która wykona jej skrypty
note-page-list = to lista pojedynczych słów, nie tekst
note-page-encrypted = to zaszyfrowany PDF
note-page-scanned = to PDF złożony z obrazów, bez tekstu
note-page-paid = serwis pokazuje ją tylko subskrybentom
note-page-error = serwis zwrócił błąd zamiast niej
note-page-vacant = pod jej adresem nic nie ma
note-page-onward = prowadzi tylko na inną stronę
note-page-too-large = to PDF większy niż to, co się czyta
note-page-broken = jest uszkodzona i nie dało się jej odczytać
note-page-inside = jej adres nie należy do publicznej sieci
note-page-robots-txt = robots.txt serwisu nie pozwala programom jej czytać
note-page-robots-unknown = nie można pobrać robots.txt serwisu, a bez niego żadna strona nie jest czytana
note-page-led-on = serwis przekierował więcej niż { $n } razy
note-page-away = nie można połączyć się z serwisem
note-page-slow = serwis nie odpowiedział na czas
note-page-status = serwis odpowiedział kodem { $status }
note-page-garbled = serwis odpowiedział czymś, czego nie da się odczytać
note-page-old = opublikowano { $published }, przed { $after }
note-page-directly = { $first }; czytana bezpośrednio: { $second }
note-page-cut = jest dłuższa niż to, co się z niej czyta
note-lost = było w toku, gdy program się zatrzymał
note-model-key = Serwer modelu odrzucił klucz.
note-model-busy = Serwer modelu jest przeciążony.
note-model-broke = Na koncie serwera modelu skończyły się środki.
note-model-long = Rozmowa jest dłuższa, niż model potrafi przeczytać naraz.
note-model-broken = Odpowiedź modelu się urwała.
note-model-nothing = Serwer modelu nic nie odpowiedział.
note-model-toolless = Serwer modelu nie przyjmuje narzędzi.
note-model-form = Model nie odpowiedział w wymaganej formie.
note-command-missing = Nie znaleziono polecenia modelu { $program }.
note-command-unstartable = Nie można uruchomić polecenia modelu { $program }:
note-command-failed = Polecenie modelu zawiodło (kod wyjścia { $code }).
note-command-killed = Polecenie modelu zakończył sygnał { $signal }.
note-command-nothing = Polecenie modelu nic nie odpowiedziało.
note-command-endless = Polecenie modelu zapisało więcej bajtów niż { $n }.
note-command-garbled = Polecenie modelu zapisało coś, co nie jest w UTF-8.
note-command-unread = Polecenie modelu nie odczytało całego wejścia.
note-command-slow = Polecenie modelu nie odpowiedziało na czas.
note-unread = Slack nie pozwolił mi przeczytać tego wątku ({ $code }).
missing-declined = Model odmówił odpowiedzi: { $words }
missing-filtered = Serwer modelu wstrzymał resztę odpowiedzi (filtr treści).
missing-length = Odpowiedź modelu urwała się na limicie długości.
missing-cut = Szkic był za długi i kończy się tutaj.
missing-unread = Szkic mówi więcej, niż jest sprawdzane; reszta nie jest potwierdzona.
missing-unanswered = Żadne z otwartych źródeł na to nie odpowiada.
missing-nothing = Nie znaleziono ani nie otwarto niczego, co by na to odpowiadało.
note-time-over = czas na to pytanie minął
note-made-before = zrobione już wcześniej
missing-independent = Otwarto tylko { $n } z { $all } niezależnych źródeł, których wymaga dogłębne badanie.
ended-rounds = Rundy, które może zużyć jedno pytanie, są wyczerpane.
ended-time = Czas, który może zająć jedno pytanie, minął.
ended-used-up = To, co zostało na to pytanie, nie wystarczy na kolejny krok.
ended-calls = Wyszukiwania, strony lub pliki, które może zużyć jedno pytanie, są wyczerpane.
small-run = Już jedno wywołanie modelu może kosztować więcej, niż wolno zużyć na jedno pytanie: ten limit musi podnieść ktoś, kto mnie prowadzi.
small-day = Już jedno wywołanie modelu może kosztować więcej niż budżet na cały dzień: musi go podnieść ktoś, kto mnie prowadzi.
ended-failed = Model zawiódł, zanim praca została skończona.
ended-nothing = Model nie zwrócił niczego, czego można użyć.

## Ended without an answer

stopped-by = Zatrzymano. Decyzja: { $who }.
stopped-deleted = Zatrzymano: wiadomość z pytaniem została usunięta.
stopped-budget = To koniec: limit na jedno pytanie jest wyczerpany albo nie wystarczy na kolejny krok, a odpowiedzi jeszcze nie ma.
stopped-spent = To, co zostało z budżetu na ten dzień, nie wystarczy na kolejne wywołanie. Budżet zacznie się od nowa { $when }.
stopped-long = Samo pytanie jest dłuższe, niż model może przeczytać (tokeny: { $n }). Proszę je skrócić.
stopped-window = Model czyta za mało naraz, aby pracować: instrukcje i narzędzia nie zostawiają miejsca na pytanie. Potrzebne jest większe okno ([window] w pliku TOML) albo inny model.
stopped-unreadable = Nie rozumiem, o co chodzi w pytaniu.
say-it-otherwise = Powiedz to proszę innymi słowami albo naciśnij „Jeszcze raz”.
stopped-failed = Coś poszło nie tak i nie mogę odpowiedzieć.
reference = Dla tych, którzy mnie prowadzą: sygnatura { $ref }
opened-so-far = Otwarte do tej pory
more-sources = { $n ->
    [one] i jeszcze { $n } źródło
    [few] i jeszcze { $n } źródła
    [many] i jeszcze { $n } źródeł
   *[other] i jeszcze { $n } źródła
}
end-stopped = zatrzymano, decyzja: { $who }
end-over = praca nad pytaniem jest zakończona

## Approval

does-search = szuka w internecie
does-read-page = otwiera stronę internetową
does-read-on = czyta dalej otwartą stronę
does-search-docs = szuka w waszych dokumentach
does-read-file = czyta jeden z waszych dokumentów
does-list-files = pokazuje listę waszych dokumentów
as-changed = w wersji zmienionej przez: { $who }
decide = { $n ->
    [one] { $who }: { $n } wywołanie czeka na decyzję
    [few] { $who }: { $n } wywołania czekają na decyzję
    [many] { $who }: { $n } wywołań czeka na decyzję
   *[other] { $who }: { $n } wywołania czeka na decyzję
}
decide-of = { $all ->
    [one] { $who }: na decyzję czeka { $n } z { $all } wywołania
    [few] { $who }: na decyzję czeka { $n } z { $all } wywołań
    [many] { $who }: na decyzję czeka { $n } z { $all } wywołań
   *[other] { $who }: na decyzję czeka { $n } z { $all } wywołania
}
card-settled = { $n ->
    [one] { $n } wywołanie, załatwione
    [few] { $n } wywołania, załatwione
    [many] { $n } wywołań, załatwione
   *[other] { $n } wywołania, załatwione
}
card-undecided = { $all ->
    [one] { $all } wywołanie, bez decyzji
    [few] { $all } wywołania, w tym bez decyzji: { $n }
    [many] { $all } wywołań, w tym bez decyzji: { $n }
   *[other] { $all } wywołania, w tym bez decyzji: { $n }
}
approve-button = Zatwierdź
edit-button = Zmień
reject-button = Odrzuć
approve-all = Zatwierdź wszystkie ({ $n })
approve-rest = Zatwierdź, także dalsze wywołania { $tools }
approve-rest-many = { $n ->
    [one] Zatwierdź, także dalsze wywołania tego narzędzia
    [few] Zatwierdź, także dalsze wywołania tych { $n } narzędzi
    [many] Zatwierdź, także dalsze wywołania tych { $n } narzędzi
   *[other] Zatwierdź, także dalsze wywołania tych { $n } narzędzi
}
hint-decide = Decydować może tylko { $who }. Po { $time } to, co czeka, wygasa, a ja odpowiadam tym, co mam.
hint-rest = „Także dalsze wywołania”: wywołania { $tools } idą wtedy dalej bez pytania, aż ktoś powie coś nowego albo potrzebne będzie inne narzędzie.
attached-above = { $n ->
    [one] Argumenty ({ $n } znak) są w całości załączone powyżej.
    [few] Argumenty ({ $n } znaki) są w całości załączone powyżej.
    [many] Argumenty ({ $n } znaków) są w całości załączone powyżej.
   *[other] Argumenty ({ $n } znaku) są w całości załączone powyżej.
}
superseded = Nieaktualne po tym, co zostało powiedziane później
superseded-after = Nieaktualne po tym, co zostało powiedziane później; wcześniej: { $decided }
expired = Wygasło: nikt nie zdecydował na czas
not-needed = Niepotrzebne: takie samo wywołanie już było
not-made = Nie wykonano: { $reason }
newer-hands = W rękach nowszej wersji tego programu
not-decided = Bez decyzji: { $reason }
let-through-once = Idzie dalej, bo to narzędzie już raz zatwierdzono
let-through-rest = Idzie dalej, bo zatwierdzono dalsze wywołania tego narzędzia
approved = Zatwierdzone przez: { $who }
approved-rest = Zatwierdzone (także dalsze wywołania) przez: { $who }
changed = Zmienione przez: { $who }
changed-again = Zmienione i jeszcze raz przedstawione poniżej; zmiana: { $who }
rejected = Odrzucone przez: { $who }
rejected-with = Odrzucone przez: { $who } – „{ $comment }”

## Arguments as a file

arguments-of = Argumenty { $tool } (wywołanie { $id })
arguments-exact = { $whose } w całości. SHA-256 nazwy narzędzia, znaku nowego wiersza i tego pliku: { $digest }
arguments-escaped = { $whose } w całości. Co w tym pliku byłoby niewidoczne, zapisano sekwencjami JSON. SHA-256 wywołania: { $digest }
part-of = Część { $k } z { $n }

## Questions

asked-first = O co najpierw pytam ({ $who })
questions = { $n ->
    [one] { $who }, { $n } pytanie, zanim zacznę
    [few] { $who }, { $n } pytania, zanim zacznę
    [many] { $who }, { $n } pytań, zanim zacznę
   *[other] { $who }, { $n } pytania, zanim zacznę
}
thank-you = Dziękuję
default = { $option } (domyślnie)
answered = odpowiada:
taken-by-default = Przyjęto domyślnie:
defaults-button = Dalej z wartościami domyślnymi
hint-answer = Możesz też odpowiedzieć w tym wątku własnymi słowami. Bez odpowiedzi w ciągu { $time } przyjmę wartości domyślne.
answered-in-words = { $who } odpowiada własnymi słowami, w tym wątku.
superseded-by = Nieaktualne po wypowiedzi w tym wątku; pisze { $who }.
no-longer-asked = Już bez pytania: { $reason }.
asked-no-more = Już bez pytania: później padło coś innego.

## Reminders

reminder-settled = Tymczasem załatwione.
reminder-questions = { $n ->
    [one] { $who }, nadal czeka na ciebie { $n } pytanie powyżej. Bez odpowiedzi do { $when } przyjmę wartość domyślną.
    [few] { $who }, nadal czekają na ciebie { $n } pytania powyżej. Bez odpowiedzi do { $when } przyjmę wartości domyślne.
    [many] { $who }, nadal czeka na ciebie { $n } pytań powyżej. Bez odpowiedzi do { $when } przyjmę wartości domyślne.
   *[other] { $who }, nadal czeka na ciebie { $n } pytania powyżej. Bez odpowiedzi do { $when } przyjmę wartości domyślne.
}
reminder-calls = { $n ->
    [one] { $who }, nadal czeka na decyzję { $n } wywołanie powyżej. O czym nikt nie zdecyduje do { $when }, tego nie zrobię i odpowiem tym, co mam.
    [few] { $who }, nadal czekają na decyzję { $n } wywołania powyżej. O czym nikt nie zdecyduje do { $when }, tego nie zrobię i odpowiem tym, co mam.
    [many] { $who }, nadal czeka na decyzję { $n } wywołań powyżej. O czym nikt nie zdecyduje do { $when }, tego nie zrobię i odpowiem tym, co mam.
   *[other] { $who }, nadal czeka na decyzję { $n } wywołania powyżej. O czym nikt nie zdecyduje do { $when }, tego nie zrobię i odpowiem tym, co mam.
}

## The answer, and what stands under it

partial = Niedokończone: { $why }
partial-list = Nie mam jeszcze odpowiedzi. Oto co do tej pory otwarto i znaleziono.
partial-nothing = Nie mam jeszcze odpowiedzi i do tej pory niczego nie znaleziono.
unconfirmed-all = Nie udało się potwierdzić żadnej odpowiedzi w źródłach.
nothing-to-say = Nie mam na to nic do powiedzenia.
goes-on = Część { $k } z { $n }: ciąg dalszy poniżej.
searched-for = Szukano
nothing-opened = Niczego nie otwarto.
unopened = Nie udało się otworzyć
unsearched = Nie udało się przeszukać internetu: { $reason }.
overdue = { $n ->
    [one] Nikt nie zdecydował na czas o { $n } wywołaniu: tyle można powiedzieć bez niego.
    [few] Nikt nie zdecydował na czas o { $n } wywołaniach: tyle można powiedzieć bez nich.
    [many] Nikt nie zdecydował na czas o { $n } wywołaniach: tyle można powiedzieć bez nich.
   *[other] Nikt nie zdecydował na czas o { $n } wywołania: tyle można powiedzieć bez nich.
}
compared = Porównane przez program ze źródłami: { $n ->
    [one] { $n } stwierdzenie
    [few] { $n } stwierdzenia
    [many] { $n } stwierdzeń
   *[other] { $n } stwierdzenia
} – { $parts }.
compared-found = { $n } znaleziono tam
compared-translated = { $n } w innym języku
compared-part = { $n } tylko częściowo { $sign }
compared-not = { $n } nie znaleziono
compared-seconded = Przy drugim spojrzeniu model zgodził się z { $n } z { $all }.
apart-line = { $claim } – { $why }
apart-uncited = nie podano do tego żadnego otwartego źródła
apart-dropped = dotyczy czegoś, co odrzucono
apart-unread = nie sprawdzono: o jedno zdanie za dużo albo nie podano otwartego źródła
denied-line = { $claim } – przy drugim spojrzeniu model stwierdził: { $reason }
unconfirmed = Nie udało się potwierdzić
unconfirmed-more = … i jeszcze { $n }; wszystko jest pod „Dowody”
assumed-title = Przyjęto, bo nikt nie powiedział inaczej
verdicts = Czego oczekiwano
must-met = Musi: { $wish } – spełnione{ $mark }
must-unmet = Musi: { $wish } – niespełnione{ $mark }
must-unknown = Musi: { $wish } – nie udało się ustalić
must-not-kept = Nie może: { $wish } – zachowane{ $mark }
must-not-broken = Nie może: { $wish } – niezachowane{ $mark }
must-not-unknown = Nie może: { $wish } – nie udało się ustalić
prefer-met = Najlepiej: { $wish } – spełnione{ $mark }
prefer-unmet = Najlepiej: { $wish } – niespełnione{ $mark }
prefer-unknown = Najlepiej: { $wish } – nie udało się ustalić
candidates = Co wchodzi w grę
candidates-open = Co może wchodzić w grę: nie każdy warunek konieczny udało się rozstrzygnąć
candidate = Kandydat
why-this-place = Dlaczego tutaj
none-qualifies = Nic z tego, co znaleziono, nie spełnia wszystkich warunków koniecznych.
cell-met = spełnione
cell-unmet = niespełnione
cell-avoided = zachowane
cell-not-avoided = niezachowane
cell-unknown = nie wiadomo
head-must = Musi: { $wish }
head-must-not = Nie może: { $wish }
head-prefer = Najlepiej: { $wish }
legend-signs = { $met } = spełnione, a przy tym, czego być nie może: zachowane · { $unmet } = przeciwnie · { $unknown } = nie udało się ustalić
why-hard-met = wszystkie warunki konieczne są spełnione
why-hard-open = warunki konieczne nieustalone: { $n } z { $all }
why-preferred = życzenia spełnione: { $n } z { $all }
why-preferred-open = nieznane: { $n }
sources-disagree = Źródła są sprzeczne
contradictory = { $name }, { $wish }: według { $met } spełnione, według { $unmet } niespełnione
dropped = Odpadło
dropped-line = { $name } – { $why }
sources = Źródła
opened-title = Otwarte
opened-and-found = Otwarte i znalezione
# The sources are read back out of the thread: this one begins with a comma in every language.
published = , opublikowano
retrieved = , pobrano
sources-more = { $n ->
    [one] Jeszcze { $n } źródło; wszystkie szczegóły są pod „Dowody”:
    [few] Jeszcze { $n } źródła; wszystkie szczegóły są pod „Dowody”:
    [many] Jeszcze { $n } źródeł; wszystkie szczegóły są pod „Dowody”:
   *[other] Jeszcze { $n } źródła; wszystkie szczegóły są pod „Dowody”:
}
only-found = tylko znalezione, nieotwarte
retry-button = Jeszcze raz
continue-button = Kontynuuj
stop-button = Zatrzymaj

## Reasoning

reasoning-button = Tok myślenia
steps-button = Kroki
reasoning-title = Tok myślenia i kroki
reasoning-close = Zamknij
reasoning-unverified = To własne słowa modelu, takie, jakie przyszły: nikt ich nie sprawdził i nie są częścią odpowiedzi.
reasoning-gone = Własnych słów modelu tu nie ma: jeśli jakieś były, są usuwane jakiś czas po zakończeniu. Oto kroki.
reasoning-none = Model nie pokazał toku myślenia. Oto kroki.
reasoning-cut = { $n ->
    [one] … pominięto tu jeszcze { $n } znak
    [few] … pominięto tu jeszcze { $n } znaki
    [many] … pominięto tu jeszcze { $n } znaków
   *[other] … pominięto tu jeszcze { $n } znaku
}
round-number = Runda { $n }

## Evidence

evidence-button = Dowody
evidence-title = Dowody
evidence-about = Co mówią źródła, wybrane i porównane przez program. Czy znaczy to, co mówi odpowiedź, oceń już samodzielnie.
evidence-page = Strona { $k } z { $n }.
evidence-back = Wstecz
evidence-next = Dalej
evidence-none = Nie ma dowodów do pokazania: dla tej odpowiedzi niczego nie otwarto.
grade-quoted = słowo w słowo
grade-supported = są tam liczby, nazwy i większość słów
grade-translated = w innym języku: są tam liczby i nazwy oraz cytat
grade-raised = w innym języku: żadna liczba ani nazwa temu nie przeczy, reszta opiera się na drugim spojrzeniu modelu
grade-weak = słabo: jest tam tylko część słów
grade-not-found = nie znaleziono w źródłach
grade-apart = odłożone, bo znaleziono tylko część
evidence-idle = W { $marks }, na co odpowiedź też się tu powołuje, nie znaleziono słów, które to potwierdzają.
open-refused = Podano do tego słowa ze źródła, ale je odrzucono: nie ma ich tam albo nie mówią tego o tym.
open-nothing = Nie podano do tego żadnych słów ze źródła.
open-contradictory = Według { $met } jest spełnione, według { $unmet } nie.
open-only-found = Nie otwarto żadnego z jego źródeł.
grade-none = wybrane według wspólnych słów, bez oceny
lacks-nowhere = nie znaleziono tam: { $words }
lacks-elsewhere = jest tam, ale chyba o czymś innym: { $words }
lacks-figure = liczba, której tam nie ma, wyliczona albo błędna: { $words }
opinion-yes = przy drugim spojrzeniu model się zgodził
opinion-no = przy drugim spojrzeniu model się nie zgodził
opinion-no-why = przy drugim spojrzeniu model się nie zgodził: { $reason }
export-button = Eksportuj
export-under-way = Pliki są w drodze, w wiadomości bezpośredniej.
export-sent = Odpowiedź na „{ $question }”, jako Markdown i jako JSON.
export-failed = Nie udało się wysłać plików. Spróbuj proszę za chwilę.
not-checked = Nie udało się teraz ustalić, czy masz dostęp do tego wątku, więc nic nie pokazuję. Spróbuj proszę za chwilę; jeśli tak zostanie, powód jest w dzienniku programu.
not-a-reader = To należy do rozmowy, w której nie uczestniczysz.

## Deleting

remove-button = Usuń
remove-title = Usunąć to dla wszystkich?
remove-text = Wszystko, co jest tu ode mnie o tym pytaniu, znika z wątku, a późniejsze pytania nic o tym nie wiedzą.
remove-confirm = Usuń
remove-deny = Zostaw
already-removed = To jest już usunięte.

## The form that rejects

reject-title = Odrzuć wywołanie
reject-submit = Odrzuć
reject-close = Niech jeszcze czeka
reject-label = Co mam zrobić zamiast tego?
reject-hint = Przeczytam komentarz i od tego pójdę dalej.
reject-example = Na przykład: weź raczej raport z 2024 roku

## The form that changes a call

edit-title = Zmień wywołanie
edit-submit = Zapisz, decyzja potem
edit-close = Zostaw bez zmian
edit-hint = Zapisanie nie wywołuje { $tool }: zmienione wywołanie pojawi się w wątku i tam poczeka.
written-as-json = Zapisane jako JSON.
edit-tool-gone = Tego narzędzia już tu nie ma. Odrzuć wywołanie z komentarzem.
edit-too-long = Te argumenty są za długie na formularz. Odrzuć wywołanie z komentarzem.
edit-nothing = To wywołanie nie ma argumentów. Zatwierdź je albo odrzuć takie, jakie jest.
edit-same = Nic się nie zmieniło. Zamknij formularz i zatwierdź albo odrzuć wywołanie takie, jakie jest.
form-inside = W { $where }: { $problem }
form-missing = Tu trzeba coś podać.
form-empty = To pole nie może być puste.
form-whole-number = To musi być liczba całkowita.
form-text = To musi być tekst.
form-number = To musi być liczba.
form-at-least = To musi być { $least } lub więcej.
form-more-than = To musi być więcej niż { $least }.
form-at-most = To musi być { $most } lub mniej.
form-less-than = To musi być mniej niż { $most }.
form-too-short = To za krótkie: co najmniej { $n }.
form-too-long = To za długie: najwyżej { $n }.
form-one-of = To musi być jedno z: { $choices }
form-json = To musi być JSON, na przykład ["a", "b"].
form-date = To musi być data, na przykład 2026-11-30.
form-refused = Narzędzie tego nie przyjmuje: { $reason }
form-unfit = Narzędzie tego nie przyjmuje.
form-not-json = JSON nie ma na to słowa: ani NaN, ani nieskończoności.

## Private words

unknown-button = Nie znam tego przycisku.
forgotten = To z pytania, którego już nie przechowuję. Zadaj je proszę jeszcze raz.
not-written = Nie udało się tego teraz zapisać, więc nic się nie zmieniło. Spróbuj proszę za chwilę.
form-not-opened = Slack nie otworzył formularza. Naciśnij proszę przycisk jeszcze raz.
not-yours = To może tu zrobić tylko: { $who }.
only-decide = Decydować może tu tylko { $who }.
only-stop = Zatrzymać to może tylko { $who }.
already-ended = Praca nad tym pytaniem jest już zakończona.
still-at-work = Praca nad tym pytaniem jeszcze trwa.
question-gone = Wiadomość z pytaniem została usunięta: nie ma o co zapytać ponownie.
already-asked-again = To pytanie już zadano ponownie.
already-going-on = To już zostało podjęte dalej, niżej w tym wątku.
already-decided = O tym już zdecydowano.
already-approved = To wywołanie jest już zatwierdzone przez: { $who }.
already-rejected = To wywołanie jest już odrzucone przez: { $who }.
already-changed = To wywołanie jest już zmienione przez: { $who }.
already-begun = To wywołanie już się zaczęło.
already-let-through = To wywołanie jest już zatwierdzone razem z wcześniejszym.
already-answered = Na to pytanie jest już odpowiedź: { $option }
nothing-waits = Na tej karcie nic już nie czeka.
request-gone = Tej prośby już nie ma.
request-expired = Ta prośba wygasła.
request-superseded = Ta prośba jest nieaktualna po tym, co zostało powiedziane później.
questions-settled = Te pytania są już załatwione.
questions-expired = Te pytania wygasły: przyjęto wartości domyślne.

## Telling: where an answer stands that did not take the place of the progress message

finished = Odpowiedź jest poniżej (czas: { $time }).
finished-without = Zakończono bez odpowiedzi (czas: { $time }).
finished-link = Przejdź do odpowiedzi
finished-reason = Zobacz dlaczego
finished-calls = { $n ->
    [one] { $n } wywołanie
    [few] { $n } wywołania
    [many] { $n } wywołań
   *[other] { $n } wywołania
}
told-answer = , oto twoja odpowiedź.
told-without = , skończyło się bez odpowiedzi.
taken-away = (usunięto)

## Talk

talk-help =
    Szukam odpowiedzi na pytania i podaję je w wątku, ze źródłami.
    • Pytanie: wspomnij mnie razem z pytaniem, na przykład „co nasze zasady podróży mówią o pociągach?”. W wiadomości bezpośredniej po prostu je napisz.
    • Przyciski: wywołania, takie jak wyszukiwanie albo otwarcie strony, czekają na przycisk człowieka, chyba że ten kanał ma inne ustawienia. Słowa niczego nie zatwierdzają.
    • Poprawki: odpowiedz w wątku albo zmień swoją wiadomość, dopóki pracuję. Usunięcie pytania kończy pracę nad nim.
    • Zatrzymanie: naciśnij „Zatrzymaj” albo napisz w wątku „stop”.
    • Dogłębnie: zacznij od „dogłębnie:”, aby użyć kilku niezależnych źródeł, albo od „pomyśl dobrze:”.
    • Źródła: każde stwierdzenie ma numer, na przykład [1]. Lista stoi pod odpowiedzią, a „Dowody” pokazują tam słowa źródła za każdym stwierdzeniem.
talk-joined = Dzień dobry! { talk-help }
talk-effort-fixed = Przyjmuję to jako uwagę. Jak dogłębnie pracuję nad tym pytaniem, ustalono, gdy je zadano: jeśli chcesz więcej, zadaj je na nowo i zacznij od „dogłębnie:” lub „pomyśl dobrze:”.
talk-too-long = To dłuższe, niż mogę przyjąć ({ $n } znaków). Zadaj proszę pytanie krócej.
talk-only-buttons = Słowa nie zatwierdzają wywołań, ktokolwiek je pisze: naciśnij proszę przycisk na karcie powyżej.
talk-not-here = Tutaj nie możesz mnie pytać. Może to zmienić osoba, która się mną opiekuje.
talk-nothing-to-stop = W tym wątku nie ma nic twojego do zatrzymania.
