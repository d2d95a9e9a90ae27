// Pictures through the look by the graphics processor: the camera's frames, and a photo while a control is moved.
// What is saved is the renderer's own picture, and so is the photo on the stage once a control is let go.

import { Tintype } from "./tintype.js";
import { oneAtATime } from "./once.js";

/** A photo is drawn here while a control moves, if that takes at most so many milliseconds. */
const quick = 60;
/** So many pixels are drawn by a renderer in software; more of them would block the page for seconds. */
const mostOfSoftware = 2 ** 17;

export class Painter {
  /**
   * @param passes gives the look's description, with the seed of the photo
   * @param refused told why the look cannot be drawn so
   */
  constructor(passes, refused) {
    Object.assign(this, { refused, isSlow: false, ages: 0, loaded: -1 });
    this.canvas = document.createElement("canvas");
    this.reload = oneAtATime(async () => {
      const { ages } = this;
      try {
        this.start();
        const { look, seed } = await passes();
        this.seed = seed;
        this.take(look);
        this.problem = null;
      } catch (error) { this.fail(error); }
      this.loaded = ages;
    });
  }

  /** The look has become another one. */
  age() { this.ages++; }

  /** Whether it has since it was loaded. */
  get isStale() { return this.loaded !== this.ages; }

  start() {
    if (this.host) return;
    this.host = new Tintype(this.canvas);
    const { gl } = this.host;
    const info = gl.getExtension("WEBGL_debug_renderer_info");
    const name = gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
    this.isSoftware = /swiftshader|llvmpipe|software/i.test(name);
  }

  /** Takes a description; one that differs in its values only keeps what was compiled. */
  take(description) {
    const { parameters, recipe, frozen, ...rest } = description;
    const shape = JSON.stringify([rest, parameters.map(({ default: start, ...parameter }) => parameter), frozen]);
    if (shape === this.shape) {
      this.look.set(Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter.default])));
    } else {
      const look = this.host.load(description);
      this.look?.dispose();
      Object.assign(this, { look, shape, isSlow: false });
    }
    this.description = description;
  }

  /** Whether a control can be followed without asking the server: its text is the number of a slider, or two. */
  nudge(name, text) {
    const parameter = this.description?.parameters.find((one) => one.name === name);
    const { type, inUnit = 1, lane = 0, default: start } = parameter ?? {};
    const numbers = (text.match(/-?[0-9.]+(?:e-?[0-9]+)?/g) ?? []).map(Number);
    if (type === "vec2" && numbers.length === 3) this.look.set({ [name]: numbers.slice(1) });
    else if (["scalar", "ev", "angle", "kelvin", "length"].includes(type) && numbers.length === 1) {
      this.look.set({ [name]: start.map((x, i) => (i === lane ? numbers[0] / inUnit : x)) });
    } else return false;
    return true;
  }

  /** The canvas with a picture through the look; null where the look cannot be drawn. */
  draw(picture, options = {}) {
    if (!this.look) return null;
    try {
      this.host.photo(picture);
      return this.look.render(options) && this.canvas;
    } catch (error) {
      this.fail(error);
      return null;
    }
  }

  /** Whether a photo of this size may be drawn here. */
  serves({ width, height }) {
    try { this.start(); } catch { return false; }
    return !this.isSoftware || width * height <= mostOfSoftware;
  }

  /** The canvas with a photo through the look, unless that takes too long. */
  follow(photo) {
    if (this.isSlow || !photo.width || !this.look || !this.serves(photo)) return null;
    const start = performance.now();
    const drawn = this.draw(photo, { seed: this.seed });
    // Reading one pixel waits for the drawing.
    const { gl } = this.host;
    if (drawn) gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
    // The first time includes the compilation of shaders.
    const isFirst = this.timed !== this.look;
    this.timed = this.look;
    this.isSlow = !isFirst && performance.now() - start > quick;
    return drawn;
  }

  fail(error) {
    if (this.problem !== error.message) this.refused((this.problem = error.message));
    this.look?.dispose();
    this.look = this.shape = this.description = null;
  }
}
