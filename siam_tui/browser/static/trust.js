// Says what a spectator can rely on.

import { html } from "./dom.js";

const WHAT = [
  "This page shows what its host says. The host checks what the lobby has signed, and your browser checks " +
    "nothing: the page and what it shows come from the same host, who could change both.",
  "Over plain http, whoever is on the way can change both, too. The clocks count on from the last message.",
  "If that matters to you, watch with siam: `siam watch LINK` checks every message with the lobby's key.",
];

/** What the page vouches for, to be opened. */
export function trust() {
  return html(
    "details",
    { class: "trust" },
    html("summary", {}, "Who says so?"),
    WHAT.map((each) => html("p", {}, each)),
  );
}
