# Ce que Footnote dit en français. Il vouvoie, simplement et sans cérémonie.

## People

somebody = quelqu’un
nobody = personne
approvers = une personne habilitée à approuver
more-approvers = { $n ->
    [one] une autre personne habilitée à approuver
   *[other] l’une des { $n } autres personnes habilitées à approuver
}
either = { $one } ou { $other }
list = { $one }, { $other }

## Times and numbers

seconds = { $n } s
minutes = { $n } min
hours = { $n } h
hours-minutes = { $h } h { $m } min
so-far = { $time } jusqu’ici
this-step = cette étape : { $time }
deep-research = Recherche approfondie
thinking-hard = Réflexion poussée
deep-and-hard = Recherche approfondie, réflexion poussée
context-filled = contexte { $n } %
rounds-of = { $n ->
    [one] { $used } tour sur { $n }
   *[other] { $used } tours sur { $n }
}
rounds = { $n ->
    [one] { $n } tour
   *[other] { $n } tours
}
tokens = { $n ->
    [one] { $n } jeton
   *[other] { $n } jetons
}
tokens-at-most = au plus { $tokens }
cached-share = { $tokens } ({ NUMBER($n, style: "percent") } en cache)
money = { NUMBER($n, minimumFractionDigits: 2, maximumFractionDigits: 3) } $US
money-at-most = au plus { NUMBER($n, minimumFractionDigits: 2, maximumFractionDigits: 3) } $US
money-small = moins de { NUMBER($n, minimumFractionDigits: 2) } $US
credits = { $n ->
    [one] { $n } crédit de recherche
   *[other] { $n } crédits de recherche
}
steps-taken = { $n ->
    [one] { $n } étape
   *[other] { $n } étapes
}
and-more = et { $n } de plus

## Progress: the state in a few words

newer-version = Une version plus récente de ce programme poursuit cette question.
queued = { $n ->
    [one] En attente de la fin de la question ci-dessus…
   *[other] En attente de la fin de { $n } questions ci-dessus…
}
queued-behind = { $n ->
    [one] En attente de la fin de la question ci-dessus ({ $names })…
   *[other] En attente de la fin de { $n } questions ci-dessus ({ $names })…
}
reading-thread = Lecture du fil…
understanding = Compréhension de la question…
understanding-again = Compréhension de ce qui a été dit depuis…
waiting-for-answer = En attente de la réponse de { $who }
waiting-for-approval = { $n ->
    [one] { $n } appel à approuver par { $who }
   *[other] { $n } appels à approuver par { $who }
}
doing-search = Recherche en cours…
doing-pages = Lecture de pages…
doing-files = Lecture de documents…
doing-search-pages = Recherche et lecture de pages…
doing-search-files = Recherche et lecture de documents…
doing-pages-files = Lecture de pages et de documents…
doing-everything = Recherche, lecture de pages et de documents…
doing-call = Utilisation de { $call }…
doing-calls = { $n ->
    [one] { $n } appel en cours…
   *[other] { $n } appels en cours…
}
thinking = Réflexion sur la façon de commencer…
thinking-about-found = Réflexion sur ce qui a été trouvé…
summing-up = Résumé de ce qui précède…
waiting-for-model = Le serveur du modèle est surchargé, un peu de patience…
waiting-for-budget = En attente d’autres questions : leurs appels et les miens pourraient coûter ensemble plus que ce qui reste du budget…
writing = { $n ->
    [one] Rédaction… { $n } mot
   *[other] Rédaction… { $n } mots
}
writing-answer = { $n ->
    [one] Rédaction de la réponse… { $n } mot
   *[other] Rédaction de la réponse… { $n } mots
}
checking = Vérification de la réponse d’après ses sources…
second-look = Deuxième lecture du brouillon…
mending = Correction de la réponse…

## Progress: what was understood

understood = Compris :
must = Il faut :
must-not = Il ne faut pas :
preferably = De préférence :
unclear = À préciser :
assumed = Supposé :

