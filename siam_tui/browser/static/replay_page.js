// The page on which a record can be dropped. The door plays it through with the rules.

import { html, tell, write } from "./dom.js";
import { showRecord } from "./replay_view.js";
import { language, onLanguage, told } from "./told.js";
import { version } from "./version.js";

const MOST_BYTES = 64 * 1024;

/** Show where to drop a record; then show the record. */
export function showReplay(root) {
  const line = html("p", { class: "situation", role: "status" });
  const file = html("input", { type: "file", accept: ".siam,text/plain" }); // its own words are the browser's
  const choose = html("span", { class: "choose", told: "choose-file" });
  const drop = html("label", { class: "drop panel" }, html("span", { told: "drop-record" }), " ", choose, file);
  const shown = html("div", {});
  const back = html("a", { href: "/", told: "all-tables" });
  root.replaceChildren(
    html("div", { class: "head" }, html("h1", { told: "replay" }), html("nav", {}, back)),
    drop,
    line,
    shown,
  );
  let asked = null;
  let view = null;
  const take = async (path, record) => {
    const now = [path, record];
    if (record !== asked?.[1]) view = null;
    asked = now;
    tell(line, "playing-through");
    try {
      const data = await replay(path, record);
      if (asked !== now) return;
      view = showRecord(shown, data, view?.ply);
      tell(line, "played-through");
    } catch (error) {
      if (asked === now) write(line, error.message);
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
  const name = () => (document.title = told("replay"));
  name();
  onLanguage(() => {
    name();
    if (asked !== null) take(...asked);
  });
}

/** Return what the door makes of a record, in the page's language. */
async function replay(path, record) {
  if (record.size > MOST_BYTES) throw new Error(told("too-long"));
  const [body, headers] = [await record.text(), { "Accept-Language": language() }];
  const answer = await fetch(`${path}?${version}`, { method: "POST", body, headers }).catch(() => {
    throw new Error(told("no-answer"));
  });
  if (!answer.ok) throw new Error(await answer.text());
  const data = await answer.json();
  if (data.refused) throw new Error(data.refused);
  return data;
}
