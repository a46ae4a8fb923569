# What Footnote says in English: the first catalogue; every other one has the same messages with the same variables.

## People

somebody = somebody
nobody = nobody
approvers = the approvers
more-approvers = { $n ->
    [one] { $n } approver
   *[other] { $n } approvers
}
either = { $one } or { $other }
list = { $one }, { $other }

## Times and numbers

seconds = { $n } s
minutes = { $n } min
hours = { $n } h
hours-minutes = { $h } h { $m } min
so-far = { $time } so far
this-step = this step: { $time }
deep-research = Deep research
thinking-hard = Thinking hard
deep-and-hard = Deep research, thinking hard
context-filled = context { $n } %
rounds-of = { $n ->
    [one] { $used } of { $n } round
   *[other] { $used } of { $n } rounds
}
rounds = { $n ->
    [one] { $n } round
   *[other] { $n } rounds
}
tokens = { $n ->
    [one] { $n } token
   *[other] { $n } tokens
}
tokens-at-most = at most { $tokens }
cached-share = { $tokens } ({ NUMBER($n, style: "percent") } cached)
money = ${ NUMBER($n, minimumFractionDigits: 2, maximumFractionDigits: 3) }
money-at-most = at most ${ NUMBER($n, minimumFractionDigits: 2, maximumFractionDigits: 3) }
money-small = under ${ NUMBER($n, minimumFractionDigits: 2) }
credits = { $n ->
    [one] { $n } search credit
   *[other] { $n } search credits
}
steps-taken = { $n ->
    [one] { $n } step
   *[other] { $n } steps
}
and-more = and { $n } more

## Progress: the state in a few words

newer-version = A newer version of this program carries this question on.
queued = { $n ->
    [one] Waiting until the question above is finished…
   *[other] Waiting until { $n } questions above are finished…
}
queued-behind = { $n ->
    [one] Waiting until the question above, by { $names }, is finished…
   *[other] Waiting until { $n } questions above, by { $names }, are finished…
}
reading-thread = Reading the thread…
understanding = Understanding the question…
understanding-again = Understanding what was said since…
waiting-for-answer = Waiting for { $who } to answer
waiting-for-approval = { $n ->
    [one] Waiting for { $who } to approve { $n } call
   *[other] Waiting for { $who } to approve { $n } calls
}
doing-search = Searching…
doing-pages = Reading pages…
doing-files = Reading files…
doing-search-pages = Searching and reading pages…
doing-search-files = Searching and reading files…
doing-pages-files = Reading pages and files…
doing-everything = Searching, reading pages and files…
doing-call = Using { $call }…
doing-calls = { $n ->
    [one] Making { $n } call…
   *[other] Making { $n } calls…
}
thinking = Thinking about how to begin…
thinking-about-found = Thinking about what was found…
summing-up = Making notes of what came so far…
waiting-for-model = The model’s endpoint has too much to do, waiting a little…
waiting-for-budget = Waiting for other questions: their calls and mine together may cost more than the budget has left…
writing = { $n ->
    [one] Writing… { $n } word
   *[other] Writing… { $n } words
}
writing-answer = { $n ->
    [one] Writing the answer… { $n } word
   *[other] Writing the answer… { $n } words
}
checking = Checking the answer against its sources…
second-look = Looking at the draft a second time…
mending = Mending the answer…

## Progress: what was understood

understood = Understood:
must = Must:
must-not = Must not:
preferably = Preferably:
unclear = Unclear:
assumed = Assumed:

goes-on-anew = Going on from what was tried before.
goes-on-from = { $n ->
    [one] Going on from { $n } source that was opened before.
   *[other] Going on from { $n } sources that were opened before.
}
goes-on-without = { $n ->
    [one] The words of { $n } source are deleted by now: it is opened again where it is needed.
   *[other] The words of { $n } sources are deleted by now: they are opened again where they are needed.
}

## Steps

