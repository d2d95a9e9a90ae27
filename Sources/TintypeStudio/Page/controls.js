// A control for every parameter, by its type. A control says what `--set` would: a text such as `1.3` or `0.5ev`.

import { drag } from "./stage.js";

/** An element of HTML with properties and children. */
export const create = (name, properties = {}, children = []) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};

/** A number as the language writes it, without the noise of binary fractions. */
const written = (number) => String(Number(number.toFixed(6)));

export class Controls {
  /**
   * @param form where they stand
   * @param set called with a name, a text and whether the movement goes on
   * @param place called with the parameter that is a place and the one that says how far it reaches; null for none
   */
  constructor(form, set, place) {
    Object.assign(this, { form, set, place, rows: new Map(), shape: "" });
    form.addEventListener("submit", (event) => event.preventDefault());
  }

  /** Shows parameters; controls that stay keep the focus and the pointer. */
  show(parameters, start) {
    const shape = JSON.stringify(parameters.map(({ numbers, text, ...rest }) => rest));
    if (shape !== this.shape) this.build(parameters, shape);
    for (const parameter of parameters) {
      const row = this.rows.get(parameter.name);
      row.update(parameter);
      const before = start.get(parameter.name) ?? parameter.text;
      row.element.classList.toggle("changed", before !== parameter.text);
    }
    const place = parameters.find((parameter) => parameter.type === "vec2" && isPlace(parameter));
    const lengths = parameters.filter(({ type, unit, range }) => type === "length" && unit === "%" && range);
    const named = (word) => lengths.find(({ name }) => name === word);
    const reach = place && (named("reach") ?? named("size") ?? named("radius"));
    this.place(place ?? null, reach ?? null);
  }

  build(parameters, shape) {
    this.shape = shape;
    this.rows.clear();
    const groups = [...new Set(parameters.map((parameter) => parameter.group ?? ""))];
    this.form.replaceChildren(...groups.map((group) => {
      const rows = parameters.filter((parameter) => (parameter.group ?? "") === group).map((parameter) => {
        const row = this.row(parameter);
        this.rows.set(parameter.name, row);
        return row.element;
      });
      return create("fieldset", {}, [create("legend", { textContent: group, hidden: !group }), ...rows]);
    }));
  }

  /** Scrolls to a group of parameters. */
  reveal(group) {
    const legend = [...this.form.querySelectorAll("legend")].find(({ textContent }) => textContent === group);
    legend?.parentElement.scrollIntoView({ block: "nearest" });
  }

  row(parameter) {
    const id = `p-${parameter.name.replace(/\W/g, "-")}`;
    const { name, label: textContent = name, doc: title = name } = parameter;
    const label = create("label", { htmlFor: id, textContent, title });
    const element = create("div", { className: "parameter" }, [label]);
    const say = (text, goesOn = false) => this.set(parameter.name, text, goesOn);
    const make = {
      bool: truth, choice, rgb: color, rgba: fixed, vec2: pair, seed, curve, text: field, date: field,
      scalar: slider, ev: slider, angle: slider, kelvin: slider, length: slider,
    }[parameter.type] ?? fixed;
    const update = make(element, parameter, id, say);
    return { element, update };
  }
}

/** Texts from one end of a parameter to the other, for a test strip; none for what has no ends. */
export function testValues({ type, slider, step, unit, choices, numbers }) {
  if (type === "bool") return ["false", "true"];
  if (type === "choice") return choices.map((word) => "." + word);
  if (!["scalar", "ev", "angle", "kelvin", "length"].includes(type) || !slider) return [];
  const [low, high] = slider, size = step ?? steps((high - low) / 200);
  const rounded = [...Array(8).keys()].map((i) => low + Math.round((high - low) * (i / 7) / size) * size);
  const values = [...new Set([...rounded, numbers[0]].map(written))].sort((a, b) => a - b);
  return values.map((number) => number + (type === "scalar" ? "" : unit ?? ""));
}

const isPlace = ({ name }) => /^(at|center|place|middle|focus)$/i.test(name.split(".").pop());

