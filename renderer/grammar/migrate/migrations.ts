import type { Migration } from './migrate.ts';

/**
 * The changes that the language has gone through, the oldest first. A new one goes to the end; a name that has shipped
 * stays, and so does what it does.
 */
export const MIGRATIONS: readonly Migration[] = [
  {
    name: 'grammar-2',
    summary:
      'Lets a document use steps, review, files, computed fields, and options and places that are looked up',
    kinds: ['app', 'screen', 'part'],
    // All that grammar 1 can say means the same in 2.
    change(value, edits) {
      if (value['grammar'] === 1) edits.replaceWritten('/grammar', '2');
    },
  },
  {
    name: 'grammar-3',
    summary: 'Lets a contract remember the answer that ends a wish, and expect no body',
    kinds: ['app', 'screen', 'part'],
    // Everything in grammar 2 means the same in grammar 3.
    change(value, edits) {
      if (value['grammar'] === 2) edits.replaceWritten('/grammar', '3');
    },
  },
  {
    name: 'grammar-4',
    summary: 'Adds the function dateTime',
    kinds: ['app', 'screen', 'part'],
    // Everything in grammar 3 means the same in grammar 4.
    change(value, edits) {
      if (value['grammar'] === 3) edits.replaceWritten('/grammar', '4');
    },
  },
];
