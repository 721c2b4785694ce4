"""The help in the app, and the rules of any game: ``?`` and ``siam rules``."""
