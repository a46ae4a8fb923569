"""Questions to try in the playground: each shows another side of the bot."""

QUESTIONS: tuple[str, ...] = (
    # Two files: the contract says what a bad month is worth, the incident report how bad August was.
    "How much of the monthly fee do we get back from Brightline for the availability in August 2026?",
    # The web: two pages name the fare, one of them an old one.
    "What does a return ferry ticket for an adult from Ostrand to Velm cost?",
    # Vague: it has to ask what "cheap" means before it can look.
    "Can you find a cheap e-ink tablet for writing?",
    # Conditions of all three sorts.
    "Which e-ink tablet should we buy? It must have a front light, must not require a subscription, and ideally has page buttons.",  # noqa: E501
    # Things that match conditions: one of the rooms fails, one has two names, of one something stays unknown.
    "Which workshop room in Ostrand should we book? It must have a lift, must not require a deposit, and ideally has a projector.",  # noqa: E501
    # Deep research: one sentence of the answer is found in part, and marked; one the model's second look denies.
    "deep: What does a day return for adults from Ostrand to Velm cost?",
)
