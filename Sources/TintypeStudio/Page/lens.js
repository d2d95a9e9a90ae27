// A camera of this device: asked for, turned, followed frame by frame, cut to a ratio.
// The studio and the page without a server share it.

/** What a person can do about a camera that is not there. */
const reasons = {
  NotAllowedError: "The camera was refused. Allow it beside the address of this page, and try again.",
  NotFoundError: "There is no camera.",
  NotReadableError: "The camera is busy: another program has it.",
  AbortError: "The camera is busy: another program has it.",
  OverconstrainedError: "This camera cannot do what is asked of it.",
  SecurityError: "This browser gives no camera to this page; a page from https has one.",
  Unsupported: "This browser gives no camera to this page; a page from https has one.",
};
/** Cameras find their exposure in the first frames. */
const firstFrames = 5;

export class Lens {
  /** @param gone told, with a sentence, when the camera is unplugged or taken away */
  constructor(gone) {
    Object.assign(this, { gone, facing: "user", devices: [], wishes: 0 });
    this.video = Object.assign(document.createElement("video"), { muted: true, playsInline: true });
  }

  get isOpen() { return Boolean(this.stream); }
  get isMirrored() { return this.isOpen && this.facing === "user"; }
  get size() { return [this.video.videoWidth, this.video.videoHeight]; }

  /**
   * Asks for a camera; whether it is there, and was not closed or asked for again meanwhile.
   * @throws {Error} with what a person can do
   */
  async open(wish = { facingMode: this.facing }) {
    this.close();
    const own = ++this.wishes;
    let stream;
    try {
      if (!navigator.mediaDevices?.getUserMedia) throw { name: "Unsupported" };
      const video = { ...wish, width: { ideal: 1920 }, height: { ideal: 1080 }, frameRate: { ideal: 30 } };
      stream = await navigator.mediaDevices.getUserMedia({ audio: false, video });
    } catch (error) {
      if (own !== this.wishes) return false;
      throw new Error(reasons[error.name] ?? error.message ?? String(error));
    }
    if (own !== this.wishes) {
      stream.getTracks().forEach((track) => track.stop());
      return false;
    }
    this.stream = stream;
    [this.track] = stream.getVideoTracks();
    this.track.addEventListener("ended", () => {
      if (stream !== this.stream) return;
      this.close();
      this.gone("The camera is gone.");
    });
    const { facingMode, deviceId } = this.track.getSettings();
    Object.assign(this, { facing: facingMode ?? "user", device: deviceId });
    const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
    this.devices = devices.filter(({ kind }) => kind === "videoinput");
    this.video.srcObject = stream;
    await this.video.play().catch(() => {});
    return stream === this.stream;
  }

  close() {
    this.wishes++;
    this.stream?.getTracks().forEach((track) => track.stop());
    this.stream = this.track = this.video.srcObject = null;
  }

  /** The other side, or the next camera where cameras do not say their side. */
  turn() {
    const { facingMode } = this.track?.getSettings() ?? {};
    if (facingMode) return this.open({ facingMode: { exact: facingMode === "user" ? "environment" : "user" } });
    const index = this.devices.findIndex(({ deviceId }) => deviceId === this.device);
    return this.open({ deviceId: { exact: this.devices[(index + 1) % this.devices.length].deviceId } });
  }

  /** Light, zoom: what the camera can do, with what it does. */
  get abilities() {
    return { ...this.track?.getCapabilities?.(), now: this.track?.getSettings() ?? {} };
  }

  apply(setting) { this.track?.applyConstraints({ advanced: [setting] }).catch(() => {}); }

  /** Calls `draw(count)` for each frame, counted from 1; a frame that comes meanwhile is not drawn. */
  follow(draw) {
    const { stream, video } = this;
    const next = (act) =>
      video.requestVideoFrameCallback ? video.requestVideoFrameCallback(act) : requestAnimationFrame(act);
    let count = -firstFrames;
    const frame = () => {
      if (stream !== this.stream) return;
      next(frame);
      if (!document.hidden && video.videoWidth && ++count > 0) draw(count);
    };
    next(frame);
  }

  /** The part of the frame that a ratio takes, unmirrored, with a longer side of at most so many pixels. */
  frame(canvas, ratio, most) { return cut(this.video, ...this.size, canvas, ratio, most); }
}

/** Draws the middle of a picture with a ratio (0 for its own; turned with the picture) into a canvas. */
export function cut(picture, width, height, canvas, ratio, most) {
  const wanted = ratio || width / height;
  const turned = (width < height) !== (wanted < 1) && wanted !== 1 ? 1 / wanted : wanted;
  const [w, h] = width / height > turned ? [height * turned, height] : [width, width / turned];
  const scale = Math.min(1, most / Math.max(w, h));
  const size = { width: Math.max(1, Math.round(w * scale)), height: Math.max(1, Math.round(h * scale)) };
  if (canvas.width !== size.width || canvas.height !== size.height) Object.assign(canvas, size);
  // Without alpha, so that a photo has none either.
  const context = canvas.getContext("2d", { alpha: false });
  context.drawImage(picture, (width - w) / 2, (height - h) / 2, w, h, 0, 0, size.width, size.height);
  return canvas;
}

/** Counts down in `show(text)`, as long as `goesOn()`. */
export async function countDown(seconds, show, goesOn) {
  for (; seconds > 0 && goesOn(); seconds--) {
    show(seconds);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  show("");
  return goesOn();
}

/** A file for the person, as the browser saves files. */
export function download(blob, name) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
