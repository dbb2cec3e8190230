import { type CountReport, REPORT_KINDS, type ReportKind } from '#src/shared/reports.ts';
import { isRecord } from '../contract.ts';
import type { Vocabulary } from './reports.ts';

/** A page shows a few screens between two batches; what is more is not one of ours. */
const MOST_SCREENS = 20;
const MOST_COUNTED = 100;
const LONGEST_CONTENT_MS = 10 * 60_000;

const RELEASE = /^[0-9a-f]{12}$/;
const GROUP = /^[\w-]{1,40}\.(candidate|control)$/;
const TOKEN = /^[\w.-]{1,60}$/;

/**
 * Reads a batch of counts as a page posted it. Anybody may post anything, so one batch counts for no more than a
 * page can have seen, and nothing in it but our own words is kept.
 *
 * @returns undefined where it is none.
 */
export function readCountReport(
  body: string,
  { isScreen }: Pick<Vocabulary, 'isScreen'>,
): CountReport | undefined {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return undefined;
  }
  if (!isRecord(value) || value['type'] !== 'counts' || !isRecord(value['screens'])) return undefined;
  const { release, group, token, contentMs } = value;
  if (typeof release !== 'string' || !RELEASE.test(release)) return undefined;
  if (group !== undefined && (typeof group !== 'string' || !GROUP.test(group))) return undefined;
  if (token !== undefined && (typeof token !== 'string' || !TOKEN.test(token))) return undefined;
  const screens = Object.entries(value['screens']);
  if (screens.length > MOST_SCREENS) return undefined;
  return {
    type: 'counts',
    release,
    ...(group !== undefined && { group }),
    ...(token !== undefined && { token }),
    screens: Object.fromEntries(
      screens.filter(([screen]) => isScreen(screen)).map(([screen, counts]) => [screen, readKinds(counts)]),
    ),
    ...(isCount(contentMs, LONGEST_CONTENT_MS) && { contentMs }),
  };
}

function readKinds(counts: unknown): { [kind in ReportKind]?: number } {
  const kept: { [kind in ReportKind]?: number } = {};
  if (!isRecord(counts)) return kept;
  for (const kind of REPORT_KINDS) {
    const count = Object.hasOwn(counts, kind) ? counts[kind] : undefined;
    if (isCount(count, MOST_COUNTED)) kept[kind] = count;
  }
  return kept;
}

function isCount(value: unknown, most: number): value is number {
  return Number.isInteger(value) && (value as number) > 0 && (value as number) <= most;
}
