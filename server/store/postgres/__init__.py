"""The store in PostgreSQL; needs psycopg (the extra ``postgres``)."""
