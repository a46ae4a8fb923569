"""The public web: searching, opening, and what of a page may be read and believed."""
