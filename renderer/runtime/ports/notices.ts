import type { Tone } from '../live.ts';
import type { Origin } from './runner.ts';

export interface NoticePort {
  /** @param durationMs - Default: 2 s. */
  toast(text: string, tone: Tone, durationMs?: number, lang?: string): void;
  /** @param lang - BCP 47 tag of the text, if it may differ from the page's language. Also for `toast`. */
  inline(text: string, tone: Tone, origin: Origin, lang?: string): void;
  /** A list starts: removes its inline notices. */
  begin(origin: Origin): void;
  /** Removes the inline notices of a run. */
  endRun(run: string): void;
  /** Shows the busy text of a request. @returns a function that removes it. */
  busy(text: string | undefined): () => void;
}
