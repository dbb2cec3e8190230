import type { KeyName, Keys, Pressed } from '../keys/keys.ts';

/** Commands for a node in the outline and in the preview. */
export type NodeCommand = 'enter' | 'wrap' | Extract<KeyName, 'up' | 'down' | 'repeat' | 'remove'>;

/** Those that have a key. */
const NODE_COMMANDS: readonly (KeyName | undefined)[] = [
  'up',
  'down',
  'repeat',
  'remove',
] satisfies NodeCommand[];

/** @returns undefined for a key that is no command for nodes. */
export function nodeCommandOf(pressed: Pressed, keys: Keys): Exclude<NodeCommand, 'wrap'> | undefined {
  const { key, altKey, ctrlKey, metaKey } = pressed;
  if (key === 'Enter' && !altKey && !ctrlKey && !metaKey) return 'enter';
  const name = keys.nameOf(pressed);
  return isNodeCommand(name) ? name : undefined;
}

const isNodeCommand = (name: KeyName | undefined): name is Exclude<NodeCommand, 'enter' | 'wrap'> =>
  NODE_COMMANDS.includes(name);
