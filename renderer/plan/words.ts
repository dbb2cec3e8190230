/**
 * The words of the engine itself, as source texts: translated like a definition's, so compiling
 * carries them in every catalogue. `{…}` is replaced where they are shown.
 */
export const ENGINE_WORDS = [
  'Back',
  'Cancel',
  'Check these fields',
  'Choose',
  'Close',
  'Confirm',
  'Day',
  'Less',
  'Limit of {max} characters reached',
  'Loading…',
  'Month',
  'More',
  'Nothing found',
  'Pull down to refresh',
  'Reference {reference}',
  'Release to refresh',
  'Something went wrong',
  'Search',
  'Still working. You can wait or go back.',
  'This form cannot be shown right now.',
  'This page cannot be shown safely. Please try again later.',
  'This is being sent. Please wait.',
  'This part could not be shown.',
  'Try again',
  'Updated',
  'Type to find more',
  'We could not update this page. Showing details from {time}.',
  'Year',
  'You are offline',
  'You are offline. Showing details from {time}.',
  '1 star',
  '{count} characters left',
  '{count} stars',
] as const;

export type EngineWord = (typeof ENGINE_WORDS)[number];
