"""The store in PostgreSQL; needs psycopg (``pip install 'siam-tui[postgres]'``)."""
