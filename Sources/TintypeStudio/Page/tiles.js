// Tiles of the result at its full size: what is seen at 1:1, and what the loupe shows. Nothing else is asked for.

import { oneAtATime } from "./once.js";
import { marked } from "./stage.js";

/** Pixels that are kept. */
const most = 2 ** 25;
/** A strip at an edge of the view is so wide, so that a view that moves asks rarely. */
const strip = 128;

export class Tiles {
  /**
   * @param layer holds the tiles, and has the size of the result
   * @param told `result()` names the result as it is now, as a text; `tile(place)` gives
   *   `{ result, size, from, bitmap }` of a place with `sides` and `from`, or with `sides` and `at` its middle, 0 to 1
   *   across and down, as long as the size is unknown; `came()` follows each of them, `failed(error)` is told why there
   *   is none
   */
  constructor(layer, told) {
    Object.assign(this, { layer, told, all: [], size: null, isMarked: false });
    this.fill = oneAtATime(async () => {
      const missing = this.seen && this.missing(this.seen);
      if (!missing) return;
      let tile;
      try { tile = await told.tile(missing); } catch (error) {
        this.seen = null;
        return told.failed(error);
      }
      this.add(tile);
      told.came();
    });
  }

  /** Whether tiles of the result as it is now are here. */
  get isFresh() { return this.all[0]?.result === this.told.result(); }

  /** Asks for what is missing of a place, one tile at a time; wherever the view goes meanwhile is next. */
  want(place) {
    this.seen = place;
    return this.fill();
  }

  /** Whether a place is there whole. */
  has(place) { return !this.missing(place); }

  /** The rectangle of a place in the result. */
  rectangle({ at, from, sides }) {
    const lengths = sides.map((side, i) => Math.min(side, this.size[i]));
    const first = from ?? at.map((x, i) => Math.round(x * this.size[i] - lengths[i] / 2));
    return { from: first.map((x, i) => Math.min(Math.max(x, 0), this.size[i] - lengths[i])), sides: lengths };
  }

  /** The largest rectangle of a place that is not there; null for none. */
  missing(place) {
    if (!this.isFresh) return place;
    const { from: [left, top], sides: [width, height] } = this.rectangle(place);
    const view = { x: left, y: top, u: left + width, v: top + height };
    const gaps = this.all.reduce((rest, tile) => rest.flatMap((one) => without(one, tile)), [view]);
    if (!gaps.length) return null;
    const area = ({ x, y, u, v }) => (u - x) * (v - y);
    const { x, y, u, v } = gaps.reduce((one, other) => (area(other) > area(one) ? other : one));
    const [[a, c], [b, d]] = [[x, u, view.x, view.u, 0], [y, v, view.y, view.v, 1]]
      .map(([low, high, start, end, i]) => beyond(low, high, start, end, this.size[i]));
    return { from: [a, b], sides: [c - a, d - b] };
  }

  add({ result, size, from: [x, y], bitmap }) {
    if (result !== this.all[0]?.result) this.clear();
    this.size = size;
    const { width, height } = bitmap, canvas = Object.assign(document.createElement("canvas"), { width, height });
    const parts = { left: x / size[0], top: y / size[1], width: width / size[0], height: height / size[1] };
    for (const [name, part] of Object.entries(parts)) canvas.style[name] = `${part * 100}%`;
    const tile = { result, bitmap, canvas, x, y, u: x + width, v: y + height };
    this.paint(tile);
    this.layer.append(canvas);
    this.all.push(tile);
    let pixels = 0;
    const first = this.all.findLastIndex((one) => (pixels += one.bitmap.width * one.bitmap.height) > most);
    this.drop(Math.min(first + 1, this.all.length - 1));
  }

  clear() { this.drop(this.all.length); }

  /** Forgets the oldest. */
  drop(count) {
    for (const { canvas, bitmap } of this.all.splice(0, count)) {
      canvas.remove();
      bitmap.close();
    }
  }

  paint({ bitmap, canvas }) {
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.drawImage(bitmap, 0, 0);
    if (this.isMarked) context.drawImage(marked(canvas), 0, 0);
  }

  /** Whether what is clipped is marked. */
  mark(isOn) {
    if (isOn === this.isMarked) return;
    this.isMarked = isOn;
    for (const tile of this.all) this.paint(tile);
  }

  /** Draws a square of the result, which may reach beyond it. */
  draw(context, [left, top]) {
    for (const { bitmap, x, y } of this.all) context.drawImage(bitmap, x - left, y - top);
  }

  /** The codes at a place, or null. */
  codes(place) {
    if (!this.isFresh) return null;
    const [x, y] = place.map((part, i) => Math.floor(part * this.size[i]));
    const tile = this.all.findLast((one) => one.x <= x && one.y <= y && one.u > x && one.v > y);
    return tile?.canvas.getContext("2d").getImageData(x - tile.x, y - tile.y, 1, 1).data.slice(0, 3) ?? null;
  }
}

/** A rectangle without another one, in up to four. */
function without(one, other) {
  const [x, y] = [Math.max(one.x, other.x), Math.max(one.y, other.y)];
  const [u, v] = [Math.min(one.u, other.u), Math.min(one.v, other.v)];
  if (x >= u || y >= v) return [one];
  return [{ ...one, v: y }, { ...one, y: v }, { x: one.x, y, u: x, v }, { x: u, y, u: one.u, v }]
    .filter((part) => part.x < part.u && part.y < part.v);
}

/** A part of a view from `start` to `end`, which goes on beyond an edge of it up to the width of a strip. */
function beyond(low, high, start, end, size) {
  const more = Math.max(strip - (high - low), 0);
  if (high === end) return [low, Math.min(high + more, size)];
  return [low === start ? Math.max(low - more, 0) : low, high];
}
