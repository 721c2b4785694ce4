"""King of Siam in the terminal: board, panels, texts, and how a move is built."""
