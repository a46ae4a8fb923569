# Was Footnote auf Deutsch sagt. Es duzt, wie in einem Team üblich, und bleibt dabei höflich.

## People

somebody = jemand
nobody = niemand
approvers = jemand mit Freigaberecht
more-approvers = { $n ->
    [one] eine weitere Person mit Freigaberecht
   *[other] eine von { $n } weiteren Personen mit Freigaberecht
}
either = { $one } oder { $other }
list = { $one }, { $other }

## Times and numbers

seconds = { $n } s
minutes = { $n } Min.
hours = { $n } Std.
hours-minutes = { $h } Std. { $m } Min.
so-far = bisher { $time }
this-step = dieser Schritt: { $time }
deep-research = Gründliche Recherche
thinking-hard = Gründliches Nachdenken
deep-and-hard = Gründliche Recherche, gründliches Nachdenken
context-filled = Kontext { $n } %
rounds-of = { $n ->
    [one] { $used } von { $n } Runde
   *[other] { $used } von { $n } Runden
}
rounds = { $n ->
    [one] { $n } Runde
   *[other] { $n } Runden
}
tokens = { $n ->
    [one] { $n } Token
   *[other] { $n } Token
}
tokens-at-most = höchstens { $tokens }
cached-share = { $tokens } ({ NUMBER($n, style: "percent") } aus dem Cache)
money = { NUMBER($n, minimumFractionDigits: 2, maximumFractionDigits: 3) } $
money-at-most = höchstens { NUMBER($n, minimumFractionDigits: 2, maximumFractionDigits: 3) } $
money-small = unter { NUMBER($n, minimumFractionDigits: 2) } $
credits = { $n ->
    [one] { $n } Suchguthaben
   *[other] { $n } Suchguthaben
}
steps-taken = { $n ->
    [one] { $n } Schritt
   *[other] { $n } Schritte
}
and-more = und { $n } weitere

## Progress: the state in a few words

newer-version = Eine neuere Version dieses Programms arbeitet an dieser Frage weiter.
queued = { $n ->
    [one] Wartet, bis die Frage weiter oben beantwortet ist …
   *[other] Wartet, bis { $n } Fragen weiter oben beantwortet sind …
}
queued-behind = { $n ->
    [one] Wartet, bis die Frage weiter oben von { $names } beantwortet ist …
   *[other] Wartet, bis { $n } Fragen weiter oben von { $names } beantwortet sind …
}
reading-thread = Liest den Thread …
understanding = Versucht die Frage zu verstehen …
understanding-again = Versucht zu verstehen, was inzwischen gesagt wurde …
waiting-for-answer = Wartet auf eine Antwort von { $who }
waiting-for-approval = { $n ->
    [one] { $n } Aufruf wartet auf Freigabe durch { $who }
   *[other] { $n } Aufrufe warten auf Freigabe durch { $who }
}
doing-search = Sucht …
doing-pages = Liest Webseiten …
doing-files = Liest Dokumente …
doing-search-pages = Sucht und liest Webseiten …
doing-search-files = Sucht und liest Dokumente …
doing-pages-files = Liest Webseiten und Dokumente …
doing-everything = Sucht, liest Webseiten und Dokumente …
doing-call = Ruft auf: { $call } …
doing-calls = { $n ->
    [one] { $n } Aufruf läuft …
   *[other] { $n } Aufrufe laufen …
}
thinking = Überlegt, womit es losgeht …
thinking-about-found = Denkt über das Gefundene nach …
summing-up = Fasst zusammen, was bisher war …
waiting-for-model = Der Endpunkt des Modells hat zu viel zu tun, wartet kurz …
waiting-for-budget = Wartet auf andere Fragen: Deren Aufrufe und meine zusammen könnten mehr kosten, als vom Budget übrig ist …
writing = { $n ->
    [one] Schreibt … { $n } Wort
   *[other] Schreibt … { $n } Wörter
}
writing-answer = { $n ->
    [one] Schreibt die Antwort … { $n } Wort
   *[other] Schreibt die Antwort … { $n } Wörter
}
checking = Prüft die Antwort anhand ihrer Quellen …
second-look = Sieht den Entwurf ein zweites Mal durch …
mending = Bessert die Antwort nach …

## Progress: what was understood

understood = Verstanden:
must = Muss:
must-not = Darf nicht:
preferably = Möglichst:
unclear = Unklar:
assumed = Angenommen:

