// Crop by hand: handles, ratio, straightening, quarter turns, mirroring. The result is a line of the recipe.

import { drag } from "./stage.js";

const clamp = (x, low, high) => Math.min(Math.max(x, low), high);
const none = () => ({ turn: 0, mirrored: false, angle: 0, crop: null });

export class Crop {
  /**
   * @param told `preview(framing)` shows the whole photo framed so, `done(framing)` writes it into the text,
   *   `cancelled()` leaves the text as it was
   */
  constructor(stage, tools, told) {
    Object.assign(this, { stage, tools, told, framing: none(), box: [0, 0, 1, 1], ratio: 0 });
    this.area = stage.find(".cropping");
    this.area.tabIndex = 0;
    this.area.setAttribute("role", "group");
    this.area.setAttribute("aria-label", "Crop; move with the arrow keys, with Shift change its size");
    const handles = {
      nw: [0, 0], n: [0.5, 0], ne: [1, 0], e: [1, 0.5], se: [1, 1], s: [0.5, 1], sw: [0, 1], w: [0, 0.5],
    };
    for (const [name, [x, y]] of Object.entries(handles)) {
      const handle = document.createElement("i");
      handle.style.left = `${x * 100}%`;
      handle.style.top = `${y * 100}%`;
      handle.style.cursor = `${name}-resize`;
      this.area.append(handle);
      drag(handle, (event) => this.pull(event, x, y));
    }
    drag(this.area, (event, last) => {
      const frame = this.stage.frame.getBoundingClientRect();
      this.move((event.clientX - last.clientX) / frame.width, (event.clientY - last.clientY) / frame.height);
    }, (event) => event.target === this.area);
    this.area.addEventListener("keydown", (event) => {
      const steps = { ArrowLeft: [-0.01, 0], ArrowRight: [0.01, 0], ArrowUp: [0, -0.01], ArrowDown: [0, 0.01] };
      const step = steps[event.key];
      if (!step) return;
      event.preventDefault();
      const [a, b, c, d] = this.box;
      if (event.shiftKey) this.set([a, b, c + step[0], d + step[1]], 1, 1);
      else this.move(...step);
    });
    const find = (name) => tools.querySelector(name);
    this.slider = find("#angle");
    const reframed = (framing, box = this.box) => {
      Object.assign(this.framing, framing);
      this.label();
      this.set(box);
      told.preview(this.whole);
    };
    this.slider.addEventListener("input", () => reframed({ angle: Number(this.slider.value) }));
    find("#ratio").addEventListener("change", (event) => {
      this.ratio = Number(event.target.value);
      this.set(this.box, 1, 1);
    });
    find("#turn").addEventListener("click", () => reframed({ turn: (this.framing.turn + 90) % 360 }, [0, 0, 1, 1]));
    find("#flip").addEventListener("click", () => {
      const [a, b, c, d] = this.box;
      reframed({ mirrored: !this.framing.mirrored }, [1 - c, b, 1 - a, d]);
    });
    find("#uncrop").addEventListener("click", () => reframed(none(), [0, 0, 1, 1]));
    find("#crop-done").addEventListener("click", () => this.finish());
    find("#crop-cancel").addEventListener("click", () => this.cancel());
  }

  get isOpen() { return !this.tools.hidden; }
  get whole() { return { ...this.framing, crop: null }; }

  begin(framing) {
    this.framing = { ...none(), ...framing };
    this.ratio = 0;
    this.tools.querySelector("#ratio").value = "";
    this.label();
    this.tools.hidden = this.area.hidden = false;
    this.set(this.framing.crop ?? [0, 0, 1, 1]);
    this.told.preview(this.whole);
    this.area.focus();
  }

  finish() {
    const isWhole = this.box.every((x, i) => Math.abs(x - (i < 2 ? 0 : 1)) < 0.001);
    this.close();
    return this.told.done({ ...this.framing, crop: isWhole ? null : this.box.map((x) => Math.round(x * 1e4) / 1e4) });
  }

  cancel() {
    this.close();
    this.told.cancelled();
  }

  /** The picture may have another shape than when the box was drawn. */
  fit() { if (this.ratio) this.set(this.box, 1, 1); }

  close() { this.tools.hidden = this.area.hidden = true; }

  label() {
    this.slider.value = this.framing.angle;
    this.tools.querySelector("output").textContent = `${this.framing.angle.toFixed(1)}°`;
    this.slider.style.setProperty("--fill", `${((this.framing.angle + 15) / 30) * 100}%`);
  }

  move(x, y) {
    const [a, b, c, d] = this.box;
    const [dx, dy] = [clamp(x, -a, 1 - c), clamp(y, -b, 1 - d)];
    this.set([a + dx, b + dy, c + dx, d + dy]);
  }

  pull(event, x, y) {
    const frame = this.stage.frame.getBoundingClientRect();
    const [u, v] = [(event.clientX - frame.left) / frame.width, (event.clientY - frame.top) / frame.height];
    const box = [...this.box];
    if (x === 0) box[0] = Math.min(u, box[2] - 0.03);
    if (x === 1) box[2] = Math.max(u, box[0] + 0.03);
    if (y === 0) box[1] = Math.min(v, box[3] - 0.03);
    if (y === 1) box[3] = Math.max(v, box[1] + 0.03);
    this.set(box, x, y);
  }

  /** Takes edges; of a fixed ratio the side that is not held gives way. */
  set(box, x = 0.5, y = 0.5) {
    let [a, b, c, d] = box.map((value) => clamp(value, 0, 1));
    if (this.ratio) {
      const shape = this.ratio * (this.stage.after.height / this.stage.after.width);
      let [width, height] = [Math.max(c - a, 0.03), Math.max(d - b, 0.03)];
      if (x === 0.5 || (y !== 0.5 && width / shape > height)) width = height * shape; else height = width / shape;
      const room = Math.min(1, (x === 0 ? c : 1 - a) / width, (y === 0 ? d : 1 - b) / height);
      [width, height] = [width * room, height * room];
      if (x === 0) a = c - width; else c = a + width;
      if (y === 0) b = d - height; else d = b + height;
    }
    this.box = [a, b, c, d];
    const [left, top, width, height] = [a, b, c - a, d - b].map((part) => `${part * 100}%`);
    Object.assign(this.area.style, { left, top, width, height });
  }
}
