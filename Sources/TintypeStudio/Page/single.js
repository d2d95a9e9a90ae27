// A camera in one file: these looks, no server, no network.

import { Tintype } from "./tintype.js";
import { Lens, cut, countDown, download } from "./lens.js";
import { exifDate, jpegWith, packetOf } from "./exif.js";

const $ = (id) => document.getElementById(id);
const make = (tag, properties, children = []) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};
const { version, looks } = JSON.parse($("descriptions").textContent);
const lens = new Lens((why) => { show(false); bar(""); $("why").textContent = why; });
const input = document.createElement("canvas");
const kept = new Map();
let host, look, index = 0, photo, count = 0;

let speaking;
function say(text) {
  clearTimeout(speaking);
  $("said").textContent = text;
  speaking = setTimeout(() => ($("said").textContent = ""), 6000);
}

// Looks and sliders

function choose(next) {
  index = next;
  const description = looks[index];
  try {
    host ??= new Tintype($("canvas"), { onRestore: draw });
    look?.dispose();
    look = host.load(description);
    look.set(kept.get(description) ?? {});
  } catch (error) {
    look = null;
    say(error.message);
  }
  [...$("looks").children].forEach((button, i) => button.setAttribute("aria-pressed", String(i === index)));
  $("panel").replaceChildren(
    make("h2", { textContent: description.name }), make("p", { textContent: description.about ?? "" }),
    ...description.parameters.flatMap(control));
  draw();
}

function put(name, lanes) {
  const description = looks[index];
  kept.set(description, { ...kept.get(description), [name]: lanes });
  look?.set({ [name]: lanes });
  draw();
}

const linear = (code) => (code <= 0.04045 ? code / 12.92 : ((code + 0.055) / 1.055) ** 2.4);
const coded = (light) => (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055);
const clamp = (x) => Math.min(Math.max(x, 0), 1);

/** A control for a parameter; none for what has no range. */
function control(parameter) {
  const { name, type, label = name, default: start, inUnit = 1, lane = 0, unit = "", choices } = parameter;
  const value = () => look?.values[name] ?? start;
  if (type === "bool") {
    const box = make("input", { type: "checkbox", checked: value()[0] !== 0 });
    box.addEventListener("change", () => put(name, [Number(box.checked)]));
    return [make("label", {}, [label, box])];
  }
  if (choices) {
    const select = make("select", {}, choices.map((word, i) => make("option", { value: i, textContent: word })));
    select.value = value()[0];
    select.addEventListener("change", () => put(name, [Number(select.value)]));
    return [make("label", {}, [label, select])];
  }
  if (type === "rgb") {
    const [shown, meant] = parameter.space === "display" ? [Number, Number] : [coded, linear];
    const digits = value().map((x) => Math.round(clamp(shown(x)) * 255).toString(16).padStart(2, "0"));
    const well = make("input", { type: "color", value: `#${digits.join("")}` });
    well.addEventListener("input", () =>
      put(name, [1, 3, 5].map((at) => meant(parseInt(well.value.slice(at, at + 2), 16) / 255))));
    return [make("label", {}, [label, well])];
  }
  const range = parameter.slider ?? parameter.range ?? (type === "vec2" ? [0, 1] : null);
  if (!range || !["scalar", "ev", "angle", "kelvin", "length", "vec2"].includes(type)) return [];
  return (type === "vec2" ? [0, 1] : [lane]).map((at) => {
    const shown = make("output", {});
    const slider = make("input", { type: "range", min: range[0], max: range[1], step: parameter.step ?? "any" });
    const write = () => (shown.textContent = `${Number((value()[at] * inUnit).toFixed(3))}${unit}`);
    slider.value = value()[at];
    slider.addEventListener("input", () => {
      put(name, value().map((x, i) => (i === at ? Number(slider.value) : x)));
      write();
    });
    write();
    return make("label", {}, [type === "vec2" ? `${label}, ${at ? "down" : "across"}` : label, shown, slider]);
  });
}

// Pictures

function show(isThere) {
  $("canvas").hidden = !isThere;
  $("empty").hidden = isThere;
  $("stage").classList.toggle("mirrored", lens.isMirrored && !photo);
}

function bar(name) { for (const one of ["live", "shot"]) $(one).hidden = one !== name; }

function draw(most = photo ? 2048 : 1280) {
  if (!look || typeof most !== "number") return;
  try {
    if (photo) host.photo(cut(photo, photo.width, photo.height, input, 0, most));
    else if (lens.video.videoWidth) host.photo(lens.frame(input, Number($("ratio").value), most));
    else return;
    look.render({ frame: photo ? 0 : count });
    show(true);
  } catch (error) { say(error.message); }
}