/** A range with its number beside the label. */
function slider(element, parameter, id, say) {
  const unit = parameter.type === "scalar" ? "" : parameter.unit ?? "";
  const [low, high] = parameter.slider ?? [];
  const step = parameter.step ?? (low === undefined ? "any" : steps((high - low) / 200));
  const number = create("input", { type: "number", id, step: "any" });
  if (parameter.range) Object.assign(number, { min: parameter.range[0], max: parameter.range[1] });
  const sign = parameter.unit === "deg" ? "°" : parameter.unit ?? "";
  element.append(create("span", { className: "value" }, [number, sign]));
  number.addEventListener("change", () =>
    number.value !== "" && number.checkValidity() ? say(number.value + unit) : number.reportValidity());
  let last = NaN;
  // What is not in effect does not stay.
  number.addEventListener("blur", () => {
    if (number.value === "" || !number.checkValidity()) number.value = written(last);
  });
  const write = (numbers) => {
    [last] = numbers;
    if (document.activeElement !== number) number.value = written(last);
  };
  if (low === undefined || !isFinite(high - low)) return ({ numbers }) => write(numbers);
  const range = create("input", { type: "range", min: low, max: high, step });
  range.setAttribute("aria-label", parameter.label ?? parameter.name);
  const fill = () => range.style.setProperty("--fill", `${((range.value - low) / (high - low)) * 100}%`);
  range.addEventListener("input", () => {
    number.value = written(Number(range.value));
    fill();
    say(number.value + unit, true);
  });
  range.addEventListener("change", () => say(written(Number(range.value)) + unit));
  element.append(range);
  return ({ numbers }) => {
    write(numbers);
    if (!range.matches(":active")) range.value = numbers[0];
    fill();
    range.setAttribute("aria-valuetext", `${written(numbers[0])} ${parameter.unit ?? ""}`.trim());
  };
}

/** A step of 1, 2 or 5 in its decade. */
function steps(size) {
  const decade = 10 ** Math.floor(Math.log10(size));
  return [1, 2, 5, 10].find((n) => n * decade >= size) * decade;
}

function truth(element, parameter, id, say) {
  const box = create("input", { type: "checkbox", id });
  box.setAttribute("role", "switch");
  box.addEventListener("change", () => say(String(box.checked)));
  element.append(box);
  return ({ text }) => { box.checked = text === "true"; };
}

function choice(element, parameter, id, say) {
  if (parameter.choices.length > 3) {
    const select = create("select", { id }, parameter.choices.map((word) => new Option(word)));
    select.addEventListener("change", () => say("." + select.value));
    element.append(select);
    return ({ text }) => { select.value = text.slice(1); };
  }
  const boxes = parameter.choices.map((word, index) => {
    const box = create("input", { type: "radio", name: id, value: word, id: index ? "" : id });
    box.addEventListener("change", () => say("." + word));
    return box;
  });
  const segments = create("div", { className: "segments wide" }, boxes.map((box) =>
    create("label", {}, [box, create("span", { textContent: box.value })])));
  segments.setAttribute("role", "radiogroup");
  segments.setAttribute("aria-label", parameter.label ?? parameter.name);
  element.append(segments);
  return ({ text }) => { for (const box of boxes) box.checked = text === "." + box.value; };
}

function color(element, parameter, id, say) {
  const well = create("input", { type: "color", id }), shown = create("span", { className: "fixed" });
  well.addEventListener("input", () => say(well.value, true));
  well.addEventListener("change", () => say(well.value));
  element.append(well, shown);
  return ({ text }) => {
    const isCode = /^#[0-9a-f]{6}$/i.test(text);
    if (isCode) well.value = text;
    // The well has no such color.
    shown.textContent = isCode ? "" : text;
    well.classList.toggle("unknown", !isCode);
  };
}

/** Two numbers; a place is dragged on the photo as well. */
function pair(element, parameter, id, say) {
  const [low, high] = parameter.slider ?? (isPlace(parameter) ? [0, 1] : [-1, 1]);
  const boxes = ["across", "down"].map((name, index) => {
    const box = create("input", { type: "range", min: low, max: high, step: (high - low) / 200, id: index ? "" : id });
    box.setAttribute("aria-label", `${parameter.label ?? parameter.name}, ${name}`);
    const value = () => `vec2(${boxes.map((box) => written(Number(box.value))).join(", ")})`;
    box.addEventListener("input", () => say(value(), true));
    box.addEventListener("change", () => say(value()));
    return box;
  });
  const shown = create("span", { className: "value" });
  element.append(shown, ...boxes);
  return ({ numbers }) => {
    shown.textContent = numbers.map(written).join(", ");
    boxes.forEach((box, index) => {
      if (!box.matches(":active")) box.value = numbers[index];
      box.style.setProperty("--fill", `${((numbers[index] - low) / (high - low)) * 100}%`);
    });
  };
}

function seed(element, parameter, id, say) {
  const input = create("input", { id, type: "text", size: 8 });
  const dice = create("button", { type: "button", textContent: "Another", title: "Another seed" });
  input.addEventListener("change", () => say(input.value));
  dice.addEventListener("click", () => say(String(Math.floor(Math.random() * 10000))));
  element.append(create("span", { className: "value" }, [input, dice]));
  return ({ text }) => { if (document.activeElement !== input) input.value = text; };
}