goes-on-anew = Es geht von dem aus weiter, was vorher versucht wurde.
goes-on-from = { $n ->
    [one] Es geht mit { $n } Quelle weiter, die vorher geöffnet wurde.
   *[other] Es geht mit { $n } Quellen weiter, die vorher geöffnet wurden.
}
goes-on-without = { $n ->
    [one] Der Text von { $n } Quelle ist inzwischen gelöscht: Sie wird neu geöffnet, wo sie gebraucht wird.
   *[other] Die Texte von { $n } Quellen sind inzwischen gelöscht: Sie werden neu geöffnet, wo sie gebraucht werden.
}

## Steps

step = { $what }: { $outcome }
quoted = „{ $words }“
remark = { $who }: „{ $words }“
searched-inside = Gesucht hat der Anbieter des Modells: { $query }
draft-sent-back = { $n ->
    [one] der Entwurf ging zurück: { $n } Punkt nachzubessern
   *[other] der Entwurf ging zurück: { $n } Punkte nachzubessern
}
trying-again = { $what } ist fehlgeschlagen, noch ein Versuch: { $reason }
step-recall = Das Lesen des Threads
step-understand = Das Verstehen der Frage
step-reply = Die Anfrage an das Modell
step-check = Das Prüfen der Antwort
no-reason = kein Grund genannt
earlier-steps = { $n ->
    [one] { $n } früherer Schritt: { $kinds }
   *[other] { $n } frühere Schritte: { $kinds }
}
count-searches = { $n ->
    [one] { $n } Suche
   *[other] { $n } Suchen
}
count-pages = { $n ->
    [one] { $n } Webseite
   *[other] { $n } Webseiten
}
count-files = { $n ->
    [one] { $n } Dokument
   *[other] { $n } Dokumente
}
count-calls = { $n ->
    [one] { $n } anderer Aufruf
   *[other] { $n } andere Aufrufe
}
count-others = { $n ->
    [one] { $n } Bemerkung oder Entwurf
   *[other] { $n } Bemerkungen und Entwürfe
}
under-way = läuft
waits-for-approval = wartet auf Freigabe
comes-next = kommt als Nächstes
step-superseded = überholt
step-approved = freigegeben von { $who }
step-changed = geändert von { $who }
step-rejected = abgelehnt von { $who }
step-rejected-with = abgelehnt von { $who }: „{ $comment }“
step-refused = abgelehnt
step-refused-with = abgelehnt: „{ $comment }“
step-expired = abgelaufen: niemand hat rechtzeitig entschieden
broken-off = abgebrochen
done-above = weiter oben schon erledigt
outcome-unknown = niemand weiß, ob es gewirkt hat
outcome-unknown-with = niemand weiß, ob es gewirkt hat: { $reason }
search-failed = die Suche ist fehlgeschlagen: { $reason }
page-failed = die Seite ließ sich nicht lesen: { $reason }
file-failed = das Dokument ließ sich nicht lesen: { $reason }
call-failed = fehlgeschlagen: { $reason }
found = { $n } gefunden
nothing-found = nichts gefunden
opened = geöffnet: { $parts }
opened-part = { $name } ({ $part })

## How much of a source was opened

part-page = ganze Seite
part-message = die ganze Nachricht
part-empty = leere Datei
part-first = die ersten { $n } von { $all } Zeichen
part-characters = Zeichen { $first }–{ $last } von { $all }
part-one = { $n }
part-range = { $first }–{ $last }
part-lines = Zeilen { $ranges } von { $all }
part-lines-cut = Zeilen { $first }–{ $last } von { $all }, nach { $n } Zeichen abgeschnitten
part-line = Zeile { $n } von { $all }
part-line-cut = Zeile { $n } von { $all }, nach { $at } Zeichen abgeschnitten

## What tools and steps report

