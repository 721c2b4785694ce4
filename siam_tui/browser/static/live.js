// Follows a table or the lobby through the door, and connects again when that is lost.

import { language, onLanguage, told } from "./told.js";
import { version } from "./version.js";

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15_000;

/**
 * Follow a table or the lobby.
 * @param {string} path such as "lobby" or "table/abc"
 * @param {string} key of a private table; else empty
 * @param {(message: {shown?: object, told?: string}) => void} take called for each message
 * @param {(isConnected: boolean) => void} note called when the connection comes or goes
 */
export function follow(path, key, take, note) {
  let pause = FIRST_PAUSE;
  let newest = null;
  let later = 0;
  const connect = () => {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/watch/${path}`);
    let isOver = false;
    newest = socket;
    socket.onopen = () => {
      socket.send(`${version} ${language()} ${key}`);
      note(true);
    };
    socket.onmessage = ({ data }) => {
      if (socket !== newest) return;
      const message = JSON.parse(data);
      if (message.shown) pause = FIRST_PAUSE;
      isOver = message.ends === true;
      take(message);
    };
    socket.onclose = () => {
      if (isOver || socket !== newest) return;
      note(false);
      later = setTimeout(connect, pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE);
    };
  };
  connect();
  onLanguage(() => {
    const before = newest;
    clearTimeout(later);
    connect();
    before.close();
  });
}

/** Says whether the page is live, and what the door says of it; `news` is what has changed. */
export class Status {
  constructor(element) {
    this.element = element;
    this.news = { isConnected: false, told: "" };
    onLanguage(() => this.note({}));
  }

  /** Show what has changed. */
  note(news) {
    Object.assign(this.news, news);
    const { isConnected, told: trouble } = this.news;
    this.element.textContent = trouble || told(isConnected ? "live" : "connection-lost");
    this.element.classList.toggle("lost", Boolean(trouble) || !isConnected);
  }
}
