import { useKeys } from '../keys/use-keys.ts';
import type { OutlineItem } from '../model/outline.ts';
import type { MenuPlace } from './menu-place.ts';
import { Menu, MenuItem, MenuLine } from '../ui/menu.tsx';
import { NODE_TOOLS, type NodeTool } from './node-tools.ts';

export interface NodeMenuProps {
  readonly item: OutlineItem;
  readonly at: MenuPlace;
  onCommand(item: OutlineItem, command: NodeTool['command']): void;
  /** Adds a node behind this one, or into it. */
  onAdd(): void;
  /** Selects the container. */
  onLeave(): void;
  /** Called before the menu is gone; gives the focus to another element. */
  onClose(): void;
}

/** The menu of a node, at the pointer or at a button. */
export function NodeMenu({ item, at, onCommand, onAdd, onLeave, onClose }: NodeMenuProps) {
  const keys = useKeys();
  return (
    <Menu label={`${item.name}: menu`} {...{ at, onClose }}>
      <MenuItem shortcut={keys.shortcut('insert')} onChoose={onAdd}>
        Add…
      </MenuItem>
      {NODE_TOOLS.map(({ command, label, icon: Icon }) => (
        <MenuItem
          key={command}
          shortcut={command === 'wrap' ? undefined : keys.shortcut(command)}
          onChoose={() => onCommand(item, command)}
        >
          <Icon aria-hidden size={16} />
          {label}
        </MenuItem>
      ))}
      <MenuLine />
      <MenuItem onChoose={onLeave}>Select the container</MenuItem>
    </Menu>
  );
}