goes-on-anew = Le travail reprend à partir de ce qui a déjà été essayé.
goes-on-from = { $n ->
    [one] Le travail reprend avec { $n } source déjà ouverte.
   *[other] Le travail reprend avec { $n } sources déjà ouvertes.
}
goes-on-without = { $n ->
    [one] Le texte de { $n } source a été supprimé depuis : elle est rouverte là où il le faut.
   *[other] Les textes de { $n } sources ont été supprimés depuis : elles sont rouvertes là où il le faut.
}

## Steps

step = { $what } : { $outcome }
quoted = « { $words } »
remark = { $who } : « { $words } »
searched-inside = Recherche du fournisseur du modèle : { $query }
draft-sent-back = { $n ->
    [one] le brouillon a été renvoyé : { $n } point à corriger
   *[other] le brouillon a été renvoyé : { $n } points à corriger
}
trying-again = { $what } : échec, nouvel essai : { $reason }
step-recall = lecture du fil
step-understand = compréhension de la question
step-reply = appel au modèle
step-check = vérification de la réponse
no-reason = aucune raison donnée
earlier-steps = { $n ->
    [one] { $n } étape précédente : { $kinds }
   *[other] { $n } étapes précédentes : { $kinds }
}
count-searches = { $n ->
    [one] { $n } recherche
   *[other] { $n } recherches
}
count-pages = { $n ->
    [one] { $n } page
   *[other] { $n } pages
}
count-files = { $n ->
    [one] { $n } document
   *[other] { $n } documents
}
count-calls = { $n ->
    [one] { $n } autre appel
   *[other] { $n } autres appels
}
count-others = { $n ->
    [one] { $n } remarque ou brouillon
   *[other] { $n } remarques et brouillons
}
under-way = en cours
waits-for-approval = en attente d’approbation
comes-next = à suivre
step-superseded = n’a plus lieu d’être
step-approved = approuvé par { $who }
step-changed = modifié par { $who }
step-rejected = refusé par { $who }
step-rejected-with = refusé par { $who } : « { $comment } »
step-refused = refusé
step-refused-with = refusé : « { $comment } »
step-expired = expiré : personne n’a décidé à temps
broken-off = interrompu
done-above = déjà fait plus haut
outcome-unknown = personne ne sait si cela a eu un effet
outcome-unknown-with = personne ne sait si cela a eu un effet : { $reason }
search-failed = la recherche a échoué : { $reason }
page-failed = la page n’a pas pu être lue : { $reason }
file-failed = le document n’a pas pu être lu : { $reason }
call-failed = échec : { $reason }
found = { $n ->
    [one] { $n } résultat
   *[other] { $n } résultats
}
nothing-found = rien trouvé
opened = ouvert : { $parts }
opened-part = { $name } ({ $part })

## How much of a source was opened

part-page = page entière
part-message = le message entier
part-empty = fichier vide
part-first = les { $n } premiers caractères sur { $all }
part-characters = caractères { $first } à { $last } sur { $all }
part-one = { $n }
part-range = { $first } à { $last }
part-lines = lignes { $ranges } sur { $all }
part-lines-cut = lignes { $first } à { $last } sur { $all }, coupées à { $n } caractères
part-line = ligne { $n } sur { $all }
part-line-cut = ligne { $n } sur { $all }, coupée à { $at } caractères

## What tools and steps report

