/** One run at a time: a wish during a run is one more run after it, with what is so then; both end together. */
export function oneAtATime(work) {
  let running = null, again = false;
  const run = async () => {
    try {
      do { again = false; await work(); } while (again);
    } finally { running = null; }
  };
  return () => {
    again = true;
    return running ??= run();
  };
}
