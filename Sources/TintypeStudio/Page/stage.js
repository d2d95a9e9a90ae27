// The photo through the look: drawn, compared, looked at closely, cropped and measured.

const clamp = (x, low, high) => Math.min(Math.max(x, low), high);

export class Stage {
  /**
   * @param told `probe(at)` gets the codes under the pointer, `shown()` follows each picture, `place(at, goesOn)` gets
   *   where a place is put, `reach(percent, goesOn)` how far it reaches, `zoom(isActual)` a wish for actual pixels
   */
  constructor(element, told) {
    this.element = element;
    this.told = told;
    this.find = (selector) => element.querySelector(selector);
    [this.scroll, this.frame, this.after, this.before, this.marks, this.divider, this.spot, this.ring, this.glass] =
      [".scroll", ".frame", ".after", ".before", ".marks", ".divider", ".spot", ".ring", ".glass"].map(this.find);
    /** Result and photo at full size; without them actual pixels are the picture's own. */
    this.tiles = this.originals = null;
    this.split = 0.5;
    this.comparing = this.actual = this.clipping = false;
    new ResizeObserver(() => {
      this.layOut();
      this.sharpen();
    }).observe(this.scroll);
    this.divide();
    this.pinch();
    this.pan();
    for (const name of ["pointermove", "pointerdown"]) {
      this.frame.addEventListener(name, (event) => this.probe(event));
    }
    this.frame.addEventListener("pointerleave", () => {
      told.probe(null);
      this.under = null;
      this.glass.hidden = true;
    });
    this.scroll.addEventListener("scroll", () => this.sharpen());
    this.placing();
  }

  /**
   * How long the longer side of the photo has to be for its result to fill the stage, in steps, so that a resize asks
   * rarely.
   */
  get edge() {
    if (this.actual && !this.tiles) return 0;
    const box = this.scroll.getBoundingClientRect(), { width, height } = this.after;
    const fit = Math.min(box.width / width, box.height / height) * Math.max(width, height) * this.enlarged;
    const pixels = Math.max(fit || Math.max(box.width, box.height), 320);
    return clamp(Math.ceil((pixels * Math.min(devicePixelRatio, 2)) / 256) * 256, 512, 2560);
  }

  /**
   * Shows a result; its size is the look's.
   *
   * @param edge the longer side of the photo that it was made of, if it is known
   */
  show(bitmap, edge) {
    draw(this.after, bitmap);
    if (edge) this.enlarged = edge / Math.max(bitmap.width, bitmap.height);
    bitmap.close?.();
    this.dropStale();
    this.frame.hidden = false;
    for (const empty of this.element.querySelectorAll(".empty")) empty.hidden = true;
    this.layOut();
    this.mark();
    this.divide();
    if (this.under) this.magnify(...this.under);
    this.told.shown();
  }

  /** Shows nothing, and says so. */
  clear(id) {
    this.frame.hidden = true;
    for (const empty of this.element.querySelectorAll(".empty")) empty.hidden = empty.id !== id;
  }

  /** A number over the picture. */
  count(text) { this.find(".counting").textContent = text; }

  /** A shutter closes for a moment. */
  blink() {
    this.frame.classList.remove("blink");
    void this.frame.offsetWidth;
    this.frame.classList.add("blink");
  }

  /** The photo as it is, for comparison. */
  original(bitmap) {
    draw(this.before, bitmap);
    bitmap.close();
    this.divide();
  }

  /** Whether before and after show the same part of the photo. */
  get isAligned() {
    const ratio = (canvas) => canvas.width / canvas.height;
    return this.before.width > 0 && Math.abs(ratio(this.before) / ratio(this.after) - 1) < 0.01;
  }

  compare(on) {
    this.comparing = on;
    this.divide();
    this.sharpen();
  }

  /** Whether the photo's tiles lie over the result's. */
  get isSharp() {
    return this.isAligned && this.originals?.isFresh && `${this.originals.size}` === `${this.tiles.size}`;
  }

  dropStale() {
    for (const tiles of [this.tiles, this.originals]) if (!tiles?.isFresh) tiles?.clear();
  }

