// Masks by hand: a gradient and a spot are dragged, a brush draws strokes. Each becomes declarations of the recipe.

import { drag } from "./stage.js";

const kinds = { gradient: "New gradient", spot: "New spot", brush: "New brush" };
/** More points make a text that nobody reads, and cost time at each pixel. */
const mostPoints = 24;

export class Masks {
  /**
   * @param told `add(mask)` writes a new one and gives its name, `stroke(name, stroke)` one more stroke of a brush,
   *   `move(name, values, goesOn, gesture)` other values of its parameters, `numbers(name)` those of a parameter,
   *   `remove(name)` takes one away, `chosen(title)` follows the choice of one, `closed()` ends
   */
  constructor(stage, tools, told) {
    Object.assign(this, { stage, tools, told, masks: [], gestures: 0 });
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
    this.handles = [0, 1].map((index) => this.handle(index));
    this.layer.after(...this.handles);
  }

  get isOpen() { return !this.tools.hidden; }

  open() {
    this.showTools(true);
    // What is there can be seen at once.
    if (!this.target.name && this.masks.length) this.list.value = this.masks[0].name;
    this.show(this.masks);
    this.list.focus();
  }

  close() {
    if (!this.isOpen) return;
    this.showTools(false);
    this.points = this.held = this.put = null;
    this.draw();
    this.told.closed();
  }

  showTools(isOpen) {
    this.tools.hidden = !isOpen;
    // Elements of SVG have no property of this name.
    this.layer.toggleAttribute("hidden", !isOpen);
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
    const { kind, name, title } = this.target, find = (selector) => this.tools.querySelector(selector);
    if (name !== this.labelled) this.toward = this.put = null;
    this.labelled = name;
    for (const input of [this.radius, this.softness]) input.parentElement.hidden = kind !== "brush";
    find("#mask-add").hidden = kind === "brush" || Boolean(name);
    find("#mask-remove").hidden = !name;
    find("#mask-hint").textContent = this.ends ? "Drag a handle, or draw it anew." : {
      gradient: "Drag from where nothing changes to where all does.", spot: "Drag from the middle outward.",
      brush: "Paint on the photo.",
    }[kind];
    this.layer.setAttribute("aria-label", find("#mask-hint").textContent);
    const parts = { gradient: ["nothing up to here", "all from here"], spot: ["center", "edge"] }[kind] ?? [];
    parts.forEach((part, i) => this.handles[i].setAttribute("aria-label", `${title}, ${part}; use the arrow keys`));
    this.draw();
  }

  // What is dragged anew

