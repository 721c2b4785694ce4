// Says what was checked, and what the relay could still do.

import { html } from "./dom.js";

const VERDICTS = {
  waiting: ["…", "Nothing has arrived yet."],
  checked: ["✓", "Signed by the lobby."],
  unchecked: ["?", "Not checked: the address has no key after the #."],
  forged: ["✗", "A message failed the check and is not shown."],
  locked: ["✗", "This table is private. Its whole link is needed, with the key after the dot."],
  unreadable: ["✗", "A message could not be read. A newer siam may have sent it."],
};
const DAMAGED = ["✗", "The key after the # is damaged: copy the whole link."];

const NOTHING = "The relay has nothing of that name.";
const GONE = "The relay says that the lobby has taken this away.";

const WHAT = [
  "Your browser checked each message with the lobby's key, the part of the address after the #.",
  "So the relay cannot invent or change a position, a move, a name or a result.",
  "The relay could still hold messages back, show an old one as if it were the newest, or say " +
    "that a table is gone. That this is the present state is therefore as relayed.",
  "The time on the clocks is as relayed, too: it counts on from the last message.",
  "This page itself came from the relay. Over plain http, whoever is on the way can change it. " +
    "If that matters to you, watch with siam: `siam watch LINK`.",
];

/**
 * The line on what was checked.
 * @param {string} verdict what `CheckedTopic` says
 * @param {{connected: boolean, cleared: boolean, isDamaged: boolean}} state the connection
 */
export function statusLine(verdict, { connected, cleared, isDamaged }) {
  const [sign, sentence] = isDamaged ? DAMAGED : VERDICTS[verdict];
  const passed = verdict === "checked" && !isDamaged;
  let relay = connected ? "Live, as relayed." : "The connection is lost. Trying again.";
  if (connected && cleared) relay = verdict === "waiting" ? NOTHING : GONE;
  return html(
    "p",
    { class: `verdict ${passed ? "good" : verdict === "waiting" ? "" : "bad"}`, id: "verdict" },
    html("span", { class: "sign", "aria-hidden": "true" }, sign),
    ` ${sentence} `,
    html("span", { class: `relay${connected && !cleared ? "" : " lost"}` }, relay),
  );
}

/** What the check means, to be opened. */
export function explanation() {
  return html(
    "details",
    { class: "trust" },
    html("summary", {}, "What was checked?"),
    WHAT.map((each) => html("p", {}, each)),
  );
}
