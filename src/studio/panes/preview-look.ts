/** How one looks at a screen: nothing of it is part of the draft. */
export interface Look {
  /** Undefined is the project's own. */
  readonly language: string | undefined;
  readonly theme: 'light' | 'dark';
  /** Times the size of the system's text. */
  readonly textScale: number;
  /** CSS pixels, of the phone held upright. */
  readonly width: number;
  /** Whether the phone is as small as it must be to be seen whole, or as large as it is. */
  readonly size: 'fit' | 'true';
  /** What a tap in the preview does. */
  readonly mode: 'select' | 'use';
  /** Whether nothing of the studio is seen but the phone, whose taps are a borrower's then, and what it calls. */
  readonly isAlone: boolean;
  readonly isTurned: boolean;
  /** Whether the phone's own notch and bar lie over the screen's edges. */
  readonly hasNotch: boolean;
  readonly hasKeyboard: boolean;
  /** As of a scene; undefined: nothing moves. */
  readonly motion: 'full' | 'reduced' | undefined;
  /** Whether replies come as over a slow line. */
  readonly isSlow: boolean;
  /** How often it was opened again as it is. */
  readonly turn: number;
  /** Grammar of the page that shows it. */
  readonly reader: number;
}
