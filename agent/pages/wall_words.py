"""What sites say when they show something else in place of a page, in six languages: one pattern a line. Pure.

Titles are matched whole and without case, what is said anywhere in a short text; "’" is read as "'".
"""

from __future__ import annotations

from typing import Literal

Wall = Literal[
    "robots", "refused", "login", "consent", "missing", "paid", "broken", "vacant", "onward", "script", "list"
]  # fmt: skip
Kind = Literal["robots", "consent", "login", "missing", "refused", "paid", "broken", "vacant", "onward"]

TITLES: dict[Kind, str] = {
    "robots": r"""
        just a moment
        attention required
        (?:ddos-guard|security check|robot check|bot verification|captcha|human verification|one more step)
        (?:are you|you are) (?:a |not a )?(?:human|robot)
        please wait
        pardon our interruption
        verify(?:ing)? (?:that )?you(?: are|'re) (?:a )?human
        access to this page has been denied
        (?:einen|nur einen) moment(?: bitte)?
        un (?:momento|instant)
        jeszcze chwil\w+
        しばらくお待ちください
    """,
    "consent": r"""
        before you continue.{0,60}
        (?:cookie|privacy|your) (?:consent|choices|settings)
        bevor sie (?:fortfahren|zu .{2,40})
        consent
    """,
    "login": r"""
        (?:please )?(?:log ?in|sign ?in|log on)(?: (?:or|to|with|/) .{1,60})?
        (?:login|authentication)(?: required| page)?
        (?:anmelden|anmeldung|einloggen)
        iniciar sesión
        (?:connexion|se connecter)
        (?:zaloguj(?: się)?|logowanie)
        ログイン
    """,
    "missing": r"""
        (?:(?:oops|error|sorry|http)\W*)?(?:404|410)
        (?:(?:oops|error|sorry|http)\W*)?(?:404|410)\W+(?:error|fehler|gone|(?:page )?not found|seite nicht gefunden)
        404\W+(?:page introuvable|página no encontrada|nie znaleziono(?: strony)?|エラー)
        (?:(?:oops|error|sorry)\W*)?(?:the )?(?:page|content|article|file|document) not (?:be )?found
        (?:(?:oops|error|sorry)\W*)?(?:the )?(?:page|content|article|file) (?:was|could|can) ?not (?:be )?found
        (?:(?:oops|error|sorry)\W*)?(?:the |this )?(?:page|content|article) (?:does not|doesn't) exist
        (?:not found|nothing found|page unavailable)
        (?:die )?seite (?:wurde )?nicht gefunden
        page (?:non trouvée|introuvable)
        página no encontrada
        (?:nie znaleziono strony|strona nie (?:została znaleziona|istnieje))
        (?:お探しの)?ページが見つかりません(?:でした)?
    """,
    "refused": r"""
        (?:error )?(?:403|401|451)
        (?:error )?(?:403|401|451)\W+(?:forbidden|error|unauthorized|access denied|unavailable for legal reasons)
        (?:access )?(?:denied|forbidden)
        (?:(?:request|you have been) )?blocked
        (?:error\W*)?the request could not be satisfied
        zugriff verweigert
        accès refusé
        acceso denegado
        odmowa dostępu
        アクセスが拒否されました
        (?:(?:error|http) )?429\W+(?:error|too many requests)
        too many requests
    """,
    "paid": r"""
        subscribe to (?:read|continue|unlock).{0,40}
        subscri(?:be|ption)(?: required| now| to continue)?
        (?:for )?subscribers only
        nur für abonnenten
        (?:contenu |article )?réservé aux abonnés
        会員限定(?:記事)?
    """,
    "broken": r"""
        (?:(?:error|http) )?50[0234]\W+(?:error|internal server error|bad gateway|gateway time-?out)
        (?:(?:error|http) )?503\W+service (?:temporarily )?unavailable
        (?:bad gateway|gateway time-?out|internal server error)
        (?:service|site) (?:temporarily )?unavailable
        (?:site|down for|under) maintenance
        (?:error )?50[0-4]\W+(?:bad gateway|internal server error|gateway time-?out)
        (?:error )?50[0-4]\W+service (?:temporarily )?unavailable
        error 50[0-4] .{1,40}
        (?:500 )?internal server error
        (?:502 )?bad gateway
        (?:503 )?service (?:temporarily )?unavailable
        (?:504 )?gateway time-?out
        (?:429 )?too many requests
        database error
    """,
    "vacant": r"""
        (?:.{1,60} is |this domain is |domain )?(?:for sale|parked)
        (?:under construction|coming soon|(?:site )?under maintenance)
        welcome to nginx
        apache2? .{0,30}default page.{0,20}
        index of /.{0,200}
    """,
    "onward": r"""
        (?:object|document) moved(?: .{1,20})?
        (?:30[1278] )(?:moved permanently|found|moved temporarily)
        redirect(?:ing)?
    """,
}

