// The photo through the look: drawn, compared, looked at closely, cropped and measured.

const clamp = (x, low, high) => Math.min(Math.max(x, low), high);

export class Stage {
  /**
   * @param told `probe(at)` gets the codes under the pointer, `shown()` follows each picture, `place(at, goesOn)` gets
   *   where a place is put, `reach(percent, goesOn)` how far it reaches, `zoom(isActual)` a wish for actual pixels;
   *   `tile(at, side)` gives a part of the result at its full size, for the loupe
   */
  constructor(element, told) {
    this.element = element;
    this.told = told;
    this.find = (selector) => element.querySelector(selector);
    [this.scroll, this.frame, this.after, this.before, this.marks, this.divider, this.spot, this.ring, this.glass] =
      [".scroll", ".frame", ".after", ".before", ".marks", ".divider", ".spot", ".ring", ".glass"].map(this.find);
    this.split = 0.5;
    this.comparing = this.actual = this.clipping = false;
    new ResizeObserver(() => this.layOut()).observe(this.scroll);
    this.divide();
    this.pinch();
    this.pan();
    for (const name of ["pointermove", "pointerdown"]) {
      this.frame.addEventListener(name, (event) => this.probe(event));
    }
    this.frame.addEventListener("pointerleave", () => {
      told.probe(null);
      this.glass.hidden = true;
    });
    this.placing();
  }

  /** Pixels of the longer side that fit, in steps, so that a resize asks rarely. */
  get edge() {
    if (this.actual) return 0;
    const box = this.scroll.getBoundingClientRect();
    const pixels = Math.max(box.width, box.height, 320) * Math.min(devicePixelRatio, 2);
    return clamp(Math.ceil(pixels / 256) * 256, 512, 2560);
  }

  /** Shows a result; its size is the look's. */
  show(bitmap) {
    draw(this.after, bitmap);
    bitmap.close?.();
    this.tile?.bitmap.close();
    this.tile = this.asked = null;
    this.frame.hidden = false;
    for (const empty of this.element.querySelectorAll(".empty")) empty.hidden = true;
    this.layOut();
    this.mark();
    this.divide();
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
  }

  divide() {
    const shows = this.comparing && this.before.width > 0;
    this.divider.hidden = !shows || !this.isAligned;
    this.before.hidden = !shows;
    const part = this.isAligned ? this.split : 1;
    this.before.style.clipPath = `inset(0 ${100 - part * 100}% 0 0)`;
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
    if (!this.looksClosely || this.actual) return;
    this.under = [u, v];
    const { tile } = this, side = Math.round(240 * devicePixelRatio);
    const sides = tile && [tile.bitmap.width, tile.bitmap.height];
    const from = tile?.size.map((size, i) => Math.round(this.under[i] * size - side / 2) - tile.from[i]);
    // Beyond the edges of the result there is nothing.
    const isCovered = from?.every((x, i) =>
      (x >= 0 || !tile.from[i]) && (x + side <= sides[i] || tile.from[i] + sides[i] === tile.size[i]));
    if (!isCovered) this.ask(3 * side);
    if (!tile || this.frame.hidden) return;
    if (this.glass.width !== side) this.glass.width = this.glass.height = side;
    const context = this.glass.getContext("2d");
    context.clearRect(0, 0, side, side);
    context.drawImage(tile.bitmap, ...from, side, side, 0, 0, side, side);
    Object.assign(this.glass.style, { left: `${u * 100}%`, top: `${v * 100}%` });
    this.glass.hidden = false;
  }

  /** One request, wherever the pointer goes meanwhile; another result asks anew. */
  async ask(side) {
    if (this.asked) return;
    const wish = (this.asked = this.told.tile(this.under, side).catch(() => null)), tile = await wish;
    if (this.asked !== wish) return;
    this.asked = null;
    if (!tile) return;
    this.tile?.bitmap.close();
    this.tile = tile;
    this.magnify(...this.under);
  }

  layOut() {
    const { width, height } = this.after;
    if (!width || this.frame.hidden) return;
    const box = this.scroll.getBoundingClientRect();
    const scale = this.actual ? 1 / devicePixelRatio : Math.min((box.width - 24) / width, (box.height - 24) / height);
    this.frame.style.width = `${Math.max(1, width * scale)}px`;
    this.frame.style.height = `${Math.max(1, height * scale)}px`;
    if (!this.actual || !this.target) return;
    this.scroll.scrollLeft = this.target[0] * width * scale - box.width / 2;
    this.scroll.scrollTop = this.target[1] * height * scale - box.height / 2;
  }

  pan() {
    drag(this.scroll, (event, last) => {
      if (!this.actual || this.touches.size > 1) return;
      this.target = null;
      this.scroll.scrollLeft -= event.clientX - last.clientX;
      this.scroll.scrollTop -= event.clientY - last.clientY;
    }, (event) => this.actual && !event.target.closest(".divider,.spot,.cropping"));
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
    this.marks.hidden = !this.clipping;
    if (!this.clipping || !this.after.width) return;
    const { width, height } = this.after;
    const pixels = this.after.getContext("2d").getImageData(0, 0, width, height);
    const data = pixels.data;
    for (let i = 0; i < data.length; i += 4) {
      const top = data[i] >= 254 || data[i + 1] >= 254 || data[i + 2] >= 254;
      const bottom = data[i] <= 1 && data[i + 1] <= 1 && data[i + 2] <= 1;
      data.set(top ? [255, 40, 40, 255] : bottom ? [40, 90, 255, 255] : [0, 0, 0, 0], i);
    }
    Object.assign(this.marks, { width, height });
    this.marks.getContext("2d").putImageData(pixels, 0, 0);
  }

  probe(event) {
    const box = this.frame.getBoundingClientRect();
    const [u, v] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    if (u < 0 || v < 0 || u >= 1 || v >= 1) return this.told.probe(null);
    this.pointer = [u, v];
    const at = (canvas) => canvas.width
      ? canvas.getContext("2d").getImageData(u * canvas.width, v * canvas.height, 1, 1).data.slice(0, 3) : null;
    this.magnify(u, v);
    this.told.probe({ u, v, after: at(this.after), before: this.isAligned ? at(this.before) : null });
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
