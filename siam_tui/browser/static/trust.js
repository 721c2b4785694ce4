// Says what a spectator can rely on.

import { html } from "./dom.js";

/** What the page vouches for, to be opened. */
export function trust() {
  return html(
    "details",
    { class: "trust" },
    html("summary", { told: "trust" }),
    html("p", { told: "trust-host" }),
    html("p", { told: "trust-http" }),
    html("p", { told: "trust-siam" }),
  );
}