SAYS: dict[Kind, str] = {
    "robots": r"""
        checking (?:if the site connection is secure|your browser)
        verif(?:y|ying) (?:that )?you are (?:a )?human
        (?:i'm|you are|you're) not a robot
        (?:complete|solve) the (?:captcha|security check|challenge)
        enable javascript and cookies to continue
        unusual traffic from your
        needs to review the security of your connection
        press (?:&|and) hold
        disable any ad blocker
        performing security verification
        verifying your browser
        checking if you are (?:a )?human
        enter the characters you see
        type the characters you see
        something about your browser made us think
        (?:dass )?sie (?:ein mensch|kein roboter) sind
        vous n'êtes pas un robot
        no eres un robot
        nie jesteś robotem
        ロボットではない
        请完成.{0,6}验证
        로봇이 아닙니다
    """,
    "consent": r"""
        before you continue to
        bevor sie zu .{2,40} weitergehen
        avant d'accéder à
        mit (?:werbung|tracking) (?:und (?:cookies|tracking) )?(?:lesen|weiterlesen|nutzen)
    """,
    "login": r"""
        (?:log|sign) ?in to (?:continue|view|see|access|read)(?! (?:your |our |the )?(?:prices?|comments|reviews))
        (?:please|you (?:must|need to|have to)) (?:be )?(?:log|logged|sign|signed) ?in to (?!reply|comment|post|apply)
        forgot(?:ten)? (?:your )?password
        (?:keep me|stay) (?:logged|signed) in
        passwort vergessen
        bitte (?:melden sie sich an|loggen sie sich ein)
        mot de passe oublié
        olvida(?:ste|do) (?:tu|su) contraseña
        nie pamiętasz hasła
        パスワードをお忘れ
    """,
    "missing": r"""
        page (?:that )?you(?:'re| are| were| have)? ?\w* ?(?:looking for|requested|tried to|trying to|searching for)
        page (?:can't|cannot|could not|couldn't) be found
        we (?:can't|cannot|could not|couldn't) (?:seem to )?find (?:(?:the|that|this) page|what you)
        this (?:page|content) (?:isn't|is not) (?:currently )?available
        (?:this|that|the requested) (?:page|content|article|url) (?:was not found|(?:does not|doesn't) exist)
        (?:this|that|the requested) (?:page|content|article|url) (?:no longer exists|is no longer available)
        (?:gesuchte|angeforderte|aufgerufene) seite
        diese seite gibt es nicht
        seite (?:existiert nicht|ist nicht (?:mehr )?(?:verfügbar|vorhanden)|konnte nicht gefunden)
        page (?:que vous (?:cherchez|recherchez|avez demandée)|demandée)
        página que (?:buscas|busca|estás buscando)
        strona,? której szukasz
        お探しのページ
        ページは(?:存在しません|削除)
        this domain (?:name )?(?:is|may be) for sale
        nothing was found at this location
    """,
    "refused": r"""
        (?<!if )you (?:don't|do not) have permission to (?:access|view)
        you (?:have been|are) blocked(?! from)
        the request could not be satisfied
        (?:not available|unavailable) in your (?:country|region|location)
        unavailable for legal reasons
        zugriff (?:wurde )?verweigert
        vous n'avez pas l'autorisation
        no tienes? permiso
        nie masz uprawnień
        アクセスする権限
        (?:you have sent|sent) too many requests
        been rate.limited
        your request has been blocked
        (?:we'll|we will) be back (?:soon|shortly)
    """,
    "paid": r"""
        subscribe to (?:read|continue|unlock)
        already a subscriber\?
        (?:nur|exklusiv) für abonnent
        réservé aux abonnés
        (?:solo|exclusivo) para suscriptores
        tylko dla subskrybentów
        有料会員限定
        (?:subscribe|sign up|register|create an? (?:free )?account)[^.]{0,40} to (?:continue|keep|read)
        to (?:continue|keep) reading
        (?:is|are) (?:for|available (?:only )?to|exclusive to) (?:our )?(?:paying )?subscribers
        (?:reached|used) (?:your|all (?:of )?your) [^.]{0,30}(?:limit|free articles)
        already a (?:subscriber|member)
        nur für (?:abonnent|abonnentinnen)
        (?:weiterlesen|lesen sie weiter) mit
        (?:bereits|schon) (?:ein abo|abonnent)
        réservée?s? aux abonnés
        déjà abonné
        (?:solo|exclusivo) para suscriptores
        (?:tylko|wyłącznie) dla (?:subskrybentów|prenumeratorów)
        (?:有料会員|会員)限定
    """,
    "broken": r"""
        temporarily (?:unable to service your request|unavailable due to)
        error establishing a database connection
        guru meditation
        server is (?:temporarily )?unable to (?:service|handle)
        upstream (?:request timeout|connect error)
        too many requests
        something went wrong
        unexpected error (?:has )?occurred
    """,
    "vacant": r"""
        (?:buy|purchase) this domain
        domain (?:name )?(?:is|may be) (?:for sale|parked)
        (?:site|page) is (?:under construction|under maintenance|coming soon)
        web server is successfully installed
        server at \S+ port \d
    """,
    "onward": r"""
        (?:being|be) redirected
        (?:if you are not|not being) redirected
        document may be found
        (?:has|have) moved (?:permanently )?(?:to )?here
    """,
}

