"""Several servers run one lobby: each owns some of its parts for as long as it renews its lease."""
