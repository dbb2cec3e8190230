/**
 * The words of the engine itself, as source texts: translated like a definition's, so compiling
 * carries them in every catalogue. `{…}` is replaced where they are shown.
 */
export const ENGINE_WORDS = [
  'Back',
  'Cancel',
  'Choose',
  'Close',
  'Confirm',
  'Less',
  'Loading…',
  'More',
  'Pull down to refresh',
  'Reference {reference}',
  'Release to refresh',
  'Something went wrong',
  'Still working. You can wait or go back.',
  'This page cannot be shown safely. Please try again later.',
  'This is being sent. Please wait.',
  'This part could not be shown.',
  'Try again',
  'Updated',
  'We could not update this page. Showing details from {time}.',
  'You are offline',
  'You are offline. Showing details from {time}.',
  '1 star',
  '{count} stars',
] as const;

export type EngineWord = (typeof ENGINE_WORDS)[number];
