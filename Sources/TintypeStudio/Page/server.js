// Questions to the server that gave out this page. Its address holds the token, so every path is relative.

/** A refusal, with a sentence for the person at the page. */
export class Refusal extends Error {
  constructor(message, status) { super(message); this.status = status; }
}

/** What stands behind a question mark; URLSearchParams would write spaces as plus signs. */
const encoded = (query) => Object.entries(query).filter(([, value]) => value !== undefined)
  .map((pair) => pair.map(encodeURIComponent).join("=")).join("&");

async function answer(promise) {
  let response;
  try { response = await promise; } catch {
    throw new Refusal("The studio has ended; start 'tintype studio' again.", 0);
  }
  if (response.ok) return response;
  const said = await response.json().catch(() => ({}));
  throw new Refusal(said.error ?? `The studio answers with ${response.status}.`, response.status);
}

/** GET, as JSON. */
export const get = async (path, query = {}) =>
  (await answer(fetch(`api/${path}?${encoded(query)}`))).json();

const sent = (path, message, options = {}) =>
  answer(fetch(`api/${path}`, { method: "POST", body: JSON.stringify(message), ...options }));

/** POST of JSON, as JSON. */
export const post = async (path, message, options) => (await sent(path, message, options)).json();

/** POST of JSON, as a picture; its `version` is that of the photo's file. */
export async function picture(path, message) {
  const response = await sent(path, message), bitmap = await createImageBitmap(await response.blob());
  return Object.assign(bitmap, { version: response.headers.get("Tintype-Photo") });
}

/** A part of a result at its full size: `size` is that of the result, `from` the first column and row of the part. */
export async function tile(message) {
  const response = await sent("tile", message);
  const [x, y, ...size] = response.headers.get("Tintype-Part").split(" ").map(Number);
  return { size, from: [x, y], bitmap: await createImageBitmap(await response.blob()) };
}

/** A photo as it is, as a picture. */
export const photo = async (query) =>
  createImageBitmap(await (await answer(fetch(`api/photo?${encoded(query)}`))).blob());

/** Takes a file or a frame of the camera. */
export const upload = async (blob, name) =>
  (await answer(fetch(`api/photo?${encoded({ name })}`, { method: "POST", body: blob }))).json();

/** Gives up small pictures that have not come, so that what is asked for next does not wait for them. */
export function giveUp(element) {
  for (const image of element.querySelectorAll("img")) if (!image.complete) image.removeAttribute("src");
}

/** The address of a small picture. */
export const thumbnail = (query) => `api/thumbnail?${encoded(query)}`;
