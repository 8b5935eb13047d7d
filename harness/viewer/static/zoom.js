// A drawing that can be magnified and moved: wheel, two fingers, dragging, buttons.
class Zoom {
  constructor(drawing, width, height) {
    this.drawing = drawing;
    this.full = { x: 0, y: 0, width, height };
    this.fingers = new Map();
    this.reset();
    drawing.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey && this.view.width === this.full.width && event.deltaY > 0) return;
      event.preventDefault();
      this.by(event.deltaY < 0 ? 1.2 : 1 / 1.2, this.place(event));
    }, { passive: false });
    drawing.addEventListener("pointerdown", (event) => {
      if (event.pointerType === "mouse" && event.button) return;
      this.fingers.set(event.pointerId, event);
    });
    drawing.addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel", "pointerleave"])
      drawing.addEventListener(end, (event) => this.fingers.delete(event.pointerId));
  }

  get magnified() {
    return this.view.width < this.full.width;
  }

  place(event) {
    const box = this.drawing.getBoundingClientRect();
    return {
      x: this.view.x + ((event.clientX - box.left) / box.width) * this.view.width,
      y: this.view.y + ((event.clientY - box.top) / box.height) * this.view.height,
    };
  }

  move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const others = [...this.fingers.values()].filter((finger) => finger.pointerId !== event.pointerId);
    this.fingers.set(event.pointerId, event);
    if (others.length) {
      const [other] = others;
      const span = (finger) => Math.hypot(finger.clientX - other.clientX, finger.clientY - other.clientY);
      this.by(span(event) / Math.max(1, span(before)), this.place(other));
    } else if (this.magnified) {
      const from = this.place(before), to = this.place(event);
      this.set({ ...this.view, x: this.view.x + from.x - to.x, y: this.view.y + from.y - to.y });
    }
  }

  by(factor, around = { x: this.view.x + this.view.width / 2, y: this.view.y + this.view.height / 2 }) {
    const width = Math.min(this.full.width, Math.max(this.full.width / 8, this.view.width / factor));
    const scale = width / this.view.width;
    this.set({
      x: around.x - (around.x - this.view.x) * scale,
      y: around.y - (around.y - this.view.y) * scale,
      width,
      height: this.view.height * scale,
    });
  }

  reset() {
    this.set({ ...this.full });
  }

  set(view) {
    view.x = Math.max(0, Math.min(view.x, this.full.width - view.width));
    view.y = Math.max(0, Math.min(view.y, this.full.height - view.height));
    this.view = view;
    this.drawing.setAttribute("viewBox", [view.x, view.y, view.width, view.height].map((n) => n.toFixed(1)).join(" "));
    this.drawing.classList.toggle("magnified", this.magnified);
  }
}
