// Compares the module with the command, byte for byte: diagnostics and formatted text of every shipped recipe, of
// every wrong one of the tests and of random ones; the programs and plans of those without errors; what the language
// server answers about some looks; and the pixels of every shipped look, of 8 and of 16 bits, whole and in strips.
// usage: node Tests/Wasm/check.mjs MODULE TINTYPE [RANDOM]   (in the folder of Package.swift)
//   RANDOM   how many random recipes, by default 200
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import zlib from "node:zlib";
import { Tintype } from "../../Sources/TintypeStudio/Page/tintype.mjs";

const [moduleFile, command, randomCount = "200"] = process.argv.slice(2);
const tintype = new Tintype(new WebAssembly.Module(fs.readFileSync(moduleFile)));
const failures = [];
let compared = 0;

function expect(what, actual, expected) {
  compared += 1;
  if (actual === expected) return;
  const [mine, theirs] = [actual, expected].map((text) => text.split("\n"));
  const line = mine.findIndex((text, index) => text !== theirs[index]);
  failures.push(`${what}: line ${line + 1}\n  module:  ${mine[line]}\n  command: ${theirs[line]}`);
}

/** What a call gives, or the trap that it ends with, after which the module begins anew. */
function trying(call) {
  try {
    return call();
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) tintype.restart();
    return `${error.name}: ${error.message}`;
  }
}

function run(input, ...words) {
  const result = spawnSync(command, words, { input, maxBuffer: 1 << 28 });
  return { status: result.status, output: result.stdout, errors: result.stderr.toString() };
}

// MARK: Texts

/** From standard input a recipe has no folder, as in the module. */
const name = "standard input";

function compareText(file) {
  const text = fs.readFileSync(file);
  const checked = run(text, "check", "--format", "json", "-");
  expect(`check ${file}`, trying(() => tintype.check(text, name).lines), checked.output.toString());
  const formatted = run(text, "fmt", "-");
  const answer = trying(() => tintype.format(text, name));
  if (formatted.status === 0) expect(`format ${file}`, answer.text ?? answer, formatted.output.toString());
  else expect(`format ${file}`, String(answer.errors > 0), "true");
}

function recipes(folder) {
  return fs
    .readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.name.endsWith(".tint"))
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

const shipped = recipes("Recipes");
const wrong = ["Tests/TintypeSemanticsTests", "Tests/TintypeSyntaxTests"].flatMap(recipes);
for (const file of [...shipped, ...wrong]) compareText(file);

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tintype-wasm-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true }));

/** Numbers below a bound, the same each time: a linear congruential generator, modulo 2^32. */
let state = 1;
function random(bound) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * bound);
}

/** A shipped recipe with some tokens changed. */
function randomRecipe(bases) {
  const tokens = bases[random(bases.length)].split(/(\s+|[\w.]+|.)/).filter((token) => token !== "");
  const words = tokens.flatMap((token, index) => (/\S/.test(token) ? [index] : []));
  for (let edits = 1 + random(3); edits > 0; edits--) {
    const [one, other] = [words[random(words.length)], words[random(words.length)]];
    const number = Number(tokens[one]);
    switch (random(6)) {
      case 0: tokens[one] = ""; break;
      case 1: tokens[one] += ` ${tokens[one]}`; break;
      case 2: [tokens[one], tokens[other]] = [tokens[other], tokens[one]]; break;
      case 3: tokens[one] = tokens[other]; break;
      default: if (Number.isFinite(number)) tokens[one] = String(number * [0, 0.5, 1.25, 2, -1, 100][random(6)]);
    }
  }
  return tokens.join("");
}

