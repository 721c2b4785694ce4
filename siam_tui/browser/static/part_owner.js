// The key of the server that runs a table of a cluster, as the lobby's key signed it.
/* global nacl */

import { sameBytes } from "./bytes.js";

const PARTS = 64n;
const KEY_BYTES = 32;

/** Knows the newest owner of one part. In a lobby with one server nobody ever tells of any. */
export class PartOwner {
  /**
   * @param {string} table the id of a table of the part
   * @param {Uint8Array|null} lobbyKey the only key whose word on an owner counts
   */
  constructor(table, lobbyKey) {
    this.part = partOf(table);
    this.topic = `part/${this.part}`;
    this.lobbyKey = lobbyKey;
    this.epoch = 0;
    this.key = null;
  }

  /** Take a message that passed the check; return whether it names a newer owner. */
  take({ checked, signer, type, fields }) {
    if (!checked || !sameBytes(signer, this.lobbyKey) || type !== "PartState") return false;
    const [part, epoch, key] = ["part", "epoch", "key"].map((name) => fields.get(name));
    const fits = part === this.part && key instanceof Uint8Array && key.length === KEY_BYTES;
    if (!fits || !(epoch > this.epoch)) return false;
    this.epoch = epoch;
    this.key = key;
    return true;
  }
}

/** The part of a table, by its id (`part_of` in protocol/topics.py). */
function partOf(table) {
  const digest = nacl.hash(new TextEncoder().encode(`siam-tui part\n${table}`));
  return Number(1n + (new DataView(digest.buffer).getBigUint64(0) % PARTS));
}
