// The studio: one photo, one text, and everything that follows from them.

import { get, giveUp, post, picture, photo as loadPhoto, tile, upload, thumbnail } from "./server.js";
import { oneAtATime } from "./once.js";
import { Stage, drawHistogram } from "./stage.js";
import { Controls, create, testValues } from "./controls.js";
import { Editor, edited } from "./editor.js";
import { Crop } from "./crop.js";
import { Album } from "./album.js";
import { Camera } from "./camera.js";
import { Filmstrip, reveal } from "./filmstrip.js";
import { Masks } from "./masks.js";
import { Tiles } from "./tiles.js";
import { batch } from "./batch.js";
import { compare } from "./comparing.js";
import { Painter } from "./painter.js";

const element = (id) => document.getElementById(id);
const onClick = (id, act) => element(id).addEventListener("click", act);
const press = (id, isOn) => element(id).setAttribute("aria-pressed", String(isOn));
/** Whether a view is shown. */
const isAt = (view) => element(`tab-${view}`).getAttribute("aria-selected") === "true";
const state = {
  looks: [], photo: null, name: "", text: "", start: "", parameters: [], values: new Map(), framing: null,
  past: [], future: [],
};

// Saying and asking

const board = element("notice");
let speaking;
function notice(text, verb, act) {
  clearTimeout(speaking);
  // What lies behind an open dialog is neither seen nor clicked.
  (document.querySelector("dialog[open]") ?? document.body).append(board);
  board.replaceChildren(text);
  if (verb) {
    const button = create("button", { textContent: verb });
    button.addEventListener("click", () => {
      board.replaceChildren();
      act();
    });
    board.append(button);
  }
  speaking = setTimeout(() => board.replaceChildren(), verb ? 30000 : 5000);
}
const failed = (error) => { if (error?.name !== "AbortError") notice(error?.message ?? String(error)); };

/** Asks; the answer is a text (empty without a field), or null. */
function ask(text, verb, value) {
  const dialog = element("asking"), label = dialog.querySelector("label"), input = dialog.querySelector("input");
  dialog.querySelector("p").textContent = text;
  dialog.querySelector(".primary").textContent = verb;
  label.hidden = value === undefined;
  input.value = value ?? "";
  dialog.returnValue = "cancel";
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () =>
    resolve(dialog.returnValue === "yes" ? input.value : null), { once: true }));
}

// The parts

const stage = new Stage(element("stage"), {
  probe(at) {
    const codes = (values) => values && [...values].map((code) => String(code).padStart(3, " ")).join(" ");
    element("probe").textContent = at ? [codes(at.before), codes(at.after)].filter(Boolean).join("  →  ") : "";
    if (!at || element("steps").hidden) return;
    state.probed = at;
    showSteps();
  },
  place(at, goesOn) {
    if (state.place) set(state.place.name, `vec2(${at.map((x) => x.toFixed(3)).join(", ")})`, goesOn);
  },
  shown() { if (crop?.isOpen) crop.fit(); },
  reach(percent, goesOn) {
    const { name, range: [low, high] } = state.reach;
    set(name, `${Math.round(Math.min(Math.max(percent, low), high))}%`, goesOn);
  },
  zoom: (isActual) => !crop.isOpen && state.photo && zoom(isActual),
});
const shownAs = (name, text) => ({ name, text, id: state.photo?.id, version: state.photo?.version });
const result = () => shownAs(state.name, framedText ?? state.text);
const tiles = (layer, result) => new Tiles(stage.find(layer), {
  result: () => JSON.stringify(result()),
  async tile(place) {
    const wanted = result();
    if (!wanted.id || camera.isLive && !camera.frozen) throw new DOMException("There is no photo.", "AbortError");
    return { result: JSON.stringify(wanted), ...await tile({ ...wanted, ...place }) };
  },
  came: () => stage.came(),
  // What is wrong with the text stands under it.
  failed: (error) => error.status !== 422 && failed(error),
});
stage.tiles = tiles(".tiles", result);
const original = 'tintype 1\nlook "o" { working display }\noutput source';
stage.originals = tiles(".originals", () => shownAs("o", original));
const controls = new Controls(element("parameters"), set, (place, reach) => {
  Object.assign(state, { place, reach });
  stage.showPlace(crop?.isOpen ? null : place?.numbers, reach?.numbers[0]);
});
const editor = new Editor(element("editor"), element("problems"), {
  changed: (text) => change(text, "typing"),
  ask: async (question, parameters) =>
    (await post("ask", { name: state.name, text: state.text, question, parameters })).answer,
});
const crop = new Crop(stage, document.querySelector(".croptools"), {
  async preview(framing) {
    framed = framing;
    await reframe();
  },
  async done(framing) {
    framed = framedText = null;
    press("crop", false);
    const { name, text } = state;
    try {
      const edited = await post("frame", { name, text, framing });
      if (name !== state.name || text !== state.text) return;
      if (edited.text === text) refresh(); else change(edited.text, "crop");
    } catch (error) {
      failed(error);
      refresh();
    }
  },
  cancelled() {
    framed = framedText = null;
    press("crop", false);
    refresh();
  },
});
const album = new Album({
  open(photo) {
    view("develop");
    begin(photo);
  },
  again, notice, ask,
});
const filmstrip = new Filmstrip(element("reel"), {
  open: begin,
  selected() {
    const count = filmstrip.selection.size;
    element("selected").textContent = count ? `${count} selected` : "";
    element("save").textContent = count > 1 ? `Save ${count} photos` : "Save photo";
  },
});
const masks = new Masks(stage, document.querySelector(".masktools"), {
  add: (mask) => writeMask(mask),
  stroke: (name, stroke) => writeMask({ name, stroke }),
  remove: (name) => writeMask({ name }),
  move(name, values, goesOn, gesture) {
    return put(Object.entries(values).map(([key, value]) => [name + key, value]), goesOn, gesture);
  },
  numbers: (wanted) => state.parameters.find(({ name }) => name === wanted)?.numbers,
  chosen: (title) => controls.reveal(title),
  closed() {
    framed = framedText = null;
    press("masks", false);
    refresh();
  },
});
const painter = new Painter(() => post("passes", { name: state.name, text: state.text, photo: state.photo?.id }),
  (error) => camera.isLive && notice(error.message));

