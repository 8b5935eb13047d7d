// The powers: who plays them, what they have, what has just become of them.
class Cast {
  constructor(film, host) {
    this.film = film;
    this.cards = film.powers.map((power) => {
      const score = el("span", { class: "score" }), figures = el("span", { class: "figures" }), fate = el("span", { class: "fate" });
      const card = el("li", { class: `card p${power.colour}` },
        el("span", { class: "swatch", "aria-hidden": "true" }, power.mark),
        el("span", { class: "who" }, el("span", { class: "power" }, power.title), quote(power.seat)),
        score, figures, fate);
      return { card, score, figures, fate };
    });
    host.replaceChildren(...this.cards.map((entry) => entry.card));
  }

  show(frame) {
    const stabs = new Set(frame.events.filter((event) => event.kind === "stab").map((event) => event.power));
    const lead = Math.max(...frame.scores);
    this.cards.forEach(({ card, score, figures, fate }, i) => {
      const power = this.film.powers[i];
      const out = frame.board.out.includes(i);
      card.classList.toggle("out", out);
      card.classList.toggle("leads", frame.scores[i] === lead && !out);
      score.textContent = number(frame.scores[i]);
      figures.replaceChildren(...frame.board.table.map((column) =>
        el("span", { class: "figure", title: column.label }, el("span", { class: "unit-name" }, column.label), " ", number(column.values[i]))));
      fate.textContent = stabs.has(power.name) ? "STAB" : out ? "eliminated" : "";
      fate.classList.toggle("stabbed", stabs.has(power.name));
    });
  }
}
