// Starts the page of one record that carries everything itself (`siam export --html`).

import { html } from "./dom.js";
import { showRecord } from "./replay_view.js";
import { themeSwitch } from "./theme.js";

const record = JSON.parse(document.getElementById("record").textContent);
document.getElementById("bar").append(html("span", { class: "brand" }, "siam"), themeSwitch());
showRecord(document.getElementById("page"), record);
