// A map board: provinces in a mesh, cities, units, and the marks of what happens.
class MapStage {
  constructor(film) {
    const drawing = film.stage;
    this.film = film;
    this.places = drawing.provinces;
    this.coasts = drawing.coasts;
    this.index = new Map(film.powers.map((power, i) => [power.name, i]));
    this.lines = drawing.arcs.map((arc) => arc.line.split(" "));
    this.layers = {};
    this.root = svg("svg", { class: "stage map", role: "img", "aria-label": drawing.title, preserveAspectRatio: "xMidYMid meet" });
    this.root.append(this.definitions(), ...this.ground(drawing));
    for (const name of ["famine", "under", "arrows", "units"]) this.root.append((this.layers[name] = svg("g", { class: name })));
    this.root.append(svg("g", { class: "labels" }, Object.values(this.places).map((place) => this.label(place))));
    for (const name of ["marks", "stamps"]) this.root.append((this.layers[name] = svg("g", { class: name })));
    this.zoom = new Zoom(this.root, drawing.width, drawing.height);
  }

  definitions() {
    const tip = (id, path, size) => svg("marker",
      { id, viewBox: "0 0 10 10", refX: 8, refY: 5, markerWidth: size, markerHeight: size, orient: "auto-start-reverse", markerUnits: "userSpaceOnUse" },
      svg("path", { d: path, class: "tip" }));
    return svg("defs", {},
      tip("head", "M0,0L10,5L0,10L2.5,5Z", 15), tip("dot", "M1,5A4,4 0 1 1 9,5A4,4 0 1 1 1,5Z", 8), tip("bar", "M6,0H9V10H6Z", 12),
      svg("pattern", { id: "hatch", width: 9, height: 9, patternUnits: "userSpaceOnUse", patternTransform: "rotate(40)" },
        svg("path", { d: "M0,0V9", class: "hatching" })));
  }

  ring(ways) {
    const points = ways.flatMap((way) => {
      const line = this.lines[Math.abs(way) - 1];
      return (way > 0 ? line : line.slice().reverse()).slice(0, -1);
    });
    return `M${points.join("L")}Z`;
  }

  ground(drawing) {
    const faces = Object.entries(this.places).map(([code, place]) => {
      place.face = svg("path", { class: `province ${place.kind}`, d: this.ring(place.ring), "data-code": code }, svg("title", {}, place.name));
      place.tints = place.kind === "sea" ? [] : [svg("path", { class: "tint", d: this.ring(place.ring) })];
      return place;
    });
    const islands = drawing.islands.map((island) => {
      const d = `M${island.line.split(" ").join("L")}Z`;
      const tint = svg("path", { class: "tint", d });
      if (this.places[island.of]) this.places[island.of].tints.push(tint);
      return [svg("path", { class: `island ${this.places[island.of] ? "province coastal" : "wild"}`, d }), tint];
    });
    const stroke = (kind) => svg("g", { class: kind }, drawing.arcs.map((arc, i) => arc.kind === kind && svg("path", { d: `M${this.lines[i].join("L")}` })));
    return [
      svg("g", { class: "faces" }, faces.map((place) => place.face)),
      stroke("lane"),
      svg("g", { class: "glow" }, drawing.arcs.map((arc, i) => arc.kind === "coast" && svg("path", { d: `M${this.lines[i].join("L")}` }))),
      svg("g", {}, drawing.wild.map((ways) => svg("path", { class: "wild", d: this.ring(ways) }))),
      svg("g", {}, faces.filter((place) => place.kind !== "sea").map((place) => place.face)),
      svg("g", { class: "tints" }, faces.map((place) => place.tints[0])),
      svg("g", {}, islands),
      svg("g", { class: "lakes" }, drawing.lakes.map((line) => svg("path", { d: `M${line.split(" ").join("L")}Z` }))),
      stroke("border"), stroke("coast"),
      svg("g", { class: "legends" }, drawing.legends.map((legend) => svg("text", { x: legend.at[0], y: legend.at[1] }, legend.text))),
      svg("g", { class: "cities" }, faces.filter((place) => place.city).map((place) => (place.dot = svg("circle", { cx: place.city[0], cy: place.city[1], r: 5 })))),
    ];
  }

  label(place) {
    const [x, y] = place.label;
    const words = place.kind === "sea" ? place.name.split(" ") : [place.name];
    return svg("text", { class: place.kind, x, y }, words.map((word, i) => svg("tspan", { x, dy: i ? 15 : 0 }, word)));
  }