const camera = new Camera(stage, painter, {
  live(count) {
    const now = performance.now();
    state.frames = [...(state.frames ?? []).filter((time) => now - time < 1000), now];
    if (count % 15 === 0) {
      drawHistogram(element("histogram"), stage.histogram());
      const { width, height } = stage.after;
      element("facts").textContent = `${width} × ${height}  ${state.frames.length} frames a second`;
    }
    if (count === 10 && !state.photo) sampleCamera();
  },
  refused(text) {
    if (camera.isLive) return notice(text);
    element("why").textContent = text;
    stage.clear("no-camera");
  },
  async captured(photo) {
    state.before = state.photo;
    tool("shot");
    await openPhoto(photo);
  },
});

/** Thumbnails of what the camera sees, while there is no photo. */
async function sampleCamera() {
  try {
    state.sample = await upload(await camera.sample(), "camera.jpg");
    fillStrip();
  } catch (error) { failed(error); }
}

// The text, and all that follows from it

/**
 * Takes a new text. Changes of one kind that follow each other quickly are one step of undo.
 *
 * @param parameters those of a text that a control wrote: the server looks at the text once the control rests
 */
function change(text, kind, parameters) {
  if (text === state.text) return;
  const now = performance.now();
  // A handle that is held goes on however long it rests.
  const goesOn = kind && state.kind === kind && (kind.startsWith("drag") || now - state.changed < 1000);
  if (!goesOn) state.past.push({ name: state.name, text: state.text, start: state.start });
  if (state.past.length > 500) state.past.shift();
  Object.assign(state, { text, kind, changed: now, future: [] });
  remember();
  refresh(parameters);
}

function step(from, to) {
  const other = from.pop();
  if (!other) return;
  leave(other.name === state.name);
  to.push({ name: state.name, text: state.text, start: state.start });
  Object.assign(state, other, { kind: null });
  remember();
  titles();
  refresh();
}

// The text of each photo is kept by the server, with what can be undone.

let keeping = null;
/** The texts that could not be stored, by the numbers of their photos. */
const unkept = new Map();
/** The versions of the stored texts that are known here, by the numbers of their photos; "" is none. */
const versions = new Map();
function remember() {
  // Without a photo, or in front of the camera, there is nothing to keep it for.
  if (!state.photo || camera.isLive) return;
  clearTimeout(keeping);
  keeping = setTimeout(putAway, 500);
}

/** The last steps that fit into a message. */
function recent(steps) {
  let size = 0;
  const first = steps.findLastIndex(({ text }) => (size += text.length) > 5e5);
  return steps.slice(first + 1);
}

// One after the other, since each is of the version that the one before made.
let storing = Promise.resolve();
const putAway = () => (storing = storing.then(store));
async function store() {
  if (keeping === null) return;
  clearTimeout(keeping);
  keeping = null;
  const { photo, name, text, start } = state;
  if (!photo) return;
  const kept = { name, text, start, past: recent(state.past), future: recent(state.future) };
  unkept.set(photo.id, kept);
  try {
    const message = { id: photo.id, was: versions.get(photo.id), ...kept };
    // Browsers send small messages even if the page goes.
    const keepalive = JSON.stringify(message).length < 20_000;
    photo.edited = (await post("working", message, { keepalive })).edited;
    versions.set(photo.id, photo.edited ?? "");
    if (unkept.get(photo.id) === kept) unkept.delete(photo.id);
    if (photo.edited) filmstrip.update(photo);
  } catch (error) {
    if (error.status !== 409 || photo !== state.photo) return failed(error);
    // What is done from here on replaces the other text.
    versions.delete(photo.id);
    notice(error.message, "Show that text", () => {
      unkept.delete(photo.id);
      begin(photo);
    });
  }
}

/** How often another text came that no control wrote. */
let departures = 0;
/** Before another text comes: what was begun on this one is over, but for the masks of the same recipe. */
function leave(keepsMasks = false) {
  departures++;
  wishes.clear();
  state.isDrawn = false;
  if (crop.isOpen) crop.close();
  if (!keepsMasks) masks.close();
  framed = framedText = null;
  press("crop", false);
}

let rest;
function refresh(parameters) {
  editor.set(state.text);
  element("undo").disabled = !state.past.length;
  element("redo").disabled = !state.future.length;
  if (!state.isDrawn) painter.age();
  clearTimeout(rest);
  if (parameters) show(parameters);
  if (parameters && state.isMoving) {
    rest = setTimeout(() => {
      look();
      loadPasses();
    }, 300);
  } else {
    state.isMoving = false;
    look();
  }
  if (masks.isOpen) unframe(); else render();
}

/** What is wrong with the text, its colors, its parameters. */
const look = oneAtATime(async () => {
  const { name, text } = state;
  if (!name) return;
  try {
    const seen = await post("recipe", { name, text, photo: state.photo?.id, ...form() });
    if (text !== state.text) return;
    editor.view(text, seen.tokens, seen.diagnostics);
    element("command").textContent = seen.command ?? "";
    if (!seen.parameters) {
      // Those of another text would pass for its own.
      if (state.seen !== `${name} ${state.photo?.id}`) {
        Object.assign(state, { framing: null, variants: [], parameters: [] });
        controls.show([], new Map());
        showVariants();
      }
      return;
    }
    Object.assign(state, { framing: seen.framing, variants: seen.variants, seen: `${name} ${state.photo?.id}` });
    show(seen.parameters);
    showVariants();
    masks.show(seen.masks);
  } catch (error) { failed(error); }
});

