/** Which windows of this browser have a draft open: each holds a lock under its key as long as it does. */

const nameOf = (key: string) => `dramatis.authoring.${key}`;

/** Marks a key as in use, until the function that is handed back is called or the window is closed. */
export function holdKey(key: string): () => void {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  // Browsers have locks on secure pages only; without them a record counts as left behind, which merges it
  // twice.
  void navigator.locks?.request(nameOf(key), () => released);
  return release;
}

/** Of these keys, those whose windows are gone. */
export async function leftBehind(keys: readonly string[]): Promise<Set<string>> {
  const locks = await navigator.locks?.query();
  const names = new Set(locks?.held?.map(({ name }) => name));
  return new Set(keys.filter((key) => !names.has(nameOf(key))));
}
