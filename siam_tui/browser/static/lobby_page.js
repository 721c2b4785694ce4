// The list of a lobby's public tables.

import { placeOfLink } from "./address.js";
import { html, tell, write } from "./dom.js";
import { Status, follow } from "./live.js";
import { told } from "./told.js";
import { trust } from "./trust.js";

/** Show the lobby, from its newest state on. */
export function showLobby(root) {
  const title = html("h1", { told: "lobby" });
  const list = html("section", { label: "tables" });
  const line = html("p", { class: "status", role: "status" });
  const replay = html("a", { href: "/replay", told: "replay-recorded" });
  root.replaceChildren(html("div", { class: "head" }, title, html("nav", {}, replay)), line, list, linkPart(), trust());
  const status = new Status(line);
  const take = ({ shown, told: trouble = "" }) => {
    status.note({ told: trouble });
    if (!shown) return;
    write(title, shown.name);
    document.title = shown.name;
    list.replaceChildren(tableList(shown));
  };
  follow("lobby", "", take, (isConnected) => status.note({ isConnected }));
}

/** A field for an invitation, which leads to a private table, too. */
function linkPart() {
  const line = html("p", { class: "faint", role: "status" });
  const field = html("input", {
    type: "text",
    id: "link",
    placeholder: "siam://…",
    autocomplete: "off",
    spellcheck: "false",
  });
  const button = html("button", { type: "button", told: "watch" });
  const go = () => {
    const place = placeOfLink(field.value);
    if (place === null) tell(line, "no-link");
    else location.assign(place);
  };
  button.addEventListener("click", go);
  field.addEventListener("keydown", ({ key }) => key === "Enter" && go());
  return html(
    "div",
    { class: "link panel" },
    html("label", { for: "link", told: "watch-by-link" }),
    html("div", { class: "player" }, field, button),
    line,
  );
}

function tableList({ tables, empty, note }) {
  return html(
    "div",
    {},
    empty && html("p", { class: "empty" }, empty),
    tables.length > 0 && html("ul", { class: "tables" }, tables.map(tableCard)),
    note && html("p", { class: "faint" }, note),
  );
}

function hostPart(host) {
  const [before, after] = told("host").split("{name}");
  return html("span", { class: "faint" }, before, html("bdi", {}, host), after);
}

function tableCard({ path, status, stage, title, map, seats, host }) {
  return html(
    "li",
    {},
    html(
      "a",
      { class: "table", href: path },
      html("span", { class: `state ${status}` }, stage),
      html("b", {}, title),
      map && html("span", { class: "faint" }, map),
      html("span", { class: "people" }, seats.map((name) => html("bdi", {}, name))),
      host && hostPart(host),
    ),
  );
}