async function start(opening) {
  photo = null;
  try { if (!(await opening())) return; } catch (error) {
    $("why").textContent = error.message;
    bar("");
    return show(false);
  }
  $("switch").hidden = lens.devices.length < 2;
  bar("live");
  lens.follow((frame) => {
    count = frame;
    if (!photo) draw();
  });
}

async function open(file) {
  if (!file) return;
  try {
    const bytes = new Uint8Array(await file.slice(0, 1 << 16).arrayBuffer());
    photo = await createImageBitmap(file, { premultiplyAlpha: "none" });
    // The first date of EXIF, wherever it stands in it.
    photo.date = /\d{4}:\d\d:\d\d \d\d:\d\d:\d\d/.exec(String.fromCharCode(...bytes))?.[0];
    lens.close();
    bar("shot");
    draw();
  } catch { say("This is no picture that the browser reads."); }
}

async function shoot() {
  if (!lens.isOpen || photo) return;
  const seconds = Number($("timer").value);
  if (!(await countDown(seconds, (text) => ($("count").textContent = text), () => lens.isOpen && !photo))) return;
  photo = await createImageBitmap(lens.frame(document.createElement("canvas"), Number($("ratio").value), Infinity));
  photo.date = exifDate();
  $("canvas").classList.remove("blink");
  void $("canvas").offsetWidth;
  $("canvas").classList.add("blink");
  bar("shot");
  draw();
}

function back() {
  photo = null;
  if (lens.isOpen) return bar("live");
  bar("");
  show(false);
}

// Saving: a JPEG with date and note

/** What `tintype why` reads. */
function note(description) {
  const short = (number) => String(Number(number.toPrecision(7)));
  const open = description.parameters.map(({ name, type, choices, inUnit = 1, lane = 0, unit = "" }) => {
    const lanes = look.values[name];
    if (type === "bool") return `${name}=${lanes[0] !== 0}`;
    if (choices) return `${name}=.${choices[lanes[0]]}`;
    if (["ev", "angle", "kelvin", "length"].includes(type)) return `${name}=${short(lanes[lane] * inUnit)}${unit}`;
    return lanes.length === 1 ? `${name}=${short(lanes[0])}` : `${name}=${type}(${lanes.map(short).join(", ")})`;
  });
  const frozen = description.frozen.map(({ name, value }) => `${name}=${value}`);
  const { name, sha256 } = description.recipe;
  const members = {
    Version: version, Look: name, RecipeSHA256: sha256, Parameters: [...open, ...frozen].join("; "), Options: "",
  };
  return packetOf(members);
}

/** The result at the photo's own size, as a JPEG. */
async function result() {
  draw(Infinity);
  const blob = await new Promise((resolve) => $("canvas").toBlob(resolve, "image/jpeg", 0.95));
  draw();
  return jpegWith(blob, { date: photo.date, packet: note(looks[index]) });
}

async function save() {
  try {
    const name = `${looks[index].recipe.name}-${(photo.date ?? "photo").replace(/\D/g, "")}.jpg`;
    download(await result(), name);
    say(`Saved as ${name}.`);
  } catch (error) { say(error.message); }
}

looks.forEach((description, i) => {
  const button = make("button", { textContent: description.name, title: description.about ?? "" });
  button.addEventListener("click", () => choose(i));
  $("looks").append(button);
});
$("camera").addEventListener("click", () => start(() => lens.open()));
$("switch").addEventListener("click", () => start(() => lens.turn()));
$("shutter").addEventListener("click", shoot);
$("back").addEventListener("click", back);
$("save").addEventListener("click", save);
$("sliders").addEventListener("click", () => {
  $("panel").hidden = !$("panel").hidden;
  $("sliders").setAttribute("aria-pressed", String(!$("panel").hidden));
});
for (const button of document.querySelectorAll(".open")) button.addEventListener("click", () => $("file").click());
$("file").addEventListener("change", ({ target }) => {
  open(target.files[0]);
  target.value = "";
});
for (const name of ["dragover", "drop"]) addEventListener(name, (event) => {
  event.preventDefault();
  if (name === "drop") open(event.dataTransfer.files[0]);
});
$("sliders").click();
choose(0);
/** For whoever embeds the page. */
globalThis.tintypeCamera = { open, result, choose, put };