  divide() {
    const shows = this.comparing && this.before.width > 0;
    this.divider.hidden = !shows || !this.isAligned;
    this.before.hidden = !shows;
    const part = this.isAligned ? this.split : 1;
    this.before.style.clipPath = `inset(0 ${100 - part * 100}% 0 0)`;
    const sharp = this.originals?.layer;
    if (sharp) [sharp.hidden, sharp.style.clipPath] = [!shows || !this.isSharp, this.before.style.clipPath];
    // Another shape lies in the middle, whole.
    this.before.style.objectFit = "contain";
    this.before.style.background = this.isAligned ? "" : "var(--stage)";
    this.divider.style.left = `${this.split * 100}%`;
    this.divider.setAttribute("aria-valuenow", Math.round(this.split * 100));
    if (this.isListening) return;
    this.isListening = true;
    drag(this.divider, (event) => {
      const box = this.frame.getBoundingClientRect();
      this.split = clamp((event.clientX - box.left) / box.width, 0, 1);
      this.divide();
    });
    this.divider.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -0.02, ArrowRight: 0.02, Home: -1, End: 1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      this.split = clamp(this.split + step, 0, 1);
      this.divide();
    });
  }

  zoom(on) {
    this.actual = on;
    // What was under the pointer stays in view, at either size.
    this.target = on ? this.pointer ?? [0.5, 0.5] : null;
    this.dropStale();
    this.element.classList.toggle("actual", on);
    this.layOut();
  }

  /** A circle of actual pixels under the pointer. */
  loupe(on) {
    this.looksClosely = on;
    this.element.classList.toggle("closely", on);
    this.glass.hidden = true;
  }

  magnify(u, v) {
    const { tiles } = this;
    this.under = [u, v];
    if (!this.looksClosely || this.actual || !tiles || this.frame.hidden) return;
    const side = Math.round(240 * devicePixelRatio), place = { at: this.under, sides: [side, side] };
    if (!tiles.has(place)) tiles.want({ at: this.under, sides: [3 * side, 3 * side] });
    if (!tiles.all.length) return;
    if (this.glass.width !== side) this.glass.width = this.glass.height = side;
    const context = this.glass.getContext("2d");
    context.clearRect(0, 0, side, side);
    // Beyond the edges of the result there is nothing.
    tiles.draw(context, this.under.map((x, i) => Math.round(x * tiles.size[i] - side / 2)));
    Object.assign(this.glass.style, { left: `${u * 100}%`, top: `${v * 100}%` });
    this.glass.hidden = false;
  }

  /** At 1:1, asks for what is seen. */
  sharpen() {
    const { tiles } = this;
    if (!this.actual || !tiles || this.frame.hidden) return;
    const box = this.scroll.getBoundingClientRect(), frame = this.frame.getBoundingClientRect();
    const all = [box.width, box.height].map((side) => Math.ceil(side * devicePixelRatio));
    if (!this.isActualSize) {
      // Where it will lie is known to a few pixels.
      return tiles.want({ at: this.target ?? [0.5, 0.5], sides: all.map((side) => side + 64) });
    }
    const [left, top] = [[box.left, frame.left, frame.width], [box.top, frame.top, frame.height]]
      .map(([edge, start, length], i) => Math.max(0, Math.floor(((edge - start) / length) * tiles.size[i])));
    const place = { from: [left, top], sides: all };
    if (this.comparing && this.isAligned) this.originals?.want(place);
    return tiles.want(place);
  }

  /** A tile has come. */
  came() {
    if (!this.actual) return this.under && this.magnify(...this.under);
    this.layOut();
    this.divide();
    return this.sharpen();
  }

  layOut() {
    const { width, height } = this.after;
    if (!width || this.frame.hidden) return;
    const box = this.scroll.getBoundingClientRect();
    // The size of the result is unknown until its first tile has come.
    this.isActualSize = this.actual && (!this.tiles || this.tiles.all.length > 0);
    const actual = (this.tiles?.size ?? [width, height]).map((side) => side / devicePixelRatio);
    const fit = Math.min((box.width - 24) / width, (box.height - 24) / height);
    const sides = this.isActualSize ? actual : [width * fit, height * fit];
    [this.frame.style.width, this.frame.style.height] = sides.map((side) => `${Math.max(1, side)}px`);
    // Where the size stays, the view stays where it was scrolled to.
    const laid = this.laid;
    this.laid = sides.join();
    if (!this.isActualSize || !this.target || this.laid === laid) return;
    this.scroll.scrollLeft = this.target[0] * sides[0] - box.width / 2;
    this.scroll.scrollTop = this.target[1] * sides[1] - box.height / 2;
  }

  pan() {
    drag(this.scroll, (event, last) => {
      if (!this.isActualSize || this.touches.size > 1) return;
      this.target = null;
      this.scroll.scrollLeft -= event.clientX - last.clientX;
      this.scroll.scrollTop -= event.clientY - last.clientY;
    }, (event) => this.actual && !event.target.closest(".divider,.spot,.handle,.cropping"));
  }

  /** Two fingers that part show actual pixels, and that meet the whole picture. */
  pinch() {
    const touches = (this.touches = new Map());
    let began = 0;
    const spread = () => {
      const [a, b] = [...touches.values()];
      return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    };
    this.scroll.addEventListener("pointerdown", (event) => {
      if (event.pointerType !== "touch") return;
      touches.set(event.pointerId, event);
      if (touches.size === 2) began = spread();
    }, true);
    this.scroll.addEventListener("pointermove", (event) => {
      if (!touches.has(event.pointerId) || touches.size !== 2) return;
      touches.set(event.pointerId, event);
      const ratio = spread() / began;
      if (this.actual ? ratio < 0.8 : ratio > 1.25) {
        began = spread();
        this.told.zoom(!this.actual);
      }
    }, true);
    for (const name of ["pointerup", "pointercancel"]) {
      addEventListener(name, (event) => touches.delete(event.pointerId), true);
    }
  }

  /** Red where a channel is at its top, blue where all are at the bottom. */
  mark() {
    this.tiles?.mark(this.clipping);
    this.marks.hidden = !this.clipping || !this.after.width;
    if (this.marks.hidden) return;
    const { width, height } = this.after;
    Object.assign(this.marks, { width, height });
    this.marks.getContext("2d").drawImage(marked(this.after), 0, 0);
  }

  probe(event) {
    const box = this.frame.getBoundingClientRect();
    const [u, v] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    if (u < 0 || v < 0 || u >= 1 || v >= 1) return this.told.probe(null);
    this.pointer = [u, v];
    const at = (canvas) => canvas.width
      ? canvas.getContext("2d").getImageData(u * canvas.width, v * canvas.height, 1, 1).data.slice(0, 3) : null;
    this.magnify(u, v);
    const after = (this.actual && this.tiles?.codes([u, v])) || at(this.after);
    const before = (this.actual && this.isSharp && this.originals.codes([u, v])) || at(this.before);
    this.told.probe({ u, v, after, before: this.isAligned ? before : null });
  }

  // A place of the look, such as the middle of a blur.

  /** Shows a place, 0 to 1 across and down, and how far it reaches, in percent of the short side; null for none. */
  showPlace(place, reach) {
    this.spot.hidden = !place;
    this.ring.hidden = !place || reach === undefined;
    if (!place) return;
    this.place = place;
    // Percent of the short side, both ways.
    const across = Math.min(this.after.width, this.after.height) * 2 * (reach ?? 0);
    const [width, height] = [this.after.width, this.after.height].map((side) => `${across / side}%`);
    const at = { left: `${place[0] * 100}%`, top: `${place[1] * 100}%` };
    Object.assign(this.spot.style, at);
    Object.assign(this.ring.style, at, { width, height });
  }

  placing() {
    const put = (event, goesOn) => {
      const box = this.frame.getBoundingClientRect();
      const [u, v] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
      this.told.place([clamp(u, 0, 1), clamp(v, 0, 1)], goesOn);
    };
    const pull = (event, goesOn) => {
      const box = this.frame.getBoundingClientRect();
      const x = event.clientX - box.left - this.place[0] * box.width;
      const y = event.clientY - box.top - this.place[1] * box.height;
      this.told.reach((Math.hypot(x, y) / Math.min(box.width, box.height)) * 100, goesOn);
    };
    for (const [handle, act] of [[this.spot, put], [this.find(".ring i"), pull]]) {
      drag(handle, (event, last) => event !== last && act(event, true));
      handle.addEventListener("pointerup", (event) => act(event, false));
    }
    this.frame.addEventListener("click", (event) => {
      if (!this.spot.hidden && event.target.closest("canvas")) put(event, false);
    });
    this.spot.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (!step) return;
      event.preventDefault();
      this.told.place(this.place.map((x, i) => clamp(x + step[i] * 0.01, 0, 1)), false);
    });
  }

  /** Counts of codes: red, green and blue, in 128 classes each. */
  histogram() {
    const small = document.createElement("canvas");
    const scale = Math.min(1, 320 / Math.max(this.after.width, this.after.height));
    for (const side of ["width", "height"]) small[side] = Math.max(1, this.after[side] * scale);
    const context = small.getContext("2d", { willReadFrequently: true });
    context.drawImage(this.after, 0, 0, small.width, small.height);
    const data = context.getImageData(0, 0, small.width, small.height).data;
    const counts = [0, 1, 2].map(() => new Float64Array(128));
    for (let i = 0; i < data.length; i += 4) for (let c = 0; c < 3; c++) counts[c][data[i + c] >> 1]++;
    return { counts, total: data.length / 4 };
  }
}

