# What Footnote says in English: the first catalogue; every other one has the same messages with the same variables.

## How many

calls = { $n ->
    [one] { $n } call
   *[other] { $n } calls
}
