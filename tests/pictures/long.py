"""A long answer for a picture: a table, lists, code and sources, said by a model that plays a script."""

from __future__ import annotations

from collections.abc import Sequence

from bot.playground.rehearsal.scripted import Line
from tests.stories.office import intent

QUESTION = "Who can feed 85 guests on 20 June, how much notice do they need, and when is the last day to call?"

_ANSWER = """\
## Two caterers, one booked

The caterer booked for the party on 20 June 2026 is **Green Table** [2]. Both caterers that we know need notice of \
the final number of guests [1]:

| Caterer | Notice | Last day to call | Booked |
|:--|--:|:--|:--|
| Green Table | 12 days | 8 June 2026 | yes [2][1] |
| Northside Kitchen | 21 days | 30 May 2026 | no [1] |

### What follows from it

1. Count the guests again in May: 85 are expected, children included [2].
2. Call **before 8 June**:
   - Green Table needs 12 days of notice [1];
   - Northside Kitchen would need 21 days [1].
3. On days with an event in the yard, cars are parked in Weaver Lane [3].

### How the last day is reckoned

The party is on 20 June, and 12 days of notice are needed [2][1]:

```python
from datetime import date, timedelta

party, notice = date(2026, 6, 20), timedelta(days=12)
print(party - notice)  # 2026-06-08
```

> Every caterer needs notice of the final number of guests [1].
"""

INTENTS: Sequence[Line] = [intent(QUESTION)]
REPLIES: Sequence[Line] = [
    [("list_files", {}), ("search_docs", {"query": "caterer notice guests"})],
    [("read_file", {"path": path}) for path in ("summer-party.md", "suppliers.md", "parking.md")],
    _ANSWER,
]
