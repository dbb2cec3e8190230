import * as v from 'valibot';

/** Marks of a screen. Every change of a marked screen needs a second person, whatever the policy exempts. */
export const SCREEN_MARKS = ['money', 'consent', 'legal'] as const;

export type ScreenMark = (typeof SCREEN_MARKS)[number];

/** Why a change needs a second person; `change`: the policy does not exempt it. */
export type ReviewKind = ScreenMark | 'change';

const REVIEW_KINDS: readonly ReviewKind[] = [...SCREEN_MARKS, 'change'];

export const REVIEW_NEED = v.object({
  /** A kind that only a newer server knows is read as `change`: every kind demands a second person. */
  kind: v.pipe(
    v.string(),
    v.transform((kind) => REVIEW_KINDS.find((one) => one === kind) ?? 'change'),
  ),
  /** Path of the document or image, or the id of the screen. */
  subject: v.string(),
});

export type ReviewNeed = Readonly<v.InferOutput<typeof REVIEW_NEED>>;