function field(element, parameter, id, say) {
  const input = create("input", { id, type: "text", className: "wide" });
  // A text that begins with a quote is taken for one that is quoted.
  const quoted = (text) => `"${text.replace(/["\\]/g, "\\$&")}"`;
  input.addEventListener("change", () => say(input.value.startsWith('"') ? quoted(input.value) : input.value));
  element.append(input);
  const bare = (text) => /^".*"$/s.test(text) ? text.slice(1, -1).replace(/\\(["\\])/g, "$1") : text;
  return ({ text }) => { if (document.activeElement !== input) input.value = bare(text); };
}

/** What is changed in the text alone. */
function fixed(element, parameter) {
  const shown = create("span", { className: "fixed" });
  element.append(shown);
  return ({ text }) => { shown.textContent = text; shown.title = `${text}: change it in the text`; };
}

/** Points of a curve: drag them, click for a new one, press Delete for one less. */
function curve(element, parameter, id, say) {
  const space = "http://www.w3.org/2000/svg";
  const make = (name, attributes) => {
    const node = document.createElementNS(space, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    return node;
  };
  const name = parameter.label ?? parameter.name;
  const svg = make("svg", { viewBox: "-4 -4 108 108", class: "wide", role: "group", "aria-label": name });
  element.append(svg);
  let points = [], corner = [0, 0], size = [1, 1];
  // What was said and has not come back.
  let said = [];
  const key = () => points.flat().map(written).join();
  const tell = (goesOn) => {
    said.push(key());
    say(text(), goesOn);
  };
  /** The square, and as much more as the points need. */
  const fit = () => {
    for (const axis of [0, 1]) {
      const all = points.map((point) => point[axis]);
      corner[axis] = Math.min(0, ...all);
      size[axis] = Math.max(1, ...all) - corner[axis];
    }
  };
  const across = (x) => ((x - corner[0]) / size[0]) * 100, down = (y) => 100 - ((y - corner[1]) / size[1]) * 100;
  const text = () => `curve [${points.map(([x, y]) => `(${written(x)}, ${written(y)})`).join(", ")}]`;
  const clamp = (x, low, high) => Math.min(Math.max(x, low), high);
  const place = (event) => {
    const box = svg.getBoundingClientRect();
    const [u, v] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    return [u * 1.08 - 0.04, 1.04 - v * 1.08].map((part, i) => corner[i] + clamp(part, 0, 1) * size[i]);
  };
  const move = (index, [x, y], goesOn) => {
    const low = index ? points[index - 1][0] + 0.005 : corner[0];
    const high = index < points.length - 1 ? points[index + 1][0] - 0.005 : corner[0] + size[0];
    points[index] = [clamp(x, low, high), y];
    drawPoints();
    tell(goesOn);
  };
  const drawPoints = () => {
    const lines = [25, 50, 75].flatMap((at) => [
      make("line", { x1: at, x2: at, y1: 0, y2: 100 }), make("line", { y1: at, y2: at, x1: 0, x2: 100 }),
    ]);
    const path = make("path", { d: points.map(([x, y], i) => `${i ? "L" : "M"}${across(x)} ${down(y)}`).join("") });
    const dots = points.map(([x, y], index) => {
      const dot = make("circle", {
        cx: across(x), cy: down(y), r: 3.5, tabindex: 0, role: "slider", "aria-label": `Point ${index + 1}`,
        "aria-valuenow": written(y), "aria-valuetext": `${written(x)}, ${written(y)}`,
      });
      dot.addEventListener("keydown", (event) => {
        const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
        const isRemoved = ["Delete", "Backspace"].includes(event.key) && points.length > 2;
        if (step || isRemoved) event.preventDefault();
        if (step) {
          const next = y + step[1] * size[1] * 0.01;
          move(index, [x + step[0] * size[0] * 0.01, clamp(next, corner[1], corner[1] + size[1])], false);
          svg.querySelectorAll("circle")[index].focus();
        }
        if (!isRemoved) return;
        points.splice(index, 1);
        drawPoints();
        tell();
      });
      return dot;
    });
    svg.replaceChildren(...lines, path, ...dots);
  };
  let held = -1;
  drag(svg, (event) => held >= 0 && move(held, place(event), true), (event) => {
    const [x, y] = place(event);
    held = points.findIndex(([a, b]) => Math.hypot((a - x) / size[0], (b - y) / size[1]) < 0.06);
    if (held < 0) {
      held = points.findIndex(([a]) => a > x);
      if (held < 0) held = points.length;
      points.splice(held, 0, [x, y]);
    }
    return true;
  });
  svg.addEventListener("pointerup", () => {
    if (held >= 0) tell();
    held = -1;
  });
  return ({ numbers }) => {
    const came = said.indexOf(numbers.map(written).join());
    // Newer points are on their way.
    if (held >= 0 || came >= 0 && came < said.length - 1) return;
    said = [];
    const focused = [...svg.querySelectorAll("circle")].indexOf(document.activeElement);
    points = numbers.flatMap((x, i) => (i % 2 ? [] : [[x, numbers[i + 1]]]));
    fit();
    drawPoints();
    svg.querySelectorAll("circle")[focused]?.focus();
  };
}