step = { $what }: { $outcome }
quoted = “{ $words }”
remark = { $who }: “{ $words }”
searched-inside = Searched by the model’s provider: { $query }
draft-sent-back = { $n ->
    [one] the draft was sent back: { $n } point to mend
   *[other] the draft was sent back: { $n } points to mend
}
trying-again = { $what } failed, trying once more: { $reason }
step-recall = reading the thread
step-understand = understanding the question
step-reply = asking the model
step-check = checking the answer
no-reason = no reason was given
earlier-steps = { $n ->
    [one] { $n } earlier step: { $kinds }
   *[other] { $n } earlier steps: { $kinds }
}
count-searches = { $n ->
    [one] { $n } search
   *[other] { $n } searches
}
count-pages = { $n ->
    [one] { $n } page
   *[other] { $n } pages
}
count-files = { $n ->
    [one] { $n } file
   *[other] { $n } files
}
count-calls = { $n ->
    [one] { $n } other call
   *[other] { $n } other calls
}
count-others = { $n ->
    [one] { $n } remark or draft
   *[other] { $n } remarks and drafts
}
under-way = under way
waits-for-approval = waits for approval
comes-next = comes next
step-superseded = superseded
step-approved = approved by { $who }
step-changed = changed by { $who }
step-rejected = rejected by { $who }
step-rejected-with = rejected by { $who }: “{ $comment }”
step-refused = rejected
step-refused-with = rejected: “{ $comment }”
step-expired = expired: nobody decided in time
broken-off = broken off
done-above = already done above
outcome-unknown = nobody knows whether it took effect
outcome-unknown-with = nobody knows whether it took effect: { $reason }
search-failed = the search failed: { $reason }
page-failed = page could not be read: { $reason }
file-failed = file could not be read: { $reason }
call-failed = failed: { $reason }
found = { $n } found
nothing-found = nothing found
opened = opened { $parts }
opened-part = { $name } ({ $part })

## How much of a source was opened

part-page = whole page
part-message = the whole message
part-empty = empty file
part-first = first { $n } characters of { $all }
part-characters = characters { $first }–{ $last } of { $all }
part-one = { $n }
part-range = { $first }-{ $last }
part-lines = lines { $ranges } of { $all }
part-lines-cut = lines { $first }-{ $last } of { $all }, cut at { $n } characters
part-line = line { $n } of { $all }
part-line-cut = line { $n } of { $all }, cut at { $at } characters

## What tools and steps report

