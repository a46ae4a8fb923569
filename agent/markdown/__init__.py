"""Markdown as models write it: marks, links, code and lists, put in our own form."""
