// What the clocks of a table show, counted on from the state that told them.

/** Remembers when a state came; the door may have kept it for a while. */
export class Clocks {
  constructor() {
    this.clock = null;
    this.since = 0;
  }

  /** Note what a new state says: milliseconds left of each seat, and whose clock runs. */
  note(clock) {
    this.clock = clock;
    this.since = performance.now();
  }

  /** The text of each seat's clock; nothing without clocks. */
  texts() {
    if (!this.clock) return [];
    const passed = performance.now() - this.since;
    return this.clock.left.map((left, seat) => spell(left - (seat === this.clock.running ? passed : 0)));
  }
}

function spell(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const minutes = Math.floor(seconds / 60);
  if (minutes >= 120) return `${Math.floor(minutes / 60)} h`;
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}
