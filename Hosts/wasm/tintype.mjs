/**
 * Tintype's compiler and renderer in a page or in Node: the functions of `Sources/TintypeWasm/Interface.swift` with
 * texts and pixels instead of addresses.
 */
export class Tintype {
  /** @param {WebAssembly.Module} module what `Scripts/wasm` writes, compiled */
  constructor(module) {
    this.module = module;
    this.restart();
  }

  /** Begins anew, which is needed after a trap (`WebAssembly.RuntimeError`). */
  restart() {
    this.wasm = new WebAssembly.Instance(this.module, {}).exports;
    this.wasm.__wasm_call_ctors?.();
  }

  /**
   * Checks a recipe and opens it.
   * @param {string | Uint8Array} text
   * @param {string} name what diagnostics call the text
   * @returns {{errors: number, lines: string}} the diagnostics as `tintype check --format json` prints them
   */
  check(text, name = "recipe.tint") {
    const errors = this.#call("tt_check", name, text);
    return { errors, lines: this.#answer() };
  }

  /**
   * Formats a recipe.
   * @returns {{errors: number, text: string}} the text, or with errors the diagnostics
   */
  format(text, name = "recipe.tint") {
    const errors = this.#call("tt_format", name, text);
    return { errors, text: this.#answer() };
  }

  /** The looks that come with the program: `[{title, looks: [name]}]`. */
  shipped() {
    this.wasm.tt_shipped();
    return JSON.parse(this.#answer());
  }

  /** The text of one of them; undefined if there is none of this name. */
  shippedText(name) {
    return this.#call("tt_shipped_text", name) ? this.#answer() : undefined;
  }

  /** The open look as `tintype list --format json` describes it; undefined if the recipe has none. */
  look() {
    return this.wasm.tt_look() ? JSON.parse(this.#answer()) : undefined;
  }

  /**
   * Gives parameters of the open look their values.
   * @param {string[]} settings such as `amount=0.5`
   * @param {string} variant the name of a variant, or ""
   * @throws {Error} with the diagnostics
   */
  set(settings, variant = "") {
    if (!this.#call("tt_set", variant, settings.join("\n"))) throw new Error(this.#answer());
  }

  /**
   * Renders a photo through the open look.
   * @param {{width: number, height: number, data: Uint8Array | Uint8ClampedArray}} photo RGBA, straight sRGB
   * @param {{hasAlpha?: boolean, shot?: string[]}} options `shot` as `--shot` takes it, such as `iso=400`,
   *     and the date, such as `date=2024-08-31`
   * @returns {{width: number, height: number, data: Uint8ClampedArray}}
   * @throws {Error} with the reason
   */
  render(photo, { hasAlpha = false, shot = [] } = {}) {
    const source = this.#put(photo.data);
    const facts = this.#put(shot.join("\n"));
    let begins;
    try {
      begins = this.wasm.tt_begin(source.start, photo.width, photo.height, hasAlpha, facts.start, facts.count);
    } finally {
      for (const { start } of [source, facts]) this.wasm.tt_free(start);
    }
    if (!begins) throw new Error(this.#answer());
    const { width, height } = JSON.parse(this.#answer());
    const count = width * height * 4;
    const result = this.wasm.tt_allocate(count);
    try {
      if (!this.wasm.tt_rows(height, result, count)) throw new Error(this.#answer());
      return { width, height, data: new Uint8ClampedArray(this.wasm.memory.buffer, result, count).slice() };
    } finally {
      this.wasm.tt_free(result);
    }
  }

  #call(name, ...texts) {
    const memory = texts.map((text) => this.#put(text));
    try {
      return this.wasm[name](...memory.flatMap(({ start, count }) => [start, count]));
    } finally {
      for (const { start } of memory) this.wasm.tt_free(start);
    }
  }

  #put(content) {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    const start = this.wasm.tt_allocate(bytes.length);
    new Uint8Array(this.wasm.memory.buffer).set(bytes, start);
    return { start, count: bytes.length };
  }

  #answer() {
    const bytes = new Uint8Array(this.wasm.memory.buffer, this.wasm.tt_answer(), this.wasm.tt_answer_bytes());
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  }
}
