// The page: one frame is shown, everything else follows from its number.
const SPEEDS = [0.5, 1, 2, 4, 8];
const BEAT = 2000;

class Theater {
  constructor(film) {
    this.film = film;
    this.at = -1;
    this.timer = null;
    const go = (at) => { this.pause(); this.go(at); };
    this.stage = new STAGES[film.stage.kind](film);
    byId("stage").prepend(this.stage.root);
    this.cause = byId("cause");
    this.parts = [
      new Cast(film, byId("cast")),
      new Chronicle(film, byId("panel-chronicle")),
      new Letters(film, byId("panel-letters"), go),
      new Pledges(film, byId("panel-pledges")),
      new Decisions(film, byId("panel-decisions")),
      new Chart(film, byId("chart"), go),
    ];
    this.dice = new DicePanel(film, byId("panel-dice"), byId("dice-badge"), go);
    this.controls(go);
    this.tabs();
    this.keys(go);
    this.stage.root.addEventListener("pointerover", (event) => this.tell(event.target));
    this.stage.root.addEventListener("click", (event) => this.tell(event.target));
    addEventListener("hashchange", () => this.go(this.named(location.hash.slice(1))));
    this.go(this.named(location.hash.slice(1)));
  }

  // The number of the frame with an id, or of the one that reaches into that phase.
  named(id) {
    const { frames } = this.film;
    const exact = frames.findIndex((frame) => frame.id === id);
    if (exact >= 0) return exact;
    return Math.max(0, frames.findIndex((frame) => frame.events.some((event) => event.phase === id)));
  }

  go(to) {
    const { frames } = this.film;
    const at = Math.max(0, Math.min(to, frames.length - 1));
    if (at === this.at) return;
    const before = at === this.at + 1 ? frames[this.at] : null;
    this.at = at;
    const frame = frames[at];
    this.stage.show(frame, before);
    for (const part of this.parts) part.show(frame, at);
    byId("phase").textContent = frameLabel(frame);
    byId("count").textContent = `${at + 1} of ${frames.length}`;
    this.cause.textContent = this.ending(frame);
    document.body.dataset.frame = frame.id;
    for (const [id, off] of [["first", at === 0], ["back", at === 0], ["forward", at === frames.length - 1], ["last", at === frames.length - 1]])
      byId(id).setAttribute("aria-disabled", off);
    if (decodeURIComponent(location.hash.slice(1)) !== frame.id) history.replaceState(null, "", `#${frame.id}`);
    if (at === frames.length - 1) this.pause();
  }

  ending(frame) {
    const ended = frame.events.find((event) => event.kind === "ended");
    if (!ended) return "";
    const winner = this.film.powers.find((power) => power.name === this.film.winner);
    return winner ? `${winner.title} wins: ${this.film.ending}.` : `The episode is over: ${this.film.ending}.`;
  }

  tell(target) {
    const group = target.closest("[data-told]") || target.closest("g, path");
    const title = group && group.querySelector(":scope > title");
    if (title) this.cause.textContent = title.textContent;
  }

  play() {
    if (this.at === this.film.frames.length - 1) this.go(0);
    this.timer = setInterval(() => this.go(this.at + 1), BEAT / this.speed);
    this.playing(true);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.playing(false);
  }

  playing(on) {
    byId("play").textContent = on ? "Pause" : "Play";
    byId("play").setAttribute("aria-pressed", on);
    document.body.classList.toggle("playing", on);
  }

  get speed() {
    return Number(byId("speed").value);
  }

  faster(step) {
    const speed = SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, SPEEDS.indexOf(this.speed) + step))];
    byId("speed").value = speed;
    if (this.timer) { this.pause(); this.play(); }
  }

  controls(go) {
    byId("speed").append(...SPEEDS.map((speed) => el("option", { value: speed, selected: speed === 1 }, `${speed}×`)));
    const actions = {
      first: () => go(0), back: () => go(this.at - 1), forward: () => go(this.at + 1), last: () => go(Infinity),
      play: () => (this.timer ? this.pause() : this.play()),
      closer: () => this.stage.zoom.by(1.5), farther: () => this.stage.zoom.by(1 / 1.5), whole: () => this.stage.zoom.reset(),
      theme: () => this.theme(), help: () => byId("keys").showModal(), "close-keys": () => byId("keys").close(),
      "dice-badge": () => this.open("dice"),
    };
    for (const [id, action] of Object.entries(actions)) byId(id).addEventListener("click", action);
    byId("speed").addEventListener("change", () => this.faster(0));
  }

  theme() {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  }

  tabs() {
    this.tab = [...document.querySelectorAll("[role=tab]")];
    this.tab.forEach((tab, i) => {
      tab.addEventListener("click", () => this.open(tab.dataset.panel));
      tab.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        event.stopPropagation();
        event.preventDefault();
        this.open(this.tab[(i + step + this.tab.length) % this.tab.length].dataset.panel, true);
      });
    });
    this.open("chronicle");
  }

  open(panel, focus = false) {
    for (const tab of this.tab) {
      const chosen = tab.dataset.panel === panel;
      tab.setAttribute("aria-selected", chosen);
      tab.tabIndex = chosen ? 0 : -1;
      byId(`panel-${tab.dataset.panel}`).hidden = !chosen;
      if (chosen && focus) tab.focus();
    }
  }

  keys(go) {
    const keys = {
      " ": () => (this.timer ? this.pause() : this.play()),
      ArrowRight: () => go(this.at + 1), ArrowLeft: () => go(this.at - 1), Home: () => go(0), End: () => go(Infinity),
      ",": () => this.faster(-1), ".": () => this.faster(1),
      "+": () => this.stage.zoom.by(1.5), "-": () => this.stage.zoom.by(1 / 1.5), 0: () => this.stage.zoom.reset(),
      t: () => this.theme(), "?": () => byId("keys").showModal(),
    };
    this.tab.forEach((tab, i) => { keys[i + 1] = () => this.open(tab.dataset.panel); });
    addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || byId("keys").open) return;
      const field = event.target.closest("input, select, textarea, [contenteditable]");
      if (field && !(field.id === "scrub" && event.key === " ")) return;
      if (event.key === " " && event.target.closest("button, summary, a")) return;
      if (["Home", "End", "ArrowLeft", "ArrowRight"].includes(event.key) && event.target.closest("pre, .scroll")) return;
      const action = keys[event.key];
      if (action) { event.preventDefault(); action(); }
    });
  }
}

new Theater(readBlock("film"));
