// Pledges with what became of them. A stab is stamped.
class Pledges {
  constructor(film, host) {
    this.film = film;
    this.names = new Map(film.powers.map((power) => [power.name, power]));
    this.all = this.judged();
    this.body = el("tbody");
    this.empty = el("p", { class: "empty" });
    this.table = el("table", { class: "pledges" },
      el("thead", {}, el("tr", {}, ["When", "Who", "Pledged", "Verdict"].map((name) => el("th", { scope: "col" }, name)))), this.body);
    host.append(this.empty, this.table);
  }

  // Verdicts come in the order frames play; each belongs to the oldest open pledge of the same words.
  judged() {
    const key = (event) => [event.sender || event.power, event.to, event.pledge, event.place].join("|");
    const open = new Map(), all = [];
    this.film.frames.forEach((frame, at) => {
      for (const event of frame.events) {
        if (event.kind === "pledged") {
          const entry = { at, event, verdict: "", since: Infinity, line: "" };
          all.push(entry);
          open.set(key(event), [...(open.get(key(event)) || []), entry]);
        } else if (event.kind === "stab" || event.kind === "pledge_judged") {
          const entry = (open.get(key(event)) || []).shift();
          if (entry) Object.assign(entry, { since: at, verdict: event.kind === "stab" ? "stab" : event.verdict, line: event.line || "" });
        }
      }
    });
    return all;
  }

  title = (name) => (this.names.get(name) || { title: name }).title;

  show(frame, at) {
    const known = this.all.filter((entry) => entry.at <= at).reverse().slice(0, 200);
    this.table.hidden = !known.length;
    this.empty.hidden = Boolean(known.length);
    this.empty.textContent = this.all.length ? "Nobody has pledged anything yet." : "There are no pledges in this episode.";
    this.body.replaceChildren(...known.map((entry) => {
      const who = this.names.get(entry.event.sender);
      const verdict = at < entry.since ? "open" : entry.verdict;
      return el("tr", { class: verdict },
        el("td", {}, phaseLabel(entry.event.phase).split(" · ")[0]),
        el("td", {}, el("span", { class: `chip p${who.colour}` }, who.title)),
        el("td", {}, pledgeText(entry.event, this.title)),
        el("td", {}, verdict === "stab" ? el("strong", { class: "stabbed" }, "STAB") : verdict,
          verdict === "stab" && entry.line ? el("span", { class: "by" }, " ", quote(entry.line)) : ""));
    }));
  }
}
