import type { Migration } from './migrate.ts';

/**
 * The changes that the language has gone through, the oldest first. A new one goes to the end; a name that has shipped
 * stays, and so does what it does.
 */
export const MIGRATIONS: readonly Migration[] = [];
