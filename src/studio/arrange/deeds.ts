/** What keys do to a node, wherever nodes are arranged: in the outline, and on the phone. */
export type Deed = 'enter' | 'up' | 'down' | 'repeat' | 'remove';

type Pressed = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** @returns undefined for a key that does nothing to one. */
export function deedOf({ key, altKey, ctrlKey, metaKey, shiftKey }: Pressed): Deed | undefined {
  if (altKey) return key === 'ArrowUp' ? 'up' : key === 'ArrowDown' ? 'down' : undefined;
  // Also of a keyboard that is locked to capitals.
  if (ctrlKey || metaKey) return key.toLowerCase() === 'd' && !shiftKey ? 'repeat' : undefined;
  if (key === 'Enter') return 'enter';
  return key === 'Delete' || key === 'Backspace' ? 'remove' : undefined;
}