function show(parameters) {
  // What was moved since is ahead of the text; the answer to that comes.
  if (wishes.size) return;
  state.parameters = parameters;
  if (state.text === state.start) state.values = new Map(parameters.map(({ name, text }) => [name, text]));
  controls.show(parameters, state.values);
  masks.settled();
}

/** The picture that belongs to the text. One is asked for at a time, so none waits in a queue. */
const render = oneAtATime(async () => {
  const { name, photo } = state, text = framedText ?? state.text;
  if (camera.isLive && !camera.frozen) return painter.reload();
  if (!photo || !name || state.isDrawn) return;
  const edge = stage.edge;
  element("stage").setAttribute("aria-busy", "true");
  try {
    // What is seen at 1:1 comes first; what it lies in follows once the text is at rest.
    await stage.sharpen();
    if (text !== (framedText ?? state.text) || photo !== state.photo) return;
    const start = performance.now();
    const bitmap = await picture("preview", { name, text, id: photo.id, edge });
    // The camera may have been chosen meanwhile, or may say why there is none.
    const isAtCamera = isAt("camera") && !camera.frozen;
    if (photo !== state.photo || isAtCamera) return bitmap.close();
    stage.show(bitmap, Math.min(edge, Math.max(photo.width, photo.height)));
    state.shown = photo;
    if (photo.version !== bitmap.version) renew(photo, bitmap.version);
    count();
    const time = Math.round(performance.now() - start);
    element("facts").textContent = `${photo.name}  ${photo.width} × ${photo.height}  ${time} ms`;
    state.shownEdge = edge;
    // Edits would wait for them.
    if (!state.isMoving) loadPasses();
    if (!element("steps").hidden) showSteps();
    // Now it is known how much of the photo the look shows.
    if (edge < Math.max(photo.width, photo.height) && stage.edge > edge) render();
  } catch (error) {
    // What is wrong with the text stands under it.
    if (error.status !== 422 || element("pane").hidden) failed(error);
    // The picture of another photo would pass for this one.
    if (photo === state.photo && photo !== state.shown) {
      element("lost-why").textContent = error.message;
      element("facts").textContent = photo.name;
      stage.clear("lost");
    }
  } finally { element("stage").removeAttribute("aria-busy"); }
});

/** The look for drawing here, once it is at rest. */
function loadPasses() {
  if (painter.isStale && state.photo && !framedText && painter.serves(stage.before)) painter.reload();
}

/** The histogram, after the picture is on the screen. */
let counting;
function count() {
  cancelAnimationFrame(counting);
  counting = requestAnimationFrame(() => setTimeout(() => drawHistogram(element("histogram"), stage.histogram())));
}

/** A control was moved: the text is edited, and everything follows. A wish stays until the text has it. */
const wishes = new Map();
function set(name, value, goesOn) {
  state.moved = name;
  return put([[name, value]], goesOn);
}

/** @param gesture the number of the drag that all of this belongs to, which is one step of undo */
async function put(values, goesOn, gesture) {
  for (const [name, value] of values) wishes.set(name, value);
  Object.assign(state, { isMoving: goesOn, gesture });
  // While it moves, the picture is drawn here, where that is quicker than the renderer.
  const wasDrawn = state.isDrawn;
  state.isDrawn = goesOn && values.every(([name, value]) => follow(name, value));
  await edit();
  if (wasDrawn && !state.isDrawn) render();
}
function follow(name, value) {
  if (camera.isLive && !camera.frozen) return painter.nudge(name, value) && false;
  const canFollow = state.photo && !stage.actual && !crop.isOpen && !masks.isOpen && !painter.isStale;
  if (!canFollow || !painter.nudge(name, value)) return false;
  const drawn = painter.follow(stage.before);
  if (drawn) stage.show(drawn);
  return Boolean(drawn);
}
const edit = oneAtATime(async () => {
  const sent = [...wishes];
  if (!sent.length) return;
  const kind = state.gesture ? `drag ${state.gesture}` : `set ${[...wishes.keys()].join()}`;
  const { name, text, photo } = state, departure = departures;
  // What was moved again meanwhile stays wanted.
  const answered = () => sent.forEach(([one, value]) => wishes.get(one) === value && wishes.delete(one));
  try {
    const set = sent.map(([one, value]) => `${one}=${value}`);
    const edited = await post("edit", { name, text, set });
    // What was undone is not done again, and the next photo may have the same text.
    if (departure !== departures) return;
    if (name !== state.name || photo !== state.photo) return answered();
    // The text was changed meanwhile: once more.
    if (text !== state.text) return void edit();
    answered();
    change(edited.text, kind, edited.parameters);
    if (!wishes.size) masks.settled();
  } catch (error) {
    if (departure === departures) answered();
    failed(error);
    // The control shows what the text has.
    show(state.parameters);
    look();
  }
});

