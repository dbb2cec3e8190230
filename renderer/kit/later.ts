/** Safari has no requestIdleCallback; this long after a screen stands its first data has arrived. */
export const LATER_MS = 2000;

/** Code that comes apart from what needs it. */
export interface Later<Module> {
  /** What was fetched; undefined until it is here. */
  now(): Module | undefined;
  /**
   * Fetches it. Who asks before it is here shares one fetch; after one that failed the next asks again.
   * @throws What the import throws.
   */
  fetch(): Promise<Module>;
}

export function createLater<Module>(load: () => Promise<Module>): Later<Module> {
  let here: Module | undefined;
  let underway: Promise<Module> | undefined;
  return {
    now: () => here,
    fetch() {
      if (here !== undefined) return Promise.resolve(here);
      underway ??= load().then(
        (module) => (here = module),
        (error: unknown) => {
          underway = undefined;
          throw error;
        },
      );
      return underway;
    },
  };
}