note-expired = niemand hat rechtzeitig entschieden
note-budget = was eine Frage davon verbrauchen darf, ist aufgebraucht
note-run-spent = was für diese Frage übrig ist, reicht für keinen weiteren Aufruf
note-day-spent = was vom Budget dieses Tages übrig ist, reicht für keinen weiteren Aufruf
note-unexpected = ein unerwarteter Fehler
note-slow = es hat länger als { $n } s gedauert und wurde aufgegeben
note-broken-off = es wurde abgebrochen
note-service-slow = der Suchdienst hat nicht rechtzeitig geantwortet
note-service-away = der Suchdienst ist nicht erreichbar
note-service-busy = der Suchdienst wird gerade zu oft gefragt
note-service-key = der Suchdienst nimmt seinen Schlüssel nicht an: Jemand muss die Einstellungen ändern
note-service-spent = das Kontingent beim Suchdienst ist aufgebraucht: Jemand muss es erhöhen
note-service-limit = das Limit der nutzungsabhängigen Kosten des Suchtarifs ist erreicht; jemand muss es erhöhen
note-service-refused = der Suchdienst hat die Anfrage abgelehnt
note-service-status = der Suchdienst hat mit Status { $status } geantwortet
note-service-garbled = der Suchdienst hat etwas geantwortet, das nicht sein Format hat
note-service-elsewhere = der Suchdienst hat mit der Seite einer anderen Website geantwortet
note-model-refused = Der Endpunkt des Modells hat die Anfrage abgelehnt.
note-model-forbidden = Der Endpunkt des Modells lässt { $model } mit diesem Schlüssel nicht zu.
note-model-page = Unter der Adresse des Modells antwortet eine Webseite.
note-model-moved = Der Endpunkt des Modells ist nach { $address } umgezogen: bitte die neue Adresse einstellen.
note-model-wait = Der Endpunkt des Modells bittet um eine Pause von { $time }.
note-model-unknown = Der Endpunkt des Modells kennt { $model } nicht, oder seine Adresse ist falsch.
note-model-failed = Der Endpunkt des Modells meldet einen Fehler ({ $status }).
note-model-slow = Das Modell hat nicht rechtzeitig geantwortet.
note-model-away = Die Verbindung zum Endpunkt des Modells ist gescheitert.
note-page-empty = es steht kein Text darauf
note-page-pdf = es ist ein PDF, dessen Text sich nicht auslesen ließ
note-page-binary = es ist kein Text, sondern eine Binärdatei
note-page-robots = die Website prüft auf Roboter, statt sie zu zeigen
note-page-refused = die Website verweigert den Zugriff darauf
note-page-login = die Website verlangt erst eine Anmeldung
note-page-consent = die Website verlangt erst eine Einwilligung
note-page-missing = laut der Website gibt es sie nicht
note-page-script = sie braucht einen Browser, der ihre Skripte ausführt
note-page-list = sie ist eine Liste einzelner Wörter und kein Text
note-page-encrypted = es ist ein verschlüsseltes PDF
note-page-scanned = es ist ein PDF aus Bildern ohne Text
note-page-paid = die Website zeigt sie nur Abonnenten
note-page-error = die Website zeigt stattdessen einen Fehler
note-page-vacant = unter ihrer Adresse ist nichts zu finden
note-page-onward = sie leitet nur auf eine andere Seite weiter
note-page-too-large = es ist ein PDF, das größer ist als das, was gelesen wird
note-page-broken = sie ist beschädigt und ließ sich nicht lesen
note-page-inside = ihre Adresse gehört nicht zum öffentlichen Web
note-page-robots-txt = die robots.txt der Website lässt Programme sie nicht lesen
note-page-robots-unknown = die robots.txt der Website ist nicht zu bekommen, und ohne sie wird keine Seite gelesen
note-page-led-on = die Website hat mehr als { $n }-mal weitergeleitet
note-page-away = die Website ist nicht zu erreichen
note-page-slow = die Website hat nicht rechtzeitig geantwortet
note-page-status = die Website hat mit Status { $status } geantwortet
note-page-garbled = die Website hat etwas geantwortet, das sich nicht lesen lässt
note-page-old = veröffentlicht { $published }, vor { $after }
note-page-directly = { $first }; direkt gelesen: { $second }
note-page-cut = sie ist länger als das, was von ihr gelesen wird
note-lost = es lief gerade, als das Programm anhielt
note-model-key = Der Endpunkt des Modells hat den Schlüssel abgelehnt.
note-model-busy = Der Endpunkt des Modells hat zu viel zu tun.
note-model-broke = Das Guthaben beim Endpunkt des Modells ist aufgebraucht.
note-model-long = Das Gespräch ist länger, als das Modell auf einmal lesen kann.
note-model-broken = Die Antwort des Modells brach ab.
note-model-nothing = Der Endpunkt des Modells hat nichts geantwortet.
note-model-toolless = Der Endpunkt des Modells nimmt keine Werkzeuge an.
note-model-form = Das Modell hat nicht in der verlangten Form geantwortet.
note-command-missing = Der Befehl des Modells, { $program }, wurde nicht gefunden.
note-command-unstartable = Der Befehl des Modells, { $program }, lässt sich nicht starten:
note-command-failed = Der Befehl des Modells ist gescheitert (Exit-Code { $code }).
note-command-killed = Der Befehl des Modells wurde durch Signal { $signal } beendet.
note-command-nothing = Der Befehl des Modells hat nichts geantwortet.
note-command-endless = Der Befehl des Modells hat mehr als { $n } Bytes geschrieben.
note-command-garbled = Der Befehl des Modells hat etwas geschrieben, das kein UTF-8 ist.
note-command-unread = Der Befehl des Modells hat seine Eingabe nicht ganz gelesen.
note-command-slow = Der Befehl des Modells hat nicht rechtzeitig geantwortet.
note-unread = Slack hat mich diesen Thread nicht lesen lassen ({ $code }).
missing-declined = Das Modell wollte nicht antworten: { $words }
missing-filtered = Der Endpunkt des Modells hat den Rest der Antwort zurückgehalten (Inhaltsfilter).
missing-length = Die Antwort des Modells brach an ihrer Längengrenze ab.
missing-cut = Der Entwurf war zu lang und endet hier.
missing-unread = Der Entwurf sagt mehr, als nachgeschlagen wird; der Rest ist nicht bestätigt.
missing-unanswered = Keine der geöffneten Quellen beantwortet das.
missing-nothing = Es wurde nichts gefunden oder geöffnet, das diese Frage beantwortet.
note-time-over = die Zeit für diese Frage ist um
note-made-before = schon vorher erledigt
missing-independent = Von { $all } unabhängigen Quellen, die eine gründliche Recherche braucht, wurden nur { $n } geöffnet.
ended-rounds = Die Runden, die eine Frage haben darf, sind aufgebraucht.
ended-time = Die Zeit, die eine Frage dauern darf, ist um.
ended-used-up = Was für diese Frage übrig ist, reicht für keinen weiteren Schritt.
ended-calls = Die Suchen, Seiten oder Dateien, die eine Frage haben darf, sind aufgebraucht.
small-run = Schon ein einziger Aufruf des Modells kann mehr kosten, als eine Frage verbrauchen darf: Wer mich betreibt, muss dieses Budget erhöhen.
small-day = Schon ein einziger Aufruf des Modells kann mehr kosten als das Budget eines Tages: Wer mich betreibt, muss es erhöhen.
ended-failed = Das Modell ist ausgefallen, bevor die Arbeit fertig war.
ended-nothing = Vom Modell kam nichts, was sich verwenden lässt.

