// Reads MessagePack, as strictly as `protocol/codec.py`: no extension types, text keys, each once.

const MAX_BYTES = 64 * 1024;
const MAX_DEPTH = 9; // the envelope is one level around what `protocol.codec` counts

/** Decode a message; maps become Map objects, so that no key can meet a built-in name. */
export function unpack(bytes) {
  if (bytes.length > MAX_BYTES) throw new Error("a message is too long");
  const reader = new Reader(bytes);
  const value = reader.read(MAX_DEPTH);
  if (!reader.ended) throw new Error("something follows the message");
  return value;
}

class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = 0;
    this.text = new TextDecoder("utf-8", { fatal: true });
  }

  get ended() {
    return this.at === this.bytes.length;
  }

  take(count) {
    if (this.at + count > this.bytes.length) throw new Error("the message is cut off");
    this.at += count;
    return this.at - count;
  }

  part(count) {
    const start = this.take(count);
    return this.bytes.slice(start, start + count);
  }

  number(size) {
    const at = this.take(size);
    if (size === 1) return this.view.getUint8(at);
    if (size === 2) return this.view.getUint16(at);
    if (size === 4) return this.view.getUint32(at);
    return Number(this.view.getBigUint64(at));
  }

  read(depth) {
    if (depth < 0) throw new Error("the message is nested too deeply");
    const kind = this.number(1);
    if (kind < 0x80) return kind;
    if (kind < 0x90) return this.map(kind & 0x0f, depth);
    if (kind < 0xa0) return this.list(kind & 0x0f, depth);
    if (kind < 0xc0) return this.text.decode(this.part(kind & 0x1f));
    if (kind >= 0xe0) return kind - 0x100;
    return this.readLong(kind, depth);
  }

  readLong(kind, depth) {
    switch (kind) {
      case 0xc0: return null;
      case 0xc2: return false;
      case 0xc3: return true;
      case 0xc4: case 0xc5: case 0xc6: return this.part(this.number(1 << (kind - 0xc4)));
      case 0xcb: return this.view.getFloat64(this.take(8));
      case 0xcc: case 0xcd: case 0xce: case 0xcf: return this.number(1 << (kind - 0xcc));
      case 0xd0: return this.view.getInt8(this.take(1));
      case 0xd1: return this.view.getInt16(this.take(2));
      case 0xd2: return this.view.getInt32(this.take(4));
      case 0xd3: return Number(this.view.getBigInt64(this.take(8)));
      case 0xd9: case 0xda: case 0xdb:
        return this.text.decode(this.part(this.number(1 << (kind - 0xd9))));
      case 0xdc: case 0xdd: return this.list(this.number(2 << (kind - 0xdc)), depth);
      case 0xde: case 0xdf: return this.map(this.number(2 << (kind - 0xde)), depth);
      default: throw new Error("the message has a type that is not part of the protocol");
    }
  }

  list(count, depth) {
    if (count > this.bytes.length - this.at) throw new Error("the message is cut off");
    return Array.from({ length: count }, () => this.read(depth - 1));
  }

  map(count, depth) {
    const found = new Map();
    for (let each = 0; each < count; each++) {
      const key = this.read(0);
      if (typeof key !== "string" || found.has(key)) throw new Error("a key is no text, or twice");
      found.set(key, this.read(depth - 1));
    }
    return found;
  }
}