  spot = (space) => this.coasts[space] || (this.places[space.split("/")[0]] || { unit: [0, 0] }).unit;
  colour = (power) => (this.film.powers[this.index.get(power)] || { colour: "none" }).colour;

  // What the marks of events are drawn with.
  scene() {
    const { under, arrows, marks, stamps } = this.layers;
    const capital = (power) => this.spot(this.film.stage.capitals[this.index.get(power)] || "");
    return {
      under, arrows, marks, stamps, capital, spot: this.spot, colour: this.colour,
      known: (power) => this.index.has(power),
      city: (code) => this.places[code].city || this.spot(code),
      gone: (spot, told) => under.append(icon("skull", spot[0], spot[1] - 2, "gone", told)),
      taken: (code, told) => {
        const [x, y] = this.places[code].city || this.spot(code);
        under.append(svg("circle", { class: "taken", cx: x, cy: y, r: 12 }, svg("title", {}, told)));
      },
      purse: (power, to, amount, style, told) => {
        const line = bow(capital(power), to, { bend: -0.18, end: 22 });
        arrows.append(svg("g", { class: `order purse ${style} p${this.colour(power)}`, "data-told": told }, svg("title", {}, told), strokes(line.d, "head")));
        marks.append(badge("coin", ...line.middle, amount, style, told));
      },
    };
  }

  show(frame, before) {
    const { board } = frame;
    for (const layer of Object.values(this.layers)) layer.replaceChildren();
    for (const [code, place] of Object.entries(this.places)) {
      const owner = board.owners[code];
      const style = owner === undefined ? "tint" : `tint owned p${this.film.powers[owner].colour}`;
      for (const tint of place.tints) tint.setAttribute("class", style);
      const holder = (board.cities || board.owners)[code];
      if (place.dot) place.dot.setAttribute("class", holder === undefined ? "free" : `p${this.film.powers[holder].colour}`);
    }
    for (const code of board.famine || []) this.famine(code);
    if (board.plague) this.layers.marks.append(icon("skull", ...(this.places[board.plague].city || this.spot(board.plague)), "past", `Plague in ${board.plague} this year`));
    for (const mark of board.marks || []) {
      const [x, y] = this.places[mark.at].city || this.spot(mark.at);
      this.layers.marks.append(icon(mark.icon, x - 11, y - 11, "standing", mark.told));
    }
    const scene = this.scene();
    for (const event of frame.events) if (MARKS[event.kind]) MARKS[event.kind](event, scene);
    const moves = before ? this.moves(frame) : new Map();
    for (const unit of board.units) this.layers.units.append(this.unit(unit, moves.get(unit[1])));
    for (const unit of board.beaten || []) this.layers.units.append(this.unit(unit, null, "beaten"));
  }

  famine(code) {
    const told = `Famine in ${this.places[code].name}`;
    const [x, y] = this.places[code].unit;
    this.layers.famine.append(svg("path", { class: "hatched", d: this.ring(this.places[code].ring) }, svg("title", {}, told)), icon("wheat", x + 19, y - 14, "", told));
  }

  // Where the units that moved in a frame come from, by where they are.
  moves(frame) {
    const found = new Map();
    for (const event of frame.events) {
      for (const played of event.kind === "movement" ? event.orders : []) {
        const order = readOrder(played.order);
        if (order && order.kind === "move" && played.success) found.set(order.to, order.from);
      }
      for (const unit of event.kind === "retreat" ? event.units : []) if (unit.to) found.set(unit.to, place(unit.unit));
    }
    return found;
  }

  unit([kind, space, power], from, style = "") {
    const player = this.film.powers[power] || { title: "nobody", colour: "none", mark: "" };
    const home = this.places[space.split("/")[0]];
    const shape = { F: "fleet", G: "garrison" }[kind] || "army";
    const [x, y] = (shape === "garrison" && home.city) || this.spot(space);
    const told = `${capital(shape)} of ${player.title}, ${home.name}`;
    const piece = svg("g", { class: `unit ${shape} p${player.colour} ${style}`, "data-unit": `${kind} ${space}` },
      svg("path", { d: ICONS[shape] }), svg("text", { y: shape === "fleet" ? 11 : 5 }, player.mark), svg("title", {}, told));
    const shift = style ? 12 : 0;
    piece.style.transform = `translate(${round(x + shift)}px, ${round(y + shift)}px)`;
    if (from) {
      const [oldX, oldY] = this.spot(from);
      piece.style.setProperty("--from", `translate(${round(oldX)}px, ${round(oldY)}px)`);
      piece.classList.add("moved");
    }
    return piece;
  }
}