## Ended without an answer

stopped-by = Gestoppt von { $who }.
stopped-deleted = Gestoppt: Die Nachricht mit der Frage wurde gelöscht.
stopped-budget = Ich habe aufgehört: Was eine Frage verbrauchen darf, ist aufgebraucht oder reicht für keinen weiteren Schritt, und ich habe noch keine Antwort.
stopped-spent = Was vom Budget dieses Tages übrig ist, reicht für keinen weiteren Aufruf. Es beginnt neu am { $when }.
stopped-long = Schon die Frage ist länger, als das Modell lesen kann ({ $n } Token). Bitte kürzen.
stopped-window = Das Modell liest zu wenig auf einmal, um zu arbeiten: Anweisungen und Werkzeuge lassen keinen Platz für eine Frage. Nötig ist ein größeres Fenster ([window] in der TOML-Datei) oder ein anderes Modell.
stopped-unreadable = Ich habe nicht verstanden, was gefragt ist.
say-it-otherwise = Bitte sag es mit anderen Worten oder drück auf „Nochmal“.
stopped-failed = Etwas ist schiefgegangen, und ich konnte nicht antworten.
reference = Für die, die mich betreiben: Kennung { $ref }
opened-so-far = Bisher geöffnet
more-sources = { $n ->
    [one] und { $n } weitere Quelle
   *[other] und { $n } weitere Quellen
}
end-stopped = gestoppt von { $who }
end-over = die Anfrage ist beendet

## Approval

