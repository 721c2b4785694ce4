// Starts the page.

import { readAddress } from "./address.js";
import { html } from "./dom.js";
import { languageSwitch } from "./language_switch.js";
import { showLobby } from "./lobby_page.js";
import { showReplay } from "./replay_page.js";
import { showTable } from "./table_page.js";
import { themeSwitch } from "./theme.js";

const root = document.getElementById("page");
const choices = html("span", { class: "choices" }, languageSwitch(), themeSwitch());
document.getElementById("bar").append(html("span", { class: "brand" }, "siam"), choices);

const address = readAddress(location);
if (address.table) showTable(root, address);
else if (location.pathname === "/replay") showReplay(root);
else showLobby(root);
addEventListener("hashchange", () => location.reload());
