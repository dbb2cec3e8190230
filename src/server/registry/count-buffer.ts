import type { CountReport, CountTag, ReportKind } from '#src/shared/reports.ts';
import type { Group } from '#src/shared/rollout/assign.ts';
import type { ReportTokens } from '../delivery/report-tokens.ts';
import type { DayVisitor } from '../delivery/day-visitor.ts';
import { addCounts, type Count } from './counts.ts';
import type { Database } from './database.ts';
import { createVisitorBuffer } from './visitors.ts';

/** Buffers counts of page reports between two writes to the database. */
export interface CountBuffer {
  /**
   * @returns the tag that the page of a document reports with; undefined if the page is not counted. @param tag -
   * As in `Choice`.
   */
  tag(tag: CountTag, from: string | undefined): CountTag | undefined;
  /** Counts a served document. @param tag - As in `Choice`. */
  served(tag: CountTag): void;
  /** Counts a visitor's first page of the day. */
  came(visitor: DayVisitor): void;
  /** @returns the valid part of the report; undefined if it is not counted. */
  take(report: CountReport): CountReport | undefined;
  /** Writes the buffered counts. If that fails they stay in the buffer. */
  flush(): Promise<void>;
}

/** A first content later than this counts as slow: the limit that Web Vitals call poor. */
const SLOW_MS = 4_000;
/** Maximum number of buffered counts while the database is unreachable; more are dropped. */
const MOST_KEPT = 20_000;
const MINUTE_MS = 60_000;

/** A count of one minute and one kind. */
interface Kept extends Omit<Count, 'count' | 'total'> {
  count: number;
  total: number;
}

/** @param now - Milliseconds since the epoch. */
export function createCountBuffer(database: Database, tokens: ReportTokens, now: () => number): CountBuffer {
  const visitors = createVisitorBuffer(database);
  let counts = new Map<string, Kept>();
  const add = (tag: CountTag, screen: string, kind: Count['kind'], count: number, total = 0): void => {
    const at = now();
    const { release, group = '' } = tag;
    // The members that identify a row.
    const key = `${Math.floor(at / MINUTE_MS)} ${release} ${group} ${kind} ${screen}`;
    const known = counts.get(key);
    if (known !== undefined) raise(known, { count, total });
    else if (counts.size < MOST_KEPT)
      counts.set(key, { at, release, screen, ...sideOf(tag), kind, count, total });
  };
  return {
    tag: tokens.issue,
    served: (tag) => add(tag, '', 'served', 1),
    came: visitors.add,
    take(given) {
      const report = tokens.accept(given);
      if (report === undefined) return undefined;
      const { screens, contentMs = 0 } = report;
      for (const [screen, kinds] of Object.entries(screens)) {
        for (const [kind, count] of Object.entries(kinds) as [ReportKind, number][]) {
          add(report, screen, kind, count, kind === 'content' ? contentMs : 0);
          if (kind === 'content' && contentMs > SLOW_MS) add(report, screen, 'slow', 1);
        }
      }
      return report;
    },
    async flush() {
      await visitors.flush();
      if (counts.size === 0) return;
      const written = counts;
      counts = new Map();
      try {
        await addCounts(database, [...written.values()]);
      } catch (error) {
        const since = counts;
        counts = written;
        for (const [key, count] of since) {
          const known = counts.get(key);
          if (known !== undefined) raise(known, count);
          else if (counts.size < MOST_KEPT) counts.set(key, count);
        }
        throw error;
      }
    },
  };
}

function raise(kept: Kept, { count, total }: Pick<Kept, 'count' | 'total'>): void {
  kept.count += count;
  kept.total += total;
}

function sideOf({ group }: CountTag): { readonly rollout: string; readonly side: Group } {
  const [rollout = '', side] = (group ?? '').split('.');
  return side === 'candidate' || side === 'control' ? { rollout, side } : { rollout: '', side: 'rest' };
}