does-search = sucht im Web
does-read-page = öffnet eine Webseite
does-read-on = liest auf einer geöffneten Seite weiter
does-search-docs = sucht in euren Dokumenten
does-read-file = liest eines eurer Dokumente
does-list-files = listet eure Dokumente auf
as-changed = wie von { $who } geändert
decide = { $n ->
    [one] { $who }, bitte entscheide über { $n } Aufruf
   *[other] { $who }, bitte entscheide über { $n } Aufrufe
}
decide-of = { $all ->
    [one] { $who }, bitte entscheide über { $n } von { $all } Aufruf
   *[other] { $who }, bitte entscheide über { $n } von { $all } Aufrufen
}
card-settled = { $n ->
    [one] { $n } Aufruf, erledigt
   *[other] { $n } Aufrufe, erledigt
}
card-undecided = { $all ->
    [one] { $all } Aufruf, nicht entschieden
   *[other] { $all } Aufrufe, davon { $n } nicht entschieden
}
approve-button = Freigeben
edit-button = Ändern
reject-button = Ablehnen
approve-all = Alle freigeben ({ $n })
approve-rest = Freigeben, auch weitere Aufrufe von { $tools }
approve-rest-many = Freigeben, auch weitere Aufrufe dieser { $n } Werkzeuge
hint-decide = Entscheiden kann nur { $who }. Nach { $time } verfällt, was noch wartet, und ich antworte mit dem, was ich habe.
hint-rest = „Auch weitere Aufrufe“: Aufrufe von { $tools } laufen dann ohne Nachfrage weiter, bis etwas Neues gesagt wird oder ein anderes Werkzeug an die Reihe kommt.
attached-above = { $n ->
    [one] Die Argumente ({ $n } Zeichen) sind oben vollständig angehängt.
   *[other] Die Argumente ({ $n } Zeichen) sind oben vollständig angehängt.
}
superseded = Überholt durch das, was inzwischen gesagt wurde
superseded-after = Überholt durch das, was inzwischen gesagt wurde – davor: { $decided }
expired = Abgelaufen: Niemand hat rechtzeitig entschieden
not-needed = Nicht nötig: Derselbe Aufruf wurde schon gemacht
not-made = Nicht ausgeführt: { $reason }
newer-hands = Liegt bei einer neueren Version dieses Programms
not-decided = Nicht entschieden: { $reason }
let-through-once = Geht weiter, weil dieses Werkzeug schon einmal freigegeben wurde
let-through-rest = Geht weiter, weil weitere Aufrufe dieses Werkzeugs freigegeben wurden
approved = Freigegeben von { $who }
approved-rest = Freigegeben von { $who }, auch für weitere Aufrufe
changed = Geändert von { $who }
changed-again = Geändert von { $who } und weiter unten noch einmal vorgelegt
rejected = Abgelehnt von { $who }
rejected-with = Abgelehnt von { $who }: „{ $comment }“

## Arguments as a file

arguments-of = Argumente von { $tool } (Aufruf { $id })
arguments-exact = { $whose }, vollständig. SHA-256 aus dem Namen des Werkzeugs, einem Zeilenumbruch und dieser Datei: { $digest }
arguments-escaped = { $whose }, vollständig. Was in dieser Datei unsichtbar wäre, steht als JSON-Escape da. SHA-256 des Aufrufs: { $digest }
part-of = Teil { $k } von { $n }

## Questions

asked-first = Was ich { $who } zuerst gefragt habe
questions = { $n ->
    [one] { $who }, { $n } Frage, bevor ich anfange
   *[other] { $who }, { $n } Fragen, bevor ich anfange
}
thank-you = Danke
default = { $option } (Standard)
answered = hat geantwortet:
taken-by-default = Als Standard genommen:
defaults-button = Weiter mit dem Standard
hint-answer = Oder antworte hier im Thread mit eigenen Worten. Ohne Antwort innerhalb von { $time } mache ich mit dem Standard weiter.
answered-in-words = { $who } hat hier im Thread mit eigenen Worten geantwortet.
superseded-by = Überholt durch das, was { $who } hier im Thread gesagt hat.
no-longer-asked = Nicht mehr gefragt: { $reason }.
asked-no-more = Nicht mehr gefragt: Inzwischen wurde etwas anderes gesagt.

## Reminders

reminder-settled = Inzwischen erledigt.
reminder-questions = { $n ->
    [one] { $who }, es wartet noch auf dich: { $n } Frage weiter oben. Ohne Antwort bis { $when } nehme ich den Standard.
   *[other] { $who }, es wartet noch auf dich: { $n } Fragen weiter oben. Ohne Antwort bis { $when } nehme ich den Standard.
}
reminder-calls = { $n ->
    [one] { $who }, es wartet noch auf eine Entscheidung: { $n } Aufruf weiter oben. Was bis { $when } niemand entschieden hat, wird nicht gemacht, und ich antworte mit dem, was ich habe.
   *[other] { $who }, es wartet noch auf eine Entscheidung: { $n } Aufrufe weiter oben. Was bis { $when } niemand entschieden hat, wird nicht gemacht, und ich antworte mit dem, was ich habe.
}

## The answer, and what stands under it