// The command reads files, which the module cannot.
const bases = shipped.map((file) => fs.readFileSync(file, "utf8")).filter((text) => !/(lut|picture) "/.test(text));
const samples = Array.from({ length: Number(randomCount) }, (_, number) => {
  const sample = { name: `${String(number).padStart(4, "0")}.tint`, text: randomRecipe(bases) };
  fs.writeFileSync(path.join(folder, sample.name), sample.text);
  return sample;
});

/** Runs the command on all samples at once, in their folder. */
function runOnSamples(...words) {
  return spawnSync(path.resolve(command), [...words, ...samples.map((sample) => sample.name)], {
    cwd: folder, maxBuffer: 1 << 28,
  }).stdout.toString();
}

const linesOf = new Map(samples.map((sample) => [sample.name, ""]));
for (const line of runOnSamples("check", "--format", "json").split("\n").filter(Boolean)) {
  const { primary: { file } } = JSON.parse(line);
  linesOf.set(file, `${linesOf.get(file)}${line}\n`);
}
runOnSamples("fmt");
let compiled = 0;
for (const { name, text } of samples) {
  const checked = trying(() => tintype.check(text, name));
  expect(`check ${text}`, checked.lines ?? checked, linesOf.get(name));
  // A file with errors is left alone.
  const formatted = checked.errors === 0 ? trying(() => tintype.format(text, name).text) : text;
  expect(`format ${text}`, formatted, fs.readFileSync(path.join(folder, name), "utf8"));
  if (checked.errors !== 0) continue;
  compiled += 1;
  comparePrograms(text, name, ["plan", "ir"]);
}
console.log(`${samples.length} random recipes, ${compiled} of which are compiled`);

/** Compares the text of stages of a recipe, of 8 bits and of 16 in turn. */
function comparePrograms(text, name, stages) {
  trying(() => tintype.check(text, name));
  stages.forEach((stage, number) => {
    const depth = [8, 16][number % 2], words = stage ? ["--emit", stage] : [];
    const expected = run(text, "explain", "-", "--depth", String(depth), ...words);
    const actual = trying(() => tintype.explain(stage, depth));
    if (expected.status === 0) expect(`${stage || "explanation"} of ${name}`, actual, expected.output.toString());
    else expect(`${stage || "explanation"} of ${name} fails`, String(/^Error: /.test(actual)), "true");
  });
}

for (const look of tintype.shipped().flatMap((group) => group.looks)) {
  comparePrograms(tintype.shippedText(look), look, ["", "ir", "plan", "optimized", "tree", "tokens"]);
}

// MARK: Editing

/** All that the language server answers to requests, by their numbers. */
function serve(requests) {
  const messages = requests.map((message) => {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
  });
  let output = run(messages.join(""), "lsp").output;
  const answers = new Map();
  for (let head = output.indexOf("\r\n\r\n"); head >= 0; head = output.indexOf("\r\n\r\n")) {
    const count = Number(/Content-Length: (\d+)/.exec(output.toString("latin1", 0, head))[1]);
    const { id, result } = JSON.parse(output.toString("utf8", head + 4, head + 4 + count));
    if (id !== undefined) answers.set(id, result);
    output = output.subarray(head + 4 + count);
  }
  return answers;
}

/** Places in a text: the ends of some words. */
function places(text) {
  return text.split("\n").flatMap((line, number) => {
    const ends = [...line.matchAll(/[\w.]+/g)].map(({ index, 0: word }) => index + word.length);
    return ends.filter((_, index) => (number + index) % 7 === 0).map((character) => ({ line: number, character }));
  });
}

/**
 * An answer as JSON, without the constants of the library: these are typed when a recipe first names them, so what is
 * known of them depends on what was checked before.
 */
function told(answer) {
  const isConstant = ({ kind }) => kind === 21;
  return JSON.stringify(answer?.items ? { ...answer, items: answer.items.filter((item) => !isConstant(item)) } : answer);
}

/** What a page says that it can do: see `JSONValue.plainTextClient`. */
const capabilities = {
  textDocument: {
    completion: { completionItem: { snippetSupport: false, documentationFormat: ["plaintext"] } },
    hover: { contentFormat: ["plaintext"] },
  },
};
for (const look of ["adjust", "date-stamp", "tumble-down", "warm-negative"]) {
  const text = tintype.shippedText(look), textDocument = { uri: `untitled:${look}` };
  const asked = places(text);
  const answers = serve([
    { id: 0, method: "initialize", params: { capabilities } }, { method: "initialized", params: {} },
    { method: "textDocument/didOpen", params: { textDocument: { ...textDocument, version: 1, text } } },
    { id: 1, method: "textDocument/semanticTokens/full", params: { textDocument } },
    ...asked.flatMap((position, index) => ["completion", "hover"].map((kind, other) => (
      { id: 2 * index + other + 2, method: `textDocument/${kind}`, params: { textDocument, position } }))),
    { id: -1, method: "shutdown" }, { method: "exit" },
  ]);
  tintype.check(text, look);
  expect(`tokens of ${look}`, JSON.stringify(tintype.view().tokens), JSON.stringify(answers.get(1).data));
  asked.forEach((position, index) => {
    const what = `${look} at ${position.line + 1}:${position.character + 1}`;
    for (const [kind, call, other] of [["completion", "complete", 0], ["hover", "hover", 1]]) {
      const answer = answers.get(2 * index + other + 2);
      expect(`${kind} in ${what}`, told(trying(() => tintype[call](position))), told(answer));
    }
  });
}

// MARK: Pixels

function testPicture(width, height) {
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const noise = (x * 7919 + y * 104729) % 61;
      const color = [(255 * x) / width, (255 * y) / height, 128 + 100 * Math.sin(x / 5) * Math.cos(y / 7)];
      const codes = color.map((code) => Math.min(255, Math.max(0, code + noise - 30)));
      data.set([...codes, 255], (y * width + x) * 4);
    }
  }
  return { width, height, data };
}

