"""The folder of documents: found by words, read by lines."""
