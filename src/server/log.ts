import { hostname } from 'node:os';
import manifest from '../../package.json' with { type: 'json' };

/** `info` is written without saying so: most lines are. */
export type LogLevel = 'info' | 'warn' | 'error';

/**
 * Fields have few different values and no personal data: the content of an address, a header or a body is never
 * logged.
 */
export interface LogFields {
  readonly level?: LogLevel;
  readonly [name: string]: string | number | undefined;
}

/** Writes a line for the operator. */
export type Log = (message: string, fields?: LogFields) => void;

export type LogFormat = 'json' | 'text';

/**
 * Writes lines as JSON objects for machines, or as text for people.
 * @param write - Gets whole lines.
 * @param now - Milliseconds since the epoch.
 */
export function createLog(write: (text: string) => void, format: LogFormat, now: () => number): Log {
  if (format === 'json') {
    const own = { server: `${hostname()}/${process.pid}`, version: manifest.version };
    return (message, { level = 'info', ...fields } = {}) =>
      write(
        `${JSON.stringify({ time: new Date(now()).toISOString(), level, ...own, message, ...fields })}\n`,
      );
  }
  return (message, { level: _level, ...fields } = {}) => {
    const words = Object.entries(fields).flatMap(([name, value]) =>
      value === undefined ? [] : [` ${name}=${JSON.stringify(value)}`],
    );
    write(`${message}${words.join('')}\n`);
  };
}

/** Lines of one kind that are written in a second, and the share of the further ones: one in this many. */
export const SAMPLING = { most: 5, oneIn: 100 } as const;
const SECOND_MS = 1_000;

/**
 * Writes the first lines of each kind in a second, and of the further ones one in a hundred, with `every: 100`. The
 * number of requests is in the metrics. A kind is a message with its level, place, call, class of status and code.
 */
export function sampleLog(log: Log, now: () => number): Log {
  let second = 0;
  const counts = new Map<string, number>();
  return (message, fields = {}) => {
    const current = Math.floor(now() / SECOND_MS);
    if (current !== second) {
      second = current;
      counts.clear();
    }
    const { level = '', place = '', call = '', status = '', code = '' } = fields;
    const kind = [message, level, place, call, String(status).slice(0, 1), code].join('\n');
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    if (count <= SAMPLING.most) return log(message, fields);
    if ((count - SAMPLING.most) % SAMPLING.oneIn === 0) log(message, { ...fields, every: SAMPLING.oneIn });
  };
}
