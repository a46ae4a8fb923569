"""Whether opened words carry a claim: both taken apart into words, names, numbers and dates, and compared."""
