"""Logs as earlier versions left them, one SQL dump for each schema: what was once written is read for ever.

`python -m tests.agent.logs > tests/agent/logs/schema-N.sql` lets the bot at hand live through an afternoon in the
stories' office and prints the log it leaves. A dump is made once, when its schema goes out, and never again.
"""
