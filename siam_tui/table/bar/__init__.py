"""The bar of a table: what is asked, the options, and how they are laid out."""