partial = Nicht fertig: { $why }
partial-list = Ich habe noch keine Antwort. Das war bis dahin geöffnet und gefunden.
partial-nothing = Ich habe noch keine Antwort, und gefunden war bis dahin nichts.
unconfirmed-all = Ich konnte aus den Quellen keine Antwort belegen.
nothing-to-say = Dazu habe ich nichts zu sagen.
goes-on = Teil { $k } von { $n }: Weiter unten geht es weiter.
searched-for = Gesucht
nothing-opened = Es wurde nichts geöffnet.
unopened = Ließ sich nicht öffnen
unsearched = Das Web ließ sich nicht durchsuchen: { $reason }.
overdue = { $n ->
    [one] Über { $n } Aufruf hat niemand rechtzeitig entschieden: Das konnte ich ohne ihn sagen.
   *[other] Über { $n } Aufrufe hat niemand rechtzeitig entschieden: Das konnte ich ohne sie sagen.
}
compared = Vom Programm mit { $n ->
    [one] ihrer Quelle verglichen: { $n } Aussage
   *[other] den Quellen verglichen: { $n } Aussagen
} – { $parts }.
compared-found = { $n } dort gefunden
compared-translated = { $n } in einer anderen Sprache
compared-part = { $n } nur zum Teil { $sign }
compared-not = { $n } nicht gefunden
compared-seconded = Ein zweiter Blick des Modells stimmte { $n } von { $all } zu.
apart-line = { $claim } – { $why }
apart-uncited = dafür ist keine geöffnete Quelle genannt
apart-dropped = handelt von etwas Ausgeschiedenem
apart-unread = nicht nachgeschlagen: eine Aussage zu viel, oder es ist keine geöffnete Quelle genannt
denied-line = { $claim } – ein zweiter Blick des Modells ergab: { $reason }
unconfirmed = Nicht belegt
unconfirmed-more = … und { $n } weitere; alles steht unter „Belege“
assumed-title = Angenommen, weil niemand etwas anderes gesagt hat
verdicts = Was verlangt wurde
must-met = Muss: { $wish } – erfüllt{ $mark }
must-unmet = Muss: { $wish } – nicht erfüllt{ $mark }
must-unknown = Muss: { $wish } – ließ sich nicht klären
must-not-kept = Darf nicht: { $wish } – eingehalten{ $mark }
must-not-broken = Darf nicht: { $wish } – nicht eingehalten{ $mark }
must-not-unknown = Darf nicht: { $wish } – ließ sich nicht klären
prefer-met = Möglichst: { $wish } – erfüllt{ $mark }
prefer-unmet = Möglichst: { $wish } – nicht erfüllt{ $mark }
prefer-unknown = Möglichst: { $wish } – ließ sich nicht klären
candidates = Was in Frage kommt
candidates-open = Was in Frage kommen könnte: nicht jede harte Bedingung ließ sich klären
candidate = Kandidat
why-this-place = Warum hier
none-qualifies = Nichts von dem, was gefunden wurde, erfüllt alle harten Bedingungen.
cell-met = erfüllt
cell-unmet = nicht erfüllt
cell-avoided = eingehalten
cell-not-avoided = nicht eingehalten
cell-unknown = unbekannt
head-must = Muss: { $wish }
head-must-not = Darf nicht: { $wish }
head-prefer = Möglichst: { $wish }
legend-signs = { $met } = erfüllt, bei dem, was nicht sein darf: eingehalten · { $unmet } = das Gegenteil · { $unknown } = ließ sich nicht klären
why-hard-met = alle harten Bedingungen sind erfüllt
why-hard-open = ungeklärte harte Bedingungen: { $n } von { $all }
why-preferred = erfüllte Wünsche: { $n } von { $all }
why-preferred-open = unbekannt: { $n }
sources-disagree = Quellen widersprechen sich
contradictory = { $name }, { $wish }: laut { $met } erfüllt, laut { $unmet } nicht erfüllt
dropped = Ausgeschieden
dropped-line = { $name } – { $why }
sources = Quellen
opened-title = Geöffnet
opened-and-found = Geöffnet und gefunden
# The sources are read back out of the thread: this one begins with a comma in every language.
published = , veröffentlicht
retrieved = , abgerufen
sources-more = { $n ->
    [one] { $n } weitere Quelle; alle Angaben stehen unter „Belege“:
   *[other] { $n } weitere Quellen; alle Angaben stehen unter „Belege“:
}
only-found = nur gefunden, nicht geöffnet
retry-button = Nochmal
continue-button = Weitermachen
stop-button = Stopp

## Reasoning

reasoning-button = Gedankengang
steps-button = Schritte
reasoning-title = Gedanken und Schritte
reasoning-close = Schließen
reasoning-unverified = Das sind die eigenen Worte des Modells, so wie sie kamen: Niemand hat sie geprüft, und sie gehören nicht zur Antwort.
reasoning-gone = Die eigenen Worte des Modells sind nicht hier: Falls es welche gab, werden sie einige Zeit nach dem Ende gelöscht. Das sind die Schritte.
reasoning-none = Das Modell hat keine Gedanken gezeigt. Das sind die Schritte.
reasoning-cut = { $n ->
    [one] … { $n } weiteres Zeichen ist hier weggelassen
   *[other] … { $n } weitere Zeichen sind hier weggelassen
}
round-number = Runde { $n }

## Evidence