note-expired = nobody decided in time
note-budget = what one question may use of this is used up
note-run-spent = what is left for this question is not enough for another call
note-day-spent = what is left of this day’s budget is not enough for another call
note-unexpected = an unexpected error
note-slow = it took longer than { $n } s and was given up
note-broken-off = it was broken off
note-service-slow = the search service did not answer in time
note-service-away = the search service cannot be reached
note-service-busy = the search service is asked too often at the moment
note-service-key = the search service does not accept its key: somebody has to mend the settings
note-service-spent = the search plan is used up: somebody has to raise it
note-service-limit = the pay-as-you-go limit of the search plan is reached; somebody has to raise it
note-service-refused = the search service refused the request
note-service-status = the search service answered with status { $status }
note-service-garbled = the search service answered with something that is not its format
note-service-elsewhere = the search service answered with a page of another site
note-model-refused = The model’s endpoint refused the request.
note-model-forbidden = The model’s endpoint does not let this key use { $model }.
note-model-page = What answers at the model’s address is a web page.
note-model-moved = The model’s endpoint has moved to { $address }: set its new address.
note-model-wait = The model’s endpoint asks to be left alone for { $time }.
note-model-unknown = The model’s endpoint knows no { $model }, or its address is wrong.
note-model-failed = The model’s endpoint failed ({ $status }).
note-model-slow = The model did not answer in time.
note-model-away = The connection to the model’s endpoint failed.
note-page-empty = there is no text on it
note-page-pdf = it is a PDF whose text could not be extracted
note-page-binary = it is no text but a binary file
note-page-robots = the site checks for robots instead of showing it
note-page-refused = the site refused access to it
note-page-login = the site asks for a login first
note-page-consent = the site asks for consent first
note-page-missing = the site says that it does not exist
note-page-script = it needs a browser that runs its scripts
note-page-list = it is a list of single words and no text
note-page-encrypted = it is an encrypted PDF
note-page-scanned = it is a PDF of pictures without text
note-page-paid = the site shows it to subscribers only
note-page-error = the site answered with an error instead
note-page-vacant = there is nothing at its address
note-page-onward = it only leads on to another page
note-page-too-large = it is a PDF that is larger than what is read
note-page-broken = it is broken and could not be read
note-page-inside = its address is not one of the public web
note-page-robots-txt = the site’s robots.txt does not let programs read it
note-page-robots-unknown = the site’s robots.txt cannot be had, and without it no page is read
note-page-led-on = the site led on more than { $n } times
note-page-away = the site cannot be reached
note-page-slow = the site did not answer in time
note-page-status = the site answered with status { $status }
note-page-garbled = the site answered with something that cannot be read
note-page-old = published { $published }, before { $after }
note-page-directly = { $first }; read directly: { $second }
note-page-cut = it is longer than what is read of it
note-lost = it was under way when the program stopped
note-model-key = The model’s endpoint refused the key.
note-model-busy = The model’s endpoint has too much to do.
note-model-broke = The account at the model’s endpoint has nothing left to spend.
note-model-long = The conversation is longer than the model can read at once.
note-model-broken = The model’s reply broke off.
note-model-nothing = The model’s endpoint answered with nothing.
note-model-toolless = The model’s endpoint takes no tools.
note-model-form = The model did not answer in the form it was asked for.
note-command-missing = The model’s command { $program } was not found.
note-command-unstartable = The model’s command { $program } cannot be started:
note-command-failed = The model’s command failed (exit code { $code }).
note-command-killed = The model’s command was ended by signal { $signal }.
note-command-nothing = The model’s command answered with nothing.
note-command-endless = The model’s command wrote more than { $n } bytes.
note-command-garbled = The model’s command wrote what is not UTF-8.
note-command-unread = The model’s command did not read all of its input.
note-command-slow = The model’s command did not answer in time.
note-unread = Slack did not let me read this thread ({ $code }).
missing-declined = The model declined to answer: { $words }
missing-filtered = The model’s endpoint held back the rest of the answer (content filter).
missing-length = The model’s reply broke off at its length limit.
missing-cut = The draft was too long and is cut here.
missing-unread = The draft says more than is looked up; the rest is not confirmed.
missing-unanswered = None of the sources that were opened answers this.
missing-nothing = Nothing was found or opened that answers this.
note-time-over = the time for this question is over
note-made-before = already done before it went on
missing-independent = { $n ->
    [one] Deep research wants { $all } independent sources; { $n } was opened.
   *[other] Deep research wants { $all } independent sources; { $n } were opened.
}
ended-rounds = The rounds that one question may use are used up.
ended-time = The time that one question may take is over.
ended-used-up = What is left for this question is not enough for another step.
ended-calls = The searches, pages or files that one question may use are used up.
small-run = A single call of the model may cost more than one question may use: whoever runs me has to raise that budget.
small-day = A single call of the model may cost more than the budget of a day: whoever runs me has to raise it.
ended-failed = The model failed before the work was done.
ended-nothing = The model returned nothing that can be used.

## Ended without an answer

stopped-by = Stopped by { $who }.
stopped-deleted = Stopped: the message that asked was deleted.
stopped-budget = I stopped: what one question may use is used up, or too little for another step, and I have no answer yet.
stopped-spent = What is left of this day’s budget is not enough for another call. It begins anew at { $when }.
stopped-long = The question alone is longer than the model can read ({ $n } tokens). Please shorten it.
stopped-window = The model reads too little at once to work with: its instructions and tools leave no room for a question. It needs a larger window ([window] in the TOML file) or another model.
stopped-unreadable = I did not understand what is asked.
say-it-otherwise = Please say it in other words, or press Retry.
stopped-failed = Something went wrong, and I could not answer.
reference = For whoever runs me: reference { $ref }
opened-so-far = Opened so far
more-sources = { $n ->
    [one] and { $n } more source
   *[other] and { $n } more sources
}
end-stopped = stopped by { $who }
end-over = the run has ended

## Approval

