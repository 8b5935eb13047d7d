// The hex lattice: yields as pips, owners as tints, walls that crack and fall.
const HEX = 34;
const corners = (size) => Array.from({ length: 6 }, (_, i) => [Math.sin((Math.PI / 3) * i) * size, -Math.cos((Math.PI / 3) * i) * size]);
const polygon = (size) => corners(size).map((corner) => corner.map(round).join(",")).join(" ");

class HexStage {
  constructor(film) {
    const drawing = film.stage;
    this.film = film;
    this.index = new Map(film.powers.map((power, i) => [power.name, i]));
    this.width = HEX * Math.sqrt(3) * 15.6;
    this.height = HEX * 1.5 * 15.9;
    this.centres = drawing.tiles.map(([q, r]) => [this.width / 2 + HEX * Math.sqrt(3) * (q + r / 2), this.height / 2 + HEX * 1.5 * r]);
    this.byKey = new Map(drawing.keys.map((key, tile) => [key, tile]));
    this.tiles = drawing.keys.map((key, tile) => this.tile(key, tile));
    this.layers = {};
    this.root = svg("svg", { class: "stage hexes", role: "img", "aria-label": drawing.title, preserveAspectRatio: "xMidYMid meet" });
    this.root.append(
      svg("defs", {}, svg("marker", { id: "head", viewBox: "0 0 10 10", refX: 8, refY: 5, markerWidth: 15, markerHeight: 15, orient: "auto-start-reverse", markerUnits: "userSpaceOnUse" },
        svg("path", { d: "M0,0L10,5L0,10L2.5,5Z", class: "tip" }))),
      svg("g", {}, this.tiles.map((tile) => tile.group)),
      svg("g", { class: "homes" }, drawing.homes.map((home, power) => this.home(home, power))));
    for (const name of ["under", "arrows", "marks", "stamps"]) this.root.append((this.layers[name] = svg("g", { class: name })));
    this.zoom = new Zoom(this.root, this.width, this.height);
  }

  tile(key, tile) {
    const group = svg("g", { class: "tile", transform: at(...this.centres[tile]) });
    const hex = svg("polygon", { points: polygon(HEX - 1.2) }), tint = svg("polygon", { class: "tint", points: polygon(HEX - 1.2) });
    const inside = svg("g"), title = svg("title", {}, key);
    group.append(hex, tint, inside, title);
    return { group, tint, inside, title };
  }

  // The outline of a home ring: the sides of its tiles that no other of them shares.
  home(tiles, power) {
    const own = new Set(tiles.map((tile) => this.film.stage.tiles[tile].join()));
    const steps = [[1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1]];
    const shape = corners(HEX);
    const sides = tiles.flatMap((tile) => {
      const [q, r] = this.film.stage.tiles[tile], [x, y] = this.centres[tile];
      return steps.flatMap(([dq, dr], i) => {
        if (own.has([q + dq, r + dr].join())) return [];
        const a = shape[i], b = shape[(i + 1) % 6];
        return [`M${round(x + a[0])},${round(y + a[1])}L${round(x + b[0])},${round(y + b[1])}`];
      });
    });
    return svg("path", { class: `home p${this.film.powers[power].colour}`, d: sides.join("") });
  }

  spot = (key) => this.centres[this.byKey.get(key)] || [0, 0];
  colour = (power) => (this.film.powers[this.index.get(power)] || { colour: "none" }).colour;
  hearth = (power) => this.centres[this.film.stage.hearths[this.index.get(power)]] || [0, 0];

