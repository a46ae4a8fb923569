# Lo que Footnote dice en español. Tutea, como es habitual en un equipo, con cortesía.

## People

somebody = alguien
nobody = nadie
approvers = alguien con permiso para aprobar
more-approvers = { $n ->
    [one] otra persona con permiso para aprobar
   *[other] una de otras { $n } personas con permiso para aprobar
}
either = { $one } o { $other }
list = { $one }, { $other }

## Times and numbers

seconds = { $n } s
minutes = { $n } min
hours = { $n } h
hours-minutes = { $h } h { $m } min
so-far = { $time } hasta ahora
this-step = este paso: { $time }
deep-research = Investigación a fondo
thinking-hard = Pensando a fondo
deep-and-hard = Investigación a fondo, pensando a fondo
context-filled = contexto { $n } %
rounds-of = { $n ->
    [one] { $used } de { $n } ronda
   *[other] { $used } de { $n } rondas
}
rounds = { $n ->
    [one] { $n } ronda
   *[other] { $n } rondas
}
tokens = { $n ->
    [one] { $n } token
   *[other] { $n } tokens
}
tokens-at-most = como máximo { $tokens }
cached-share = { $tokens } ({ NUMBER($n, style: "percent") } de la caché)
money = { NUMBER($n, minimumFractionDigits: 2, maximumFractionDigits: 3) } US$
money-at-most = como máximo { NUMBER($n, minimumFractionDigits: 2, maximumFractionDigits: 3) } US$
money-small = menos de { NUMBER($n, minimumFractionDigits: 2) } US$
credits = { $n ->
    [one] { $n } crédito de búsqueda
   *[other] { $n } créditos de búsqueda
}
steps-taken = { $n ->
    [one] { $n } paso
   *[other] { $n } pasos
}
and-more = y { $n } más

## Progress: the state in a few words

newer-version = Una versión más nueva de este programa sigue con esta pregunta.
queued = { $n ->
    [one] Espera a que termine la pregunta de arriba…
   *[other] Espera a que terminen { $n } preguntas de arriba…
}
queued-behind = { $n ->
    [one] Espera a que termine la pregunta de arriba, de { $names }…
   *[other] Espera a que terminen { $n } preguntas de arriba, de { $names }…
}
reading-thread = Leyendo el hilo…
understanding = Intentando entender la pregunta…
understanding-again = Intentando entender lo que se ha dicho desde entonces…
waiting-for-answer = Esperando la respuesta de { $who }
waiting-for-approval = { $n ->
    [one] { $n } llamada espera la aprobación de { $who }
   *[other] { $n } llamadas esperan la aprobación de { $who }
}
doing-search = Buscando…
doing-pages = Leyendo páginas…
doing-files = Leyendo documentos…
doing-search-pages = Buscando y leyendo páginas…
doing-search-files = Buscando y leyendo documentos…
doing-pages-files = Leyendo páginas y documentos…
doing-everything = Buscando, leyendo páginas y documentos…
doing-call = Usando { $call }…
doing-calls = { $n ->
    [one] { $n } llamada en curso…
   *[other] { $n } llamadas en curso…
}
thinking = Pensando por dónde empezar…
thinking-about-found = Pensando en lo encontrado…
summing-up = Resumiendo lo anterior…
waiting-for-model = El servidor del modelo está saturado, esperando un poco…
waiting-for-budget = Esperando a otras preguntas: sus llamadas y las mías juntas podrían costar más de lo que queda del presupuesto…
writing = { $n ->
    [one] Escribiendo… { $n } palabra
   *[other] Escribiendo… { $n } palabras
}
writing-answer = { $n ->
    [one] Escribiendo la respuesta… { $n } palabra
   *[other] Escribiendo la respuesta… { $n } palabras
}
checking = Comprobando la respuesta con sus fuentes…
second-look = Revisando el borrador por segunda vez…
mending = Corrigiendo la respuesta…

## Progress: what was understood

understood = Entendido:
must = Debe:
must-not = No debe:
preferably = A ser posible:
unclear = Por aclarar:
assumed = Supuesto:

