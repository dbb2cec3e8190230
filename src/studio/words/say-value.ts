import { memberTitle } from '../properties/describe.ts';

/** A value without its notation: yes or no, or the texts in a record and its settings with their names. */
export function sayValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null) return 'nothing';
  const isList = Array.isArray(value);
  const said = Object.entries(value).map(([name, one]: [string, unknown]) => {
    // A text says what it is, and an item of a list has no name.
    const hasName = !isList && (typeof one === 'boolean' || typeof one === 'number');
    return hasName ? `${memberTitle(name).toLowerCase()}: ${sayValue(one)}` : sayValue(one);
  });
  return said.length === 0 ? 'nothing' : said.join(', ');
}