  show(frame) {
    const { board } = frame;
    for (const layer of Object.values(this.layers)) layer.replaceChildren();
    this.tiles.forEach((tile, i) => this.paint(tile, i, board));
    this.film.stage.hearths.forEach((tile, power) => {
      const [x, y] = this.centres[tile], player = this.film.powers[power];
      const state = board.out.includes(power) ? "out" : board.staggered.includes(power) ? "staggered" : "";
      this.layers.under.append(svg("g", { class: `hearth p${player.colour} ${state}`, transform: at(x, y) },
        svg("circle", { r: 15 }), svg("text", { y: 4.5 }, player.mark), svg("title", {}, `Hearth of ${player.title}${state && `, ${state}`}`)));
    });
    for (const event of frame.events) if (TILE_MARKS[event.kind]) TILE_MARKS[event.kind](event, this);
  }

  paint({ group, tint, inside, title }, tile, board) {
    const owner = board.owners[tile], wall = board.walls[tile], player = this.film.powers[owner];
    group.setAttribute("class", `tile ${wall} yield${board.yields[tile]}`);
    tint.setAttribute("class", player ? `tint owned p${player.colour}` : "tint");
    const pips = { 0: [], 1: [[0, 0]], 2: [[-8, 0], [8, 0]], 3: [[-9, 5], [9, 5], [0, -9]] }[board.yields[tile]];
    inside.replaceChildren(
      ...(wall === "rubble"
        ? [svg("path", { class: "stones", d: "M-16,10L-9,-2L-1,10ZM-2,10L7,-8L16,10ZM-7,-6L-1,-14L4,-5Z" })]
        : pips.map(([x, y]) => svg("circle", { class: "pip", cx: x, cy: y + 12, r: 3.6 }))),
      ...(wall === "cracked" ? [svg("path", { class: "crack", d: "M-4,-30L5,-18L-6,-8L6,3L-4,14L4,29" })] : []),
      svg("text", { class: "mark", y: -6 }, player && wall !== "rubble" ? player.mark : ""));
    title.textContent = `${this.film.stage.keys[tile]}: ${wall}, yield ${board.yields[tile]}, pays ${board.worth[tile]}${player ? `, ${player.title}` : ""}`;
  }
}

const TILE_MARKS = {
  claimed(event, stage) {
    const [x, y] = stage.spot(event.tile);
    stage.layers.marks.append(icon("drop", x + 17, y - 12, `p${stage.colour(event.power)}`, `${event.power} claims ${event.tile} for ${event.cost}: wet until next turn, then it pays ${event.pays}`));
  },
  smeared(event, stage) {
    stage.layers.marks.append(icon("cross", ...stage.spot(event.tile), "standoff", `${event.powers.join(", ")} all claim ${event.tile}: smeared`));
  },
  claim_void(event, stage) {
    stage.layers.marks.append(icon("cross", ...stage.spot(event.tile), "small", `${event.power}'s claim on ${event.tile} is void`));
  },
  razed(event, stage) {
    const told = `${event.power} razes ${event.tile}: ${event.before} becomes ${event.after}`;
    stage.layers.marks.append(icon("burst", ...stage.spot(event.tile), `razed p${stage.colour(event.power)}`, told));
  },
  struck(event, stage) {
    const told = `${event.power} is struck by ${event.by.join(", ")}: ${event.life}`;
    for (const by of event.by) {
      const line = bow(stage.hearth(by), stage.hearth(event.power), { end: 24 });
      stage.layers.arrows.append(svg("g", { class: "order dagger done", "data-told": told }, svg("title", {}, told), strokes(line.d, "head")));
    }
    stage.layers.stamps.append(stamp(...stage.hearth(event.power), event.life === "eliminated" ? "GONE" : "STRUCK", told));
  },
  transferred(event, stage) {
    const told = `${event.power} gives ${event.to} ${event.amount} paint`;
    const line = bow(stage.hearth(event.power), stage.hearth(event.to), { bend: -0.18, end: 20 });
    stage.layers.arrows.append(svg("g", { class: `order purse gift p${stage.colour(event.power)}`, "data-told": told }, svg("title", {}, told), strokes(line.d, "head")));
    stage.layers.marks.append(badge("coin", ...line.middle, event.amount, "gift", told));
  },
};
