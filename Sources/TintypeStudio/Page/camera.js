// The camera through the look, live in WebGL2. Each frame is drawn when it comes, or not at all: none waits.

import { Lens, countDown, download } from "./lens.js";
import { exifDate, pngWith } from "./exif.js";
import { upload } from "./server.js";

const toBlob = (canvas, ...how) => new Promise((resolve) => canvas.toBlob(resolve, ...how));

export class Camera {
  /**
   * @param painter draws pictures through the look
   * @param told `live(count)` follows each frame, `refused(text)` says why there is none, `captured(photo)` gets a
   *   photo
   */
  constructor(stage, painter, told) {
    Object.assign(this, { stage, painter, told });
    this.lens = new Lens((why) => this.lost(why));
    this.input = document.createElement("canvas");
    [this.ratio, this.timer, this.zoomer, this.torch, this.shutter, this.film, this.switcher] =
      ["frame-ratio", "timer", "zoomer", "torch", "shutter", "film", "switch"].map((id) => document.getElementById(id));
    this.shutter.addEventListener("click", () => this.shoot());
    this.film.addEventListener("click", () => this.record());
    this.switcher.addEventListener("click", () => this.start(() => this.lens.turn()));
    this.torch.addEventListener("click", () => {
      const isOn = this.torch.getAttribute("aria-pressed") !== "true";
      this.torch.setAttribute("aria-pressed", String(isOn));
      this.lens.apply({ torch: isOn });
    });
    this.zoomer.querySelector("input").addEventListener("input", ({ target }) =>
      this.lens.apply({ zoom: Number(target.value) }));
  }

  get isLive() { return this.lens.isOpen; }

  /** Asks for frames only as long as somebody looks. */
  enter() { return this.start(() => this.lens.open()); }

  leave() {
    if (this.recorder?.state === "recording") this.recorder.stop();
    this.lens.close();
    this.stage.element.classList.remove("mirrored");
    this.stage.count("");
  }

  async start(opening) {
    this.frozen = false;
    try { if (!(await opening())) return; } catch (error) { return this.lost(error.message); }
    this.stage.element.classList.toggle("mirrored", this.lens.isMirrored);
    const can = this.lens.abilities;
    this.torch.hidden = !can.torch;
    this.zoomer.hidden = !can.zoom;
    if (can.zoom) {
      const { min, max, step } = can.zoom;
      Object.assign(this.zoomer.querySelector("input"), { min, max, step: step || 0.1, value: can.now.zoom });
    }
    this.switcher.hidden = this.lens.devices.length < 2;
    await this.painter.reload();
    this.lens.follow((count) => this.draw(count));
  }

  lost(why) {
    this.leave();
    this.told.refused(why);
  }

  draw(count) {
    if (this.frozen) return;
    this.lens.frame(this.input, Number(this.ratio.value), this.painter.isSoftware ? 640 : 1280);
    this.stage.show(this.painter.draw(this.input, { frame: count }) ?? this.input);
    this.told.live(count);
  }

  /** A small frame, for thumbnails. */
  sample() { return toBlob(this.lens.frame(document.createElement("canvas"), 0, 320), "image/jpeg", 0.9); }

  async shoot() {
    if (!this.isLive || this.frozen || this.isCounting) return;
    this.isCounting = true;
    const goesOn = await countDown(Number(this.timer.value), (text) => this.stage.count(text), () => this.isLive);
    this.isCounting = false;
    if (!goesOn) return;
    this.frozen = true;
    this.stage.blink();
    const date = exifDate();
    const frame = this.lens.frame(document.createElement("canvas"), Number(this.ratio.value), Infinity);
    const photo = await pngWith(await toBlob(frame, "image/png"), { date });
    const name = `camera-${date.replaceAll(":", "").replace(" ", "-")}.png`;
    try { await this.told.captured(await upload(photo, name)); } catch (error) {
      this.frozen = false;
      this.told.refused(error.message);
    }
  }

  /** Goes on after a photo was saved or dropped. */
  resume() { this.frozen = false; }

  /** Records what is seen, until it is called again. */
  record() {
    if (this.recorder?.state === "recording") return this.recorder.stop();
    if (!this.isLive) return;
    const parts = [];
    const options = { mimeType: "video/webm", videoBitsPerSecond: 12e6 };
    try { this.recorder = new MediaRecorder(this.stage.after.captureStream(30), options); } catch {
      return this.told.refused("This browser records no WebM.");
    }
    this.recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
    this.recorder.addEventListener("stop", () => {
      this.film.textContent = "Record";
      this.film.setAttribute("aria-pressed", "false");
      for (const track of this.recorder.stream.getTracks()) track.stop();
      download(new Blob(parts, { type: "video/webm" }), "tintype.webm");
    });
    this.recorder.start(1000);
    this.film.textContent = "Stop";
    this.film.setAttribute("aria-pressed", "true");
  }
}
