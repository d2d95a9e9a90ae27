// Many photos one after the other: n of m, errors by name, and an end at any time.

/**
 * Works on each photo, and shows how far it is.
 *
 * @param verb what the title says before the number: "Save"
 * @param work gets a photo and a signal that is aborted by Cancel
 * @returns how many were done
 */
export async function batch(verb, photos, work) {
  const find = (id) => document.getElementById(id), dialog = find("batch"), part = find("batch-part");
  const [title, errors, button] = [find("batch-title"), find("batch-errors"), find("batch-end")];
  const end = new AbortController(), ended = () => end.abort();
  Object.assign(part, { max: photos.length, value: 0 });
  errors.replaceChildren();
  button.textContent = "Cancel";
  dialog.addEventListener("close", ended);
  dialog.showModal();
  let done = 0;
  for (const [index, photo] of photos.entries()) {
    if (end.signal.aborted) break;
    title.textContent = `${verb} ${index + 1} of ${photos.length}: ${photo.name}`;
    try {
      await work(photo, end.signal);
      done++;
    } catch (error) {
      if (error.name === "AbortError") break;
      const text = error.message.startsWith(photo.name) ? error.message : `${photo.name}: ${error.message}`;
      errors.append(Object.assign(document.createElement("li"), { textContent: text }));
    }
    part.value = index + 1;
  }
  dialog.removeEventListener("close", ended);
  // Errors stay until they were read.
  if (errors.children.length && dialog.open) {
    title.textContent = `${done} of ${photos.length} done`;
    button.textContent = "Close";
    await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
  }
  dialog.close();
  return done;
}
