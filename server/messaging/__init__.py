"""What arrives from the broker and what is published through it."""
