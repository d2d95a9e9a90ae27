// The recipe's text: colored, checked and completed by the language server's own answers.

const kinds = [
  "keyword", "type", "function", "parameter", "variable", "property", "enumMember", "namespace", "number", "string",
  "comment", "operator",
];

export class Editor {
  /**
   * @param told `changed(text, kind)` of typing, or of a fix; `ask(question, parameters)` is answered as the Language
   *   Server Protocol has it
   */
  constructor(element, problems, told) {
    Object.assign(this, { element, problems, told });
    [this.shown, this.area, this.list, this.meaning] =
      ["pre", "textarea", ".completions", ".meaning"].map((name) => element.querySelector(name));
    this.tokens = new Map();
    this.diagnostics = [];
    this.area.addEventListener("input", () => {
      this.draw();
      told.changed(this.area.value);
      this.complete();
    });
    this.area.addEventListener("scroll", () => {
      this.follow();
      this.tell(null);
    });
    this.area.addEventListener("pointermove", (event) => this.point(event));
    this.area.addEventListener("pointerleave", () => this.tell(null));
    this.area.addEventListener("keydown", (event) => this.key(event));
    this.area.addEventListener("pointerdown", () => this.close());
    this.area.addEventListener("blur", () => {
      this.tell(null);
      setTimeout(() => this.close(), 150);
    });
    this.list.addEventListener("pointerdown", (event) => {
      const item = event.target.closest("li");
      if (!item) return;
      event.preventDefault();
      this.accept([...this.list.children].indexOf(item));
    });
  }

  get text() { return this.area.value; }

  /** Puts a text there that was not typed: the caret stays on its character. */
  set(text) {
    if (text === this.area.value) return;
    const [start, end] = [this.area.selectionStart, this.area.selectionEnd];
    this.close();
    this.area.value = text;
    this.area.setSelectionRange(Math.min(start, text.length), Math.min(end, text.length));
    this.draw();
  }

  /** What the server says of the text that it was asked about. */
  view(text, tokens, diagnostics) {
    if (text !== this.area.value) return;
    const lines = text.split("\n");
    this.tokens = new Map();
    for (let i = 0, line = 0, column = 0; i + 4 < tokens.length; i += 5) {
      line += tokens[i];
      column = tokens[i + 1] + (tokens[i] ? 0 : column);
      const known = this.tokens.get(line) ?? { text: lines[line], spans: [] };
      known.spans.push([column, column + tokens[i + 2], kinds[tokens[i + 3]]]);
      this.tokens.set(line, known);
    }
    this.diagnostics = diagnostics;
    this.draw();
    this.problems.replaceChildren(...diagnostics.map((diagnostic) => {
      const item = document.createElement("li"), button = document.createElement("button");
      const { line, character } = diagnostic.range.start;
      button.type = "button";
      button.className = diagnostic.severity === 1 ? "x-e" : "x-w";
      button.textContent = `${line + 1}:${character + 1} ${diagnostic.message}`;
      button.addEventListener("click", () => this.go(line, character));
      item.append(button, ...(diagnostic.fixes ?? []).map((fix) => this.wayOut(fix)));
      return item;
    }));
  }