goes-on-anew = Sigue a partir de lo que se intentó antes.
goes-on-from = { $n ->
    [one] Sigue con { $n } fuente abierta antes.
   *[other] Sigue con { $n } fuentes abiertas antes.
}
goes-on-without = { $n ->
    [one] El texto de { $n } fuente ya se ha borrado: se vuelve a abrir donde haga falta.
   *[other] Los textos de { $n } fuentes ya se han borrado: se vuelven a abrir donde haga falta.
}

## Steps

step = { $what }: { $outcome }
quoted = «{ $words }»
remark = { $who }: «{ $words }»
searched-inside = Búsqueda del proveedor del modelo: { $query }
draft-sent-back = { $n ->
    [one] el borrador se devolvió: { $n } punto por corregir
   *[other] el borrador se devolvió: { $n } puntos por corregir
}
trying-again = { $what }: falló, un intento más: { $reason }
step-recall = leer el hilo
step-understand = entender la pregunta
step-reply = consultar al modelo
step-check = comprobar la respuesta
no-reason = no se dio ningún motivo
earlier-steps = { $n ->
    [one] { $n } paso anterior: { $kinds }
   *[other] { $n } pasos anteriores: { $kinds }
}
count-searches = { $n ->
    [one] { $n } búsqueda
   *[other] { $n } búsquedas
}
count-pages = { $n ->
    [one] { $n } página
   *[other] { $n } páginas
}
count-files = { $n ->
    [one] { $n } documento
   *[other] { $n } documentos
}
count-calls = { $n ->
    [one] { $n } llamada más
   *[other] { $n } llamadas más
}
count-others = { $n ->
    [one] { $n } comentario o borrador
   *[other] { $n } comentarios y borradores
}
under-way = en curso
waits-for-approval = espera aprobación
comes-next = viene a continuación
step-superseded = ya no procede
step-approved = aprobada por { $who }
step-changed = cambiada por { $who }
step-rejected = rechazada por { $who }
step-rejected-with = rechazada por { $who }: «{ $comment }»
step-refused = rechazada
step-refused-with = rechazada: «{ $comment }»
step-expired = caducada: nadie decidió a tiempo
broken-off = interrumpida
done-above = ya hecha más arriba
outcome-unknown = no se sabe si tuvo efecto
outcome-unknown-with = no se sabe si tuvo efecto: { $reason }
search-failed = la búsqueda falló: { $reason }
page-failed = no se pudo leer la página: { $reason }
file-failed = no se pudo leer el documento: { $reason }
call-failed = falló: { $reason }
found = { $n ->
    [one] { $n } resultado
   *[other] { $n } resultados
}
nothing-found = nada encontrado
opened = abierto: { $parts }
opened-part = { $name } ({ $part })

## How much of a source was opened

part-page = página completa
part-message = el mensaje completo
part-empty = archivo vacío
part-first = primeros { $n } caracteres de { $all }
part-characters = caracteres { $first }–{ $last } de { $all }
part-one = { $n }
part-range = { $first }-{ $last }
part-lines = líneas { $ranges } de { $all }
part-lines-cut = líneas { $first }-{ $last } de { $all }, cortadas a los { $n } caracteres
part-line = línea { $n } de { $all }
part-line-cut = línea { $n } de { $all }, cortada a los { $at } caracteres

## What tools and steps report

