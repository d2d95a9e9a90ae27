// A studio in one file: the engine runs in this page, and nothing leaves it. One text, one photo, and what follows.

import { Engine, Renderers, moduleOf } from "./engine.js";
import { linkOf, recipeOf } from "./link.js";
import { Stage, drawHistogram } from "./stage.js";
import { Controls } from "./controls.js";
import { Editor } from "./editor.js";
import { Lens, download } from "./lens.js";
import { exifDate, jpegWith, packetOf } from "./exif.js";
import { keptExif, readExif } from "./photo.js";
import { oneAtATime } from "./once.js";
import { drawnScene } from "./scene.js";

const version = "/*VERSION*/";
const element = (id) => document.getElementById(id);
const state = {
  name: "", text: "", start: "", values: new Map(), past: [], future: [], photo: null, wish: 0,
  // What a control that moves has set so far, in the text that was open when it began to; the number of its moves, and
  // of the one that the text has.
  base: null, settings: new Map(), moves: 0, told: 0,
};

// Saying

const board = element("notice");
let speaking;
function notice(text, verb, act) {
  clearTimeout(speaking);
  board.replaceChildren(text);
  if (verb) {
    const button = Object.assign(document.createElement("button"), { textContent: verb });
    button.addEventListener("click", () => {
      board.replaceChildren();
      act();
    });
    board.append(button);
  }
  speaking = setTimeout(() => board.replaceChildren(), verb ? 60000 : 6000);
}
const failed = (error) =>
  notice(error.hasEnded ? `The engine has stopped (${error.message}) and was started again.` : error.message);

// The parts. One worker answers about the text, some render, one draws looks to begin with.

let language, renderers, sampler;
const stage = new Stage(element("stage"), {
  probe(at) {
    const codes = (values) => values && [...values].map((code) => String(code).padStart(3, " ")).join(" ");
    element("probe").textContent = at ? [codes(at.before), codes(at.after)].filter(Boolean).join("  →  ") : "";
  },
  place(at, goesOn) {
    if (state.place) set(state.place.name, `vec2(${at.map((x) => x.toFixed(3)).join(", ")})`, goesOn);
  },
  reach(percent, goesOn) {
    const { name, range: [low, high] } = state.reach;
    set(name, `${Math.round(Math.min(Math.max(percent, low), high))}%`, goesOn);
  },
  shown() {},
  zoom: (isActual) => zoom(isActual),
});
const controls = new Controls(element("parameters"), set, (place, reach) => {
  Object.assign(state, { place, reach });
  stage.showPlace(place?.numbers, reach?.numbers[0]);
});
const questions = { "textDocument/completion": "complete", "textDocument/hover": "hover" };
const editor = new Editor(element("editor"), element("problems"), {
  changed: (text, kind = "typing") => change(text, kind),
  ask: (question, { position }) =>
    language.ask(questions[question], { name: state.name, text: editor.text, position }),
});

// The text, and all that follows from it

/** Takes a new text. Changes of one kind that follow each other quickly are one step of undo. */
function change(text, kind, moved) {
  if (text === state.text) return;
  const now = performance.now();
  const goesOn = kind && state.kind === kind && now - state.changed < 1000;
  if (!goesOn) state.past.push({ name: state.name, text: state.text, start: state.start });
  if (state.past.length > 500) state.past.shift();
  if (!moved) state.base = null;
  Object.assign(state, { text, kind, changed: now, future: [] });
  refresh(moved);
}

function step(from, to) {
  const other = from.pop();
  if (!other) return;
  to.push({ name: state.name, text: state.text, start: state.start });
  Object.assign(state, other, { kind: null, base: null });
  titles();
  refresh();
}

/** Takes another recipe. */
function adopt({ name, text }) {
  if (state.name) state.past.push({ name: state.name, text: state.text, start: state.start });
  Object.assign(state, { name, text, start: text, future: [], kind: null, base: null, values: new Map() });
  titles();
  refresh();
}

