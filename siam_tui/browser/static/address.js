// Reads the page's address: the table in its path, the key of a private table after its #.

/**
 * Older addresses have the lobby's key between # and dot, which the page does not need.
 * @returns {{table: string, key: string, isDamaged: boolean}} `key` is empty if there is none
 */
export function readAddress({ pathname, hash }) {
  const [, key = ""] = hash.split(".");
  const isDamaged = hash.includes(".") && !/^[A-Za-z0-9_-]{43}$/.test(key);
  const found = /^\/table\/([A-Za-z0-9]{1,40})$/.exec(pathname);
  return { table: found?.[1] ?? "", key, isDamaged };
}

/**
 * The place on this page that an invitation leads to; null if the text is none.
 * @param {string} text an invite link of siam, or the command by which people come with ssh
 */
export function placeOfLink(text) {
  const link =
    /^siams?(?:\+wss?)?:\/\/[^/#\s]+\/[a-z2-7]{24}(?:\/([A-Za-z0-9]{1,40}))?#[\w-]{43}(?:\.([\w-]{43}))?$/;
  const command = /^ssh (?:-p [0-9]{1,5} )?table-([A-Za-z0-9]{1,40})(?:-([\w-]{43}))?@[^\s@]+$/;
  const found = link.exec(text.trim()) ?? command.exec(text.trim());
  if (found === null) return null;
  const [, table, key] = found;
  return `${table ? `/table/${table}` : "/"}${key ? `#.${key}` : ""}`;
}