function chunk(type, body) {
  const bytes = Buffer.concat([Buffer.alloc(4), Buffer.from(type), body, Buffer.alloc(4)]);
  bytes.writeUInt32BE(body.length, 0);
  bytes.writeUInt32BE(crc(bytes.subarray(4, -4)), bytes.length - 4);
  return bytes;
}

function crc(bytes) {
  let sum = -1;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ -1) >>> 0;
}

/** An opaque picture of 8 or 16 bits as PNG, without filters. */
function writePNG(file, { width, height, data }) {
  const bytes = data.BYTES_PER_ELEMENT, rowBytes = 1 + 3 * width * bytes;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8 * bytes, 2], 8);
  const rows = Buffer.alloc(height * rowBytes);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let channel = 0; channel < 3; channel++) {
        const place = y * rowBytes + 1 + (3 * x + channel) * bytes;
        rows.writeUIntBE(data[(y * width + x) * 4 + channel], place, bytes);
      }
    }
  }
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  const body = [chunk("IHDR", head), chunk("IDAT", zlib.deflateSync(rows)), chunk("IEND", Buffer.alloc(0))];
  fs.writeFileSync(file, Buffer.concat([signature, ...body]));
}

/** A PNG of RGB or RGBA of 8 or 16 bits (ISO/IEC 15948), as RGBA. */
function readPNG(file) {
  const bytes = fs.readFileSync(file);
  const parts = [];
  for (let place = 8; place < bytes.length; place += 12 + bytes.readUInt32BE(place)) {
    if (bytes.toString("latin1", place + 4, place + 8) !== "IDAT") continue;
    parts.push(bytes.subarray(place + 8, place + 8 + bytes.readUInt32BE(place)));
  }
  const [width, height, depth, kind] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20), bytes[24], bytes[25]];
  const channels = { 2: 3, 6: 4 }[kind];
  if (depth < 8 || !channels) throw new Error(`${file} is a PNG of another kind`);
  const rows = zlib.inflateSync(Buffer.concat(parts)), sampleBytes = depth / 8, pixelBytes = channels * sampleBytes;
  const data = new (depth === 8 ? Uint8Array : Uint16Array)(width * height * 4).fill(2 ** depth - 1);
  const rowBytes = width * pixelBytes;
  let above = new Uint8Array(rowBytes);
  for (let y = 0; y < height; y++) {
    const filter = rows[y * (rowBytes + 1)];
    const row = rows.subarray(y * (rowBytes + 1) + 1, (y + 1) * (rowBytes + 1));
    for (let index = 0; index < rowBytes; index++) {
      const [left, corner] = index < pixelBytes ? [0, 0] : [row[index - pixelBytes], above[index - pixelBytes]];
      const guess = left + above[index] - corner;
      const [a, b, c] = [left, above[index], corner].map((code) => Math.abs(guess - code));
      const paeth = a <= b && a <= c ? left : b <= c ? above[index] : corner;
      row[index] += [0, left, above[index], (left + above[index]) >> 1, paeth][filter];
    }
    for (let index = 0; index < width * channels; index++) {
      const pixel = y * width + Math.floor(index / channels);
      data[pixel * 4 + (index % channels)] = row.readUIntBE(index * sampleBytes, sampleBytes);
    }
    above = row;
  }
  return { width, height, data };
}

