// The photos of the album below the picture: one is open, several may be selected.

import { create } from "./controls.js";
import { get, giveUp, thumbnail } from "./server.js";

/** Scrolls a row to one of its children; the page stays where it is. */
export function reveal(child, row) {
  const [a, b] = [child, row].map((one) => one.getBoundingClientRect());
  row.scrollLeft += Math.min(0, a.left - b.left) + Math.max(0, a.right - b.right);
}

/** Frames that are made at a time. */
const few = 25;

export class Filmstrip {
  /** @param told `open(photo)` opens one, `selected()` follows each change of the selection */
  constructor(element, told) {
    Object.assign(this, { told, photos: [], first: 0, current: null, anchor: null });
    this.selection = new Set();
    this.frames = element.querySelector(".frames");
    this.frames.addEventListener("scroll", () => this.extend());
    this.frames.addEventListener("keydown", (event) => {
      const button = event.target.closest("button");
      if (event.key !== " " || !button) return;
      // Space selects, as Ctrl and a click do.
      event.preventDefault();
      this.choose(this.photos[this.index(button.dataset.id)], { ctrlKey: true });
    });
  }

  /** Lists all photos of a filter and an order, as the album has them. Only those near the open one get a frame. */
  async list(query) {
    this.query = query;
    const { photos } = await get("names", query);
    if (query !== this.query) return;
    const ids = new Set(photos.map(({ id }) => id));
    this.photos = photos;
    this.selection = new Set([...this.selection].filter((id) => ids.has(id)));
    this.show(this.current, true);
  }

  index(wanted) { return this.photos.findIndex(({ id }) => id === wanted); }

  /** Frames before the first and behind the last one, once these are nearly in view. */
  extend() {
    const { frames, photos, first } = this, { scrollLeft, clientWidth, scrollWidth } = frames;
    const last = first + frames.children.length, frame = (photo) => this.frame(photo);
    const isNear = scrollLeft + clientWidth * 2 > scrollWidth && last < photos.length;
    if (isNear) frames.append(...photos.slice(last, last + few).map(frame));
    if (first && scrollLeft < clientWidth) {
      this.first = Math.max(0, first - few);
      const { scrollWidth } = frames;
      frames.prepend(...photos.slice(this.first, first).map(frame));
      frames.scrollLeft = scrollLeft + frames.scrollWidth - scrollWidth;
    }
    if (isNear || first !== this.first) this.mark();
  }

  frame(photo) {
    const button = create("button", { type: "button", title: photo.name });
    button.dataset.id = photo.id;
    button.setAttribute("role", "option");
    const image = create("img", { alt: photo.name, loading: "lazy", decoding: "async" });
    image.src = thumbnail({
      own: "", id: photo.id, edge: 160, version: `${photo.version ?? ""}-${photo.edited ?? ""}`,
    });
    button.append(image);
    button.classList.toggle("edited", Boolean(photo.edited));
    button.addEventListener("click", (event) => this.choose(photo, event));
    return button;
  }

  /** A click: alone it opens, with Ctrl it selects one more or one less, with Shift all up to it. */
  choose(photo, { ctrlKey, metaKey, shiftKey }) {
    const index = this.index(photo.id);
    if (shiftKey) {
      const from = Math.max(0, this.index(this.anchor ?? this.current));
      const [low, high] = [Math.min(from, index), Math.max(from, index)];
      this.selection = new Set(this.photos.slice(low, high + 1).map(({ id }) => id));
    } else if (ctrlKey || metaKey) {
      if (this.current && !this.selection.size) this.selection.add(this.current);
      this.selection[this.selection.has(photo.id) ? "delete" : "add"](photo.id);
      this.anchor = photo.id;
    } else {
      this.selection.clear();
      // The next step goes on from here, also before it is open.
      this.anchor = this.current = photo.id;
      this.told.open(photo);
    }
    this.mark();
  }

  /** The photos that an action is for: those that are selected, otherwise the one that is open. */
  get chosen() {
    const several = this.photos.filter(({ id }) => this.selection.has(id));
    return several.length ? several : this.photos.filter(({ id }) => id === this.current);
  }

  /** Shows which one is open. The frames are made anew for another list, or where it is far from them. */
  show(id, isNew = false) {
    this.current = id;
    const { frames } = this, index = this.index(id);
    if (isNew || index >= 0 && !frames.children[index - this.first]) {
      this.first = Math.max(0, index - few);
      giveUp(frames);
      frames.replaceChildren(...this.photos.slice(this.first, this.first + 2 * few).map((photo) => this.frame(photo)));
      this.extend();
    }
    this.mark();
    const current = frames.querySelector("[aria-current]");
    if (current) reveal(current, frames);
  }

  /** The one before or after the open one. */
  step(by) {
    const index = this.index(this.current), next = this.photos[index < 0 ? 0 : index + by];
    if (next) this.choose(next, {});
  }

  deselect() {
    this.selection.clear();
    this.mark();
  }

  selectAll() {
    this.selection = new Set(this.photos.map(({ id }) => id));
    this.mark();
  }

  /** A photo that has changed. */
  update(photo) {
    const index = this.index(photo.id);
    if (index < 0) return;
    this.photos[index] = photo;
    const old = this.frames.children[index - this.first], hadFocus = old === document.activeElement;
    const fresh = this.frame(photo);
    old?.replaceWith(fresh);
    if (hadFocus) fresh.focus();
    this.mark();
  }

  mark() {
    for (const button of this.frames.children) {
      const { id } = button.dataset;
      button.toggleAttribute("aria-current", id === this.current);
      button.setAttribute("aria-selected", String(this.selection.has(id)));
    }
    this.told.selected();
  }
}