note-expired = nadie decidió a tiempo
note-budget = ya se ha gastado lo que una pregunta puede usar de esto
note-run-spent = lo que queda para esta pregunta no alcanza para otra llamada
note-day-spent = lo que queda del presupuesto de este día no alcanza para otra llamada
note-unexpected = un error inesperado
note-slow = tardó más de { $n } s y se abandonó
note-broken-off = se interrumpió
note-service-slow = el servicio de búsqueda no respondió a tiempo
note-service-away = no se puede acceder al servicio de búsqueda
note-service-busy = el servicio de búsqueda recibe demasiadas consultas en este momento
note-service-key = el servicio de búsqueda no acepta su clave: alguien tiene que corregir los ajustes
note-service-spent = se ha agotado el plan de búsqueda: alguien tiene que ampliarlo
note-service-limit = se alcanzó el límite de pago por uso del plan de búsqueda; alguien tiene que subirlo
note-service-refused = el servicio de búsqueda rechazó la petición
note-service-status = el servicio de búsqueda respondió con el estado { $status }
note-service-garbled = el servicio de búsqueda respondió con algo que no tiene su formato
note-service-elsewhere = el servicio de búsqueda respondió con una página de otro sitio
note-model-refused = El servidor del modelo rechazó la petición.
note-model-forbidden = El servidor del modelo no permite usar { $model } con esta clave.
note-model-page = En la dirección del modelo responde una página web.
note-model-moved = El servicio del modelo se ha trasladado a { $address }: hay que indicar la nueva dirección.
note-model-wait = El servidor del modelo pide una pausa de { $time }.
note-model-unknown = El servidor del modelo no conoce { $model }, o su dirección es incorrecta.
note-model-failed = El servidor del modelo falló ({ $status }).
note-model-slow = El modelo no respondió a tiempo.
note-model-away = Falló la conexión con el servidor del modelo.
note-page-empty = no hay texto en ella
note-page-pdf = es un PDF del que no se pudo extraer el texto
note-page-binary = no es texto, sino un archivo binario
note-page-robots = el sitio comprueba si se es un robot en vez de mostrarla
note-page-refused = el sitio denegó el acceso a ella
note-page-login = el sitio pide iniciar sesión primero
note-page-consent = el sitio pide primero el consentimiento
note-page-missing = el sitio dice que no existe
note-page-script = necesita un navegador que ejecute sus scripts
note-page-list = es una lista de palabras sueltas y no un texto
note-page-encrypted = es un PDF cifrado
note-page-scanned = es un PDF de imágenes sin texto
note-page-paid = el sitio solo la muestra a suscriptores
note-page-error = el sitio respondió con un error en su lugar
note-page-vacant = no hay nada en su dirección
note-page-onward = solo lleva a otra página
note-page-too-large = es un PDF más grande que lo que se lee
note-page-broken = está dañada y no se pudo leer
note-page-inside = su dirección no es de la web pública
note-page-robots-txt = el robots.txt del sitio no deja que los programas la lean
note-page-robots-unknown = no se puede obtener el robots.txt del sitio, y sin él no se lee ninguna página
note-page-led-on = el sitio redirigió más de { $n } veces
note-page-away = no se puede acceder al sitio
note-page-slow = el sitio no respondió a tiempo
note-page-status = el sitio respondió con el estado { $status }
note-page-garbled = el sitio respondió con algo que no se puede leer
note-page-old = publicada { $published }, antes de { $after }
note-page-directly = { $first }; leída directamente: { $second }
note-page-cut = es más larga que lo que se lee de ella
note-lost = estaba en curso cuando se detuvo el programa
note-model-key = El servidor del modelo rechazó la clave.
note-model-busy = El servidor del modelo está saturado.
note-model-broke = La cuenta del servidor del modelo se ha quedado sin saldo.
note-model-long = La conversación es más larga de lo que el modelo puede leer de una vez.
note-model-broken = La respuesta del modelo se interrumpió.
note-model-nothing = El servidor del modelo no respondió nada.
note-model-toolless = El servidor del modelo no admite herramientas.
note-model-form = El modelo no respondió en la forma que se le pidió.
note-command-missing = No se encontró el comando del modelo { $program }.
note-command-unstartable = No se puede iniciar el comando del modelo { $program }:
note-command-failed = El comando del modelo falló (código de salida { $code }).
note-command-killed = La señal { $signal } terminó el comando del modelo.
note-command-nothing = El comando del modelo no respondió nada.
note-command-endless = El comando del modelo escribió más de { $n } bytes.
note-command-garbled = El comando del modelo escribió algo que no es UTF-8.
note-command-unread = El comando del modelo no leyó toda su entrada.
note-command-slow = El comando del modelo no respondió a tiempo.
note-unread = Slack no me dejó leer este hilo ({ $code }).
missing-declined = El modelo se negó a responder: { $words }
missing-filtered = El servidor del modelo retuvo el resto de la respuesta (filtro de contenido).
missing-length = La respuesta del modelo se cortó al llegar a su longitud máxima.
missing-cut = El borrador era demasiado largo y se corta aquí.
missing-unread = El borrador dice más de lo que se comprueba; el resto no está confirmado.
missing-unanswered = Ninguna de las fuentes abiertas responde a esto.
missing-nothing = No se encontró ni se abrió nada que responda a esto.
note-time-over = se acabó el tiempo para esta pregunta
note-made-before = ya hecho antes
missing-independent = Solo se abrieron { $n } de las { $all } fuentes independientes que pide una investigación a fondo.
ended-rounds = Las rondas que puede usar una pregunta se han agotado.
ended-time = Se acabó el tiempo que puede durar una pregunta.
ended-used-up = Lo que queda para esta pregunta no alcanza para otro paso.
ended-calls = Las búsquedas, páginas o archivos que puede usar una pregunta se han agotado.
small-run = Una sola llamada al modelo puede costar más de lo que puede usar una pregunta: quien me administra tiene que subir ese presupuesto.
small-day = Una sola llamada al modelo puede costar más que el presupuesto de un día: quien me administra tiene que subirlo.
ended-failed = El modelo falló antes de terminar el trabajo.
ended-nothing = El modelo no devolvió nada que se pueda usar.

