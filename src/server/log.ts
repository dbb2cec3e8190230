/**
 * Fields have few different values and no personal data: the content of an address, a header or a body is never
 * logged.
 */
export type LogFields = { readonly [name: string]: string | number };

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
    return (message, fields) =>
      write(`${JSON.stringify({ time: new Date(now()).toISOString(), message, ...fields })}\n`);
  }
  return (message, fields = {}) => {
    const words = Object.entries(fields).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
    write(`${message}${words.join('')}\n`);
  };
}