note-expired = personne n’a décidé à temps
note-budget = ce qu’une question peut en utiliser est épuisé
note-run-spent = ce qui reste pour cette question ne suffit pas pour un autre appel
note-day-spent = ce qui reste du budget de cette journée ne suffit pas pour un autre appel
note-unexpected = une erreur inattendue
note-slow = cela a pris plus de { $n } s et a été abandonné
note-broken-off = cela a été interrompu
note-service-slow = le service de recherche n’a pas répondu à temps
note-service-away = le service de recherche est injoignable
note-service-busy = le service de recherche est trop sollicité en ce moment
note-service-key = le service de recherche n’accepte pas sa clé : quelqu’un doit corriger les réglages
note-service-spent = le forfait de recherche est épuisé : quelqu’un doit l’augmenter
note-service-limit = la limite de paiement à l’usage du plan de recherche est atteinte ; quelqu’un doit la relever
note-service-refused = le service de recherche a refusé la requête
note-service-status = le service de recherche a répondu avec le statut { $status }
note-service-garbled = le service de recherche a répondu quelque chose qui n’est pas à son format
note-service-elsewhere = le service de recherche a répondu avec une page d’un autre site
note-model-refused = Le serveur du modèle a refusé la requête.
note-model-forbidden = Le serveur du modèle n’autorise pas { $model } avec cette clé.
note-model-page = À l’adresse du modèle répond une page web.
note-model-moved = Le service du modèle a déménagé vers { $address } : il faut indiquer sa nouvelle adresse.
note-model-wait = Le serveur du modèle demande une pause de { $time }.
note-model-unknown = Le serveur du modèle ne connaît pas { $model }, ou son adresse est fausse.
note-model-failed = Le serveur du modèle a échoué ({ $status }).
note-model-slow = Le modèle n’a pas répondu à temps.
note-model-away = La connexion au serveur du modèle a échoué.
note-page-empty = elle ne contient aucun texte
note-page-pdf = c’est un PDF dont le texte n’a pas pu être extrait
note-page-binary = ce n’est pas du texte, mais un fichier binaire
note-page-robots = le site vérifie si l’on est un robot au lieu de la montrer
note-page-refused = le site en refuse l’accès
note-page-login = le site demande d’abord de se connecter
note-page-consent = le site demande d’abord un consentement
note-page-missing = le site dit qu’elle n’existe pas
note-page-script = elle a besoin d’un navigateur qui exécute ses scripts
note-page-list = c’est une liste de mots isolés et non un texte
note-page-encrypted = c’est un PDF chiffré
note-page-scanned = c’est un PDF d’images sans texte
note-page-paid = le site ne la montre qu’à ses abonnés
note-page-error = le site a répondu par une erreur à sa place
note-page-vacant = il n’y a rien à son adresse
note-page-onward = elle ne fait que mener à une autre page
note-page-too-large = c’est un PDF plus grand que ce qui est lu
note-page-broken = elle est endommagée et n’a pas pu être lue
note-page-inside = son adresse n’appartient pas au web public
note-page-robots-txt = le robots.txt du site ne laisse pas les programmes la lire
note-page-robots-unknown = le robots.txt du site est inaccessible, et sans lui aucune page n’est lue
note-page-led-on = le site a redirigé plus de { $n } fois
note-page-away = le site est injoignable
note-page-slow = le site n’a pas répondu à temps
note-page-status = le site a répondu avec le statut { $status }
note-page-garbled = le site a répondu quelque chose d’illisible
note-page-old = publiée { $published }, avant { $after }
note-page-directly = { $first } ; lue directement : { $second }
note-page-cut = elle est plus longue que ce qui en est lu
note-lost = c’était en cours quand le programme s’est arrêté
note-model-key = Le serveur du modèle a refusé la clé.
note-model-busy = Le serveur du modèle est surchargé.
note-model-broke = Le compte auprès du serveur du modèle n’a plus de crédit.
note-model-long = La conversation est plus longue que ce que le modèle peut lire d’un coup.
note-model-broken = La réponse du modèle s’est interrompue.
note-model-nothing = Le serveur du modèle n’a rien répondu.
note-model-toolless = Le serveur du modèle n’accepte pas d’outils.
note-model-form = Le modèle n’a pas répondu sous la forme demandée.
note-command-missing = La commande du modèle { $program } est introuvable.
note-command-unstartable = La commande du modèle { $program } ne peut pas être lancée :
note-command-failed = La commande du modèle a échoué (code de sortie { $code }).
note-command-killed = La commande du modèle a été arrêtée par le signal { $signal }.
note-command-nothing = La commande du modèle n’a rien répondu.
note-command-endless = La commande du modèle a écrit plus de { $n } octets.
note-command-garbled = La commande du modèle a écrit autre chose que de l’UTF-8.
note-command-unread = La commande du modèle n’a pas lu toute son entrée.
note-command-slow = La commande du modèle n’a pas répondu à temps.
note-unread = Slack ne m’a pas laissé lire ce fil ({ $code }).
missing-declined = Le modèle a refusé de répondre : { $words }
missing-filtered = Le serveur du modèle a retenu la suite de la réponse (filtre de contenu).
missing-length = La réponse du modèle s’est arrêtée à sa longueur maximale.
missing-cut = Le brouillon était trop long et s’arrête ici.
missing-unread = Le brouillon en dit plus que ce qui est vérifié ; le reste n’est pas confirmé.
missing-unanswered = Aucune des sources ouvertes n’y répond.
missing-nothing = Rien n’a été trouvé ni ouvert qui y réponde.
note-time-over = le temps prévu pour cette question est écoulé
note-made-before = déjà fait auparavant
missing-independent = Seules { $n } des { $all } sources indépendantes que demande une recherche approfondie ont été ouvertes.
ended-rounds = Les tours qu’une question peut utiliser sont épuisés.
ended-time = Le temps qu’une question peut prendre est écoulé.
ended-used-up = Ce qui reste pour cette question ne suffit pas pour une autre étape.
ended-calls = Les recherches, pages ou fichiers qu’une question peut utiliser sont épuisés.
small-run = Un seul appel du modèle peut coûter plus que ce qu’une question peut utiliser : la personne qui me gère doit relever ce budget.
small-day = Un seul appel du modèle peut coûter plus que le budget d’une journée : la personne qui me gère doit le relever.
ended-failed = Le modèle a échoué avant la fin du travail.
ended-nothing = Le modèle n’a rien renvoyé d’utilisable.