evidence-button = Belege
evidence-title = Belege
evidence-about = Was die Quellen sagen, vom Programm ausgewählt und verglichen. Ob es meint, was die Antwort sagt, beurteilst du selbst.
evidence-page = Seite { $k } von { $n }.
evidence-back = Zurück
evidence-next = Weiter
evidence-none = Es gibt keine Belege zu zeigen: für diese Antwort wurde nichts geöffnet.
grade-quoted = Wort für Wort
grade-supported = Zahlen, Namen und die meisten Wörter stehen dort
grade-translated = in einer anderen Sprache: Zahlen und Namen und ein Zitat stehen dort
grade-raised = in einer anderen Sprache: keine Zahl und kein Name spricht dagegen, das Übrige beruht auf einem zweiten Blick des Modells
grade-weak = schwach: nur ein Teil der Wörter steht dort
grade-not-found = in den Quellen nicht gefunden
grade-apart = ausgesondert, da nur ein Teil davon gefunden wurde
evidence-idle = In { $marks }, worauf sich die Antwort hier auch beruft, fanden sich keine Worte, die das tragen.
open-refused = Dafür wurden Worte einer Quelle angeboten und abgelehnt: Sie stehen dort nicht oder besagen es nicht hiervon.
open-nothing = Dafür wurden keine Worte einer Quelle angeboten.
open-contradictory = Nach { $met } ist es erfüllt, nach { $unmet } nicht.
open-only-found = Von seinen Quellen wurde keine geöffnet.
grade-none = nach gemeinsamen Wörtern ausgewählt, nicht bewertet
lacks-nowhere = dort nicht gefunden: { $words }
lacks-elsewhere = steht dort, aber wohl von etwas anderem: { $words }
lacks-figure = eine Zahl, die dort nicht steht, ausgerechnet oder falsch: { $words }
opinion-yes = ein zweiter Blick des Modells stimmte zu
opinion-no = ein zweiter Blick des Modells widersprach
opinion-no-why = ein zweiter Blick des Modells widersprach: { $reason }
export-button = Exportieren
export-under-way = Die Dateien sind auf dem Weg zu dir, in einer Direktnachricht.
export-sent = Die Antwort auf „{ $question }“, als Markdown und als JSON.
export-failed = Ich konnte dir die Dateien nicht schicken. Bitte versuch es gleich noch einmal.
not-checked = Ich konnte gerade nicht feststellen, ob du diesen Thread lesen kannst, und zeige deshalb nichts. Bitte versuch es gleich noch einmal; bleibt es so, steht der Grund im Protokoll des Programms.
not-a-reader = Das gehört zu einer Unterhaltung, in der du nicht bist.

## Deleting

remove-button = Löschen
remove-title = Das für alle löschen?
remove-text = Alles, was ich zu dieser Frage gesagt habe, verschwindet aus dem Thread, und spätere Fragen wissen nichts mehr davon.
remove-confirm = Löschen
remove-deny = Behalten
already-removed = Das ist schon gelöscht.

## The form that rejects

reject-title = Aufruf ablehnen
reject-submit = Ablehnen
reject-close = Weiter warten lassen
reject-label = Was soll ich stattdessen tun?
reject-hint = Ich lese den Kommentar und mache von da aus weiter.
reject-example = Zum Beispiel: nimm stattdessen den Bericht von 2024

## The form that changes a call

edit-title = Aufruf ändern
edit-submit = Speichern, dann prüfen
edit-close = So lassen
edit-hint = Speichern ruft { $tool } noch nicht auf: Der geänderte Aufruf erscheint im Thread und wartet dort.
written-as-json = Als JSON geschrieben.
edit-tool-gone = Dieses Werkzeug gibt es hier nicht mehr. Lehne den Aufruf stattdessen mit einem Kommentar ab.
edit-too-long = Diese Argumente sind zu lang für ein Formular. Lehne den Aufruf stattdessen mit einem Kommentar ab.
edit-nothing = Dieser Aufruf hat keine Argumente. Gib ihn so frei oder lehne ihn ab.
edit-same = Es ist nichts geändert. Schließ das Formular und gib den Aufruf so frei oder lehne ihn ab.
form-inside = In { $where }: { $problem }
form-missing = Hier muss etwas stehen.
form-empty = Das darf nicht leer sein.
form-whole-number = Das muss eine ganze Zahl sein.
form-text = Das muss ein Text sein.
form-number = Das muss eine Zahl sein.
form-at-least = Das muss mindestens { $least } sein.
form-more-than = Das muss größer als { $least } sein.
form-at-most = Das darf höchstens { $most } sein.
form-less-than = Das muss kleiner als { $most } sein.
form-too-short = Das ist zu kurz: mindestens { $n }.
form-too-long = Das ist zu lang: höchstens { $n }.
form-one-of = Das muss eines davon sein: { $choices }
form-json = Das muss JSON sein, etwa ["a", "b"].
form-date = Das muss ein Datum sein, etwa 2026-11-30.
form-refused = Das nimmt das Werkzeug nicht an: { $reason }
form-unfit = Das nimmt das Werkzeug nicht an.
form-not-json = Dafür hat JSON kein Wort: weder NaN noch Unendlich.

