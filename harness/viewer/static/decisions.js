// How each decision came about: what was sent, what came back, what it cost, what was refused.
class Decisions {
  constructor(film, host) {
    this.film = film;
    this.names = new Map(film.powers.map((power) => [power.name, power]));
    this.list = el("div", { class: "decisions" });
    host.append(this.list);
  }

  show(frame, at) {
    this.at = at;
    this.behind = null;
    this.list.replaceChildren(...(frame.decisions.length ? frame.decisions.map((decision) => this.item(decision)) : [el("p", { class: "empty" }, "Nobody was asked.")]));
  }

  item(decision) {
    const power = this.names.get(decision.power);
    const troubled = decision.cause || decision.repairs.length || decision.refused.some((refusal) => !refusal.note);
    const box = el("details", { class: `decision p${power.colour} ${troubled ? "troubled" : ""}` },
      el("summary", {}, el("span", { class: "swatch", "aria-hidden": "true" }, power.mark), el("b", {}, power.title), " ", quote(power.seat), " ",
        el("span", { class: "by" }, this.how(decision))));
    box.addEventListener("toggle", () => { if (box.open && box.children.length === 1) box.append(...this.inside(decision)); });
    return box;
  }

  how(decision) {
    const parts = [`by ${decision.by}`];
    if (decision.cause) parts.push(decision.cause.replaceAll("_", " "));
    if (decision.asks > 1) parts.push(`${decision.asks} asks`);
    if (decision.repairs.length) parts.push("repaired");
    const refused = decision.refused.filter((refusal) => !refusal.note).length;
    if (refused) parts.push(`${refused} refused`);
    return parts.join(", ");
  }

  inside(decision) {
    this.behind = this.behind || readBlock(`backstage-${this.at}`) || { parts: [], decisions: {} };
    const own = this.behind.decisions[decision.power] || { prompt: [], asks: [], late: [], complaint: "" };
    const lines = (title, items) => (items.length ? [el("h2", {}, title), el("ul", {}, items.map((item) => el("li", {}, item)))] : []);
    return [
      ...lines("Failures", decision.failures.map((kind) => kind.replaceAll("_", " "))),
      ...lines("Repairs", decision.repairs),
      ...lines("Not taken", decision.refused.map((refusal) => [quote(refusal.line), ` ${refusal.note ? "set aside: " : ""}${refusal.reason}`])),
      ...this.prompt(own),
      ...own.asks.flatMap((answer, i) => [
        i && own.complaint ? this.text("Asked again", own.complaint) : null,
        el("p", { class: "bill" }, this.bill(answer)), this.answer(answer)]).filter(Boolean),
      ...own.late.flatMap((answer) => [el("p", { class: "bill" }, "Too late: ", this.bill(answer)), this.answer(answer)]),
    ];
  }

  prompt(own) {
    const names = ["Rules (the same in every call)", "Board (shared by all powers)", "Private part"];
    if (!own.prompt.length) return [el("p", { class: "empty" }, "No prompt is kept: a script is sent none, or the league kept no templates.")];
    return own.prompt.map((part, i) => this.text(names[i], this.behind.parts[part]));
  }

  text(title, text) {
    return el("details", { class: "text" }, el("summary", {}, title), el("pre", { tabindex: 0, dir: "auto", "aria-label": title }, plainText(text)));
  }

  answer(answer) {
    const text = answer.text ?? `${answer.kind}: ${answer.detail}`;
    return el("pre", { class: answer.text === undefined ? "reply failure" : "reply", tabindex: 0, dir: "auto", "aria-label": "Reply" }, plainText(text) || "(empty)");
  }

  bill(answer) {
    const usage = answer.usage;
    const tokens = [["in", usage.input], ["cached", usage.cache_read], ["cache written", usage.cache_write], ["out", usage.output], ["of it thinking", usage.reasoning]].filter(([, count]) => count).map(([name, count]) => `${count} ${name}`);
    const parts = [answer.model && quote(answer.model), tokens.length && `tokens: ${tokens.join(", ")}`, tokens.length && money(answer.usd),
      answer.seconds && `${answer.seconds.toFixed(1)} s`, answer.attempts > 1 && `${answer.attempts} attempts`, answer.cut && "cut at the limit"].filter(Boolean);
    return parts.length ? parts.flatMap((part, i) => (i ? [" · ", part] : [part])) : "cost nothing";
  }
}

// The dice, one line a draw.
class DicePanel {
  constructor(film, host, badgeNode, go) {
    const found = checkDice(film);
    host.append(...(found ? this.table(film, found, go) : [el("p", { class: "empty" }, draws(film).length ? "This page cannot check the dice of this game; cogleague replay --verify does." : "Nothing in this game is left to chance.")]));
    if (!found) return void (badgeNode.textContent = draws(film).length ? "dice unchecked" : "no dice");
    const wrong = found.checked.filter((entry) => !entry.fair).length;
    badgeNode.textContent = found.fair ? `dice ✓ ${found.checked.length}` : `dice ✗ ${wrong || "seed"}`;
    badgeNode.classList.add(found.fair ? "fair" : "foul");
    badgeNode.title = found.fair ? "Every draw follows from the seed" : "Not every draw follows from the seed";
  }

  table(film, found, go) {
    const verdict = (fair) => el("td", { class: fair ? "fair" : "foul" }, fair ? "✓ fair" : "✗ foul");
    return [
      el("p", {}, `Seed ${film.seed}. Draw k is SHA-256 of “seed:${film.chance.stream}:k”; this page has computed all of them itself.`),
      el("p", { class: found.sealed ? "fair" : "foul" }, found.sealed ? "✓ The seed is the one committed to before play." : "✗ The seed is not the one committed to before play."),
      el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Draws" }, el("table", { class: "dice" },
        el("thead", {}, el("tr", {}, ["k", "Drawn", "By the seed", "Check", "For"].map((name) => el("th", { scope: "col" }, name)))),
        el("tbody", {}, found.checked.map((entry) => el("tr", { class: entry.fair ? "" : "wrong" },
          el("td", {}, entry.draw.k), el("td", {}, `${entry.draw.value} of ${entry.draw.of}`), el("td", {}, entry.due.k === entry.draw.k ? entry.due.value : `k ${entry.due.k}`), verdict(entry.fair),
          el("td", {}, el("button", { type: "button", class: "link", click: () => go(entry.at) }, phaseLabel(entry.event.phase)), " ", quote((entry.told || entry.event.kind.replaceAll("_", " ")).split("\n")[0]))))))),
    ];
  }
}
