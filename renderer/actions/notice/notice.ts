import type { Tone } from '../../live/live.ts';
import type { Value } from '../../plan/expression.ts';
import { defineAction } from '../define-action.ts';

const TONES: readonly Tone[] = ['neutral', 'info', 'success', 'warning', 'danger'];

export const notice = defineAction({
  name: 'notice',
  required: ['text'],
  run({ props, origin, engine }) {
    const text = String(props['text']);
    const tone = toneOf(props['tone']);
    if (props['look'] === 'inline') engine.notices.inline(text, tone, origin);
    else engine.notices.toast(text, tone);
  },
});

function toneOf(word: Value | undefined): Tone {
  return TONES.find((tone) => tone === word) ?? 'neutral';
}
