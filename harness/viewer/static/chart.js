// Scores over time. The chart is the scrubber: a slider lies on it.
class Chart {
  constructor(film, host, go) {
    this.film = film;
    this.last = Math.max(1, film.frames.length - 1);
    const top = Math.max(...film.frames.flatMap((frame) => frame.scores), 0.001);
    this.x = (frame) => (frame / this.last) * 1000;
    this.y = (score) => 112 - (Math.max(0, score) / top) * 100;
    const lines = film.powers.map((power, i) => svg("g", { class: `p${power.colour}` },
      ["halo", "line"].map((style) => svg("polyline", { class: style, points: film.frames.map((frame, n) => `${round(this.x(n))},${round(this.y(frame.scores[i]))}`).join(" ") }))));
    const ticks = film.frames.flatMap((frame, n) => [
      ...(frame.events.some((event) => event.kind === "stab") ? [svg("path", { class: "tick stab", d: `M${round(this.x(n))},0v9` }, svg("title", {}, "stab"))] : []),
      ...(frame.events.some((event) => event.kind === "eliminated") ? [svg("path", { class: "tick out", d: `M${round(this.x(n))},0v9` })] : []),
    ]);
    this.cursor = svg("line", { class: "cursor", y1: 0, y2: 118 });
    this.slider = el("input", { type: "range", id: "scrub", min: 0, max: film.frames.length - 1, step: 1, value: 0, "aria-label": "Moment of the episode", input: () => go(Number(this.slider.value)) });
    host.append(svg("svg", { viewBox: "0 0 1000 118", preserveAspectRatio: "none", "aria-hidden": "true" }, this.grid(top), lines, ticks, this.cursor), this.slider,
      el("span", { class: "top-score", "aria-hidden": "true" }, number(top)));
  }

  grid() {
    const years = this.film.frames.flatMap((frame, n) => {
      const before = n ? this.film.frames[n - 1].id.slice(0, 4) : "";
      return /^\d{4}-/.test(frame.id) && frame.id.slice(0, 4) !== before ? [n] : [];
    });
    return years.map((n) => svg("line", { class: "grid", x1: round(this.x(n)), x2: round(this.x(n)), y1: 0, y2: 118 }));
  }

  show(frame, at) {
    for (const end of ["x1", "x2"]) this.cursor.setAttribute(end, round(this.x(at)));
    this.slider.value = at;
    this.slider.setAttribute("aria-valuetext", frameLabel(frame));
  }
}