## Ended without an answer

stopped-by = Arrêté par { $who }.
stopped-deleted = Arrêté : le message qui posait la question a été supprimé.
stopped-budget = Je me suis arrêté : ce qu’une question peut utiliser est épuisé ou ne suffit pas pour une autre étape, et je n’ai pas encore de réponse.
stopped-spent = Ce qui reste du budget de cette journée ne suffit pas pour un autre appel. Il repart le { $when }.
stopped-long = À elle seule, la question est plus longue que ce que le modèle peut lire ({ $n } jetons). Merci de la raccourcir.
stopped-window = Le modèle lit trop peu à la fois pour travailler : les instructions et les outils ne laissent pas de place pour une question. Il faut une fenêtre plus grande ([window] dans le fichier TOML) ou un autre modèle.
stopped-unreadable = Je n’ai pas compris ce qui est demandé.
say-it-otherwise = Merci de le dire autrement, ou de cliquer sur Réessayer.
stopped-failed = Un problème est survenu, et je n’ai pas pu répondre.
reference = Pour qui me gère : référence { $ref }
opened-so-far = Ouvert jusqu’ici
more-sources = { $n ->
    [one] et { $n } autre source
   *[other] et { $n } autres sources
}
end-stopped = arrêté par { $who }
end-over = la demande est terminée

## Approval

does-search = chercher sur le web
does-read-page = ouvrir une page web
does-read-on = continuer la lecture d’une page ouverte
does-search-docs = chercher dans vos documents
does-read-file = lire un de vos documents
does-list-files = lister vos documents
as-changed = tel que modifié par { $who }
decide = { $n ->
    [one] { $who } : une décision est attendue pour { $n } appel
   *[other] { $who } : une décision est attendue pour { $n } appels
}
decide-of = { $all ->
    [one] { $who } : une décision est attendue pour { $n } appel sur { $all }
   *[other] { $who } : une décision est attendue pour { $n } des { $all } appels
}
card-settled = { $n ->
    [one] { $n } appel, réglé
   *[other] { $n } appels, réglés
}
card-undecided = { $all ->
    [one] { $all } appel, sans décision
   *[other] { $all } appels, dont { $n } sans décision
}
approve-button = Approuver
edit-button = Modifier
reject-button = Refuser
approve-all = Tout approuver ({ $n })
approve-rest = Approuver, aussi les appels suivants de { $tools }
approve-rest-many = Approuver, aussi les appels suivants de ces { $n } outils
hint-decide = Ici, la décision revient à { $who }. Après { $time }, ce qui attend expire, et je réponds avec ce que j’ai.
hint-rest = « Aussi les appels suivants » : les appels de { $tools } continuent alors sans demander, jusqu’à ce que quelque chose de nouveau soit dit ou qu’un autre outil soit nécessaire.
attached-above = { $n ->
    [one] Ses arguments ({ $n } caractère) sont joints ci-dessus en entier.
   *[other] Ses arguments ({ $n } caractères) sont joints ci-dessus en entier.
}
superseded = N’a plus lieu d’être après ce qui a été dit depuis
superseded-after = N’a plus lieu d’être après ce qui a été dit depuis – auparavant : { $decided }
expired = Expiré : personne n’a décidé à temps
not-needed = Inutile : le même appel a déjà été fait
not-made = Pas exécuté : { $reason }
newer-hands = Entre les mains d’une version plus récente de ce programme
not-decided = Pas de décision : { $reason }
let-through-once = Continue, car cet outil a déjà été approuvé une fois
let-through-rest = Continue, car les appels suivants de cet outil ont été approuvés
approved = Approuvé par { $who }
approved-rest = Approuvé par { $who }, aussi pour les appels suivants
changed = Modifié par { $who }
changed-again = Modifié par { $who } et de nouveau proposé plus bas
rejected = Refusé par { $who }
rejected-with = Refusé par { $who } : « { $comment } »

