import * as v from 'valibot';
import { text } from '#src/shared/operation-schemas.ts';
import { type Draft, Refused } from '../api.ts';
import { nameOfReason } from '../releases/release-names.ts';
import type { ReleasesApi } from '../releases/releases-api.ts';
import { type Gradual, GRADUAL, STANDARD } from './gradual.tsx';
import { TIME_IN_MANILA, writeTime } from './times.ts';

export type Way = 'now' | 'later' | 'gradually' | 'gradually-later';

export interface PublishInput {
  readonly title: string;
  readonly reason: string;
  readonly way: Way;
  /** Date and time in Manila. */
  readonly due: string;
  readonly gradual: Gradual;
  readonly isMeant: boolean;
}

export type Publishing = { readonly title: string; readonly reason: string } & (
  | { readonly way?: undefined }
  | { readonly way: 'now' }
  | { readonly way: 'later'; readonly due: number }
  | { readonly way: 'gradually'; readonly gradual: v.InferOutput<typeof GRADUAL> }
  | {
      readonly way: 'gradually-later';
      readonly due: number;
      readonly gradual: v.InferOutput<typeof GRADUAL>;
    }
);

export function firstOf(title: string): PublishInput {
  return { title, reason: '', way: 'now', due: '', gradual: STANDARD, isMeant: false };
}

/** @param mustAsk - Whether the change goes to an approver; then the form has no rollout. */
export function publishing(
  mustAsk: boolean,
  hasWarnings: boolean,
): v.GenericSchema<Partial<PublishInput>, Publishing> {
  const words = {
    // The registry gets `title: reason`, which must not exceed its limit.
    title: v.pipe(v.string(), v.trim(), text(1, 100)),
    reason: v.pipe(v.string(), v.trim(), text(3, 390)),
    isMeant: hasWarnings ? v.literal(true, 'must be ticked.') : v.boolean(),
  };
  if (mustAsk) return v.object(words);
  return v.variant('way', [
    v.object({ ...words, way: v.literal('now') }),
    v.object({ ...words, way: v.literal('later'), due: TIME_IN_MANILA }),
    v.object({ ...words, way: v.literal('gradually'), gradual: GRADUAL }),
    v.object({ ...words, way: v.literal('gradually-later'), due: TIME_IN_MANILA, gradual: GRADUAL }),
  ]);
}

/** Result of publishing; `isOver` if the draft has ended. */
export interface Outcome {
  /** What was done, in one word. */
  readonly title: string;
  readonly said: string;
  readonly isOver: boolean;
}

/**
 * Makes the release, and publishes it unless it goes to an approver.
 *
 * @param needsSecond - Whether another person must approve the release, not only publish it.
 * @throws Refused.
 */
export async function publish(
  api: ReleasesApi,
  settle: () => Promise<Draft | undefined>,
  { title, reason, ...chosen }: Publishing,
  needsSecond: boolean,
): Promise<Outcome> {
  const saved = await settle();
  if (saved === undefined) throw new Refused('invalid', 'Nothing is changed.');
  const why = `${title}: ${reason}`;
  const { hash } = await api.make(saved.id, why);
  const name = nameOfReason(why);
  switch (chosen.way) {
    case undefined: {
      const next = needsSecond ? 'approval. Approvers see it' : 'a publisher. Publishers see it';
      return { title: 'Asked', said: `${name} waits for ${next} on Home and under Releases.`, isOver: false };
    }
    case 'now':
      await api.publish(hash, why);
      return {
        title: 'Published',
        said: `${name} is live. Borrowers get it with the next screen they open.`,
        isOver: true,
      };
    case 'later':
      await api.schedule(hash, chosen.due, why);
      return { title: 'Planned', said: `${name} goes live ${writeTime(chosen.due)}.`, isOver: true };
    case 'gradually-later':
      await api.schedule(hash, chosen.due, why, chosen.gradual);
      return {
        title: 'Planned',
        said: `A share of borrowers gets ${name} ${writeTime(chosen.due)}. The calendar under Releases shows it.`,
        isOver: true,
      };
    case 'gradually': {
      const { basisPoints } = await api.startRollout({ release: hash, reason: why, ...chosen.gradual });
      const said = `${basisPoints / 100} % of borrowers get ${name} now. Releases shows how it does.`;
      return { title: 'Rollout started', said, isOver: true };
    }
  }
}
