import fc from 'fast-check';
import { SEED } from '../settings.ts';
import type { MakeForms } from './drawn.tsx';
import { form, sequenceFor } from './generate.ts';
import { disagree } from './play.ts';
import type { Action, FormSpec } from './spec.ts';

/** Sequences a form: it is compiled once and filled in again and again. */
export const EACH = 16;

export interface Disagreement {
  readonly spec: FormSpec;
  /** Without those that are as well left out. */
  readonly actions: readonly Action[];
  readonly words: string;
}

/**
 * Does made-up sequences to made-up forms until a form is not what its model says.
 *
 * Always the same ones in the same order, from `SEED`; fewer are the first of more.
 *
 * @param forms - How many forms; to each of them `EACH` sequences are done.
 * @param fault - Where forms that are wrong are looked for: which ones are tried, and how they are made.
 * @returns How many sequences were done, and the first disagreement.
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
