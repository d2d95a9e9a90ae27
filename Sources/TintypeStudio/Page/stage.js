// The photo through the look: drawn, compared, looked at closely, cropped and measured.

const clamp = (x, low, high) => Math.min(Math.max(x, low), high);

export class Stage {
  /** @param {{probe: Function, place: Function}} told what the pointer is on, and where a place is put */
  constructor(element, told) {
    this.element = element;
    this.told = told;
    this.find = (selector) => element.querySelector(selector);
    [this.scroll, this.frame, this.after, this.before, this.marks, this.divider, this.spot] =
      [".scroll", ".frame", ".after", ".before", ".marks", ".divider", ".spot"].map(this.find);
    this.split = 0.5;
    this.comparing = this.actual = this.clipping = false;
    new ResizeObserver(() => this.layOut()).observe(this.scroll);
    this.divide();
    this.pan();
    this.frame.addEventListener("pointermove", (event) => this.probe(event));
    this.frame.addEventListener("pointerleave", () => told.probe(null));
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
    this.frame.hidden = false;
    for (const empty of this.element.querySelectorAll(".empty")) empty.hidden = true;
    this.layOut();
    this.mark();
    this.divide();
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
  original(bitmap) { draw(this.before, bitmap); this.divide(); }

  /** Whether before and after show the same part of the photo. */
  get isAligned() {
    const ratio = (canvas) => canvas.width / canvas.height;
    return this.before.width > 0 && Math.abs(ratio(this.before) / ratio(this.after) - 1) < 0.01;
  }

  compare(on) { this.comparing = on; this.divide(); }

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

  zoom(on) { this.actual = on; this.element.classList.toggle("actual", on); this.layOut(); }

  layOut() {
    const { width, height } = this.after;
    if (!width || this.frame.hidden) return;
    const box = this.scroll.getBoundingClientRect();
    const scale = this.actual ? 1 / devicePixelRatio : Math.min((box.width - 24) / width, (box.height - 24) / height);
    this.frame.style.width = `${Math.max(1, width * scale)}px`;
    this.frame.style.height = `${Math.max(1, height * scale)}px`;
  }

  pan() {
    drag(this.scroll, (event, last) => {
      if (!this.actual) return;
      this.scroll.scrollLeft -= event.clientX - last.clientX;
      this.scroll.scrollTop -= event.clientY - last.clientY;
    }, (event) => this.actual && event.pointerType === "mouse" && !event.target.closest(".divider,.spot,.cropping"));
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
      [data[i], data[i + 1], data[i + 2], data[i + 3]] = top ? [255, 40, 40, 255] : bottom ? [40, 90, 255, 255] : [0, 0, 0, 0];
    }
    Object.assign(this.marks, { width, height });
    this.marks.getContext("2d").putImageData(pixels, 0, 0);
  }

  probe(event) {
    const box = this.frame.getBoundingClientRect();
    const [u, v] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    if (u < 0 || v < 0 || u >= 1 || v >= 1) return this.told.probe(null);
    const at = (canvas) => canvas.width
      ? canvas.getContext("2d").getImageData(u * canvas.width, v * canvas.height, 1, 1).data.slice(0, 3) : null;
    this.told.probe({ u, v, after: at(this.after), before: this.isAligned ? at(this.before) : null });
  }

  // A place of the look, such as the middle of a blur.

  /** Shows a place, 0 to 1 across and down; null for none. */
  showPlace(place) {
    this.spot.hidden = !place;
    if (!place) return;
    this.place = place;
    this.spot.style.left = `${place[0] * 100}%`;
    this.spot.style.top = `${place[1] * 100}%`;
  }

  placing() {
    const put = (event) => {
      const box = this.frame.getBoundingClientRect();
      this.told.place([clamp((event.clientX - box.left) / box.width, 0, 1), clamp((event.clientY - box.top) / box.height, 0, 1)]);
    };
    drag(this.spot, put);
    this.frame.addEventListener("click", (event) => {
      if (!this.spot.hidden && event.target.closest("canvas")) put(event);
    });
    this.spot.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (!step) return;
      event.preventDefault();
      this.told.place(this.place.map((x, i) => clamp(x + step[i] * 0.01, 0, 1)));
    });
  }

  /** Counts of codes: red, green and blue, in 128 classes each. */
  histogram() {
    const small = document.createElement("canvas");
    const scale = Math.min(1, 320 / Math.max(this.after.width, this.after.height));
    Object.assign(small, { width: Math.max(1, this.after.width * scale), height: Math.max(1, this.after.height * scale) });
    const context = small.getContext("2d", { willReadFrequently: true });
    context.drawImage(this.after, 0, 0, small.width, small.height);
    const data = context.getImageData(0, 0, small.width, small.height).data;
    const counts = [0, 1, 2].map(() => new Float64Array(128));
    for (let i = 0; i < data.length; i += 4) for (let c = 0; c < 3; c++) counts[c][data[i + c] >> 1]++;
    return { counts, total: data.length / 4 };
  }
}

function draw(canvas, bitmap) {
  if (canvas.width !== bitmap.width || canvas.height !== bitmap.height) Object.assign(canvas, { width: bitmap.width, height: bitmap.height });
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
    const moved = (event) => { move(event, last); last = event; };
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
