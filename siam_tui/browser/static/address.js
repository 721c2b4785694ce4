// Reads the page's address: the table in its path, the keys after its #, which no server sees.

import { decodeKey } from "./bytes.js";

/**
 * @returns {{table: string, keys: {server: Uint8Array|null, table: Uint8Array|null},
 *   fragment: string, isDamaged: boolean}}
 */
export function readAddress({ pathname, hash }) {
  const fragment = hash.slice(1);
  const [serverText, tableText] = fragment.split(".");
  const server = decodeKey(serverText ?? "");
  const table = decodeKey(tableText ?? "");
  const isDamaged =
    (fragment !== "" && server === null) || (tableText !== undefined && table === null);
  const found = /^\/table\/([A-Za-z0-9]{1,40})$/.exec(pathname);
  return { table: found?.[1] ?? "", keys: { server, table }, fragment, isDamaged };
}

/**
 * The place on this page that an invitation leads to; null if the text is none.
 * The keys go behind the #, so the relay never sees them.
 * @param {string} text an invite link of siam, or the command by which people come with ssh
 * @param {string} fragment the fragment of this page: an ssh command lacks the lobby's key
 */
export function placeOfLink(text, fragment) {
  return placeOfInvite(text) ?? placeOfCommand(text, fragment);
}

function placeOfCommand(text, fragment) {
  const form = /^ssh (?:-p [0-9]{1,5} )?table-([A-Za-z0-9]{1,40})(?:-([A-Za-z0-9_-]{43}))?@[^\s@]+$/;
  const found = form.exec(text.trim());
  const [lobby] = fragment.split(".");
  if (found === null || !lobby) return null;
  return `/table/${found[1]}#${lobby}${found[2] ? `.${found[2]}` : ""}`;
}

function placeOfInvite(text) {
  const form =
    /^siams?(?:\+wss?)?:\/\/[^/#\s]+\/[a-z2-7]{24}(?:\/([A-Za-z0-9]{1,40}))?#([A-Za-z0-9_.-]{43,87})$/;
  const found = form.exec(text.trim());
  if (found === null) return null;
  return `${found[1] ? `/table/${found[1]}` : "/"}#${found[2]}`;
}

/** The address of another place on this page, with the lobby's key. */
export function pathTo(path, fragment) {
  const key = fragment.split(".")[0];
  return key ? `${path}#${key}` : path;
}
