// What the clocks of a table show, counted on from the state that told them.

/** Remembers when a state came; the relay may have kept it for a while. */
export class Clocks {
  constructor() {
    this.state = null;
    this.since = 0;
  }

  /** Note a new state. */
  note(state) {
    this.state = state;
    this.since = performance.now();
  }

  /** The text of each seat's clock; nothing without clocks. */
  texts() {
    const clock = this.state?.clock;
    if (!clock) return [];
    return clock.left.map((left, seat) => {
      const runs = seat === clock.running && this.state.status === "running";
      return spell(left - (runs ? performance.now() - this.since : 0));
    });
  }
}

function spell(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const minutes = Math.floor(seconds / 60);
  if (minutes >= 120) return `${Math.floor(minutes / 60)} h`;
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}
