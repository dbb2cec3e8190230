import { Ellipsis, Plus } from 'lucide-react';
import { useKeys } from '../keys/use-keys.ts';
import type { OutlineItem } from '../model/outline.ts';
import { TooltipButton } from '../ui/tooltip-button.tsx';
import type { MenuPlace } from './menu-place.ts';
import { NODE_TOOLS, type NodeTool } from './node-tools.ts';
import './node-toolbar.css';

export interface NodeToolbarProps {
  readonly item: OutlineItem;
  /** Index of the item in its list, and the length of the list. */
  readonly position: { readonly at: number; readonly count: number };
  onCommand(item: OutlineItem, command: NodeTool['command']): void;
  onAdd(): void;
  onMenu(at: MenuPlace): void;
}

/** Buttons beside the selected node on the phone. The outline has the same commands as keys. */
export function NodeToolbar({ item, position, onCommand, onAdd, onMenu }: NodeToolbarProps) {
  const keys = useKeys();
  const isOff: { readonly [command in NodeTool['command']]?: boolean } = {
    up: position.at === 0,
    down: position.at === position.count - 1,
  };
  return (
    <div
      role="toolbar"
      aria-label={`${item.name}: tools`}
      aria-orientation="vertical"
      className="st-node-tools"
    >
      {/* The menu has the rest. */}
      {NODE_TOOLS.filter(({ command }) => command !== 'wrap').map(({ command, label, icon: Icon }) => (
        <TooltipButton
          key={command}
          name={label}
          shortcut={command === 'wrap' ? undefined : keys.shortcut(command)}
          isOff={isOff[command] === true}
          onPress={() => onCommand(item, command)}
        >
          <Icon aria-hidden size={16} />
        </TooltipButton>
      ))}
      <TooltipButton name="Add after this" shortcut={keys.shortcut('insert')} onPress={onAdd}>
        <Plus aria-hidden size={16} />
      </TooltipButton>
      <TooltipButton
        name="More"
        opensMenu
        onPress={(event) => {
          const { left, bottom } = event.currentTarget.getBoundingClientRect();
          onMenu({ left, top: bottom });
        }}
      >
        <Ellipsis aria-hidden size={16} />
      </TooltipButton>
    </div>
  );
}
