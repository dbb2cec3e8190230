import * as v from 'valibot';
import { type CountReport, REPORT_KINDS } from '#src/shared/reports.ts';
import { dictionary } from '#src/shared/operation-schemas.ts';
import type { Vocabulary } from './reports.ts';

/** A page shows only a few screens between two batches; a batch with more is refused. */
const MOST_SCREENS = 20;
const MOST_COUNTED = 100;
const LONGEST_CONTENT_MS = 10 * 60_000;

function matching(pattern: RegExp) {
  return v.pipe(v.string(), v.regex(pattern));
}

function count(most: number) {
  return v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most));
}

const COUNTED = v.tuple([v.picklist(REPORT_KINDS), count(MOST_COUNTED)]);

/** Drops impossible counts, and keeps the others. */
const COUNTS = v.fallback(
  v.pipe(
    dictionary(v.string(), v.unknown()),
    v.transform((counts): CountReport['screens'][string] =>
      Object.fromEntries(Object.entries(counts).filter((entry) => v.is(COUNTED, entry))),
    ),
  ),
  {},
);

const BATCH = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    type: v.literal('counts'),
    release: matching(/^[0-9a-f]{12}$/),
    group: v.exactOptional(matching(/^[\w-]{1,40}\.(candidate|control)$/)),
    token: v.exactOptional(matching(/^[\w.-]{1,60}$/)),
    screens: v.pipe(dictionary(v.string(), COUNTS), v.maxEntries(MOST_SCREENS)),
    contentMs: v.fallback(v.optional(count(LONGEST_CONTENT_MS)), undefined),
  }),
);

/**
 * Reads a batch of counts from a page. Anyone can post anything, so a batch is limited to what one page can see,
 * and only known names are accepted.
 * @returns undefined if the body is not a batch.
 */
export function readCountReport(
  body: string,
  { isScreen }: Pick<Vocabulary, 'isScreen'>,
): CountReport | undefined {
  const read = v.safeParse(BATCH, body);
  if (!read.success) return undefined;
  const { screens, contentMs, ...batch } = read.output;
  return {
    ...batch,
    screens: Object.fromEntries(Object.entries(screens).filter(([screen]) => isScreen(screen))),
    ...(contentMs !== undefined && { contentMs }),
  };
}