  /** A button that makes the edits of a fix. */
  wayOut({ title, edits }) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: title });
    button.className = "way-out";
    button.addEventListener("click", () => {
      const text = edited(this.area.value, edits);
      this.area.focus();
      this.set(text);
      this.told.changed(text, "fix");
    });
    return button;
  }

  go(line, character) {
    const offset = this.area.value.split("\n").slice(0, line).reduce((sum, text) => sum + text.length + 1, character);
    this.area.focus();
    this.area.setSelectionRange(offset, offset);
    this.area.scrollTop = Math.max(0, line * 20 - 100);
  }

  /** A line that was changed since the server saw it stands plain until it is seen again. */
  draw() {
    const lines = this.area.value.split("\n");
    this.shown.replaceChildren(...lines.flatMap((line, number) => {
      const known = this.tokens.get(number);
      const spans = known?.text === line ? known.spans : [];
      const wrong = this.diagnostics.flatMap(({ range: { start, end }, severity }) => {
        if (number < start.line || number > end.line) return [];
        const from = number === start.line ? start.character : 0;
        // Nothing is wide enough to be seen.
        return [[from, number < end.line ? line.length : Math.max(end.character, from + 1), severity]];
      });
      const edges = [...new Set([0, line.length, ...[...spans, ...wrong].flatMap(([a, b]) => [a, b])])]
        .filter((edge) => edge >= 0 && edge <= line.length).sort((a, b) => a - b);
      const out = [];
      for (let i = 0; i + 1 < edges.length; i++) {
        const [start, end] = [edges[i], edges[i + 1]];
        const kind = spans.find(([a, b]) => a <= start && end <= b)?.[2];
        const levels = wrong.filter(([a, b]) => a <= start && end <= b).map(([, , level]) => level);
        const severity = Math.min(...levels, 9);
        const names = [kind && `t-${kind}`, severity < 9 && `x-${severity}`].filter(Boolean).join(" ");
        const text = line.slice(start, end);
        out.push(names ? Object.assign(document.createElement("span"), { className: names, textContent: text }) : text);
      }
      return [...out, "\n"];
    }));
    this.follow();
  }

  follow() { [this.shown.scrollTop, this.shown.scrollLeft] = [this.area.scrollTop, this.area.scrollLeft]; }

  get position() {
    const before = this.area.value.slice(0, this.area.selectionStart).split("\n");
    return { line: before.length - 1, character: before.at(-1).length };
  }

  // Meanings

  /** The meaning of the word under the pointer, once it rests. */
  point({ offsetX, offsetY }) {
    clearTimeout(this.resting);
    this.tell(null);
    this.resting = setTimeout(() => {
      const line = Math.floor((offsetY + this.area.scrollTop - 12) / 20);
      const character = Math.floor((offsetX + this.area.scrollLeft - 12) / this.letterWidth);
      const text = this.area.value.split("\n")[line];
      if (text !== undefined && character >= 0 && character < text.length) this.explain({ line, character });
    }, 350);
  }

  async explain(position) {
    if (!this.meaning) return;
    const wish = (this.asked = {}), text = this.area.value;
    const answer = await this.told.ask("textDocument/hover", { position }).catch(() => null);
    if (wish !== this.asked || text !== this.area.value || !answer) return;
    this.tell(answer.contents.value ?? answer.contents, answer.range?.start ?? position);
  }

  /** Shows a meaning below its word; null for none. */
  tell(text, { line, character } = {}) {
    if (!this.meaning) return;
    clearTimeout(this.resting);
    this.asked = null;
    this.meaning.hidden = text === null;
    if (text === null) return;
    // Fences are for readers of Markdown.
    this.meaning.textContent = text.replace(/^```\w*\n|\n```$/gm, "").replace(/`/g, "").trim();
    const left = 12 + this.letterWidth * character - this.area.scrollLeft;
    const below = 12 + (line + 1) * 20 - this.area.scrollTop;
    const isLow = below + this.meaning.offsetHeight > this.element.clientHeight;
    const room = this.element.clientWidth - this.meaning.offsetWidth - 4;
    this.meaning.style.left = `${Math.max(4, Math.min(left, room))}px`;
    this.meaning.style.top = `${isLow ? Math.max(4, below - 24 - this.meaning.offsetHeight) : below}px`;
  }

  get letterWidth() {
    const probe = document.createElement("canvas").getContext("2d");
    probe.font = getComputedStyle(this.area).font;
    return probe.measureText("0").width;
  }

  // Completion

  /** @param isAsked whether the list is wanted although the word is one already */
  async complete(isAsked = false) {
    const before = this.area.value.slice(0, this.area.selectionStart);
    this.prefix = /[\w-]*$/.exec(before)[0];
    if (!this.prefix && !/[.(|>] ?$/.test(before)) return this.close();
    const text = this.area.value, wish = (this.wish = {});
    const answer = await this.told.ask("textDocument/completion", { position: this.position }).catch(() => null);
    if (wish !== this.wish || text !== this.area.value) return;
    const items = (Array.isArray(answer) ? answer : answer?.items ?? []);
    const start = this.prefix.toLowerCase();
    // Enter is a new line behind a word that is whole.
    if (!isAsked && items.some(({ label }) => label === this.prefix)) return this.close();
    const fits = ({ label, filterText }) =>
      label !== this.prefix && (filterText ?? label).toLowerCase().startsWith(start);
    const order = ({ label, sortText }) => sortText ?? label;
    this.items = items.filter(fits).sort((a, b) => order(a).localeCompare(order(b))).slice(0, 40);
    if (!this.items.length || document.activeElement !== this.area) return this.close();
    this.list.replaceChildren(...this.items.map(({ label, detail }) => {
      const item = document.createElement("li"), about = document.createElement("span");
      item.setAttribute("role", "option");
      item.id = `completion-${label}`;
      about.textContent = detail ?? "";
      item.append(label, about);
      return item;
    }));
    this.list.hidden = false;
    this.choose(0);
    const { line, character } = this.position;
    const left = 12 + this.letterWidth * (character - this.prefix.length) - this.area.scrollLeft;
    const below = 12 + (line + 1) * 20 - this.area.scrollTop;
    const isLow = below + 220 > this.element.clientHeight;
    this.list.style.left = `${Math.max(4, Math.min(left, this.element.clientWidth - 220))}px`;
    this.list.style.top = `${isLow ? Math.max(0, below - 24 - this.list.offsetHeight) : below}px`;
  }

  choose(index) {
    this.chosen = (index + this.items.length) % this.items.length;
    [...this.list.children].forEach((item, i) => item.setAttribute("aria-selected", String(i === this.chosen)));
    this.list.children[this.chosen].scrollIntoView({ block: "nearest" });
    this.area.setAttribute("aria-activedescendant", this.list.children[this.chosen].id);
  }

  close() {
    this.list.hidden = true;
    this.wish = null;
    this.area.removeAttribute("aria-activedescendant");
  }

  accept(index) {
    const item = this.items[index];
    const text = item.textEdit?.newText ?? item.insertText ?? item.label;
    const end = this.area.selectionStart;
    this.area.setRangeText(text, end - this.prefix.length, end, "end");
    this.close();
    this.area.focus();
    this.draw();
    this.told.changed(this.area.value);
  }

  key(event) {
    this.tell(null);
    if (event.key === "i" && event.ctrlKey && this.meaning) {
      event.preventDefault();
      this.close();
      return this.explain(this.position);
    }
    if (this.list.hidden) {
      if (event.key !== " " || !event.ctrlKey) return;
      event.preventDefault();
      return this.complete(true);
    }
    const accept = () => this.accept(this.chosen);
    const keys = {
      ArrowDown: () => this.choose(this.chosen + 1), ArrowUp: () => this.choose(this.chosen - 1), Enter: accept,
      Tab: accept, Escape: () => this.close(),
    };
    // The caret leaves what was to be completed.
    if (["ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown"].includes(event.key)) this.close();
    if (!keys[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    keys[event.key]();
  }
}

/** A text after edits as the Language Server Protocol has them, in any order. */
export function edited(text, edits) {
  const starts = text.split("\n").reduce((list, line) => [...list, list.at(-1) + line.length + 1], [0]);
  const offset = ({ line, character }) => starts[line] + character;
  return [...edits].sort((a, b) => offset(b.range.start) - offset(a.range.start)).reduce((text, { range, newText }) =>
    text.slice(0, offset(range.start)) + newText + text.slice(offset(range.end)), text);
}