/** What each step of the look makes of the color that was under the pointer last. */
const showSteps = oneAtATime(async () => {
  const { probed, photo, name, text } = state, list = element("steps");
  if (!photo || camera.isLive) return list.replaceChildren("Open a photo.");
  if (!probed?.before) return list.replaceChildren(probed ? "The result has another shape." : "Point at a color.");
  const { width, height } = photo;
  const at = [probed.u * width, probed.v * height].map(Math.floor);
  const color = "#" + [...probed.before].map((code) => code.toString(16).padStart(2, "0")).join("");
  try {
    const question = { id: photo.id, name, text, color, at, size: [width, height], edge: stage.edge };
    const { steps } = await post("probe", question);
    list.replaceChildren(...steps.map(({ name, codes, isMask, hasNoise }) => {
      const item = document.createElement("li"), patch = document.createElement("i");
      patch.style.background = `rgb(${codes.slice(0, 3).join(" ")} / ${codes[3] / 255})`;
      const shown = isMask ? `${Math.round(codes[0] / 2.55)} %` : codes.slice(0, codes[3] === 255 ? 3 : 4).join(" ");
      const [title, numbers] = [name, hasNoise ? `${shown} ±` : shown]
        .map((textContent) => create("span", { textContent }));
      if (hasNoise) numbers.title = "Depends on the grain of this pixel";
      item.append(patch, title, numbers);
      return item;
    }));
  } catch (error) {
    // What is wrong with the text stands under it.
    if (error.status !== 422) failed(error);
  }
});

// Crop: the whole photo is shown while the handles are moved.

let framed = null, framedText = null;
const reframe = oneAtATime(async () => {
  const { name, text } = state, framing = framed;
  if (!framing) return;
  try {
    const edited = await post("frame", { name, text, framing });
    if (!framed || name !== state.name || text !== state.text) return;
    framedText = edited.text;
    render();
  } catch (error) {
    crop.close();
    framed = framedText = null;
    failed(error);
  }
});

/** The whole photo, while masks are made. */
const unframe = () => {
  framed = {};
  return reframe();
};

async function toggleMasks() {
  if (masks.isOpen) return masks.close();
  if (!state.photo || camera.isLive) return;
  if (crop.isOpen) await crop.finish();
  zoom(false);
  stage.showPlace(null);
  await unframe();
  if (!framed) return;
  if (stage.before.width && !await until(() => stage.isAligned)) {
    framed = framedText = null;
    render();
    return notice("This look changes the shape of the photo: its masks are written in the text.");
  }
  press("masks", true);
  masks.open();
}

/** Whether something becomes so within two seconds. */
async function until(condition) {
  for (let i = 0; i < 40 && !condition(); i++) await new Promise((resolve) => setTimeout(resolve, 50));
  return condition();
}

/** A mask in the text, a stroke more of a brush, or a mask less; the answer is its name. */
async function writeMask(mask) {
  const { name, text, photo } = state;
  try {
    const made = await post("mask", { name, text, mask });
    if (name !== state.name || photo !== state.photo) return;
    // A control may have changed the text meanwhile.
    if (text !== state.text) return writeMask(mask);
    change(made.text, null);
    return made.name;
  } catch (error) { failed(error); }
}

function toggleCrop() {
  if (!state.photo) return;
  if (masks.isOpen) masks.close();
  if (crop.isOpen) return crop.finish();
  zoom(false);
  stage.showPlace(null);
  press("crop", true);
  crop.begin(state.framing ?? {});
}

// Looks

let choices = 0;
async function choose(name) {
  const choice = ++choices;
  try {
    const { text } = await get("look", { name }), { framing } = state;
    // The crop and the turn are the photo's.
    const isFramed = framing && (framing.crop || framing.turn || framing.mirrored || framing.angle);
    const framed = isFramed && await post("frame", { name, text, framing }).catch(() => null);
    if (choice === choices) adopt({ name, text: framed?.text ?? text });
  } catch (error) { failed(error); }
}

function titles() {
  const entry = state.looks.find((look) => look.name === state.name);
  const title = entry?.title ?? state.name.split("/").pop();
  element("look-name").textContent = title;
  element("recipe-name").textContent = `${title}.tint`;
  element("about").textContent = entry?.about ?? "";
  for (const button of document.querySelectorAll("#strip button")) {
    const isCurrent = button.dataset.name === state.name;
    if (!isCurrent) button.removeAttribute("aria-current");
    else {
      button.setAttribute("aria-current", "true");
      reveal(button, element("strip"));
    }
  }
}

/** A choice of the variants that the recipe declares: their values go into the text. */
function showVariants() {
  const list = element("variant"), variants = state.variants ?? [];
  list.hidden = !variants.length;
  list.replaceChildren(...["Variant", ...variants.map(({ name }) => name)].map((name) => new Option(name)));
}

/** A look's button, with the photo through it. */
function lookButton({ name, title, about }, edge, chosen) {
  const button = create("button", { title: about ?? title, type: "button" });
  button.dataset.name = name;
  const image = create("img", { alt: "", loading: "lazy", decoding: "async" });
  const photo = state.photo ?? state.sample;
  if (photo) image.src = thumbnail({ look: name, id: photo.id, edge, version: photo.version });
  button.append(image, create("span", { textContent: title }));
  button.addEventListener("click", chosen);
  return button;
}

function fillStrip() {
  const strip = element("strip");
  giveUp(strip);
  strip.replaceChildren();
  let group = null;
  for (const entry of state.looks) {
    if (entry.group !== group && entry.group) {
      strip.append(create("h3", { textContent: entry.group }));
    }
    group = entry.group;
    strip.append(lookButton(entry, 240, () => choose(entry.name)));
  }
  titles();
}

// Many pictures at once: all looks, or one parameter from end to end

function sheet() {
  if (!state.photo) return;
  const dialog = element("sheet");
  dialog.querySelector("h2").textContent = "Looks";
  element("sheet-parameter").hidden = true;
  element("sheet-grid").replaceChildren(...state.looks.map((entry) => lookButton(entry, 480, () => {
    dialog.close();
    choose(entry.name);
  })));
  dialog.showModal();
}

