// The camera through the look, live in WebGL2. Each frame is drawn when it comes, or not at all: none waits.

import { Tintype } from "./tintype.js";
import { upload, oneAtATime } from "./server.js";

/** What a person can do about a camera that is not there. */
const reasons = {
  NotAllowedError: "The camera was refused. Allow it beside the address of this page, and try again.",
  NotFoundError: "There is no camera.",
  NotReadableError: "The camera is busy: another program has it.",
  AbortError: "The camera is busy: another program has it.",
  OverconstrainedError: "This camera cannot do what is asked of it.",
  Unplugged: "The camera is gone.",
  Unsupported: "This browser gives no camera to this page.",
};
/** Cameras find their exposure in the first frames. */
const firstFrames = 5;

export class Camera {
  /**
   * @param told `passes()` gives the look's description, `live(count)` follows each frame, `refused(text)` says why
   *   there is none, `captured(photo)` gets a photo
   */
  constructor(stage, told) {
    Object.assign(this, { stage, told, facing: "user", count: 0 });
    this.video = Object.assign(document.createElement("video"), { muted: true, playsInline: true });
    this.input = document.createElement("canvas");
    this.output = document.createElement("canvas");
    [this.ratio, this.timer, this.zoomer, this.torch, this.shutter, this.film, this.switcher] =
      ["frame-ratio", "timer", "zoomer", "torch", "shutter", "film", "switch"].map((id) => document.getElementById(id));
    this.shutter.addEventListener("click", () => this.shoot());
    this.film.addEventListener("click", () => this.record());
    this.switcher.addEventListener("click", () => this.turn());
    this.torch.addEventListener("click", () => {
      const isOn = this.torch.getAttribute("aria-pressed") !== "true";
      this.torch.setAttribute("aria-pressed", String(isOn));
      this.track?.applyConstraints({ advanced: [{ torch: isOn }] }).catch(() => {});
    });
    this.zoomer.querySelector("input").addEventListener("input", ({ target }) =>
      this.track?.applyConstraints({ advanced: [{ zoom: Number(target.value) }] }).catch(() => {}));
    this.reload = oneAtATime(async () => {
      if (!this.isLive || !this.host) return;
      try {
        const look = this.host.load(await told.passes());
        this.look?.dispose();
        this.look = look;
        this.problem = null;
      } catch (error) {
        if (this.problem !== error.message) told.refused((this.problem = error.message));
      }
    });
  }

  get isLive() { return Boolean(this.stream); }

