import type { ReviewKind } from './review-need.ts';

/** Why a change needs a second person, as a sentence. */
export const KIND_WORDS: { readonly [kind in ReviewKind]: string } = {
  money: 'It changes a screen that moves money.',
  consent: 'It changes a screen that asks for consent.',
  legal: 'It changes a screen with a legal text.',
  change: 'It changes more than the review policy exempts.',
};
