import * as v from 'valibot';
import { DamagedContent } from './contents.ts';

/**
 * Reads a column that holds JSON.
 *
 * @param name - `<table>.<column>`, for the message. The message contains no value, because it may be about a person.
 * @throws DamagedContent if another program, or a newer server, wrote a different shape.
 */
export function readColumn<T>(name: string, text: string, schema: v.GenericSchema<unknown, T>): T {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  if (read.success) return read.output;
  const path = v.getDotPath(read.issues[0]);
  throw new DamagedContent(`The column ${name} cannot be read${path === null ? '' : `, at ${path}`}.`);
}
