import { splitOutcome } from './critical-outcome.ts';
import type { Migration } from './migrate.ts';
import { renameMembers } from './renamed.ts';

/** All migrations, the oldest first. Append new ones; never rename or change a released one. */
export const MIGRATIONS: readonly Migration[] = [
  {
    name: 'grammar-2',
    summary:
      'Lets a document use steps, review, files, computed fields, and options and places that are looked up',
    kinds: ['app', 'screen', 'part'],
    // Only the number changes: everything in grammar 1 means the same in grammar 2.
    change(value, edits) {
      if (value['grammar'] === 1) edits.replaceWritten('/grammar', '2');
    },
  },
  {
    name: 'grammar-3',
    summary: 'Lets a contract store a success, so that the request is not sent again, and expect no body',
    kinds: ['app', 'screen', 'part'],
    // Only the number changes: everything in grammar 2 means the same in grammar 3.
    change(value, edits) {
      if (value['grammar'] === 2) edits.replaceWritten('/grammar', '3');
    },
  },
  {
    name: 'grammar-4',
    summary: 'Adds the function dateTime',
    kinds: ['app', 'screen', 'part'],
    // Only the number changes: everything in grammar 3 means the same in grammar 4.
    change(value, edits) {
      if (value['grammar'] === 3) edits.replaceWritten('/grammar', '4');
    },
  },
  {
    name: 'grammar-5',
    summary:
      'Lets a document name values and lists of actions, and says in a condition of its own that a critical request failed',
    kinds: ['app', 'screen', 'part'],
    change(value, edits) {
      if (value['grammar'] !== 4) return;
      edits.replaceWritten('/grammar', '5');
      splitOutcome(value, edits);
    },
  },
  {
    name: 'grammar-5-names',
    summary:
      'Renames members and words for which the field has a term: max of a text field is maxLength, wish is sameAs, ahead is prefetch, repeatable is idempotent',
    kinds: ['screen', 'part', 'app', 'endpoint'],
    // It runs after the migration above, so each document has grammar 5, or is a contract, which has no number.
    change(value, edits) {
      if (value['grammar'] === undefined || value['grammar'] === 5) renameMembers(value, edits);
    },
  },
];
