/** Where a server that publishes can die, in the order in which it gets there. */
export const FAILPOINTS = ['before-commit', 'after-commit', 'in-refresh', 'after-answer'] as const;

/** `answers-first` is what nobody may build: it dies like `before-commit`, and has answered. */
export type Failpoint = (typeof FAILPOINTS)[number] | 'answers-first';
