/** Chromium without windows of its own. */
export declare const SHELL: string;

/** Paths of what this machine has of Chromium: on the path, or where Playwright keeps browsers of its own. */
export declare function findChromium(): {
  readonly shell: string | undefined;
  readonly whole: string | undefined;
};
