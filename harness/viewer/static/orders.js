// Order lines as arrows: what was tried, and what came of it.
const ORDER = /^(?:[CE][MP] )?([AFG]) (\S+) (?:(H)|-((?: \S+ -)*) (\S+)( VIA CONVOY)?|S (?:[CE][MP] )?([AFG]) (\S+)(?: - (\S+))?|C ([AF]) (\S+) - (\S+))$/;

function readOrder(text) {
  const found = ORDER.exec(text);
  if (!found) return null;
  const [, unit, from, hold, route, to, via, kind, helped, helpedTo, , carried, carriedTo] = found;
  if (hold) return { kind: "hold", unit, from };
  if (to) return { kind: "move", unit, from, to, via: Boolean(via || route) };
  if (helped) return { kind: "support", unit, from, other: kind, of: helped, to: helpedTo || null };
  return { kind: "convoy", unit, from, other: "A", of: carried, to: carriedTo };
}

// A curve from a to b which leaves room at both ends for the units there.
function bow(a, b, { bend = 0.12, start = 15, end = 18, reach = 1 } = {}) {
  const dx = b[0] - a[0], dy = b[1] - a[1], length = Math.hypot(dx, dy) || 1;
  const ux = dx / length, uy = dy / length;
  const tip = Math.max(start + 6, length * reach - end);
  const from = [a[0] + ux * start, a[1] + uy * start];
  const to = [a[0] + ux * tip, a[1] + uy * tip];
  const middle = [(from[0] + to[0]) / 2 - uy * length * bend, (from[1] + to[1]) / 2 + ux * length * bend];
  return { d: `M${from.map(round)}Q${middle.map(round)} ${to.map(round)}`, middle, tip: to };
}

const round = (n) => n.toFixed(1);

// One order as a drawing, or nothing for one that shows no line. `scene` knows where places and cities are.
function orderArrow(played, scene, colour) {
  const order = readOrder(played.order);
  if (!order) return null;
  const told = `${played.order}: ${played.success ? "succeeds" : `fails, ${played.cause}`}` +
    (played.by.length ? ` (${played.by.join("; ")})` : "");
  const style = `order ${order.kind} p${colour} ${played.success ? "done" : "failed"}${order.via ? " via" : ""}`;
  const stand = (kind, place) => kind === "G" ? scene.city(place) : scene.spot(place);
  const from = stand(order.unit, order.from);
  const group = svg("g", { class: style, "data-told": told }, svg("title", {}, told));
  if (order.kind === "move") {
    const line = bow(from, scene.spot(order.to), played.success ? {} : { reach: 0.78 });
    group.append(...strokes(line.d, "head"));
    if (!played.success) group.append(icon("cross", ...line.tip));
  } else if (order.kind === "hold") {
    if (played.success) return null;
    group.append(svg("circle", { class: "ring", cx: from[0], cy: from[1], r: 20 }));
  } else {
    const of = stand(order.other, order.of);
    const target = order.to ? bow(of, scene.spot(order.to)).middle : of;
    const line = bow(from, target, { bend: 0.06, end: order.to ? 4 : 20 });
    group.append(...strokes(line.d, order.to ? "dot" : "bar"));
    if (!played.success) group.append(icon("cross", ...line.middle, "small"));
  }
  return group;
}

function strokes(d, end) {
  return [svg("path", { class: "halo", d }), svg("path", { class: `line ${end}`, d, "marker-end": `url(#${end})` })];
}