/** The same with 16 bits, all of which are used. */
function deepened({ width, height, data }) {
  const deep = Uint16Array.from(data, (code, index) => (index % 4 < 3 ? code * 255 + ((index * 37) % 250) : 65535));
  return { width, height, data: deep };
}

const shallow = testPicture(150, 100);
const [input, output] = ["photo.png", "result.png"].map((file) => path.join(folder, file));
const exposure = ["iso=400", "exposureTime=0.008", "aperture=5.6", "focalLength=50", "flash=true"];
const facts = ["seed=7", ...exposure];
const shot = [...facts, "date=2020-01-02"];

/** Compares the result of a look, whole and in strips; false for a look that the command does not render. */
function compareRender(look, photo) {
  const options = ["--date", "2020-01-02", ...facts.flatMap((fact) => ["--shot", fact])];
  const made = run("", "render", look, input, "-o", output, "--if-exists", "overwrite", ...options);
  const what = `${look} in ${photo.data.BYTES_PER_ELEMENT * 8} bits`;
  tintype.check(tintype.shippedText(look), look);
  const result = trying(() => tintype.render(photo, { shot }));
  if (made.status !== 0) {
    console.log(`not rendered: ${made.errors.split("\n")[0]}`);
    expect(`render ${what}`, String(typeof result === "string"), "true");
    return false;
  }
  const { width, height, data } = readPNG(output);
  if (typeof result === "string") {
    failures.push(`render ${what}: ${result}`);
    return true;
  }
  expect(`size of ${what}`, `${result.width} x ${result.height}`, `${width} x ${height}`);
  const differing = (samples) => String(samples.reduce((sum, code, index) => sum + (code !== data[index]), 0));
  expect(`samples of ${what} that differ`, differing(result.data), "0");
  const strips = trying(() => [0, 1, 2].map((part) => tintype.render(photo, { shot, part, parts: 3 })));
  const rows = Array.isArray(strips) ? strips.flatMap((strip) => [...strip.data]) : [];
  expect(`samples of ${what} in strips`, `${rows.length}`, `${data.length}`);
  expect(`samples of ${what} in strips that differ`, differing(rows), "0");
  return true;
}

for (const photo of [shallow, deepened(shallow)]) {
  writePNG(input, photo);
  const looks = tintype.shipped().flatMap((group) => group.looks);
  const rendered = looks.filter((look) => compareRender(look, photo)).length;
  expect("whether most looks are rendered", String(rendered >= 50), "true");
}

// MARK: Times

function milliseconds(call) {
  const start = performance.now();
  call();
  return Math.round((performance.now() - start) * 10) / 10;
}

tintype.restart();
const text = tintype.shippedText("warm-negative");
console.log(`check: first ${milliseconds(() => tintype.check(text))} ms`);
const again = [1, 2, 3].map(() => milliseconds(() => tintype.check(text + "\n")));
console.log(`check after a keystroke: ${again.join(", ")} ms`);
const large = testPicture(640, 427);
for (const look of ["minimal-life", "tumble-down", "warm-negative", "adjust"]) {
  tintype.check(tintype.shippedText(look));
  const times = [1, 2, 3].map(() => milliseconds(() => tintype.render(large, { shot })));
  console.log(`render ${look} at 640 x 427: ${times.join(", ")} ms`);
}

// MARK: Result

console.log(`${compared} comparisons, ${failures.length} differences`);
for (const failure of failures.slice(0, 40)) console.log(failure.slice(0, 2000));
process.exit(failures.length > 0 ? 1 : 0);
