"""The app: home, navigation, settings."""
