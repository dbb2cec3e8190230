import type { KeyName, Keys, Pressed } from '../keys/keys.ts';

/** Keyboard commands for a node in the outline and in the preview. */
export type Deed = 'enter' | Extract<KeyName, 'up' | 'down' | 'repeat' | 'remove'>;

const DEEDS: readonly (KeyName | undefined)[] = ['up', 'down', 'repeat', 'remove'] satisfies Deed[];

/** @returns undefined for a key that is no command for nodes. */
export function deedOf(pressed: Pressed, keys: Keys): Deed | undefined {
  const { key, altKey, ctrlKey, metaKey } = pressed;
  if (key === 'Enter' && !altKey && !ctrlKey && !metaKey) return 'enter';
  const name = keys.nameOf(pressed);
  return isDeed(name) ? name : undefined;
}

const isDeed = (name: KeyName | undefined): name is Exclude<Deed, 'enter'> => DEEDS.includes(name);
