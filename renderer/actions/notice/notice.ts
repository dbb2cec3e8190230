import type { Tone } from '../../live/live.ts';
import type { Value } from '../../plan/expression.ts';
import { defineAction } from '../define-action.ts';

const TONES: readonly Tone[] = ['neutral', 'info', 'success', 'warning', 'danger'];

export const notice = defineAction({
  name: 'notice',
  required: ['text'],
  shown: ['text'],
  run({ props, origin, engine }) {
    const text = String(props['text']);
    const tone = toneOf(props['tone']);
    if (props['look'] === 'inline') engine.notices.inline(text, tone, origin);
    else engine.notices.toast(text, tone, durationOf(props['durationMs']));
  },
});

/** A toast that nobody could read is none: so short a time is a mistake, and stands for a long one. */
const SHORTEST_MS = 300;
const LONG_MS = 3_000;

function durationOf(ms: Value | undefined): number | undefined {
  if (typeof ms !== 'number') return undefined;
  return ms <= SHORTEST_MS ? LONG_MS : ms;
}

function toneOf(word: Value | undefined): Tone {
  return TONES.find((tone) => tone === word) ?? 'neutral';
}