  async start(wish = { facingMode: this.facing }) {
    this.stop();
    const turn = (this.turnCount = (this.turnCount ?? 0) + 1);
    let stream;
    try {
      if (!navigator.mediaDevices?.getUserMedia) throw { name: "Unsupported" };
      stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { ...wish, width: { ideal: 1920 }, height: { ideal: 1080 }, frameRate: { ideal: 30 } } });
    } catch (error) {
      return this.told.refused(reasons[error.name] ?? error.message ?? String(error));
    }
    // Somebody has left the camera, or turned it, while it was asked for.
    if (turn !== this.turnCount || this.isLeft) return stream.getTracks().forEach((track) => track.stop());
    this.stream = stream;
    [this.track] = stream.getVideoTracks();
    this.track.addEventListener("ended", () => { this.stop(); this.told.refused(reasons.Unplugged); });
    const { facingMode, deviceId } = this.track.getSettings();
    Object.assign(this, { facing: facingMode ?? "user", device: deviceId, count: 0, frozen: false });
    this.stage.element.classList.toggle("mirrored", this.facing === "user");
    await this.offer();
    this.video.srcObject = stream;
    await this.video.play().catch(() => {});
    try {
      this.host ??= new Tintype(this.output, { onRestore: () => {} });
      const { gl } = this.host;
      const info = gl.getExtension("WEBGL_debug_renderer_info");
      this.isSoftware = /swiftshader|llvmpipe|software/i.test(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
    } catch (error) { this.told.refused(`${error.message} The camera is shown without the look.`); }
    await this.reload();
    this.follow();
  }

  /** Asks for frames only as long as somebody looks. */
  leave() { this.isLeft = true; this.stop(); }
  enter() { this.isLeft = false; return this.start(); }

  stop() {
    if (this.recorder?.state === "recording") this.recorder.stop();
    this.stream?.getTracks().forEach((track) => track.stop());
    this.stream = this.track = null;
    this.video.srcObject = null;
    this.stage.element.classList.remove("mirrored");
    clearInterval(this.counting);
    this.stage.count("");
  }

  /** Shows what this camera can do. */
  async offer() {
    const can = this.track.getCapabilities?.() ?? {};
    this.torch.hidden = !can.torch;
    this.zoomer.hidden = !can.zoom;
    if (can.zoom) Object.assign(this.zoomer.querySelector("input"), { min: can.zoom.min, max: can.zoom.max, step: can.zoom.step || 0.1, value: this.track.getSettings().zoom });
    const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
    this.devices = devices.filter(({ kind }) => kind === "videoinput");
    this.switcher.hidden = this.devices.length < 2;
  }

  /** The other side, or the next camera where cameras do not say their side. */
  async turn() {
    const facing = this.track?.getSettings().facingMode;
    if (facing) return this.start({ facingMode: { exact: facing === "user" ? "environment" : "user" } });
    const index = this.devices.findIndex(({ deviceId }) => deviceId === this.device);
    return this.start({ deviceId: { exact: this.devices[(index + 1) % this.devices.length].deviceId } });
  }

  follow() {
    const { stream } = this;
    const next = (act) => this.video.requestVideoFrameCallback ? this.video.requestVideoFrameCallback(act) : requestAnimationFrame(act);
    const draw = () => {
      if (stream !== this.stream) return;
      next(draw);
      if (this.frozen || document.hidden || !this.video.videoWidth || this.count++ < firstFrames) return;
      this.frame(this.input, this.isSoftware ? 640 : 1280);
      let shown = this.input;
      if (this.look) {
        try {
          this.host.photo(this.input);
          if (this.look.render({ frame: this.count })) shown = this.output;
        } catch (error) { if (this.problem !== error.message) this.told.refused((this.problem = error.message)); }
      }
      this.stage.show(shown);
      this.told.live(this.count);
    };
    next(draw);
  }

  /** The part of the video that the ratio takes, unmirrored, with a longer side of at most so many pixels. */
  frame(canvas, most) {
    const [width, height] = [this.video.videoWidth, this.video.videoHeight];
    const wanted = Number(this.ratio.value) || width / height;
    const ratio = (width < height) !== (wanted < 1) && wanted !== 1 ? 1 / wanted : wanted;
    const [w, h] = width / height > ratio ? [height * ratio, height] : [width, width / ratio];
    const scale = Math.min(1, most / Math.max(w, h));
    const size = { width: Math.max(1, Math.round(w * scale)), height: Math.max(1, Math.round(h * scale)) };
    if (canvas.width !== size.width || canvas.height !== size.height) Object.assign(canvas, size);
    // Without alpha, so that a photo has none either.
    canvas.getContext("2d", { alpha: false }).drawImage(this.video, (width - w) / 2, (height - h) / 2, w, h, 0, 0, size.width, size.height);
    return canvas;
  }

  /** A small frame, for thumbnails. */
  sample() { return new Promise((resolve) => this.frame(document.createElement("canvas"), 320).toBlob(resolve, "image/jpeg", 0.9)); }

  async shoot() {
    if (!this.isLive || this.frozen || this.counting) return;
    let seconds = Number(this.timer.value);
    if (seconds) {
      this.stage.count(seconds);
      await new Promise((resolve) => {
        this.counting = setInterval(() => {
          this.stage.count(--seconds || "");
          if (seconds <= 0 || !this.isLive) resolve();
        }, 1000);
      });
      clearInterval(this.counting);
      this.counting = null;
      if (!this.isLive) return;
    }
    this.frozen = true;
    this.stage.blink();
    const blob = await new Promise((resolve) => this.frame(document.createElement("canvas"), Infinity).toBlob(resolve, "image/png"));
    const now = new Date(), two = (number) => String(number).padStart(2, "0");
    const name = `camera-${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}-${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}.png`;
    try { await this.told.captured(await upload(blob, name)); } catch (error) { this.frozen = false; this.told.refused(error.message); }
  }

  /** Goes on after a photo was saved or dropped. */
  resume() { this.frozen = false; }

  /** Records what is seen, until it is called again. */
  record() {
    if (this.recorder?.state === "recording") return this.recorder.stop();
    if (!this.isLive) return;
    const parts = [];
    this.recorder = new MediaRecorder(this.stage.after.captureStream(30), { mimeType: "video/webm", videoBitsPerSecond: 12e6 });
    this.recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
    this.recorder.addEventListener("stop", () => {
      this.film.textContent = "Record";
      this.film.setAttribute("aria-pressed", "false");
      const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(new Blob(parts, { type: "video/webm" })), download: "tintype.webm" });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    });
    this.recorder.start(1000);
    this.film.textContent = "Stop";
    this.film.setAttribute("aria-pressed", "true");
  }
}
