"""The panels around the areas of Reino de Ámbar: hand, Problems, players and forecast."""
