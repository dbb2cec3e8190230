import { SECRET_PURPOSES } from '../../plan/secrets.ts';
import type { NodeShape } from '../shapes.generated.ts';

/** Whether a schema keeps every value of its field secret, so that no definition can allow storing it. */
export function isAlwaysSensitive({ properties }: NodeShape): boolean {
  const { sensitive, purpose } = properties;
  return isOneOf(new Set([true]), sensitive?.words) || isOneOf(SECRET_PURPOSES, purpose?.words);
}

function isOneOf(all: ReadonlySet<unknown>, words: readonly unknown[] = []): boolean {
  return words.length > 0 && words.every((word) => all.has(word));
}