## Ended without an answer

stopped-by = Detenido por { $who }.
stopped-deleted = Detenido: se borró el mensaje que preguntaba.
stopped-budget = Me he detenido: lo que una pregunta puede usar se ha gastado o no alcanza para otro paso, y aún no tengo respuesta.
stopped-spent = Lo que queda del presupuesto de este día no alcanza para otra llamada. Empieza de nuevo el { $when }.
stopped-long = La pregunta sola es más larga de lo que el modelo puede leer ({ $n } tokens). Acórtala, por favor.
stopped-window = El modelo lee demasiado poco de una vez para trabajar: las instrucciones y las herramientas no dejan sitio para una pregunta. Hace falta una ventana mayor ([window] en el archivo TOML) u otro modelo.
stopped-unreadable = No he entendido qué se pregunta.
say-it-otherwise = Dilo con otras palabras, por favor, o pulsa Reintentar.
stopped-failed = Algo salió mal y no pude responder.
reference = Para quien me administra: referencia { $ref }
opened-so-far = Abierto hasta ahora
more-sources = { $n ->
    [one] y { $n } fuente más
   *[other] y { $n } fuentes más
}
end-stopped = detenido por { $who }
end-over = la consulta ha terminado

## Approval

does-search = buscar en la web
does-read-page = abrir una página web
does-read-on = seguir leyendo una página abierta
does-search-docs = buscar en vuestros documentos
does-read-file = leer uno de vuestros documentos
does-list-files = listar vuestros documentos
as-changed = con los cambios de { $who }
decide = { $n ->
    [one] { $who }: por favor, decide sobre { $n } llamada
   *[other] { $who }: por favor, decide sobre { $n } llamadas
}
decide-of = { $all ->
    [one] { $who }: por favor, decide sobre { $n } de { $all } llamada
   *[other] { $who }: por favor, decide sobre { $n } de { $all } llamadas
}
card-settled = { $n ->
    [one] { $n } llamada, resuelta
   *[other] { $n } llamadas, resueltas
}
card-undecided = { $all ->
    [one] { $all } llamada, sin decidir
   *[other] { $all } llamadas, { $n } sin decidir
}
approve-button = Aprobar
edit-button = Editar
reject-button = Rechazar
approve-all = Aprobar todas ({ $n })
approve-rest = Aprobar, también más llamadas a { $tools }
approve-rest-many = Aprobar, también más llamadas a estas { $n } herramientas
hint-decide = Solo puede decidir { $who }. Pasadas { $time }, lo que espera caduca y respondo con lo que tenga.
hint-rest = «También más llamadas»: las llamadas a { $tools } siguen sin preguntar hasta que se diga algo nuevo o haga falta otra herramienta.
attached-above = { $n ->
    [one] Sus argumentos ({ $n } carácter) están adjuntos arriba por completo.
   *[other] Sus argumentos ({ $n } caracteres) están adjuntos arriba por completo.
}
superseded = Ya no procede por lo que se ha dicho después
superseded-after = Ya no procede por lo que se ha dicho después; antes: { $decided }
expired = Caducada: nadie decidió a tiempo
not-needed = No hace falta: ya se hizo la misma llamada
not-made = No se hizo: { $reason }
newer-hands = En manos de una versión más nueva de este programa
not-decided = Sin decidir: { $reason }
let-through-once = Sigue, porque esta herramienta ya se aprobó una vez
let-through-rest = Sigue, porque se aprobaron más llamadas a esta herramienta
approved = Aprobada por { $who }
approved-rest = Aprobada por { $who }, también para más llamadas
changed = Cambiada por { $who }
changed-again = Cambiada por { $who } y presentada de nuevo más abajo
rejected = Rechazada por { $who }
rejected-with = Rechazada por { $who }: «{ $comment }»

