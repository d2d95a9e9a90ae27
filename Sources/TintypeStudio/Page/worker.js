// The engine in a worker: the page stays alive while it checks and renders. `Tintype` stands above, in the same script.
// Tasks wait for each other. A newer preview takes the place of an older one, also of one that is being rendered.

const state = { engine: null, name: "", text: null, errors: 0, photo: null, edge: -1, pixels: null, wish: 0 };
const pause = () => new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = resolve;
  port2.postMessage(null);
});

/** Opens a recipe, unless it is the open one. */
function open({ name, text }) {
  if (state.name === name && state.text === text) return;
  state.text = null;
  state.errors = state.engine.check(text, name).errors;
  Object.assign(state, { name, text });
}

/** The pixels of the photo, upright, with a longer side of at most so many; all of them for 0. */
function pixels(edge) {
  const { photo } = state;
  if (!photo) throw new Error("There is no photo.");
  if (state.edge === edge) return state.pixels;
  Object.assign(state, { edge: -1, pixels: null });
  const scale = edge ? Math.min(1, edge / Math.max(photo.width, photo.height)) : 1;
  const [width, height] = [photo.width, photo.height].map((side) => Math.max(1, Math.round(side * scale)));
  const canvas = new OffscreenCanvas(width, height), context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error(`This browser has no room for ${width} × ${height} pixels.`);
  context.imageSmoothingQuality = "high";
  context.drawImage(photo, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  let hasAlpha = false;
  for (let i = 3; i < data.length && !hasAlpha; i += 4) hasAlpha = data[i] < 255;
  Object.assign(state, { edge, pixels: { width, height, data, hasAlpha } });
  return state.pixels;
}

/** Renders a strip of the result, or all of it, in bands, between which messages are heard; null if it ends early. */
async function render(message, goesOn, progress = () => {}) {
  open(message);
  if (state.errors) return null;
  const { engine } = state, photo = message.frame ?? pixels(message.edge);
  engine.set(message.settings ?? []);
  const { shot, part, parts } = message;
  const { width, height, first, count } = engine.begin(photo, { hasAlpha: photo.hasAlpha, shot, part, parts });
  const data = new Uint8ClampedArray(width * count * 4);
  let rested = performance.now();
  for (let row = 0; row < count;) {
    const some = Math.min(count - row, Math.max(8, Math.floor((1 << 17) / width)));
    data.set(engine.rows(some, width), row * width * 4);
    row += some;
    if (performance.now() - rested < 30) continue;
    progress(row / count);
    await pause();
    if (!goesOn()) return null;
    rested = performance.now();
  }
  return { data, width, height, first };
}

const tasks = {
  shipped: () => state.engine.shipped(),
  shippedText: ({ name }) => state.engine.shippedText(name) ?? null,
  look(message) {
    open(message);
    return { ...state.engine.view(), controls: state.engine.controls() ?? null };
  },
  complete(message) { return open(message), state.engine.complete(message.position); },
  hover(message) { return open(message), state.engine.hover(message.position); },
  format: ({ name, text }) => state.engine.format(text, name),
  explain(message) { return open(message), state.engine.explain(); },
  edit(message) { return open(message), state.engine.edit(message.settings); },
  photo({ photo }) {
    state.photo?.close();
    Object.assign(state, { photo, edge: -1, pixels: null });
  },
  /** A strip for the screen; a newer wish ends it. */
  async preview(message) {
    const goesOn = () => state.wish === message.wish;
    return goesOn() ? render(message, goesOn) : null;
  },
  /** A look to begin with; null for one that needs a picture. */
  async sample({ name, shot }) {
    const made = await render({ name, text: state.engine.shippedText(name), edge: 0, shot }, () => true);
    return made && { bitmap: await createImageBitmap(new ImageData(made.data, made.width, made.height)) };
  },
  /** A strip of what is saved, with its origin. */
  async strip(message, id) {
    let isCanceled = false;
    state.cancel = () => { isCanceled = true; };
    const made = await render(message, () => !isCanceled, (part) => postMessage({ id, part }));
    return made && { ...made, origin: state.engine.origin() };
  },
  /** Strips as one file. */
  async jpeg({ strips, quality }) {
    const [{ width, height }] = strips, canvas = new OffscreenCanvas(width, height), context = canvas.getContext("2d");
    for (const { data, first } of strips) if (data.length) context.putImageData(new ImageData(data, width), 0, first);
    // JPEG has no transparency.
    context.globalCompositeOperation = "destination-over";
    context.fillStyle = "#fff";
    context.fillRect(0, 0, width, height);
    return canvas.convertToBlob({ type: "image/jpeg", quality });
  },
  // For tests: a trap, and the end of this worker.
  trap() { state.engine.wasm.tt_shipped_text(-16, 8); },
  end() { setTimeout(() => { throw new Error("The worker has ended."); }); },
};

async function answer({ id, task, message }) {
  try {
    const value = await tasks[task](message, id);
    postMessage({ id, value }, value?.bitmap ? [value.bitmap] : value?.data ? [value.data.buffer] : []);
  } catch (error) {
    // What traps leaves the engine unusable.
    const hasEnded = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    if (hasEnded) {
      Object.assign(state, { text: null, edge: -1, pixels: null });
      state.engine.restart();
    }
    postMessage({ id, error: error.message, hasEnded });
  }
}

let queue = Promise.resolve();
onmessage = ({ data }) => {
  if (data.module) {
    state.engine = new Tintype(data.module);
    return;
  }
  if (data.task === "cancel") return state.cancel?.();
  if (data.task === "preview") state.wish = data.message.wish;
  queue = queue.then(() => answer(data));
};
