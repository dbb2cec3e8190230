import { Menu } from '@base-ui/react/menu';
import { useKeys } from '../keys/use-keys.ts';
import type { OutlineItem } from '../model/outline.ts';
import type { MenuPlace } from './menu-place.ts';
import { NODE_TOOLS, type NodeTool } from './node-tools.ts';
import './node-menu.css';

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
    <Menu.Root open modal={false} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Menu.Portal>
        <Menu.Positioner
          className="st-menu-place"
          side="bottom"
          align="start"
          anchor={{ getBoundingClientRect: () => new DOMRect(at.left, at.top, 0, 0) }}
        >
          <Menu.Popup className="st-menu" aria-label={`${item.name}: menu`} finalFocus={false}>
            <Menu.Item className="st-menu-item" onClick={onAdd}>
              Add…
            </Menu.Item>
            {NODE_TOOLS.map(({ command, label, icon: Icon }) => (
              <Menu.Item
                key={command}
                className="st-menu-item"
                aria-keyshortcuts={command === 'wrap' ? undefined : keys.shortcut(command)}
                onClick={() => onCommand(item, command)}
              >
                <Icon aria-hidden size={16} />
                {label}
              </Menu.Item>
            ))}
            <Menu.Separator className="st-menu-line" />
            <Menu.Item className="st-menu-item" onClick={onLeave}>
              Select the container
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
