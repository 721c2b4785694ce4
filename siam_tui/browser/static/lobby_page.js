// The list of a lobby's public tables.

import { placeOfLink } from "./address.js";
import { html } from "./dom.js";
import { Status, follow } from "./live.js";
import { trust } from "./trust.js";

/** Show the lobby, from its newest state on. */
export function showLobby(root) {
  const title = html("h1", {}, "Lobby");
  const list = html("section", { "aria-label": "Tables" });
  const line = html("p", { class: "status", role: "status" });
  const replay = html("a", { href: "/replay" }, "Replay a recorded game");
  root.replaceChildren(html("div", { class: "head" }, title, html("nav", {}, replay)), line, list, linkPart(), trust());
  const status = new Status(line);
  const take = ({ shown, told = "" }) => {
    status.note({ told });
    if (!shown) return;
    title.textContent = shown.name;
    document.title = shown.name;
    list.replaceChildren(tableList(shown));
  };
  follow("lobby", "", take, (isConnected) => status.note({ isConnected }));
}

/** A field for an invitation, which leads to a private table, too. */
function linkPart() {
  const told = html("p", { class: "faint", role: "status" });
  const field = html("input", {
    type: "text",
    id: "link",
    placeholder: "siam://…",
    autocomplete: "off",
    spellcheck: "false",
  });
  const button = html("button", { type: "button" }, "Watch");
  const go = () => {
    const place = placeOfLink(field.value);
    if (place === null) told.textContent = "This is no invite link: copy it whole.";
    else location.assign(place);
  };
  button.addEventListener("click", go);
  field.addEventListener("keydown", ({ key }) => key === "Enter" && go());
  return html(
    "div",
    { class: "link panel" },
    html("label", { for: "link" }, "Watch a table by its invite link or ssh command"),
    html("div", { class: "player" }, field, button),
    told,
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
      host && html("span", { class: "faint" }, "Host: ", html("bdi", {}, host)),
    ),
  );
}
