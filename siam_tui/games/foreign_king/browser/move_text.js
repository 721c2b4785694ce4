// Moves of The Foreign King in words: the same as `siam --plain` tells.

import { countOf } from "../../words.js";

const FACTORY = { M: "metal", T: "textile" };
const WORDS = {
  coins: "take{s} coins",
  order: "take{s} a franc and may change the turn order",
  yes: "send{s} all congressmen to the King",
  no: "keep{s} all congressmen in the Congress",
  done: "end{s} the turn",
  skip: "skip{s} the turn",
};

/** What somebody did: `who` is a name. */
export function tellMove(board, text, who) {
  return `${who} ${words(board, text, "s")}.`;
}

function words(board, text, s) {
  const [kind, rest] = [text.split(":")[0], text.slice(text.indexOf(":") + 1)];
  if (kind === "queen") return `use${s} the queen to ${words(board, rest, "")}`;
  if (kind in WORDS && !text.includes(":")) return WORDS[kind].replace("{s}", s);
  const told = TEMPLATES[kind]?.(board, rest, s);
  if (told === undefined) throw new Error("no move of this game");
  return told;
}

const TEMPLATES = {
  build(board, rest, s) {
    const [factory, where] = rest.split("@");
    return `build${s} a ${FACTORY[factory]} factory in ${nameOf(board, where)}`;
  },
  place(board, rest, s) {
    const [count, where] = rest.split("@");
    return `place${s} ${countOf(Number(count), "citizen")} in ${nameOf(board, where)}`;
  },
  move(board, rest, s) {
    const [origin, goals] = rest.split(">");
    const to = goals.split("+").map((goal) => /^(supply|[A-Z]{3})(\d+)$/.exec(goal));
    const from = nameOf(board, origin);
    if (to.length > 1) {
      const told = to.map(([, goal, count]) => `${count} to ${nameOf(board, goal)}`);
      return `move${s} citizens from ${from}: ${told.join(", ")}`;
    }
    const [[, goal, count]] = to;
    return `move${s} ${countOf(Number(count), "citizen")} from ${from} to ${nameOf(board, goal)}`;
  },
  congress: (board, rest, s) => `send${s} a citizen from ${nameOf(board, rest)} to the Congress`,
  king(board, rest, s) {
    const steps = Number(rest.slice(3));
    const goal = `move${s} the King to ${nameOf(board, rest.slice(0, 3))}`;
    return steps ? `${goal}, ${countOf(steps, "step")}` : goal;
  },
  shut: (_, rest, s) =>
    rest === "-" ? `make${s} no factory inactive` : `make${s} a ${FACTORY[rest]} factory inactive`,
  virtual(board, rest, s) {
    const [origin, goal] = rest.split(">").map((id) => nameOf(board, id));
    if (goal === undefined) return `place${s} a citizen of the virtual player in ${origin}`;
    return `move${s} a citizen of the virtual player from ${origin} to ${goal}`;
  },
  loan: (_, rest, s) => `take${s} ${countOf(Number(rest), "loan")}`,
  repay: (_, rest, s) => `pay${s} back ${countOf(Number(rest), "loan")}`,
  order: (_, rest, s) => `take${s} place ${rest} in the turn order`,
};

function nameOf(board, id) {
  if (id === "supply") return "the supply";
  return board.map.provinces[board.map.ids.get(id)].name;
}
