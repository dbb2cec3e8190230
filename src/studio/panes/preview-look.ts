/** Settings of the preview; not part of the draft. */
export interface Look {
  /** Undefined for the project's default. */
  readonly language: string | undefined;
  readonly theme: 'light' | 'dark';
  /** Factor of the system's text size. */
  readonly textScale: number;
  /** CSS pixels, in portrait orientation. */
  readonly width: number;
  /** Whether the phone is scaled down to fit the pane or has its true size. */
  readonly size: 'fit' | 'true';
  /** What a tap in the preview does. */
  readonly mode: 'select' | 'use';
  /** Whether only the phone and its requests are shown; taps use the screen. */
  readonly isAlone: boolean;
  readonly isTurned: boolean;
  /** Whether the phone's notch and home bar cover the edges of the screen. */
  readonly hasNotch: boolean;
  readonly hasKeyboard: boolean;
  /** As in `Scene`; undefined: no animations. */
  readonly motion: 'full' | 'reduced' | undefined;
  /** Whether replies are delayed as on a slow connection. */
  readonly isSlow: boolean;
  /** Counts restarts of the same state. */
  readonly turn: number;
  /** Grammar version of the page. */
  readonly reader: number;
}
