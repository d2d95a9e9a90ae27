// Masks by hand: a gradient and a spot are dragged, a brush draws strokes. Each becomes declarations of the recipe.

const kinds = { gradient: "New gradient", spot: "New spot", brush: "New brush" };
/** More points make a text that nobody reads, and cost time at each pixel. */
const mostPoints = 24;

export class Masks {
  /**
   * @param told `add(mask)` writes a new one and gives its name, `stroke(name, stroke)` one more stroke of a brush,
   *   `move(name, places)` other places, `remove(name)` takes one away, `chosen(title)` follows the choice of one,
   *   `closed()` ends
   */
  constructor(stage, tools, told) {
    Object.assign(this, { stage, tools, told, masks: [] });
    this.layer = stage.find(".strokes");
    const find = (name) => tools.querySelector(name);
    [this.list, this.radius, this.softness] = ["#mask", "#brush-radius", "#brush-softness"].map(find);
    this.list.addEventListener("change", () => {
      this.label();
      told.chosen(this.target.title);
    });
    find("#mask-add").addEventListener("click", () =>
      this.target.kind === "spot" ? this.finish([0.5, 0.5], [0.5, 0.8]) : this.finish([0.5, 0.2], [0.5, 0.7]));
    find("#mask-remove").addEventListener("click", () => told.remove(this.list.value));
    find("#mask-done").addEventListener("click", () => this.close());
    this.layer.addEventListener("pointerdown", (event) => this.begin(event));
    this.layer.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel"]) {
      this.layer.addEventListener(name, (event) => this.end(event, name === "pointerup"));
    }
  }

  get isOpen() { return !this.tools.hidden; }

  open() {
    this.tools.hidden = this.layer.hidden = false;
    this.show(this.masks);
    this.list.focus();
  }

  close() {
    if (!this.isOpen) return;
    this.tools.hidden = this.layer.hidden = true;
    this.points = null;
    this.told.closed();
  }

  /** The masks of the text; one that was just made is chosen. */
  show(masks) {
    this.masks = masks;
    const value = this.made ?? this.list.value;
    const others = Object.entries(kinds).map(([kind, title]) => new Option(title, kind));
    this.list.replaceChildren(...masks.map(({ name, title }) => new Option(title, name)), ...others);
    this.list.value = [...this.list.options].some((option) => option.value === value) ? value : "gradient";
    const isNew = this.list.value === this.made;
    if (isNew) this.made = null;
    this.label();
    if (isNew) this.told.chosen(this.target.title);
  }

  /** The mask that is chosen; without a name it is a new one. */
  get target() {
    const { value } = this.list;
    return this.masks.find(({ name }) => name === value) ?? { kind: value };
  }

  label() {
    const { kind, name } = this.target, find = (selector) => this.tools.querySelector(selector);
    for (const input of [this.radius, this.softness]) input.parentElement.hidden = kind !== "brush";
    find("#mask-add").hidden = kind === "brush" || Boolean(name);
    find("#mask-remove").hidden = !name;
    find("#mask-hint").textContent = {
      gradient: "Drag from where nothing changes to where all does.", spot: "Drag from the middle outward.",
      brush: "Paint on the photo.",
    }[kind];
    this.layer.setAttribute("aria-label", find("#mask-hint").textContent);
  }

  place(event) {
    const box = this.stage.frame.getBoundingClientRect();
    return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height]
      .map((x) => Math.min(Math.max(x, -0.5), 1.5));
  }

  begin(event) {
    if (event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    this.layer.setPointerCapture(event.pointerId);
    this.points = [this.place(event)];
    this.draw();
  }

  move(event) {
    if (!this.points) return;
    const places = (event.getCoalescedEvents?.() ?? [event]).map((one) => this.place(one));
    if (this.target.kind === "brush") this.points.push(...places);
    else this.points[1] = places.at(-1) ?? this.place(event);
    this.draw();
  }

  async end(event, isWanted) {
    const { points } = this;
    if (!points) return;
    this.points = null;
    if (isWanted) {
      if (this.target.kind === "brush") await this.paint(points);
      // A click is no drag.
      else if (points[1] && this.distance(...points) > 0.01) await this.finish(...points);
    }
    this.layer.getContext("2d").clearRect(0, 0, this.layer.width, this.layer.height);
  }

  /** Width and height of the photo in short sides. */
  get sides() {
    const { width, height } = this.stage.after;
    return [width, height].map((side) => side / Math.min(width, height));
  }

  /** The distance of two places in short sides. */
  distance(a, b) { return Math.hypot(...this.sides.map((side, i) => (a[i] - b[i]) * side)); }

  async finish(from, to) {
    const { kind, name } = this.target, reach = Math.min(this.distance(from, to), 2);
    if (!name) this.made = await this.told.add({ kind, from, to, reach });
    else if (kind === "gradient") this.told.move(name, { From: pair(from), To: pair(to) });
    else {
      const [outer, inner] = [reach, reach / 2].map((number) => number.toFixed(3));
      this.told.move(name, { At: pair(from), Inner: inner, Outer: outer });
    }
  }

  async paint(points) {
    const { name } = this.target;
    const stroke = {
      points: simplified(points, this.sides), radius: Number(this.radius.value) / 100,
      softness: Number(this.softness.value) / 100,
    };
    if (name) await this.told.stroke(name, stroke);
    else this.made = await this.told.add({ kind: "brush", stroke });
  }

  /** What is being dragged. */
  draw() {
    const box = this.layer.getBoundingClientRect(), { points } = this;
    const [width, height] = [box.width, box.height].map((side) => Math.round(side * devicePixelRatio));
    if (this.layer.width !== width || this.layer.height !== height) Object.assign(this.layer, { width, height });
    const context = this.layer.getContext("2d"), at = ([u, v]) => [u * width, v * height];
    context.clearRect(0, 0, width, height);
    Object.assign(context, { lineCap: "round", lineJoin: "round" });
    const line = (style, thickness) => {
      Object.assign(context, { strokeStyle: style, lineWidth: thickness });
      context.stroke();
    };
    context.beginPath();
    if (this.target.kind === "spot" && points[1]) {
      const [x, y] = at(points[0]);
      context.arc(x, y, this.distance(...points) * Math.min(width, height), 0, 2 * Math.PI);
    } else {
      context.moveTo(...at(points[0]));
      for (const point of points.length > 1 ? points.slice(1) : points) context.lineTo(...at(point));
    }
    if (this.target.kind === "brush") {
      return line("rgb(232 171 90 / 0.5)", (this.radius.value / 50) * Math.min(width, height));
    }
    line("#000a", 4 * devicePixelRatio);
    line("#fff", 2 * devicePixelRatio);
  }
}