does-search = search the web
does-read-page = open a web page
does-read-on = read on in an opened page
does-search-docs = search your documents
does-read-file = read one of your documents
does-list-files = list your documents
as-changed = as changed by { $who }
decide = { $n ->
    [one] { $who }, please decide on { $n } call
   *[other] { $who }, please decide on { $n } calls
}
decide-of = { $all ->
    [one] { $who }, please decide on { $n } of { $all } call
   *[other] { $who }, please decide on { $n } of { $all } calls
}
card-settled = { $n ->
    [one] { $n } call, settled
   *[other] { $n } calls, settled
}
card-undecided = { $all ->
    [one] { $all } call, not decided
   *[other] { $all } calls, { $n } not decided
}
approve-button = Approve
edit-button = Edit
reject-button = Reject
approve-all = Approve all ({ $n })
approve-rest = Approve, also later calls of { $tools }
approve-rest-many = Approve, also later calls of these { $n } tools
hint-decide = Only { $who } can decide. What nobody decides on within { $time } is not done, and I answer without it.
hint-rest = “Also later calls”: calls of { $tools } then go on without asking, until something new is said or another tool is to be used.
attached-above = { $n ->
    [one] Its arguments ({ $n } character) are attached above in full.
   *[other] Its arguments ({ $n } characters) are attached above in full.
}
superseded = Superseded by what was said since
superseded-after = Superseded by what was said since – before that: { $decided }
expired = Expired: nobody decided in time
not-needed = Not needed: the same call was made already
not-made = Not made: { $reason }
newer-hands = In the hands of a newer version of this program
not-decided = Not decided: { $reason }
let-through-once = Goes on, since this tool was approved once
let-through-rest = Goes on, since later calls of this tool were approved
approved = Approved by { $who }
approved-rest = Approved by { $who }, also for later calls
changed = Changed by { $who }
changed-again = Changed by { $who }, to be decided again below
rejected = Rejected by { $who }
rejected-with = Rejected by { $who }: “{ $comment }”

## Arguments as a file

arguments-of = Arguments of { $tool } (call { $id })
arguments-exact = { $whose } in full. SHA-256 of the tool’s name, a line break and this file: { $digest }
arguments-escaped = { $whose } in full. What would be invisible in this file is written as JSON escapes. The call’s SHA-256 digest: { $digest }
part-of = Part { $k } of { $n }

## Questions

asked-first = What I asked { $who } first
questions = { $n ->
    [one] { $who }, { $n } question before I begin
   *[other] { $who }, { $n } questions before I begin
}
thank-you = Thank you
default = { $option } (default)
answered = chose:
taken-by-default = Taken by default:
defaults-button = Go on with the defaults
hint-answer = Or reply in this thread in your own words. Without an answer within { $time }, I go on with the defaults.
answered-in-words = { $who } answered in words, in this thread.
superseded-by = Superseded by what { $who } said in this thread.
no-longer-asked = No longer asked: { $reason }.
asked-no-more = No longer asked: something else was said since.

## Reminders

reminder-settled = Settled meanwhile.
reminder-questions = { $n ->
    [one] { $who }, still waiting for you: { $n } question above. Without an answer by { $when }, I take the defaults.
   *[other] { $who }, still waiting for you: { $n } questions above. Without an answer by { $when }, I take the defaults.
}
reminder-calls = { $n ->
    [one] { $who }, still waiting for you: { $n } call above. What nobody decides on by { $when } is not done, and I answer with what I have.
   *[other] { $who }, still waiting for you: { $n } calls above. What nobody decides on by { $when } is not done, and I answer with what I have.
}

## The answer, and what stands under it

