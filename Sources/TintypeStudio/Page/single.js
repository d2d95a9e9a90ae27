// A camera in one file: these looks, no server, no network.

const $ = (id) => document.getElementById(id);
const { version, looks } = JSON.parse($("descriptions").textContent);
const video = Object.assign(document.createElement("video"), { muted: true, playsInline: true });
const input = document.createElement("canvas");
const kept = new Map();
let host, look, index = 0, stream, track, photo, frozen = false, count = 0, facing = "user", asked = 0;

let speaking;
function say(text) {
  clearTimeout(speaking);
  $("said").textContent = text;
  speaking = setTimeout(() => ($("said").textContent = ""), 6000);
}
const reasons = { NotAllowedError: "The camera was refused. Allow it in the browser, and try again.", NotFoundError: "There is no camera.", NotReadableError: "The camera is busy: another program has it.", AbortError: "The camera is busy: another program has it.", OverconstrainedError: "This camera cannot do what is asked of it." };

// Looks and sliders

function choose(next) {
  index = next;
  const description = looks[index];
  try {
    host ??= new Tintype($("canvas"), { onRestore: draw });
    look?.dispose();
    look = host.load(description);
    look.set(kept.get(description) ?? {});
  } catch (error) { look = null; say(error.message); }
  [...$("looks").children].forEach((button, i) => button.setAttribute("aria-pressed", String(i === index)));
  $("panel").replaceChildren(Object.assign(document.createElement("h2"), { textContent: description.name }), Object.assign(document.createElement("p"), { textContent: description.about ?? "" }), ...description.parameters.flatMap(control));
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

/** A control for a parameter; none for what has no range. */
function control(parameter) {
  const { name, type, label = name, default: start, inUnit = 1, lane = 0, unit = "", choices } = parameter;
  const value = () => look?.values[name] ?? start;
  const row = (text, ...children) => {
    const element = document.createElement("label");
    element.append(text, ...children);
    return element;
  };
  const make = (tag, properties) => Object.assign(document.createElement(tag), properties);
  if (type === "bool") {
    const box = make("input", { type: "checkbox", checked: value()[0] !== 0 });
    box.addEventListener("change", () => put(name, [Number(box.checked)]));
    return [row(label, box)];
  }
  if (choices) {
    const select = make("select", {});
    select.append(...choices.map((word, i) => make("option", { value: i, textContent: word })));
    select.value = value()[0];
    select.addEventListener("change", () => put(name, [Number(select.value)]));
    return [row(label, select)];
  }
  if (type === "rgb") {
    const isLinear = parameter.space !== "display";
    const hex = value().map((x) => Math.round(Math.min(Math.max(isLinear ? coded(x) : x, 0), 1) * 255).toString(16).padStart(2, "0")).join("");
    const well = make("input", { type: "color", value: `#${hex}` });
    well.addEventListener("input", () => put(name, [1, 3, 5].map((at) => parseInt(well.value.slice(at, at + 2), 16) / 255).map((code) => (isLinear ? linear(code) : code))));
    return [row(label, well)];
  }
  const range = parameter.slider ?? parameter.range ?? (type === "vec2" ? [0, 1] : null);
  if (!range || !["scalar", "ev", "angle", "kelvin", "length", "vec2"].includes(type)) return [];
  return (type === "vec2" ? [0, 1] : [lane]).map((at) => {
    const shown = make("output", {});
    const slider = make("input", { type: "range", min: range[0], max: range[1], step: parameter.step ?? "any" });
    const write = () => (shown.textContent = `${Number((value()[at] * inUnit).toFixed(3))}${unit}`);
    slider.value = value()[at];
    slider.addEventListener("input", () => { put(name, value().map((x, i) => (i === at ? Number(slider.value) : x))); write(); });
    write();
    return row(type === "vec2" ? `${label}, ${at ? "down" : "across"}` : label, shown, slider);
  });
}

// Pictures

function show(isThere) { $("canvas").hidden = !isThere; $("empty").hidden = isThere; }

/** The part of a picture that the ratio takes. */
function cut(picture, width, height, most) {
  const wanted = picture === video && Number($("ratio").value) || width / height;
  const ratio = (width < height) !== (wanted < 1) && wanted !== 1 ? 1 / wanted : wanted;
  const [w, h] = width / height > ratio ? [height * ratio, height] : [width, width / ratio];
  const scale = Math.min(1, most / Math.max(w, h));
  Object.assign(input, { width: Math.max(1, Math.round(w * scale)), height: Math.max(1, Math.round(h * scale)) });
  input.getContext("2d").drawImage(picture, (width - w) / 2, (height - h) / 2, w, h, 0, 0, input.width, input.height);
  return input;
}

function draw(most = photo ? 2048 : 1280) {
  if (!look || typeof most !== "number") return;
  const picture = photo ?? (stream && video.videoWidth ? video : null);
  if (!picture) return;
  try {
    host.photo(cut(picture, picture.videoWidth || picture.width, picture.videoHeight || picture.height, most));
    look.render({ frame: photo ? 0 : count });
    show(true);
  } catch (error) { say(error.message); }
}

async function start(wish = { facingMode: facing }) {
  stop();
  const turn = ++asked;
  try {
    if (!navigator.mediaDevices?.getUserMedia) throw { message: "This browser gives no camera to this page; open a photo instead." };
    const found = await navigator.mediaDevices.getUserMedia({ audio: false, video: { ...wish, width: { ideal: 1920 }, height: { ideal: 1080 } } });
    if (turn !== asked) return found.getTracks().forEach((one) => one.stop());
    stream = found;
  } catch (error) {
    $("why").textContent = reasons[error.name] ?? error.message;
    return show(false);
  }
  [track] = stream.getVideoTracks();
  track.addEventListener("ended", () => { stop(); show(false); $("why").textContent = "The camera is gone."; });
  facing = track.getSettings().facingMode ?? "user";
  [photo, frozen, count] = [null, false, 0];
  $("stage").classList.toggle("mirrored", facing === "user");
  const cameras = (await navigator.mediaDevices.enumerateDevices()).filter(({ kind }) => kind === "videoinput");
  $("switch").hidden = cameras.length < 2;
  $("switch").onclick = () => {
    const { facingMode, deviceId } = track.getSettings();
    const at = cameras.findIndex((camera) => camera.deviceId === deviceId);
    start(facingMode ? { facingMode: { exact: facingMode === "user" ? "environment" : "user" } } : { deviceId: { exact: cameras[(at + 1) % cameras.length].deviceId } });
  };
  bar("live");
  video.srcObject = stream;
  await video.play().catch(() => {});
  const own = stream, next = (act) => (video.requestVideoFrameCallback ? video.requestVideoFrameCallback(act) : requestAnimationFrame(act));
  const follow = () => {
    if (own !== stream) return;
    next(follow);
    // Cameras find their exposure in the first frames.
    if (!frozen && !document.hidden && count++ > 5) draw();
  };
  next(follow);
}

function stop() {
  stream?.getTracks().forEach((one) => one.stop());
  stream = track = null;
  $("stage").classList.remove("mirrored");
}

function bar(name) { for (const one of ["live", "shot"]) $(one).hidden = one !== name; }

async function open(file) {
  if (!file) return;
  try {
    const bytes = new Uint8Array(await file.slice(0, 1 << 18).arrayBuffer());
    photo = await createImageBitmap(file, { premultiplyAlpha: "none" });
    // The first date of EXIF, wherever it stands in it.
    photo.date = /\d{4}:\d\d:\d\d \d\d:\d\d:\d\d/.exec(String.fromCharCode(...bytes.subarray(0, 65536)))?.[0];
    stop();
    bar("shot");
    draw();
  } catch { say("This is no picture that the browser reads."); }
}

async function shoot() {
  if (!stream || frozen) return;
  for (let seconds = Number($("timer").value); seconds > 0 && stream; seconds--) {
    $("count").textContent = seconds;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  $("count").textContent = "";
  if (!stream) return;
  frozen = true;
  const now = new Date(), two = (number) => String(number).padStart(2, "0");
  photo = await createImageBitmap(cut(video, video.videoWidth, video.videoHeight, Infinity));
  photo.date = `${now.getFullYear()}:${two(now.getMonth() + 1)}:${two(now.getDate())} ${two(now.getHours())}:${two(now.getMinutes())}:${two(now.getSeconds())}`;
  $("stage").classList.remove("mirrored");
  $("canvas").classList.remove("blink");
  void $("canvas").offsetWidth;
  $("canvas").classList.add("blink");
  bar("shot");
  draw();
}

function back() {
  photo = null;
  if (!stream) { bar(""); return show(false); }
  frozen = false;
  $("stage").classList.toggle("mirrored", facing === "user");
  bar("live");
}

// Saving: a JPEG with date and note

const letters = (text) => [...new TextEncoder().encode(text)];
const word = (number, size) => Array.from({ length: size }, (_, i) => (number >> (8 * (size - 1 - i))) & 255);
const segment = (content) => [0xff, 0xe1, ...word(content.length + 2, 2), ...content];

/** EXIF 2.32 with its version and DateTimeOriginal. */
function exif(date) {
  const entry = (tag, type, number, value) => [...word(tag, 2), ...word(type, 2), ...word(number, 4), ...word(value, 4)];
  return segment([...letters("Exif\0\0"), ...letters("MM"), 0, 42, ...word(8, 4), 0, 1, ...entry(0x8769, 4, 1, 26), ...word(0, 4), 0, 2, ...entry(0x9000, 7, 4, 0x30323332), ...entry(0x9003, 2, 20, 56), ...word(0, 4), ...letters(date + "\0")]);
}

/** What `tintype why` reads. */
function note(description) {
  const open = description.parameters.map(({ name, type, choices, inUnit = 1, lane = 0, unit = "" }) => {
    const lanes = look.values[name];
    const short = (number) => String(Number(number.toPrecision(7)));
    if (type === "bool") return `${name}=${lanes[0] !== 0}`;
    if (choices) return `${name}=.${choices[lanes[0]]}`;
    if (["ev", "angle", "kelvin", "length"].includes(type)) return `${name}=${short(lanes[lane] * inUnit)}${unit}`;
    return lanes.length === 1 ? `${name}=${short(lanes[0])}` : `${name}=${type}(${lanes.map(short).join(", ")})`;
  });
  const frozen = description.frozen.map(({ name, value }) => `${name}=${value}`);
  const members = { Version: version, Look: description.recipe.name, RecipeSHA256: description.recipe.sha256, Parameters: [...open, ...frozen].join("; "), Options: "" };
  const escape = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const attributes = Object.entries(members).map(([name, value]) => ` tintype:${name}="${escape(value)}"`).join("");
  return segment([...letters("http://ns.adobe.com/xap/1.0/\0"), ...letters(`<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:tintype="urn:tintype:provenance:1/"${attributes}/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`)]);
}

/** The result at the photo's own size, as a JPEG. */
async function result() {
  draw(Infinity);
  const blob = await new Promise((resolve) => $("canvas").toBlob(resolve, "image/jpeg", 0.95));
  const bytes = new Uint8Array(await blob.arrayBuffer());
  // Behind the JFIF header, which is the first segment.
  const head = bytes[3] === 0xe0 ? 4 + (bytes[4] << 8) + bytes[5] : 2;
  const own = [...(photo.date ? exif(photo.date) : []), ...note(looks[index])];
  draw();
  return new Blob([bytes.subarray(0, head), new Uint8Array(own), bytes.subarray(head)], { type: "image/jpeg" });
}

async function save() {
  try {
    const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(await result()), download: `${looks[index].recipe.name}-${(photo.date ?? "photo").replace(/\D/g, "")}.jpg` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    say(`Saved as ${link.download}.`);
  } catch (error) { say(error.message); }
}

looks.forEach((description, i) => {
  const button = Object.assign(document.createElement("button"), { textContent: description.name, title: description.about ?? "" });
  button.addEventListener("click", () => choose(i));
  $("looks").append(button);
});
$("camera").addEventListener("click", () => start());
$("shutter").addEventListener("click", shoot);
$("back").addEventListener("click", back);
$("save").addEventListener("click", save);
$("sliders").addEventListener("click", () => {
  $("panel").hidden = !$("panel").hidden;
  $("sliders").setAttribute("aria-pressed", String(!$("panel").hidden));
});
for (const button of document.querySelectorAll(".open")) button.addEventListener("click", () => $("file").click());
$("file").addEventListener("change", ({ target }) => { open(target.files[0]); target.value = ""; });
for (const name of ["dragover", "drop"]) addEventListener(name, (event) => { event.preventDefault(); if (name === "drop") open(event.dataTransfer.files[0]); });
$("sliders").click();
choose(0);
/** For whoever embeds the page. */
globalThis.tintypeCamera = { open, result, choose, put };