/** A test strip: the photo at several values of one parameter. */
function testStrip() {
  const stepped = state.parameters.filter((parameter) => testValues(parameter).length);
  if (!state.photo || !stepped.length) return;
  const dialog = element("sheet"), list = element("sheet-parameter");
  dialog.querySelector("h2").textContent = "Test strip";
  list.hidden = false;
  list.replaceChildren(...stepped.map(({ name, label }) => new Option(label ?? name, name)));
  if (stepped.some(({ name }) => name === state.moved)) list.value = state.moved;
  list.onchange = () => fillTestStrip(stepped.find(({ name }) => name === list.value));
  list.onchange();
  dialog.showModal();
}

async function fillTestStrip(parameter) {
  const { name, text, photo } = state, dialog = element("sheet");
  const frames = testValues(parameter).map((value) => {
    const canvas = document.createElement("canvas"), button = document.createElement("button");
    button.type = "button";
    button.toggleAttribute("aria-current", value === parameter.text);
    button.append(canvas, create("span", { textContent: value }));
    button.addEventListener("click", () => {
      dialog.close();
      set(parameter.name, value, false);
    });
    return { value, canvas, button };
  });
  element("sheet-grid").replaceChildren(...frames.map(({ button }) => button));
  try {
    for (const { value, canvas, button } of frames) {
      const edited = await post("edit", { name, text, set: [`${parameter.name}=${value}`] });
      const bitmap = await picture("preview", { name, text: edited.text, id: photo.id, edge: 512 });
      if (!button.isConnected) return;
      Object.assign(canvas, { width: bitmap.width, height: bitmap.height });
      canvas.getContext("2d").drawImage(bitmap, 0, 0);
      bitmap.close();
    }
  } catch (error) { failed(error); }
}

// Photos

async function openPhoto(photo) {
  state.photo = photo;
  element("sheet-grid").style.setProperty("--shape", Math.min(Math.max(photo.width / photo.height, 0.66), 2));
  element("save").disabled = false;
  document.title = `${photo.name} · Tintype`;
  stage.before.width = 0;
  fillStrip();
  refresh();
  try {
    const bitmap = await loadPhoto({ id: photo.id, edge: 1280, version: photo.version });
    if (photo === state.photo) stage.original(bitmap);
  } catch (error) { failed(error); }
}

/** The file of the open photo is another one by now. */
async function renew(photo, version) {
  photo.version = version;
  try { Object.assign(photo, await get("details", { id: photo.id })); } catch (error) { failed(error); }
  filmstrip.update(photo);
  if (photo === state.photo) openPhoto(photo);
}

let openings = 0;
/**
 * Opens a photo that somebody chose, with its own text. One that was not edited is shown through the look at hand,
 * without the masks and the crop of the photo before; what lies beside it is offered.
 *
 * @param keepsLook whether the look stays, whatever text the photo has
 */
async function begin(photo, keepsLook = false) {
  const opening = ++openings;
  await putAway();
  let own = null;
  try { own = await post("open", { id: photo.id }); } catch (error) { failed(error); }
  versions.set(photo.id, own?.edited ?? "");
  if (own?.edited) photo.edited = own.edited;
  // Another file may have its name by now; the strip knows little more than the names.
  const isOther = own && own.photo.version !== photo.version;
  Object.assign(photo, own?.photo);
  if (isOther) filmstrip.update(photo);
  own = unkept.get(photo.id) ?? own;
  const hasOwn = own?.text && !keepsLook, isNext = state.photo && state.photo.id !== photo.id;
  let text, plain;
  // What a control changes meanwhile is still of the photo before.
  do {
    await edit();
    await putAway();
    ({ text } = state);
    plain = !hasOwn && isNext && await post("plain", { name: state.name, text }).catch(failed);
  } while (wishes.size || keeping !== null || text !== state.text);
  if (opening !== openings) return;
  if (hasOwn) {
    leave();
    const { name, text, start = text, past = [], future = [] } = own;
    Object.assign(state, { name, text, start, past, future, kind: null, values: new Map() });
    titles();
  } else {
    if (isNext) {
      leave();
      Object.assign(state, { ...plain, past: [], future: [], kind: null });
    }
    if (photo.isSettled) notice(`${photo.name}.tint lies beside this photo.`, "Use it", () => settle(photo));
  }
  filmstrip.show(photo.id);
  await openPhoto(photo);
}

// A look for several photos

/** The text of a photo that is not open: its own, what lies beside it, or else a look. */
async function textOf({ id, isSettled }, look) {
  const own = await get("working", { id });
  if (own?.text) return own;
  return isSettled ? post("settled", { id, ...look }) : look;
}

function copyLook() {
  const { name, text, start } = state;
  state.copied = { name, text, start, title: element("look-name").textContent };
  element("paste-look").disabled = false;
  notice(`Copied the look of ${state.photo?.name ?? "this text"}.`);
}

/** Gives the copied look to the chosen photos; each keeps its own crop. */
async function pasteLook() {
  const { copied } = state, { id } = state.photo ?? {};
  if (!copied) return notice("Copy a look first.");
  await putAway();
  const photos = filmstrip.chosen.length ? filmstrip.chosen : [state.photo].filter(Boolean);
  try {
    const others = photos.filter((photo) => photo.id !== id);
    if (others.length) {
      const answer = await post("paste", { ...copied, ids: others.map((photo) => photo.id) });
      for (const photo of answer.photos) filmstrip.update(photo);
    }
    if (others.length < photos.length) {
      const { name, text, start } = copied;
      const framed = await post("frame", { name, text, framing: state.framing ?? {} }).catch(() => copied);
      adopt({ name, text: framed.text, start });
    }
    notice(`${copied.title} is the look of ${photos.length} ${photos.length === 1 ? "photo" : "photos"}.`);
  } catch (error) { failed(error); }
}

