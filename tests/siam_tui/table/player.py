"""A person who plays at a table of the app by keys."""

from random import Random

from siam_tui.table.bar.move_bar import MoveBar
from tests.e2e.guests import is_over
from tests.siam_tui.app.stage import until


class Player:
    """A person at a keyboard before a table's screen."""

    def __init__(self, pilot, client, seed=0):
        self.pilot = pilot
        self.client = client
        self.random = Random(seed)

    @property
    def screen(self):
        return self.pilot.app.screen

    @property
    def state(self):
        return self.screen.controller.view.state if self.screen.controller.view else None

    @property
    def options(self):
        bar = self.screen.query_one(MoveBar).bar
        return {option.key for option in bar.options} if bar else set()

    def text(self, selector):
        return self.screen.query_one(selector).render().plain

    async def until(self, wanted):
        """Wait until the screen shows what is wanted, which may be later than its client knows."""
        await until(self.pilot, wanted)

    async def move(self):
        """Build some move by keys and send it."""
        while "Enter" not in self.options:
            choices = sorted(self.options)
            passing = self.random.random() < 0.35
            if not passing and len(choices) > 1:
                choices = [key for key in choices if key != "P"]
            await self.pilot.press(self.random.choice(choices).lower())
        await self.pilot.press("enter")

    async def play(self, enough=is_over):
        """Play until it is enough."""
        while True:
            await self.until(
                lambda: enough(self.state) or self.screen.controller.draft.builder is not None
            )
            if enough(self.state):
                return
            ply = self.state.ply
            await self.move()
            await self.until(lambda ply=ply: self.state.ply > ply)
