/** One run at a time: a wish during a run is one more run after it, with what is so then. */
export function oneAtATime(work) {
  let running = false, again = false;
  return async function run() {
    if (running) { again = true; return; }
    running = true;
    try {
      do { again = false; await work(); } while (again);
    } finally { running = false; }
  };
}
