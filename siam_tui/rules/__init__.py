"""The rules in the app's own words: chapters as data, examples played by the rules themselves."""