## Arguments as a file

arguments-of = Arguments de { $tool } (appel { $id })
arguments-exact = { $whose }, en entier. SHA-256 du nom de l’outil, d’un saut de ligne et de ce fichier : { $digest }
arguments-escaped = { $whose }, en entier. Ce qui serait invisible dans ce fichier est écrit comme échappement JSON. SHA-256 de l’appel : { $digest }
part-of = Partie { $k } sur { $n }

## Questions

asked-first = Ce que j’ai d’abord demandé à { $who }
questions = { $n ->
    [one] { $who }, { $n } question avant de commencer
   *[other] { $who }, { $n } questions avant de commencer
}
thank-you = Merci
default = { $option } (par défaut)
answered = a répondu :
taken-by-default = Pris par défaut :
defaults-button = Continuer avec les choix par défaut
hint-answer = Ou répondez dans ce fil avec vos propres mots. Sans réponse d’ici { $time }, je continue avec les choix par défaut.
answered-in-words = { $who } a répondu avec ses propres mots, dans ce fil.
superseded-by = N’a plus lieu d’être après ce que { $who } a dit dans ce fil.
no-longer-asked = N’est plus demandé : { $reason }.
asked-no-more = N’est plus demandé : autre chose a été dit depuis.

## Reminders

reminder-settled = Réglé entre-temps.
reminder-questions = { $n ->
    [one] { $who }, { $n } question vous attend encore plus haut. Sans réponse d’ici { $when }, je prends le choix par défaut.
   *[other] { $who }, { $n } questions vous attendent encore plus haut. Sans réponse d’ici { $when }, je prends les choix par défaut.
}
reminder-calls = { $n ->
    [one] { $who }, { $n } appel attend encore une décision plus haut. Ce dont personne ne décide d’ici { $when } n’est pas fait, et je réponds avec ce que j’ai.
   *[other] { $who }, { $n } appels attendent encore une décision plus haut. Ce dont personne ne décide d’ici { $when } n’est pas fait, et je réponds avec ce que j’ai.
}

## The answer, and what stands under it

