import type { Kysely, Migration } from 'kysely';
import type { ScreenshotReview } from '#src/shared/registry/screenshot-review.ts';

/** Reviews of a draft's screenshots by colleagues. */
export interface ScreenshotReviewTables {
  picture_reviews: {
    draft: string;
    /** The state in its language: `screen state language`. */
    state: string;
    /** Name of the reviewed screenshot; it changes when the screenshot changes. */
    picture: string;
    verdict: ScreenshotReview['verdict'];
    note: string;
    /** Hash of the documents that the screenshot was rejected in; null if it was never rejected. */
    content: string | null;
    actor: string;
    at: number;
  };
}

export const screenshotReviewMigration: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable('picture_reviews')
      .addColumn('draft', 'text', (column) => column.notNull().references('drafts.id'))
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('picture', 'text', (column) => column.notNull())
      .addColumn('verdict', 'text', (column) => column.notNull())
      .addColumn('note', 'text', (column) => column.notNull())
      .addColumn('content', 'text')
      .addColumn('actor', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('picture_reviews_key', ['draft', 'state'])
      .execute();
  },
};
