// The recipe's text: colored, checked and completed by the language server's own answers.

const escaped = (text) => text.replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign]);
const kinds = [
  "keyword", "type", "function", "parameter", "variable", "property", "enumMember", "namespace", "number", "string",
  "comment", "operator",
];

export class Editor {
  /** @param told `changed(text)` of typing; `ask(question, parameters)` is answered by the server */
  constructor(element, problems, told) {
    Object.assign(this, { element, problems, told });
    [this.shown, this.area, this.list] = ["pre", "textarea", ".completions"].map((name) => element.querySelector(name));
    this.tokens = new Map();
    this.diagnostics = [];
    this.area.addEventListener("input", () => {
      this.draw();
      told.changed(this.area.value);
      this.complete();
    });
    this.area.addEventListener("scroll", () => this.follow());
    this.area.addEventListener("keydown", (event) => this.key(event));
    this.area.addEventListener("pointerdown", () => this.close());
    this.area.addEventListener("blur", () => setTimeout(() => this.close(), 150));
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
      item.append(button);
      return item;
    }));
  }

  go(line, character) {
    const offset = this.area.value.split("\n").slice(0, line).reduce((sum, text) => sum + text.length + 1, character);
    this.area.focus();
    this.area.setSelectionRange(offset, offset);
    this.area.scrollTop = Math.max(0, line * 20 - 100);
  }

  /** A line that was changed since the server saw it stands plain until it is seen again. */
  draw() {
    this.shown.innerHTML = this.area.value.split("\n").map((line, number) => {
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
      let out = "";
      for (let i = 0; i + 1 < edges.length; i++) {
        const [start, end] = [edges[i], edges[i + 1]];
        const kind = spans.find(([a, b]) => a <= start && end <= b)?.[2];
        const levels = wrong.filter(([a, b]) => a <= start && end <= b).map(([, , level]) => level);
        const severity = Math.min(...levels, 9);
        const names = [kind && `t-${kind}`, severity < 9 && `x-${severity}`].filter(Boolean).join(" ");
        const text = escaped(line.slice(start, end));
        out += names ? `<span class="${names}">${text}</span>` : text;
      }
      return out;
    }).join("\n") + "\n";
    this.follow();
  }

  follow() { [this.shown.scrollTop, this.shown.scrollLeft] = [this.area.scrollTop, this.area.scrollLeft]; }

  get position() {
    const before = this.area.value.slice(0, this.area.selectionStart).split("\n");
    return { line: before.length - 1, character: before.at(-1).length };
  }

  // Completion

  async complete() {
    const before = this.area.value.slice(0, this.area.selectionStart);
    this.prefix = /[\w-]*$/.exec(before)[0];
    if (!this.prefix && !/[.(|>] ?$/.test(before)) return this.close();
    const text = this.area.value, wish = (this.wish = {});
    const answer = await this.told.ask("textDocument/completion", { position: this.position }).catch(() => null);
    if (wish !== this.wish || text !== this.area.value) return;
    const items = (Array.isArray(answer) ? answer : answer?.items ?? []);
    const start = this.prefix.toLowerCase();
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
    const probe = document.createElement("canvas").getContext("2d");
    probe.font = getComputedStyle(this.area).font;
    const left = 12 + probe.measureText("0").width * (character - this.prefix.length) - this.area.scrollLeft;
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
    if (this.list.hidden) {
      if (event.key !== " " || !event.ctrlKey) return;
      event.preventDefault();
      return this.complete();
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
