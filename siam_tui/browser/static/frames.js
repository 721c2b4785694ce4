// Opens the frames that the server signed (see docs/reference/protocol.md, "Frames").
/* global nacl */

import { joinBytes, sameBytes } from "./bytes.js";
import { unpack } from "./msgpack.js";

const VERSION = 5;
const HEAD = 6;
const SIGNATURE = 64;
const NONCE = 24;
const SIGNED = "p".charCodeAt(0);
const LOCKED = "t".charCodeAt(0);
const TOPIC = new RegExp(
  `^siam/v${VERSION}/[a-z2-7]{24}/(lobby|table/[A-Za-z0-9]{1,40}|part/[0-9]{1,2})$`,
);

/** A frame was not signed with a key that counts, or for another topic. */
export class ForgedError extends Error {}

/** A frame cannot be opened without the key of its private table. */
export class LockedError extends Error {}

/**
 * Check and open a frame.
 * @param {Uint8Array} frame the frame as it came
 * @param {{server: Uint8Array|null, table: Uint8Array|null}} keys the lobby's key, without which
 *   nothing is checked, and a private table's
 * @param {Uint8Array[]} signers the keys that may have signed it
 * @returns {{checked: boolean, topic: string, signer: Uint8Array, boot: string, type: string,
 *   fields: Map}} `topic` is the end of its topic, such as "table/abc"
 */
export function openFrame(frame, keys, signers) {
  const kind = kindOf(frame);
  const body = frame.subarray(HEAD);
  const signed = kind === LOCKED ? unlock(body, keys.table) : body;
  const content = signed.subarray(SIGNATURE);
  const checked = keys.server !== null;
  const signer = checked && signers.find((key) => isSigned(signed, content, key));
  if (signer === undefined) throw new ForgedError("wrong signature");
  const [sender, at, boot, , , message] = readEnvelope(content);
  if (checked && !sameBytes(sender, signer)) throw new ForgedError("another sender");
  const topic = TOPIC.exec(at)?.[1];
  if (topic === undefined) throw new ForgedError("made for another topic");
  return {
    checked,
    topic,
    signer: sender,
    boot: [...boot].join(),
    type: message[0],
    fields: message[1],
  };
}

function kindOf(frame) {
  const magic = String.fromCharCode(...frame.subarray(0, 4));
  if (frame.length < HEAD + SIGNATURE || magic !== "SIAM") throw new ForgedError("no frame");
  if (frame[4] !== VERSION) throw new ForgedError("another version of the protocol");
  if (frame[5] !== SIGNED && frame[5] !== LOCKED) throw new ForgedError("another kind of frame");
  return frame[5];
}

function unlock(body, key) {
  if (key === null) throw new LockedError("it is private");
  const opened = nacl.secretbox.open(body.subarray(NONCE), body.subarray(0, NONCE), key);
  if (opened === null || opened.length < SIGNATURE) throw new ForgedError("another key locked it");
  return opened;
}

function isSigned(signed, content, key) {
  const head = Uint8Array.of(83, 73, 65, 77, VERSION, SIGNED);
  const signature = signed.subarray(0, SIGNATURE);
  return nacl.sign.detached.verify(joinBytes(head, content), signature, key);
}

function readEnvelope(content) {
  const envelope = unpack(content);
  const fits =
    Array.isArray(envelope) &&
    envelope.length === 6 &&
    envelope[0] instanceof Uint8Array &&
    typeof envelope[1] === "string" &&
    envelope[2] instanceof Uint8Array &&
    Array.isArray(envelope[5]) &&
    typeof envelope[5][0] === "string" &&
    envelope[5][1] instanceof Map;
  if (!fits) throw new ForgedError("no envelope");
  return envelope;
}
