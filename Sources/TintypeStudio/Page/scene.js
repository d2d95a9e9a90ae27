// A picture to begin with, drawn: a lake at dusk, with dark trees, a bright sky, skin-like warmth and grays.

/** A number from 0 to 1 for each whole number, the same on every machine. */
const chance = (seed) => {
  const x = Math.sin(seed * 127.1 + 311.7) * 43758.5453;
  return x - Math.floor(x);
};

export function drawnScene(width, height) {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d", { alpha: false });
  const [w, h] = [width, height], shore = h * 0.62;
  const gradient = (x0, y0, x1, y1, ...stops) => {
    const made = context.createLinearGradient(x0, y0, x1, y1);
    stops.forEach((color, i) => made.addColorStop(i / (stops.length - 1), color));
    return made;
  };
  context.fillStyle = gradient(0, 0, 0, shore, "#31486e", "#6b86a8", "#c9b7a4", "#f2cf9c", "#f9e3bb");
  context.fillRect(0, 0, w, shore);
  const sun = context.createRadialGradient(w * 0.68, h * 0.47, 0, w * 0.68, h * 0.47, w * 0.32);
  sun.addColorStop(0, "#fffdf2");
  sun.addColorStop(0.09, "#fff3cf");
  sun.addColorStop(0.13, "#ffe2a055");
  sun.addColorStop(1, "#ffd89000");
  context.fillStyle = sun;
  context.fillRect(0, 0, w, shore);
  // Thin clouds.
  for (let i = 0; i < 26; i++) {
    const [x, y] = [chance(i) * w, h * (0.08 + 0.28 * chance(i + 50))], size = w * (0.08 + 0.14 * chance(i + 90));
    const cloud = context.createRadialGradient(0, 0, 0, 0, 0, size);
    cloud.addColorStop(0, `rgb(255 236 214 / ${0.1 + 0.12 * chance(i + 7)})`);
    cloud.addColorStop(1, "rgb(255 236 214 / 0)");
    context.save();
    context.translate(x, y);
    context.scale(1, 0.12);
    context.fillStyle = cloud;
    context.fillRect(-size, -size, 2 * size, 2 * size);
    context.restore();
  }
  const ridge = (base, rise, roughness, seed, color) => {
    context.fillStyle = color;
    context.beginPath();
    context.moveTo(0, shore);
    for (let x = 0; x <= w; x += 2) {
      const u = x / w * roughness;
      const wave = Math.sin(u * 2.1 + seed) + 0.5 * Math.sin(u * 5.3 + seed * 2) + 0.2 * Math.sin(u * 13 + seed * 3);
      context.lineTo(x, base - rise * (0.5 + 0.3 * wave));
    }
    context.lineTo(w, shore);
    context.fill();
  };
  ridge(h * 0.6, h * 0.2, 3, 1, gradient(0, h * 0.4, 0, shore, "#7f8ba0", "#c3b3a6"));
  ridge(h * 0.61, h * 0.12, 5, 4, gradient(0, h * 0.48, 0, shore, "#566172", "#8c8078"));
  ridge(h * 0.62, h * 0.06, 8, 2, gradient(0, h * 0.54, 0, shore, "#2e3a36", "#44493c"));
  // The lake mirrors what is above it, darker and in waves.
  context.save();
  context.beginPath();
  context.rect(0, shore, w, h - shore);
  context.clip();
  for (let y = 0; y < h - shore; y += 2) {
    const sway = Math.sin(y * 0.35) * y * 0.02 + (chance(y) - 0.5) * y * 0.03;
    context.drawImage(canvas, 0, Math.max(0, shore - 2 - y * 1.2), w, 2, sway - 10, shore + y, w + 20, 2);
  }
  context.fillStyle = gradient(0, shore, 0, h, "#1b2a3c33", "#0f1c2ccc");
  context.fillRect(0, shore, w, h - shore);
  context.restore();
  // A hut with a lit window.
  const [x, y, size] = [w * 0.2, shore - h * 0.075, h * 0.1];
  context.fillStyle = "#6e3b2c";
  context.fillRect(x, y, size * 1.3, size * 0.82);
  context.fillStyle = "#33221f";
  context.beginPath();
  context.moveTo(x - size * 0.14, y);
  context.lineTo(x + size * 0.65, y - size * 0.55);
  context.lineTo(x + size * 1.44, y);
  context.fill();
  context.fillStyle = "#ffd27a";
  context.fillRect(x + size * 0.22, y + size * 0.24, size * 0.28, size * 0.3);
  context.fillStyle = "#d9d5cc";
  context.fillRect(x + size * 0.78, y + size * 0.2, size * 0.3, size * 0.62);
  // Firs.
  const fir = (x, foot, tall, color) => {
    context.fillStyle = color;
    context.fillRect(x - tall * 0.025, foot - tall * 0.12, tall * 0.05, tall * 0.12);
    for (let i = 0; i < 5; i++) {
      const [top, wide] = [foot - tall + tall * 0.17 * i, tall * (0.09 + 0.055 * i)];
      context.beginPath();
      context.moveTo(x, top);
      context.lineTo(x + wide, top + tall * 0.3);
      context.lineTo(x - wide, top + tall * 0.3);
      context.fill();
    }
  };
  for (let i = 0; i < 9; i++) {
    fir(w * (0.33 + 0.03 * i + 0.012 * chance(i)), shore + h * 0.004, h * (0.07 + 0.05 * chance(i + 20)), "#1f2a25");
  }
  fir(w * 0.055, h * 1.02, h * 0.86, "#101a17");
  fir(w * 0.93, h * 1.04, h * 0.74, "#0e1715");
  fir(w * 0.985, h * 1.03, h * 0.6, "#131e1b");
  return canvas;
}