/** Renders the chosen photos, each through its own text. */
async function saveAll(photos, form) {
  await putAway();
  const { name, text } = state, here = { name, text };
  const plain = { ...here, ...await post("plain", here).catch(failed) };
  let last;
  const done = await batch("Save", photos, async (photo) => {
    const { name, text } = photo.id === state.photo?.id ? here : await textOf(photo, plain);
    last = (await post("save", { id: photo.id, name, text, ...form })).photo;
  });
  relist();
  notice(`Saved ${done} ${done === 1 ? "photo" : "photos"}.`, last && "Show", last && (() => view("album")));
}

/** The copied look, or the look as it was, beside the text as it is. */
async function sideBySide() {
  const { name, text, start, photo, copied } = state;
  if (!photo) return;
  const title = element("look-name").textContent;
  const other = copied ?? { name, text: start, start, title: `${title} as it was` };
  const chosen = await compare(photo, [other, { name, text, start, title: `${title}, now` }]);
  if (chosen && (chosen.name !== state.name || chosen.text !== state.text)) adopt(chosen);
}

async function settle(photo) {
  const { name, text } = state;
  try {
    const settled = await post("settled", { id: photo.id, name, text });
    if (photo !== state.photo || name !== state.name || text !== state.text) return;
    if (settled.name === name) change(settled.text, null); else adopt(settled);
    if (settled.notes.length) notice(settled.notes.join(" "));
  } catch (error) { failed(error); }
}

/** Takes another recipe. */
function adopt({ name, text, start = text }) {
  leave();
  if (state.name) state.past.push({ name: state.name, text: state.text, start: state.start });
  Object.assign(state, { name, text, start, future: [], kind: null, values: new Map() });
  remember();
  titles();
  refresh();
}

/** Opens what a result was made from, with the look and the values that made it. */
async function again(result) {
  const choice = ++choices;
  try {
    const made = await post("again", { id: result.id });
    if (choice !== choices) return;
    view("develop");
    if (made.photo) await begin(made.photo);
    adopt(made);
    if (!made.photo) notice("The look is here with its values. Its original is not in this folder: open it.");
  } catch (error) { failed(error); }
}

async function take(file) {
  if (!file) return;
  try { await begin(await upload(file, file.name)); } catch (error) { failed(error); }
}

async function save() {
  if (crop.isOpen) await crop.finish();
  masks.close();
  const dialog = element("saving"), photos = filmstrip.chosen;
  const title = photos.length > 1 ? `Save ${photos.length} photos` : "Save photo";
  element("saving-title").textContent = title;
  element("saving-what").textContent = photos.length > 1
    ? "Each is rendered at its full size, with its metadata, through its own text, or else through the one shown here."
    : "Rendered from the original at its full size, with its metadata.";
  dialog.querySelector('[value="beside"]').hidden = photos.length > 1;
  dialog.returnValue = "cancel";
  dialog.showModal();
  await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
  if (dialog.returnValue === "beside") return keepBeside();
  if (dialog.returnValue !== "save") return;
  if (photos.length > 1) await saveAll(photos, form()); else await send(form());
}

/** How a photo is saved; the command that is shown says it, too. */
const form = () => ({
  format: element("format").value || undefined, quality: Number(element("quality").value),
  tags: element("tags").value.split(",").map((tag) => tag.trim()).filter(Boolean),
});
for (const id of ["format", "quality", "tags"]) element(id).addEventListener("change", () => look());

/** Asks once more where something would be replaced. */
async function replacing(send, first = false) {
  try { return await send(first, true); } catch (error) {
    if (error.status !== 409 || (await ask(error.message, "Replace")) === null) throw error;
    return send(true, false);
  }
}

/** Saves the text beside the photo, so that every render of the photo takes it. */
async function keepBeside() {
  try {
    const message = { id: state.photo.id, name: state.name, text: state.text };
    const { name } = await replacing((replace) => post("beside", { ...message, replace }));
    state.kept = message.text;
    notice(`Saved as ${name}: 'tintype render original' takes it for this photo.`);
  } catch (error) { failed(error); }
}

/** Renders the original at its full size into the folder; whether it is there. */
async function send(form) {
  const message = { id: state.photo.id, name: state.name, text: state.text, ...form };
  element("save").disabled = element("shot-save").disabled = true;
  notice("Rendering …");
  try {
    const { photo, notes, command } = await post("save", message);
    state.kept = message.text;
    element("command").textContent = command;
    relist();
    notice([`Saved as ${photo.name}.`, ...notes].join(" "), "Show", async () => {
      view("album");
      await album.show(0);
      album.describe(photo);
    });
    return true;
  } catch (error) { failed(error); } finally { element("save").disabled = element("shot-save").disabled = false; }
}

/** Back to the camera, with or without the photo that was taken. */
async function resume(isSaved) {
  if (isSaved && !(await send({ format: "jpeg", quality: 95 }))) return;
  state.photo = state.before;
  element("save").disabled = !state.photo;
  tool("camera");
  camera.resume();
}

async function keep() {
  const isFile = state.name.includes("/");
  const proposed = `my-${element("look-name").textContent}`.replace(/\s+/g, "-");
  const title = isFile ? state.name : await ask("Save the recipe in the folder of the album, as", "Save", proposed);
  if (!title) return;
  try {
    const { text, start } = state, name = title.replace(/\.tint$/, isFile ? ".tint" : "");
    // A file that is another one than what was read from it was changed by somebody else.
    const answer = await replacing((replace, isFirst) =>
      post("keep", { name, text, replace, was: isFirst && isFile ? start : undefined }), isFile);
    Object.assign(state, { name: answer.name, start: text });
    remember();
    state.looks = (await get("start")).looks;
    fillStrip();
    look();
    notice(`Saved as ${answer.name}.`);
  } catch (error) { failed(error); }
}