const title = (name) => name.replace(/\.tint$/, "");
function titles() {
  element("recipe-name").textContent = `${title(state.name)}.tint`;
  const isListed = [...element("looks").options].some(({ value }) => value === state.name);
  element("looks").value = isListed ? state.name : "";
  for (const button of element("strip").querySelectorAll("button")) {
    const isCurrent = button.dataset.name === state.name;
    button.setAttribute("aria-current", String(isCurrent));
    if (isCurrent) button.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}

/** Takes a look that the page holds. */
async function choose(name) {
  try {
    const text = await language.ask("shippedText", { name });
    if (text !== null) adopt({ name, text });
  } catch (error) { failed(error); }
}

function refresh(moved) {
  editor.set(state.text);
  element("undo").disabled = !state.past.length;
  element("redo").disabled = !state.future.length;
  if (moved) show(moved); else look();
  render();
}

/** What is wrong with the text, its colors, its parameters. */
const look = oneAtATime(async () => {
  const { name, text } = state;
  try {
    const { problems, tokens, controls: found } = await language.ask("look", { name, text });
    if (text !== state.text || name !== state.name) return;
    editor.view(text, tokens, problems.map(({ problem, fixes }) => ({ ...problem, fixes })));
    if (!found) return;
    element("look-name").textContent = found.name;
    element("about").textContent = found.about ?? "";
    state.variants = found.variants;
    showVariants();
    show(found.parameters);
  } catch (error) { failed(error); }
});

function lookButton(name) {
  const button = Object.assign(document.createElement("button"), { type: "button" });
  const title = Object.assign(document.createElement("span"), { textContent: name.replaceAll("-", " ") });
  button.dataset.name = name;
  button.append(document.createElement("canvas"), title);
  button.addEventListener("click", () => choose(name));
  return button;
}

function show(parameters) {
  // What was moved since is ahead of the text; the answer to that comes.
  if (state.base !== null && state.told !== state.moves) return;
  if (state.text === state.start) state.values = new Map(parameters.map(({ name, text }) => [name, text]));
  controls.show(parameters, state.values);
}

function showVariants() {
  const list = element("variant");
  list.hidden = !state.variants.length;
  list.replaceChildren(...["Variant", ...state.variants.map(({ name }) => name)].map((name) => new Option(name)));
}

/** A control was moved: the text is edited, and the picture follows from the text in which the movement began. */
function set(name, value, goesOn) {
  if (!state.base) Object.assign(state, { base: state.text, settings: new Map() });
  state.settings.set(name, value);
  state.isMoving = goesOn;
  state.moves++;
  edit();
}
const edit = oneAtATime(async () => {
  const { name, base, moves } = state;
  if (base === null) return;
  const settings = [...state.settings].map((pair) => pair.join("="));
  try {
    const { text, parameters } = await language.ask("edit", { name, text: base, settings });
    if (base !== state.base || name !== state.name) return;
    state.told = moves;
    change(text, `set ${[...state.settings.keys()].join()}`, parameters);
    // What was moved meanwhile follows in another run.
    if (state.isMoving || moves !== state.moves) return;
    state.base = null;
    look();
    render();
  } catch (error) {
    state.base = null;
    failed(error);
    look();
  }
});

// Pictures

/** The picture that belongs to the text. One is asked for at a time, so none waits in a queue. */
const render = oneAtATime(async () => {
  const { photo, name } = state;
  if (!photo || !name || lens.isOpen) return;
  const edge = stage.edge, text = state.base ?? state.text;
  const settings = state.base ? [...state.settings].map((pair) => pair.join("=")) : [];
  element("stage").setAttribute("aria-busy", "true");
  try {
    const wish = ++state.wish, start = performance.now();
    const message = { name, text, settings, edge, shot: photo.shot, wish };
    const pixels = photo.width * photo.height * (edge ? scaleTo(edge, photo) ** 2 : 1);
    const strips = await renderers.strips("preview", message, pixels);
    if (!strips || photo !== state.photo || lens.isOpen) return;
    const time = performance.now() - start;
    stage.show(await renderers.bitmap(strips));
    drawHistogram(element("histogram"), stage.histogram());
    state.shownEdge = edge;
    state.time = time;
    element("facts").textContent = `${photo.name}  ${photo.width} × ${photo.height}  ${Math.round(time)} ms`;
    document.documentElement.dataset.shown = String(Number(document.documentElement.dataset.shown ?? 0) + 1);
  } catch (error) { failed(error); } finally { element("stage").removeAttribute("aria-busy"); }
});

/** The factor by which a longer side has at most so many pixels. */
const scaleTo = (edge, { width, height }) => Math.min(1, edge / Math.max(width, height));

/** A picture with a longer side of at most so many pixels. */
function reduced(bitmap, edge) {
  const scale = scaleTo(edge, bitmap);
  const [resizeWidth, resizeHeight] = [bitmap.width, bitmap.height]
    .map((side) => Math.max(1, Math.round(side * scale)));
  return createImageBitmap(bitmap, { resizeWidth, resizeHeight, resizeQuality: "high" });
}

/** Takes a photo: a bitmap, and what is known of it. */
async function begin(bitmap, known) {
  const { width, height } = bitmap, before = await reduced(bitmap, 1280);
  state.bitmap?.close();
  state.bitmap = bitmap;
  renderers.age();
  state.photo = { shot: [], ...known, width, height };
  document.title = `${state.photo.name} · Tintype`;
  stage.original(before);
  render().then(sampleAll).catch(failed);
}

// Thumbnails: the photo through each look to begin with, once its button comes into view.

const inView = new IntersectionObserver((entries) => {
  for (const { target } of entries.filter(({ isIntersecting }) => isIntersecting)) {
    inView.unobserve(target);
    sample(target);
  }
}, { root: element("strip"), rootMargin: "0px 200px" });

async function sampleAll() {
  const photo = await reduced(state.bitmap, 240);
  sampler.ask("photo", { photo }, undefined, [photo]).catch(failed);
  inView.disconnect();
  for (const button of element("strip").querySelectorAll("button")) inView.observe(button);
}

async function sample(button) {
  const { photo } = state, canvas = button.querySelector("canvas");
  const made = await sampler.ask("sample", { name: button.dataset.name, shot: photo.shot }).catch(() => null);
  if (photo !== state.photo) return;
  const { width, height } = made?.bitmap ?? { width: 0, height: 0 };
  Object.assign(canvas, { width, height });
  if (!made) return;
  canvas.getContext("2d").drawImage(made.bitmap, 0, 0);
  made.bitmap.close();
}

async function take(file) {
  if (!file) return;
  try {
    if (file.name.endsWith(".tint")) {
      adopt({ name: file.name, text: await file.text() });
      return;
    }
    const bitmap = await createImageBitmap(file, { premultiplyAlpha: "none" }).catch(() => {
      throw new Error("This is no picture that the browser reads.");
    });
    const exif = readExif(new Uint8Array(await file.arrayBuffer()));
    leaveCamera();
    await begin(bitmap, { name: file.name, exif, shot: shotOf(exif) });
  } catch (error) { failed(error); }
}

/** What looks read of a photo, as the engine takes it. */
const shotOf = (exif) =>
  exif ? [...exif.shot, ...(exif.date ? [`date=${exif.date.slice(0, 10).replaceAll(":", "-")}`] : [])] : [];

// Saving

const stem = (name) => name.replace(/\.[^.]*$/, "");

async function sha256(text) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A segment of a JPEG holds no longer text. */
const mostText = 40000;

/** What `tintype why` reads: a shipped look by its name, another recipe by its text, a long one by its hash alone. */
async function packet({ look, text, isShipped, parameters }) {
  return packetOf({
    Version: version, Look: look, RecipeSHA256: await sha256(text),
    ...(isShipped || text.length > mostText ? {} : { Expression: text }), Parameters: parameters,
    // What the photo's seed is, the page does not know.
    Options: "shot=seed%3d0",
  });
}

/** The result at the photo's full size, as a JPEG. */
async function result(progress = () => {}) {
  const { photo, name, text } = state;
  const message = { name, text, edge: 0, shot: photo.shot };
  const strips = await renderers.strips("strip", message, photo.width * photo.height, progress);
  if (!strips) return null;
  const [{ width, height, origin }] = strips, blob = await renderers.jpeg(strips, 0.95);
  const { exif, date } = photo;
  const kept = exif ? keptExif(exif.bytes, { width, height }) : undefined;
  return jpegWith(blob, { date, kept, packet: await packet(origin) });
}

async function save() {
  if (!state.photo || element("save").disabled) return;
  element("save").disabled = true;
  const show = (part) => notice(`Rendering: ${Math.round(part * 100)} %`, "Cancel", () => renderers.cancel());
  show(0);
  try {
    const blob = await result(show);
    if (!blob) return notice("Nothing was saved.");
    const name = `${stem(state.photo.name)}-${title(state.name)}.jpg`;
    download(blob, name);
    notice(`Saved as ${name}.`);
  } catch (error) { failed(error); } finally { element("save").disabled = false; }
}

function keep() {
  const name = `${title(state.name)}.tint`;
  download(new Blob([state.text], { type: "text/plain" }), name);
  state.kept = state.text;
  notice(`Saved as ${name}.`);
}

/** What the look consists of, and what it costs. */
async function explain() {
  const { name, text } = state, dialog = element("explanation");
  try {
    dialog.querySelector("pre").textContent = await language.ask("explain", { name, text });
    dialog.showModal();
  } catch (error) { failed(error); }
}

async function share() {
  try {
    const link = location.href.replace(/#.*/s, "") + await linkOf(state);
    history.replaceState(null, "", link);
    state.kept = state.text;
    await navigator.clipboard.writeText(link).then(
      () => notice("The link is copied: it carries the recipe, and no photo."),
      () => notice("The address of this page now carries the recipe: copy it."));
  } catch (error) { failed(error); }
}

/** The recipe of the address; whether there is one. */
async function follow() {
  try {
    const recipe = await recipeOf(location.hash);
    if (recipe && (recipe.name !== state.name || recipe.text !== state.text)) adopt(recipe);
    return Boolean(recipe);
  } catch {
    notice("The link holds no recipe that can be read.");
    return false;
  }
}

// The camera, frame by frame: a frame that comes while one is rendered is not drawn.

const input = document.createElement("canvas");
const lens = new Lens((why) => {
  leaveCamera();
  notice(why);
});
let isDrawing = false;

async function openCamera(opening = () => lens.open()) {
  try { if (!(await opening())) return; } catch (error) {
    leaveCamera();
    return failed(error);
  }
  element("camera").setAttribute("aria-pressed", "true");
  element("camera-tools").hidden = false;
  element("switch").hidden = lens.devices.length < 2;
  stage.compare(false);
  stage.element.classList.toggle("mirrored", lens.isMirrored);
  lens.follow(async () => {
    if (isDrawing) return;
    isDrawing = true;
    try {
      lens.frame(input, 0, 480);
      const { width, height } = input;
      const { data } = input.getContext("2d").getImageData(0, 0, width, height);
      const frame = { width, height, data, hasAlpha: false }, wish = ++state.wish;
      const message = { name: state.name, text: state.text, frame, wish };
      const made = await renderers.strips("preview", message, width * height);
      if (made && lens.isOpen) stage.show(await renderers.bitmap(made));
    } catch (error) { failed(error); } finally { isDrawing = false; }
  });
}

function leaveCamera() {
  lens.close();
  element("camera").setAttribute("aria-pressed", "false");
  element("camera-tools").hidden = true;
  stage.element.classList.remove("mirrored");
  render();
}

async function shoot() {
  if (!lens.isOpen) return;
  const date = exifDate(), frame = lens.frame(document.createElement("canvas"), 0, Infinity);
  const bitmap = await createImageBitmap(frame);
  stage.blink();
  leaveCamera();
  const day = date.slice(0, 10).replaceAll(":", "-");
  await begin(bitmap, { name: `camera-${date.replace(/\D/g, "")}.jpg`, date, shot: [`date=${day}`] });
}

// Tools

const toggle = (id, act) => {
  const isOn = element(id).getAttribute("aria-pressed") !== "true";
  element(id).setAttribute("aria-pressed", String(isOn));
  act(isOn);
};
function zoom(isOn) {
  element("zoom").setAttribute("aria-pressed", String(isOn));
  stage.zoom(isOn);
  render();
}
const tools = {
  b: ["compare", () => toggle("compare", (isOn) => stage.compare(isOn))],
  z: ["zoom", () => zoom(!stage.actual)],
  j: ["clipping", () => toggle("clipping", (isOn) => {
    stage.clipping = isOn;
    stage.mark();
  })],
  t: ["text", () => toggle("text", (isOn) => {
    element("pane").hidden = !isOn;
    stage.layOut();
  })],
  c: ["camera", () => (lens.isOpen ? leaveCamera() : openCamera())],
  o: ["open", () => element("file").click()],
  s: ["save", save],
  e: ["explain", explain],
};
for (const [id, act] of Object.values(tools)) element(id).addEventListener("click", act);
element("undo").addEventListener("click", () => step(state.past, state.future));
element("redo").addEventListener("click", () => step(state.future, state.past));
element("reset").addEventListener("click", () => change(state.start, null));
element("keep").addEventListener("click", keep);
element("share").addEventListener("click", share);
element("shutter").addEventListener("click", shoot);
element("leave").addEventListener("click", leaveCamera);
element("switch").addEventListener("click", () => openCamera(() => lens.turn()));
element("tidy").addEventListener("click", async () => {
  const { name, text } = state;
  try {
    const { errors, text: tidy } = await language.ask("format", { name, text });
    if (errors) return notice("A text with errors is not formatted.");
    if (text === state.text) change(tidy, null);
  } catch (error) { failed(error); }
});
element("variant").addEventListener("change", ({ target }) => {
  const variant = state.variants[target.selectedIndex - 1];
  for (const setting of variant?.set ?? []) {
    const [name, value] = setting.split(/=(.*)/s);
    set(name, value, false);
  }
  target.selectedIndex = 0;
});
element("looks").addEventListener("change", ({ target }) => choose(target.value));
element("file").addEventListener("change", ({ target }) => {
  take(target.files[0]);
  target.value = "";
});
for (const name of ["dragover", "dragleave", "drop"]) addEventListener(name, (event) => {
  event.preventDefault();
  element("stage").classList.toggle("dropping", name === "dragover");
  if (name === "drop") take(event.dataTransfer.files[0]);
});
addEventListener("paste", ({ clipboardData }) => clipboardData.files.length && take(clipboardData.files[0]));
// A slider that is let go where it was taken says nothing.
for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => setTimeout(() => {
  if (!state.base || !state.isMoving) return;
  state.isMoving = false;
  edit();
}));
addEventListener("keydown", (event) => {
  const typed = "input:not([type=range]):not([type=checkbox]):not([type=radio]), textarea, select";
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
    if (event.target.closest(typed) && event.target.id !== "source") return;
    event.preventDefault();
    return event.shiftKey ? step(state.future, state.past) : step(state.past, state.future);
  }
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest(`${typed}, dialog`)) return;
  if (event.key === "Escape" && lens.isOpen) return leaveCamera();
  if (event.key === " " && lens.isOpen && !event.target.closest("button")) {
    event.preventDefault();
    return shoot();
  }
  const tool = tools[event.key.toLowerCase()];
  if (!tool) return;
  event.preventDefault();
  tool[1]();
});
addEventListener("hashchange", follow);
addEventListener("beforeunload", (event) => {
  if (state.text !== state.start && state.text !== state.kept) event.preventDefault();
});
let resized;
addEventListener("resize", () => {
  clearTimeout(resized);
  resized = setTimeout(() => stage.edge > state.shownEdge && render(), 300);
});

