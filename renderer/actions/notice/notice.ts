import type { ActionContext } from '../../runtime/action.ts';
import type { Tone } from '../../runtime/live.ts';
import { nameIn } from '../../runtime/scope.ts';
import { pathOf } from '../../runtime/targets.ts';
import type { Value } from '../../plan/expression.ts';
import type { Spoken } from '../../plan/words.ts';
import { defineAction } from '../define-action.ts';

const TONES: readonly Tone[] = ['neutral', 'info', 'success', 'warning', 'danger'];

export const notice = defineAction({
  name: 'notice',
  required: ['text'],
  raw: ['field'],
  shown: ['text'],
  run(context) {
    const { props, origin, engine } = context;
    const text = String(props['text']);
    if (showAtField(text, context)) return;
    const tone = toneOf(props['tone']);
    const { text: lang } = (props['spoken'] ?? {}) as Spoken;
    if (props['look'] === 'inline') engine.notices.inline(text, tone, origin, lang);
    else engine.notices.toast(text, tone, durationOf(props['durationMs']), lang);
  },
});

/** @returns whether the field of the message is on the screen. */
function showAtField(text: string, { plan, scope, origin, engine }: ActionContext): boolean {
  const [root, id, ...names] = pathOf(plan.props?.['field']);
  if (root !== 'form' || id === undefined) return false;
  const name = names.join('.');
  const form = nameIn(scope, id);
  if (engine.tree.findField(form, name)?.snapshot().visible !== true) return false;
  engine.forms.blame({ [name]: text }, [{ form, run: origin.run }]);
  return true;
}

/** A toast this short is unreadable and so a mistake; it gets the long duration. */
const SHORTEST_MS = 300;
const LONG_MS = 3_000;

function durationOf(ms: Value | undefined): number | undefined {
  if (typeof ms !== 'number') return undefined;
  return ms <= SHORTEST_MS ? LONG_MS : ms;
}

function toneOf(word: Value | undefined): Tone {
  return TONES.find((tone) => tone === word) ?? 'neutral';
}