// Views and tools

function view(name) {
  if (crop.isOpen) crop.finish();
  masks.close();
  giveUp(element("grid"));
  for (const tab of document.querySelectorAll("[data-view]")) {
    const isOn = tab.dataset.view === name;
    tab.setAttribute("aria-selected", String(isOn));
    tab.tabIndex = isOn ? 0 : -1;
  }
  element("develop").hidden = name === "album";
  element("album").hidden = name !== "album";
  element("develop-tools").hidden = name !== "develop";
  element("save").hidden = name !== "develop";
  tool(name === "camera" && camera.isLive && camera.frozen ? "shot" : name);
  if (name === "camera") {
    zoom(false);
    stage.compare(false);
    press("compare", false);
    if (camera.isLive) return;
    stage.clear("no-camera");
    camera.enter();
    return;
  }
  const wasLive = camera.isLive;
  camera.leave();
  if (name === "develop") relist();
  if (name === "album") album.show(0);
  else if (!state.photo) stage.clear("empty");
  else if (wasLive || stage.frame.hidden) openPhoto(state.photo);
  else stage.layOut();
}

/** The bar below the stage. */
function tool(name) {
  document.querySelector(".cameratools").hidden = name !== "camera";
  document.querySelector(".shottools").hidden = name !== "shot";
}

const toggle = (id, act) => {
  const isOn = element(id).getAttribute("aria-pressed") !== "true";
  press(id, isOn);
  act(isOn);
};
function zoom(isOn) {
  press("zoom", isOn);
  stage.zoom(isOn);
  render();
}

const tools = {
  b: () => toggle("compare", (isOn) => stage.compare(isOn)),
  c: toggleCrop,
  m: toggleMasks,
  d: sideBySide,
  f: () => toggle("photos", (isOn) => {
    showFilmstrip(isOn);
    if (isOn) listPhotos();
  }),
  z: () => zoom(element("zoom").getAttribute("aria-pressed") !== "true"),
  l: () => toggle("loupe", (isOn) => stage.loupe(isOn)),
  g: sheet,
  s: testStrip,
  j: () => toggle("clipping", (isOn) => {
    stage.clipping = isOn;
    stage.mark();
  }),
  p: () => toggle("follow-steps", (isOn) => {
    element("steps").hidden = !isOn;
    if (isOn) showSteps();
  }),
  t: () => toggle("text", (isOn) => {
    element("pane").hidden = !isOn;
    if (!isOn) return;
    editor.draw();
    element("source").focus();
  }),
};
const buttons = {
  b: "compare", c: "crop", m: "masks", d: "side-by-side", z: "zoom", l: "loupe", g: "all-looks", s: "test-strip",
  j: "clipping", p: "follow-steps", f: "photos", t: "text",
};
for (const [key, id] of Object.entries(buttons)) onClick(id, tools[key]);
element("variant").addEventListener("change", ({ target }) => {
  const variant = state.variants[target.selectedIndex - 1];
  for (const setting of variant?.set ?? []) wishes.set(...setting.split(/=(.*)/s));
  edit();
});
onClick("copy-look", copyLook);
onClick("paste-look", pasteLook);
onClick("undo", () => step(state.past, state.future));
onClick("redo", () => step(state.future, state.past));
onClick("reset", () => change(state.start, null));
onClick("save", save);
onClick("shot-save", () => resume(true));
onClick("shot-cancel", () => resume(false));
onClick("try-camera", () => camera.enter());
onClick("keep", keep);
onClick("tidy", async () => {
  const { name, text: before } = state;
  try {
    const parameters = { options: { tabSize: 2, insertSpaces: true } };
    const question = { name, text: before, question: "textDocument/formatting", parameters };
    const edits = (await post("ask", question)).answer ?? [];
    if (name !== state.name || before !== state.text) return;
    const text = edited(before, edits);
    change(text, null);
  } catch (error) { failed(error); }
});
for (const id of ["open", "open-first"]) onClick(id, () => element("file").click());
element("file").addEventListener("change", (event) => {
  take(event.target.files[0]);
  event.target.value = "";
});
onClick("copy", () => navigator.clipboard.writeText(element("command").textContent)
  .then(() => notice("Copied."), () => notice("Select the line and copy it.")));
/** All keys, by the names of their buttons; those of one letter can be switched off. */
function showKeys() {
  const keys = Object.values(buttons).map((id) => element(id).title.match(/^(.*) \((.*)\)$/).slice(1));
  keys.push([element("shutter").title.replace(" (Space)", ""), "Space"], ["Complete, in the text", "Ctrl+Space"]);
  keys.push(["Explain the word, in the text", "Ctrl+I"]);
  keys.push(["Undo, redo", "Ctrl+Z, Ctrl+Shift+Z"], ["Leave the crop as it was", "Escape"]);
  keys.push(["The photo before and after", "←, →"], ["Rate the photo", "0 to 5"], ["Select all photos", "Ctrl+A"]);
  keys.push(["Copy the look, paste it onto the selected photos", "Ctrl+C, Ctrl+V"]);
  document.querySelector("#keys dl").replaceChildren(...keys.flatMap(([title, key]) =>
    [["dt", key], ["dd", title]].map(([name, textContent]) =>
      Object.assign(document.createElement(name), { textContent }))));
  element("keys").showModal();
}
onClick("help", showKeys);
element("letters").checked = localStorage.getItem("tintype-letters") !== "off";
element("letters").addEventListener("change", ({ target }) =>
  localStorage.setItem("tintype-letters", target.checked ? "on" : "off"));