  place(event) {
    const box = this.stage.frame.getBoundingClientRect();
    return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height].map(inReach);
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
    if (isWanted) {
      if (this.target.kind === "brush") await this.paint(points);
      // A click is no drag.
      else if (points[1] && this.distance(...points) > 0.01) await this.finish(...points);
    }
    // What was drawn is seen until the text has it.
    if (points === this.points) this.points = null;
    this.draw();
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
    else if (kind === "gradient") this.write([from, to], { From: pair(from), To: pair(to) });
    else {
      this.toward = this.angle(from, to);
      this.write([from, to], { At: pair(from), Inner: (reach / 2).toFixed(3), Outer: reach.toFixed(3) });
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

  // What is there: its handles

  /**
   * Where a gradient begins and ends, or the center of a spot and a place on its edge, as they were put last, or else
   * as the text has them; null for others.
   */
  get ends() {
    const { kind, name } = this.target;
    if (this.put || !name || kind === "brush") return this.put ?? null;
    const [from, to] = (kind === "spot" ? ["At", "Outer"] : ["From", "To"]).map((key) => this.told.numbers(name + key));
    if (!from || !to) return null;
    return kind === "spot" ? [from, this.edge(from, to[0])] : [from, to];
  }

  /** The place on the edge of a spot where its handle is: where it was put, otherwise where it is on the photo. */
  edge(center, reach, toward = this.toward) {
    const at = (angle) => center.map((x, i) => x + (reach * [Math.cos, Math.sin][i](angle)) / this.sides[i]);
    if (toward !== null) return at(toward);
    const places = [0, 2, 1, 3].map((quarter) => at(quarter * Math.PI / 2));
    return places.find((place) => place.every((x) => x >= 0 && x <= 1)) ?? places[0];
  }

  angle(from, to) { return Math.atan2(...this.sides.map((side, i) => (to[i] - from[i]) * side).reverse()); }

  /** How large the part of a spot is where all changes. */
  get core() {
    const [inner, outer] = ["Inner", "Outer"].map((key) => this.told.numbers(this.target.name + key)?.[0]);
    return outer > 0 ? inner / outer : 0.5;
  }

  handle(index) {
    const handle = Object.assign(document.createElement("i"), { className: "handle", tabIndex: 0, hidden: true });
    handle.setAttribute("role", "slider");
    drag(handle, (event, last) => {
      const place = this.place(event);
      if (event === last) {
        // The handle stays under the pointer where it was taken.
        const { ends, core } = this, off = ends[index].map((x, i) => x - place[i]);
        this.held = { ends, core, off, gesture: ++this.gestures };
      } else if (this.held) this.pull(index, place.map((x, i) => inReach(x + this.held.off[i])));
    });
    for (const name of ["pointerup", "pointercancel"]) handle.addEventListener(name, () => {
      const { held } = this;
      this.held = null;
      if (held?.values) this.told.move(this.target.name, held.values, false, held.gesture);
    });
    handle.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (!step) return;
      event.preventDefault();
      const { ends } = this, size = event.shiftKey ? 0.1 : 0.01;
      if (this.target.kind === "spot" && index) {
        const reach = this.distance(...ends) + (step[0] - step[1]) * size;
        this.pull(index, this.edge(ends[0], Math.max(reach, 0.001), this.angle(...ends)));
      } else this.pull(index, ends[index].map((x, i) => inReach(x + step[i] * size)));
    });
    return handle;
  }

  /** Puts a handle somewhere, and says so. */
  pull(index, place) {
    const { ends, core } = this.held ?? this, [from, to] = ends;
    if (this.target.kind === "gradient") {
      return this.write(index ? [from, place] : [place, to], { [index ? "To" : "From"]: pair(place) });
    }
    this.toward = this.angle(from, index ? place : to);
    // A spot moves as a whole, and keeps the softness of its edge.
    const reach = index ? clamp(this.distance(from, place), 0.001, 2) : this.distance(from, to);
    const [Inner, Outer] = [Math.min(reach * core, 2), reach].map((number) => number.toFixed(3));
    if (index) this.write([from, this.edge(from, reach)], { Inner, Outer });
    else this.write([place, this.edge(place, reach)], { At: pair(place) });
  }

  /** Writes values of the mask whose ends are here now. */
  write(ends, values) {
    const { held } = this;
    this.put = ends;
    if (held) held.values = values;
    this.draw();
    this.told.move(this.target.name, values, Boolean(held), held?.gesture);
  }

  /** The text has what was put there, or something else. */
  settled() {
    if (!this.held) this.put = null;
    this.draw();
  }

  /** What is being dragged, or could be. */
  draw() {
    const { kind } = this.target, ends = this.isOpen ? this.ends : null;
    for (const handle of this.handles) handle.hidden = !ends;
    if (!this.isOpen) return;
    if (ends) this.handles.forEach((handle, i) => {
      const [across, down] = ends[i].map((x) => Math.round(x * 100));
      [handle.style.left, handle.style.top] = ends[i].map((x) => `${x * 100}%`);
      const reach = kind === "spot" && i ? Math.round(this.distance(...ends) * 100) : null;
      handle.setAttribute("aria-valuenow", reach ?? across);
      const said = reach === null ? `${across} % across, ${down} % down` : `${reach} % of the short side`;
      handle.setAttribute("aria-valuetext", said);
    });
    const points = this.points ?? ends, { sides } = this;
    const [under, over] = this.layer.children;
    this.layer.setAttribute("viewBox", `0 0 ${sides.join(" ")}`);
    const isBrush = kind === "brush";
    under.style.strokeWidth = isBrush ? Number(this.radius.value) / 50 : "";
    this.layer.classList.toggle("brush", isBrush);
    for (const path of [under, over]) path.setAttribute("d", points ? this.outline(points, kind) : "");
  }

  /** The line of a brush; where a gradient begins and ends; the edge of a spot. In short sides. */
  outline(points, kind) {
    const { sides } = this, at = (place) => place.map((x, i) => x * sides[i]), [from, to] = points.map(at);
    const line = (...places) => `M${places.join("L")}`;
    if (kind === "brush") return line(...points.map(at), at(points.at(-1)));
    if (!to) return "";
    const [x, y] = to.map((end, i) => end - from[i]), length = Math.hypot(x, y);
    if (kind === "spot") return `M${from[0] - length} ${from[1]}a${length} ${length} 0 1 0 ${2 * length} 0`
      + `a${length} ${length} 0 1 0 ${-2 * length} 0`;
    // Across the way, a quarter of the short side to either side.
    const [u, v] = length ? [-y / length / 4, x / length / 4] : [0, 0];
    const across = ([a, b]) => line([a - u, b - v], [a + u, b + v]);
    return line(from, to) + across(from) + across(to);
  }
}

const clamp = (x, low, high) => Math.min(Math.max(x, low), high);
/** An end may lie beside the photo. */
const inReach = (x) => clamp(x, -0.5, 1.5);
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
