// Questions to the workers of this page. One answers about the text, the other renders, so neither waits for the other.

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