# What is said there as well, but not only there: it counts below such a title.
HINTS: dict[Kind, str] = {
    "robots": r"""
        \brobots?\b
        captcha
        cloudflare
        ray id
        automated
        cookies?
        javascript
        browser
    """,
    "consent": r"""
        cookies?
        privacy
        datenschutz
    """,
    "login": r"""
        password
        passwort
        e-?mail
        account
        mot de passe
        contraseña
        hasło
        パスワード
    """,
    "missing": r"""
        moved
        removed
        deleted
        check the (?:url|address|spelling)
        (?:home ?page|startseite|page d'accueil|página principal|strona główna|トップページ)
        search
    """,
    "refused": r"""
        permission
        access
        blocked
        your ip
        reference\W+\w
        administrator
        european economic area
    """,
    "paid": r"""
        subscri
        \babo
        abonn
    """,
    "broken": r"""
        error
        server
        nginx
        try again
        rate limit
    """,
    "vacant": r"""
        domain
        server
        soon
        back later
        maintenance
    """,
    "onward": r"""
        here
        redirect
    """,
}

# Whom a site speaks to, and of what, when it shows something else: a sentence with any of that tells nothing.
SPOKEN = r"""
    \b(?:you|your|yours|we|we've|we're|our|us|let's|please|i'm)\b
    \b(?:sie|ihre?[mnr]?|wir|unsere?[mnr]?|uns|du|dein\w*|bitte)\b
    \b(?:vous|votre|vos|nous|notre|veuillez)\b
    \b(?:usted|tu|tus|nosotros|nuestr[ao]s?|por favor)\b
    \b(?:twój|twoj\w+|prosimy|proszę|nasz\w*|twojego)\b
    ください|お探し|ません|あなた
    \b(?:this|the|that|requested) (?:web ?)?(?:page|site|process|content|article|resource|url)\b
    (?:diese[rs]?|die|der) (?:seite|inhalt|artikel)\b
    \b(?:cette|la) page\b
    \b(?:esta|la) página\b
    \b(?:ta|tej|tę) stron[aęy]\b
    few seconds|^this may|browser|subscri|(?:log|sign) in\b
    (?:ray|reference|request|event|incident)[ -]?(?:id\b|#)
"""