partial = Not finished: { $why }
partial-list = I have no answer yet. This is what was opened and found until then.
partial-nothing = I have no answer yet, and nothing was found until then.
unconfirmed-all = I could not confirm an answer from the sources.
nothing-to-say = I have nothing to say to that.
goes-on = Part { $k } of { $n }: it goes on below.
searched-for = Searched for
nothing-opened = Nothing was opened.
unopened = Could not be opened
unsearched = The web could not be searched: { $reason }.
overdue = { $n ->
    [one] Nobody decided on { $n } call in time: this is what I could say without.
   *[other] Nobody decided on { $n } calls in time: this is what I could say without.
}
compared = Compared by code with { $n ->
    [one] its source: { $n } statement
   *[other] the sources: { $n } statements
} – { $parts }.
compared-found = { $n } found there
compared-translated = { $n } in another language
compared-part = { $n } only in part { $sign }
compared-not = { $n } not found
compared-seconded = A second look by the model agreed with { $n } of { $all }.
apart-line = { $claim } – { $why }
apart-uncited = no opened source is cited for it
apart-dropped = it is about something that was dropped
apart-unread = not looked up: one statement too many, or no opened source is cited for it
denied-line = { $claim } – a second look by the model found: { $reason }
unconfirmed = Could not be confirmed
unconfirmed-more = … and { $n } more; all of it stands under “Evidence”
assumed-title = Assumed, since nobody said otherwise
verdicts = What was asked for
must-met = Must: { $wish } – met{ $mark }
must-unmet = Must: { $wish } – not met{ $mark }
must-unknown = Must: { $wish } – could not be settled
must-not-kept = Must not: { $wish } – avoided{ $mark }
must-not-broken = Must not: { $wish } – not avoided{ $mark }
must-not-unknown = Must not: { $wish } – could not be settled
prefer-met = Preferably: { $wish } – met{ $mark }
prefer-unmet = Preferably: { $wish } – not met{ $mark }
prefer-unknown = Preferably: { $wish } – could not be settled
candidates = What qualifies
candidates-open = What may qualify: not every hard condition could be settled
candidate = Candidate
why-this-place = Why here
none-qualifies = Nothing that was found meets every hard condition.
cell-met = met
cell-unmet = not met
cell-avoided = avoided
cell-not-avoided = not avoided
cell-unknown = unknown
head-must = Must: { $wish }
head-must-not = Must not: { $wish }
head-prefer = Preferably: { $wish }
legend-signs = { $met } = met, and of what must not be: avoided · { $unmet } = the opposite · { $unknown } = could not be settled
why-hard-met = every hard condition is met
why-hard-open = { $n } of { $all ->
    [one] 1 hard condition unknown
   *[other] { $all } hard conditions unknown
}
why-preferred = { $n } of { $all ->
    [one] 1 preference met
   *[other] { $all } preferences met
}
why-preferred-open = { $n } unknown
sources-disagree = Sources disagree
contradictory = { $name }, { $wish }: by { $met } met, by { $unmet } not met
dropped = Dropped
dropped-line = { $name } – { $why }
sources = Sources
opened-title = Opened
opened-and-found = Opened and found
# The sources are read back out of the thread: this one begins with a comma in every language.
published = , published
retrieved = , retrieved
sources-more = { $n ->
    [one] { $n } more source; all details stand under “Evidence”:
   *[other] { $n } more sources; all details stand under “Evidence”:
}
only-found = only found, not opened
retry-button = Retry
continue-button = Continue
stop-button = Stop

## Reasoning

reasoning-button = Reasoning
steps-button = Steps
reasoning-title = Reasoning and steps
reasoning-close = Close
reasoning-unverified = These are the model’s own words, as they came: nobody has checked them, and they are no part of the answer.
reasoning-gone = The model’s own words are not here: they are deleted a while after the end, where there were any. These are the steps.
reasoning-none = The model has shown no reasoning. These are the steps.
reasoning-cut = { $n ->
    [one] … { $n } more character, left out here
   *[other] … { $n } more characters, left out here
}
round-number = Round { $n }

## Evidence

evidence-button = Evidence
evidence-title = Evidence
evidence-about = What the sources say, chosen and compared by code. Whether it means what the answer says is for you to judge.
evidence-page = Page { $k } of { $n }.
evidence-back = Back
evidence-next = Next
evidence-none = There is no evidence to show: nothing was opened for this answer.
grade-quoted = word for word
grade-supported = its numbers, names and most of its words stand there
grade-translated = in another language: its numbers and names, and a quote, stand there
grade-raised = in another language: no number or name speaks against it, the rest rests on a second look by the model
grade-weak = weak: only some of its words stand there
grade-not-found = not found in its sources
grade-apart = set apart, since only a part of it was found
evidence-idle = In { $marks }, which the answer cites here too, no words were found that carry this.
open-refused = Words of a source were offered for this and refused: they do not stand there, or do not say it of this.
open-nothing = No words of a source were offered for this.
open-contradictory = By { $met } it is met, by { $unmet } it is not.
open-only-found = Of its sources none was opened.
grade-none = chosen by shared words, not graded
lacks-nowhere = not found there: { $words }
lacks-elsewhere = stands there, but it seems of something else: { $words }
lacks-figure = a figure that does not stand there, worked out or wrong: { $words }
opinion-yes = a second look by the model agreed
opinion-no = a second look by the model disagreed
opinion-no-why = a second look by the model disagreed: { $reason }
export-button = Export
export-under-way = The files are on their way to you, in a direct message.
export-sent = The answer to “{ $question }”, as Markdown and as JSON.
export-failed = I could not send you the files. Please try again in a moment.
not-checked = I could not find out just now whether you can read this thread, so I show nothing. Please try again in a moment; if it stays like this, whoever looks after me can see why in the log.
not-a-reader = This belongs to a conversation that you are not in.

## Deleting

remove-button = Delete
remove-title = Delete this for everybody?
remove-text = Everything I said about this question is removed from the thread, and later questions do not know of it.
remove-confirm = Delete
remove-deny = Keep it
already-removed = That was deleted already.

