// The album: a folder, newest first, in pages; ratings, tags, details, and a trash that gives back.

import { create } from "./controls.js";
import { get, giveUp, post, thumbnail } from "./server.js";

export class Album {
  /**
   * @param told `open(photo)` develops one, `again(photo)` what it was made from, `notice(text, action)` speaks,
   *   `ask(text, verb, value)` asks
   */
  constructor(told) {
    // The query is what is listed, and in which order.
    Object.assign(this, { told, page: 0, query: {} });
    this.order = document.getElementById("order");
    this.order.addEventListener("change", () => this.show(0));
    [this.grid, this.only, this.wrong, this.count, this.pageLabel, this.details] =
      ["grid", "only", "only-wrong", "count", "page", "details"].map((id) => document.getElementById(id));
    document.getElementById("filters").addEventListener("submit", (event) => {
      event.preventDefault();
      this.search();
    });
    this.only.addEventListener("search", () => this.search());
    for (const button of document.querySelectorAll("[data-only]")) {
      button.addEventListener("click", () => {
        const { parts } = this, { only } = button.dataset, others = parts.filter((part) => part !== only);
        this.only.value = (parts.includes(only) ? others : [...parts, only]).join(" && ");
        this.search();
      });
    }
    document.getElementById("newer").addEventListener("click", () => this.show(this.page - 1));
    document.getElementById("older").addEventListener("click", () => this.show(this.page + 1));
    this.details.addEventListener("click", (event) => event.target === this.details && this.details.close());
  }

  /** What must hold of a photo, as the field has it. */
  get parts() { return this.only.value.split("&&").map((part) => part.trim()).filter(Boolean); }

  /** Lists what the field says, with the buttons of what it has. */
  search() {
    for (const button of document.querySelectorAll("[data-only]")) {
      button.setAttribute("aria-pressed", String(this.parts.includes(button.dataset.only)));
    }
    return this.show(0);
  }

  async show(page = this.page) {
    let answer;
    const query = { only: this.only.value, by: this.order.value };
    try { answer = await get("album", { ...query, page }); } catch (error) {
      this.wrong.textContent = error.message;
      return;
    }
    this.query = query;
    this.wrong.textContent = "";
    const pages = Math.max(1, Math.ceil(answer.total / 50));
    this.page = answer.page;
    this.count.textContent = `${answer.total} ${answer.total === 1 ? "photo" : "photos"}`;
    this.pageLabel.textContent = `${this.page + 1} of ${pages}`;
    document.getElementById("newer").disabled = this.page === 0;
    document.getElementById("older").disabled = this.page + 1 >= pages;
    giveUp(this.grid);
    this.grid.replaceChildren(...answer.photos.map((photo) => this.tile(photo)));
    this.grid.scrollTop = 0;
    if (answer.total) return;
    const nothing = this.only.value ? "No photo is like this." : "Nothing here yet. What you save appears here.";
    this.grid.append(create("p", { className: "about", textContent: nothing }));
  }

  tile(photo) {
    const element = create("article", { className: "tile" });
    element.setAttribute("role", "listitem");
    if (photo.error) {
      element.append(create("p", { className: "wrong", textContent: photo.error }));
      return element;
    }
    const open = create("button", { className: "open", title: photo.path }, [this.picture(photo, 360)]);
    open.setAttribute("aria-label", `${photo.name}: details`);
    open.addEventListener("click", () => this.describe(photo, element));
    const name = create("span", { className: "name", textContent: photo.name });
    element.append(open, create("div", {}, [name, this.stars(photo, (next) => element.replaceWith(this.tile(next)))]));
    return element;
  }

  picture(photo, edge) {
    const src = thumbnail({ id: photo.id, edge, version: photo.version });
    return create("img", { loading: "lazy", decoding: "async", alt: photo.name, src });
  }

