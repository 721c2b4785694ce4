"""The coach: a good move to a person who plays bots, and why; thought out beside the screen."""