## The form that rejects

reject-title = Reject this call
reject-submit = Reject
reject-close = Keep it waiting
reject-label = What should I do instead?
reject-hint = I read your comment and go on from there.
reject-example = For example: use the report of 2024 instead

## The form that changes a call

edit-title = Change this call
edit-submit = Save, then decide
edit-close = Leave as it is
edit-hint = Saving does not call { $tool }: the changed call is shown in the thread and waits there.
written-as-json = Written as JSON.
edit-tool-gone = That tool is no longer here. Reject the call with a comment instead.
edit-too-long = These arguments are too long for a form. Reject the call with a comment instead.
edit-nothing = This call takes no arguments. Approve or reject it as it is.
edit-same = Nothing is changed. Close this form, and approve or reject the call as it is.
form-inside = In { $where }: { $problem }
form-missing = Something has to be given here.
form-empty = This may not be empty.
form-whole-number = This has to be a whole number.
form-text = This has to be text.
form-number = This has to be a number.
form-at-least = This has to be { $least } or more.
form-more-than = This has to be more than { $least }.
form-at-most = This has to be { $most } or less.
form-less-than = This has to be less than { $most }.
form-too-short = This is too short: at least { $n }.
form-too-long = This is too long: at most { $n }.
form-one-of = This has to be one of: { $choices }
form-json = This has to be JSON, such as ["a", "b"].
form-date = This has to be a date, such as 2026-11-30.
form-refused = The tool does not take this: { $reason }
form-unfit = The tool does not take this.
form-not-json = JSON has no word for this: write neither NaN nor infinity.

## Private words

unknown-button = I do not know that button.
forgotten = That is from a question whose record I no longer keep. Please ask it again.
not-written = I could not write that down just now, so nothing has changed. Please try again in a moment.
form-not-opened = Slack did not open the form. Please press the button again.
not-yours = Only { $who } can do that here.
only-decide = Only { $who } can decide here.
only-stop = Only { $who } can stop this.
already-ended = This run has already ended.
still-at-work = This run is still at work.
question-gone = The message that asked was deleted: there is nothing to ask again.
already-asked-again = That question was asked again already.
already-going-on = That was continued already, below in this thread.
already-decided = That was already decided.
already-approved = That call was already approved by { $who }.
already-rejected = That call was already rejected by { $who }.
already-changed = That call was already changed by { $who }.
already-begun = That call has already begun.
already-let-through = That call was already let through with an earlier one.
already-answered = That question was already answered: { $option }
nothing-waits = Nothing on that card waits any more.
request-gone = That request is no longer there.
request-expired = That request has expired.
request-superseded = That request was superseded by what was said since.
questions-settled = Those questions are already settled.
questions-expired = Those questions have expired: the defaults were taken.

## Telling: where an answer stands that did not take the place of the progress message

finished = Answered below, after { $time }.
finished-without = Ended without an answer, after { $time }.
finished-link = See the answer
finished-reason = See why
finished-calls = { $n ->
    [one] { $n } call
   *[other] { $n } calls
}
told-answer = , here is your answer.
told-without = , this ended without an answer.
taken-away = (deleted)

## Talk

talk-help =
    I research questions and answer in the thread, with sources.
    • Ask: mention me with a question, for example “what does our travel policy say about trains?” In a direct message just write it.
    • Buttons: calls, such as a search or opening a page, wait for a person’s button unless this channel has it otherwise. Words approve nothing.
    • Correct: reply in the thread, or edit your message, while I am at work. Deleting your question ends the work on it.
    • Stop: press “Stop”, or write “stop” in the thread.
    • Thoroughly: begin with “deep:” for several independent sources, or with “think hard:”.
    • Sources: each statement carries a number such as [1]. The list stands under the answer, and “Evidence” there shows the words of the source behind each statement.
talk-joined = Hello! { talk-help }
talk-effort-fixed = I take that as a remark. How thoroughly I work on this question was settled when it was asked: for more, ask it anew and begin with “deep:” or “think hard:”.
talk-too-long = That is longer than I can take ({ $n } characters). Please ask the question in fewer words.
talk-only-buttons = Words do not approve a call, whoever writes them: please press a button on the card above.
talk-not-here = You may not ask me here. Whoever looks after me can change that.
talk-nothing-to-stop = There is nothing of yours to stop in this thread.