  /** Five stars; the one that is lit last takes the rating back. */
  stars(photo, changed) {
    const element = create("span", { className: "stars" });
    element.setAttribute("role", "group");
    element.setAttribute("aria-label", `Rating: ${photo.rating}`);
    for (let star = 1; star <= 5; star++) {
      const isOn = star <= photo.rating;
      const [textContent, className] = isOn ? ["★", "on"] : ["☆", ""];
      const button = create("button", { type: "button", textContent, className });
      button.setAttribute("aria-label", star === 5 ? "Favorite, 5 stars" : `${star} stars`);
      button.setAttribute("aria-pressed", String(isOn));
      button.addEventListener("click", async () => {
        await this.mark({ id: photo.id, rating: star === photo.rating ? 0 : star }, changed);
        // The stars are new ones by then.
        const all = [...document.querySelectorAll(`.stars[data-id="${photo.id}"]`)];
        all.findLast((one) => one.checkVisibility())?.children[star - 1].focus();
      });
      element.append(button);
    }
    element.dataset.id = photo.id;
    return element;
  }

  async mark(message, changed) {
    try { changed(await post("mark", message)); } catch (error) { this.told.notice(error.message); }
  }

  describe(photo, tile) {
    const again = (next) => {
      const fresh = this.tile(next);
      tile?.replaceWith(fresh);
      this.describe(next, fresh);
    };
    const change = (message) => this.mark({ id: photo.id, ...message }, again);
    const time = photo.exposureTime;
    const exposure = [
      time && (time <= 0.3 ? `1/${Math.round(1 / time)} s` : `${time} s`), photo.aperture && `f/${photo.aperture}`,
      photo.iso && `ISO ${photo.iso}`, photo.focalLength && `${photo.focalLength} mm`,
    ];
    const rows = {
      Name: photo.path,
      Size: `${photo.width} × ${photo.height}, ${photo.format}, ${(photo.bytes / 1e6).toFixed(1)} MB`,
      Date: photo.date?.replace("T", " "),
      Camera: [photo.camera, photo.lens].filter(Boolean).join(", "),
      Exposure: exposure.filter(Boolean).join("  "),
      Place: photo.latitude !== undefined ? `${photo.latitude.toFixed(6)}, ${photo.longitude.toFixed(6)}` : "",
      Look: photo.look?.look, Values: photo.look?.parameters.join("; "), Expression: photo.look?.expression,
      Recipe: photo.look && `sha256 ${photo.look.recipe}, Tintype ${photo.look.version}`,
    };
    const list = create("dl");
    for (const [name, value] of Object.entries(rows)) {
      if (value) list.append(create("dt", { textContent: name }), create("dd", { textContent: value }));
    }
    const tags = create("dd", {}, photo.tags.map((tag) => {
      const remove = create("button", { type: "button", textContent: "×" });
      remove.setAttribute("aria-label", `Remove ${tag}`);
      remove.addEventListener("click", () => change({ remove: [tag] }));
      return create("span", { className: "tag" }, [tag, remove]);
    }));
    const add = create("input", { placeholder: "Add a tag", size: 16, autocomplete: "off" });
    add.setAttribute("aria-label", "Add a tag");
    add.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !add.value.trim()) return;
      event.preventDefault();
      change({ add: [add.value.trim()] });
    });
    tags.append(add);
    list.append(
      create("dt", { textContent: "Rating" }), create("dd", {}, [this.stars(photo, again)]),
      create("dt", { textContent: "Tags" }), tags);
    const button = (text, act, className = "") => {
      const element = create("button", { type: "button", textContent: text, className });
      element.addEventListener("click", act);
      return element;
    };
    const leave = (act) => () => {
      this.details.close();
      giveUp(this.details);
      act?.(photo);
    };
    this.details.replaceChildren(this.picture(photo, 640), list, create("div", { className: "row" }, [
      button("Delete", () => this.discard(photo)), create("span", { className: "grow" }), button("Close", leave()),
      ...(photo.look ? [button("Again from the original", leave(this.told.again))] : []),
      button("Develop", leave(this.told.open), "primary"),
    ]));
    if (!this.details.open) this.details.showModal();
  }

  async discard(photo) {
    if ((await this.told.ask(`Move '${photo.name}' to the trash folder of the album?`, "Delete")) === null) return;
    try {
      await post("discard", { id: photo.id });
      this.details.close();
      await this.show();
      this.told.notice(`'${photo.name}' is in the trash.`, "Bring it back", async () => {
        try {
          await post("restore", { id: photo.id });
          await this.show(0);
        } catch (error) { this.told.notice(error.message); }
      });
    } catch (error) { this.told.notice(error.message); }
  }
}
