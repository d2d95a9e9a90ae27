// The photos of the album below the picture: one is open, several may be selected.

import { create } from "./controls.js";
import { get, thumbnail } from "./server.js";

/** Scrolls a row to one of its children; the page stays where it is. */
export function reveal(child, row) {
  const [a, b] = [child, row].map((one) => one.getBoundingClientRect());
  row.scrollLeft += Math.min(0, a.left - b.left) + Math.max(0, a.right - b.right);
}

export class Filmstrip {
  /**
   * @param told `open(photo)` opens one, `selected()` follows each change of the selection, `failed(error)` is told why
   *   there are no more
   */
  constructor(element, told) {
    Object.assign(this, { element, told, photos: [], total: 0, current: null, anchor: null });
    this.selection = new Set();
    this.frames = element.querySelector(".frames");
    this.frames.addEventListener("scroll", () => this.more());
    this.frames.addEventListener("keydown", (event) => {
      const button = event.target.closest("button");
      if (event.key !== " " || !button) return;
      // Space selects, as Ctrl and a click do.
      event.preventDefault();
      this.choose(this.photos.find(({ id }) => id === button.dataset.id), { ctrlKey: true });
    });
  }

  /** Lists the photos of a filter and an order, as the album has them. */
  async list(query) {
    this.query = query;
    this.photos = [];
    this.frames.replaceChildren();
    await this.load(0);
  }

  async load(page) {
    const { query } = this;
    this.isLoading = true;
    try {
      const answer = await get("album", { ...query, page });
      if (query !== this.query) return;
      this.total = answer.total;
      // A photo that appeared meanwhile moves the others.
      const known = new Set(this.photos.map(({ id }) => id));
      const fresh = answer.photos.filter(({ id, error }) => !error && !known.has(id));
      this.photos.push(...fresh);
      this.page = answer.page;
      this.frames.append(...fresh.map((photo) => this.frame(photo)));
      this.mark();
    } finally { this.isLoading = false; }
  }

  /** Photos behind the last one, once it is nearly in view. */
  more() {
    const { frames } = this, isNear = frames.scrollLeft + frames.clientWidth * 2 > frames.scrollWidth;
    if (isNear && !this.isLoading && this.hasMore) return this.load(this.page + 1).catch(this.told.failed);
  }

  get hasMore() { return (this.page + 1) * 50 < this.total; }

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
    const index = this.photos.findIndex(({ id }) => id === photo.id);
    if (shiftKey) {
      const from = Math.max(0, this.photos.findIndex(({ id }) => id === (this.anchor ?? this.current)));
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

  /** Shows which one is open. */
  show(id) {
    this.current = id;
    this.mark();
    const current = this.frames.querySelector("[aria-current]");
    if (current) reveal(current, this.frames);
  }

  /** The one before or after the open one. */
  async step(by) {
    const index = this.photos.findIndex(({ id }) => id === this.current);
    if (index + by >= this.photos.length) await this.more();
    const next = this.photos[index < 0 ? 0 : index + by];
    if (next) this.choose(next, {});
  }

  deselect() {
    this.selection.clear();
    this.mark();
  }

  /** Selects all that are listed, also those that are not here yet. */
  async selectAll() {
    const { query } = this;
    try {
      let last = -1;
      while (query === this.query && this.hasMore && this.page > last) {
        last = this.page;
        await this.load(last + 1);
      }
    } catch (error) { this.told.failed(error); }
    this.selection = new Set(this.photos.map(({ id }) => id));
    this.mark();
  }

  /** A photo that has changed. */
  update(photo) {
    const index = this.photos.findIndex(({ id }) => id === photo.id);
    if (index < 0) return;
    this.photos[index] = photo;
    const old = this.frames.querySelector(`[data-id="${photo.id}"]`), hadFocus = old === document.activeElement;
    const fresh = this.frame(photo);
    old.replaceWith(fresh);
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
