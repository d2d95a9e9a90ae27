// Questions to the workers of this page. One answers about the text, others render, so neither waits for the other.

/** A refusal of the engine, with a sentence for the person at the page. */
export class Refusal extends Error {
  /** @param hasEnded whether the engine had to begin anew */
  constructor(message, hasEnded = false) { super(message); this.hasEnded = hasEnded; }
}

const unpacked = (text) => {
  const letters = atob(text.trim()), bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
  return bytes;
};

/** The module of the page: gzip in base64. */
export async function moduleOf(text) {
  const stream = new Blob([unpacked(text)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

export class Engine {
  /**
   * @param module the engine, compiled
   * @param {string} script what the worker runs
   */
  constructor(module, script) {
    Object.assign(this, { module, waiting: new Map(), count: 0 });
    this.address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    this.start();
  }

  start() {
    this.worker = new Worker(this.address);
    this.worker.onmessage = ({ data: { id, value, error, hasEnded, part } }) => {
      const { resolve, reject, progress } = this.waiting.get(id) ?? {};
      if (part !== undefined) return progress?.(part);
      this.waiting.delete(id);
      if (error === undefined) resolve?.(value); else reject?.(new Refusal(error, hasEnded));
    };
    // A worker that ends, as for want of memory, is replaced.
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.worker.terminate();
      const waiting = [...this.waiting.values()];
      this.waiting.clear();
      this.start();
      for (const { reject } of waiting) reject(new Refusal(event.message || "There is no memory.", true));
      this.restarted?.();
    };
    this.worker.postMessage({ module: this.module });
  }

  /** The answer to a question. */
  ask(task, message = {}, progress, transfer = []) {
    const id = ++this.count;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, progress });
      this.worker.postMessage({ id, task, message }, transfer);
    });
  }

  /** Ends what is being saved. */
  cancel() { this.worker.postMessage({ task: "cancel" }); }
}

/** A strip with fewer pixels is not worth an engine. */
const leastOfStrip = 2 ** 18;

/** Engines that render one photo, each a strip of the result. */
export class Renderers {
  /**
   * @param make makes an engine
   * @param photo gives a bitmap of the photo, which the engine keeps
   */
  constructor(make, photo) {
    Object.assign(this, { make, photo, engines: [], photos: 0, most: Math.min(navigator.hardwareConcurrency ?? 1, 4) });
    this.engine(0);
  }

  /** The photo has become another one. */
  age() { this.photos++; }

  /** One of the engines, which begins when it is first needed. */
  engine(index) {
    if (this.engines[index]) return this.engines[index];
    const engine = this.engines[index] = this.make();
    // One that was replaced knows no photo.
    engine.restarted = () => {
      engine.holds = undefined;
      this.restarted?.();
    };
    return engine;
  }

  /** How many engines share a photo of so many pixels: each has a core, and memory for the photo twice. */
  share(pixels) {
    const room = ((navigator.deviceMemory ?? 2) * 2 ** 26) / (8 * pixels);
    return Math.max(1, Math.floor(Math.min(this.most, room, pixels / leastOfStrip)));
  }

  /**
   * The strips of a result, from the top; null if one was given up.
   *
   * @param pixels the number of those of the photo that are rendered
   */
  async strips(task, message, pixels, progress = () => {}) {
    const parts = this.share(pixels), done = Array(parts).fill(0);
    const strip = async (_, part) => {
      const engine = this.engine(part), { photos } = this;
      if (engine.holds !== photos && !message.frame) {
        const photo = await this.photo();
        engine.holds = photos;
        await engine.ask("photo", { photo }, undefined, [photo]);
      }
      return engine.ask(task, { ...message, part, parts }, (value) => {
        done[part] = value;
        progress(done.reduce((sum, one) => sum + one) / parts);
      });
    };
    try {
      const strips = await Promise.all(done.map(strip));
      return strips.includes(null) ? null : strips;
    } catch (error) {
      if (!error.hasEnded || parts === 1) throw error;
      // There is less memory than was thought.
      this.most = 1;
      return this.strips(task, message, pixels, progress);
    }
  }

  /** Strips as one picture. */
  async bitmap(strips) {
    const [{ width, height }] = strips, image = new ImageData(width, height);
    for (const { data, first } of strips) image.data.set(data, first * width * 4);
    return createImageBitmap(image);
  }

  /** Strips as the blob of a JPEG. */
  jpeg(strips, quality) {
    return this.engine(0).ask("jpeg", { strips, quality }, undefined, strips.map(({ data }) => data.buffer));
  }

  /** Ends what is being saved. */
  cancel() { for (const engine of this.engines) engine.cancel(); }
}