## Arguments as a file

arguments-of = Argumentos de { $tool } (llamada { $id })
arguments-exact = { $whose }, completos. SHA-256 del nombre de la herramienta, un salto de línea y este archivo: { $digest }
arguments-escaped = { $whose }, completos. Lo que sería invisible en este archivo va escrito como escape de JSON. SHA-256 de la llamada: { $digest }
part-of = Parte { $k } de { $n }

## Questions

asked-first = Lo que pregunté primero a { $who }
questions = { $n ->
    [one] { $who }, { $n } pregunta antes de empezar
   *[other] { $who }, { $n } preguntas antes de empezar
}
thank-you = Gracias
default = { $option } (por defecto)
answered = ha respondido:
taken-by-default = Tomado por defecto:
defaults-button = Seguir con lo predeterminado
hint-answer = O responde en este hilo con tus palabras. Sin respuesta en { $time }, sigo con lo predeterminado.
answered-in-words = { $who } ha respondido con sus palabras en este hilo.
superseded-by = Ya no procede por lo que { $who } ha dicho en este hilo.
no-longer-asked = Ya no se pregunta: { $reason }.
asked-no-more = Ya no se pregunta: después se dijo otra cosa.

## Reminders

reminder-settled = Ya está resuelto.
reminder-questions = { $n ->
    [one] { $who }: aún te espera { $n } pregunta más arriba. Si no hay respuesta antes de { $when }, tomo lo predeterminado.
   *[other] { $who }: aún te esperan { $n } preguntas más arriba. Si no hay respuesta antes de { $when }, tomo lo predeterminado.
}
reminder-calls = { $n ->
    [one] { $who }: aún espera una decisión { $n } llamada más arriba. Lo que nadie decida antes de { $when } no se hace, y respondo con lo que tenga.
   *[other] { $who }: aún esperan una decisión { $n } llamadas más arriba. Lo que nadie decida antes de { $when } no se hace, y respondo con lo que tenga.
}

## The answer, and what stands under it

