"""The SSH door: `ssh -p PORT HOST` leads into the lobby, with nothing installed.

It has two processes. The *front* speaks SSH and holds the secrets. The *fork server* has loaded the
app and nothing else; it makes a process for each session, with a terminal of its own.
"""