ABOUT_CONSENT = r"""
    cookies?
    personal data
    your privacy
    datenschutz
    personenbezogene
    données personnelles
    vie privée
    privacidad
    prywatnoś
    プライバシー
    クッキー
"""
CHOICES = r"""
    (?:accept|reject|allow) all
    i agree
    agree and (?:continue|close)
    manage (?:settings|options|preferences|choices|cookies)
    alle (?:akzeptieren|ablehnen)
    (?:tout|tous) (?:accepter|refuser)
    continuer sans accepter
    accepter et (?:continuer|fermer)
    aceptar (?:todo|todas)
    rechazar tod
    (?:zaakceptuj|akceptuj|odrzuć) wszystk
    すべて(?:許可|同意|拒否)
    同意する
"""
SCRIPT = r"""
    (?:enable|turn on|activate) java ?script
    java ?script (?:is|must be|needs to be) (?:required|disabled|enabled|turned off)
    (?:requires|without) java ?script
    javascript (?:aktivieren|ist deaktiviert)
    activer javascript
    (?:habilita|activa)r? javascript
    włącz (?:obsługę )?javascript
    javascriptを有効
"""

# All that is said by what is no page: each sentence of a short text is one of these.
ONLY: dict[Wall, str] = {
    "vacant": r"""
        n/?a|none|null|undefined|nil|empty|tb[ad]|to be (?:announced|determined)|coming soon|untitled|test(?: page)?
        (?:there is )?(?:no|there's no) (?:content|data|text|description|results?)(?: is)?(?: available| found| yet)*
        (?:content|data|text|description) (?:is )?(?:currently )?(?:not available|unavailable|missing)
        k\.? ?a\.?|keine? (?:angaben?|inhalte?|daten|beschreibung|ergebnisse)(?: (?:verfügbar|vorhanden|gefunden))?
        brak (?:treści|danych|opisu|wyników|zawartości)|nie dotyczy
        (?:no hay|sin) (?:contenido|datos|descripción|resultados)(?: disponibles?)?|no disponible
        (?:aucune?|pas de|pas d') ?(?:contenu|donnée|description|résultat)e?s?(?: disponibles?)?|non disponible
        (?:該当)?(?:データ|コンテンツ|内容|情報)(?:は|が)?(?:ありません|なし)|該当なし|準備中(?:です)?
    """,
    "script": r"""
        (?:(?:page|content|data|results?|app|site) )?(?:is |are )?(?:still )?loading(?: \w+)?(?:,? please wait)?
        initiali[sz]ing(?: \w+)?
        loading (?:the |your )?(?:page|content|data|app|application|results?|more|experience)
        (?:one moment,? )?please (?:wait|stand by|be patient)(?: a (?:moment|few seconds))?(?: while \D{1,60})?
        (?:one|just a|un) (?:moment|second)(?:,? please)?|processing|redirecting|hold on
        (?:seite |inhalte? |daten )?(?:wird|werden) geladen
        lädt
        laden?
        laden? (?:(?:der|die) )?(?:seite|daten|inhalte?)
        bitte (?:warten|gedulden)(?: sie)?(?: sich)?(?: (?:einen|noch|ein) \w+)*
        einen (?:moment|augenblick)(?:,? bitte)?
        (?:strona |trwa )?(?:ładowanie|wczytywanie|ładuje się)(?: (?:strony|treści|danych))?(?: się)?
        (?:proszę czekać|czekaj)
        (?:la página (?:se )?está )?carg(?:ando|a en curso)(?: \D{1,20})?|(?:espere|por favor,? espere)(?: \D{1,20})?
        (?:page )?(?:en cours de )?chargement(?: (?:en cours|de la page|du contenu))?
        (?:veuillez patienter|patientez)(?: \D{1,30})?
        (?:ただいま)?(?:読み込み中|ロード中|読込中)(?:です)?|(?:しばらく|少々)?お待ちください|処理中(?:です)?
    """,
    "broken": r"""
        (?:failed|unable) to (?:load|fetch|retrieve|display|open|get|read)(?: \D{1,60})?
        (?:an?|some) (?:\w+ )?error (?:has )?occurred(?: (?:while|when|during) .{1,80})?
        (?:something|that) went wrong(?: \D{1,60})?|(?:oops|sorry|error|whoops)
        (?:we|it) (?:could|can)(?: ?not|n't|'t) (?:load|fetch|retrieve|display|open|get|read|be loaded)(?: \D{1,60})?
        (?:the )?(?:page|content|data)(?: \w+)? (?:could|can)(?: ?not|n't) be (?:loaded|fetched|retrieved|displayed)
        error(?: while)? (?:loading|fetching|retrieving|reading)(?: \D{1,60})?
        (?:please )?(?:try again|reload|refresh)(?: \D{1,60})?
        (?:beim (?:laden|abrufen)(?: \w+){0,3} (?:ist )?)?ein fehler(?: ist)? (?:aufgetreten|beim laden)(?: \w+){0,3}
        (?:(?:die|der) )?(?:seite|inhalte?) konnten? nicht (?:geladen|abgerufen|angezeigt) werden
        (?:bitte )?versuchen sie es (?:später |erneut)(?:.{1,30})?
        (?:wystąpił|napotkano) (?:nieoczekiwany )?błąd(?: \D{1,60})?
        nie (?:udało się|można) (?:załadować|wczytać|pobrać|wyświetlić)(?: \D{1,40})?
        spróbuj ponownie(?: \D{1,30})?
        (?:se ha producido|se produjo|ocurrió|ha ocurrido) un error(?: \D{1,60})?
        (?:no se (?:pudo|ha podido)|error al) (?:cargar|obtener|mostrar|recuperar)(?: \D{1,40})?
        (?:vuelva a intentarlo|inténtelo de nuevo|inténtalo de nuevo)(?: \D{1,30})?
        une erreur (?:s'est produite|est survenue)(?: \D{1,60})?
        (?:impossible de|échec d[eu]|erreur lors du) ?(?:charger|chargement|récupérer|afficher)(?: \D{1,40})?
        (?:veuillez )?réessaye[rz](?: \D{1,30})?
        .{0,20}(?:エラーが発生しました|読み込めませんでした|取得できませんでした|表示できませんでした|読み込みに失敗しました)|(?:もう一度|再度)お試しください|後でもう一度.{0,12}
    """,
    "refused": r"""
        (?:.{0,40} )?(?:not available|unavailable|blocked) in (?:your|this) (?:country|region|area|location)
        (?:.{0,30} )?(?:ist |sind )?in (?:ihrem|deinem|ihrer|deiner) (?:land|region) (?:leider )?nicht verfügbar
        (?:.{0,30} )?(?:niedostępn\w+|nie (?:jest|są) dostępn\w+) w (?:twoim|twojej|państwa) (?:kraju|regionie)
        (?:.{0,30} )?no (?:está )?disponible en (?:su|tu) (?:país|región|ubicación)
        (?:.{0,30} )?(?:pas|non|indisponible) ?(?:disponible )?dans votre (?:pays|région)
        .{0,20}お住まいの(?:国|地域)では.{0,20}|.{0,20}お使いの(?:国|地域)では.{0,20}
    """,
    "onward": r"""
        (?:your|this) browser (?:does not|doesn't|cannot|can't) support (?:inline |i)?frames?(?:ets?)?(?: .+)?
        this page (?:uses|requires|contains) frames(?:,? .{1,80})?
        (?:you need )?a browser that supports frames(?: \D{1,60})?
        (?:ihr|dein|der) browser (?:unterstützt|kann) (?:leider )?(?:keine )?(?:i?frames?)(?: \D{1,60})?
        diese seite (?:verwendet|benötigt) frames(?: \D{1,60})?
        (?:twoja|ta) przeglądarka nie (?:obsługuje|wyświetla) ramek(?: \D{1,60})?
        (?:su|tu|este) navegador no (?:soporta|admite|es compatible con)(?: los)? (?:marcos|frames|iframes)(?: .+)?
        votre navigateur ne (?:supporte|prend|gère) pas(?: en charge)? les (?:cadres|frames|iframes)(?: \D{1,60})?
        (?:お使いの)?ブラウザ[ーは]*(?:この)?(?:インライン)?フレーム(?:に対応して|をサポートして)いません.{0,20}
    """,
}