const pair = (place) => `vec2(${place.map((x) => x.toFixed(4)).join(", ")})`;

/**
 * The line with fewer points, each of which lies within a distance of the line that was drawn (Douglas-Peucker).
 *
 * @param sides the width and the height of the photo, in the unit of the distance
 */
export function simplified(points, sides, tolerance = 0.003) {
  const way = (from, to) => sides.map((side, i) => (to[i] - from[i]) * side);
  const away = (point, from, to) => {
    const [[x, y], [u, v]] = [way(from, point), way(from, to)], length = u * u + v * v;
    const part = length ? Math.min(Math.max((x * u + y * v) / length, 0), 1) : 0;
    return Math.hypot(x - part * u, y - part * v);
  };
  const isKept = points.map((_, i) => i === 0 || i === points.length - 1);
  const parts = [[0, points.length - 1]];
  while (parts.length) {
    const [low, high] = parts.pop();
    let [farthest, most] = [0, tolerance];
    for (let i = low + 1; i < high; i++) {
      const off = away(points[i], points[low], points[high]);
      if (off > most) [farthest, most] = [i, off];
    }
    if (!farthest) continue;
    isKept[farthest] = true;
    parts.push([low, farthest], [farthest, high]);
  }
  const less = points.filter((_, i) => isKept[i]);
  return less.length > mostPoints ? simplified(points, sides, tolerance * 1.5) : less;
}
