"""The lobbies served on this computer: announced by their servers, found by the app, remembered."""
