import type { Result } from '../plan/expression.ts';
import type { Frame } from './scope.ts';
import type { TreeHost } from './tree-unit.ts';

/** Gives a name that a list introduces another value; its readers are computed again. */
export function setFrame(host: TreeHost, frame: Frame, value: Result): void {
  if (Object.is(frame.value, value)) return;
  const old = frame.value;
  frame.value = value;
  host.frameChanged(frame, old);
}

/** Keys come from data: what has a meaning in instances and dotted paths is escaped. */
export function encodeKey(key: string): string {
  return key.replace(/[%./[\]]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}
