"""A draft as what it says: statements, verdicts, shortlists, and what of them may stand."""
