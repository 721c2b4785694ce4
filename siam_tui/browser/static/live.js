// Follows one topic of the lobby through the relay, and connects again when it is lost.

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15_000;
const CLEARED = 0;

/**
 * Follow a topic.
 * @param {string} topic such as "lobby" or "table/abc"
 * @param {{frame: (frame: Uint8Array) => void, cleared: () => void,
 *   connected: (connected: boolean) => void}} on what to call
 */
export function follow(topic, on) {
  let pause = FIRST_PAUSE;
  const connect = () => {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/live/${topic}`);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      pause = FIRST_PAUSE;
      on.connected(true);
    };
    socket.onmessage = ({ data }) => {
      if (!(data instanceof ArrayBuffer)) return;
      const frame = new Uint8Array(data);
      if (frame.length === 1 && frame[0] === CLEARED) on.cleared();
      else on.frame(frame);
    };
    socket.onclose = () => {
      on.connected(false);
      setTimeout(connect, pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE);
    };
  };
  connect();
}