partial = Inachevé : { $why }
partial-list = Je n’ai pas encore de réponse. Voici ce qui avait été ouvert et trouvé jusque-là.
partial-nothing = Je n’ai pas encore de réponse, et rien n’avait été trouvé jusque-là.
unconfirmed-all = Je n’ai pu confirmer aucune réponse d’après les sources.
nothing-to-say = Je n’ai rien à dire à cela.
goes-on = Partie { $k } sur { $n } : la suite est plus bas.
searched-for = Recherches
nothing-opened = Rien n’a été ouvert.
unopened = N’a pas pu être ouvert
unsearched = Le web n’a pas pu être parcouru : { $reason }.
overdue = { $n ->
    [one] Personne n’a décidé à temps pour { $n } appel : voici ce que j’ai pu dire sans lui.
   *[other] Personne n’a décidé à temps pour { $n } appels : voici ce que j’ai pu dire sans eux.
}
compared = Comparé par le programme avec { $n ->
    [one] sa source : { $n } affirmation
   *[other] les sources : { $n } affirmations
} – { $parts }.
compared-found = { $n ->
    [one] { $n } y figure
   *[other] { $n } y figurent
}
compared-translated = { $n } dans une autre langue
compared-part = { $n } en partie seulement { $sign }
compared-not = { $n ->
    [one] { $n } introuvable
   *[other] { $n } introuvables
}
compared-seconded = Une deuxième lecture par le modèle en confirme { $n } sur { $all }.
apart-line = { $claim } – { $why }
apart-uncited = aucune source ouverte n’est citée pour cela
apart-dropped = porte sur ce qui a été écarté
apart-unread = non vérifié : une affirmation de trop, ou aucune source ouverte n’est citée
denied-line = { $claim } – une deuxième lecture par le modèle a trouvé : { $reason }
unconfirmed = N’a pas pu être confirmé
unconfirmed-more = … et { $n } de plus ; tout est sous « Preuves »
assumed-title = Supposé, puisque personne n’a dit autre chose
verdicts = Ce qui était demandé
must-met = Il faut : { $wish } – satisfait{ $mark }
must-unmet = Il faut : { $wish } – non satisfait{ $mark }
must-unknown = Il faut : { $wish } – n’a pas pu être établi
must-not-kept = Il ne faut pas : { $wish } – respecté{ $mark }
must-not-broken = Il ne faut pas : { $wish } – non respecté{ $mark }
must-not-unknown = Il ne faut pas : { $wish } – n’a pas pu être établi
prefer-met = De préférence : { $wish } – satisfait{ $mark }
prefer-unmet = De préférence : { $wish } – non satisfait{ $mark }
prefer-unknown = De préférence : { $wish } – n’a pas pu être établi
candidates = Ce qui convient
candidates-open = Ce qui pourrait convenir : toutes les conditions impératives n’ont pas pu être vérifiées
candidate = Candidat
why-this-place = Pourquoi ici
none-qualifies = Rien de ce qui a été trouvé ne satisfait toutes les conditions impératives.
cell-met = satisfait
cell-unmet = non satisfait
cell-avoided = respecté
cell-not-avoided = non respecté
cell-unknown = inconnu
head-must = Il faut : { $wish }
head-must-not = Il ne faut pas : { $wish }
head-prefer = De préférence : { $wish }
legend-signs = { $met } = satisfait et, pour ce qu’il ne faut pas, respecté · { $unmet } = le contraire · { $unknown } = n’a pas pu être établi
why-hard-met = toutes les conditions impératives sont satisfaites
why-hard-open = conditions impératives non établies : { $n } sur { $all }
why-preferred = préférences satisfaites : { $n } sur { $all }
why-preferred-open = inconnues : { $n }
sources-disagree = Des sources se contredisent
contradictory = { $name }, { $wish } : satisfait selon { $met }, non satisfait selon { $unmet }
dropped = Écarté
dropped-line = { $name } – { $why }
sources = Sources
opened-title = Ouvert
opened-and-found = Ouvert et trouvé
# The sources are read back out of the thread: this one begins with a comma in every language.
published = , publié
retrieved = , consulté
sources-more = { $n ->
    [one] { $n } autre source ; tous les détails sont sous « Preuves » :
   *[other] { $n } autres sources ; tous les détails sont sous « Preuves » :
}
only-found = seulement trouvé, pas ouvert
retry-button = Réessayer
continue-button = Continuer
stop-button = Arrêter

## Reasoning

reasoning-button = Raisonnement
steps-button = Étapes
reasoning-title = Raisonnement et étapes
reasoning-close = Fermer
reasoning-unverified = Ce sont les mots du modèle, tels qu’ils sont arrivés : personne ne les a vérifiés, et ils ne font pas partie de la réponse.
reasoning-gone = Les mots du modèle ne sont pas ici : s’il y en a eu, ils sont effacés quelque temps après la fin. Voici les étapes.
reasoning-none = Le modèle n’a montré aucun raisonnement. Voici les étapes.
reasoning-cut = { $n ->
    [one] … { $n } caractère de plus, omis ici
   *[other] … { $n } caractères de plus, omis ici
}
round-number = Tour { $n }

## Evidence

