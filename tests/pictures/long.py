"""A long answer for a picture: a table, lists, code and sources, said by a model that plays a script."""

from __future__ import annotations

from collections.abc import Sequence

from bot.playground.rehearsal.scripted import Line
from tests.stories.office import intent

QUESTION = "Who can feed 85 guests on 20 June, how much notice do they need, and where do cars park that day?"

_ANSWER = """\
## Two caterers, one booked

The caterer booked for the summer party is **Green Table** [2]. Every caterer needs notice of the final number of \
guests [1]:

| Caterer | Notice |
|:--|--:|
| Green Table | 12 days [1] |
| Northside Kitchen | 21 days [1] |

### What to see to

1. The party is on 20 June 2026, in the yard of the Mill Street office [2].
2. The final number of guests:
   - 85 are expected, children included [2];
   - Green Table needs **12 days of notice** [1].
3. On days with an event in the yard, cars are parked in Weaver Lane [3].

### To reckon the last day

The party is on 20 June 2026, and Green Table needs 12 days of notice [2][1]:

```python
from datetime import date, timedelta

print(date(2026, 6, 20) - timedelta(days=12))
```

> Every caterer needs notice of the final number of guests [1].
"""

INTENTS: Sequence[Line] = [intent(QUESTION)]
REPLIES: Sequence[Line] = [
    [("list_files", {}), ("search_docs", {"query": "caterer notice guests"})],
    [("read_file", {"path": path}) for path in ("summer-party.md", "suppliers.md", "parking.md")],
    _ANSWER,
    _ANSWER,  # it was sent back for code that no source has, and stays as it is
]