/** A canvas of the same size: red where a channel is at its top, blue where all are at the bottom. */
export function marked(canvas) {
  const { width, height } = canvas, made = Object.assign(document.createElement("canvas"), { width, height });
  const pixels = canvas.getContext("2d").getImageData(0, 0, width, height), { data } = pixels;
  for (let i = 0; i < data.length; i += 4) {
    const top = data[i] >= 254 || data[i + 1] >= 254 || data[i + 2] >= 254;
    const bottom = data[i] <= 1 && data[i + 1] <= 1 && data[i + 2] <= 1;
    data.set(top ? [255, 40, 40, 255] : bottom ? [40, 90, 255, 255] : [0, 0, 0, 0], i);
  }
  made.getContext("2d").putImageData(pixels, 0, 0);
  return made;
}

function draw(canvas, bitmap) {
  const { width, height } = bitmap;
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  else canvas.getContext("2d").clearRect(0, 0, canvas.width, canvas.height);
  canvas.getContext("2d", { willReadFrequently: true }).drawImage(bitmap, 0, 0);
}

/** Calls `move(event, last)` while a pointer is down on an element. */
export function drag(element, move, begins = () => true) {
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !begins(event)) return;
    event.preventDefault();
    event.stopPropagation();
    element.focus({ preventScroll: true });
    element.setPointerCapture(event.pointerId);
    let last = event;
    const moved = (event) => {
      move(event, last);
      last = event;
    };
    const ended = () => {
      element.removeEventListener("pointermove", moved);
      element.removeEventListener("pointerup", ended);
      element.removeEventListener("pointercancel", ended);
    };
    element.addEventListener("pointermove", moved);
    element.addEventListener("pointerup", ended);
    element.addEventListener("pointercancel", ended);
    move(event, last);
  });
}