onClick("theme", () => {
  const isLight = document.documentElement.classList.toggle("light");
  localStorage.setItem("tintype-theme", isLight ? "light" : "dark");
  if (stage.after.width) drawHistogram(element("histogram"), stage.histogram());
});
for (const tab of document.querySelectorAll("[data-view]")) {
  tab.addEventListener("click", () => view(tab.dataset.view));
  tab.addEventListener("keydown", (event) => {
    if (!["ArrowLeft", "ArrowRight"].includes(event.key)) return;
    const tabs = [...document.querySelectorAll("[data-view]")];
    const next = tabs[(tabs.indexOf(tab) + (event.key === "ArrowRight" ? 1 : tabs.length - 1)) % tabs.length];
    view(next.dataset.view);
    next.focus();
  });
}
addEventListener("keydown", (event) => {
  const typed = "input:not([type=range]):not([type=checkbox]):not([type=radio]), textarea, select";
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
    // A field has its own past.
    if (document.querySelector("dialog[open]") || event.target.closest(typed) && event.target.id !== "source") return;
    event.preventDefault();
    return event.shiftKey ? step(state.future, state.past) : step(state.past, state.future);
  }
  if (event.key === "Escape" && crop.isOpen) return crop.cancel();
  if (event.key === "Escape" && masks.isOpen) return masks.close();
  if (event.altKey || event.target.closest(typed) || document.querySelector("dialog[open]")) return;
  const isDeveloping = isAt("develop");
  if (event.ctrlKey || event.metaKey) {
    // What is marked on the page is copied by the browser.
    const act = { c: String(getSelection()) ? null : copyLook, v: pasteLook, a: () => filmstrip.selectAll() };
    const chosen = isDeveloping && !event.shiftKey && !element("reel").hidden && act[event.key.toLowerCase()];
    if (!chosen) return;
    event.preventDefault();
    return chosen();
  }
  if (!element("letters").checked) return;
  if (event.key === "?") return showKeys();
  if (element("develop").hidden) return;
  if (isDeveloping && !element("reel").hidden) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by && !event.target.closest("[role=tab], [role=slider], input, .cropping, .spot")) {
      event.preventDefault();
      return filmstrip.step(by);
    }
    if (/^[0-5]$/.test(event.key) && state.photo) return rate(Number(event.key));
  }
  if (isAt("camera")) {
    if (event.key === " " && !event.target.closest("button:not([role=tab]), summary")) {
      event.preventDefault();
      camera.shoot();
    }
    if (event.key !== "t") return;
  }
  const tool = tools[event.key.toLowerCase()];
  if (!tool) return;
  // A tool may put the focus into a field, which would take the letter.
  event.preventDefault();
  tool();
});
for (const name of ["dragover", "dragleave", "drop"]) addEventListener(name, (event) => {
  event.preventDefault();
  element("stage").classList.toggle("dropping", name === "dragover");
  if (name !== "drop") return;
  view("develop");
  take(event.dataTransfer.files[0]);
});
// A slider that is let go where it was taken says nothing.
for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => setTimeout(() => {
  if (!state.isDrawn) return;
  state.isDrawn = false;
  painter.age();
  render();
}));
for (const button of document.querySelectorAll("dialog button[type=button][value]")) {
  button.addEventListener("click", () => button.closest("dialog").close(button.value));
}
addEventListener("beforeunload", (event) => {
  const isKept = state.photo?.edited && keeping === null;
  const isChanged = state.text !== state.start && state.text !== state.kept;
  if (unkept.size || camera.frozen || !isKept && isChanged) event.preventDefault();
});
document.addEventListener("visibilitychange", () => document.hidden && putAway());

function showFilmstrip(isOn) {
  element("reel").hidden = !isOn;
  press("photos", isOn);
  if (isOn) filmstrip.show(filmstrip.current); else filmstrip.deselect();
}

/** Lists the photos of the folder, as the album does. */
const listPhotos = () => filmstrip.list({ ...album.query }).catch(failed);
/** The folder or the filter may be another one; a strip that is not shown is listed when it is. */
const relist = () => element("reel").hidden || listPhotos();

async function rate(rating) {
  const { photo } = state;
  try {
    const marked = await post("mark", { id: photo.id, rating });
    if (photo === state.photo) Object.assign(photo, marked);
    filmstrip.update(marked);
    notice(rating ? "★".repeat(rating) : "No rating");
  } catch (error) { failed(error); }
}
let resized;
addEventListener("resize", () => {
  clearTimeout(resized);
  resized = setTimeout(() => stage.edge > state.shownEdge && render(), 300);
});

// A photo that cannot be read, and a look that needs a picture, show none.
addEventListener("error", ({ target }) => target.matches?.("img") && target.removeAttribute("src"), true);

// Start

const theme = localStorage.getItem("tintype-theme");
const prefersLight = matchMedia("(prefers-color-scheme: light)").matches;
document.documentElement.classList.toggle("light", theme ? theme === "light" : prefersLight);
try {
  const start = await get("start");
  state.looks = start.looks;
  fillStrip();
  if (start.look) await choose(start.look);
  // A reload goes on; a start with looks begins with them.
  const isReload = sessionStorage.getItem("tintype-begun") === location.pathname;
  sessionStorage.setItem("tintype-begun", location.pathname);
  const keepsLook = start.looksAreNamed && !isReload;
  if (start.photo) await begin(start.photo, keepsLook);
  // A large folder takes a while to list, so the photo comes first. Without one it is the newest not made here.
  await listPhotos();
  const newest = !state.photo && (await get("album")).photos.find(({ look, error }) => !look && !error);
  if (newest) await begin(newest, keepsLook);
  if (filmstrip.photos.length > 1 && matchMedia("(min-width: 900px)").matches) showFilmstrip(true);
} catch (error) { failed(error); }
document.documentElement.dataset.ready = "true";
