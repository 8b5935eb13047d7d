// What events leave on a map, by kind of event. `scene` knows where places and powers are.
// The place of a unit as it is written: ``F STP/SC``, ``EM A PAD``.
const place = (unit) => unit.split(" ").pop();

const MARKS = {
  movement(event, scene) {
    for (const played of event.orders) scene.arrows.append(orderArrow(played, scene, scene.colour(played.power)) || "");
    for (const lost of event.dislodged)
      scene.under.append(icon("burst", ...scene.spot(place(lost.unit)), "", `${lost.unit} is dislodged by ${lost.by}`));
    for (const place of event.standoffs)
      scene.marks.append(icon("cross", ...scene.spot(place), "standoff", `Standoff in ${place}`));
  },
  retreat(event, scene) {
    for (const unit of event.units) {
      const from = scene.spot(place(unit.unit));
      const told = `${unit.unit} ${unit.to ? `retreats to ${unit.to}` : `disbands: ${unit.cause}`}`;
      if (!unit.to) scene.gone(from, told);
      else
        scene.arrows.append(svg("g", { class: `order retreat p${scene.colour(unit.power)}`, "data-told": told },
          svg("title", {}, told), strokes(bow(from, scene.spot(unit.to)).d, "head")));
    }
  },
  disband(event, scene) {
    for (const unit of event.units) scene.gone(scene.spot(place(unit)), `${unit} is disbanded: ${event.cause}`);
  },
  built(event, scene) {
    for (const unit of [event.units || event.unit].flat()) {
      const [x, y] = scene.spot(place(unit));
      scene.under.append(svg("circle", { class: "built", cx: x, cy: y, r: 23 }, svg("title", {}, `${unit} is built`)));
    }
  },
  paid(event, scene) {
    const told = `${event.power} pays ${event.amount} to ${event.action.replace("_", " ")} ${event.target}`;
    if (event.action === "gift") scene.purse(event.power, scene.capital(event.target), event.amount, "gift", told);
    else if (event.action === "defend") {
      const [x, y] = scene.spot(place(event.target));
      scene.marks.append(badge("coin", x - 15, y + 14, event.amount, "defend", told));
    }
  },
  bribe(event, scene) {
    const told = `${event.power} bribes ${event.unit} of ${event.owner} with ${event.amount}, ${event.needed} needed: ${event.outcome}`;
    const bought = ["bought", "disbanded"].includes(event.outcome);
    scene.purse(event.power, scene.spot(place(event.unit)), event.amount, `bribe ${bought ? "done" : "failed"}`, told);
  },
  assassination(event, scene) {
    const told = `${event.power} sends assassins to ${event.target} for ${event.amount}: rolled ${event.roll}, ` +
      (event.succeeded ? "they strike" : "they fail");
    const to = scene.capital(event.target);
    const line = bow(scene.capital(event.power), to, { bend: 0.2 });
    scene.arrows.append(svg("g", { class: `order dagger ${event.succeeded ? "done" : "failed"}`, "data-told": told },
      svg("title", {}, told), strokes(line.d, "head")));
    scene.marks.append(icon("dagger", to[0] + 20, to[1] - 18, event.succeeded ? "done" : "failed", told));
    scene.marks.append(badge("die", to[0] + 38, to[1] - 18, event.roll, event.succeeded ? "done" : "failed", told));
  },
  plague(event, scene) {
    scene.marks.append(icon("skull", ...scene.city(event.city), "plague", `Plague in ${event.city}${event.unit ? `: ${event.unit} is destroyed` : ""}`));
  },
  rebellion(event, scene) {
    const [x, y] = scene.city(event.city);
    const told = `${event.city} rolls ${event.roll}: ${event.rebelled ? "it rebels" : "quiet"}`;
    scene.marks.append(badge("die", x + 12, y - 12, event.roll, event.rebelled ? "done" : "quiet", told));
    if (event.rebelled) scene.marks.append(icon("flag", x - 8, y - 12, "rebel", told));
  },
  city_taken(event, scene) {
    scene.taken(event.city, `${event.power} takes ${event.city}`);
  },
  centre_taken(event, scene) {
    scene.taken(event.centre, `${event.power} takes ${event.centre}`);
  },
  transfer(event, scene) {
    if (!scene.known(event.power) || !scene.known(event.to)) return;
    scene.purse(event.power, scene.capital(event.to), event.amount, "gift", `${event.power} gives ${event.to} ${event.amount}`);
  },
  spent(event, scene) {
    const told = `${event.power} pays ${event.amount} for ${event.expense.replaceAll("_", " ")} ${event.target}: ${event.outcome}`;
    const to = scene.known(event.target) ? scene.capital(event.target) : scene.spot(place(event.target));
    scene.purse(event.power, to, event.amount, `bribe ${event.outcome === "done" ? "done" : "failed"}`, told);
  },
  assassinated(event, scene) {
    const [x, y] = scene.capital(event.power);
    scene.marks.append(icon("dagger", x + 20, y - 18, "done", `${event.power} is assassinated: its orders are void`));
  },
  rebellion_rolled(event, scene) {
    const [x, y] = scene.city(event.province);
    scene.marks.append(badge("die", x + 12, y - 12, event.roll, event.rebels ? "done" : "quiet", `${event.province} rolls ${event.roll}: ${event.rebels ? "it rebels" : "quiet"}`));
  },
  disaster(event, scene) {
    for (const area of event.areas) scene.marks.append(icon(event.what === "plague" ? "skull" : event.what === "famine" ? "wheat" : "burst", ...scene.city(area), "", `${capital(event.what)} in ${area}`));
  },
  control(event, scene) {
    scene.taken(event.area, `${event.power || "Nobody"} controls ${event.city ? "the city of " : ""}${event.area}`);
  },
  adjusted(event, scene) {
    for (const unit of event.removed) scene.gone(scene.spot(place(unit)), `${unit} is let go`);
    MARKS.built({ units: event.built }, scene);
  },
  stab(event, scene) {
    const [x, y] = scene.capital(event.power);
    scene.stamps.append(stamp(x, y - 30, "STAB", `${event.power} breaks its pledge to ${event.to || "everybody"}: ${event.line}`));
  },
};
