"""The laws of `games.testing`, held against the small games and against ours."""

from games.testing import laws

TestMorris = laws("morris")
TestFour = laws("four")
TestNim = laws("nim")
TestShires = laws("shires")
TestSiam = laws("siam", games=1)
TestForeignKing = laws("foreign-king", games=1)
TestAmber = laws("amber", games=1)