partial = Sin terminar: { $why }
partial-list = Aún no tengo una respuesta. Esto es lo que se había abierto y encontrado hasta entonces.
partial-nothing = Aún no tengo una respuesta, y hasta entonces no se había encontrado nada.
unconfirmed-all = No pude confirmar ninguna respuesta con las fuentes.
nothing-to-say = No tengo nada que decir a eso.
goes-on = Parte { $k } de { $n }: sigue más abajo.
searched-for = Búsquedas
nothing-opened = No se abrió nada.
unopened = No se pudo abrir
unsearched = No se pudo buscar en la web: { $reason }.
overdue = { $n ->
    [one] Nadie decidió a tiempo sobre { $n } llamada: esto es lo que pude decir sin ella.
   *[other] Nadie decidió a tiempo sobre { $n } llamadas: esto es lo que pude decir sin ellas.
}
compared = Comparado por el programa con { $n ->
    [one] su fuente: { $n } afirmación
   *[other] las fuentes: { $n } afirmaciones
} – { $parts }.
compared-found = { $n ->
    [one] { $n } encontrada allí
   *[other] { $n } encontradas allí
}
compared-translated = { $n } en otro idioma
compared-part = { $n } solo en parte { $sign }
compared-not = { $n ->
    [one] { $n } no encontrada
   *[other] { $n } no encontradas
}
compared-seconded = Una segunda revisión del modelo estuvo de acuerdo con { $n } de { $all }.
apart-line = { $claim } – { $why }
apart-uncited = no cita ninguna fuente abierta
apart-dropped = trata de algo que se descartó
apart-unread = sin comprobar: una afirmación de más, o no cita ninguna fuente abierta
denied-line = { $claim } – una segunda revisión del modelo encontró: { $reason }
unconfirmed = No se pudo confirmar
unconfirmed-more = … y { $n } más; todo está en «Pruebas»
assumed-title = Supuesto, porque nadie dijo otra cosa
verdicts = Lo que se pedía
must-met = Debe: { $wish } – se cumple{ $mark }
must-unmet = Debe: { $wish } – no se cumple{ $mark }
must-unknown = Debe: { $wish } – no se pudo aclarar
must-not-kept = No debe: { $wish } – se respeta{ $mark }
must-not-broken = No debe: { $wish } – no se respeta{ $mark }
must-not-unknown = No debe: { $wish } – no se pudo aclarar
prefer-met = A ser posible: { $wish } – se cumple{ $mark }
prefer-unmet = A ser posible: { $wish } – no se cumple{ $mark }
prefer-unknown = A ser posible: { $wish } – no se pudo aclarar
candidates = Lo que cumple
candidates-open = Lo que podría cumplir: no se pudieron aclarar todas las condiciones obligatorias
candidate = Candidato
why-this-place = Por qué aquí
none-qualifies = Nada de lo encontrado cumple todas las condiciones obligatorias.
cell-met = se cumple
cell-unmet = no se cumple
cell-avoided = se respeta
cell-not-avoided = no se respeta
cell-unknown = se desconoce
head-must = Debe: { $wish }
head-must-not = No debe: { $wish }
head-prefer = A ser posible: { $wish }
legend-signs = { $met } = se cumple y, en lo que no debe ser, se respeta · { $unmet } = lo contrario · { $unknown } = no se pudo aclarar
why-hard-met = se cumplen todas las condiciones obligatorias
why-hard-open = condiciones obligatorias sin aclarar: { $n } de { $all }
why-preferred = preferencias que se cumplen: { $n } de { $all }
why-preferred-open = se desconocen { $n }
sources-disagree = Las fuentes se contradicen
contradictory = { $name }, { $wish }: según { $met } se cumple, según { $unmet } no se cumple
dropped = Descartado
dropped-line = { $name } – { $why }
sources = Fuentes
opened-title = Abierto
opened-and-found = Abierto y encontrado
# The sources are read back out of the thread: this one begins with a comma in every language.
published = , publicado
retrieved = , consultado
sources-more = { $n ->
    [one] { $n } fuente más; todos los detalles están en «Pruebas»:
   *[other] { $n } fuentes más; todos los detalles están en «Pruebas»:
}
only-found = solo encontrado, sin abrir
retry-button = Reintentar
continue-button = Continuar
stop-button = Detener

## Reasoning

reasoning-button = Razonamiento
steps-button = Pasos
reasoning-title = Razonamiento y pasos
reasoning-close = Cerrar
reasoning-unverified = Son las palabras del propio modelo, tal como llegaron: nadie las ha comprobado y no forman parte de la respuesta.
reasoning-gone = Las palabras del propio modelo no están aquí: si las hubo, se borran un tiempo después del final. Estos son los pasos.
reasoning-none = El modelo no ha mostrado ningún razonamiento. Estos son los pasos.
reasoning-cut = { $n ->
    [one] … { $n } carácter más, omitido aquí
   *[other] … { $n } caracteres más, omitidos aquí
}
round-number = Ronda { $n }

## Evidence