// Start

const prefersLight = matchMedia("(prefers-color-scheme: light)");
const paint = () => document.documentElement.classList.toggle("light", prefersLight.matches);
prefersLight.addEventListener("change", paint);
paint();
// On a phone the picture comes first.
if (matchMedia("(max-width: 820px)").matches) tools.t[1]();
try {
  if (!globalThis.DecompressionStream || !globalThis.OffscreenCanvas) {
    throw new Error("This browser is too old: the page needs Chrome 91, Firefox 113 or Safari 16.4, or a newer one.");
  }
  const module = await moduleOf(element("module").textContent);
  element("module").remove();
  const script = element("worker").textContent;
  const engine = () => new Engine(module, script);
  [language, sampler] = [engine(), engine()];
  renderers = new Renderers(engine, () => createImageBitmap(state.bitmap));
  renderers.restarted = () => state.bitmap && render();
  sampler.restarted = () => state.bitmap && sampleAll();
  const groups = await language.ask("shipped");
  element("looks").replaceChildren(
    Object.assign(new Option("Own recipe", ""), { hidden: true }),
    ...groups.map(({ title, looks }) => {
      const group = Object.assign(document.createElement("optgroup"), { label: title });
      group.append(...looks.map((name) => new Option(name.replaceAll("-", " "), name)));
      return group;
    }));
  element("strip").replaceChildren(...groups.flatMap(({ title, looks }) => [
    Object.assign(document.createElement("h3"), { textContent: title }), ...looks.map(lookButton)]));
  if (!(await follow())) {
    const name = "warm-negative";
    adopt({ name, text: await language.ask("shippedText", { name }) });
  }
  await begin(await createImageBitmap(drawnScene(1440, 960)), { name: "drawn scene.png" });
  element("loading").hidden = true;
} catch (error) {
  element("loading").firstElementChild.textContent = error.message;
}
document.documentElement.dataset.ready = "true";
/** For whoever embeds the page, and for tests. */
globalThis.tintypePage = { state, take, result, language, renderers };
