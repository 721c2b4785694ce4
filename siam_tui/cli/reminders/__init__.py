"""``siam serve --notify``: reads how reminders are sent, and runs the program that sends them."""
