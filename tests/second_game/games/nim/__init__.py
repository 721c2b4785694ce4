"""Nim with a secret card: a small complete game that proves what the house asks of any game.

It is not shipped. One to three people play; its rules:

- **N1 Setup.** Three heaps of 2 to 4 tokens. Each seat is dealt a secret card from 1 to 4, each
  card once. The omen, ``calm`` or ``flood``, lies face down. Heaps, cards, omen and first seat are
  drawn.
- **N2 A turn**: take 1 to 3 tokens from one heap; or, once a game, show your card and take as many
  tokens from one heap as it says, or all if there are fewer.
- **N3 A gift.** After a card was shown, the next seat decides at once whether one token of the
  supply goes back onto that heap. Then it has its own turn.
- **N4 The omen** is turned up as soon as a heap is empty, and stays so.
- **N5 The end**: all heaps are empty, and no gift is open. Whoever took the last token wins. With
  the option ``misere`` all others win instead. If the omen is ``flood``, only seats that have shown
  their card can win, so it may be that nobody wins.
- **N6 Alone**, seat 1 is the house, which has a secret card too. It takes from the largest heap
  (the first of several) as many tokens as its card says, at most 3; it never shows its card or
  gives.
- **N7 Hidden** are the others' cards until they are shown, and the omen until it is turned up.
- **N8 Time-out**: one token is taken from the first heap that has any; nothing is given.
- **N9 Taking back**: no move that shows a card or turns the omen up; no move of the house from
  which its card can be told.
- **N10 The log** begins a chapter whenever a card is shown, and when the omen is turned up.

A position is six words: the heaps, the seats (card, ``!`` once shown, ``>`` before that of the
house, ``?`` for a hidden one), the omen (``!`` once turned up), who took last, who decides, and
what: ``take``, ``gift.<heap>`` or ``over``. Moves are ``take:<tokens>@<heap>``, ``show@<heap>``,
``yes`` and ``no``.
"""