evidence-button = Preuves
evidence-title = Preuves
evidence-about = Ce que disent les sources, choisi et comparé par le programme. À vous de juger si cela veut dire ce que dit la réponse.
evidence-page = Page { $k } sur { $n }.
evidence-back = Précédent
evidence-next = Suivant
evidence-none = Il n’y a pas de preuve à montrer : rien n’a été ouvert pour cette réponse.
grade-quoted = mot pour mot
grade-supported = ses nombres, ses noms et la plupart de ses mots y figurent
grade-translated = dans une autre langue : ses nombres et ses noms, et une citation, y figurent
grade-raised = dans une autre langue : aucun nombre ni nom ne s’y oppose, le reste repose sur une deuxième lecture par le modèle
grade-weak = faible : seule une partie de ses mots y figure
grade-not-found = introuvable dans ses sources
grade-apart = mis à part, car seule une partie en a été trouvée
evidence-idle = Dans { $marks }, que la réponse cite aussi ici, aucun mot qui l’appuie n’a été trouvé.
open-refused = Des mots d’une source ont été proposés et refusés : ils n’y figurent pas, ou ne le disent pas de cela.
open-nothing = Aucun mot d’une source n’a été proposé.
open-contradictory = Selon { $met } c’est rempli, selon { $unmet } non.
open-only-found = Aucune de ses sources n’a été ouverte.
grade-none = choisi par mots communs, sans évaluation
lacks-nowhere = introuvable là : { $words }
lacks-elsewhere = y figure, mais semble dit d’autre chose : { $words }
lacks-figure = un chiffre qui n’y figure pas, calculé ou faux : { $words }
opinion-yes = une deuxième lecture par le modèle est d’accord
opinion-no = une deuxième lecture par le modèle n’est pas d’accord
opinion-no-why = une deuxième lecture par le modèle n’est pas d’accord : { $reason }
export-button = Exporter
export-under-way = Les fichiers vous arrivent, dans un message direct.
export-sent = La réponse à « { $question } », en Markdown et en JSON.
export-failed = Je n’ai pas pu vous envoyer les fichiers. Réessayez dans un instant.
not-checked = Je n’ai pas pu vérifier à l’instant si vous pouvez lire ce fil, je ne montre donc rien. Réessayez dans un instant ; si cela persiste, la raison est dans le journal du programme.
not-a-reader = Cela appartient à une conversation dont vous ne faites pas partie.

## Deleting

remove-button = Supprimer
remove-title = Supprimer ceci pour tout le monde ?
remove-text = Tout ce que j’ai dit sur cette question disparaît du fil, et les questions suivantes n’en sauront rien.
remove-confirm = Supprimer
remove-deny = Garder
already-removed = C’est déjà supprimé.

## The form that rejects

reject-title = Refuser cet appel
reject-submit = Refuser
reject-close = Laisser en attente
reject-label = Que dois-je faire à la place ?
reject-hint = Je lis votre commentaire et je continue à partir de là.
reject-example = Par exemple : utilisez plutôt le rapport de 2024

## The form that changes a call

edit-title = Modifier cet appel
edit-submit = Enregistrer d’abord
edit-close = Laisser tel quel
edit-hint = Enregistrer n’appelle pas { $tool } : l’appel modifié s’affiche dans le fil et y attend une décision.
written-as-json = Écrit en JSON.
edit-tool-gone = Cet outil n’est plus là. Refusez plutôt l’appel avec un commentaire.
edit-too-long = Ces arguments sont trop longs pour un formulaire. Refusez plutôt l’appel avec un commentaire.
edit-nothing = Cet appel n’a pas d’arguments. Approuvez-le ou refusez-le tel quel.
edit-same = Rien n’est modifié. Fermez ce formulaire, puis approuvez ou refusez l’appel tel quel.
form-inside = Dans { $where } : { $problem }
form-missing = Il faut indiquer quelque chose ici.
form-empty = Ce champ ne peut pas être vide.
form-whole-number = Il faut un nombre entier.
form-text = Il faut du texte.
form-number = Il faut un nombre.
form-at-least = Il faut { $least } ou plus.
form-more-than = Il faut plus de { $least }.
form-at-most = Il faut { $most } ou moins.
form-less-than = Il faut moins de { $most }.
form-too-short = C’est trop court : au moins { $n }.
form-too-long = C’est trop long : au plus { $n }.
form-one-of = Il faut l’une de ces valeurs : { $choices }
form-json = Il faut du JSON, par exemple ["a", "b"].
form-date = Il faut une date, par exemple 2026-11-30.
form-refused = L’outil n’accepte pas cela : { $reason }
form-unfit = L’outil n’accepte pas cela.
form-not-json = JSON n’a pas de mot pour cela : ni NaN, ni infini.

