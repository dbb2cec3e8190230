import type { Result } from '../plan/expression.ts';
import type { Frame } from './scope.ts';
import type { TreeHost } from './tree-unit.ts';

/** Sets the value of a name from `each` and recomputes its readers. */
export function setFrame(host: TreeHost, frame: Frame, value: Result): void {
  if (Object.is(frame.value, value)) return;
  const old = frame.value;
  frame.value = value;
  host.frameChanged(frame, old);
}

/** Escapes the characters of a key that have a meaning in instances and dotted paths. */
export function encodeKey(key: string): string {
  return key.replace(/[%./[\]]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}