evidence-button = Pruebas
evidence-title = Pruebas
evidence-about = Lo que dicen las fuentes, elegido y comparado por el programa. Si significa lo que dice la respuesta, júzgalo tú.
evidence-page = Página { $k } de { $n }.
evidence-back = Atrás
evidence-next = Siguiente
evidence-none = No hay pruebas que mostrar: para esta respuesta no se abrió nada.
grade-quoted = palabra por palabra
grade-supported = allí están sus números, sus nombres y la mayoría de sus palabras
grade-translated = en otro idioma: allí están sus números y nombres y una cita
grade-raised = en otro idioma: ningún número ni nombre lo contradice, el resto se apoya en una segunda revisión del modelo
grade-weak = débil: allí está solo una parte de sus palabras
grade-not-found = no se encontró en sus fuentes
grade-apart = apartado, porque solo se encontró una parte
evidence-idle = En { $marks }, que la respuesta también cita aquí, no se encontraron palabras que lo respalden.
open-refused = Se ofrecieron palabras de una fuente y se rechazaron: no están allí o no lo dicen de esto.
open-nothing = No se ofrecieron palabras de ninguna fuente.
open-contradictory = Según { $met } se cumple, según { $unmet } no.
open-only-found = No se abrió ninguna de sus fuentes.
grade-none = elegido por palabras comunes, sin calificar
lacks-nowhere = no se encontró allí: { $words }
lacks-elsewhere = está allí, pero parece decirse de otra cosa: { $words }
lacks-figure = una cifra que no está allí, calculada o errónea: { $words }
opinion-yes = una segunda revisión del modelo estuvo de acuerdo
opinion-no = una segunda revisión del modelo no estuvo de acuerdo
opinion-no-why = una segunda revisión del modelo no estuvo de acuerdo: { $reason }
export-button = Exportar
export-under-way = Los archivos van en camino, en un mensaje directo.
export-sent = La respuesta a «{ $question }», en Markdown y en JSON.
export-failed = No he podido enviarte los archivos. Inténtalo de nuevo en un momento.
not-checked = Ahora no he podido averiguar si puedes leer este hilo, así que no muestro nada. Inténtalo de nuevo en un momento; si sigue así, el motivo está en el registro del programa.
not-a-reader = Esto pertenece a una conversación en la que no estás.

## Deleting

remove-button = Borrar
remove-title = ¿Borrar esto para todos?
remove-text = Todo lo que he dicho sobre esta pregunta desaparece del hilo, y las preguntas posteriores no sabrán nada de ello.
remove-confirm = Borrar
remove-deny = Conservar
already-removed = Eso ya está borrado.

## The form that rejects

reject-title = Rechazar la llamada
reject-submit = Rechazar
reject-close = Dejar en espera
reject-label = ¿Qué debo hacer en su lugar?
reject-hint = Leo tu comentario y sigo a partir de ahí.
reject-example = Por ejemplo: usa mejor el informe de 2024

## The form that changes a call

edit-title = Cambiar la llamada
edit-submit = Guardar y decidir luego
edit-close = Dejar como está
edit-hint = Guardar no llama a { $tool }: la llamada cambiada aparece en el hilo y espera allí.
written-as-json = Escrito como JSON.
edit-tool-gone = Esa herramienta ya no está aquí. Rechaza la llamada con un comentario.
edit-too-long = Estos argumentos son demasiado largos para un formulario. Rechaza la llamada con un comentario.
edit-nothing = Esta llamada no tiene argumentos. Apruébala o recházala tal como está.
edit-same = No ha cambiado nada. Cierra este formulario y aprueba o rechaza la llamada tal como está.
form-inside = En { $where }: { $problem }
form-missing = Aquí hace falta algo.
form-empty = Esto no puede estar vacío.
form-whole-number = Tiene que ser un número entero.
form-text = Tiene que ser un texto.
form-number = Tiene que ser un número.
form-at-least = Tiene que ser { $least } o más.
form-more-than = Tiene que ser más de { $least }.
form-at-most = Tiene que ser { $most } o menos.
form-less-than = Tiene que ser menos de { $most }.
form-too-short = Es demasiado corto: al menos { $n }.
form-too-long = Es demasiado largo: como mucho { $n }.
form-one-of = Tiene que ser uno de estos: { $choices }
form-json = Tiene que ser JSON, como ["a", "b"].
form-date = Tiene que ser una fecha, como 2026-11-30.
form-refused = La herramienta no acepta esto: { $reason }
form-unfit = La herramienta no acepta esto.
form-not-json = JSON no tiene palabra para esto: ni NaN ni infinito.

