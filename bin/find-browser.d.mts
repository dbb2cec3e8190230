/** Headless Chromium without windows. */
export declare const SHELL: string;

/** Paths of Chromium on this machine: on PATH, or in Playwright's cache. */
export declare function findChromium(): {
  readonly shell: string | undefined;
  readonly whole: string | undefined;
};
