"""The `footnote` command."""


def main() -> None:
    raise SystemExit(2)
