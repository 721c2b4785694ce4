"""One table as a person sees it, from the free seats to the result."""
