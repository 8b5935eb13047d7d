// A game without a drawing of its own: its position as the game writes it.
class TextStage {
  constructor(film) {
    this.root = el("pre", { class: "stage text", tabindex: 0, role: "region", "aria-label": film.stage.title });
    this.size = 1;
    this.zoom = { by: (factor) => this.scale(this.size * factor), reset: () => this.scale(1) };
  }

  scale(size) {
    this.size = Math.max(0.6, Math.min(3, size));
    this.root.style.fontSize = `${this.size * 0.9}rem`;
  }

  show(frame) {
    this.root.textContent = plainText(frame.board.text);
  }
}

const STAGES = { map: MapStage, hexes: HexStage, text: TextStage };
