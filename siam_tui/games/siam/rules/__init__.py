"""The rules of King of Siam in its own words, with worked examples."""
