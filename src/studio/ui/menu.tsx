import { Menu as Base } from '@base-ui/react/menu';
import type { ReactNode } from 'react';
import './menu.css';

export interface MenuProps {
  readonly label: string;
  /** Where the menu opens, in CSS pixels of the viewport. */
  readonly at: { readonly left: number; readonly top: number };
  readonly children: ReactNode;
  /** Called before the menu is gone; gives the focus to another element. */
  onClose(): void;
}

/** An open menu at a point. Its children are `MenuItem`s. */
export function Menu({ label, at, children, onClose }: MenuProps) {
  return (
    <Base.Root open modal={false} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Positioner
          side="bottom"
          align="start"
          anchor={{ getBoundingClientRect: () => new DOMRect(at.left, at.top, 0, 0) }}
        >
          <Base.Popup className="st-menu" aria-label={label} finalFocus={false}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export interface MenuItemProps {
  readonly shortcut?: string | undefined;
  readonly children: ReactNode;
  onChoose(): void;
}

export function MenuItem({ shortcut, children, onChoose }: MenuItemProps) {
  return (
    <Base.Item className="st-menu-item" aria-keyshortcuts={shortcut} onClick={onChoose}>
      {children}
    </Base.Item>
  );
}

export function MenuLine() {
  return <Base.Separator className="st-menu-line" />;
}
