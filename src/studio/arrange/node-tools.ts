import { ArrowDown, ArrowUp, Copy, type LucideIcon, SquareDashed, Trash2 } from 'lucide-react';
import type { NodeCommand } from './node-commands.ts';

export interface NodeTool {
  readonly command: Exclude<NodeCommand, 'enter'>;
  readonly label: string;
  readonly icon: LucideIcon;
}

/** What can be done with a node that is in a list. */
export const NODE_TOOLS: readonly NodeTool[] = [
  { command: 'up', label: 'Move up', icon: ArrowUp },
  { command: 'down', label: 'Move down', icon: ArrowDown },
  { command: 'repeat', label: 'Duplicate', icon: Copy },
  { command: 'remove', label: 'Delete', icon: Trash2 },
  { command: 'wrap', label: 'Put into a section', icon: SquareDashed },
];
