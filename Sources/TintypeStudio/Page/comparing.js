// Two looks on one photo, side by side, and how their texts differ.

import { create } from "./controls.js";
import { picture } from "./server.js";

/**
 * Shows two looks on a photo.
 *
 * @param looks two of `{ name, text, title }`
 * @returns the one that was chosen, or undefined
 */
export async function compare(photo, looks) {
  const dialog = document.getElementById("comparing");
  let chosen;
  const canvases = looks.map(() => create("canvas"));
  dialog.querySelector(".two").replaceChildren(...looks.map((look, index) => {
    const button = create("button", { textContent: "Use this one" });
    button.addEventListener("click", () => { chosen = look; });
    return create("figure", {}, [
      canvases[index], create("figcaption", {}, [create("span", { textContent: look.title }), button]),
    ]);
  }));
  const lines = shortened(differences(...looks.map(({ text }) => text)));
  const tags = { "-": "del", "+": "ins", " ": "span" };
  document.getElementById("comparing-texts").replaceChildren(...lines.map((line) => line
    ? create(tags[line[0]], { textContent: `${line[0]} ${line[1]}\n` }) : create("span", { textContent: "  …\n" })));
  if (!lines.length) document.getElementById("comparing-texts").textContent = "The texts are the same.";
  const closed = new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
  dialog.showModal();
  const { width } = canvases[0].getBoundingClientRect();
  const edge = Math.min(2048, Math.max(512, Math.ceil((width * devicePixelRatio) / 256) * 256));
  for (const [index, { name, text }] of looks.entries()) {
    try {
      const bitmap = await picture("preview", { name, text, id: photo.id, edge });
      Object.assign(canvases[index], { width: bitmap.width, height: bitmap.height });
      canvases[index].getContext("2d").drawImage(bitmap, 0, 0);
      bitmap.close();
    } catch (error) { canvases[index].replaceWith(create("p", { className: "wrong", textContent: error.message })); }
  }
  await closed;
  return chosen;
}

/** The lines of two texts: `[sign, line]`, with - for those of the first alone and + for those of the second alone. */
export function differences(first, second) {
  const [a, b] = [first, second].map((text) => text.split("\n"));
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [before, middle, after] = [a.slice(0, start), [], end ? a.slice(-end) : []];
  const [x, y] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  // The longest common subsequence; two texts without anything in common are listed one after the other.
  if (x.length * y.length > 4e6) middle.push(...x.map((line) => ["-", line]), ...y.map((line) => ["+", line]));
  else {
    const width = y.length + 1, lengths = new Uint32Array((x.length + 1) * width);
    for (let i = x.length - 1; i >= 0; i--) {
      for (let j = y.length - 1; j >= 0; j--) {
        lengths[i * width + j] = x[i] === y[j] ? lengths[(i + 1) * width + j + 1] + 1
          : Math.max(lengths[(i + 1) * width + j], lengths[i * width + j + 1]);
      }
    }
    for (let i = 0, j = 0; i < x.length || j < y.length;) {
      if (i < x.length && j < y.length && x[i] === y[j]) {
        middle.push([" ", x[i++]]);
        j++;
      } else if (j >= y.length || i < x.length && lengths[(i + 1) * width + j] >= lengths[i * width + j + 1]) {
        middle.push(["-", x[i++]]);
      } else middle.push(["+", y[j++]]);
    }
  }
  const same = (lines) => lines.map((line) => [" ", line]);
  return [...same(before), ...middle, ...same(after)];
}

/** Lines that differ with two lines around them; null stands for those that are left out. */
export function shortened(lines, around = 2) {
  const isNear = lines.map((_, i) =>
    lines.slice(Math.max(0, i - around), i + around + 1).some(([sign]) => sign !== " "));
  return lines.flatMap((line, i) => isNear[i] ? [line] : i && isNear[i - 1] ? [null] : []);
}
