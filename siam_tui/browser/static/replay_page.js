// The page on which a record can be dropped. The door plays it through with the rules.

import { html } from "./dom.js";
import { showRecord } from "./replay_view.js";
import { told } from "./told.js";
import { version } from "./version.js";

const MOST_BYTES = 64 * 1024;

/** Show where to drop a record; then show the record. */
export function showReplay(root) {
  const line = html("p", { class: "situation", role: "status" });
  const file = html("input", { type: "file", accept: ".siam,text/plain" });
  const drop = html(
    "label",
    { class: "drop panel" },
    html("span", {}, `${told("drop-record")} `),
    file,
  );
  const shown = html("div", {});
  root.replaceChildren(
    html("div", { class: "head" }, html("h1", {}, told("replay")), html("nav", {}, html("a", { href: "/" }, told("all-tables")))),
    drop,
    line,
    shown,
  );
  const take = async (path, body) => {
    line.textContent = told("playing-through");
    try {
      await replay(path, body, shown);
      line.textContent = told("played-through");
    } catch (error) {
      line.textContent = error.message;
    }
  };
  file.addEventListener("change", () => file.files[0] && take("/replay", file.files[0]));
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    if (event.dataTransfer.files[0]) take("/replay", event.dataTransfer.files[0]);
  });
  const game = /^\?([A-Za-z0-9]{1,40})\/(\d{1,9})$/.exec(location.search);
  if (game !== null) take(`/replay/${game[1]}/${game[2]}`, new Blob());
}

async function replay(path, record, shown) {
  if (record.size > MOST_BYTES) throw new Error(told("too-long"));
  const answer = await fetch(`${path}?${version}`, { method: "POST", body: await record.text() });
  if (!answer.ok) throw new Error(await answer.text());
  const data = await answer.json();
  if (data.refused) throw new Error(data.refused);
  showRecord(shown, data);
}
