/** Points at which a publishing server can die, in the order of execution. */
export const FAILPOINTS = ['before-commit', 'after-commit', 'in-refresh', 'after-answer'] as const;

/**
 * Two planted faults: `answers-first` dies like `before-commit`, but answers before; `keeps-all` does not die, and keeps
 * every release that was ever live in memory.
 */
export type Failpoint = (typeof FAILPOINTS)[number] | 'answers-first' | 'keeps-all';
