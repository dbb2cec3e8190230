/** Where a server that publishes can die, in the order in which it gets there. */
export const FAILPOINTS = ['before-commit', 'after-commit', 'in-refresh', 'after-answer'] as const;

/**
 * Two are what nobody may build: `answers-first` dies like `before-commit`, and has answered; `keeps-all` does not die, and
 * holds on to every release that was ever live.
 */
export type Failpoint = (typeof FAILPOINTS)[number] | 'answers-first' | 'keeps-all';
