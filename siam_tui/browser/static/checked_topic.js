// The messages of one topic that passed the check, and what the page may say about them.

import { ForgedError, LockedError, openFrame } from "./frames.js";

const MOST_BOOTS = 32;

/** Takes frames in the order of their arrival. */
export class CheckedTopic {
  /**
   * @param {string} topic the end of the topic
   * @param {string} type the type of its messages
   * @param {{server: Uint8Array|null, table: Uint8Array|null}} keys the keys of the address
   * @param {PartOwner|null} owner whose key may sign as well, beside the lobby's
   */
  constructor(topic, type, keys, owner = null) {
    this.topic = topic;
    this.type = type;
    this.keys = keys;
    this.owner = owner;
    this.unproven = null;
    this.latest = null;
    this.verdict = "waiting";
    this.pastBoots = [];
  }

  /**
   * Take a frame; return its fields if it is newer than what is shown, else null.
   * `verdict` is then "checked", "unchecked", "forged", "locked" or "unreadable".
   */
  take(frame) {
    let opened;
    try {
      opened = openFrame(frame, this.keys, this.signers());
      if (opened.topic === this.owner?.topic) return this.noteOwner(opened);
      if (opened.topic !== this.topic) throw new ForgedError("made for another topic");
    } catch (error) {
      this.verdict = verdictOf(error);
      this.unproven = frame;
      return null;
    }
    this.unproven = null;
    if (opened.type !== this.type || !this.isNewer(opened)) return null;
    this.latest = opened;
    this.verdict = opened.checked ? "checked" : "unchecked";
    return opened.fields;
  }

  signers() {
    return [this.owner?.key, this.keys.server].filter((key) => key);
  }

  /** A table's first message by a new owner may have come before the lobby's word on the owner. */
  noteOwner(opened) {
    const isNewer = this.owner.take(opened);
    return isNewer && this.unproven !== null ? this.take(this.unproven) : null;
  }

  /** Whether a message is newer, as far as one can know without asking the server. */
  isNewer({ boot, fields }) {
    if (this.latest === null) return true;
    if (boot === this.latest.boot) {
      return fields.get("revision") > this.latest.fields.get("revision");
    }
    if (this.pastBoots.includes(boot)) return false;
    this.pastBoots = [...this.pastBoots, this.latest.boot].slice(-MOST_BOOTS);
    return true;
  }
}

function verdictOf(error) {
  if (error instanceof LockedError) return "locked";
  return error instanceof ForgedError ? "forged" : "unreadable";
}