## Private words

unknown-button = Je ne connais pas ce bouton.
forgotten = Cela vient d’une question que je ne conserve plus. Merci de la poser à nouveau.
not-written = Je n’ai pas pu l’enregistrer à l’instant, rien n’a donc changé. Merci de réessayer dans un moment.
form-not-opened = Slack n’a pas ouvert le formulaire. Merci de cliquer à nouveau sur le bouton.
not-yours = Ici, c’est { $who } qui peut le faire, personne d’autre.
only-decide = Ici, la décision revient à { $who }.
only-stop = L’arrêt de cette demande revient à { $who }.
already-ended = Cette demande est déjà terminée.
still-at-work = Cette demande est encore en cours.
question-gone = Le message qui posait la question a été supprimé : il n’y a rien à demander de nouveau.
already-asked-again = Cela a déjà été redemandé.
already-going-on = Cela a déjà été poursuivi, plus bas dans ce fil.
already-decided = La décision est déjà prise.
already-approved = Cet appel a déjà été approuvé par { $who }.
already-rejected = Cet appel a déjà été refusé par { $who }.
already-changed = Cet appel a déjà été modifié par { $who }.
already-begun = Cet appel a déjà commencé.
already-let-through = Cet appel a déjà été approuvé avec un appel précédent.
already-answered = Cette question a déjà reçu une réponse : { $option }
nothing-waits = Plus rien n’attend sur cette carte.
request-gone = Cette demande n’existe plus.
request-expired = Cette demande a expiré.
request-superseded = Cette demande n’a plus lieu d’être après ce qui a été dit depuis.
questions-settled = Ces questions sont déjà réglées.
questions-expired = Ces questions ont expiré : les choix par défaut ont été retenus.

## Telling: where an answer stands that did not take the place of the progress message

finished = Réponse plus bas, après { $time }.
finished-without = Terminé sans réponse, après { $time }.
finished-link = Voir la réponse
finished-reason = Voir pourquoi
finished-calls = { $n ->
    [one] { $n } appel
   *[other] { $n } appels
}
told-answer = , voici votre réponse.
told-without = , cela s’est terminé sans réponse.
taken-away = (supprimé)

## Talk

talk-help =
    Je fais des recherches sur vos questions et je réponds dans le fil, avec des sources.
    • Demander : mentionnez-moi avec une question, par exemple « que dit notre politique de voyage sur les trains ? » En message direct, écrivez-la simplement.
    • Boutons : les appels, comme une recherche ou l’ouverture d’une page, attendent qu’une personne clique, sauf si ce canal est réglé autrement. Les mots n’approuvent rien.
    • Corriger : répondez dans le fil, ou modifiez votre message, pendant que je travaille. Si vous supprimez votre question, le travail s’arrête.
    • Arrêter : cliquez sur « Arrêter », ou écrivez « stop » dans le fil.
    • En profondeur : commencez par « approfondi : » pour plusieurs sources indépendantes, ou par « réfléchis bien : ».
    • Sources : chaque affirmation porte un numéro comme [1]. La liste se trouve sous la réponse, et « Preuves » y montre les mots de la source derrière chaque affirmation.
talk-joined = Bonjour ! { talk-help }
talk-effort-fixed = Je prends cela comme une remarque. Le soin mis à cette question a été fixé quand elle a été posée : pour davantage, posez-la à nouveau en commençant par « approfondi : » ou « réfléchis bien : ».
talk-too-long = C’est plus long que ce que je peux recevoir ({ $n } caractères). Merci de poser la question en moins de mots.
talk-only-buttons = Les mots n’approuvent aucun appel, qui que ce soit qui les écrive : merci de cliquer sur un bouton de la carte ci-dessus.
talk-not-here = Vous ne pouvez pas m’interroger ici. La personne qui s’occupe de moi peut changer cela.
talk-nothing-to-stop = Dans ce fil, il n’y a rien à vous que je puisse arrêter.