## Private words

unknown-button = No conozco ese botón.
forgotten = Eso es de una pregunta que ya no conservo. Por favor, hazla de nuevo.
not-written = No he podido anotarlo ahora mismo, así que nada ha cambiado. Inténtalo de nuevo en un momento, por favor.
form-not-opened = Slack no ha abierto el formulario. Pulsa el botón otra vez, por favor.
not-yours = Aquí eso solo lo puede hacer { $who }.
only-decide = Aquí solo puede decidir { $who }.
only-stop = Esto solo lo puede detener { $who }.
already-ended = Esta consulta ya ha terminado.
still-at-work = Esta consulta sigue en curso.
question-gone = El mensaje con la pregunta fue eliminado: no hay nada que volver a preguntar.
already-asked-again = Eso ya se ha vuelto a preguntar.
already-going-on = Eso ya se continuó, más abajo en este hilo.
already-decided = Eso ya se ha decidido.
already-approved = Esa llamada ya la aprobó { $who }.
already-rejected = Esa llamada ya la rechazó { $who }.
already-changed = Esa llamada ya la cambió { $who }.
already-begun = Esa llamada ya ha empezado.
already-let-through = Esa llamada ya se aprobó junto con una anterior.
already-answered = Esa pregunta ya tiene respuesta: { $option }
nothing-waits = En esa tarjeta ya no espera nada.
request-gone = Esa solicitud ya no existe.
request-expired = Esa solicitud ha caducado.
request-superseded = Esa solicitud ya no procede por lo que se ha dicho después.
questions-settled = Esas preguntas ya están resueltas.
questions-expired = Esas preguntas han caducado: se tomó lo predeterminado.

## Telling: where an answer stands that did not take the place of the progress message

finished = Respondido más abajo, en { $time }.
finished-without = Terminado sin respuesta, en { $time }.
finished-link = Ir a la respuesta
finished-reason = Ver por qué
finished-calls = { $n ->
    [one] { $n } llamada
   *[other] { $n } llamadas
}
told-answer = , aquí tienes tu respuesta.
told-without = , esto ha terminado sin respuesta.
taken-away = (eliminado)

## Talk

talk-help =
    Investigo preguntas y respondo en el hilo, con fuentes.
    • Preguntar: mencióname con una pregunta, por ejemplo «¿qué dice nuestra política de viajes sobre los trenes?». En un mensaje directo, escríbela sin más.
    • Botones: las llamadas, como una búsqueda o abrir una página, esperan el botón de una persona, salvo que este canal lo tenga de otro modo. Las palabras no aprueban nada.
    • Corregir: responde en el hilo, o edita tu mensaje, mientras trabajo. Si borras tu pregunta, el trabajo en ella termina.
    • Detener: pulsa «Detener» o escribe «stop» en el hilo.
    • A fondo: empieza con «a fondo:» para varias fuentes independientes, o con «piensa bien:».
    • Fuentes: cada afirmación lleva un número como [1]. La lista está debajo de la respuesta, y «Pruebas» muestra allí las palabras de la fuente de cada afirmación.
talk-joined = ¡Hola! { talk-help }
talk-effort-fixed = Lo tomo como una observación. Cuán a fondo trabajo en esta pregunta quedó fijado cuando se hizo: para más, vuelve a hacerla y empieza con «a fondo:» o «piensa bien:».
talk-too-long = Eso es más largo de lo que puedo recibir ({ $n } caracteres). Por favor, haz la pregunta con menos palabras.
talk-only-buttons = Las palabras no aprueban ninguna llamada, las escriba quien las escriba: pulsa un botón de la tarjeta de arriba, por favor.
talk-not-here = Aquí no puedes preguntarme. Quien se ocupa de mí puede cambiarlo.
talk-nothing-to-stop = En este hilo no hay nada tuyo que detener.
