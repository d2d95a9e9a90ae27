// A recipe in the part of an address behind `#`: deflate in base64url.

const mark = "#recipe=";
/** The longest text that a link brings. */
const most = 1 << 20;

const through = (bytes, stream) => new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer();

export async function linkOf(recipe) {
  const text = new TextEncoder().encode(JSON.stringify([recipe.name, recipe.text]));
  const bytes = new Uint8Array(await through(text, new CompressionStream("deflate-raw")));
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return mark + btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The recipe of a link; null for a link without one. */
export async function recipeOf(link) {
  if (!link.startsWith(mark)) return null;
  const letters = atob(link.slice(mark.length).replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += decoder.decode(part.value, { stream: true });
    if (text.length > most) throw new Error("The recipe of the link is too long.");
  }
  const recipe = JSON.parse(text + decoder.decode());
  if (!Array.isArray(recipe) || recipe.length !== 2 || recipe.some((part) => typeof part !== "string")) {
    throw new Error("The link holds no recipe.");
  }
  return { name: recipe[0], text: recipe[1] };
}
