// The list of a lobby's public tables.

import { CheckedTopic } from "./checked_topic.js";
import { html } from "./dom.js";
import { games } from "./games.js";
import { follow } from "./live.js";
import { explanation, statusLine } from "./status_view.js";
import { line } from "./words.js";
import { pathTo, placeOfLink } from "./address.js";

const STATUS = { open: "waiting for players", running: "running", over: "over", closed: "closed" };
const ORDER = { running: 0, open: 1, over: 2, closed: 3 };

/** Show the lobby, from its newest genuine state on. */
export function showLobby(root, address) {
  const topic = new CheckedTopic("lobby", "LobbyState", address.keys);
  const relay = { connected: false, cleared: false, isDamaged: address.isDamaged };
  const title = html("h1", {}, "Lobby");
  const list = html("section", { "aria-label": "Tables" });
  const status = html("div", { role: "status" });
  const replay = html("a", { href: pathTo("/replay", address.fragment) }, "Replay a recorded game");
  root.replaceChildren(
    html("div", { class: "head" }, title, html("nav", {}, replay)),
    status,
    list,
    linkPart(address.fragment),
    explanation(),
  );

  const paint = () => {
    status.replaceChildren(statusLine(topic.verdict, relay));
    if (topic.latest === null) return;
    const { fields } = topic.latest;
    title.textContent = line(fields.get("name")) || "Lobby";
    document.title = title.textContent;
    list.replaceChildren(tableList(fields, address.fragment));
  };
  paint();
  if (relay.isDamaged) return;
  follow("lobby", {
    frame: (frame) => {
      topic.take(frame);
      relay.cleared = false;
      paint();
    },
    cleared: () => {
      relay.cleared = true;
      paint();
    },
    connected: (connected) => {
      relay.connected = connected;
      paint();
    },
  });
}

/** A field for an invitation: it leads to a private table, or brings the lobby's key. */
function linkPart(fragment) {
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
    const place = placeOfLink(field.value, fragment);
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

function tableList(fields, fragment) {
  if (!fields.get("serving")) return html("p", { class: "empty" }, "The lobby is closed.");
  const tables = fields.get("tables").map(readSummary);
  const hidden = fields.get("sealed").length;
  const secret = hidden > 0 && html("p", { class: "faint" }, privateSentence(hidden));
  if (tables.length === 0) {
    return html("div", {}, html("p", { class: "empty" }, "No public table is open."), secret);
  }
  tables.sort((one, other) => (ORDER[one.status] ?? 9) - (ORDER[other.status] ?? 9));
  return html(
    "div",
    {},
    html("ul", { class: "tables" }, tables.map((table) => tableCard(table, fragment))),
    secret,
  );
}

function privateSentence(count) {
  const tables = count === 1 ? "1 private table is" : `${count} private tables are`;
  return `${tables} not listed: who plays there can send you its link.`;
}

function readSummary(fields) {
  return {
    table: line(fields.get("table")),
    game: line(fields.get("game")),
    map: line(fields.get("map_title")),
    status: line(fields.get("status")),
    host: line(fields.get("host_name")),
    seats: fields.get("seats").map((seat) => line(seat.get("name")) || "free"),
  };
}

function tableCard({ table, game, map, status, host, seats }, fragment) {
  const title = Object.hasOwn(games, game) ? games[game].title : game;
  return html(
    "li",
    {},
    html(
      "a",
      { class: "table", href: pathTo(`/table/${encodeURIComponent(table)}`, fragment) },
      html("span", { class: `state ${status in STATUS ? status : ""}` }, STATUS[status] ?? status),
      html("b", {}, title),
      map && html("span", { class: "faint" }, map),
      html("span", { class: "people" }, seats.map((name) => html("bdi", {}, name))),
      host && html("span", { class: "faint" }, "Host: ", html("bdi", {}, host)),
    ),
  );
}