/** Draws a histogram: the channels laid over each other, on a root scale, so that small counts are seen. */
export function drawHistogram(canvas, { counts, total }) {
  const context = canvas.getContext("2d");
  context.clearRect(0, 0, canvas.width, canvas.height);
  // The ends would flatten everything else.
  const top = Math.sqrt(Math.max(...counts.flatMap((list) => [...list.slice(2, -2)]), 1));
  const light = document.documentElement.classList.contains("light");
  context.globalCompositeOperation = light ? "multiply" : "screen";
  ["#e05545", "#4fb36a", "#4f86e8"].forEach((color, channel) => {
    context.fillStyle = color;
    context.beginPath();
    context.moveTo(0, canvas.height);
    counts[channel].forEach((count, i) =>
      context.lineTo((i / 127) * canvas.width, canvas.height * (1 - 0.95 * Math.min(Math.sqrt(count) / top, 1))));
    context.lineTo(canvas.width, canvas.height);
    context.fill();
  });
  const part = (index) => Math.max(...counts.map((list) => list[index])) / total;
  const percent = (x) => `${(x * 100).toFixed(1)} %`;
  canvas.setAttribute("aria-label", `Histogram: ${percent(part(0))} at black, ${percent(part(127))} at white`);
  canvas.title = `${percent(part(0))} at black, ${percent(part(127))} at white`;
}
