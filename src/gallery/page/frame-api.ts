import type { AppPlan, Plan } from '#renderer/plan/plan.ts';
import type { OpenedState } from '../answers.ts';

/** How the frame looks; its width is that of the iframe. */
export interface Look {
  readonly theme: 'light' | 'dark' | undefined;
  /** 1 is the browser's text size. */
  readonly textScale: number;
  readonly language: string;
}

export interface FrameListener {
  /** Something happened in the frame, in words: `tap`, `value: 3`, `goes to /order`. */
  happened(words: string): void;
  /** Height of the content in CSS pixels. */
  resized(height: number): void;
}

/** The frame's functions for the page around it; both have the same origin. */
export interface FrameApi {
  showExample(example: { readonly plan: Plan; readonly app: AppPlan }, look: Look): void;
  /** @returns undefined if the state is reached, else why not. */
  showState(opened: OpenedState, look: Look): Promise<string | undefined>;
  listen(listener: FrameListener): void;
}

/** Message of the frame to the page around it: `capizFrame` is set. */
export const FRAME_READY = 'capiz:frame-ready';

declare global {
  interface Window {
    capizFrame?: FrameApi;
  }
}
