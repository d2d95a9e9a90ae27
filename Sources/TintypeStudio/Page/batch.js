// Many photos one after the other: n of m, errors by name, and an end at any time.

/**
 * Works on each photo, and shows how far it is. Cancel ends it after the one that is under way.
 *
 * @param verb what the title says before the number: "Save"
 * @returns how many were done
 */
export async function batch(verb, photos, work) {
  const find = (id) => document.getElementById(id), dialog = find("batch"), part = find("batch-part");
  const [title, errors, button] = [find("batch-title"), find("batch-errors"), find("batch-end")];
  Object.assign(part, { max: photos.length, value: 0 });
  errors.replaceChildren();
  button.textContent = "Cancel";
  let done = 0, isEnded = false;
  const closed = new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
  closed.then(() => { isEnded = true; });
  dialog.showModal();
  for (const [index, photo] of photos.entries()) {
    title.textContent = `${verb} ${index + 1} of ${photos.length}: ${photo.name}`;
    try {
      await work(photo);
      done++;
    } catch (error) {
      const text = error.message.startsWith(photo.name) ? error.message : `${photo.name}: ${error.message}`;
      errors.append(Object.assign(document.createElement("li"), { textContent: text }));
    }
    // The dialog may be that of the next batch by now; its event comes with the next frame, which may be late.
    if (isEnded || !dialog.open) return done;
    part.value = index + 1;
  }
  // Errors stay until they were read.
  if (errors.children.length) {
    title.textContent = `${done} of ${photos.length} done`;
    button.textContent = "Close";
    await closed;
  }
  dialog.close();
  return done;
}
