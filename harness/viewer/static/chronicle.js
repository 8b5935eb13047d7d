// What happened, in the game's own words: the map read aloud.
class Chronicle {
  constructor(film, host) {
    this.film = film;
    this.list = el("div", { class: "chronicle" });
    host.append(this.list);
  }

  show(frame) {
    const phases = [...new Set(frame.events.map((event) => event.phase))];
    const parts = phases.map((phase) => {
      const lines = frame.events.flatMap((event, i) => (event.phase === phase && frame.told[i] ? this.lines(event, frame.told[i]) : []));
      return lines.length ? [el("h2", {}, phaseLabel(phase)), el("ul", {}, lines)] : [];
    });
    const empty = parts.every((part) => !part.length);
    this.list.replaceChildren(...(empty ? [el("p", { class: "empty" }, "Nothing happened but talk.")] : parts.flat()));
  }

  lines(event, told) {
    const secret = event.audience !== null ? el("span", { class: "secret", title: "Not everybody knows of this" }, event.audience.length ? "secret " : "unseen ") : "";
    return told.split("\n").filter((line) => line.trim()).map((line) => el("li", { class: `told ${event.kind}` }, secret, quote(line)));
  }
}
