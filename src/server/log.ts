/** Of few kinds, and none of a borrower's: what an address, a header or a body says never stands in a log. */
export type LogFields = { readonly [name: string]: string | number };

/** A line for the operator. */
export type Log = (message: string, fields?: LogFields) => void;

export type LogFormat = 'json' | 'text';

/**
 * Lines that machines read, one JSON object each, or people.
 *
 * @param write - Takes whole lines.
 * @param now - Milliseconds since the epoch.
 */
export function createLog(write: (text: string) => void, format: LogFormat, now: () => number): Log {
  if (format === 'json') {
    return (message, fields) =>
      write(`${JSON.stringify({ time: new Date(now()).toISOString(), message, ...fields })}\n`);
  }
  return (message, fields = {}) => {
    const words = Object.entries(fields).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
    write(`${message}${words.join('')}\n`);
  };
}
