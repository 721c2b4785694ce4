// Turns the art of a map, a grid of letters, into smooth outlines.

const SMOOTHINGS = 2;
const CORNER_CUTS = 2;

/**
 * Outline each region of a grid. Regions that touch share their smoothed border exactly.
 * @param {string[][]} cells rows of letters, one for each region
 * @param {number} scale the width of a cell
 * @returns {Map<string, string>} for each region the data of an SVG path
 */
export function outlines(cells, scale) {
  const grid = new Grid(cells);
  return new Map([...grid.regions()].map((region) => [region, grid.path(region, scale)]));
}

class Grid {
  constructor(cells) {
    this.cells = cells;
    this.degrees = new Map();
    for (const [x, y] of this.corners()) this.degrees.set(`${x},${y}`, this.degree(x, y));
  }

  *corners() {
    for (let y = 0; y <= this.cells.length; y++) {
      for (let x = 0; x <= this.cells[0].length; x++) yield [x, y];
    }
  }

  at(x, y) {
    return this.cells[y]?.[x] ?? null;
  }

  regions() {
    return new Set(this.cells.flat());
  }

  /** How many borders meet in a corner. */
  degree(x, y) {
    const around = [this.at(x - 1, y - 1), this.at(x, y - 1), this.at(x, y), this.at(x - 1, y)];
    return around.filter((region, index) => region !== around[(index + 1) % 4]).length;
  }

  path(region, scale) {
    return this.loops(region)
      .map((loop) => this.smooth(loop))
      .map((points) => points.map(([x, y]) => `${round(x * scale)} ${round(y * scale)}`).join("L"))
      .map((points) => `M${points}Z`)
      .join("");
  }

  /** The closed borders of a region, clockwise, as corners. */
  loops(region) {
    const ahead = new Map();
    for (const [from, to] of this.edges(region)) {
      const key = from.join();
      ahead.set(key, [...(ahead.get(key) ?? []), to]);
    }
    const found = [];
    for (const start of ahead.keys()) {
      while (ahead.get(start).length > 0) {
        const loop = [start.split(",").map(Number)];
        for (;;) {
          const next = ahead.get(loop.at(-1).join()).pop();
          if (next.join() === start) break;
          loop.push(next);
        }
        found.push(loop);
      }
    }
    return found;
  }

  *edges(region) {
    for (const [y, row] of this.cells.entries()) {
      for (const [x, cell] of row.entries()) {
        if (cell !== region) continue;
        if (this.at(x, y - 1) !== region) yield [[x, y], [x + 1, y]];
        if (this.at(x + 1, y) !== region) yield [[x + 1, y], [x + 1, y + 1]];
        if (this.at(x, y + 1) !== region) yield [[x + 1, y + 1], [x, y + 1]];
        if (this.at(x - 1, y) !== region) yield [[x, y + 1], [x, y]];
      }
    }
  }

  /** Smooth a loop; corners where three regions meet stay, so neighbours still fit. */
  smooth(loop) {
    const fixed = loop.findIndex(([x, y]) => this.degrees.get(`${x},${y}`) !== 2);
    if (fixed < 0) return smoothChain([...loop, loop[0]]).slice(0, -1);
    const turned = [...loop.slice(fixed), ...loop.slice(0, fixed), loop[fixed]];
    const points = [];
    let chain = [turned[0]];
    for (const corner of turned.slice(1)) {
      chain.push(corner);
      if (this.degrees.get(corner.join()) !== 2) {
        points.push(...smoothChain(chain).slice(0, -1));
        chain = [corner];
      }
    }
    return points;
  }
}

function smoothChain(chain) {
  let points = chain;
  for (let each = 0; each < SMOOTHINGS; each++) {
    points = points.map((point, index) =>
      index === 0 || index === points.length - 1
        ? point
        : mix(mix(points[index - 1], points[index + 1], 0.5), point, 0.5),
    );
  }
  for (let each = 0; each < CORNER_CUTS; each++) {
    const cut = [points[0]];
    for (let index = 0; index + 1 < points.length; index++) {
      cut.push(mix(points[index], points[index + 1], 0.25), mix(points[index], points[index + 1], 0.75));
    }
    points = [...cut, points.at(-1)];
  }
  return points;
}

function mix([x, y], [u, v], share) {
  return [x + (u - x) * share, y + (v - y) * share];
}

function round(number) {
  return Math.round(number * 10) / 10;
}