## Private words

unknown-button = Diesen Knopf kenne ich nicht.
forgotten = Das gehört zu einer Frage, die ich nicht mehr aufbewahre. Bitte stell sie noch einmal.
not-written = Ich konnte das gerade nicht festhalten, also hat sich nichts geändert. Bitte versuch es gleich noch einmal.
form-not-opened = Slack hat das Formular nicht geöffnet. Bitte drück den Knopf noch einmal.
not-yours = Das kann hier nur { $who }.
only-decide = Hier kann nur { $who } entscheiden.
only-stop = Das kann nur { $who } stoppen.
already-ended = Diese Anfrage ist schon beendet.
still-at-work = Diese Anfrage läuft noch.
question-gone = Die Nachricht mit der Frage wurde gelöscht: Es gibt nichts, das noch einmal gefragt werden könnte.
already-asked-again = Das wurde schon noch einmal gefragt.
already-going-on = Das wurde schon fortgesetzt, unten in diesem Thread.
already-decided = Das wurde schon entschieden.
already-approved = Diesen Aufruf hat { $who } schon freigegeben.
already-rejected = Diesen Aufruf hat { $who } schon abgelehnt.
already-changed = Diesen Aufruf hat { $who } schon geändert.
already-begun = Dieser Aufruf hat schon begonnen.
already-let-through = Dieser Aufruf wurde schon mit einem früheren freigegeben.
already-answered = Diese Frage wurde schon beantwortet: { $option }
nothing-waits = Auf dieser Karte wartet nichts mehr.
request-gone = Diese Anfrage gibt es nicht mehr.
request-expired = Diese Anfrage ist abgelaufen.
request-superseded = Diese Anfrage ist durch das überholt, was inzwischen gesagt wurde.
questions-settled = Diese Fragen sind schon erledigt.
questions-expired = Diese Fragen sind abgelaufen: Es gilt der Standard.

## Telling: where an answer stands that did not take the place of the progress message

finished = Unten beantwortet, nach { $time }.
finished-without = Ohne Antwort beendet, nach { $time }.
finished-link = Zur Antwort
finished-reason = Warum?
finished-calls = { $n ->
    [one] { $n } Aufruf
   *[other] { $n } Aufrufe
}
told-answer = , hier ist deine Antwort.
told-without = , das endete ohne Antwort.
taken-away = (gelöscht)

## Talk

talk-help =
    Ich recherchiere Fragen und antworte im Thread, mit Quellen.
    • Fragen: Erwähne mich mit einer Frage, zum Beispiel „Was steht in unserer Reiserichtlinie über Züge?“ In einer Direktnachricht schreib sie einfach.
    • Knöpfe: Aufrufe, etwa eine Suche oder das Öffnen einer Seite, warten auf den Knopfdruck eines Menschen, wenn es in diesem Kanal nicht anders eingestellt ist. Worte geben nichts frei.
    • Korrigieren: Antworte im Thread oder bearbeite deine Nachricht, solange ich arbeite. Wird die Frage gelöscht, endet die Arbeit daran.
    • Anhalten: Drück auf „Stopp“ oder schreib „Stopp“ in den Thread.
    • Gründlich: Beginne mit „gründlich:“ für mehrere unabhängige Quellen oder mit „denk gut nach:“.
    • Quellen: Jede Aussage trägt eine Nummer wie [1]. Die Liste steht unter der Antwort, und „Belege“ zeigt dort zu jeder Aussage die Worte der Quelle.
talk-joined = Hallo! { talk-help }
talk-effort-fixed = Ich nehme das als Bemerkung. Wie gründlich ich an dieser Frage arbeite, stand fest, als sie gestellt wurde: Für mehr stell sie neu und beginne mit „gründlich:“ oder „denk gut nach:“.
talk-too-long = Das ist länger, als ich aufnehmen kann ({ $n } Zeichen). Bitte stell die Frage mit weniger Worten.
talk-only-buttons = Worte geben keinen Aufruf frei, wer auch immer sie schreibt: Bitte drück einen Knopf auf der Karte weiter oben.
talk-not-here = Hier darfst du mich nichts fragen. Wer mich betreut, kann das ändern.
talk-nothing-to-stop = In diesem Thread gibt es nichts von dir zu stoppen.
