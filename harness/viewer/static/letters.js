// Press: everything that was said, as a feed or as the conversation of two.
const SAID = new Set(["broadcast", "letter", "pledged", "notes"]);

class Letters {
  constructor(film, host, go) {
    this.film = film;
    this.go = go;
    this.names = new Map(film.powers.map((power) => [power.name, power]));
    this.all = film.frames.flatMap((frame, at) => frame.events.filter((event) => SAID.has(event.kind)).map((event) => ({ at, event })));
    this.list = el("ol", { class: "letters", "aria-label": "Letters" });
    this.scope = el("select", { change: () => this.refresh() },
      el("option", { value: "now" }, "at this moment"), el("option", { value: "past" }, "so far"), el("option", { value: "all" }, "in the whole episode"));
    this.pair = el("select", { change: () => { if (this.pair.value && this.scope.value === "now") this.scope.value = "past"; this.refresh(); } },
      el("option", { value: "" }, "everybody"), this.pairs().map(([key, label, count]) => el("option", { value: key }, `${label} (${count})`)));
    host.append(el("div", { class: "filters" }, el("label", {}, "Between ", this.pair), el("label", {}, "Said ", this.scope)), this.list);
  }

  pairs() {
    const counts = new Map();
    for (const { event } of this.all) {
      if (!event.to) continue;
      const key = [event.sender, event.to].sort().join("|");
      counts.set(key, (counts.get(key) || 0) + 1);
    }
    return [...counts].sort().map(([key, count]) => [key, key.split("|").map((name) => this.title(name)).join(" and "), count]);
  }

  title = (name) => (this.names.get(name) || { title: name }).title;

  show(frame, at) {
    this.at = at;
    this.refresh();
  }

  refresh() {
    const pair = this.pair.value;
    const within = { now: (at) => at === this.at, past: (at) => at <= this.at, all: () => true }[this.scope.value];
    const chosen = this.all.filter(({ at, event }) => within(at) && (!pair || (event.to && [event.sender, event.to].sort().join("|") === pair)));
    let phase = null;
    const shown = chosen.slice(-400);
    const items = shown.flatMap(({ at, event }) => {
      const heading = at === phase ? [] : [el("li", { class: "when" }, el("button", { type: "button", class: "link", click: () => this.go(at) }, frameLabel(this.film.frames[at])))];
      phase = at;
      return [...heading, this.item(event, pair)];
    });
    if (chosen.length > shown.length) items.unshift(el("li", { class: "empty" }, `${chosen.length - shown.length} earlier ones are not shown: choose a conversation.`));
    this.list.replaceChildren(...(items.length ? items : [el("li", { class: "empty" }, "Nothing was said.")]));
  }

  item(event, pair) {
    const from = this.names.get(event.sender || event.power);
    const right = pair && pair.split("|")[1] === from.name;
    const address = { broadcast: "to everybody", letter: `to ${this.title(event.to)}`, notes: "to itself", pledged: "pledges" }[event.kind];
    const text = event.kind === "pledged" ? pledgeText(event, this.title) : event.text;
    return el("li", { class: `letter ${event.kind} p${from.colour} ${right ? "right" : ""}` },
      el("p", { class: "address" }, el("span", { class: "swatch", "aria-hidden": "true" }, from.mark), el("b", {}, from.title), " ", address),
      event.kind === "pledged" ? el("p", { class: "pledge" }, text) : quote(text, "p"));
  }
}
