// Reads the TOML of map files: tables, lists of tables, texts, whole numbers, lists.

const MOST = 32 * 1024;
const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);

/** Parse a map's text; throw an Error where it has anything that maps do not need. */
export function parseToml(text) {
  if (text.length > MOST) throw new Error("the map is too long");
  const reader = new TomlReader(text);
  const root = {};
  let table = root;
  while (reader.skipEmpty()) {
    if (reader.accept("[[")) {
      table = newTable(root, reader.path("]]"), true);
    } else if (reader.accept("[")) {
      table = newTable(root, reader.path("]"), false);
    } else {
      const path = reader.path("=");
      const place = path.slice(0, -1).reduce((at, key) => step(at, key), table);
      place[checked(path.at(-1))] = reader.value();
    }
  }
  return root;
}

function checked(key) {
  if (FORBIDDEN.has(key)) throw new Error("a key has a forbidden name");
  return key;
}

function step(at, key) {
  at[checked(key)] ??= {};
  const next = at[key];
  return Array.isArray(next) ? next.at(-1) : next;
}

function newTable(root, path, isList) {
  const place = path.slice(0, -1).reduce((at, key) => step(at, key), root);
  const key = checked(path.at(-1));
  if (!isList) return step(place, key);
  place[key] ??= [];
  place[key].push({});
  return place[key].at(-1);
}

class TomlReader {
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  /** Skip spaces, lines and comments; false at the end. */
  skipEmpty() {
    const match = /(?:\s+|#[^\n]*)*/y;
    match.lastIndex = this.at;
    match.test(this.text);
    this.at = match.lastIndex;
    return this.at < this.text.length;
  }

  accept(sign) {
    if (!this.text.startsWith(sign, this.at)) return false;
    this.at += sign.length;
    return true;
  }

  match(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found === null) throw new Error(`the map cannot be read at character ${this.at}`);
    this.at = pattern.lastIndex;
    return found;
  }

  path(end) {
    const keys = [];
    do {
      const found = this.match(/[ \t]*(?:([A-Za-z0-9_-]+)|"([^"\\\n]*)"|'([^'\n]*)')[ \t]*/y);
      keys.push(found[1] ?? found[2] ?? found[3]);
    } while (this.accept("."));
    if (!this.accept(end)) throw new Error(`the map cannot be read at character ${this.at}`);
    return keys;
  }

  value() {
    this.match(/[ \t]*/y);
    if (this.accept("'''")) return this.match(/\r?\n?([^]*?)'''/y)[1];
    if (this.accept('"""')) return JSON.parse(`"${this.escaped()}"`);
    if (this.accept("[")) return this.list();
    if (this.text[this.at] === '"') return JSON.parse(this.match(/"(?:[^"\\\n]|\\.)*"/y)[0]);
    if (this.accept("'")) return this.match(/([^'\n]*)'/y)[1];
    if (this.accept("true")) return true;
    if (this.accept("false")) return false;
    return Number(this.match(/[+-]?\d+/y)[0]);
  }

  escaped() {
    const body = this.match(/\r?\n?((?:[^"\\]|\\[^]|"(?!""))*)"""/y)[1];
    return body.replace(/\\\r?\n\s*/g, "").replace(/"/g, '\\"').replace(/\r?\n/g, "\\n");
  }

  list() {
    const found = [];
    this.skipEmpty();
    while (!this.accept("]")) {
      found.push(this.value());
      this.skipEmpty();
      if (!this.accept(",") && this.text[this.at] !== "]") {
        throw new Error(`the map cannot be read at character ${this.at}`);
      }
      this.skipEmpty();
    }
    return found;
  }
}
