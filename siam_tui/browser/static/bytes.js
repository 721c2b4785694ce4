// Bytes and their texts.

/** Decode 43 characters of unpadded URL-safe base64 into a key of 32 bytes; null if it is none. */
export function decodeKey(text) {
  if (!/^[A-Za-z0-9_-]{43}$/.test(text)) return null;
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/") + "=");
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}

/** Whether two byte arrays are equal. */
export function sameBytes(one, other) {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

/** Join byte arrays. */
export function joinBytes(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
