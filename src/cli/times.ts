import { UsageError } from './command.ts';

const TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(Z|[+-]\d{2}:\d{2})?$/;

/**
 * Parses a time as people write it: `2026-12-01 06:00` in the local time zone, or `2026-12-01T06:00+08:00`.
 *
 * @returns Milliseconds since the epoch.
 * @throws UsageError
 */
export function readTime(option: string, text: string): number {
  const time = TIME.test(text) ? Date.parse(text.replace(' ', 'T')) : Number.NaN;
  if (Number.isNaN(time)) {
    throw new UsageError(
      `${option} "${text}" is not a time; write 2026-12-01 06:00 (this machine's clock) or 2026-12-01T06:00+08:00`,
    );
  }
  return time;
}
