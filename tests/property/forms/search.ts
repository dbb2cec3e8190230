import fc from 'fast-check';
import { SEED } from '../settings.ts';
import type { MakeForms } from './drawn.tsx';
import { form, sequenceFor } from './generate.ts';
import { disagree } from './play.ts';
import type { Action, FormSpec } from './spec.ts';

/** Number of sequences for each form, which is compiled once. */
export const EACH = 16;

export interface Disagreement {
  readonly spec: FormSpec;
  /** The shortest sequence of actions that shows the disagreement. */
  readonly actions: readonly Action[];
  readonly words: string;
}

/**
 * Applies generated sequences to generated forms until a form disagrees with its model. Deterministic from `SEED`; a shorter
 * search is a prefix of a longer one.
 *
 * @param forms - Number of forms; each gets `EACH` sequences.
 * @param fault - A planted fault: selects the forms, and changes them.
 * @returns The number of sequences, and the first disagreement.
 */
export async function search(
  forms: number,
  fault?: { readonly makeForms: MakeForms; isSeenIn(spec: FormSpec): boolean },
): Promise<{ readonly tried: number; readonly found?: Disagreement }> {
  const filled = form.chain((spec) =>
    fc.tuple(fc.constant(spec), fc.array(sequenceFor(spec), { minLength: EACH, maxLength: EACH })),
  );
  const drawn = fc.sample(filled, { seed: SEED, numRuns: forms });
  let tried = 0;
  const { makeForms } = fault ?? {};
  for (const [spec, all] of drawn) {
    if (fault?.isSeenIn(spec) === false) continue;
    for (const actions of all) {
      tried += 1;
      const words = await disagree(spec, actions, makeForms).catch(String);
      if (words !== undefined) return { tried, found: await shorten({ spec, actions, words }, makeForms) };
    }
  }
  return { tried };
}

async function shorten(found: Disagreement, makeForms: MakeForms | undefined): Promise<Disagreement> {
  let { spec, actions, words } = found;
  for (let at = actions.length - 1; at >= 0; at -= 1) {
    const less = actions.filter((_, other) => other !== at);
    const still = await disagree(spec, less, makeForms).catch(String);
    if (still !== undefined) [actions, words] = [less, still];
  }
  return { spec, actions, words };
}
