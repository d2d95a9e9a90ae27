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
   * What an editor shows of the open recipe, in the terms of the Language Server Protocol.
   * @returns {{problems: {problem: object, fixes: object[]}[], tokens: number[]}}
   */
  view() {
    this.wasm.tt_view();
    return JSON.parse(this.#answer());
  }

  /** What may stand at a place of the open recipe: the answer to `textDocument/completion`. */
  complete({ line, character }) {
    this.wasm.tt_complete(line, character);
    return JSON.parse(this.#answer());
  }

  /** What the word at a place of the open recipe means: the answer to `textDocument/hover`. */
  hover({ line, character }) {
    this.wasm.tt_hover(line, character);
    return JSON.parse(this.#answer());
  }

  /** The parameters and variants of the open look, for controls; undefined if the recipe has none. */
  controls() {
    return this.wasm.tt_controls() ? JSON.parse(this.#answer()) : undefined;
  }

  /**
   * The open recipe with other defaults, and its controls; it stays open as it was.
   * @param {string[]} settings such as `amount=0.5`
   * @throws {Error} with the reason
   */
  edit(settings) {
    if (!this.#call("tt_edit", settings.join("\n"))) throw new Error(this.#answer());
    return JSON.parse(this.#answer());
  }

  /** What the metadata of a result says of the open look with its values. */
  origin() {
    if (!this.wasm.tt_origin()) throw new Error(this.#answer());
    return JSON.parse(this.#answer());
  }

  /**
   * How the open look is compiled, as `tintype explain` prints it, or one stage, as `--emit` takes it.
   * @throws {Error} with the reason
   */
  explain(stage = "", depth = 8) {
    if (!this.#call("tt_explain", stage, depth)) throw new Error(this.#answer());
    return this.#answer();
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
   * Begins a render of a photo through the open look.
   * @param {{width: number, height: number, data: Uint8Array | Uint8ClampedArray | Uint16Array}} photo RGBA, straight
   *     sRGB; the result has as many bits
   * @param {{hasAlpha?: boolean, shot?: string[], part?: number, parts?: number}} options `shot` as `--shot` takes it,
   *     such as `iso=400`, and the date, such as `date=2024-08-31`; `part` of so many strips of the result, from 0
   * @returns {{width: number, height: number, first: number, count: number}} the size of the result, and the rows that
   *     will come
   * @throws {Error} with the reason
   */
  begin(photo, { hasAlpha = false, shot = [], part = 0, parts = 1 } = {}) {
    const { data, width, height } = photo, depth = data.BYTES_PER_ELEMENT * 8;
    const source = this.#put(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
    const facts = this.#put(shot.join("\n"));
    this.samples = depth === 8 ? Uint8ClampedArray : Uint16Array;
    let begins;
    try {
      begins = this.wasm.tt_begin(
        source.start, width, height, depth, hasAlpha, part, parts, facts.start, facts.count);
    } finally {
      for (const { start } of [source, facts]) this.wasm.tt_free(start);
    }
    if (!begins) throw new Error(this.#answer());
    return JSON.parse(this.#answer());
  }

  /**
   * The next rows of the render that has begun, from the top.
   * @param {number} count how many, at most those that are left
   * @param {number} width of the result
   * @returns {Uint8ClampedArray | Uint16Array} RGBA, straight sRGB
   * @throws {Error} with the reason
   */
  rows(count, width) {
    const samples = count * width * 4, bytes = samples * this.samples.BYTES_PER_ELEMENT;
    const result = this.wasm.tt_allocate(bytes);
    try {
      if (!this.wasm.tt_rows(count, result, bytes)) throw new Error(this.#answer());
      return new this.samples(this.wasm.memory.buffer, result, samples).slice();
    } finally {
      this.wasm.tt_free(result);
    }
  }

  /**
   * Renders a photo through the open look, all at once; see `begin`.
   * @returns {{width: number, height: number, first: number, count: number, data: Uint8ClampedArray | Uint16Array}}
   */
  render(photo, options) {
    const shape = this.begin(photo, options);
    return { ...shape, data: shape.count ? this.rows(shape.count, shape.width) : new this.samples(0) };
  }

  /** Texts are passed by address and number of bytes, numbers as they are. */
  #call(name, ...values) {
    const memory = values.map((value) => (typeof value === "number" ? null : this.#put(value)));
    try {
      return this.wasm[name](...values.flatMap((value, i) => memory[i] ? [memory[i].start, memory[i].count] : value));
    } finally {
      for (const text of memory) if (text) this.wasm.tt_free(text.start);
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
